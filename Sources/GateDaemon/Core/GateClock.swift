public import GateModel

/// The present time, from the machine or from a test.
public struct GateClock: Sendable {
    private let moment: @Sendable () -> Moment

    package init(reading moment: @escaping @Sendable () -> Moment) { self.moment = moment }

    public func now() -> Moment { moment() }
}
