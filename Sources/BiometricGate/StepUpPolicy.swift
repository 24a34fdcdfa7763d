/// How fresh an authentication has to be for each of an app's actions.
///
///     enum BankAction { case payNewRecipient, changePIN, payKnownRecipient, showCard, export }
///     let policy: StepUpPolicy<BankAction> = [
///         .payNewRecipient: .zero, .changePIN: .zero, .payKnownRecipient: .seconds(300),
///         .showCard: .seconds(120), .export: .seconds(300),
///     ]
public struct StepUpPolicy<Action: Hashable & Sendable>: Hashable, Sendable {
    /// The largest age that the gate reuses.
    public static var longestAge: Duration { .seconds(300) }

    private let ages: [Action: Duration]

    /// Ages in whole seconds: fractions are cut off, and values are limited to 0 to 300 s.
    public init(_ ages: [Action: Duration]) {
        self.ages = ages.mapValues { .seconds(min(max($0, .zero), Self.longestAge).components.seconds) }
    }

    /// The largest age of an authentication for the action; zero, which allows no reuse, for unlisted actions.
    public func maximumAge(for action: Action) -> Duration {
        ages[action] ?? .zero
    }
}

extension StepUpPolicy: ExpressibleByDictionaryLiteral {
    /// For an action listed twice, the shorter age applies.
    public init(dictionaryLiteral rows: (Action, Duration)...) {
        self.init(Dictionary(rows, uniquingKeysWith: min))
    }
}
