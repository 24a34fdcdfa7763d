import Foundation

/// The terminal, or the pipe, that the customer types into.
struct Console {
    private var lines: AsyncStream<String>.Iterator

    init() {
        let (stream, continuation) = AsyncStream<String>.makeStream()
        // Reading blocks, so it has its own thread, which ends with the process. It avoids readLine(), which locks C's
        // standard input: exit() waits for this lock since glibc 2.41.
        Thread.detachNewThread {
            var waiting = Data()
            while case let bytes = FileHandle.standardInput.availableData, !bytes.isEmpty {
                waiting += bytes
                while let end = waiting.firstIndex(of: UInt8(ascii: "\n")) {
                    continuation.yield(String(decoding: waiting[..<end], as: UTF8.self))
                    waiting = Data(waiting[waiting.index(after: end)...])
                }
            }
            if !waiting.isEmpty { continuation.yield(String(decoding: waiting, as: UTF8.self)) }
            continuation.finish()
        }
        lines = stream.makeAsyncIterator()
    }

    /// The next line; nil at the end of the input.
    mutating func line(_ prompt: String) async -> String? {
        say(prompt, end: "")
        return await lines.next(isolation: #isolation)
    }

    /// The next line, which a terminal does not show.
    mutating func hiddenLine(_ prompt: String) async -> String? {
        let shown = Echo.off()
        defer {
            shown?.restore()
            say("")
        }
        return await line(prompt)
    }

    func say(_ text: String, end: String = "\n") {
        Self.show(text, end: end)
    }

    /// Unbuffered: C's streams would show text too late, and flushing them waits for the reader of a pipe.
    static func show(_ text: String, end: String = "\n") {
        let bytes = Array((text + end).utf8)
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { return }
            written += max(0, count)
        }
    }
}

/// Restores a terminal's settings.
private struct Echo {
    private let settings: termios

    /// Nil if the input is not a terminal.
    static func off() -> Echo? {
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
        let before = Echo(settings: settings)
        settings.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
        return before
    }

    func restore() {
        var settings = settings
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
    }
}
