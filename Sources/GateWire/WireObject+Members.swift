internal import GateModel

// Readers shared by the model's conversions: a missing member, or one with an unknown value, is nil.
extension WireObject {
    func text(_ key: String) -> String? { self[key]?.stringValue }

    func bool(_ key: String) -> Bool? { self[key]?.boolValue }

    func number(_ key: String) -> Int? { self[key]?.integerValue.flatMap(Int.init(exactly:)) }

    func object(_ key: String) -> WireObject? { self[key]?.objectValue }

    func time(_ key: String) -> WallTime? { text(key).flatMap(WallTime.init(rfc3339:)) }

    func milliseconds(_ key: String) -> Duration? { self[key]?.integerValue.map { .milliseconds($0) } }

    /// The value with the contract's name.
    func known<Choice: RawRepresentable<String>>(_ key: String, as type: Choice.Type = Choice.self) -> Choice? {
        text(key).flatMap(Choice.init(name:))
    }

    /// The factors known to this version; empty without such a member.
    func knownFactors(_ key: String) -> [Factor] {
        self[key]?.arrayValue?.compactMap { $0.stringValue.flatMap(Factor.init(name:)) } ?? []
    }

    mutating func append(_ key: String, milliseconds duration: Duration?) {
        append(key, duration.map { .integer($0.millisecondsRoundedUp) })
    }
}

extension WireValue {
    static func name(_ choice: some RawRepresentable<String>) -> WireValue { .string(choice.rawValue) }

    static func name<Choice: RawRepresentable<String>>(_ choice: Choice?) -> WireValue? {
        choice.map { .string($0.rawValue) }
    }

    static func names(_ choices: some Sequence<some RawRepresentable<String>>) -> WireValue {
        .array(choices.map { .string($0.rawValue) })
    }

    static func count(_ number: Int) -> WireValue { .integer(Int64(number)) }
}

extension RawRepresentable<String> {
    /// The value of that name. No name exceeds 64 bytes, which bounds the cost of comparing combining marks.
    init?(name: String) {
        guard name.utf8.count <= 64 else { return nil }
        self.init(rawValue: name)
    }
}
