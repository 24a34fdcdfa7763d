public import ArgumentParser
public import GateModel

// Names are checked as they are parsed, by the model's own rules.

extension ItemName: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

extension Label: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

extension Reason: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

extension ReaderID: ExpressibleByArgument {
    public init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        self.init(rawValue: argument)
    }
}

extension Finger: ExpressibleByArgument {
    /// `right-index`, or the contract's `rightIndex`.
    public init?(argument: String) {
        guard let finger = Self.allCases.first(where: { $0.argument == argument || $0.rawValue == argument }) else {
            return nil
        }
        self = finger
    }

    /// As it is typed: `right-index`.
    var argument: String {
        rawValue.reduce(into: "") { text, character in
            text += character.isUppercase ? "-" + character.lowercased() : String(character)
        }
    }

    public static var allValueStrings: [String] { allCases.map(\.argument) }

    public var defaultValueDescription: String { argument }
}

extension CompletionKind {
    /// What the user has stored.
    static var itemNames: CompletionKind { .shellCommand("biogate list --names 2>/dev/null") }
}
