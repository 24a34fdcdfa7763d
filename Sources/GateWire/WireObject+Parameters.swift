public import GateModel

// Typed readers of a call's checked parameters. Each throws `CallFault.invalidParameter`, with the key and the rule,
// for a value that breaks a rule beyond the interface's types; those without `IfPresent` also for a missing parameter.
extension WireObject {
    /// An item's name (see `ItemName`).
    public func itemName(_ key: String) throws(CallFault) -> ItemName {
        try required(ItemName.init, key, Self.nameRule)
    }

    /// The text shown to the user (see `Reason`).
    /// 2 to 16 names of items, each once. A name given again is named by its place.
    public func itemNames(_ key: String) throws(CallFault) -> [ItemName] {
        guard let value = self[key] else { throw .missing(key) }
        guard let values = value.arrayValue, (2...16).contains(values.count) else {
            throw Self.fault(key, "2 to 16 names")
        }
        var names: [ItemName] = []
        for (index, value) in values.enumerated() {
            guard let name = value.stringValue.flatMap(ItemName.init) else {
                throw Self.fault("\(key)[\(index)]", Self.nameRule)
            }
            guard !names.contains(name) else { throw Self.fault("\(key)[\(index)]", "a name that is given once") }
            names.append(name)
        }
        return names
    }

    public func reason(_ key: String) throws(CallFault) -> Reason {
        try required(Reason.init, key, Self.textRule)
    }

    /// The text shown to the user (see `Reason`).
    public func reasonIfPresent(_ key: String) throws(CallFault) -> Reason? {
        try optional(Reason.init, key, Self.textRule)
    }

    /// A person's name for an item or a print (see `Label`).
    public func labelIfPresent(_ key: String) throws(CallFault) -> Label? {
        try optional(Label.init, key, Self.textRule)
    }

    /// The app that an onboarding answer belongs to (see `AppName`).
    public func appNameIfPresent(_ key: String) throws(CallFault) -> AppName? {
        try optional(AppName.init, key, Self.nameRule)
    }

    /// A window of the calling program (see `WindowHandle`).
    public func windowIfPresent(_ key: String) throws(CallFault) -> WindowHandle? {
        try optional(WindowHandle.init, key, "x11: and hexadecimal digits, or wayland: and a handle; at most 255 bytes")
    }

    /// The token that lets a window take the keyboard focus (see `ActivationToken`).
    public func activationTokenIfPresent(_ key: String) throws(CallFault) -> ActivationToken? {
        try optional(ActivationToken.init, key, Self.nameRule)
    }

    public func finger(_ key: String) throws(CallFault) -> Finger {
        try choice(key)
    }

    /// A reader's identifier; any text of at most 255 bytes.
    public func readerID(_ key: String) throws(CallFault) -> ReaderID {
        try required(Self.id, key, Self.idRule)
    }

    /// A reader's identifier; any text of at most 255 bytes.
    public func readerIDIfPresent(_ key: String) throws(CallFault) -> ReaderID? {
        try optional(Self.id, key, Self.idRule)
    }

    /// A print's identifier; any text of at most 255 bytes.
    public func printID(_ key: String) throws(CallFault) -> PrintID {
        try required(Self.id, key, Self.idRule)
    }

    /// The prints that one call may name: more than a user has.
    private static let printsAtOnce = 64

    /// Prints' identifiers, 1 to 100.
    public func printIDs(_ key: String) throws(CallFault) -> Set<PrintID> {
        guard let value = self[key] else { throw .missing(key) }
        let rule = "1 to \(Self.printsAtOnce), each \(Self.idRule)"
        guard let values = value.arrayValue, 1...Self.printsAtOnce ~= values.count else { throw Self.fault(key, rule) }
        let ids: [PrintID] = values.compactMap { $0.stringValue.flatMap(Self.id) }
        guard ids.count == values.count else { throw Self.fault(key, rule) }
        return Set(ids)
    }

    /// A waiting call's identifier; any text of at most 255 bytes.
    public func requestIDIfPresent(_ key: String) throws(CallFault) -> RequestID? {
        try optional(Self.id, key, Self.idRule)
    }

    /// A user's number: 0 to 4294967294; the largest `uid_t` is no user.
    public func userIDIfPresent(_ key: String) throws(CallFault) -> UserID? {
        try integerIfPresent(key, in: 0...4_294_967_294).map { UserID(rawValue: UInt32($0)) }
    }

    /// A BCP 47 tag, at most 255 bytes. Its form is not checked: an unknown one falls back to English.
    public func localeIfPresent(_ key: String) throws(CallFault) -> String? {
        try optional({ $0.utf8.count <= 255 ? $0 : nil }, key, "at most 255 bytes")
    }

