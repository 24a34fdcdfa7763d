import GateModel
import GatePolicy
import GateVault

/// The readers' own storages, where they are this daemon's alone (`readers.ownStorage`): prints that no user here has are
/// deleted from them, as fprintd does.
///
/// The call has the reader. Nothing is deleted while the prints of any user cannot be read: one of them might be theirs.
/// It lives on the Gatekeeper's loop.
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

    /// Whether the storages are this daemon's.
    var isOurs: Bool { rules.ownsStorage }

    /// Deletes the newest print that no user here has, so that another one finds room; false where there is none.
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

    /// Deletes the print that the last scan found and that no user here has; false where it is somebody's, or stays.
    func deleteForeign(on reader: Reader, for caller: Caller) async -> Bool {
        guard isOurs, reader.capabilities.contains(.storageDelete),
            let found = await sensor.foreignPrint(on: reader.id), let known = await everybodysPrints(on: reader),
            !(await isKnown(found, among: known)), await prints.isDeleted(found, on: reader)
        else { return false }
        audit.tidied(caller, reader)
        return true
    }

    /// Empties a storage that cannot be listed before the first print that anybody here has on it; its failure is none of the
    /// enrolment's.
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

    /// Takes from everybody the prints that the reader's storage has no more, by one list.
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

    /// Nil where they are not all known.
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
            // No answer is no stranger.
            guard let isSame = try? await sensor.isSamePrint(template, other) else { return true }
            if isSame { return true }
        }
        return false
    }
}
