import GateSecret
import Glibc
import Synchronization

/// The terminal that the process belongs to, for questions to the user and for what they must not show.
final class Terminal: Sendable {
    /// The longest line that the kernel's line editor hands over, in bytes (termios(3), canonical mode).
    private static let lineLimit = 4096

    private struct Modes {
        /// As they were before input was hidden; nil while it is shown.
        var shown: termios?
        /// Whether a stopped process had hidden the input.
        var isInterrupted = false
    }

    private let device: Descriptor
    private let modes = Mutex(Modes())

    init(device: consuming Descriptor) {
        self.device = device
    }

    deinit {
        showInput()
    }

    /// The controlling terminal; nil without one, where messages do not go to a terminal, or in the background, where
    /// reading would stop the process.
    static func controlling() -> Terminal? {
        guard isatty(STDERR_FILENO) == 1, let device = try? Descriptor.open("/dev/tty", O_RDWR | O_NOCTTY),
            tcgetpgrp(device.number) == getpgrp()
        else { return nil }
        return Terminal(device: device)
    }

    /// Whether standard output is this terminal, or another one.
    static var showsOutput: Bool { isatty(STDOUT_FILENO) == 1 }

    /// How wide the terminal is that standard error goes to; 80 where nobody says (ioctl_tty(2)).
    static var errorColumns: Int {
        var size = winsize()
        // The structure is a local that the call fills in.
        guard unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Ready to read when the user has ended a line.
    var number: Int32 { device.number }

    // MARK: What is typed

    /// Stops showing what is typed; what was typed before is dropped.
    func hideInput() {
        modes.withLock { modes in
            guard modes.shown == nil else { return }
            var now = termios()
            // Both structures are locals, filled by the call.
            guard unsafe tcgetattr(number, &now) == 0 else { return }
            modes.shown = now
            now.c_lflag &= ~tcflag_t(ECHO | ECHOE | ECHOK | ECHONL)
            _ = unsafe tcsetattr(number, TCSAFLUSH, &now)
        }
    }

    /// Shows again what is typed. A line that was begun is dropped: the shell would show it.
    func showInput() {
        modes.withLock { modes in
            guard var shown = modes.shown.take() else { return }
            _ = unsafe tcsetattr(number, TCSAFLUSH, &shown)
        }
    }

    /// For a process that is about to be stopped.
    func interruptHiding() {
        let wasHidden = modes.withLock { $0.shown != nil }
        showInput()
        modes.withLock { $0.isInterrupted = wasHidden }
    }

    /// For a process that goes on.
    func resumeHiding() {
        let mustHide = modes.withLock { modes in
            defer { modes.isInterrupted = false }
            return modes.isInterrupted
        }
        if mustHide { hideInput() }
    }

    // MARK: Lines

    /// Waits for a line, given without its end; nil where the user ended the input (Ctrl-D).
    func readLine() -> SecretBytes? {
        var count = 0
        let room = unsafe SecretBytes(count: Self.lineLimit) { target in
            repeat {
                count = unsafe read(number, target.baseAddress, target.count)
            } while count < 0 && errno == EINTR
        }
        guard count > 0 else { return nil }
        return room.prefix(count).withoutLineEnd()
    }

    /// Asks for a line that is not shown; nil where the user ended the input.
    func readHidden() async -> SecretBytes? {
        hideInput()
        defer { showInput() }
        return await onThread { [self] in SecretBox(readLine()) }.take()
    }

    /// Asks for a line that is shown.
    func readShown() async -> String? {
        guard let line = await onThread({ [self] in SecretBox(readLine()) }).take() else { return nil }
        return unsafe line.withBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }
}
