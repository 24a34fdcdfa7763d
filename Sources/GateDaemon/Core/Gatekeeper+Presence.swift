import GateModel
import GatePolicy
import GateSecret
import GateVault

/// That the user was there, ready to be spent.
struct Presence: ~Copyable {
    let proof: PresenceProof
    /// The PIN's key, where the PIN was what opened.
    let unlocked: UnlockedPIN?
    let authentication: Authentication
    /// Nobody was asked: the authentication was there.
    var isReused = false
}

extension Gatekeeper {
    /// Gets the user's presence for a call: by the credential that was given, by an authentication that may be reused,
    /// or by waiting for a finger while a credential may still be answered.
    func presence(
        _ ask: Ask, credential: consuming PresentedCredential? = nil, of account: Account,
        enabling: Bool = false
    ) async throws(GateError) -> Presence {
        var request = PresenceRequest(
            user: account.user.id, peer: ask.caller.peer, purpose: ask.purpose, factors: ask.factors, item: ask.opened)
        let isGiven = credential != nil
        if credential?.kind == .password, ask.factors.contains(.password) {
            _ = try await present([.password], given: .password, of: account)
        }
        let now = clock.now()
        let reuse = reusable(ask, at: now)
        let step = request.requested(
            credential: credential?.kind, reusable: reuse,
            situation: situations.situation(of: account, asking: ask, enabling: enabling), at: now)
        switch step {
        case .deny(let error):
            // Who was given a credential asks by itself.
            guard !isGiven else { throw error }
            return try await denied(error, ask, request, of: account)
        case .useAuthentication:
            // `requested` says so only of one that was offered.
            guard let reuse else { throw .authenticationFailed(fallbacks: []) }
            let authentication = reuse.authentication
            var presence = try granted(request.reused(reuse, at: now), nil, authentication)
            presence.isReused = true
            return presence
        case .checkCredential(let kind):
            // `requested` names a credential only where one was given.
            guard let credential else { throw .credentialRequired(accepted: [kind.factor]) }
            let compared = try await check(
                credential, of: account, by: ask.caller, accepting: ask.factors.compactMap(Credential.init))
            let comparedAt = compared.authentication.at
            return try granted(compared, request, at: comparedAt)
        case .scan:
            return try await scan(ask, &request, of: account, enabling: enabling)
        }
    }

    private func reusable(_ ask: Ask, at now: Moment) -> Reuse? {
        let ledger = authentications.ledger(of: ask.caller.connection, user: ask.user)
        switch ask.reuse {
        case .never: return nil
        case .recent(let age): return ledger.reusable(by: ask.factors, maximumAge: age, at: now)
        case .storing(let age):
            return ledger.reusable(by: ask.factors.filter { $0 != .pin }, maximumAge: age, at: now)
        case .opening(let access, let age):
            return ledger.reusable(
                for: Access(
                    factors: ask.factors, enrollment: access.enrollment, maximumAge: access.maximumAge),
                maximumAge: age, at: now)
        }
    }

    private func granted(
        _ compared: consuming ComparedCredential, _ request: PresenceRequest, at now: Moment
    ) throws(GateError) -> Presence {
        let authentication = compared.authentication
        return try granted(request.credentialAccepted(compared.right, at: now), compared.unlocked, authentication)
    }

    private func granted(
        _ verdict: consuming Verdict, _ unlocked: consuming UnlockedPIN?, _ authentication: Authentication
    ) throws(GateError) -> Presence {
        switch consume verdict {
        case .grant(let proof):
            return Presence(proof: proof, unlocked: unlocked, authentication: authentication)
        case .deny(let error): throw error
        case .scanAgain: throw .authenticationFailed(fallbacks: [])
        }
    }

    // MARK: Scanning

    private func scan(
        _ ask: Ask, _ presence: inout PresenceRequest, of account: Account, enabling: Bool
    ) async throws(GateError) -> Presence {
        let reader: Reader
        let others: [Reader]
        do throws(GateError) {
            (reader, others) = try readers(for: ask, of: account)
        } catch {
            return try await denied(error, ask, presence, of: account)
        }
        var session = try await begin(ask, on: reader, besides: others, of: account, isLimitPerTouch: false)
        defer { end(&session) }
        return try await session.request.noting(by: { $0.authentication.factor }) { () throws(GateError) in
            do throws(GateError) {
                return try await scan(&session, &presence, enabling: enabling)
            } catch {
                return try await denied(error, &session, presence)
            }
        }
    }