    public func boolIfPresent(_ key: String) throws(CallFault) -> Bool? {
        guard let value = self[key] else { return nil }
        guard let bool = value.boolValue else { throw Self.fault(key, "true or false") }
        return bool
    }

    /// How long a reader stays armed: 1 to 120 s.
    public func timeoutIfPresent(_ key: String) throws(CallFault) -> Duration? {
        try integerIfPresent(key, in: 1...120).map { .seconds($0) }
    }

    /// The longest wait for anything but the user: 1 to 600 s.
    public func waitIfPresent(_ key: String) throws(CallFault) -> Duration? {
        try integerIfPresent(key, in: 1...600).map { .seconds($0) }
    }

    /// How many good scans may miss in the call: 1 to `most`.
    public func attemptsIfPresent(_ key: String, upTo most: Int) throws(CallFault) -> Int? {
        try integerIfPresent(key, in: 1...Int64(most)).map { Int($0) }
    }

    /// A process by its number and start time, of any user; it need not run.
    public func runningProcessIfPresent(_ key: String) throws(CallFault) -> RunningProcess? {
        guard let value = self[key] else { return nil }
        guard let process = value.objectValue else { throw Self.fault(key, "an object") }
        do throws(CallFault) {
            guard let id = try process.integerIfPresent("processId", in: 1...Int64(Int32.max)) else {
                throw .missing("processId")
            }
            guard let startTime = try process.integerIfPresent("startTime", in: 0...Int64.max) else {
                throw .missing("startTime")
            }
            return RunningProcess(id: ProcessID(rawValue: Int32(id)), startTime: UInt64(startTime))
        } catch .invalidParameter(let fault, let oneway) {
            throw .invalidParameter(fault.inside(key), oneway: oneway)
        }
    }

    /// The largest age of an authentication: 0 to 300 s.
    public func maximumAgeIfPresent(_ key: String) throws(CallFault) -> Duration? {
        try integerIfPresent(key, in: 0...300).map { .seconds($0) }
    }

    /// At least one factor, each once, in the contract's order.
    public func factorsIfPresent(_ key: String) throws(CallFault) -> [Factor]? {
        guard let value = self[key] else { return nil }
        guard let factors = Self.factors(value) else {
            throw Self.fault(key, "at least one of \(ParameterFault.list(Factor.allCases.map(\.rawValue))), none twice")
        }
        return factors
    }

    /// An item's access (`AccessChoice`), with factors as in `factorsIfPresent` and an age of 0 to 300 s. By default it
    /// is the fingerprint alone, the current enrolment and an age of zero.
    public func accessIfPresent(_ key: String) throws(CallFault) -> Access? {
        guard let value = self[key] else { return nil }
        guard let choice = value.objectValue else { throw Self.fault(key, "an object") }
        let standard = Access()
        do throws(CallFault) {
            let access = Access(
                factors: try choice.factorsIfPresent("factors") ?? standard.factors,
                enrollment: try choice.choiceIfPresent("enrollment") ?? standard.enrollment,
                maximumAge: try choice.maximumAgeIfPresent("maxAgeSeconds") ?? standard.maximumAge,
                openers: try choice.openersIfPresent("openers") ?? standard.openers,
                reusesPIN: try choice.boolIfPresent("reusePIN") ?? standard.reusesPIN,
                opensAlone: try choice.boolIfPresent("alone") ?? standard.opensAlone)
            guard access.openers == standard.openers || access == .login else {
                throw Self.fault("openers", "[\"system\"] only with the fingerprint alone, current, and no age")
            }
            return access
        } catch .invalidParameter(let fault, let oneway) {
            throw .invalidParameter(fault.inside(key), oneway: oneway)
        }
    }

    /// Who may open an item: exactly one of them.
    public func openersIfPresent(_ key: String) throws(CallFault) -> [Access.Opener]? {
        guard let value = self[key] else { return nil }
        let openers = value.arrayValue?.map { $0.stringValue.flatMap(Access.Opener.init(rawValue:)) } ?? []
        guard openers.count == 1, let opener = openers[0] else { throw Self.fault(key, "[\"user\"] or [\"system\"]") }
        return [opener]
    }

