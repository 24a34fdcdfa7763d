import GateModel
import GatePolicy
import GateSystem
import GateVault

/// What is answered to the face interface. Nothing here makes a proof or an authentication: a match opens nothing.
extension Gatekeeper {
    /// How long a reader is armed at a time; it is armed anew then, without a sign.
    static let faceRound: Duration = .seconds(600)

    /// The user's fingers on a reader, each once.
    func fingers(of user: UserID, on reader: ReaderID) async throws(FaceFailure) -> [Finger] {
        defer { askedAbout(user) }
        let account = try await faced { () throws(GateError) in try await self.account(user) }
        var fingers: [Finger] = []
        for print in account.kept.prints where print.reader == reader && account.isEnrolled(print.id) {
            if !fingers.contains(print.finger) { fingers.append(print.finger) }
        }
        return fingers
    }

    /// Makes one scan that is judged, and counts it. Reports what came of that, and returns when the reader has ended it.
    func verify(_ asked: FaceAsk, by caller: Caller) async throws(FaceFailure) {
        defer { askedAbout(asked.user) }
        let account = try await faced { () throws(GateError) in try await self.account(asked.user) }
        guard let reader = readers[asked.reader] else {
            sensor.lookAgain()
            throw .failed(.disconnected)
        }
        let prints = account.kept.prints.filter { isWanted($0, asked, account) }
        guard let first = prints.first else { throw .notEnrolled }
        try requireVerifiable(account)
        // A reader that cannot identify is asked for one: the one that matched last, where that is among them.
        let expected =
            reader.capabilities.contains(.identify) ? nil : prints.first { $0.id == account.lastMatched } ?? first
        let started = FaceAnswer.started(expected?.finger ?? (prints.count == 1 ? first.finger : nil))
        // The caller is answered at once, unless the last scan at this reader has not ended: then behind its end.
        var pending: FaceAnswer?
        if turns.lastJudged(reader.id) == nil { asked.report(started) } else { pending = started }
        let ask = Ask(
            caller: caller, user: asked.user, operation: .authenticate, item: nil, label: nil, reason: nil,
            factors: [.fingerprint], reader: reader.id, timeout: Self.faceRound, reuse: .never, isForFace: true)
        var session: ReaderSession
        do throws(GateError) {
            session = try await begin(ask, on: reader, of: account, isLimitPerTouch: false)
        } catch {
            throw error.faced
        }
        defer {
            turns.loginEnded(asked.user, at: reader.id)
            end(&session)
        }
        turns.placeLogin(&session)
        session.lifted = { asked.report(.fingerLifted) }
        let finger = try await verify(asked, &session, expecting: expected?.id, startingWith: pending)
        asked.report(finger.map { .match($0) } ?? .noMatch)
        answered(caller.life)
        audit.verified(asked.asker, caller, asked.user, on: reader.id, isMatch: finger != nil)
        await awaitSettling(&session)
        guard finger == nil, turns.lastJudged(reader.id) == nil, upkeep.isFirstMiss(at: reader.id) else { return }
        await dropVanished(on: reader)
    }

