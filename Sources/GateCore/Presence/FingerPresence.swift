import GateModel
import GatePolicy
import GateSystem

/// Gets the user's presence by a finger, from the choice of readers to the proof. A credential may be given meanwhile.
///
/// Confined to the Gatekeeper's loop.
final class FingerPresence {
    private let scans: Scans
    private let prints: Prints
    private let records: Records
    private let prompted: PromptedCredential
    private let calls: WaitingCalls
    private let turns: Turns
    private let situations: Situations
    private let proofs: Proofs
    private let afterAnswer: AfterAnswer
    private let limits: PolicyLimits
    private let clock: GateClock

    init(
        scans: Scans, prints: Prints, records: Records, prompted: PromptedCredential, calls: WaitingCalls,
        turns: Turns, situations: Situations, proofs: Proofs, afterAnswer: AfterAnswer,
        limits: PolicyLimits, clock: GateClock
    ) {
        self.scans = scans
        self.prints = prints
        self.records = records
        self.prompted = prompted
        self.calls = calls
        self.turns = turns
        self.situations = situations
        self.proofs = proofs
        self.afterAnswer = afterAnswer
        self.limits = limits
        self.clock = clock
    }

    func run(
        _ ask: Ask, _ request: inout PresenceRequest, of account: Account, enabling: Bool
    ) async throws(GateError) -> Presence {
        let reader: Reader
        let others: [Reader]
        do throws(GateError) {
            (reader, others) = try situations.readers(for: ask, of: account)
        } catch {
            return try await prompted.run(after: error, ask, request, of: account)
        }
        var session = try await turns.begin(
            ask, on: reader, besides: others, of: account, isLimitPerTouch: false)
        do throws(GateError) {
            let presence = try await presence(&session, &request, enabling: enabling)
            end(session)
            return presence
        } catch {
            turns.end(&session)
            throw error
        }
    }

    private func presence(
        _ session: inout ReaderSession, _ request: inout PresenceRequest, enabling: Bool
    ) async throws(GateError) -> Presence {
        try await session.call.noting(by: { $0.authentication.factor }) { () throws(GateError) in
            do throws(GateError) {
                return try await scan(&session, &request, enabling: enabling)
            } catch {
                return try await prompted.run(after: error, &session, request)
            }
        }
    }

    /// Ends the session of a call that has its presence: after the answer, if the call needs neither the reader nor a
    /// device for it.
    private func end(_ session: ReaderSession) {
        var session = session
        switch session.call.ask.operation {
        case .authenticate, .retrieve:
            afterAnswer.ending(session.call.ask.caller.life) { [turns] in turns.end(&session) }
        case .enroll, .enable, .store, .createKey, .sign, .renew: turns.end(&session)
        }
    }

    private func scan(
        _ session: inout ReaderSession, _ request: inout PresenceRequest, enabling: Bool
    ) async throws(GateError) -> Presence {
        let (call, account) = (session.call, session.account)
        let ask = call.ask
        do throws(Interruption) {
            // If a credential was given meanwhile, the call holds it.
            _ = try await turns.take(&session)
        } catch {
            throw situations.refusal(error, request, account)
        }
        var orders: [ReaderID: ExpectedFingers] = [:]
        // Whether the last scan was ended for a login.
        var hasGivenWay = false
        while true {
            // The sender of a right credential was told that it decides the call, so nothing later may overrule it.
            if let answer = call.takeCredential() { return try proofs.granted(request, by: answer, to: call) }
            // The wait for the turn, or for the write of the last miss, may have changed everything.
            let before = request.requested(
                credential: nil, reusable: nil,
                situation: situations.situation(of: account, asking: ask, enabling: enabling), at: clock.now())
            if let interruption = call.interruption { throw situations.refusal(interruption, request, account) }
            if hasGivenWay || turns.isToGiveWay(session) && session.held.count == 1 {
                hasGivenWay = false
                do throws(Interruption) {
                    _ = try await turns.giveWay(&session)
                } catch {
                    throw situations.refusal(error, request, account)
                }
                continue
            }
            turns.leaveToOthers(&session)
            let present = session.held.filter { situations.readers[$0.id] != nil && !situations.readers.isCovered($0) }
            if present.isEmpty {
                let isCovered = session.held.contains { situations.readers[$0.id] != nil }
                throw .hardwareUnavailable(
                    isCovered ? .notInteractive : .disconnected, retryAfter: nil,
                    fallbacks: situations.fallbacks(request, account))
            }
            if case .deny(let error) = before { throw error }
            guard scans.mayArm(call) else {
                throw scans.spent(call, fallbacks: situations.fallbacks(request, account))
            }
            let sought = try await sought(at: present, of: account, &orders)
            session.template = Progress(
                .queued, attemptsRemaining: request.attemptsRemaining(situations.situation(of: account)),
                finger: sought.count == 1 ? sought.first?.expected?.finger : nil, reader: present.first?.id)
            let end = try await scans.run(&session, for: sought)
            if let answer = call.takeCredential() { return try proofs.granted(request, by: answer, to: call) }
            switch consume end {
            case .judged(let judgement, at: let ended, let ending):
                let outcome = judgement.outcome
                if !outcome.isMatch { ask.caller.life.noteMiss() }
                if let interruption = call.interruption { throw situations.refusal(interruption, request, account) }
                let opening = account.openingPrints
                // A print that was deleted while the reader was armed no longer counts.
                if case .matched(let print) = outcome, !opening.contains(print) {
                    afterAnswer.given(ask.caller.life)
                    continue
                }
                let now = clock.now()
                switch request.attemptFinished(
                    judgement, opening: opening,
                    situation: situations.situation(of: account, asking: ask, enabling: enabling), at: now)
                {
                case .grant(let proof): return matched(outcome, proof, session, at: ended, now)
                case .deny(let error):
                    // A match during a lockout is refused, but is no miss.
                    if !outcome.isMatch { calls.report(noMatch(session.template, remaining: 0), of: call) }
                    throw error
                case .scanAgain(let remaining):
                    calls.report(noMatch(session.template, remaining: remaining), of: call)
                    if case .timedOut = ending { throw .timedOut(fallbacks: situations.fallbacks(request, account)) }
                }
            case .withdrawn(let ending):
                switch ending {
                case .interrupted(let interruption): throw situations.refusal(interruption, request, account)
                case .unresponsive:
                    throw session.unresponsive(fallbacks: situations.fallbacks(request, account))
                case .early: calls.report(session.progress(.retry(.removeFinger), at: session.reader.id), of: call)
                case .spent: throw scans.spent(call, fallbacks: situations.fallbacks(request, account))
                // A reader that does not end its scan cannot be given to the login.
                case .gaveWay where session.leftBehind.isEmpty: hasGivenWay = true
                case .gaveWay:
                    throw session.unresponsive(fallbacks: situations.fallbacks(request, account))
                case .answered, .timedOut, nil: throw .timedOut(fallbacks: situations.fallbacks(request, account))
                }
            case .failed(let error, at: let ended):
                let failed = sought.first { $0.reader.id == ended }
                throw try await refusal(
                    error, request, account, on: failed?.reader ?? session.reader, expected: failed?.expected?.id)
            }
        }
    }

