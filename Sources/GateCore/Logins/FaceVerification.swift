import GateModel
import GatePolicy
import GateSystem
import GateVault

/// Verifies fingers for the face interface. It makes no proof and no authentication, so a match opens nothing by itself:
/// a match of a vouched finger is kept as a touch, which the login that asked for it may spend (`LoginItems`).
///
/// Confined to the Gatekeeper's loop.
final class FaceVerification {
    private let users: Users
    private let scans: Scans
    private let prints: Prints
    private let storage: OwnStorage
    private let records: Records
    private let settling: Settling
    private let turns: Turns
    private let situations: Situations
    private let upkeep: ChipUpkeep
    private let afterAnswer: AfterAnswer
    private let sensor: any FingerprintSensor
    private let touches: LoginTouches
    private let limits: PolicyLimits
    private let clock: GateClock
    private let audit: Audit

    private var readers: ReaderTable { situations.readers }

    init(
        users: Users, scans: Scans, prints: Prints, storage: OwnStorage, records: Records, settling: Settling,
        turns: Turns, situations: Situations, upkeep: ChipUpkeep, afterAnswer: AfterAnswer,
        sensor: any FingerprintSensor, touches: LoginTouches, limits: PolicyLimits, clock: GateClock, audit: Audit
    ) {
        self.users = users
        self.scans = scans
        self.prints = prints
        self.storage = storage
        self.records = records
        self.settling = settling
        self.turns = turns
        self.situations = situations
        self.upkeep = upkeep
        self.afterAnswer = afterAnswer
        self.sensor = sensor
        self.touches = touches
        self.limits = limits
        self.clock = clock
        self.audit = audit
    }

    /// The user's fingers on a reader, each once.
    func fingers(of user: UserID, on reader: ReaderID) async throws(FaceFailure) -> [Finger] {
        defer { users.askedAbout(user) }
        let account = try await faced { () throws(GateError) in try await self.users.account(user) }
        var fingers: [Finger] = []
        for print in account.kept.prints where print.reader == reader && account.isEnrolled(print.id) {
            if !fingers.contains(print.finger) { fingers.append(print.finger) }
        }
        return fingers
    }

    /// Makes one judged scan, and counts it. Reports the result, and returns when the reader has ended the scan.
    func run(_ asked: FaceAsk, by caller: Caller) async throws(FaceFailure) {
        defer { users.askedAbout(asked.user) }
        // Before anything is waited for: the asker still waits, so the number is its own. Only root logs users in.
        let login = asked.asker.user == .root ? asked.asker.process.flatMap(HeldProcess.init) : nil
        let account = try await faced { () throws(GateError) in try await self.users.account(asked.user) }
        guard let reader = readers[asked.reader] else {
            sensor.lookAgain()
            throw .failed(.disconnected)
        }
        let wanted = asked.prints(of: account)
        guard let first = wanted.first else { throw .notEnrolled }
        let isLogin = situations.isPasswordFirst && asked.asker.isLogin
        try situations.requireVerifiable(account, isLogin: isLogin)
        // A reader that cannot identify compares with one print: the last one that matched, if it is among the wanted
        // ones.
        let expected =
            reader.capabilities.contains(.identify) ? nil : wanted.first { $0.id == account.lastMatched } ?? first
        let started = FaceAnswer.started(expected?.finger ?? (wanted.count == 1 ? first.finger : nil))
        // Reports the start at once, unless the last scan at this reader has not ended. Then the start follows its end.
        var pending: FaceAnswer?
        if turns.lastJudged(reader.id) == nil { asked.report(started) } else { pending = started }
        let ask = Ask(
            caller: caller, user: asked.user, operation: .authenticate, item: nil, label: nil, reason: nil,
            factors: [.fingerprint], reader: reader.id, timeout: FaceAsk.round, reuse: .never, standing: .face)
        var session: ReaderSession
        do throws(GateError) {
            session = try await turns.begin(ask, on: reader, of: account, isLimitPerTouch: false)
        } catch {
            throw error.faced
        }
        defer {
            turns.loginEnded(asked.user, at: reader.id)
            turns.end(&session)
        }
        turns.placeLogin(&session)
        session.lifted = { asked.report(.fingerLifted) }
        let finger = try await verify(asked, &session, expecting: expected?.id, startingWith: pending, for: login)
        asked.report(finger.map { .match($0) } ?? .noMatch)
        // The loop writes the report next; what follows may wait for that.
        await Task.yield()
        afterAnswer.given(caller.life)
        audit.verified(asked.asker, caller, asked.user, on: reader.id, isMatch: finger != nil)
        await settling.awaitEnd(&session)
        guard finger == nil, turns.lastJudged(reader.id) == nil, upkeep.isFirstMiss(at: reader.id) else { return }
        await storage.dropVanished(on: reader)
    }

