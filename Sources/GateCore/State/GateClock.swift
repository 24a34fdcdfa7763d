package import GateModel

/// The present time, from the machine or from a test.
package struct GateClock: Sendable {
    private let moment: @Sendable () -> Moment

    package init(reading moment: @escaping @Sendable () -> Moment) { self.moment = moment }

    package func now() -> Moment { moment() }
}
