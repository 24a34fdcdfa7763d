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

    @Test("of the states that hold, the first in the contract's order is told")
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

    @Test("a switch that nobody turned is not off")
    func unset() {
        #expect(availability { $0.fingerprintSwitch = .unset } == .available)
    }

    @Test(
        "what the hardware says is told",
        arguments: [
            (Reader.State.ready, nil), (.busy, nil), (.inUse, HardwareReason.inUse), (.suspended, .suspended),
            (.overheated, .overheated), (.faulted, .faulted),
        ])
    func hardware(state: Reader.State, reason: HardwareReason?) {
        let told = availability { $0.hardware = .reader(state, retryAfter: .seconds(7)) }
        #expect(told == (reason.map { .hardwareUnavailable($0, retryAfter: .seconds(7)) } ?? .available))
    }

    @Test("the administrator, a suspend and a session that cannot be asked are told apart")
    func conditions() {
        #expect(
            availability { $0.isAllowedByAdministrator = false }
                == .hardwareUnavailable(.administrator, retryAfter: nil))
        #expect(availability { $0.isSuspending = true } == .hardwareUnavailable(.suspended, retryAfter: nil))
        #expect(availability { $0.isInteractive = false } == .hardwareUnavailable(.notInteractive, retryAfter: nil))
    }
}

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

    @Test("a call without a credential scans, one with a credential has it checked and no reader touched")
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
        #expect(
            request().requested(credential: nil, reusable: authentication, situation: situation(), at: now)
                == .useAuthentication(authentication))
        #expect(
            request([.pin]).requested(credential: nil, reusable: nil, situation: situation(), at: now)
                == .deny(.factorNotAllowed(allowed: [.pin], FactorRefusal(.notInAccess, fallbacks: [.pin]))))
    }

    @Test("an item that a factor does not open says why, and whether renewing it helps")
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
        // What waits works later; renewing it is still the way.
        #expect(
            refusal(of: .fingerprint, lostBy: .enrollmentChanged) { situation in
                for _ in 0..<5 { situation.policy.credentialTried(.pin, at: now) }
            } == FactorRefusal(.enrollmentChanged, isRenewable: true, fallbacks: []))
        #expect(
            refusal(of: .pin, openableBy: [.fingerprint]) == FactorRefusal(.pinChanged, fallbacks: []))
    }

    @Test("a yes by typed factors alone asks for them, or says why none would do")
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

    @Test("a PIN that is blocked is asked for by nobody")
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
    }

    @Test("three misses end a call, and say how many are left on the way")
    func threeMisses() {
        var request = request()
        var policy = credentialed()
        var remaining: [Int] = [request.attemptsRemaining(situation(policy))]
        for _ in 0..<2 {
            policy.scanMissed(at: moment(100))
            switch request.attemptFinished(.noMatch, situation: situation(policy), at: moment(100)) {
            case .scanAgain(let left): remaining.append(left)
            case .deny: Issue.record("the call was denied early")
            case .grant: Issue.record("the call was granted")
            }
        }
        #expect(remaining == [3, 2, 1])
        policy.scanMissed(at: moment(100))
        let refusal = error(request.attemptFinished(.noMatch, situation: situation(policy), at: moment(100)))
        #expect(refusal == .authenticationFailed(fallbacks: [.pin]))
    }

    @Test("a lockout that begins in the middle of a call ends it")
    func lockoutInTheMiddle() {
        var request = request()
        var policy = credentialed()
        for _ in 0..<5 { policy.scanMissed(at: moment(100)) }
        let refusal = error(request.attemptFinished(.noMatch, situation: situation(policy), at: moment(100)))
        #expect(refusal == .lockout(retryAfter: .seconds(30), clearedBy: [.pin], fallbacks: [.pin]))
    }

    @Test("a match while a credential is wanted, or after fingerprints were turned off, opens nothing")
    func matchWhileLocked() {
        var policy = credentialed()
        for _ in 0..<20 { policy.scanMissed(at: moment(100)) }
        var request = request()
        let refusal = error(request.attemptFinished(match, situation: situation(policy), at: moment(100)))
        #expect(refusal == .lockoutPermanent(.attempts, clearedBy: [.pin], fallbacks: [.pin]))
        var facts = ready
        facts.fingerprintSwitch = .off
        let disabled = error(request.attemptFinished(match, situation: situation(facts: facts), at: moment(100)))
        #expect(disabled == .disabled(fallbacks: [.pin]))
    }

    @Test("with nothing left to clear a lockout, the app signs in afresh")
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

    @Test("every other state refuses a scan with its own error; a fault, heat and another program are tried anew")
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

    @Test("a proof covers its own purpose and user, in its boot, for a moment")
    func proof() throws {
        var request = request()
        guard case .grant(let proof) = request.attemptFinished(match, situation: situation(), at: moment(100)) else {
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

    @Test("a credential and a reuse grant only by a factor that the call takes")
    func otherGrants() {
        let request = request([.fingerprint, .pin])
        let now = moment(100)
        let isPINGranted = isGrant(request.credentialAccepted(.pin, at: now))
        let isFingerGranted = isGrant(
            request.reused(Authentication(factor: .fingerprint, at: now, reader: nil), at: now))
        #expect(isPINGranted && isFingerGranted)
        let refusals = [
            error(request.credentialAccepted(.password, at: now)),
            error(request.reused(Authentication(factor: .password, at: now, reader: nil), at: now)),
        ]
        #expect(refusals.allSatisfy { $0 == .factorNotAllowed(allowed: [.fingerprint, .pin]) })
    }

    @Test("nobody is asked only where no finger is among the factors, or none is enrolled; that proof opens nothing")
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

    /// Nil where there is no proof; the proof's factor inside.
    private func factor(of proof: consuming PresenceProof?) -> Factor?? {
        guard let proof else { return nil }
        return .some(proof.factor)
    }
}

@Suite("Step-up")
struct StepUpTests {
    private func ledger(_ factor: Factor = .fingerprint, at seconds: Double = 100) -> AuthenticationLedger {
        var ledger = AuthenticationLedger()
        ledger.record(Authentication(factor: factor, at: moment(seconds), reader: nil))
        return ledger
    }

    private func isReused(_ access: Access, call: Int, age: Double, _ factor: Factor = .fingerprint) -> Bool {
        ledger(factor).reusable(for: access, maximumAge: .seconds(call), at: moment(100 + age)) != nil
    }

    @Test("an authentication counts up to exactly the age that call and item allow, and zero is never")
    func ages() {
        let access = Access(factors: [.fingerprint], maximumAge: .seconds(120))
        #expect(isReused(access, call: 120, age: 120))
        #expect(!isReused(access, call: 120, age: 120.001))
        #expect(!isReused(access, call: 60, age: 61))
        #expect(!isReused(access, call: 300, age: 121))
        #expect(!isReused(access, call: 0, age: 0))
        #expect(!isReused(Access(), call: 300, age: 0))
        #expect(!isReused(Access(maximumAge: .seconds(900)), call: 900, age: 301))
    }

    @Test("only a factor of the item counts, and never a PIN")
    func factors() {
        let all = Access(factors: Factor.allCases, maximumAge: .seconds(60))
        #expect(isReused(all, call: 60, age: 1, .password))
        #expect(!isReused(all, call: 60, age: 1, .pin))
        #expect(!isReused(Access(factors: [.fingerprint], maximumAge: .seconds(60)), call: 60, age: 1, .password))
    }

    @Test("the newest counts; another boot, a clock that went back and forgetting end it")
    func ends() {
        var ledger = ledger()
        ledger.record(Authentication(factor: .pin, at: moment(150), reader: nil))
        #expect(ledger.newest?.factor == .pin)
        #expect(ledger.reusable(by: Factor.allCases, maximumAge: .seconds(300), at: moment(160))?.factor == .pin)
        #expect(ledger.reusable(by: [.fingerprint], maximumAge: .seconds(300), at: moment(160))?.factor == .fingerprint)
        #expect(ledger.reusable(by: Factor.allCases, maximumAge: .seconds(300), at: moment(160, boot: "second")) == nil)
        #expect(ledger.reusable(by: Factor.allCases, maximumAge: .seconds(300), at: moment(50)) == nil)
        ledger.forget()
        #expect(ledger.newest == nil)
    }

    @Test("a bank's table: new recipient and PIN change always, known recipient 300, card 120, export 300 seconds")
    func bank() {
        let table: [(action: String, seconds: Int)] = [
            ("new recipient", 0), ("change PIN", 0), ("existing recipient", 300), ("card details", 120),
            ("export", 300),
        ]
        let fresh = table.filter { row in
            ledger().reusable(by: [.fingerprint], maximumAge: .seconds(row.seconds), at: moment(200)) != nil
        }
        #expect(fresh.map(\.action) == ["existing recipient", "card details", "export"])
        let older = table.filter { row in
            ledger().reusable(by: [.fingerprint], maximumAge: .seconds(row.seconds), at: moment(280)) != nil
        }
        #expect(older.map(\.action) == ["existing recipient", "export"])
    }
}

@Suite("Armed scan")
struct ArmedScanTests {
    private func scan(_ events: [ScanEvent]) -> ArmedScan {
        var scan = ArmedScan()
        for event in events { scan.reported(event) }
        return scan
    }

    @Test("who leaves before a finger was seen loses nothing, who leaves after it has missed")
    func leaving() {
        #expect(scan([.waitingForFinger]).ended(.withdrawn) == .dropped)
        #expect(scan([.waitingForFinger, .fingerPresent]).ended(.withdrawn) == .miss)
        #expect(scan([.fingerPresent]).mustAwaitJudgement)
        #expect(scan([.fingerPresent, .retry(.poorScan), .waitingForFinger]).ended(.withdrawn) == .dropped)
        #expect(scan([.stagePassed(1, of: 5)]).ended(.withdrawn) == .dropped)
    }

    @Test("a judgement counts as what it is")
    func judged() {
        #expect(scan([.fingerPresent]).ended(.judged(match)) == .dropped)
        for outcome in [ScanOutcome.noMatch, .foreign] {
            #expect(!outcome.isMatch)
            #expect(scan([]).ended(.judged(outcome)) == .miss)
        }
    }

    @Test("unplugging or suspending under a finger that was seen is a miss, a fault is not")
    func failures() {
        for error in [SensorError.disconnected, .suspended, .cancelled] {
            #expect(scan([.fingerPresent]).ended(.failed(error)) == .miss)
            #expect(scan([]).ended(.failed(error)) == .dropped)
        }
        let faults: [SensorError] = [
            .readerNotFound, .busy, .inUse, .overheated(retryAfter: .seconds(1)), .faulted, .notSupported,
            .printNotStored, .storageFull, .duplicate, .invalidTemplate, .unknown(domain: "x", code: 1),
        ]
        for error in faults { #expect(scan([.fingerPresent]).ended(.failed(error)) == .dropped) }
    }
}

@Suite("Fair queue")
struct FairQueueTests {
    let first = UserID(rawValue: 1)
    let second = UserID(rawValue: 2)

    @Test("users take turns, and a user's calls come in their order")
    func turns() {
        var queue = FairQueue<String>()
        let arrivals = [("a1", first), ("a2", first), ("a3", first), ("a4", first), ("b1", second), ("b2", second)]
        let hasReader = arrivals.map { ticket, user in queue.enter(ticket, of: user) }
        #expect(hasReader == [true, false, false, false, false, false])
        #expect(queue.count(of: first) == 3)
        var served: [String] = []
        while let ticket = queue.current {
            served.append(ticket)
            _ = queue.leave(ticket)
        }
        #expect(served == ["a1", "a2", "b1", "a3", "b2", "a4"])
        #expect(queue.isEmpty)
    }

    @Test("who leaves the line disturbs nobody")
    func leaving() {
        var queue = FairQueue<String>()
        let arrivals = [("a1", first), ("a2", first), ("b1", second)]
        let hasReader = arrivals.map { ticket, user in queue.enter(ticket, of: user) }
        #expect(hasReader == [true, false, false])
        let next = ["a2", "unknown", "a1", "b1"].map { queue.leave($0) }
        #expect(next == [nil, nil, "b1", nil])
        #expect(queue.isEmpty && queue.count(of: first) == 0)
    }
}

@Suite("PIN rules")
struct PINRuleTests {
    @Test(
        "digits only, long enough, neither repeated nor a straight run",
        arguments: [
            ("135246", nil), ("12345", PINRule.tooShort), ("", .tooShort), ("12a456", .notDigits),
            ("１２３４５６", .notDigits),
            ("111111", .tooSimple), ("123456", .tooSimple), ("654321", .tooSimple), ("567890", .tooSimple),
            ("012345", .tooSimple), ("098765", .tooSimple), ("890123", .tooSimple), ("112233", nil), ("246802", nil),
            (String(repeating: "13", count: 32), nil), (String(repeating: "13", count: 33), .tooLong),
        ])
    func rules(pin: String, rule: PINRule?) {
        #expect(PINRule.broken(by: Array(pin.utf8), minimumLength: 6) == rule)
    }
}
