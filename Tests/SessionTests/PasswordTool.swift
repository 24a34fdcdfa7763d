import Glibc

/// The password helper, with the shipped PAM service file (pam_wrapper lets PAM find it).
struct PasswordTool {
    /// A program to be started like the helper.
    let path: String
    private let directory: String

    /// Puts the helper in place.
    init(for daemon: DaemonUnderTest, at name: String = "helper") throws {
        directory = daemon.directory
        path = "\(directory)/\(name)"
        let services = "\(directory)/pam.d"
        mkdir(services, 0o700)
        try Files.write(try Files.read(Self.source("systemd/biogate.pam")), to: "\(services)/biogate")
        let helper = try DaemonUnderTest.executable("biogate-password")
        // RTLD_DEEPBIND, which a sanitizer refuses; pam_wrapper 1.1.4 knows the switch by uid_wrapper's name.
        let shallow = "PAM_WRAPPER_DISABLE_DEEPBIND=1 UID_WRAPPER_DISABLE_DEEPBIND=1"
        try Self.write(
            """
            exec env LD_PRELOAD=libpam_wrapper.so PAM_WRAPPER=1 \(shallow) PAM_WRAPPER_SERVICE_DIR='\(services)' \
                '\(helper)' "$@"
            """, to: path)
    }

    /// Puts a script in the helper's place.
    ///
    /// - Parameter script: its standard input is the connection, and can also be written to.
    static func write(_ script: String, to path: String) throws {
        try Files.write(Array("#!/bin/sh\n\(script)\n".utf8), to: path, mode: 0o700)
    }

    /// The helper's answer to any bytes, and how it ends.
    func answer(to question: [UInt8], _ options: [String] = []) throws -> ([UInt8], ChildProcess.Ending) {
        let (near, process) = try start(options)
        try near.write(question)
        shutdown(near.number, Int32(SHUT_WR))
        guard try Descriptor.firstReady(of: [near]) != nil else { throw HarnessFailure("the helper hangs") }
        return (try near.read(), try process.ending())
    }

    private func start(_ options: [String]) throws -> (Descriptor, ChildProcess) {
        let (near, far) = try Descriptor.socketPair()
        let process = try ChildProcess(
            [path] + options, environment: Python.environment, errors: "\(directory)/helper-errors", standard: far)
        return (near, process)
    }

    /// A question as the daemon writes it.
    static func question(_ kind: Character, of user: Int, _ password: [UInt8] = []) -> [UInt8] {
        let number = (0..<4).map { UInt8(truncatingIfNeeded: user >> (8 * $0)) }
        let length = [UInt8(truncatingIfNeeded: password.count), UInt8(truncatingIfNeeded: password.count >> 8)]
        return Array(String(kind).utf8) + number + length + password
    }

    private static func source(_ name: String) -> String {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return "/\(root)/\(name)"
    }
}

/// A socket that starts the helper for every connection, like systemd's.
final class PasswordListener {
    let path: String
    private let process: ChildProcess

    /// - Parameter client: the user who may ask.
    init(_ tool: PasswordTool, for daemon: DaemonUnderTest, client: String, at name: String = "password") throws {
        path = "\(daemon.directory)/\(name)"
        let (near, far) = try Descriptor.socketPair()
        // Its output goes where the test awaits its beginning.
        let command = "exec systemd-socket-activate --accept --inetd --listen=\"$0\" \"$1\" --client \"$2\" 2>&1"
        process = try ChildProcess(
            ["sh", "-c", command, path, tool.path, client], environment: Python.environment,
            errors: "\(daemon.directory)/listener-errors", standard: far)
        var said = ""
        while !said.contains("Listening on") {
            // Its life cannot be watched, because it puts its socket at that descriptor.
            guard try Descriptor.firstReady(of: [near]) == 0 else {
                throw HarnessFailure("nobody listens at \(path): \(said)")
            }
            said += String(decoding: try near.read(), as: UTF8.self)
        }
        output = near
    }

    /// Kept open, so that it can go on writing.
    private let output: Descriptor
}
