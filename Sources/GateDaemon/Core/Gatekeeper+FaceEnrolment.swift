import GateModel
import GatePolicy
import GateSystem
import GateVault

/// What is added and deleted on the face interface's word, which has polkit's. A print that is added so is vouched for by
/// nobody: it is verified there, and opens nothing.
extension Gatekeeper {
    /// Enrols a finger, in the place of the one of its name on that reader, which goes first. With a reader that identifies,
    /// one touch before the reader's own looks whether the user has the finger already, or the reader knows it.
    func enroll(_ finger: Finger, _ asked: FaceAsk, by caller: Caller) async throws(FaceFailure) {
        defer { askedAbout(asked.user) }
        let account = try await faced { () throws(GateError) in try await self.lastingAccount(asked.user) }
        guard let reader = readers[asked.reader] else {
            sensor.lookAgain()
            throw .failed(.disconnected)
        }
        try requireChangeable(account)
        let ask = Ask(
            caller: caller, user: asked.user, operation: .enroll, item: nil, label: nil, reason: nil,
            factors: [.fingerprint], reader: reader.id, timeout: Self.faceRound, reuse: .never, isForFace: true)
        var session: ReaderSession
        do throws(GateError) {
            session = try await begin(ask, on: reader, of: account, isLimitPerTouch: true)
        } catch {
            throw error.faced
        }
        defer { end(&session) }
        session.lifted = { asked.report(.fingerLifted) }
        // Whoever asked is answered at once where nothing can fail before the touch.
        let replaces = replaced(by: finger, on: reader, of: account) != []
        let isImmediate = !replaces && !rules.ownsStorage
        if isImmediate { asked.report(.started(finger)) }
        do throws(Interruption) {
            _ = try await turns.take(&session, within: Self.loginPatience)
        } catch {
            throw error.faced
        }
        guard readers[reader.id] != nil else { throw .failed(.disconnected) }
        try requireChangeable(account)
        guard !readers.isCovered(reader) else { throw .failed(.covered) }
        let old = replaced(by: finger, on: reader, of: account)
        if !old.isEmpty { try await delete(old, on: reader, of: account, for: asked.asker, by: caller) }
        await clearBeforeFirst(on: reader, for: caller)
        if rules.ownsStorage {
            // As fprintd, which begins before it answers: what is said to the reader then is said to the enrolment.
            session.wanted = { asked.report(.started(finger)) }
        } else if !isImmediate {
            asked.report(.started(finger))
        }
        guard account.kept.prints.count < rules.printsPerUser else { throw .failed(.full) }
        do throws(GateError) {
            try await enroll(finger, asked, in: &session)
        } catch {
            throw session.sensorError == .protocolBroken ? .failed(.protocolBroken) : error.faced
        }
    }

    private func enroll(
        _ finger: Finger, _ asked: FaceAsk, in session: inout ReaderSession
    ) async throws(GateError) {
        let (reader, account) = (session.reader, session.account)
        // A finger whose print was deleted is new to the reader again.
        await deleteChipCopies(on: reader)
        let identifies = reader.capabilities.contains(.identify)
        if identifies {
            // Only the user's own: whether a finger is somebody else's is nothing to tell, and no guess to make uncounted.
            // Whether it is the user's is one as well, which whoever has no guess left is not given.
            guard situations.situation(of: account).verificationRefusal(at: clock.now()) != .lockedOut else {
                throw .hardwareUnavailable(.faulted, retryAfter: nil, fallbacks: [])
            }
            try await lookForDuplicate(&session, try await gallery(of: account, on: reader))
            asked.report(.stagePassed)
        }
        let kept = try await takeAndKeep(finger, nil, vouched: false, &session, hasDuplicateTouch: identifies)
        audit.enrolled(
            session.request.ask.caller, account.user.id, reader: reader, invalidated: kept.invalidatedItems,
            unvouchedBy: asked.asker)
    }

    private func replaced(by finger: Finger, on reader: Reader, of account: Account) -> [Print] {
        account.kept.prints.filter { $0.finger == finger && $0.reader == reader.id }
    }

