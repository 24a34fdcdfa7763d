import GateModel
import GatePolicy
import Testing

@Suite("Scans that only verify") struct VerificationTests {
    @Test("Misses refuse a verification until their wait is over, and for good at the mark")
    func lockout() {
        let limits = PolicyLimits()
        var policy = credentialed()
        for _ in 1..<limits.lockoutFreeFailures { policy.scanMissed(at: moment(0)) }
        #expect(situation(policy).verificationRefusal(at: moment(0)) == nil)
        policy.scanMissed(at: moment(0))
        #expect(situation(policy).verificationRefusal(at: moment(29)) == .lockedOut)
        #expect(situation(policy).verificationRefusal(at: moment(30)) == nil)
        for _ in limits.lockoutFreeFailures..<limits.lockoutPermanentAfter { policy.scanMissed(at: moment(0)) }
        #expect(situation(policy).verificationRefusal(at: moment(1_000_000)) == .lockedOut)
    }

    @Test("A lockout of items refuses nothing at logins once a finger has matched there")
    func itemsLocked() {
        let limits = PolicyLimits()
        var policy = credentialed()
        for _ in 0..<limits.lockoutPermanentAfter {
            policy.scanMissed(at: moment(0))
            policy.scanMatched(isVouched: false, limits)
        }
        #expect(policy.credentialNeeded(limits, at: moment(0)) == .attempts)
        #expect(situation(policy).verificationRefusal(at: moment(0)) == nil)
    }

    @Test("A login owes a credential until one was given in this boot, or in the last 72 hours, where the rule says so")
    func passwordFirst() {
        let hour = 3600.0
        for (rule, policy, now, owes) in [
            (PasswordFirst.never, UserPolicy(), moment(0), false),
            (.never, credentialed(), moment(1000 * hour, boot: "second"), false),
            (.boot, UserPolicy(), moment(0), true),
            (.boot, credentialed(), moment(1000 * hour), false),
            (.boot, credentialed(), moment(1, boot: "second"), true),
            (.threeDays, UserPolicy(), moment(0), true),
            (.threeDays, credentialed(), moment(71 * hour), false),
            (.threeDays, credentialed(), moment(1, boot: "second", wall: 1_700_000_000_000 + 71 * 3_600_000), false),
            (.threeDays, credentialed(), moment(72 * hour), true),
            (.threeDays, credentialed(), moment(1, boot: "second", wall: 1_700_000_000_000 + 72 * 3_600_000), true),
        ] {
            #expect(situation(policy).owesCredential(rule, at: now) == owes, "\(rule) \(now)")
        }
    }

    @Test("The administrator and sleep refuse a verification; rules about items do not")
    func facts() {
        var facts = ready
        facts.fingerprintSwitch = .off
        facts.isInteractive = false
        var limits = PolicyLimits()
        limits.credentialAfterBoot = true
        limits.credentialMaximumAge = .seconds(1)
        let never = situation(UserPolicy(), facts: facts, limits: limits)
        #expect(never.verificationRefusal(at: moment(100)) == nil)
        facts.isSuspending = true
        #expect(situation(facts: facts).verificationRefusal(at: moment(0)) == .suspending)
        facts.isAllowedByAdministrator = false
        #expect(situation(facts: facts).verificationRefusal(at: moment(0)) == .administrator)
    }
}
