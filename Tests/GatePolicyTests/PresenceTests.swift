import GateModel
import Testing

@_spi(Evidence) @testable import GatePolicy

@Suite("Presence")
struct PresenceTests {
    private func isGrant(_ verdict: consuming Verdict) -> Bool {
        switch consume verdict {
        case .grant: true
        case .deny: false
        case .scanAgain: false
        }
    }

    private func error(_ verdict: consuming Verdict) -> GateError? {
        switch consume verdict {
        case .deny(let error): error
        case .grant: nil
        case .scanAgain: nil
        }
    }

    @Test("A call without a credential scans; one with a credential has it checked without touching a reader")
    func steps() {
        let now = moment(100)
        #expect(request().requested(credential: nil, reusable: nil, situation: situation(), at: now) == .scan)
        #expect(
            request().requested(credential: .pin, reusable: nil, situation: situation(), at: now)
                == .checkCredential(.pin))
        #expect(
            request().requested(credential: .password, reusable: nil, situation: situation(), at: now)
                == .deny(
                    .factorNotAllowed(
                        allowed: [.fingerprint, .pin], FactorRefusal(.notInAccess, fallbacks: [.pin]))))
        var throttled = credentialed()
        for _ in 0..<5 { throttled.credentialTried(.pin, at: now) }
        #expect(
            request().requested(credential: .pin, reusable: nil, situation: situation(throttled), at: now)
                == .deny(.credentialThrottled(.pin, retryAfter: .seconds(30))))
        let authentication = Authentication(factor: .fingerprint, at: now, reader: nil)
        let step = request().requested(
            credential: nil, reusable: Reuse(authentication), situation: situation(), at: now)
        #expect(step == .useAuthentication)
        #expect(
            request([.pin]).requested(credential: nil, reusable: nil, situation: situation(), at: now)
                == .deny(.factorNotAllowed(allowed: [.pin], FactorRefusal(.notInAccess, fallbacks: [.pin]))))
    }

    @Test("The refusal of a factor says why, and whether renewing the item helps")
    func refusedFactors() throws {
        let now = moment(100)
        let name = try #require(ItemName("token"))
        func refusal(
            of factor: Factor, access: [Factor] = [.fingerprint, .pin], lostBy cause: Item.Invalidation? = nil,
            openableBy: [Factor] = [.pin], _ change: (inout UserSituation) -> Void = { _ in }
        ) -> FactorRefusal? {
            let item = Item(
                name: name, label: nil, kind: .secret, access: Access(factors: access), openableBy: openableBy,
                state: .valid, algorithm: nil, publicKey: nil, sealedBy: .file, owner: nil,
                createdAt: WallTime(millisecondsSinceEpoch: 0), lastUsedAt: nil, fingerprintLostBy: cause)
            var situation = situation()
            change(&situation)
            guard
                case .factorNotAllowed(openableBy, let refusal) = situation.refusal(
                    of: factor, allowed: openableBy, item: item, at: now)
            else { return nil }
            return refusal
        }
        #expect(refusal(of: .fingerprint, access: [.pin]) == FactorRefusal(.notInAccess, fallbacks: [.pin]))
        #expect(
            refusal(of: .fingerprint, lostBy: .enrollmentChanged)
                == FactorRefusal(.enrollmentChanged, isRenewable: true, fallbacks: [.pin]))
        #expect(
            refusal(of: .fingerprint, lostBy: .fingerprintDisabled)
                == FactorRefusal(.fingerprintDisabled, isRenewable: true, fallbacks: [.pin]))
        #expect(
            refusal(of: .fingerprint) == FactorRefusal(.notEnrolled, isRenewable: true, fallbacks: [.pin]))
        #expect(
            refusal(of: .fingerprint, lostBy: .enrollmentChanged) { $0.facts.fingerprintSwitch = .off }
                == FactorRefusal(.fingerprintDisabled, fallbacks: [.pin]))
        #expect(
            refusal(of: .fingerprint, lostBy: .enrollmentChanged) { $0.facts.hasPrints = false }
                == FactorRefusal(.notEnrolled, fallbacks: [.pin]))
        // The PIN works once its wait is over, but renewing is still the way.
        #expect(
            refusal(of: .fingerprint, lostBy: .enrollmentChanged) { situation in
                for _ in 0..<5 { situation.policy.credentialTried(.pin, at: now) }
            } == FactorRefusal(.enrollmentChanged, isRenewable: true, fallbacks: []))
        #expect(
            refusal(of: .pin, openableBy: [.fingerprint]) == FactorRefusal(.pinChanged, fallbacks: []))
    }

    @Test("A call with only typed factors asks for them, or says why none is usable")
    func typedOnly() {
        let now = moment(100)
        func step(_ factors: [Factor], _ situation: UserSituation) -> NextStep {
            request(factors, item: nil).requested(credential: nil, reusable: nil, situation: situation, at: now)
        }
        #expect(step([.pin, .password], situation()) == .deny(.credentialRequired(accepted: [.pin])))
        #expect(step([.password], situation()) == .deny(.credentialNotSet(.password)))
        var policy = credentialed()
        for _ in 0..<5 { policy.credentialTried(.pin, at: now) }
        #expect(step([.pin], situation(policy)) == .deny(.credentialThrottled(.pin, retryAfter: .seconds(30))))
    }

    @Test("A blocked PIN is never requested")
    func blockedIsNotWanted() {
        let now = moment(100)
        let limits = PolicyLimits()
        var policy = credentialed()
        while policy.throttle(.pin, limits, at: now) != .blocked { policy.credentialTried(.pin, at: now) }
        #expect(policy.wanted([.password, .pin], onlyPIN, limits, at: now) == .signInRequired)
        #expect(
            policy.wanted([.password, .pin], pinAndPassword, limits, at: now)
                == .credentialRequired(accepted: [.password]))
        #expect(
            credentialed().wanted([.password, .pin], pinAndPassword, limits, at: now)
                == .credentialRequired(accepted: [.password, .pin]))
        #expect(
            request([.pin]).requested(credential: nil, reusable: nil, situation: situation(policy), at: now)
                == .deny(.factorNotAllowed(allowed: [.pin], FactorRefusal(.notInAccess, fallbacks: []))))
    }

    @Test("Three misses end a call, and each reports how many are left")
    func threeMisses() {
        var request = request()
        var policy = credentialed()
        var remaining: [Int] = [request.attemptsRemaining(situation(policy))]
        for _ in 0..<2 {
            policy.scanMissed(at: moment(100))
            switch request.attemptFinished(
                Judgement(.noMatch), opening: opening, situation: situation(policy), at: moment(100))
            {
            case .scanAgain(let left): remaining.append(left)
            case .deny: Issue.record("the call was denied early")
            case .grant: Issue.record("the call was granted")
            }
        }
        #expect(remaining == [3, 2, 1])
        policy.scanMissed(at: moment(100))
        let refusal = error(
            request.attemptFinished(
                Judgement(.noMatch), opening: opening, situation: situation(policy), at: moment(100)))
        #expect(refusal == .authenticationFailed(fallbacks: [.pin]))
    }

    @Test("A call that allows one miss ends with it, and no call allows more than the configured number")
    func fewerMisses() {
        var policy = credentialed()
        var single = request(attempts: 1)
        #expect(single.attemptsRemaining(situation(policy)) == 1)
        #expect(request(attempts: 100).attemptsRemaining(situation(policy)) == 3)
        policy.scanMissed(at: moment(100))
        let refusal = error(
            single.attemptFinished(
                Judgement(.noMatch), opening: opening, situation: situation(policy), at: moment(100)))
        #expect(refusal == .authenticationFailed(fallbacks: [.pin]))
    }

    @Test("A lockout that begins in the middle of a call ends it")
    func lockoutInTheMiddle() {
        var request = request()
        var policy = credentialed()
        for _ in 0..<5 { policy.scanMissed(at: moment(100)) }
        let refusal = error(
            request.attemptFinished(
                Judgement(.noMatch), opening: opening, situation: situation(policy), at: moment(100)))
        #expect(refusal == .lockout(retryAfter: .seconds(30), clearedBy: [.pin], fallbacks: [.pin]))
    }

    @Test(
        "A match during a lockout, while a credential is required, or after fingerprints were turned off opens nothing")
    func matchWhileLocked() {
        var policy = credentialed()
        for _ in 0..<5 { policy.scanMissed(at: moment(100)) }
        var waiting = request()
        let wait = error(
            waiting.attemptFinished(Judgement(match), opening: opening, situation: situation(policy), at: moment(100)))
        #expect(wait == .lockout(retryAfter: .seconds(30), clearedBy: [.pin], fallbacks: [.pin]))
        for _ in 5..<20 { policy.scanMissed(at: moment(100)) }
        var request = request()
        let refusal = error(
            request.attemptFinished(Judgement(match), opening: opening, situation: situation(policy), at: moment(100)))
        #expect(refusal == .lockoutPermanent(.attempts, clearedBy: [.pin], fallbacks: [.pin]))
        var facts = ready
        facts.fingerprintSwitch = .off
        let disabled = error(
            request.attemptFinished(
                Judgement(match), opening: opening, situation: situation(facts: facts), at: moment(100)))
        #expect(disabled == .disabled(fallbacks: [.pin]))
    }

    @Test("A match of a print that may open nothing opens nothing, and is no miss")
    func matchOfAnother() {
        var request = request()
        for prints in [[], [PrintID(rawValue: "another")]] as [Set<PrintID>] {
            switch request.attemptFinished(Judgement(match), opening: prints, situation: situation(), at: moment(100)) {
            case .scanAgain: break
            case .grant: Issue.record("granted")
            case .deny: Issue.record("denied")
            }
        }
        #expect(request.missesInCall == 0)
    }

    @Test("Without a credential that clears a lockout, the app has to sign in again")
    func signIn() {
        var policy = credentialed()
        for _ in 0..<20 {
            policy.scanMissed(at: moment(100))
            policy.credentialTried(.pin, at: moment(100))
        }
        #expect(
            request().requested(credential: nil, reusable: nil, situation: situation(policy), at: moment(5000))
                == .deny(.signInRequired))
    }

    @Test("Other states refuse a scan with their own errors; a fault, heat and another program are retried")
    func refusals() {
        func refusal(_ change: (inout AvailabilityFacts) -> Void) -> NextStep {
            var facts = ready
            change(&facts)
            return request().requested(
                credential: nil, reusable: nil, situation: situation(facts: facts), at: moment(100))
        }
        #expect(
            refusal {
                $0.hardware = .noReader; $0.hasPrints = false
            } == .deny(.noHardware(fallbacks: [.pin])))
        #expect(refusal { $0.hasPrints = false } == .deny(.notEnrolled(printsVanished: false, fallbacks: [.pin])))
        #expect(
            refusal { $0.hardware = .noReader }
                == .deny(.hardwareUnavailable(.disconnected, retryAfter: nil, fallbacks: [.pin])))
        for state in [Reader.State.faulted, .overheated, .inUse] {
            #expect(refusal { $0.hardware = .reader(state, retryAfter: nil) } == .scan)
        }
    }

    @Test("A proof covers its own purpose and user, in its boot, for a moment")
    func proof() throws {
        var request = request()
        guard
            case .grant(let proof) = request.attemptFinished(
                Judgement(match), opening: opening, situation: situation(), at: moment(100))
        else {
            Issue.record("no grant")
            return
        }
        let purpose = Purpose(.retrieve, item: item)
        let isCovered = [
            proof.covers(purpose, of: user, at: moment(101)), proof.covers(purpose, of: user, at: moment(110)),
            proof.covers(purpose, of: user, at: moment(110.001)), proof.covers(purpose, of: .root, at: moment(101)),
            proof.covers(Purpose(.sign, item: item), of: user, at: moment(101)),
            proof.covers(purpose, of: user, at: moment(101, boot: "second")),
        ]
        #expect(isCovered == [true, true, false, false, false, false])
        let (factor, proven) = (proof.factor, proof.peer)
        #expect(factor == .fingerprint && proven == peer)
    }

    @Test("A credential and a reuse grant only by a factor that the call accepts")
    func otherGrants() {
        let request = request([.fingerprint, .pin])
        let now = moment(100)
        let isPINGranted = isGrant(request.credentialAccepted(RightCredential(.pin, of: user), at: now))
        let isFingerGranted = isGrant(
            request.reused(Reuse(Authentication(factor: .fingerprint, at: now, reader: nil)), at: now))
        #expect(isPINGranted && isFingerGranted)
        let refusals = [
            error(request.credentialAccepted(RightCredential(.password, of: user), at: now)),
            error(request.reused(Reuse(Authentication(factor: .password, at: now, reader: nil)), at: now)),
            // It was another user's.
            error(request.credentialAccepted(RightCredential(.pin, of: .root), at: now)),
        ]
        #expect(refusals.allSatisfy { $0 == .factorNotAllowed(allowed: [.fingerprint, .pin]) })
    }

    @Test("Storing asks nobody only if no finger is among the factors or enrolled; that proof opens nothing")
    func unasked() {
        var facts = ready
        facts.hasPrints = false
        let factors = [
            factor(of: request().unasked(situation(), at: moment(1))),
            factor(of: request([.pin]).unasked(situation(), at: moment(1))),
            factor(of: request().unasked(situation(facts: facts), at: moment(1))),
        ]
        #expect(factors == [nil, .some(nil), .some(nil)])
    }

    /// Nil without a proof; otherwise the proof's factor.
    private func factor(of proof: consuming PresenceProof?) -> Factor?? {
        guard let proof else { return nil }
        return .some(proof.factor)
    }
}