    /// Deletes the user's print of a finger, or all, on one reader: from its chip at once, and here whatever the chip says.
    func deletePrints(_ asked: FaceAsk, by caller: Caller) async throws(FaceFailure) {
        defer { askedAbout(asked.user) }
        let account = try await faced { () throws(GateError) in try await self.account(asked.user) }
        let ticket = turns.nextTicket()
        defer { leave(ticket, asked.reader) }
        guard await takeFirst(asked.reader, ticket) else { throw .failed(.busy) }
        guard !account.isErased, caller.life.endedBy == nil else { throw .failed(.cancelled) }
        let prints = account.kept.prints.filter { isWanted($0, asked, account) }
        guard !prints.isEmpty else { throw .notEnrolled }
        try await delete(prints, on: readers[asked.reader], of: account, for: asked.asker, by: caller)
    }

    /// For a call that has the reader. Throws `notDeletedFromReader` where the chip did not do it, or says that it does not
    /// have one of them: they are gone here all the same.
    private func delete(
        _ prints: [Print], on reader: Reader?, of account: Account, for asker: FaceAsker, by caller: Caller
    ) async throws(FaceFailure) {
        let ids = Set(prints.map(\.id))
        account.departing.formUnion(ids)
        defer { account.departing.subtract(ids) }
        let invalidated: Int
        var chip = ChipAnswer()
        do throws(GateError) {
            chip = try await deleteFromChip(prints, on: reader, of: account)
            let remaining = chip.remaining
            let change = try await stored { keystore throws(KeystoreError) in
                try await keystore.removePrints(ids, chipCopies: remaining, of: account.user)
            }
            invalidated = change.invalidatedItems
            try await printsDeleted(Set(prints.map(\.reader)), account)
        } catch {
            throw .failed(.notDeleted)
        }
        audit.printsDeleted(caller, account.user.id, prints: prints.count, invalidated: invalidated, for: asker)
        if !chip.isDone { throw .failed(.notDeletedFromReader) }
    }

    /// What a reader's storage did with prints that it was to forget.
    private struct ChipAnswer {
        /// Those that it has still.
        var remaining: Set<PrintID> = []
        /// Whether it had and forgot each of them.
        var isDone = true
    }

    private func deleteFromChip(
        _ prints: [Print], on reader: Reader?, of account: Account
    ) async throws(GateError) -> ChipAnswer {
        guard let reader else { return ChipAnswer(remaining: Set(prints.map(\.id)), isDone: false) }
        var answer = ChipAnswer()
        guard reader.capabilities.contains(.storage) else { return answer }
        let gallery = try await gallery(of: account, on: reader)
        for print in gallery where prints.contains(where: { $0.id == print.id }) {
            do throws(SensorError) {
                try await sensor.delete(print.template, on: reader.id)
            } catch {
                answer.isDone = false
                if error != .printNotStored { answer.remaining.insert(print.id) }
            }
        }
        return answer
    }

    /// The misses have no say, but in the touch that looks for a duplicate: a print that nobody vouched for gets past none.
    func requireChangeable(_ account: Account) throws(FaceFailure) {
        guard !account.isErased else { throw .failed(.cancelled) }
        guard rules.fingerprintEnabled else { throw .failed(.administrator) }
        guard !situations.isSuspending else { throw .failed(.suspended) }
    }
}

extension GateError {
    /// What it is to the face interface.
    var faced: FaceFailure {
        switch self {
        case .cancelled(let canceller): Interruption.cancelled(canceller).faced
        case .timedOut: .failed(.cancelled)
        case .fingerAlreadyEnrolled, .fingerKnownToReader: .failed(.duplicate)
        case .readerFull: .failed(.full)
        case .readerNotFound, .noHardware: .failed(.disconnected)
        case .hardwareUnavailable(let reason, _, _): .failed(reason.faced)
        case .notEnrolled, .disabled, .lockout, .lockoutPermanent, .authenticationFailed, .credentialRequired,
            .credentialWrong, .credentialThrottled, .credentialNotSet, .credentialUnavailable, .signInRequired,
            .pinUnacceptable, .factorNotAllowed, .itemNotFound, .itemExists, .itemInvalidated, .printNotFound,
            .requestNotFound, .limitExceeded, .sealingUnavailable, .storageFailed, .notPermitted:
            .failed(.unavailable)
        }
    }
}