    /// The gallery of each reader. Leaves out readers without a gallery, unless there is only one reader.
    private func sought(
        at readers: [Reader], of account: Account, _ orders: inout [ReaderID: ExpectedFingers]
    ) async throws(GateError) -> [SoughtFinger] {
        var sought: [SoughtFinger] = []
        for reader in readers {
            let gallery = try await prints.openingGallery(of: account, on: reader)
            guard !gallery.isEmpty || readers.count == 1 else { continue }
            let expected =
                reader.capabilities.contains(.identify)
                ? nil
                : orders[reader.id, default: ExpectedFingers(lastMatched: account.lastMatched)].next(of: gallery)
            sought.append(SoughtFinger(reader: reader, gallery: gallery, expected: expected))
        }
        return sought
    }

    /// The error of a call whose reader failed.
    private func refusal(
        _ error: SensorError, _ request: PresenceRequest, _ account: Account, on reader: Reader, expected: PrintID?
    ) async throws(GateError) -> GateError {
        let fallbacks = situations.fallbacks(request, account)
        switch error {
        case .printNotStored:
            try await prints.suspect(expected, of: account, on: reader)
            return .notEnrolled(printsVanished: true, fallbacks: fallbacks)
        case .storageFull, .duplicate:
            // In an enrolment these errors have a meaning; in a scan the reader must be out of order.
            return .hardwareUnavailable(.faulted, retryAfter: nil, fallbacks: fallbacks)
        case .readerNotFound, .disconnected, .cancelled, .busy, .inUse, .suspended, .overheated, .faulted,
            .protocolBroken, .driverLost, .notSupported, .invalidTemplate, .unknown:
            return situations.refusal(error, fallbacks: fallbacks, on: reader)
        }
    }

    private func noMatch(_ template: Progress, remaining: Int) -> Progress {
        var progress = template
        progress.event = .noMatch
        progress.attemptsRemaining = remaining
        return progress
    }

    private func matched(
        _ outcome: ScanOutcome, _ proof: consuming PresenceProof, _ session: ReaderSession, at reader: ReaderID,
        _ now: Moment
    ) -> Presence {
        var progress = session.template
        progress.event = .matched
        progress.reader = reader
        let (call, account) = (session.call, session.account)
        calls.report(progress, of: call)
        let authentication = Authentication(
            factor: .fingerprint, at: now, reader: reader, print: outcome.print)
        proofs.record(authentication, by: call.ask.caller, of: account.user.id, begunIn: call.era)
        if let print = outcome.print {
            records.rememberMatch(print, of: account, limits: limits, behind: call.ask.caller.life)
        }
        return Presence(proof: proof, unlocked: nil, authentication: authentication)
    }
}

/// The finger that a reader asks for if it can only verify: first the one that matched last, then the others in turn.
struct ExpectedFingers {
    private let lastMatched: PrintID?
    private var asked = 0

    init(lastMatched: PrintID?) {
        self.lastMatched = lastMatched
    }

    mutating func next(of gallery: [GalleryPrint]) -> GalleryPrint? {
        guard !gallery.isEmpty else { return nil }
        let first = gallery.firstIndex { $0.id == lastMatched } ?? 0
        defer { asked += 1 }
        return gallery[(first + asked) % gallery.count]
    }
}
