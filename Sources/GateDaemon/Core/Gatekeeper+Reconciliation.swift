import GateModel
import GatePolicy
import GateSystem
import GateVault

/// Finds prints that vanished from a reader's own storage: another system, or another daemon, can delete them.
///
/// Listing takes up to half a second, so it comes after a burst of use, never between a touch and its answer: after the
/// first burst, and after one in which a scan did not match.
extension Gatekeeper {
    /// How long a reader rests before its storage is listed; it is still open then.
    private static let rest: Duration = .seconds(2)

    /// A call has left the reader: looks at the storage once nobody has wanted the reader for a while.
    func reconcileLater(_ home: PrintHome) {
        guard upkeep.isToBeLookedAt(home), let reader = readers[home.reader],
            reader.capabilities.contains(.storageList)
        else { return }
        upkeep.wanted(home.reader)
        upkeep.look(at: home, afterRest: after(Self.rest) { $0.beginReconciling(reader) })
    }

    private func beginReconciling(_ reader: Reader) {
        upkeep.began(Task.immediate(executorPreference: tasks) { await reconcile(reader) }, at: reader.id)
    }

    private func reconcile(_ reader: Reader) async {
        guard let ticket = turns.takeFree(reader.id) else { return }
        defer { leave(ticket, reader.id) }
        for home in upkeep.homesToLookAt(on: reader.id) {
            do throws(GateError) {
                let account = try await account(home.user)
                try await reconcile(account, with: reader)
                upkeep.looked(at: home)
            } catch {
                // An error is never a loss: the next burst tries again.
                audit.failedLater("comparing the prints with the reader's storage")
            }
        }
    }

    /// A print is lost only when two lists in a row do not have it.
    private func reconcile(_ account: Account, with reader: Reader) async throws(GateError) {
        let suspects = try await missing(await gallery(of: account, on: reader), from: reader)
        guard !suspects.isEmpty else { return }
        let confirmed = try await missing(suspects, from: reader)
        let enrolled = Set(account.kept.prints.map(\.id))
        let lost = confirmed.map(\.id).filter(enrolled.contains)
        if !lost.isEmpty { try await self.lost(lost, of: account) }
    }

    private func missing(_ prints: [GalleryPrint], from reader: Reader) async throws(GateError) -> [GalleryPrint] {
        guard !prints.isEmpty else { return [] }
        let stored: [StoredPrint]
        do throws(SensorError) {
            stored = try await sensor.storedPrints(on: reader.id)
        } catch {
            throw refusal(error, fallbacks: [], on: reader)
        }
        var missing: [GalleryPrint] = []
        for print in prints {
            var isStored = false
            for copy in stored where !isStored {
                do throws(SensorError) {
                    isStored = try await sensor.isSamePrint(print.template, copy.template)
                } catch {
                    // No answer is no loss.
                    throw refusal(error, fallbacks: [], on: reader)
                }
            }
            if !isStored { missing.append(print) }
        }
        return missing
    }

    /// Prints are gone that nobody here removed: a change of the enrolment.
    func lost(_ prints: [PrintID], of account: Account) async throws(GateError) {
        account.departing.formUnion(prints)
        defer { account.departing.subtract(prints) }
        let change = try await stored { keystore throws(KeystoreError) in
            try await keystore.printsVanished(prints, of: account.user)
        }
        account.suspectedPrints.subtract(prints)
        authentications.end(of: account.user.id)
        try await refresh(account)
        audit.vanished(account.user.id, prints: prints.count, invalidated: change.invalidatedItems)
    }
}
