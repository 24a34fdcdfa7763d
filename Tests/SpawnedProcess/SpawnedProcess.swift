public import Foundation
package import GateSystem

/// Starts `command`, whose first word is a path or is found in PATH, with the descriptors that `files` gives it.
package func spawn(
    _ command: [String], environment: [String: String], _ files: (inout posix_spawn_file_actions_t) -> Void
) throws(SystemCallFailure) -> pid_t {
    try ChildProcess.start(
        command[0], command, environment: environment.map { Array("\($0)=\($1)".utf8) }, isLookedUp: true,
        files: files
    ).number
}

/// A process that a test started, and that does not outlive the test.
///
/// Foundation's `Process` first lists the open descriptors, and copies 256 bytes of each name, even beyond the end of
/// the listing's buffer. In a test run with more than a thousand of them open, that can be unmapped memory.
public final class SpawnedProcess {
    public let id: pid_t
    private var ended: Int32?

    /// Starts `command`, whose first word is a path or is found in PATH. Input is empty.
    ///
    /// - Parameter output: the writing end of a channel; nil discards output.
    public init(
        _ command: [String], environment: [String: String] = ProcessInfo.processInfo.environment,
        directory: URL? = nil, output: FileHandle? = nil, errors: FileHandle? = nil
    ) throws {
        let command = directory.map { ["env", "--chdir=\($0.path)"] + command } ?? command
        id = try spawn(command, environment: environment) { actions in
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            for (number, handle) in [(Int32(1), output), (2, errors)] {
                if let handle {
                    posix_spawn_file_actions_adddup2(&actions, handle.fileDescriptor, number)
                } else {
                    posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_WRONLY, 0)
                }
            }
            // libtss2 does not mark its sockets close-on-exec, so their peers would wait for this process's end.
            ChildProcess.closeAll(from: 3, in: &actions)
        }
    }

    /// A channel that a process writes to and a test reads from. No other process inherits an end, so closing the first
    /// one here lets the second end with the process.
    public static func channel() throws -> (writing: FileHandle, reading: FileHandle) {
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw SystemCallFailure(function: "socketpair", path: "", errno: errno)
        }
        return (
            FileHandle(fileDescriptor: ends[0], closeOnDealloc: true),
            FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
        )
    }

    deinit {
        kill(SIGKILL)
        _ = status
    }

    public func kill(_ signal: Int32) {
        if isRunning { Glibc.kill(id, signal) }
    }

    public var isRunning: Bool {
        if ended == nil { wait(WNOHANG) }
        return ended == nil
    }

    /// Its exit status, or the signal that ended it; waits for the end.
    public var status: Int32 {
        while ended == nil { wait(0) }
        let status = ended ?? 0
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : status & 0x7F
    }

    private func wait(_ options: Int32) {
        var status: Int32 = 0
        if waitpid(id, &status, options) == id { ended = status }
    }
}
