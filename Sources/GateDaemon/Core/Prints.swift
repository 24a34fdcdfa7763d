import GateModel
import GatePolicy
import GateVault

/// The users' prints, here and in the readers' own storages: their galleries, those that vanish, and those that a storage
/// is to forget.
///
/// It lives on the Gatekeeper's loop.
final class Prints {
    private let records: Records
    private let sensor: any FingerprintSensor
    private let situations: Situations
    private let turns: Turns
    private let upkeep: ChipUpkeep
    private let authentications: Authentications
    private let audit: Audit
    private let errands: Errands

    init(
        records: Records, sensor: any FingerprintSensor, situations: Situations, turns: Turns, upkeep: ChipUpkeep,
        authentications: Authentications, audit: Audit, errands: Errands
    ) {
        self.records = records
        self.sensor = sensor
        self.situations = situations
        self.turns = turns
        self.upkeep = upkeep
        self.authentications = authentications
        self.audit = audit
        self.errands = errands
    }

    // MARK: Galleries

    /// The user's prints. A template that was changed in the database is a way in, so its print counts as gone, and the
    /// enrolment as changed.
    @discardableResult
    func untamperedGallery(of account: Account) async throws(GateError) -> Gallery {
        let gallery = try await records.stored { keystore throws(KeystoreError) in
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

    /// The prints that a finger is looked for among. One that nobody vouched for is not: its finger is a miss, as every
    /// finger that opens nothing.
    func openingGallery(of account: Account, on reader: Reader) async throws(GateError) -> [GalleryPrint] {
        try await untamperedGallery(of: account).on(reader.id) { $0.vouched }
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

    /// Compares the user's prints with a list of the reader's storage; one is lost only when two lists in a row do not have
    /// it.
    func reconcile(_ account: Account, with reader: Reader) async throws(GateError) {
        let suspects = try await missing(await gallery(of: account, on: reader), from: reader)
        guard !suspects.isEmpty else { return }
        let confirmed = try await missing(suspects, from: reader)
        let enrolled = Set(account.kept.prints.map(\.id))
        let lost = confirmed.map(\.id).filter(enrolled.contains)
        if !lost.isEmpty { try await self.lost(lost, of: account) }
    }

    private func missing(_ prints: [GalleryPrint], from reader: Reader) async throws(GateError) -> [GalleryPrint] {
        guard !prints.isEmpty else { return [] }
        do throws(SensorError) {
            let stored = try await sensor.storedPrints(on: reader.id)
            var missing: [GalleryPrint] = []
            for print in prints {
                var isStored = false
                // No answer is no loss: it throws.
                for copy in stored where !isStored {
                    isStored = try await sensor.isSamePrint(print.template, copy.template)
                }
                if !isStored { missing.append(print) }
            }
            return missing
        } catch {
            throw situations.refusal(error, fallbacks: [], on: reader)
        }
    }

    /// Prints are gone that nobody here removed: a change of the enrolment.
    func lost(_ prints: [PrintID], of account: Account) async throws(GateError) {
        account.departing.formUnion(prints)
        defer { account.departing.subtract(prints) }
        let change = try await records.stored { keystore throws(KeystoreError) in
            try await keystore.printsVanished(prints, of: account.user)
        }
        account.suspectedPrints.subtract(prints)
        try await changed(account)
        audit.vanished(account.user.id, prints: prints.count, invalidated: change.invalidatedItems)
    }

    /// What has rested on the enrolment before ends.
    func changed(_ account: Account) async throws(GateError) {
        authentications.end(of: account.user.id)
        try await records.refresh(account)
    }

    // MARK: Prints that a reader is to forget

    /// The user's prints on these readers were deleted here.
    func deleted(on homes: Set<ReaderID>, of account: Account) async throws(GateError) {
        try await changed(account)
        await forgetWaiting(on: homes)
    }

    func forgetWaiting(on homes: Set<ReaderID>) async {
        for reader in situations.readers.all where homes.contains(reader.id) { await deleteWaitingCopies(on: reader) }
    }

    /// Whether a reader's storage may hold a copy; of one that is absent nobody knows.
    func isOnChip(_ print: Print) -> Bool {
        situations.readers[print.reader]?.capabilities.contains(.storage) ?? true
    }

    /// Deletes from a reader's storage the prints that are deleted here already; what fails is tried again after a pause,
    /// and at its next return.
    func deleteWaitingCopies(on reader: Reader) async {
        guard reader.capabilities.contains(.storageDelete) else { return }
        guard let ticket = turns.takeFree(reader.id) else { return upkeep.tidyLater(reader.id) }
        defer { turns.leave(ticket, reader.id) }
        await deleteCopies(on: reader)
    }

    /// The same for a call that has the reader.
    func deleteCopies(on reader: Reader) async {
        guard reader.capabilities.contains(.storageDelete) else { return }
        do throws(GateError) {
            for copy in try await records.stored({ keystore throws(KeystoreError) in
                try await keystore.chipDeletions(on: reader.id)
            }) {
                guard await isDeleted(copy.template, on: reader) else {
                    // A reader that has just been plugged in may not be ready to be opened.
                    upkeep.askAgain(reader.id) { errands.run(.tidyUp(reader.id), after: $0) }
                    continue
                }
                try await records.stored { keystore throws(KeystoreError) in
                    try await keystore.chipDeletionDone(copy.id)
                }
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
}
