import GateModel
import GateSecret
import GateVault

/// Vouches for, renames and deletes prints.
extension Gatekeeper {
    /// The user's PIN or password stands for prints that polkit's word was enough for until now: they open what a print that
    /// was added then would. A change of the enrolment, as adding them.
    func vouchPrints(
        _ ids: Set<PrintID>, credential: consuming PresentedCredential?, of user: UserID, by caller: Caller
    ) async throws(GateError) -> Int {
        let account = try await lastingAccount(user)
        let unknown = ids.subtracting(account.kept.prints.map(\.id)).map(\.rawValue).min()
        if let unknown { throw .printNotFound(PrintID(rawValue: unknown)) }
        let timesPINChanged = account.timesPINChanged
        _ = try await authorize(credential, for: account, by: caller)
        guard account.timesPINChanged == timesPINChanged, !account.isErased else { throw .cancelled(by: .revoked) }
        let count = account.kept.prints.count { ids.contains($0.id) && !$0.vouched }
        account.printsBeingWritten += 1
        defer { account.printsBeingWritten -= 1 }
        let change = try await stored { keystore throws(KeystoreError) in
            try await keystore.vouchPrints(ids, of: account.user)
        }
        guard count > 0 else { return 0 }
        authentications.end(of: user)
        try await refresh(account)
        audit.vouched(caller, user, prints: count, invalidated: change.invalidatedItems)
        return change.invalidatedItems
    }

    /// Calls a print something else, or nothing: it opens and destroys nothing, so nobody is asked.
    func renamePrint(
        _ id: PrintID, to label: Label?, of user: UserID, by caller: Caller
    ) async throws(GateError) -> Print {
        let account = try await lastingAccount(user)
        guard account.kept.prints.contains(where: { $0.id == id }) else { throw .printNotFound(id) }
        let print = try await stored { keystore throws(KeystoreError) in
            try await keystore.renamePrint(id, to: label, of: account.user)
        }
        try await refresh(account)
        audit.changedAtWill(caller, account, .printRenamed)
        return print
    }

    func deletePrint(
        _ id: PrintID, credential: consuming PresentedCredential?, of user: UserID, by caller: Caller
    ) async throws(GateError) -> Int {
        let account = try await lastingAccount(user)
        guard let print = account.kept.prints.first(where: { $0.id == id }) else { throw .printNotFound(id) }
        _ = try await authorize(credential, for: account, by: caller)
        let isOnChip = isOnChip(print)
        account.departing.insert(id)
        defer { account.departing.remove(id) }
        let change = try await stored { keystore throws(KeystoreError) in
            try await keystore.removePrint(id, chipCopyRemains: isOnChip, of: account.user)
        }
        try await printsDeleted([print.reader], account)
        audit.printsDeleted(caller, user, prints: 1, invalidated: change.invalidatedItems)
        return change.invalidatedItems
    }

    func deleteAllPrints(
        credential: consuming PresentedCredential?, of user: UserID, by caller: Caller
    ) async throws(GateError) -> Int {
        let account = try await lastingAccount(user)
        _ = try await authorize(credential, for: account, by: caller)
        let count = account.kept.prints.count
        let homes = Set(account.kept.prints.map(\.reader))
        let copies = Set(account.kept.prints.filter(isOnChip).map(\.id))
        let departing = account.kept.prints.map(\.id)
        account.departing.formUnion(departing)
        defer { account.departing.subtract(departing) }
        let change = try await stored { keystore throws(KeystoreError) in
            try await keystore.removeAllPrints(chipCopies: copies, of: account.user)
        }
        try await printsDeleted(homes, account)
        audit.printsDeleted(caller, user, prints: count, invalidated: change.invalidatedItems)
        return change.invalidatedItems
    }

    /// Whether a reader's storage may hold a copy; of one that is absent nobody knows.
    func isOnChip(_ print: Print) -> Bool {
        readers[print.reader]?.capabilities.contains(.storage) ?? true
    }

    func printsDeleted(_ homes: Set<ReaderID>, _ account: Account) async throws(GateError) {
        authentications.end(of: account.user.id)
        try await refresh(account)
        for reader in readers.all where homes.contains(reader.id) { await self.deleteWaitingChipCopies(on: reader) }
    }
}
