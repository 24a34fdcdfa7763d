import GateModel
import GatePolicy
import GateSecret
import GateVault

/// Vouches for, renames and deletes prints, and empties readers' storages.
///
/// Confined to the Gatekeeper's loop.
final class PrintChanges {
    private let users: Users
    private let records: Records
    private let credentials: Credentials
    private let prints: Prints
    private let situations: Situations
    private let turns: Turns
    private let sensor: any FingerprintSensor
    private let audit: Audit

    init(
        users: Users, records: Records, credentials: Credentials, prints: Prints, situations: Situations,
        turns: Turns, sensor: any FingerprintSensor, audit: Audit
    ) {
        self.users = users
        self.records = records
        self.credentials = credentials
        self.prints = prints
        self.situations = situations
        self.turns = turns
        self.sensor = sensor
        self.audit = audit
    }

    /// Vouches for prints that were added with polkit's permission: with the user's PIN or password, they become equal
    /// to prints that are added now. This changes the enrolment, like adding them.
    func vouch(
        _ ids: Set<PrintID>, credential: consuming PresentedCredential?, of user: UserID, by caller: Caller
    ) async throws(GateError) -> Int {
        let account = try await users.lasting(user)
        let unknown = ids.subtracting(account.kept.prints.map(\.id)).map(\.rawValue).min()
        if let unknown { throw .printNotFound(PrintID(rawValue: unknown)) }
        let timesPINChanged = account.timesPINChanged
        _ = try await credentials.authorize(credential, for: account, by: caller)
        guard account.timesPINChanged == timesPINChanged, !account.isErased else { throw .cancelled(by: .revoked) }
        let count = account.kept.prints.count { ids.contains($0.id) && !$0.vouched }
        account.printsBeingWritten += 1
        defer { account.printsBeingWritten -= 1 }
        let change = try await records.stored { keystore throws(KeystoreError) in
            try await keystore.vouchPrints(ids, of: account.user)
        }
        guard count > 0 else { return 0 }
        try await prints.changed(account)
        audit.vouched(caller, user, prints: count, invalidated: change.invalidatedItems)
        return change.invalidatedItems
    }

    /// Sets or removes the user's name for a print. It opens and destroys nothing, so the user is not asked.
    func rename(
        _ id: PrintID, to label: Label?, of user: UserID, by caller: Caller
    ) async throws(GateError) -> Print {
        let account = try await users.lasting(user)
        guard account.kept.prints.contains(where: { $0.id == id }) else { throw .printNotFound(id) }
        let print = try await records.stored { keystore throws(KeystoreError) in
            try await keystore.renamePrint(id, to: label, of: account.user)
        }
        try await records.refresh(account)
        audit.changedAtWill(caller, account, .printRenamed)
        return print
    }

    func delete(
        _ id: PrintID, credential: consuming PresentedCredential?, of user: UserID, by caller: Caller
    ) async throws(GateError) -> Int {
        let account = try await users.lasting(user)
        guard let print = account.kept.prints.first(where: { $0.id == id }) else { throw .printNotFound(id) }
        _ = try await credentials.authorize(credential, for: account, by: caller)
        let isOnChip = prints.isOnChip(print)
        account.departing.insert(id)
        defer { account.departing.remove(id) }
        let change = try await records.stored { keystore throws(KeystoreError) in
            try await keystore.removePrint(id, chipCopyRemains: isOnChip, of: account.user)
        }
        try await prints.deleted(on: [print.reader], of: account)
        audit.printsDeleted(caller, user, prints: 1, invalidated: change.invalidatedItems)
        return change.invalidatedItems
    }

    func deleteAll(
        credential: consuming PresentedCredential?, of user: UserID, by caller: Caller
    ) async throws(GateError) -> Int {
        let account = try await users.lasting(user)
        _ = try await credentials.authorize(credential, for: account, by: caller)
        let count = account.kept.prints.count
        let homes = Set(account.kept.prints.map(\.reader))
        let copies = Set(account.kept.prints.filter(prints.isOnChip).map(\.id))
        let departing = account.kept.prints.map(\.id)
        account.departing.formUnion(departing)
        defer { account.departing.subtract(departing) }
        let change = try await records.stored { keystore throws(KeystoreError) in
            try await keystore.removeAllPrints(chipCopies: copies, of: account.user)
        }
        try await prints.deleted(on: homes, of: account)
        audit.printsDeleted(caller, user, prints: count, invalidated: change.invalidatedItems)
        return change.invalidatedItems
    }

    /// Erases a reader's own storage, whichever program enrolled its prints. The users' prints on it are removed before
    /// the reader is free, so that no touch is compared with a print that is gone. A call whose client leaves before
    /// its turn erases nothing.
    func clear(_ id: ReaderID, by caller: Caller) async throws(GateError) {
        guard let reader = situations.readers[id] else { throw .readerNotFound(id) }
        let ticket = turns.nextTicket()
        // The user's other calls need not wait for it.
        caller.life.place()
        await turns.take(id, ticket, of: caller.peer.user)
        defer { turns.leave(ticket, id) }
        if let canceller = caller.life.endedBy { throw .cancelled(by: canceller) }
        do throws(SensorError) {
            try await sensor.clearStorage(of: id)
        } catch {
            throw situations.refusal(error, fallbacks: [], on: reader)
        }
        audit.cleared(caller, reader)
        if reader.matching == .onChip { try await lostAll(on: reader) }
    }

    private func lostAll(on reader: Reader) async throws(GateError) {
        let known = try await records.stored { keystore throws(KeystoreError) in try await keystore.knownUsers() }
        for user in known {
            // An account that cannot be loaded now loses its prints at its next use of the reader.
            guard let account = try? await users.account(user.id) else { continue }
            let lost = account.kept.prints.filter { $0.reader == reader.id }.map(\.id)
            if !lost.isEmpty { try await prints.lost(lost, of: account) }
        }
    }
}
