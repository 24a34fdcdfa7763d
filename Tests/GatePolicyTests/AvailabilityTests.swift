import GateModel
import Testing

@testable import GatePolicy

@Suite("Availability")
struct AvailabilityTests {
    let limits = PolicyLimits()

    private func availability(
        _ policy: UserPolicy = credentialed(), _ change: (inout AvailabilityFacts) -> Void = { _ in }
    ) -> Availability {
        var facts = ready
        change(&facts)
        return policy.availability(facts, limits, at: moment(100))
    }

    @Test("The availability is the first applicable state in the contract's order")
    func precedence() {
        var locked = credentialed()
        for _ in 0..<5 { locked.scanMissed(at: moment(100)) }
        var permanent = locked
        for _ in 0..<15 { permanent.scanMissed(at: moment(100)) }
        let unplug = { (facts: inout AvailabilityFacts) in facts.hardware = .noReader }
        #expect(availability() == .available)
        #expect(
            availability(permanent) {
                $0.hasPrints = false; unplug(&$0)
            } == .noHardware)
        #expect(
            availability(permanent) {
                $0.fingerprintSwitch = .off; $0.hasPrints = false
            } == .disabled)
        #expect(availability(permanent) { $0.hasPrints = false } == .notEnrolled(printsVanished: false))
        #expect(
            availability {
                $0.hasPrints = false; $0.printsVanished = true
            } == .notEnrolled(printsVanished: true))
        #expect(availability(permanent, unplug) == .lockoutPermanent(.attempts))
        #expect(availability(locked, unplug) == .lockout(retryAfter: .seconds(30)))
        #expect(availability(credentialed(), unplug) == .hardwareUnavailable(.disconnected, retryAfter: nil))
        #expect(availability { $0.hardware = .noReaderWithPrints } == .notEnrolled(printsVanished: false))
    }

    @Test("A switch that was never set is not off")
    func unset() {
        #expect(availability { $0.fingerprintSwitch = .unset } == .available)
    }

    @Test(
        "The hardware's state is reported",
        arguments: [
            (Reader.State.ready, nil), (.busy, nil), (.inUse, HardwareReason.inUse), (.suspended, .suspended),
            (.overheated, .overheated), (.faulted, .faulted),
        ])
    func hardware(state: Reader.State, reason: HardwareReason?) {
        let told = availability { $0.hardware = .reader(state, retryAfter: .seconds(7)) }
        #expect(told == (reason.map { .hardwareUnavailable($0, retryAfter: .seconds(7)) } ?? .available))
    }

    @Test("The administrator's switch, a suspend and a session that cannot be asked are told apart")
    func conditions() {
        #expect(
            availability { $0.isAllowedByAdministrator = false }
                == .hardwareUnavailable(.administrator, retryAfter: nil))
        #expect(availability { $0.isSuspending = true } == .hardwareUnavailable(.suspended, retryAfter: nil))
        #expect(availability { $0.isInteractive = false } == .hardwareUnavailable(.notInteractive, retryAfter: nil))
    }
}
