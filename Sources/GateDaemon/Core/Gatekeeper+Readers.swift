import GateModel
import GatePolicy
import GateVault

extension Gatekeeper {
    /// Before anybody is served: what a crash left pending counts as missed, and the readers are known.
    func start() async throws(KeystoreError) {
        try await ledger.countFoundScans(at: clock.now())
        situations.refreshReaders()
        for reader in readers.all { tidyUp(reader) }
    }

    /// Follows the readers until the sensor stops.
    func followReaders() async {
        let changes = await sensor.changes()
        let known = Set(readers.all.map(\.id))
        situations.refreshReaders()
        for reader in readers.all where !known.contains(reader.id) { tidyUp(reader) }
        for await change in changes {
            situations.refreshReaders()
            switch change {
            case .added(let reader):
                upkeep.added(reader.id)
                tidyUp(reader)
            case .removed(let reader): upkeep.removed(reader.id)
            case .changed: break
            }
        }
    }

    /// The readers that may judge a finger for a call: the one that it names, else all with prints of the user's that can
    /// be touched, the one that matched last first.
    func readers(for ask: Ask, of account: Account) throws(GateError) -> (first: Reader, others: [Reader]) {
        let homes = Set(account.kept.vouchedPrints.map(\.reader))
        if let id = ask.reader {
            guard let reader = readers[id] else { throw .readerNotFound(id) }
            guard homes.contains(id) else {
                throw .notEnrolled(
                    printsVanished: false, fallbacks: situations.fallbacks(ask, account, at: clock.now()))
            }
            guard !readers.isCovered(reader) else {
                throw .hardwareUnavailable(
                    .notInteractive, retryAfter: nil, fallbacks: situations.fallbacks(ask, account, at: clock.now()))
            }
            return (reader, [])
        }
        guard let first = readers.preferred(last: account.lastReader, homes: homes) else {
            let isCovered = readers.facts(for: homes) == .covered
            throw .hardwareUnavailable(
                isCovered ? .notInteractive : .disconnected, retryAfter: nil,
                fallbacks: situations.fallbacks(ask, account, at: clock.now()))
        }
        return (first, readers.all.filter { $0.id != first.id && homes.contains($0.id) && !readers.isCovered($0) })
    }

    /// The user's prints. A template that was changed in the database is a way in, so its print counts as gone, and the
    /// enrolment as changed.
    @discardableResult
    func untamperedGallery(of account: Account) async throws(GateError) -> Gallery {
        let gallery = try await stored { keystore throws(KeystoreError) in
            try await keystore.gallery(of: account.user)
        }
        if !gallery.tampered.isEmpty {
            audit.tampered(account.user.id, prints: gallery.tampered.count)
            try await lost(gallery.tampered, of: account)
        }
        return gallery
    }

    /// The user's prints on a reader, those as well that open nothing.
    func gallery(of account: Account, on reader: Reader) async throws(GateError) -> [GalleryPrint] {
        try await untamperedGallery(of: account).on(reader.id) { _ in true }
    }

    /// What a failed operation is answered with.
    func refusal(
        _ error: SensorError, _ request: PresenceRequest, _ account: Account, on reader: Reader, expected: PrintID?
    ) async throws(GateError) -> GateError {
        let fallbacks = request.fallbacks(situations.situation(of: account), at: clock.now())
        switch error {
        case .printNotStored:
            try await suspect(expected, of: account, on: reader)
            return .notEnrolled(printsVanished: true, fallbacks: fallbacks)
        case .storageFull, .duplicate:
            // Of an enrolment these tell something; of a scan, only that the reader is out of order.
            return .hardwareUnavailable(.faulted, retryAfter: nil, fallbacks: fallbacks)
        case .readerNotFound, .disconnected, .cancelled, .busy, .inUse, .suspended, .overheated, .faulted,
            .protocolBroken, .driverLost, .notSupported, .invalidTemplate, .unknown:
            return refusal(error, fallbacks: fallbacks, on: reader)
        }
    }

