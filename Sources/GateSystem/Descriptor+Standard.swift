internal import Glibc

extension Descriptor {
    /// Standard error, through a duplicate that may be closed.
    package static var errorOutput: Descriptor { standard(STDERR_FILENO, "standard error") }
    /// Standard output, through a duplicate that may be closed.
    package static var output: Descriptor { standard(STDOUT_FILENO, "standard output") }
    /// Standard input, through a duplicate that may be closed.
    package static var input: Descriptor { standard(STDIN_FILENO, "standard input") }

    private static func standard(_ number: Int32, _ name: String) -> Descriptor {
        Descriptor(owning: fcntl(number, F_DUPFD_CLOEXEC, 3), path: name)
    }
}
