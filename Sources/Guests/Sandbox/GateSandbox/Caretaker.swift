internal import GateSystem
internal import Glibc

/// A shell that ends the sandbox's daemon and deletes its directory if the sandbox's process is killed.
///
/// It reads from a pipe that only that process holds: the pipe ends with the process.
struct Caretaker: ~Copyable {
    /// Each line is the daemon's process number; an empty one means that there is none.
    private static let script = """
        daemon=; while read -r line; do daemon=$line; done
        test -z "$daemon" || { kill -KILL "$daemon"; rm -rf -- "$0"; }
        """

    private let pipe: Descriptor

    init(of directory: TemporaryDirectory) throws(SystemCallFailure) {
        let ends = try Descriptor.pipe()
        let reader = Descriptor(owning: ends.reader, path: "the caretaker's pipe")
        let writer = Descriptor(owning: ends.writer, path: "the caretaker's pipe")
        // Separate from the terminal's signals, and from output that another program reads to its end.
        _ = try unsafe ChildProcess.start(
            "/bin/sh", ["sh", "-c", Self.script, directory.path],
            environment: [Array("PATH=/usr/bin:/bin".utf8)], inheriting: .nothing, isApart: true
        ) { [number = reader.number] actions in
            // The caller owns the actions during the call.
            unsafe posix_spawn_file_actions_adddup2(&actions, number, STDIN_FILENO)
            for output in [STDOUT_FILENO, STDERR_FILENO] {
                unsafe posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0)
            }
        }
        pipe = writer
    }

    /// Nil: there is no daemon any more.
    func lookAfter(_ daemon: ChildProcess?) {
        // Fails only if the caretaker is gone.
        try? pipe.write((daemon.map { "\($0.number)" } ?? "") + "\n")
    }
}
