public import Foundation

/// A program did not start.
public struct DidNotStart: Error {
    public let command: String
    public let errno: Int32
}

/// Starts `command`, whose first word is a path or is looked for in PATH, with the descriptors that `files` gives it.
public func spawn(
    _ command: [String], environment: [String: String], _ files: (inout posix_spawn_file_actions_t) -> Void
) throws(DidNotStart) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    files(&actions)
    // Swift's worker threads block most signals, and a program that handles SIGTERM would never see it.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var arguments = command.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var id: pid_t = 0
    let code = posix_spawnp(&id, command[0], &actions, &attributes, &arguments, &variables)
    guard code == 0 else { throw DidNotStart(command: command[0], errno: code) }
    return id
}

/// A process that a test started, and that does not outlive it.
///
/// Foundation's `Process` lists the open descriptors first, and copies 256 bytes of each name, also behind the end of the
/// listing's buffer: where a test run has more than a thousand of them open, that can be memory that is not there.
public final class SpawnedProcess {
    public let id: pid_t
    private var ended: Int32?

    /// Starts `command`, whose first word is a path or is looked for in PATH. Input is empty.
    ///
    /// - Parameter output: of a channel, the end to write to; nil is nowhere.
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
        }
    }

    /// What a process writes to, and where that is read. No other process inherits an end, so that closing the first here
    /// lets the second end with the process.
    public static func channel() throws -> (writing: FileHandle, reading: FileHandle) {
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw DidNotStart(command: "socketpair", errno: errno)
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

    /// What it exited with, or the signal that ended it; waits for the end.
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
