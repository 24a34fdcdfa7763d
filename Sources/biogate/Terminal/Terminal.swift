import GateSecret
import GateSystem
import Glibc
import Synchronization

/// The terminal that the process belongs to, for questions to the user and for what they must not show.
final class Terminal: Sendable {
    /// The longest line that the kernel's line editor hands over, in bytes (termios(3), canonical mode).
    private static let lineLimit = 4096

    private struct Modes {
        /// As they were before input was hidden; nil while it is shown.
        var shown: termios?
        /// How often a stopped process went on; what was typed before counts no more.
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
    static func controlling() -> Terminal? {
        guard let device = try? Descriptor.open("/dev/tty", O_RDWR | O_NOCTTY), tcgetpgrp(device.number) == getpgrp()
        else { return nil }
        return Terminal(device: device)
    }

    /// Shows a text; what cannot be shown is nobody's to read.
    func show(_ text: String) { try? device.write(text) }

    var columns: Int { Self.columns(of: number) }

    /// Whether standard output is this terminal, or another one.
    static var showsOutput: Bool { isatty(STDOUT_FILENO) == 1 }

    /// How wide the terminal is that standard error goes to.
    static var errorColumns: Int { columns(of: STDERR_FILENO) }

    /// 80 where the terminal does not say (ioctl_tty(2)).
    private static func columns(of terminal: Int32) -> Int {
        var size = winsize()
        // The structure is a local that the call fills in.
        guard unsafe ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    private var number: Int32 { device.number }

    // MARK: What is typed

    /// Stops showing what is typed, and editing it in lines; what was typed before is dropped.
    func hideInput() {
        modes.withLock { hide(&$0) }
    }

    /// Shows again what is typed. What was typed and not read is dropped: the shell would show it.
    func showInput() {
        modes.withLock { show(&$0) }
    }

    /// Shows what is typed while `body` has the process stopped, and hides it again before anything more is read.
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
        // Both structures are locals, filled by the call.
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

    /// Waits for a line while input is hidden, without its end; nil where the user ended the input (Ctrl-D), or where
    /// `wake` could be read first. `onKey` is told that somebody types, with each key.
    func readHiddenLine(until wake: Int32 = -1, onKey: () -> Void = {}) -> SecretBytes? {
        var line = HiddenLine(modes.withLock { $0.shown.map(HiddenLine.Keys.init) } ?? HiddenLine.Keys())
        let room = unsafe SecretBytes(count: Self.lineLimit) { target in
            var resumptions = modes.withLock(\.resumptions)
            while let (key, since) = key(until: wake) {
                if since != resumptions { line.clear() }
                resumptions = since
                onKey()
                guard unsafe line.take(key, in: target) == .goesOn else { return }
            }
            line.isEnded = true
        }
        return line.isEnded ? nil : room.prefix(line.count)
    }

    /// The next key, and how often the process had been stopped before it; nil where `wake` could be read first, or the
    /// terminal is gone.
    private func key(until wake: Int32) -> (UInt8, Int)? {
        while true {
            var watched = [
                pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
                pollfd(fd: number, events: Int16(POLLIN), revents: 0),
            ]
            // The array is the call's alone, and its length is passed with it.
            guard unsafe poll(&watched, nfds_t(watched.count), -1) > 0 else { continue }
            if watched[0].revents != 0 { return nil }
            let read: (key: UInt8, Int)?? = modes.withLock { modes in
                var key: UInt8 = 0
                // While the lock was waited for, the process may have been stopped, and what was typed dropped.
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

    /// Asks for a line that is not shown, by `prompt`; nil where the user ended the input.
    func readHidden(after prompt: () -> Void) async -> SecretBytes? {
        hideInput()
        defer { showInput() }
        // Whoever types as soon as it is seen is not shown, and loses nothing.
        prompt()
        return await onThread { [self] in SecretBox(readHiddenLine()) }.take()
    }

    /// Asks for a line that is shown.
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
