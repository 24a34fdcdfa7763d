import GateModel
import SeededRandom
import Testing

@_spi(Evidence) @testable import GatePolicy

@Suite("Random walks")
struct RandomWalkTests {
    @Test(
        "Whatever happens, nothing is granted while locked, and only a match or a credential lowers the misses",
        arguments: 0..<200)
    func invariants(seed: Int) throws {
        var generator = SplitMix(seed: UInt64(seed))
        var policy = credentialed()
        var now = moment(10)
        let limits = PolicyLimits()
        for _ in 0..<300 {
            now = moment(
                now.sinceBoot / .seconds(1) + Double(Int.random(in: 0...600, using: &generator)) / 10)
            let missesBefore = policy.lockout.misses
            let isLockedBefore = policy.availability(ready, limits, at: now) != .available
            var isLowered = false
            switch Int.random(in: 0..<9, using: &generator) {
            case 0, 1, 2: policy.scanMissed(at: now)
            case 3:
                var request = request()
                switch request.attemptFinished(
                    Judgement(match), opening: opening, situation: situation(policy), at: now)
                {
                case .grant:
                    #expect(!isLockedBefore && policy.credentialNeeded(limits, at: now) == nil)
                    policy.scanMatched(isVouched: true, limits)
                    isLowered = true
                case .deny(let error): #expect(isLockedBefore && nextStep(error) != nil)
                case .scanAgain: #expect(!isLockedBefore || missesBefore < limits.lockoutPermanentAfter)
                }
            case 4: policy.credentialTried(.pin, at: now)
            case 5 where policy.throttle(.pin, limits, at: now) == .open:
                policy.credentialGiven(.pin, at: now)
                isLowered = true
            case 6: policy.scanMatched(isVouched: false, limits)
            case 7: policy = try #require(UserPolicy(encoded: policy.encoded))
            default: policy.resume(at: now)
            }
            #expect(isLowered || policy.lockout.misses >= missesBefore)
            #expect(policy.faceLockout.misses <= policy.lockout.misses)
            let step = request().requested(credential: nil, reusable: nil, situation: situation(policy), at: now)
            let isAvailable = policy.availability(ready, limits, at: now) == .available
            switch step {
            case .scan: #expect(isAvailable)
            case .deny(let error): #expect(!isAvailable && nextStep(error) != nil)
            case .useAuthentication, .checkCredential: Issue.record("nothing was given")
            }
        }
    }

    /// A denied caller's next step; every denial of a scan has one.
    private func nextStep(_ error: GateError) -> String? {
        switch error {
        case .lockout(let retryAfter, _, _): retryAfter > .zero ? "wait" : nil
        case .lockoutPermanent(_, let clearedBy, _): clearedBy.isEmpty ? nil : "credential"
        case .signInRequired: "sign in"
        default: nil
        }
    }
}
