import GateModel
import GatePolicy
import GateVault

/// Tidies the readers' own storages if they are the daemon's alone (`readers.ownStorage`): deletes prints that belong
/// to no user here, as fprintd does.
///
/// The caller must have the reader. If the prints of any user cannot be read, nothing is deleted: a print might be
/// theirs. Confined to the Gatekeeper's loop.
final class OwnStorage {
    private let users: Users
    private let prints: Prints
    private let records: Records
    private let sensor: any FingerprintSensor
    private let rules: GateRules
    private let audit: Audit

    init(
        users: Users, prints: Prints, records: Records, sensor: any FingerprintSensor, rules: GateRules, audit: Audit
    ) {
        self.users = users
        self.prints = prints
        self.records = records
        self.sensor = sensor
        self.rules = rules
        self.audit = audit
    }

    /// Whether the storages are this daemon's alone.
    var isOurs: Bool { rules.ownsStorage }

    /// Deletes the newest print that belongs to no user here, to make room for another one; returns false if there is
    /// none.
    func makeRoom(on reader: Reader, for caller: Caller) async -> Bool {
        guard isOurs, reader.capabilities.isSuperset(of: [.storageList, .storageDelete]),
            let stored = try? await sensor.storedPrints(on: reader.id), let known = await everybodysPrints(on: reader)
        else { return false }
        for print in stored where !(await isKnown(print.template, among: known)) {
            guard await prints.isDeleted(print.template, on: reader) else { return false }
            audit.tidied(caller, reader)
            return true
        }
        return false
    }

    /// Deletes the print that the last scan found; returns false if it belongs to a user here, or cannot be deleted.
    func deleteForeign(on reader: Reader, for caller: Caller) async -> Bool {
        guard isOurs, reader.capabilities.contains(.storageDelete),
            let found = await sensor.foreignPrint(on: reader.id), let known = await everybodysPrints(on: reader),
            !(await isKnown(found, among: known)), await prints.isDeleted(found, on: reader)
        else { return false }
        audit.tidied(caller, reader)
        return true
    }

    /// Before the first print here is enrolled on a reader, empties a storage that cannot be listed. Its failure does
    /// not fail the enrolment.
    func clearBeforeFirst(on reader: Reader, for caller: Caller) async {
        guard isOurs, reader.capabilities.contains(.storage),
            !reader.capabilities.contains(.storageList), reader.capabilities.contains(.storageClear),
            await everybodysPrints(on: reader)?.isEmpty == true
        else { return }
        do throws(SensorError) {
            try await sensor.clearStorage(of: reader.id)
            audit.tidied(caller, reader)
        } catch {
            audit.failedLater("clearing a reader's storage before the first enrolment")
        }
    }

    /// Removes the prints of all users that the reader's storage no longer has, by one list.
    func dropVanished(on reader: Reader) async {
        guard isOurs, reader.capabilities.contains(.storageList) else { return }
        do throws(GateError) {
            let known = try await records.stored { keystore throws(KeystoreError) in try await keystore.knownUsers() }
            guard let stored = try? await sensor.storedPrints(on: reader.id).map(\.template) else { return }
            for user in known {
                let account = try await users.account(user.id)
                var missing: [PrintID] = []
                for print in try await prints.gallery(of: account, on: reader)
                where !(await isKnown(print.template, among: stored)) {
                    missing.append(print.id)
                }
                let lost = missing.filter { id in account.kept.prints.contains { $0.id == id } }
                if !lost.isEmpty { try await prints.lost(lost, of: account) }
            }
        } catch {
            audit.failedLater("comparing the prints with the reader's storage")
        }
    }

    /// Nil if the prints of a user cannot be read.
    private func everybodysPrints(on reader: Reader) async -> [Template]? {
        do throws(GateError) {
            return try await records.stored { keystore throws(KeystoreError) in
                var templates: [Template] = []
                for user in try await keystore.knownUsers() {
                    let gallery = try await keystore.gallery(of: user)
                    guard gallery.tampered.isEmpty else { return nil }
                    templates += gallery.on(reader.id) { _ in true }.map(\.template)
                }
                return templates
            }
        } catch {
            return nil
        }
    }

    private func isKnown(_ template: Template, among others: [Template]) async -> Bool {
        for other in others {
            // Without an answer the print may belong to a user here.
            guard let isSame = try? await sensor.isSamePrint(template, other) else { return true }
            if isSame { return true }
        }
        return false
    }
}
