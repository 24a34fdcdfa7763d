import GateModel
import GatePolicy
import GateVault

/// Deletes prints from a reader's own storage that no user here has (`readers.ownStorage`), as fprintd does.
///
/// The call has the reader. Nothing is deleted while the prints of any user cannot be read: one of them might be theirs.
extension Gatekeeper {
    /// Deletes the newest print that no user here has, so that another one finds room; false where there is none.
    func makeRoom(on reader: Reader, for caller: Caller) async -> Bool {
        guard rules.ownsStorage, reader.capabilities.isSuperset(of: [.storageList, .storageDelete]),
            let stored = try? await sensor.storedPrints(on: reader.id), let known = await everybodysPrints(on: reader)
        else { return false }
        for print in stored where !(await isKnown(print.template, among: known)) {
            guard await isDeleted(print.template, on: reader) else { return false }
            audit.tidied(caller, reader)
            return true
        }
        return false
    }

    /// Deletes the print that the last scan found and that no user here has; false where it is somebody's, or stays.
    func deleteForeign(on reader: Reader, for caller: Caller) async -> Bool {
        guard rules.ownsStorage, reader.capabilities.contains(.storageDelete),
            let found = await sensor.foreignPrint(on: reader.id), let known = await everybodysPrints(on: reader),
            !(await isKnown(found, among: known)), await isDeleted(found, on: reader)
        else { return false }
        audit.tidied(caller, reader)
        return true
    }

    /// Empties a storage that cannot be listed before the first print that anybody here has on it; its failure is none of the
    /// enrolment's.
    func clearBeforeFirst(on reader: Reader, for caller: Caller) async {
        guard rules.ownsStorage, reader.capabilities.contains(.storage),
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
        guard rules.ownsStorage, reader.capabilities.contains(.storageList) else { return }
        do throws(GateError) {
            let users = try await stored { keystore throws(KeystoreError) in try await keystore.knownUsers() }
            guard let stored = try? await sensor.storedPrints(on: reader.id).map(\.template) else { return }
            for user in users {
                let account = try await account(user.id)
                var missing: [PrintID] = []
                for print in try await gallery(of: account, on: reader)
                where !(await isKnown(print.template, among: stored)) {
                    missing.append(print.id)
                }
                let lost = missing.filter { id in account.kept.prints.contains { $0.id == id } }
                if !lost.isEmpty { try await self.lost(lost, of: account) }
            }
        } catch {
            audit.failedLater("comparing the prints with the reader's storage")
        }
    }

    /// Nil where they are not all known.
    private func everybodysPrints(on reader: Reader) async -> [Template]? {
        do throws(GateError) {
            return try await stored { keystore throws(KeystoreError) in
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

    /// Notes the print of an enrolment that runs, before the chip has it: a daemon that is killed before the print is
    /// anybody's has the chip forget it when it is back.
    func noteUnfinishedPrint(of request: WaitingRequest, on reader: ReaderID?) async {
        guard request.unfinishedPrint == nil, let reader, let print = await sensor.unfinishedPrint(on: reader) else {
            return
        }
        do throws(KeystoreError) {
            request.unfinishedPrint = try await keystore.deleteLater(print, on: reader)
        } catch {
            audit.failedLater("noting an unfinished print in a reader")
        }
    }
}
