import Dispatch
import Foundation
import GateSystem
import Glibc
import Synchronization

/// Stands in front of a software TPM, and answers a set number of `TPM2_NV_Increment` commands with `TPM_RC_NV_RATE`,
/// which swtpm itself never returns.
final class WriteLimitingTPM: Sendable {
    struct NoSocket: Error {}

    private struct State {
        var refusing = 0
        var refused = 0
    }

    private static let increment: [UInt8] = [0, 0, 1, 0x34]
    private static let rateLimited: [UInt8] = [0x80, 0x01, 0, 0, 0, 10, 0, 0, 0x09, 0x20]

    private let state = Mutex(State())
    private let path: String
    private let listener: Int32
    private let software: String

    var tcti: String { "swtpm:path=\(path)" }
    var refused: Int { state.withLock { $0.refused } }

    /// Resets the number; earlier refusals are forgotten.
    func refuse(_ count: Int) { state.withLock { $0 = State(refusing: count) } }

    /// Stands in front of the software TPM whose sockets are in `directory`.
    init(in directory: String) throws {
        software = "\(directory)/socket"
        path = "\(directory)/limiting"
        try FileManager.default.createSymbolicLink(atPath: "\(path).ctrl", withDestinationPath: "\(software).ctrl")
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard UnixAddress(path: path)?.apply(bind, to: listener) == 0, listen(listener, 4) == 0 else {
            throw NoSocket()
        }
        let thread = Thread { [self] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                serve(client)
                close(client)
            }
        }
        thread.start()
    }

    private func serve(_ client: Int32) {
        let tpm = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(tpm) }
        guard UnixAddress(path: software)?.apply(connect, to: tpm) == 0 else { return }
        while let command = Self.message(from: client) {
            let isRefused = state.withLock { state in
                guard Array(command[6..<10]) == Self.increment, state.refusing > 0 else { return false }
                state.refusing -= 1
                state.refused += 1
                return true
            }
            if isRefused {
                send(client, Self.rateLimited, Self.rateLimited.count, 0)
                continue
            }
            send(tpm, command, command.count, 0)
            guard let response = Self.message(from: tpm) else { return }
            send(client, response, response.count, 0)
        }
    }

    /// Reads a command or a response, whose header has its length.
    private static func message(from descriptor: Int32) -> [UInt8]? {
        guard var message = bytes(10, from: descriptor) else { return nil }
        let length = message[2..<6].reduce(0) { $0 << 8 | Int($1) }
        guard let rest = bytes(length - message.count, from: descriptor) else { return nil }
        message += rest
        return message
    }

    private static func bytes(_ count: Int, from descriptor: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        guard count == 0 || recv(descriptor, &bytes, count, Int32(MSG_WAITALL)) == count else { return nil }
        return bytes
    }
}