    private func verify(
        _ asked: FaceAsk, _ session: inout ReaderSession, expecting expected: PrintID?,
        startingWith pending: FaceAnswer?
    ) async throws(FaceFailure) -> Finger? {
        var pending = pending
        // Whether it had the reader, and takes turns with the apps since.
        var isShared = false
        let (request, reader, account) = (session.request, session.reader, session.account)
        while true {
            do throws(Interruption) {
                _ = try await turns.take(&session, within: isShared ? nil : Self.loginPatience)
            } catch {
                throw error.faced
            }
            guard await settle(reader.id) else {
                if let started = pending.take() { asked.report(started) }
                throw .failed(.busy)
            }
            // The wait may have changed everything.
            guard readers[reader.id] != nil else { throw .failed(.disconnected) }
            try requireVerifiable(account)
            guard !readers.isCovered(reader) else { throw .failed(.covered) }
            let gallery = try await faced { () throws(GateError) in try await self.gallery(of: account, on: reader) }
                .filter { asked.finger == nil || $0.finger == asked.finger }
            guard let first = gallery.first else { throw .notEnrolled }
            let sought = expected.map { expected in gallery.first { $0.id == expected } ?? first }
            if let started = pending.take() { asked.report(started) }
            let run = try await faced { () throws(GateError) in
                try await runScan(
                    &session, for: [SoughtFinger(reader: reader, gallery: gallery, expected: sought)])
            }
            if let outcome = run.outcome, !outcome.isMatch {
                upkeep.doubt(PrintHome(reader: reader.id, user: asked.user))
            }
            if let interruption = request.interruption { throw interruption.faced }
            switch run.takeEnd() {
            case .judged(let judgement):
                guard case .matched(let print) = judgement.outcome else { return nil }
                // A print that was deleted while the reader was armed is none of the user's any more.
                guard account.isEnrolled(print), let matched = gallery.first(where: { $0.id == print }) else { break }
                // Another call may have locked the user out since.
                try requireVerifiable(account)
                rememberMatch(print, of: account, behind: request.ask.caller.life)
                return matched.finger
            case .withdrawn: break
            case .failed(let error): throw try await failure(error, account, on: reader, expected: sought?.id)
            }
            // The round is over. The next call gets the reader; this one stops asking for a touch before that.
            answered(request.ask.caller.life)
            if turns.endRound(&session) {
                asked.report(.queued)
                isShared = true
            }
            leave(request.id, reader.id)
            session.timers.begin()
        }
    }

    func isWanted(_ print: Print, _ asked: FaceAsk, _ account: Account) -> Bool {
        print.reader == asked.reader && account.isEnrolled(print.id)
            && (asked.finger == nil || print.finger == asked.finger)
    }

    private func requireVerifiable(_ account: Account) throws(FaceFailure) {
        guard !account.isErased else { throw .failed(.cancelled) }
        switch situations.situation(of: account).verificationRefusal(at: clock.now()) {
        case nil: break
        case .lockedOut: throw .failed(.lockedOut)
        case .administrator: throw .failed(.administrator)
        case .suspending: throw .failed(.suspended)
        }
    }

    private func failure(
        _ error: SensorError, _ account: Account, on reader: Reader, expected: PrintID?
    ) async throws(FaceFailure) -> FaceFailure {
        if error == .printNotStored {
            try await faced { () throws(GateError) in try await suspect(expected, of: account, on: reader) }
            await dropVanished(on: reader)
        }
        return faced(error, on: reader.id)
    }

    /// Maps a reader's failure to a `FaceFailure`.
    func faced(_ error: SensorError, on reader: ReaderID) -> FaceFailure {
        switch error {
        case .readerNotFound, .disconnected: return .failed(.disconnected)
        case .cancelled: return .failed(.cancelled)
        case .suspended: return .failed(.suspended)
        case .busy, .inUse: return .failed(.inUse)
        case .overheated(let time):
            situations.overheated(reader, for: time)
            return .failed(.overheated)
        case .printNotStored: return .failed(.notStored)
        case .protocolBroken: return .failed(.protocolBroken)
        case .faulted, .driverLost, .notSupported, .storageFull, .duplicate, .invalidTemplate, .unknown:
            return .failed(.faulted)
        }
    }

    /// See `Accounts.askedAbout`.
    func askedAbout(_ user: UserID) {
        for dropped in accounts.askedAbout(user) { situations.tell(of: dropped) }
    }

    /// What the user's data cannot be had for is the same to the face interface.
    func faced<Result: ~Copyable>(_ body: () async throws(GateError) -> Result) async throws(FaceFailure) -> Result {
        do throws(GateError) {
            return try await body()
        } catch {
            throw error.faced
        }
    }
}

extension Interruption {
    var faced: FaceFailure {
        switch self {
        case .cancelled(.suspend): .failed(.suspended)
        case .notInteractive: .failed(.covered)
        case .cancelled: .failed(.cancelled)
        case .outwaited: .failed(.busy)
        }
    }
}

extension HardwareReason {
    var faced: FaceFailure.Cause {
        switch self {
        case .busy, .inUse: .inUse
        case .suspended: .suspended
        case .overheated: .overheated
        case .disconnected: .disconnected
        case .faulted: .faulted
        case .notInteractive: .covered
        case .administrator: .administrator
        }
    }
}