    private func scan(
        _ session: inout ReaderSession, _ presence: inout PresenceRequest, enabling: Bool
    ) async throws(GateError) -> Presence {
        let (request, account) = (session.request, session.account)
        let ask = request.ask
        do throws(Interruption) {
            // A credential that was answered meanwhile is with the request.
            _ = try await turns.take(&session)
        } catch {
            throw interrupted(error, presence, account)
        }
        var orders: [ReaderID: ExpectedFingers] = [:]
        // Its scan was ended for somebody who is being logged in.
        var hasGivenWay = false
        while true {
            // Whoever gave a right credential was told that it decides, whatever the reader or the policy says since.
            if let answer = request.takeAnswer() { return try decided(by: answer, request, presence) }
            // The wait for the turn, or for the last miss to be written, may have changed everything.
            let before = presence.requested(
                credential: nil, reusable: nil,
                situation: situations.situation(of: account, asking: ask, enabling: enabling), at: clock.now())
            if let interruption = request.interruption { throw interrupted(interruption, presence, account) }
            if hasGivenWay || turns.isToGiveWay(session) && session.held.count == 1 {
                hasGivenWay = false
                do throws(Interruption) {
                    _ = try await giveWay(&session)
                } catch {
                    throw interrupted(error, presence, account)
                }
                continue
            }
            leaveWanted(&session)
            let present = session.held.filter { readers[$0.id] != nil && !readers.isCovered($0) }
            if present.isEmpty {
                let isCovered = session.held.contains { readers[$0.id] != nil }
                throw .hardwareUnavailable(
                    isCovered ? .notInteractive : .disconnected, retryAfter: nil,
                    fallbacks: presence.fallbacks(situations.situation(of: account), at: clock.now()))
            }
            if case .deny(let error) = before { throw error }
            let sought = try await sought(at: present, of: account, &orders)
            session.template = Progress(
                .queued, attemptsRemaining: presence.attemptsRemaining(situations.situation(of: account)),
                finger: sought.count == 1 ? sought.first?.expected?.finger : nil, reader: present.first?.id)
            let run = try await runScan(&session, for: sought)
            if let answer = request.takeAnswer() { return try decided(by: answer, request, presence) }
            let (ended, ending) = (run.reader, run.ending)
            switch run.takeEnd() {
            case .judged(let judgement):
                let outcome = judgement.outcome
                // A finger that is not known may be one whose print is gone from the chip.
                if !outcome.isMatch {
                    upkeep.doubt(PrintHome(reader: ended, user: ask.user))
                    ask.caller.life.noteMiss()
                }
                if let interruption = request.interruption { throw interrupted(interruption, presence, account) }
                let opening = account.openingPrints
                // A finger whose print was deleted while the reader was armed is no finger of the user's any more.
                if case .matched(let print) = outcome, !opening.contains(print) {
                    answered(ask.caller.life)
                    continue
                }
                let now = clock.now()
                switch presence.attemptFinished(
                    judgement, opening: opening,
                    situation: situations.situation(of: account, asking: ask, enabling: enabling), at: now)
                {
                case .grant(let proof): return matched(outcome, proof, session, at: ended, now)
                case .deny(let error):
                    // A match that came while the user was locked out is refused, and is no miss.
                    if !outcome.isMatch { calls.report(noMatch(session.template, remaining: 0), of: request) }
                    throw error
                case .scanAgain(let remaining):
                    calls.report(noMatch(session.template, remaining: remaining), of: request)
                    if case .timedOut = ending { throw timedOut(presence, account) }
                }
            case .withdrawn:
                switch ending {
                case .interrupted(let interruption): throw interrupted(interruption, presence, account)
                case .unresponsive:
                    throw unresponsive(
                        session, fallbacks: presence.fallbacks(situations.situation(of: account), at: clock.now()))
                // A reader that does not end the scan cannot be given up.
                case .gaveWay where session.leftBehind.isEmpty: hasGivenWay = true
                case .gaveWay:
                    throw unresponsive(
                        session, fallbacks: presence.fallbacks(situations.situation(of: account), at: clock.now()))
                case .answered, .timedOut, nil: throw timedOut(presence, account)
                }
            case .failed(let error):
                let failed = sought.first { $0.reader.id == ended }
                throw try await refusal(
                    error, presence, account, on: failed?.reader ?? session.reader, expected: failed?.expected?.id)
            }
        }
    }

