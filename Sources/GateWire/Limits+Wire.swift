public import GateModel

extension Limits {
    /// The contract's `Limits`.
    public var wire: WireObject {
        [
            "attemptsPerCall": .count(attemptsPerCall), "timeoutSeconds": .integer(timeout.secondsRoundedUp),
            "pinMinimumLength": .count(pinMinimumLength), "printsPerUser": .count(printsPerUser),
            "itemsPerUser": .count(itemsPerUser),
        ]
    }

    /// Nil if a member is missing.
    public init?(wire: WireObject) {
        guard let attemptsPerCall = wire.number("attemptsPerCall"), let timeout = wire.number("timeoutSeconds"),
            let pinMinimumLength = wire.number("pinMinimumLength"),
            let printsPerUser = wire.number("printsPerUser"), let itemsPerUser = wire.number("itemsPerUser")
        else { return nil }
        self.init(
            attemptsPerCall: attemptsPerCall, timeout: .seconds(timeout), pinMinimumLength: pinMinimumLength,
            printsPerUser: printsPerUser, itemsPerUser: itemsPerUser)
    }
}
