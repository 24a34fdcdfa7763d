import Glibc
public import Logging

/// Writes one line for each message to standard error, with the priority that journald reads (`sd-daemon(3)`).
public struct JournalLogHandler: LogHandler {
    public var metadata: Logger.Metadata = [:]
    public var logLevel: Logger.Level = .info

    public init(label: String) {}

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { _, new in new }
        let fields = all.sorted { $0.key < $1.key }.map { " \($0.key)=\(Self.quoted("\($0.value)"))" }
        let line = "<\(Self.priority(event.level))>\(Self.oneLine("\(event.message)"))\(fields.joined())\n"
        let bytes = Array(line.utf8)
        // One write a line, so that lines of several threads do not mix (write(2) to a pipe or a terminal).
        _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
    }

    /// The priority of syslog(3).
    private static func priority(_ level: Logger.Level) -> Int {
        switch level {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }

    /// Values that others chose cannot begin a line or a field of their own.
    private static func quoted(_ value: String) -> String {
        let isPlain = !value.isEmpty && value.unicodeScalars.allSatisfy { $0.value > 0x20 && $0 != "\"" && $0 != "=" }
        return isPlain ? oneLine(value) : "\"" + oneLine(value.replacing("\"")) + "\""
    }

    private static func oneLine(_ text: String) -> String {
        String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }
}

extension String {
    /// This text with a character doubled wherever it stands.
    fileprivate func replacing(_ character: Character) -> String {
        map { $0 == character ? "\($0)\($0)" : "\($0)" }.joined()
    }
}