    /// Returns the gallery of each reader. Of several readers, one without a gallery is left out.
    private func sought(
        at readers: [Reader], of account: Account, _ orders: inout [ReaderID: ExpectedFingers]
    ) async throws(GateError) -> [SoughtFinger] {
        var sought: [SoughtFinger] = []
        for reader in readers {
            let gallery = try await openingGallery(of: account, on: reader)
            guard !gallery.isEmpty || readers.count == 1 else { continue }
            let expected =
                reader.capabilities.contains(.identify)
                ? nil
                : orders[reader.id, default: ExpectedFingers(lastMatched: account.lastMatched)].next(of: gallery)
            sought.append(SoughtFinger(reader: reader, gallery: gallery, expected: expected))
        }
        return sought
    }

    /// The prints that a finger is looked for among. One that nobody vouched for is not: its finger is a miss, as every
    /// finger that opens nothing.
    private func openingGallery(of account: Account, on reader: Reader) async throws(GateError) -> [GalleryPrint] {
        try await untamperedGallery(of: account).on(reader.id) { $0.vouched }
    }

    private func noMatch(_ template: Progress, remaining: Int) -> Progress {
        var progress = template
        progress.event = .noMatch
        progress.attemptsRemaining = remaining
        return progress
    }

    func interrupted(
        _ interruption: Interruption, _ presence: PresenceRequest, _ account: Account
    ) -> GateError {
        interruption.error(fallbacks: presence.fallbacks(situations.situation(of: account), at: clock.now()))
    }

    func timedOut(_ presence: PresenceRequest, _ account: Account) -> GateError {
        .timedOut(fallbacks: presence.fallbacks(situations.situation(of: account), at: clock.now()))
    }

    private func matched(
        _ outcome: ScanOutcome, _ proof: consuming PresenceProof, _ session: ReaderSession, at reader: ReaderID,
        _ now: Moment
    ) -> Presence {
        var progress = session.template
        progress.event = .matched
        progress.reader = reader
        let (request, account) = (session.request, session.account)
        calls.report(progress, of: request)
        let authentication = Authentication(
            factor: .fingerprint, at: now, reader: reader, print: outcome.print)
        record(authentication, by: request.ask.caller, of: account.user.id, begunIn: request.era)
        if let print = outcome.print { rememberMatch(print, of: account, behind: request.ask.caller.life) }
        return Presence(proof: proof, unlocked: nil, authentication: authentication)
    }

    func decided(
        by answer: consuming ComparedCredential, _ request: WaitingRequest, _ presence: PresenceRequest
    ) throws(GateError) -> Presence {
        let now = clock.now()
        let authentication = Authentication(factor: answer.authentication.factor, at: now, reader: nil)
        record(authentication, by: request.ask.caller, of: request.ask.user, begunIn: request.era)
        return try granted(presence.credentialAccepted(answer.right, at: now), answer.unlocked, authentication)
    }

    /// Clears the misses and remembers the print, off the path of the answer: a crash before it is on disk leaves the
    /// misses standing. Of a print that opens nothing, only the face interface's misses are cleared.
    func rememberMatch(_ print: PrintID, of account: Account, behind call: CallLife) {
        let isVouched = account.openingPrints.contains(print)
        account.policy.scanMatched(isVouched: isVouched, limits)
        if isVouched { account.suspectedPrints = [] }
        if ledger.noteMatch(isVouched ? print : nil, of: account.entry, behind: call) { calls.changed(account) }
    }
}

/// Which finger a reader that can only verify is asked for: the one that matched last, then the others in turn.
private struct ExpectedFingers {
    let lastMatched: PrintID?
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
