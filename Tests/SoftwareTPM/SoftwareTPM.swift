import Foundation
import SpawnedProcess

/// A test's own TPM 2.0: swtpm in a temporary directory, removed with this.
public final class SoftwareTPM {
    public let directory: String
    private var process: SpawnedProcess?

    public struct DidNotStart: Error {
        let status: Int32
    }

    /// Its TCTI.
    public var tcti: String { "swtpm:path=\(directory)/socket" }

    public init() throws {
        var template = Array("/tmp/biogate-tpm-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw CocoaError(.fileWriteUnknown) }
        directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        try start()
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// Turns it on, like a machine's start; its non-volatile memory persists.
    public func start() throws {
        let process = try SpawnedProcess([
            "swtpm", "socket", "--tpm2", "--tpmstate", "dir=\(directory)", "--server",
            "type=unixio,path=\(directory)/socket", "--ctrl", "type=unixio,path=\(directory)/socket.ctrl", "--flags",
            "not-need-init,startup-clear", "--pid", "file=\(directory)/pid",
        ])
        self.process = process
        // The file is written once the sockets exist.
        let end = ContinuousClock.now + .seconds(60)
        while !FileManager.default.fileExists(atPath: "\(directory)/pid") {
            guard process.isRunning, ContinuousClock.now < end else {
                process.kill(SIGKILL)
                throw DidNotStart(status: process.status)
            }
            sched_yield()
        }
    }

    /// Turns it off.
    public func stop() {
        guard let process else { return }
        process.kill(SIGKILL)
        _ = process.status
        try? FileManager.default.removeItem(atPath: "\(directory)/pid")
        self.process = nil
    }

    /// Runs a program of tpm2-tools on it, and returns its output; throws if it failed. No other client may be
    /// connected.
    @discardableResult
    public func tool(_ command: String...) throws -> String {
        let (writing, reading) = try SpawnedProcess.channel()
        let process = try SpawnedProcess(
            command, environment: ProcessInfo.processInfo.environment.merging(["TPM2TOOLS_TCTI": tcti]) { $1 },
            output: writing)
        try writing.close()
        let text = reading.readDataToEndOfFile()
        guard process.status == 0 else { throw DidNotStart(status: process.status) }
        return String(decoding: text, as: UTF8.self)
    }
}
