public import GateModel

/// Tells the time: the machine's, or the one that a test lets pass.
public struct GateClock: Sendable {
    private let moment: @Sendable () -> Moment

    package init(reading moment: @escaping @Sendable () -> Moment) { self.moment = moment }

    public func now() -> Moment { moment() }
}