    /// The table from the sensor's errors to the contract's.
    func refusal(_ error: SensorError, fallbacks: [Factor], on reader: Reader) -> GateError {
        switch error {
        case .readerNotFound, .disconnected:
            return .hardwareUnavailable(.disconnected, retryAfter: nil, fallbacks: fallbacks)
        case .cancelled: return .cancelled(by: .shutdown)
        case .busy: return .hardwareUnavailable(.busy, retryAfter: nil, fallbacks: fallbacks)
        case .inUse: return .hardwareUnavailable(.inUse, retryAfter: nil, fallbacks: fallbacks)
        case .suspended: return .cancelled(by: .suspend)
        case .overheated(let retryAfter):
            situations.overheated(reader.id, for: retryAfter)
            return .hardwareUnavailable(.overheated, retryAfter: retryAfter, fallbacks: fallbacks)
        case .storageFull: return .readerFull(reader.id)
        case .duplicate: return .fingerKnownToReader(reader.id)
        case .faulted, .protocolBroken, .driverLost, .notSupported, .invalidTemplate, .printNotStored, .unknown:
            return .hardwareUnavailable(.faulted, retryAfter: nil, fallbacks: fallbacks)
        }
    }

    // MARK: Prints that vanish

    /// The reader says that it does not have a print. Destruction is for good, so the first time only raises a
    /// suspicion; the second time, after the reader was reopened, the print counts as vanished.
    func suspect(_ print: PrintID?, of account: Account, on reader: Reader) async throws(GateError) {
        let onReader = account.kept.prints.filter { $0.reader == reader.id }.map(\.id)
        // A reader that identifies does not say which print it lacks; with one print there is no doubt.
        let suspects = print.map { [$0] } ?? (onReader.count == 1 ? onReader : [])
        let confirmed = suspects.filter(account.suspectedPrints.contains)
        account.suspectedPrints.formUnion(suspects)
        upkeep.doubt(PrintHome(reader: reader.id, user: account.user.id))
        if !confirmed.isEmpty { try await lost(confirmed, of: account) }
    }

    /// Deletes what was waiting for the reader to come back, or to be free.
    func tidyUp(_ reader: Reader) {
        Task(executorPreference: tasks) { await self.deleteWaitingChipCopies(on: reader) }
    }

    /// Deletes from a reader's storage the prints that are deleted here already; what fails is tried again after a pause,
    /// and at its next return.
    func deleteWaitingChipCopies(on reader: Reader) async {
        guard reader.capabilities.contains(.storageDelete) else { return }
        guard let ticket = turns.takeFree(reader.id) else {
            return upkeep.tidyLater(reader.id)
        }
        defer { leave(ticket, reader.id) }
        await deleteChipCopies(on: reader)
    }

    /// A reader that has just been plugged in may not be ready to be opened: it is asked again, ever more rarely.
    private func tidyUpLater(_ reader: Reader) {
        upkeep.askAgain(reader.id) { after($0) { $0.tidyUpAgain(reader.id) } }
    }

    private func tidyUpAgain(_ reader: ReaderID) {
        upkeep.asksAgain(reader)
        if let present = readers[reader] { tidyUp(present) }
    }

    /// As `deleteWaitingChipCopies`, for a call that has the reader.
    func deleteChipCopies(on reader: Reader) async {
        guard reader.capabilities.contains(.storageDelete) else { return }
        do throws(GateError) {
            for copy in try await stored({ keystore throws(KeystoreError) in
                try await keystore.chipDeletions(on: reader.id)
            }) {
                guard await isDeleted(copy.template, on: reader) else {
                    tidyUpLater(reader)
                    continue
                }
                try await stored { keystore throws(KeystoreError) in try await keystore.chipDeletionDone(copy.id) }
            }
        } catch {
            audit.failedLater("deleting prints from a reader")
        }
    }

    /// Whether the reader's storage does not have it any more.
    func isDeleted(_ template: Template, on reader: Reader) async -> Bool {
        do throws(SensorError) {
            try await sensor.delete(template, on: reader.id)
            return true
        } catch {
            return error == .printNotStored
        }
    }

    // MARK: Storage

    /// Runs a keystore operation; its errors become the contract's.
    func stored<Result: Sendable>(
        _ body: (any CredentialStore) async throws(KeystoreError) -> Result
    ) async throws(GateError) -> Result {
        do throws(KeystoreError) {
            return try await body(keystore)
        } catch {
            await followKeystore()
            throw audit.refused(error)
        }
    }
}
