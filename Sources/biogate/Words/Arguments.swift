public import ArgumentParser
public import GateModel

// Parsed names are checked by the model's own rules.

extension ItemName: ExpressibleByArgument {
    public init?(argument: String) {
        guard let value = ValueRule.itemName.checked(argument, Self.init(_:)) else { return nil }
        self = value
    }
}

extension Label: ExpressibleByArgument {
    public init?(argument: String) {
        guard let value = ValueRule.label.checked(argument, Self.init(_:)) else { return nil }
        self = value
    }
}

extension Reason: ExpressibleByArgument {
    public init?(argument: String) {
        guard let value = ValueRule.reason.checked(argument, Self.init(_:)) else { return nil }
        self = value
    }
}

extension ReaderID: ExpressibleByArgument {
    public init?(argument: String) {
        guard let reader = ValueRule.reader.checked(argument, { $0.isEmpty ? nil : Self(rawValue: $0) }) else {
            return nil
        }
        self = reader
    }
}

extension Finger: ExpressibleByArgument {
    /// Takes `right-index`, or the contract's `rightIndex`.
    public init?(argument: String) {
        guard let finger = ValueRule.finger.checked(argument, Self.init(typed:)) else { return nil }
        self = finger
    }

    init?(typed: String) {
        guard let finger = Self.allCases.first(where: { $0.argument == typed || $0.rawValue == typed }) else {
            return nil
        }
        self = finger
    }

    /// The finger as typed: `right-index`.
    var argument: String { hyphenated }

    public static var allValueStrings: [String] { allCases.map(\.argument) }

    public var defaultValueDescription: String { argument }
}

extension Verb: ExpressibleByArgument {
    /// Takes `sign-in`, or the contract's `signIn`.
    public init?(argument: String) {
        let verb = ValueRule.verb.checked(argument) { argument in
            Self.allCases.first { $0.argument == argument || $0.rawValue == argument }
        }
        guard let verb else { return nil }
        self = verb
    }

    private var argument: String {
        switch self {
        case .confirm, .approve, .pay: rawValue
        case .signIn: "sign-in"
        }
    }

    public static var allValueStrings: [String] { allCases.map(\.argument) }

    public var defaultValueDescription: String { argument }
}

extension CompletionKind {
    /// The names of the user's items.
    static var itemNames: CompletionKind { .shellCommand("biogate list --names 2>/dev/null") }
}
