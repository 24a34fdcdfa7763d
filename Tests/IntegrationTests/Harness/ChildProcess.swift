import Glibc
import SpawnedProcess

/// A process that a test started, and that does not outlive the test.
final class ChildProcess {
    let id: pid_t
    /// Readable, and at its end, once the process has ended.
    let lifeline: Descriptor
    private var status: Int32?

    /// How a process ended.
    enum Ending: Hashable {
        case exited(Int32)
        case killed(signal: Int32)
    }

    /// Starts `command`, whose first word is a path or is found in PATH.
    ///
    /// - Parameter standard: standard input and output; without it, input is empty and output goes to `errors`.
    /// - Parameter errors: a file that standard error is appended to.
    init(
        _ command: [String], environment: [String: String], errors: String, standard: Descriptor? = nil
    ) throws {
        let (lifeline, held) = try Descriptor.socketPair()
        id = try spawn(command, environment: environment) { actions in
            posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_APPEND, 0o600)
            if let standard {
                posix_spawn_file_actions_adddup2(&actions, standard.number, 0)
                posix_spawn_file_actions_adddup2(&actions, standard.number, 1)
            } else {
                posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
                posix_spawn_file_actions_adddup2(&actions, 2, 1)
            }
            // No process writes to it: its end is the process's end.
            posix_spawn_file_actions_adddup2(&actions, held.number, 3)
        }
        self.lifeline = lifeline
    }

    deinit {
        guard status == nil else { return }
        kill(id, SIGKILL)
        waitpid(id, nil, 0)
    }

    func signal(_ number: Int32) {
        if status == nil { kill(id, number) }
    }

    /// Whether it has ended with a core dump (`WCOREDUMP`, waitpid(2)).
    var hasDumpedCore: Bool { (status ?? 0) & 0x80 != 0 }

    /// Waits for the end.
    func ending() throws -> Ending {
        if status == nil {
            guard try Descriptor.firstReady(of: [lifeline]) != nil else {
                throw HarnessFailure("process \(id) does not end")
            }
            var status: Int32 = 0
            guard waitpid(id, &status, 0) == id else { throw HarnessFailure(system: "waitpid") }
            self.status = status
        }
        let status = status ?? 0
        return status & 0x7F == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: status & 0x7F)
    }
}
