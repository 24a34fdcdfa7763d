import GateModel
import GatePolicy
import GateVault

/// The users' prints, here and in the readers' own storages: galleries, vanished prints, and prints to delete from a
/// storage.
///
/// Confined to the Gatekeeper's loop.
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

    /// The user's prints. A template that was changed in the database could let another finger in, so its print counts
    /// as lost, and the enrolment as changed.
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

    /// The user's prints on a reader, including unvouched ones.
    func gallery(of account: Account, on reader: Reader) async throws(GateError) -> [GalleryPrint] {
        try await untamperedGallery(of: account).on(reader.id) { _ in true }
    }

    /// The user's vouched prints on a reader. An unvouched print is not compared, so its finger is a miss like any
    /// other that opens nothing.
    func openingGallery(of account: Account, on reader: Reader) async throws(GateError) -> [GalleryPrint] {
        try await untamperedGallery(of: account).on(reader.id) { $0.vouched }
    }

    // MARK: Vanished prints

    /// A reader reported that it does not have a print. A loss is permanent, so the first report only raises a
    /// suspicion; after a second one, with a reopen between, the print counts as vanished.
    func suspect(_ print: PrintID?, of account: Account, on reader: Reader) async throws(GateError) {
        let onReader = account.kept.prints.filter { $0.reader == reader.id }.map(\.id)
        // A reader that identifies does not say which print it lacks. With only one print there, it must be that one.
        let suspects = print.map { [$0] } ?? (onReader.count == 1 ? onReader : [])
        let confirmed = suspects.filter(account.suspectedPrints.contains)
        account.suspectedPrints.formUnion(suspects)
        upkeep.doubt(PrintHome(reader: reader.id, user: account.user.id))
        if !confirmed.isEmpty { try await lost(confirmed, of: account) }
    }

    /// Compares the user's prints with a list of the reader's storage. A print is lost only if two lists in a row lack
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
                // A failed comparison throws: it is no loss.
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

    /// Prints are gone that no user here removed, which changes the enrolment.
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

    /// Ends everything that depended on the previous enrolment.
    func changed(_ account: Account) async throws(GateError) {
        authentications.end(of: account.user.id)
        try await records.refresh(account)
    }

    // MARK: Prints to delete from readers

    /// The user's prints on these readers were deleted here.
    func deleted(on homes: Set<ReaderID>, of account: Account) async throws(GateError) {
        try await changed(account)
        await forgetWaiting(on: homes)
    }

    func forgetWaiting(on homes: Set<ReaderID>) async {
        for reader in situations.readers.all where homes.contains(reader.id) { await deleteWaitingCopies(on: reader) }
    }

    /// Whether the reader's storage may hold a copy of the print; true if the reader is absent.
    func isOnChip(_ print: Print) -> Bool {
        situations.readers[print.reader]?.capabilities.contains(.storage) ?? true
    }

    /// Deletes prints from a reader's storage that are already deleted here. A failed deletion is tried again after a
    /// pause, and when the reader returns.
    func deleteWaitingCopies(on reader: Reader) async {
        guard reader.capabilities.contains(.storageDelete) else { return }
        guard let ticket = turns.takeFree(reader.id) else { return upkeep.tidyLater(reader.id) }
        defer { turns.leave(ticket, reader.id) }
        await deleteCopies(on: reader)
    }

    /// Like `deleteWaitingCopies`, for a call that has the reader.
    func deleteCopies(on reader: Reader) async {
        guard reader.capabilities.contains(.storageDelete) else { return }
        do throws(GateError) {
            for copy in try await records.stored({ keystore throws(KeystoreError) in
                try await keystore.chipDeletions(on: reader.id)
            }) {
                guard await isDeleted(copy.template, on: reader) else {
                    // A reader that was just plugged in may not be ready to open.
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

    /// Whether the reader's storage no longer has the print.
    func isDeleted(_ template: Template, on reader: Reader) async -> Bool {
        do throws(SensorError) {
            try await sensor.delete(template, on: reader.id)
            return true
        } catch {
            return error == .printNotStored
        }
    }
}