    /// The value with the contract's name.
    public func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ key: String, of type: Choice.Type = Choice.self
    ) throws(CallFault) -> Choice {
        guard let choice = try choiceIfPresent(key, of: type) else { throw .missing(key) }
        return choice
    }

    /// The value with the contract's name.
    public func choiceIfPresent<Choice: RawRepresentable<String> & CaseIterable>(
        _ key: String, of type: Choice.Type = Choice.self
    ) throws(CallFault) -> Choice? {
        try optional(
            Choice.init(rawValue:), key, "one of \(ParameterFault.list(Choice.allCases.map(\.rawValue)))")
    }

    /// Comparing two such texts can take time quadratic in their length.
    private static func id<ID: RawRepresentable<String>>(_ text: String) -> ID? {
        text.utf8.count <= 255 ? ID(rawValue: text) : nil
    }

    /// Bytes that are not secret, in base64: at least one, at most `most`.
    public func bytes(_ key: String, atMost most: Int) throws(CallFault) -> [UInt8] {
        guard let bytes = try bytesIfPresent(key, atMost: most) else { throw .missing(key) }
        return bytes
    }

    /// Bytes that are not secret, in base64: at least one, at most `most`.
    public func bytesIfPresent(_ key: String, atMost most: Int) throws(CallFault) -> [UInt8]? {
        try optional({ Self.bytes($0, atMost: most) }, key, Self.bytesRule(most))
    }

    /// At most `count` byte strings in base64, each at least one and at most `most` bytes; empty if absent.
    public func bytesList(_ key: String, count: Int, atMost most: Int) throws(CallFault) -> [[UInt8]] {
        guard let value = self[key] else { return [] }
        let rule = "at most \(count), each \(Self.bytesRule(most))"
        guard let values = value.arrayValue, values.count <= count else { throw Self.fault(key, rule) }
        let all = values.compactMap { $0.stringValue.flatMap { Self.bytes($0, atMost: most) } }
        guard all.count == values.count else { throw Self.fault(key, rule) }
        return all
    }

    /// At most `count` texts, each of at most 255 bytes; empty if absent.
    public func textList(_ key: String, count: Int) throws(CallFault) -> [String] {
        guard let value = self[key] else { return [] }
        let rule = "at most \(count), each \(Self.idRule)"
        guard let values = value.arrayValue, values.count <= count else { throw Self.fault(key, rule) }
        let texts = values.compactMap(\.stringValue).filter { $0.utf8.count <= 255 }
        guard texts.count == values.count else { throw Self.fault(key, rule) }
        return texts
    }

    /// A key's destinations, at most `SSHDestination.limit`; empty removes all.
    public func destinations(_ key: String) throws(CallFault) -> [SSHDestination] {
        guard let value = self[key] else { throw .missing(key) }
        guard let values = value.arrayValue, values.count <= SSHDestination.limit else {
            throw Self.fault(key, "at most \(SSHDestination.limit) destinations")
        }
        let all = values.compactMap { $0.objectValue.flatMap(SSHDestination.init(wire:)) }
        guard all.count == values.count else {
            throw Self.fault(key, "each a name, a key in base64, and a user of ASCII letters, digits and marks")
        }
        return all
    }

    private static func bytes(_ text: String, atMost most: Int) -> [UInt8]? {
        guard let bytes = Base64.decode(text), (1...most).contains(bytes.count) else { return nil }
        return bytes
    }

    private static func bytesRule(_ most: Int) -> String { "1 to \(most) bytes in base64 with padding" }

    private static let nameRule = "1 to 255 bytes of UTF-8 without control characters"
    private static let textRule = "1 to 200 characters, no control characters"
    private static let idRule = "a string of at most 255 bytes"

    static func fault(_ key: String, _ rule: String) -> CallFault {
        .invalidParameter(ParameterFault(key, rule))
    }

    private static func factors(_ value: WireValue) -> [Factor]? {
        guard let values = value.arrayValue, !values.isEmpty else { return nil }
        let factors = values.compactMap { $0.stringValue.flatMap(Factor.init(rawValue:)) }
        guard factors.count == values.count, Set(factors).count == factors.count else { return nil }
        return Factor.allCases.filter(factors.contains)
    }

    func integerIfPresent(
        _ key: String, in range: ClosedRange<Int64>
    ) throws(CallFault) -> Int64? {
        guard let value = self[key] else { return nil }
        guard let integer = value.integerValue, range.contains(integer) else {
            throw Self.fault(key, "\(range.lowerBound) to \(range.upperBound)")
        }
        return integer
    }

    func required<Value>(
        _ make: (String) -> Value?, _ key: String, _ rule: String
    ) throws(CallFault) -> Value {
        guard let value = try optional(make, key, rule) else { throw .missing(key) }
        return value
    }

    func optional<Value>(
        _ make: (String) -> Value?, _ key: String, _ rule: String
    ) throws(CallFault) -> Value? {
        guard let value = self[key] else { return nil }
        guard let made = value.stringValue.flatMap(make) else { throw Self.fault(key, rule) }
        return made
    }
}
