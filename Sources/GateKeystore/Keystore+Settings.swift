public import GateModel
public import GateVault

extension Keystore {
    @discardableResult
    public func setFingerprint(_ on: Bool, of user: User) async throws(KeystoreError) -> Int {
        let raise = CounterRaise(user: user.id, beyondRate: on ? .refused : .owed)
        return try await write(raising: raise, itemsOf: .only(user.id)) { db in
            var account = try accountOrNew(of: user, db)
            guard account.record.fingerprintSwitch != (on ? .on : .off) else { return 0 }
            let invalidated = on ? 0 : try account.apply(.fingerprintDisabled, db)
            try account.setFingerprint(on)
            try account.save(db)
            return invalidated
        }
    }

    @discardableResult
    public func revokeAll(of user: User) async throws(KeystoreError) -> Int {
        try await owing(user.id) { db in
            guard var account = try account(of: user, db) else { return 0 }
            let changes = db.changeCount
            let invalidated = try account.apply(.revoked, db)
            // Nothing changed, and no copy of the present keys can exist: they are unused.
            guard db.changeCount != changes || !account.record.hasUnusedKeys else { return 0 }
            try account.renewKeys()
            try account.save(db)
            return invalidated
        }
    }

    public func reset(_ user: UserID, chipCopies: Set<PrintID>) async throws(KeystoreError) {
        // Nothing may read the row again, which is what replaces its keys in memory.
        defer { keyedUsers.forget(user) }
        try await owing(user) { db in
            let uid = Int64(user.rawValue)
            let changes = db.changeCount
            try StaleUserRecord.delete(uid, in: db)
            if let record = try? UserRecord.find(uid, in: db), let account = try? KeyedUser(record, under: root) {
                for print in try prints(of: account, db).sound where chipCopies.contains(PrintID(rawValue: print.id)) {
                    try queueChipDeletion(of: print, account, db)
                }
            }
            // A user whose own row is gone may have other rows.
            for table in Schema.tablesOfUsers + ["user"] {
                try db.run("DELETE FROM \(table) WHERE uid = ?", [uid])
            }
            guard db.changeCount != changes else { return }
            try FormerUserRecord(uid: uid, nonce: randomBytes(16)).upsert(db)
        }
    }

    public func preview(_ change: KeystoreChange, of user: User) throws(KeystoreError) -> ChangePreview {
        let loss: SlotLoss
        switch change {
        case .enroll, .deletePrint, .deleteAllPrints: loss = .epochEnded
        case .disableFingerprint: loss = .fingerprintDisabled
        case .changePIN: return ChangePreview(invalidated: [], losingFingerprint: [])
        case .resetPIN: loss = .pinReset
        case .removePIN: loss = .pinRemoved
        case .revokeAll, .reset: loss = .revoked
        }
        return try database.read { db in
            let affected = try account(of: user, db)?.items(affectedBy: loss, db) ?? []
            return ChangePreview(
                invalidated: try affected.filter(\.invalidates).map { try $0.item.itemName() },
                losingFingerprint: try affected.filter(\.losesFingerprint).map { try $0.item.itemName() })
        }
    }
}
