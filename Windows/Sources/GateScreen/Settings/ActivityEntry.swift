// The user's lines in the system's journal, as `journalctl --output=export` writes them.

public import GateModel

/// One line of the journal about the user: which program asked for what, when, and the result.
public struct ActivityEntry: Hashable, Sendable {
    /// The event; the raw value is the journal's `BIOGATE_EVENT`.
    public enum Event: String, CaseIterable, Sendable {
        case granted, denied, enrolled, printsDeleted, printsVanished, templatesTampered
        case pinSet, pinRemoved, fingerprintEnabled, fingerprintDisabled, onboardingAnswered, itemDeleted
        case everythingRevoked, reset, readerCleared, deniedOften, doneOften
    }

    /// The journal's fields of an entry.
    public static let fields = [
        "BIOGATE_EVENT", "BIOGATE_COMMAND", "BIOGATE_APP", "BIOGATE_OPERATION", "BIOGATE_ITEM", "BIOGATE_FACTOR",
        "BIOGATE_ERROR", "BIOGATE_COUNT",
    ]

    public let event: Event
    public let moment: WallTime
    /// The asking app if it is sandboxed, otherwise the program.
    public let program: String?
    public let operation: Operation?
    public let item: String?
    public let factor: Factor?
    /// The error's full name.
    public let error: String?
    /// Set for a line that sums up others.
    public let count: Int?

    /// Nil if the fields are not a line of the service, or one unknown to this version.
    init?(_ fields: [String: String]) {
        guard let event = fields["BIOGATE_EVENT"].flatMap(Event.init),
            let moment = fields["__REALTIME_TIMESTAMP"].flatMap(Int64.init)
        else { return nil }
        self.event = event
        self.moment = WallTime(millisecondsSinceEpoch: moment / 1000)
        program = fields["BIOGATE_APP"] ?? fields["BIOGATE_COMMAND"]
        operation = fields["BIOGATE_OPERATION"].flatMap(Operation.init)
        item = fields["BIOGATE_ITEM"]
        factor = fields["BIOGATE_FACTOR"].flatMap(Factor.init)
        error = fields["BIOGATE_ERROR"]
        count = fields["BIOGATE_COUNT"].flatMap { Int($0) }
    }

    /// Reads entries in the journal's export format: each field is `NAME=value` on a line, or the name, eight bytes of
    /// length and the value if it has bytes that a line cannot hold. An empty line ends an entry. A truncated entry is
    /// left out.
    public static func read(_ bytes: [UInt8]) -> [ActivityEntry] {
        var entries: [ActivityEntry] = []
        var fields: [String: String] = [:]
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = rest[..<end]
            rest = rest[(end + 1)...]
            if line.isEmpty {
                if let entry = ActivityEntry(fields) { entries.append(entry) }
                fields = [:]
            } else if let sign = line.firstIndex(of: UInt8(ascii: "=")) {
                fields[String(decoding: line[..<sign], as: UTF8.self)] =
                    String(decoding: line[(sign + 1)...], as: UTF8.self)
            } else {
                guard let value = takeValue(from: &rest) else { return entries }
                fields[String(decoding: line, as: UTF8.self)] = String(decoding: value, as: UTF8.self)
            }
        }
        if let entry = ActivityEntry(fields) { entries.append(entry) }
        return entries
    }

    /// Eight bytes of length, the lowest first, the value, and a line end; nil if that is incomplete.
    private static func takeValue(from rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard rest.count >= 8 else { return nil }
        let length = rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        rest = rest.dropFirst(8)
        guard length < UInt64(rest.count) else { return nil }
        let value = rest.prefix(Int(length))
        rest = rest.dropFirst(Int(length) + 1)
        return value
    }
}

/// The known requests made in the user's name.
public enum Activity: Hashable, Sendable {
    /// The newest first.
    case entries([ActivityEntry])
    /// The user may not read the journal.
    case forbidden
    /// There is no journal, or nothing of the service is in it.
    case noJournal
}
