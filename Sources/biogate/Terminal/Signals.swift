import GateSystem
import Glibc
import Synchronization

/// A signal that came from outside.
struct SignalEvent {
    let number: Int32
    /// Whether the terminal's keys sent it, and so to every process of the group.
    let isFromTerminal: Bool
}

/// The signals that end or stop a process: handled by one thread, so that the terminal is left as it was found.
enum Signals {
    private static let wanted = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT]
    private static let handler = Mutex<(@Sendable (SignalEvent) -> Bool)?>(nil)
    private static let terminal = Mutex<Terminal?>(nil)
    /// Told when a process that was stopped goes on.
    private static let resumed = Mutex<(@Sendable () -> Void)?>(nil)
    /// Where the handler writes each signal for the thread to read.
    private static let mailbox = Atomic<Int32>(-1)

    /// What this process was started with, and hands on to a program that the user names.
    static let atStart = SignalState.current()

    /// Called once, on the main thread, before the concurrency pool starts and before anything is asked of the user.
    static func start() {
        _ = atStart
        guard let ends = try? Descriptor.pipe() else { return }
        mailbox.store(ends.writer, ordering: .releasing)
        let post = ends.reader
        let thread = startThread { read(from: post) }
        pthread_detach(thread)
        // Signals that the parent had ignored (nohup, a shell's background) stay ignored.
        for number in wanted where !SignalState.isIgnored(number) { install(number) }
    }

    /// The terminal whose input is shown again before the process ends or stops; `resumed` is called when one that was
    /// stopped goes on, and its input is hidden again where it was.
    static func protect(_ terminal: Terminal?, resumed: @escaping @Sendable () -> Void) {
        Self.terminal.withLock { $0 = terminal }
        Self.resumed.withLock { $0 = resumed }
    }

    /// Gives the signals that end a process to `handler`, which says whether it took one; nil takes none.
    static func handle(_ handler: (@Sendable (SignalEvent) -> Bool)?) {
        Self.handler.withLock { $0 = handler }
    }

    /// The handler does no more than signal-safety(7) lets it.
    private static func install(_ number: Int32) {
        var action = sigaction()
        action.sa_flags = SA_RESTART | SA_SIGINFO
        unsafe action.__sigaction_handler.sa_sigaction = { number, info, _ in
            // What was interrupted may be about to look at it.
            let interrupted = errno
            defer { errno = interrupted }
            let code = unsafe info.map { unsafe $0.pointee.si_code } ?? 0
            var letter = (number, code)
            // Eight bytes are written at once or not at all (pipe(7)); a full pipe holds enough of them.
            _ = unsafe withUnsafeBytes(of: &letter) { letter in
                unsafe write(Signals.mailbox.load(ordering: .acquiring), letter.baseAddress, letter.count)
            }
        }
        // The structure is a local, read by the call.
        _ = unsafe sigaction(number, &action, nil)
    }

    private static func read(from post: Int32) {
        while true { handle(next(from: post), post) }
    }

    private static func next(from post: Int32) -> SignalEvent {
        while true {
            var letter: (number: Int32, code: Int32) = (0, 0)
            // Room for what the handler writes.
            let count = unsafe withUnsafeMutableBytes(of: &letter) { letter in
                unsafe Glibc.read(post, letter.baseAddress, letter.count)
            }
            guard count == MemoryLayout.size(ofValue: letter) else { continue }
            return SignalEvent(number: letter.number, isFromTerminal: letter.code == Int32(SI_KERNEL))
        }
    }

    private static func handle(_ event: SignalEvent, _ post: Int32) {
        switch event.number {
        case SIGTSTP: stop(post)
        // Somebody stopped the process without asking it; a shell has its own modes on the terminal meanwhile.
        case SIGCONT: goOn()
        default: if handler.withLock({ $0?(event) }) != true { die(of: event.number) }
        }
    }

    /// The call returns before the whole process stands still: that it goes on is known by the next signal.
    private static func stop(_ post: Int32) {
        var next: SignalEvent?
        let wait = {
            kill(getpid(), SIGSTOP)
            next = Self.next(from: post)
        }
        if let terminal = terminal.withLock({ $0 }) { terminal.suspended(wait) } else { wait() }
        resumed.withLock { $0 }?()
        if let next, next.number != SIGCONT { handle(next, post) }
    }

    private static func goOn() {
        terminal.withLock { $0 }?.suspended {}
        resumed.withLock { $0 }?()
    }

    /// Ends the process by the signal itself, so that its parent sees which.
    private static func die(of number: Int32) {
        terminal.withLock { $0 }?.showInput()
        if number == SIGINT { try? Descriptor.errorOutput.write("\n") }
        signal(number, SIG_DFL)
        kill(getpid(), number)
    }
}

extension Descriptor {
    /// Standard error, through a duplicate that may be closed.
    static var errorOutput: Descriptor { standard(STDERR_FILENO, "standard error") }
    /// Standard output, through a duplicate that may be closed.
    static var output: Descriptor { standard(STDOUT_FILENO, "standard output") }
    /// Standard input, through a duplicate that may be closed.
    static var input: Descriptor { standard(STDIN_FILENO, "standard input") }

    private static func standard(_ number: Int32, _ name: String) -> Descriptor {
        Descriptor(owning: fcntl(number, F_DUPFD_CLOEXEC, 3), path: name)
    }
}
