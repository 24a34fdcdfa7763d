public import GateModel

// Typed readers of a call's parameters, once these fit the interface. Each throws `CallFault.invalidParameter` with the
// key of a parameter whose value breaks a rule that the interface's types cannot say; those without `IfPresent` also
// where it is missing.
extension WireObject {
    /// An item's name (see `ItemName`).
    public func itemName(_ key: String) throws(CallFault) -> ItemName {
        try required(ItemName.init, key)
    }

    /// What the user is shown (see `Reason`).
    public func reason(_ key: String) throws(CallFault) -> Reason {
        try required(Reason.init, key)
    }

    /// What the user is shown (see `Reason`).
    public func reasonIfPresent(_ key: String) throws(CallFault) -> Reason? {
        try optional(Reason.init, key)
    }

    /// What a person calls an item or a print (see `Label`).
    public func labelIfPresent(_ key: String) throws(CallFault) -> Label? {
        try optional(Label.init, key)
    }

    /// The app that an onboarding answer belongs to (see `AppName`).
    public func appNameIfPresent(_ key: String) throws(CallFault) -> AppName? {
        try optional(AppName.init, key)
    }

    /// One of ten fingers.
    public func finger(_ key: String) throws(CallFault) -> Finger {
        try choice(key)
    }

    /// A reader's identifier; any text may be one.
    public func readerID(_ key: String) throws(CallFault) -> ReaderID {
        try required(ReaderID.init(rawValue:), key)
    }

    /// A reader's identifier; any text may be one.
    public func readerIDIfPresent(_ key: String) throws(CallFault) -> ReaderID? {
        try optional(ReaderID.init(rawValue:), key)
    }

    /// A print's identifier; any text may be one.
    public func printID(_ key: String) throws(CallFault) -> PrintID {
        try required(PrintID.init(rawValue:), key)
    }

    /// A waiting call's identifier; any text may be one.
    public func requestIDIfPresent(_ key: String) throws(CallFault) -> RequestID? {
        try optional(RequestID.init(rawValue:), key)
    }

    /// A user's number: 0 to 4294967294, since the largest `uid_t` names nobody.
    public func userIDIfPresent(_ key: String) throws(CallFault) -> UserID? {
        try integerIfPresent(key, in: 0...4_294_967_294).map { UserID(rawValue: UInt32($0)) }
    }

    /// A BCP 47 tag, at most 255 bytes; its form is the reader's matter, who falls back to English.
    public func localeIfPresent(_ key: String) throws(CallFault) -> String? {
        try optional({ $0.utf8.count <= 255 ? $0 : nil }, key)
    }

    /// A switch.
    public func boolIfPresent(_ key: String) throws(CallFault) -> Bool? {
        guard let value = self[key] else { return nil }
        guard let bool = value.boolValue else { throw .invalidParameter(key) }
        return bool
    }

    /// The time that a reader is armed: 1 to 120 s.
    public func timeoutIfPresent(_ key: String) throws(CallFault) -> Duration? {
        try integerIfPresent(key, in: 1...120).map { .seconds($0) }
    }

    /// How old an authentication may be: 0 to 300 s.
    public func maximumAgeIfPresent(_ key: String) throws(CallFault) -> Duration? {
        try integerIfPresent(key, in: 0...300).map { .seconds($0) }
    }

    /// At least one factor, each once, in the contract's order.
    public func factorsIfPresent(_ key: String) throws(CallFault) -> [Factor]? {
        guard let value = self[key] else { return nil }
        guard let factors = Self.factors(value) else { throw .invalidParameter(key) }
        return factors
    }

    /// An item's access: factors as `factorsIfPresent` reads them, an age of 0 to 300 s.
    public func accessIfPresent(_ key: String) throws(CallFault) -> Access? {
        guard let value = self[key] else { return nil }
        guard let object = value.objectValue, let factors = object["factors"].flatMap(Self.factors),
            let enrollment = object.known("enrollment", as: Access.Enrollment.self),
            let age = object["maxAgeSeconds"]?.integerValue, (0...300).contains(age)
        else { throw .invalidParameter(key) }
        return Access(factors: factors, enrollment: enrollment, maximumAge: .seconds(age))
    }

    /// One of the values that a type names as the contract does.
    public func choice<Choice: RawRepresentable<String>>(
        _ key: String, of type: Choice.Type = Choice.self
    ) throws(CallFault) -> Choice {
        try required(Choice.init(rawValue:), key)
    }

    private static func factors(_ value: WireValue) -> [Factor]? {
        guard let values = value.arrayValue, !values.isEmpty else { return nil }
        let factors = values.compactMap { $0.stringValue.flatMap(Factor.init(rawValue:)) }
        guard factors.count == values.count, Set(factors).count == factors.count else { return nil }
        return Factor.allCases.filter(factors.contains)
    }

    private func integerIfPresent(
        _ key: String, in range: ClosedRange<Int64>
    ) throws(CallFault) -> Int64? {
        guard let value = self[key] else { return nil }
        guard let integer = value.integerValue, range.contains(integer) else { throw .invalidParameter(key) }
        return integer
    }

    private func required<Value>(_ make: (String) -> Value?, _ key: String) throws(CallFault) -> Value {
        guard let value = try optional(make, key) else { throw .invalidParameter(key) }
        return value
    }

    private func optional<Value>(_ make: (String) -> Value?, _ key: String) throws(CallFault) -> Value? {
        guard let value = self[key] else { return nil }
        guard let made = value.stringValue.flatMap(make) else { throw .invalidParameter(key) }
        return made
    }
}
