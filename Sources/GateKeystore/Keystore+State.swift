internal import FoundationEssentials
public import GateModel
public import GateVault

extension Keystore {
    public func state(of user: User) throws(KeystoreError) -> UserState {
        try database.read { db in
            guard let account = try account(of: user, db) else {
                return UserState(
                    enrollmentID: try firstEnrollment(of: user, db), prints: [], fingerprintSwitch: .unset,
                    printsVanished: false, lastMatched: nil, pinSet: false, items: 0, onboarding: [:], policy: nil)
            }
            let record = account.record
            let fingerprintSwitch: UserState.FingerprintSwitch =
                switch record.fingerprintSwitch {
                case .unset: .unset
                case .on: .on
                case .off: .off
                }
            return UserState(
                enrollmentID: EnrollmentID(rawValue: record.enrollment),
                prints: try prints(of: account, db).sound.map { try $0.print() },
                fingerprintSwitch: fingerprintSwitch, printsVanished: record.printsVanished,
                lastMatched: record.lastMatched.map(PrintID.init(rawValue:)), pinSet: record.pin != nil,
                items: Int(try db.value("SELECT COUNT(*) FROM item WHERE uid = ?", [record.uid], as: Int64.self) ?? 0),
                onboarding: try onboarding(of: account, db), policy: try policy(of: account, db))
        }
    }

    public func knownUsers() throws(KeystoreError) -> [User] {
        try database.read { db in
            // Readable even if the rest of the row is damaged.
            try db.all("SELECT uid, name FROM user ORDER BY uid") { row throws(SQLiteError) -> User? in
                let (uid, name): (Int64, String) = (try row.next(), try row.next())
                return UInt32(exactly: uid).map { User(id: UserID(rawValue: $0), name: UserName(rawValue: name)) }
            }.compactMap(\.self)
        }
    }

    public func answerOnboarding(app: AppName?, accepted: Bool, of user: User) throws(KeystoreError) {
        try database.write(itemsOf: .only(user.id)) { db in
            var account = try savedAccount(of: user, db)
            let answer: Settings.Onboarding = accepted ? .accepted : .skipped
            let name = app?.rawValue ?? ""
            let others: Int64? = try db.value(
                "SELECT COUNT(*) FROM onboarding WHERE uid = ? AND app <> ?", [account.record.uid, name])
            guard Int(others ?? 0) < limits.appsPerUser else {
                throw KeystoreError.limit(Limit(name: "limits.appsPerUser", maximum: limits.appsPerUser))
            }
            // A changed answer replaces one and needs no room.
            let present = try OnboardingRecord.find(account.record.uid, name, in: db)
            if present == nil { try checkRoom(for: name.utf8.count, db) }
            let context = Self.onboardingContext(app: name, answer: answer.rawValue, of: account)
            let record = OnboardingRecord(
                uid: account.record.uid, app: name, answer: answer.rawValue,
                mac: account.keys.authenticationCode(for: context))
            if present?.mac != record.mac { try record.upsert(db) }
            if app == nil, accepted, account.record.fingerprintSwitch == .unset,
                try hasVouchedPrint(account, db)
            {
                try account.setFingerprint(true)
                try account.save(db)
            }
        }
    }

    func onboarding(of account: KeyedUser, _ db: Database) throws -> [AppName?: Settings.Onboarding] {
        var answers: [AppName?: Settings.Onboarding] = [:]
        for record in try OnboardingRecord.all(OnboardingRecord.ofUser, account.record.uid, in: db) {
            let context = Self.onboardingContext(app: record.app, answer: record.answer, of: account)
            guard account.keys.isAuthentic(record.mac, for: context),
                let answer = Settings.Onboarding(rawValue: record.answer)
            else { throw KeystoreError.tampered(.onboarding) }
            answers[record.app.isEmpty ? nil : AppName(record.app)] = answer
        }
        return answers
    }

    private static func onboardingContext(app: String, answer: String, of account: KeyedUser) -> CanonicalEncoding {
        var context = account.record.identity(.onboarding)
        context.append(app)
        context.append(answer)
        return context
    }

    public func savePolicy(
        _ blob: [UInt8], of user: User, isSetback: Bool, mayBeRefused: Bool
    ) async throws(KeystoreError) {
        let raise = CounterRaise(user: user.id, beyondRate: mayBeRefused ? .refused : .counted)
        try await write(raising: isSetback ? raise : nil, itemsOf: .only(user.id)) { db in
            var account = try accountOrNew(of: user, db)
            try keep(blob, of: &account, db)
        }
    }

    private func keep(_ policy: [UInt8], of account: inout KeyedUser, _ db: Database) throws {
        if account.record.hasPolicy, (try? self.policy(of: account, db)) == policy { return }
        if !account.record.hasPolicy {
            account.update { $0.hasPolicy = true }
            try account.save(db)
        }
        let blob = Data(policy)
        try PolicyRecord(
            uid: account.record.uid, blob: blob,
            mac: account.keys.authenticationCode(for: Self.policyContext(blob, of: account))
        ).upsert(db)
    }

    public func note(_ notes: AnswerNotes, of user: User) async throws(KeystoreError) {
        // Nothing that opens items changes. A policy keeps its order among the policies saved before.
        guard notes.policy != nil else {
            return try database.write(itemsOf: .nobody) { db in try put(notes, of: user, db) }
        }
        try await write(raising: nil, itemsOf: .only(user.id)) { db in try put(notes, of: user, db) }
    }

    private func put(_ notes: AnswerNotes, of user: User, _ db: Database) throws {
        guard var account = try account(of: user, db) else { return }
        if let print = notes.lastMatched?.rawValue, account.record.prints.contains(print),
            account.record.lastMatched != print
        {
            account.update { $0.lastMatched = print }
            try account.save(db)
        }
        if let policy = notes.policy { try keep(policy, of: &account, db) }
        for (name, use) in notes.uses {
            // Skips a tampered item; reading it reports the error.
            guard var item = try ItemRecord.fetch(name, of: account.record.uid, db), account.isAuthentic(item) else {
                continue
            }
            item.lastUsedAt = use.at.millisecondsSinceEpoch
            let known = try ServerLists.servers(item.servers)
            item.servers = ServerLists.text(of: use.servers.reversed().reduce(known) { $0.noting($1) })
            try account.sign(&item)
            try item.update(db)
        }
    }

    private func policy(of account: KeyedUser, _ db: Database) throws -> [UInt8]? {
        guard let record = try PolicyRecord.find(account.record.uid, in: db) else {
            guard !account.record.hasPolicy else { throw KeystoreError.tampered(.policy) }
            return nil
        }
        guard account.keys.isAuthentic(record.mac, for: Self.policyContext(record.blob, of: account)) else {
            throw KeystoreError.tampered(.policy)
        }
        return [UInt8](record.blob)
    }

    private static func policyContext(_ blob: Data, of account: KeyedUser) -> CanonicalEncoding {
        var context = account.record.identity(.policy)
        context.append(blob)
        return context
    }
}
