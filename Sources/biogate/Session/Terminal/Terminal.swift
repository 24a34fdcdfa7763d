import GateSecret
import GateSystem
import Glibc
import Synchronization

/// The process's terminal, for questions to the user and hidden input.
final class Terminal: Sendable {
    /// The longest line of the kernel's line editor, in bytes (termios(3), canonical mode).
    private static let lineLimit = 4096

    private struct Modes {
        /// The modes before input was hidden; nil while it is shown.
        var shown: termios?
        /// How often a stopped process went on; input typed before is void.
        var resumptions = 0
    }

    private let device: Descriptor
    private let modes = Mutex(Modes())

    init(device: consuming Descriptor) {
        self.device = device
    }

    deinit {
        showInput()
    }

    /// The controlling terminal; nil without one, or in the background, where reading would stop the process.
    ///
    /// `su -c` takes the controlling terminal away and leaves it as standard input and error: then that is used.
    static func controlling() -> Terminal? {
        guard let device = try? Descriptor.open("/dev/tty", O_RDWR | O_NOCTTY) else { return left() }
        guard tcgetpgrp(device.number) == getpgrp() else { return nil }
        return Terminal(device: device)
    }

    private static func left() -> Terminal? {
        // A process without a controlling terminal is in no terminal's foreground or background.
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
        let copy = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
        return copy < 0 ? nil : Terminal(device: Descriptor(owning: copy, path: "standard input"))
    }

    /// Shows a text; ignores failures to write.
    func show(_ text: String) { try? device.write(text) }

    var columns: Int { Self.columns(of: number) }

    /// Whether standard output is this terminal, or another one.
    static var showsOutput: Bool { isatty(STDOUT_FILENO) == 1 }

    /// The width of standard error's terminal.
    static var errorColumns: Int { columns(of: STDERR_FILENO) }

    /// 80 if the terminal does not tell (ioctl_tty(2)).
    private static func columns(of terminal: Int32) -> Int {
        var size = winsize()
        // The structure is a local that the call fills in.
        guard unsafe ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    private var number: Int32 { device.number }

    // MARK: Hidden input

    /// Stops echo and line editing; drops earlier input.
    func hideInput() {
        modes.withLock { hide(&$0) }
    }

    /// Restores echo. Drops unread input, which the shell would show.
    func showInput() {
        modes.withLock { show(&$0) }
    }

    /// Shows input while `body` keeps the process stopped, and hides it before any further read.
    func suspended(_ body: () -> Void) {
        modes.withLock { modes in
            let wasHidden = modes.shown != nil
            show(&modes)
            body()
            modes.resumptions += 1
            if wasHidden { hide(&modes) }
        }
    }

    private func hide(_ modes: inout Modes) {
        var now = termios()
        // Both structures are locals that the call fills in.
        guard modes.shown == nil, unsafe tcgetattr(number, &now) == 0 else { return }
        modes.shown = now
        now.c_lflag &= ~tcflag_t(ECHO | ECHOE | ECHOK | ECHONL | ICANON)
        _ = unsafe tcsetattr(number, TCSAFLUSH, &now)
    }

    private func show(_ modes: inout Modes) {
        guard var shown = modes.shown.take() else { return }
        _ = unsafe tcsetattr(number, TCSAFLUSH, &shown)
    }

    // MARK: Lines

    /// Waits for a hidden line and returns it without its end; nil if the user ended the input (Ctrl-D), or `wake`
    /// became readable first. Calls `onKey` for each key, which says whether the key counts.
    func readHiddenLine(until wake: Int32 = -1, onKey: () -> Bool = { true }) -> SecretBytes? {
        var line = HiddenLine(modes.withLock { $0.shown.map(HiddenLine.Keys.init) } ?? HiddenLine.Keys())
        let room = unsafe SecretBytes(count: Self.lineLimit) { target in
            var resumptions = modes.withLock(\.resumptions)
            while let (key, since) = key(until: wake) {
                if since != resumptions { line.clear() }
                resumptions = since
                guard onKey() else { continue }
                guard unsafe line.take(key, in: target) == .goesOn else { return }
            }
            line.isEnded = true
        }
        return line.isEnded ? nil : room.prefix(line.count)
    }

    /// The next key, with the number of earlier stops of the process; nil if `wake` became readable first, or the
    /// terminal is gone.
    private func key(until wake: Int32) -> (UInt8, Int)? {
        while true {
            var watched = [
                pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
                pollfd(fd: number, events: Int16(POLLIN), revents: 0),
            ]
            // The array belongs to the call alone; its length is passed with it.
            guard unsafe poll(&watched, nfds_t(watched.count), -1) > 0 else { continue }
            if watched[0].revents != 0 { return nil }
            let read: (key: UInt8, Int)?? = modes.withLock { modes in
                var key: UInt8 = 0
                // While the lock was awaited, the process may have been stopped and its input dropped.
                var terminal = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
                guard unsafe poll(&terminal, 1, 0) > 0 else { return .some(nil) }
                // One byte of room.
                let count = unsafe Glibc.read(number, &key, 1)
                if count < 0 && errno == EINTR { return .some(nil) }
                return count == 1 ? (key, modes.resumptions) : .none
            }
            switch read {
            case .none: return nil
            case .some(.none): continue
            case .some(.some(let read)): return read
            }
        }
    }

    /// Shows a prompt by `prompt` and reads a hidden line; nil if the user ended the input.
    func readHidden(after prompt: () -> Void) async -> SecretBytes? {
        hideInput()
        defer { showInput() }
        // Echo is off before the prompt is shown, so early input is neither shown nor lost.
        prompt()
        return await onThread { [self] in SecretBox(readHiddenLine()) }.take()
    }

    /// Reads a line that is shown.
    func readShown() async -> String? {
        guard let line = await onThread({ [self] in SecretBox(readShownLine()) }).take() else { return nil }
        return unsafe line.withBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }

    private func readShownLine() -> SecretBytes? {
        var count = 0
        let room = unsafe SecretBytes(count: Self.lineLimit) { target in
            repeat {
                count = unsafe read(number, target.baseAddress, target.count)
            } while count < 0 && errno == EINTR
        }
        guard count > 0 else { return nil }
        return room.prefix(count).withoutLineEnd()
    }
}
