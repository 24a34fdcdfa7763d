/// How fresh an authentication has to be for each of an app's actions.
///
///     enum BankAction { case payNewRecipient, changePIN, payKnownRecipient, showCard, export }
///     let policy: StepUpPolicy<BankAction> = [
///         .payNewRecipient: .zero, .changePIN: .zero, .payKnownRecipient: .seconds(300),
///         .showCard: .seconds(120), .export: .seconds(300),
///     ]
public struct StepUpPolicy<Action: Hashable & Sendable>: Hashable, Sendable {
    /// What the gate reuses at most.
    public static var longestAge: Duration { .seconds(300) }

    private let ages: [Action: Duration]

    /// Ages in whole seconds: fractions are cut off, what is above 300 s counts as 300 s, what is below zero as zero.
    public init(_ ages: [Action: Duration]) {
        self.ages = ages.mapValues { .seconds(min(max($0, .zero), Self.longestAge).components.seconds) }
    }

    /// How old an authentication may be for the action; zero, which is never reused, where the table does not have it.
    public func maximumAge(for action: Action) -> Duration {
        ages[action] ?? .zero
    }
}

extension StepUpPolicy: ExpressibleByDictionaryLiteral {
    /// Where an action stands twice, the shorter age holds.
    public init(dictionaryLiteral rows: (Action, Duration)...) {
        self.init(Dictionary(rows, uniquingKeysWith: min))
    }
}
