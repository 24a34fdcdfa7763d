package import GateModel

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

    /// The members that have a value, in this order. In place of a `nil`, which would be JSON's null, stands `when`.
    package init(present members: KeyValuePairs<String, WireValue?>) {
        var present: [Member] = []
        present.reserveCapacity(members.count)
        for case (let key, let value?) in members { present.append(Member(key: key, value: value)) }
        self.init(present)
    }
}

extension WireValue {
    static func name(_ choice: some RawRepresentable<String>) -> WireValue { .string(choice.rawValue) }

    package static func name<Choice: RawRepresentable<String>>(_ choice: Choice?) -> WireValue? {
        choice.map { .string($0.rawValue) }
    }

    package static func when(_ isPresent: Bool, _ value: WireValue) -> WireValue? { isPresent ? value : .none }

    package static func text(_ text: String?) -> WireValue? { text.map { .string($0) } }

    package static func count(_ number: Int?) -> WireValue? { number.map { .integer(Int64($0)) } }

    package static func number(of user: UserID?) -> WireValue? { user.map { .integer(Int64($0.rawValue)) } }

    static func milliseconds(_ duration: Duration?) -> WireValue? {
        duration.map { .integer($0.millisecondsRoundedUp) }
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