    private func verify(
        _ asked: FaceAsk, _ session: inout ReaderSession, expecting expected: PrintID?,
        startingWith pending: FaceAnswer?, for login: HeldProcess?
    ) async throws(FaceFailure) -> Finger? {
        var pending = pending
        // Whether it has had the reader, and now takes turns with apps.
        var isShared = false
        let (call, reader, account) = (session.call, session.reader, session.account)
        while true {
            do throws(Interruption) {
                _ = try await turns.take(&session, within: isShared ? nil : FaceAsk.patience)
            } catch {
                throw error.faced
            }
            guard await settling.settle(reader.id) else {
                if let started = pending.take() { asked.report(started) }
                throw .failed(.busy)
            }
            // The wait may have changed everything.
            guard readers[reader.id] != nil else { throw .failed(.disconnected) }
            try situations.requireVerifiable(account, isLogin: false)
            guard !readers.isCovered(reader) else { throw .failed(.covered) }
            let gallery = try await faced { () throws(GateError) in
                try await self.prints.gallery(of: account, on: reader)
            }
            .filter { asked.finger == nil || $0.finger == asked.finger }
            guard let first = gallery.first else { throw .notEnrolled }
            let sought = expected.map { expected in gallery.first { $0.id == expected } ?? first }
            if let started = pending.take() { asked.report(started) }
            let end = try await faced { () throws(GateError) in
                try await scans.run(
                    &session, for: [SoughtFinger(reader: reader, gallery: gallery, expected: sought)])
            }
            if let interruption = call.interruption { throw interruption.faced }
            switch consume end {
            case .judged(let judgement, at: _, _):
                guard case .matched(let print) = judgement.outcome else { return nil }
                // A print that was deleted while the reader was armed no longer counts.
                guard account.isEnrolled(print), let matched = gallery.first(where: { $0.id == print }) else { break }
                // Another call may have locked the user out meanwhile.
                try situations.requireVerifiable(account, isLogin: false)
                records.rememberMatch(print, of: account, limits: limits, behind: call.ask.caller.life)
                if let login { keep(judgement, of: account, for: login) }
                return matched.finger
            case .withdrawn: break
            case .failed(let error, at: _): throw try await failure(error, account, on: reader, expected: sought?.id)
            }
            // The round is over. Before the next call gets the reader, this one must stop asking for a touch.
            afterAnswer.given(call.ask.caller.life)
            if turns.endRound(&session) {
                asked.report(.queued)
                isShared = true
            }
            turns.leave(call.id, reader.id)
            session.timers.begin()
        }
    }

    private func keep(_ judgement: consuming Judgement, of account: Account, for login: HeldProcess) {
        guard
            let touch = LoginTouch(
                judgement, of: account.user.id, opening: account.openingPrints,
                enrollment: account.kept.enrollmentID, at: clock.now())
        else { return }
        touches.keep(touch, for: login)
    }

    // MARK: Beside a password

    /// A match that is not taken yet.
    private struct Match: ~Copyable {
        let print: PrintID
        /// Nil for an unvouched finger.
        var touch: LoginTouch?
    }

    /// Waits for a finger of the user's at any reader, and keeps the match for a short time. Returns once it was taken,
    /// for the process that called; only then it clears misses and is kept for that process's login.
    func awaitTouch(
        of user: UserID, service: String?, by caller: Caller, report: @Sendable (AwaitedTouch) -> Void
    ) async throws(FaceFailure) {
        defer { users.askedAbout(user) }
        // Before anything is waited for: the caller still waits, so the number is its own.
        let login = HeldProcess(caller.peer.process)
        let account = try await faced { () throws(GateError) in try await self.users.account(user) }
        try situations.requireInFront(caller)
        let isLogin = situations.isPasswordFirst && caller.program.place == .elsewhere
        try situations.requireVerifiable(account, isLogin: isLogin)
        let (first, others) = try situations.readersBesidePassword(of: account)
        let prompt = PasswordPrompt(
            service: service ?? caller.program.command, account: account.user.name.rawValue)
        let ask = Ask(
            caller: caller, user: user, operation: .authenticate, item: nil, label: nil, reason: nil,
            factors: [.fingerprint], reader: nil, timeout: FaceAsk.besidePassword, reuse: .never,
            standing: .besidePassword(prompt, shownTo: caller.program.place.user ?? user))
        var session: ReaderSession
        do throws(GateError) {
            session = try await turns.begin(ask, on: first, besides: others, of: account, isLimitPerTouch: false)
        } catch {
            throw error.faced
        }
        defer { turns.end(&session) }
        report(.started)
        var expected: [ReaderID: ExpectedFingers] = [:]
        var misses = 0
        while true {
            var match = try await match(in: &session, &expected, &misses)
            report(.matched)
            // The loop writes the report next; what follows may wait for that.
            await Task.yield()
            afterAnswer.given(caller.life)
            // Others may have the readers while the match waits.
            turns.giveUp(&session)
            guard try await isTaken(&session) else { continue }
            guard account.isEnrolled(match.print), login?.hasEnded == false else { throw .failed(.cancelled) }
            try situations.requireInFront(caller)
            try situations.requireVerifiable(account, isLogin: isLogin)
            records.rememberMatch(match.print, of: account, limits: limits, behind: caller.life)
            if let login, let touch = match.touch.take() { touches.keep(touch, for: login) }
            return
        }
    }

