package import CGateShims
import Glibc

/// A process started by this one.
package struct ChildProcess: Sendable {
    /// The state that a program inherits from this process, beside its environment.
    package enum Inheritance: Sendable {
        /// No signal blocked or ignored, and no file but standard input, output and error. For our own programs.
        case nothing
        /// These signals, and every file that is not close-on-exec. For a program that the user names.
        case files(SignalState)
    }

    package let number: pid_t

    /// Closes all descriptors from `first` on in the new process: not every library marks its own close-on-exec.
    package static func closeAll(from first: Int32, in actions: inout posix_spawn_file_actions_t) {
        // The caller owns the actions during the call.
        _ = unsafe gate_spawn_close_from(&actions, first)
    }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - words: its arguments, in bytes.
    ///   - environment: `NAME=value` each.
    ///   - isLookedUp: whether a name without a slash is looked up in PATH.
    ///   - isApart: whether the terminal's signals are kept from it.
    ///   - files: adds descriptors.
    package static func start(
        _ path: String, words arguments: [[UInt8]], environment: [[UInt8]],
        inheriting inheritance: Inheritance = .files(.standard), isLookedUp: Bool = false, isApart: Bool = false,
        files: (inout posix_spawn_file_actions_t) -> Void
    ) throws(SystemCallFailure) -> ChildProcess {
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        var number = pid_t()
        let words = CStrings.joined(arguments)
        let variables = CStrings.joined(environment)
        // The structures are locals that live until the child has started; the arrays are lent only to the call.
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        unsafe files(&actions)
        switch inheritance {
        case .nothing:
            unsafe closeAll(from: STDERR_FILENO + 1, in: &actions)
            SignalState.standard.apply(to: &attributes)
        case .files(let signals): signals.apply(to: &attributes)
        }
        let group = isApart ? POSIX_SPAWN_SETPGROUP : 0
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | group))
        let result = unsafe words.span.withUnsafeBytes { words in
            unsafe CStrings.withPointers(words) { words in
                unsafe variables.span.withUnsafeBytes { variables in
                    unsafe CStrings.withPointers(variables) { variables in
                        unsafe (isLookedUp ? posix_spawnp : posix_spawn)(
                            &number, path, &actions, &attributes, words, variables)
                    }
                }
            }
        }
        guard result == 0 else { throw SystemCallFailure(function: "posix_spawn", path: path, errno: result) }
        return ChildProcess(number: number)
    }

    /// Starts a program whose arguments are text.
    package static func start(
        _ path: String, _ arguments: [String], environment: [[UInt8]],
        inheriting inheritance: Inheritance = .files(.standard), isLookedUp: Bool = false, isApart: Bool = false,
        files: (inout posix_spawn_file_actions_t) -> Void
    ) throws(SystemCallFailure) -> ChildProcess {
        try unsafe start(
            path, words: arguments.map { Array($0.utf8) }, environment: environment, inheriting: inheritance,
            isLookedUp: isLookedUp, isApart: isApart, files: files)
    }

    package func send(_ signal: Int32) {
        kill(number, signal)
    }

    /// Waits for its end; returns the status as a shell does: 128 plus the signal that ended it, if one did.
    package func status() async -> Int32 { await onThread { wait() } }

    /// Blocks until its end; returns the status as above.
    @discardableResult
    package func wait() -> Int32 {
        var status: Int32 = 0
        // The number is a local that the call fills in.
        while unsafe waitpid(number, &status, 0) < 0 && errno == EINTR {}
        // waitpid(2): the low seven bits are the signal, the next byte the status.
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
}
