import GateSystem
import Glibc

/// A shell that ends the sandbox's daemon and deletes its directory where the process that holds the sandbox was killed.
///
/// It reads from a pipe that only that process has: the pipe's end is the process's end.
struct Caretaker: ~Copyable {
    /// Each line is the daemon's process; an empty one says that there is none.
    private static let script = """
        daemon=; while read -r line; do daemon=$line; done
        test -z "$daemon" || { kill -KILL "$daemon"; rm -rf -- "$0"; }
        """

    private let pipe: Descriptor

    init(of directory: TemporaryDirectory) throws(SystemCallFailure) {
        let ends = try Descriptor.pipe()
        let reader = Descriptor(owning: ends.reader, path: "the caretaker's pipe")
        let writer = Descriptor(owning: ends.writer, path: "the caretaker's pipe")
        // Apart from the terminal's signals, and from the output that somebody reads to its end.
        _ = try unsafe ChildProcess.start(
            "/bin/sh", ["sh", "-c", Self.script, directory.path],
            environment: [Array("PATH=/usr/bin:/bin".utf8)], inheriting: .nothing, isApart: true
        ) { [number = reader.number] actions in
            // The actions are the caller's, for the length of the call.
            unsafe posix_spawn_file_actions_adddup2(&actions, number, STDIN_FILENO)
            for output in [STDOUT_FILENO, STDERR_FILENO] {
                unsafe posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0)
            }
        }
        pipe = writer
    }

    /// Nil: there is no daemon any more.
    func lookAfter(_ daemon: ChildProcess?) {
        // Without the caretaker nothing looks after it.
        try? pipe.write((daemon.map { "\($0.number)" } ?? "") + "\n")
    }
}