    /// Whether the match is taken before its time is over. Then the readers wait for a finger again.
    private func isTaken(_ session: inout ReaderSession) async throws(FaceFailure) -> Bool {
        let call = session.call
        session.timers.begin()
        if let interruption = call.interruption { throw interruption.faced }
        if call.isTaken { return true }
        session.timers.startMatch(FaceAsk.matchLifetime)
        while let event = await call.inbox.next() {
            switch event {
            case .taken: return true
            case .matchOver: return false
            case .interrupted(let interruption): throw interruption.faced
            case .turn, .scan, .finished, .deadline, .turnOver, .wanted, .unanswered, .spent, .quiet, .settled,
                .graceOver, .abandoned, .placed, .waitOver, .answered, .held, .promptChanged:
                break
            }
        }
        throw .failed(.cancelled)
    }

    /// Arms the readers until a finger matches, or too many did not.
    private func match(
        in session: inout ReaderSession, _ expected: inout [ReaderID: ExpectedFingers], _ misses: inout Int
    ) async throws(FaceFailure) -> Match {
        let (call, account) = (session.call, session.account)
        let caller = call.ask.caller
        // Whether the last scan was ended for another call.
        var hasGivenWay = false
        while true {
            do throws(Interruption) {
                if session.held.isEmpty { _ = try await turns.take(&session) }
                if hasGivenWay || turns.isToGiveWay(session) && session.held.count == 1 {
                    hasGivenWay = false
                    _ = try await turns.giveWay(&session)
                    continue
                }
            } catch {
                throw error.faced
            }
            turns.leaveToOthers(&session)
            // The wait may have changed everything.
            if let interruption = call.interruption { throw interruption.faced }
            try situations.requireInFront(caller)
            try situations.requireVerifiable(account, isLogin: false)
            guard scans.mayArm(call) else { throw .failed(.overheated) }
            let present = session.held.compactMap { readers[$0.id] }
            var sought: [SoughtFinger] = []
            for reader in present where !readers.isCovered(reader) {
                let gallery = try await faced { () throws(GateError) in
                    try await self.prints.gallery(of: account, on: reader)
                }
                guard !gallery.isEmpty else { continue }
                let wanted =
                    reader.capabilities.contains(.identify)
                    ? nil
                    : expected[reader.id, default: ExpectedFingers(lastMatched: account.lastMatched)].next(of: gallery)
                sought.append(SoughtFinger(reader: reader, gallery: gallery, expected: wanted))
            }
            guard !sought.isEmpty else {
                throw present.isEmpty
                    ? .failed(.disconnected) : present.allSatisfy(readers.isCovered) ? .failed(.covered) : .notEnrolled
            }
            let end = try await faced { () throws(GateError) in try await scans.run(&session, for: sought) }
            if let interruption = call.interruption { throw interruption.faced }
            switch consume end {
            case .judged(let judgement, at: let reader, _):
                audit.verified(
                    FaceAsker(user: nil, process: nil), caller, account.user.id, on: reader,
                    isMatch: judgement.outcome.isMatch)
                guard case .matched(let print) = judgement.outcome else {
                    misses += 1
                    guard misses < limits.attemptsPerCall else { throw .failed(.cancelled) }
                    continue
                }
                // A print that was deleted while the reader was armed no longer counts.
                guard account.isEnrolled(print) else { continue }
                try situations.requireVerifiable(account, isLogin: false)
                let touch = LoginTouch(
                    judgement, of: account.user.id, opening: account.openingPrints,
                    enrollment: account.kept.enrollmentID, at: clock.now())
                return Match(print: print, touch: touch)
            case .withdrawn(let ending):
                switch ending {
                case .gaveWay where session.leftBehind.isEmpty: hasGivenWay = true
                case .early: break
                case .interrupted(let interruption): throw interruption.faced
                case .spent: throw .failed(.overheated)
                case .answered, .timedOut, .unresponsive, .gaveWay, nil: throw .failed(.cancelled)
                }
            case .failed(let error, at: let reader):
                let failed = sought.first { $0.reader.id == reader }
                throw try await failure(
                    error, account, on: failed?.reader ?? session.reader, expected: failed?.expected?.id)
            }
        }
    }

    private func failure(
        _ error: SensorError, _ account: Account, on reader: Reader, expected: PrintID?
    ) async throws(FaceFailure) -> FaceFailure {
        if error == .printNotStored {
            try await faced { () throws(GateError) in try await prints.suspect(expected, of: account, on: reader) }
            await storage.dropVanished(on: reader)
        }
        return situations.faced(error, on: reader.id)
    }
}
