import GateSystem
import Glibc
import Synchronization

/// A signal from outside.
struct SignalEvent {
    let number: Int32
    /// Whether the terminal's keys sent it, and so to every process of the group.
    let isFromTerminal: Bool
}

/// Handles the signals that end or stop a process on one thread, so that the terminal's modes are restored.
enum Signals {
    private static let wanted = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT]
    private static let handler = Mutex<(@Sendable (SignalEvent) -> Bool)?>(nil)
    private static let terminal = Mutex<Terminal?>(nil)
    /// Called when a stopped process goes on.
    private static let resumed = Mutex<(@Sendable () -> Void)?>(nil)
    /// The handler writes each signal here for the thread to read.
    private static let mailbox = Atomic<Int32>(-1)

    /// The initial state, passed on to programs that the user names.
    static let atStart = SignalState.current()

    /// Call it once, on the main thread, before the concurrency pool starts and before the user is asked anything.
    static func start() {
        _ = atStart
        guard let ends = try? Descriptor.pipe() else { return }
        mailbox.store(ends.writer, ordering: .releasing)
        let post = ends.reader
        let thread = startThread { read(from: post) }
        pthread_detach(thread)
        // Signals that the parent ignored (nohup, a shell's background) stay ignored.
        for number in wanted where !SignalState.isIgnored(number) { install(number) }
    }

    /// Sets the terminal to restore before the process ends or stops. `resumed` is called when a stopped process goes
    /// on; hidden input is hidden again then.
    static func protect(_ terminal: Terminal?, resumed: @escaping @Sendable () -> Void) {
        Self.terminal.withLock { $0 = terminal }
        Self.resumed.withLock { $0 = resumed }
    }

    /// Passes ending signals to `handler`, which returns whether it took one; nil takes none.
    static func handle(_ handler: (@Sendable (SignalEvent) -> Bool)?) {
        Self.handler.withLock { $0 = handler }
    }

    /// The handler does only what signal-safety(7) allows.
    private static func install(_ number: Int32) {
        var action = sigaction()
        action.sa_flags = SA_RESTART | SA_SIGINFO
        unsafe action.__sigaction_handler.sa_sigaction = { number, info, _ in
            // The interrupted code may be about to read it.
            let interrupted = errno
            defer { errno = interrupted }
            let code = unsafe info.map { unsafe $0.pointee.si_code } ?? 0
            var letter = (number, code)
            // Eight bytes are written at once or not at all (pipe(7)); a full pipe holds enough of them.
            _ = unsafe withUnsafeBytes(of: &letter) { letter in
                unsafe write(Signals.mailbox.load(ordering: .acquiring), letter.baseAddress, letter.count)
            }
        }
        // The structure is a local that the call reads.
        _ = unsafe sigaction(number, &action, nil)
    }

    private static func read(from post: Int32) {
        while true { handle(next(from: post), post) }
    }

    private static func next(from post: Int32) -> SignalEvent {
        while true {
            var letter: (number: Int32, code: Int32) = (0, 0)
            // Room for the handler's bytes.
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
        // Another process stopped this one without asking; meanwhile a shell set its own modes on the terminal.
        case SIGCONT: goOn()
        default: if handler.withLock({ $0?(event) }) != true { die(of: event.number) }
        }
    }

    /// The call returns before the whole process has stopped: the next signal shows that it goes on.
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

    /// Ends the process by the signal itself, which its parent sees.
    private static func die(of number: Int32) {
        terminal.withLock { $0 }?.showInput()
        if number == SIGINT { try? Descriptor.errorOutput.write("\n") }
        signal(number, SIG_DFL)
        kill(getpid(), number)
    }
}
