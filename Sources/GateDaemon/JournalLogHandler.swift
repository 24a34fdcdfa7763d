import GateGuidance
package import GateSystem
public import Logging

/// Writes each message as one journal entry if standard error is connected to the journal. Otherwise, or if journald
/// does not accept the entry, writes one line to standard error with the priority prefix that journald parses
/// (`sd-daemon(3)`).
///
/// A key in capitals becomes only a journal field. Any other key appears in the message, and also becomes a field:
/// `BIOGATE_INVALIDATED_ITEMS` for `invalidatedItems`.
public struct JournalLogHandler: LogHandler {
    public var metadata: Logger.Metadata = [:]
    public var logLevel: Logger.Level = .info
    private let label: String
    private let writer: LogWriter

    package init(label: String, writer: LogWriter) {
        self.label = label
        self.writer = writer
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { _, new in new }
            .map { (key: $0.key, value: "\($0.value)") }.sorted { $0.key < $1.key }
        // Values chosen by others must not be able to start a line or a field.
        let shown = all.filter { !Self.isField($0.key) }.map { " \($0.key)=\($0.value.journalValue)" }
        let message = "\(event.message)".escapingControls + shown.joined()
        let priority = Self.priority(event.level)
        let fields = [
            (name: "MESSAGE", value: message), (name: "PRIORITY", value: "\(priority)"),
            (name: "SYSLOG_IDENTIFIER", value: label),
        ]
        writer.write(
            LogWriter.Entry(
                fields: fields + all.map { (name: Self.field($0.key), value: $0.value) },
                line: "<\(priority)>\(message)\n"))
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

    private static func isField(_ key: String) -> Bool { !key.contains(where: \.isLowercase) }

    private static func field(_ key: String) -> String {
        if isField(key) { return key }
        return "BIOGATE_" + key.map { $0.isUppercase ? "_\($0)" : $0.uppercased() }.joined()
    }
}
