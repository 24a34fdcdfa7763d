internal import FoundationEssentials
public import GateModel
public import GateVault

extension Keystore {
    public nonisolated func gallery(of user: User) async throws(KeystoreError) -> Gallery {
        if let read = galleries.present(of: user, generations.current(of: user.id)) { return read }
        return try await readGallery(of: user)
    }

    private func readGallery(of user: User) throws(KeystoreError) -> Gallery {
        try database.read { db in
            guard let account = try account(of: user, db) else { return Gallery(prints: [], tampered: []) }
            return try gallery(of: account, db)
        }
    }

    func gallery(of account: KeyedUser, _ db: Database) throws -> Gallery {
        let records = try prints(of: account, db)
        var tampered = records.tampered
        var opened: [(print: Print, template: Template)] = []
        for record in records.sound {
            do {
                opened.append((try record.print(), try account.template(of: record)))
            } catch {
                tampered.append(PrintID(rawValue: record.id))
            }
        }
        return Gallery(prints: opened, tampered: tampered)
    }

    public func addPrint(
        _ print: Print, template: Template, insteadOf note: ChipDeletion.ID?, of user: User
    ) async throws(KeystoreError) -> EnrollmentChange {
        try await raising(user.id) { db in
            if let note { try ChipDeletionRecord.delete(note.rawValue, in: db) }
            var account = try accountOrNew(of: user, db)
            guard !account.record.prints.contains(print.id.rawValue) else { throw KeystoreError.printExists(print.id) }
            guard account.record.prints.count < limits.printsPerUser else {
                throw KeystoreError.limit(Limit(name: "printsPerUser", maximum: limits.printsPerUser))
            }
            if print.vouched { try turnOnFirst(&account, db) }
            account.update { record in
                record.prints.append(print.id.rawValue)
                record.printsVanished = false
            }
            let invalidated = try account.apply(.epochEnded, db)
            try account.beginEnrollment()
            try account.save(db)
            var record = PrintRecord(print, of: account.record)
            record.template = try Cipher.seal(
                template.bytes, under: account.keys.template,
                authenticating: record.templateContext(of: account.record))
            account.sign(&record)
            // A row with this identifier that the user's list lacks was planted.
            try record.upsert(db)
            return account.change(invalidated)
        }
    }

    public func vouchPrints(_ ids: Set<PrintID>, of user: User) async throws(KeystoreError) -> EnrollmentChange {
        try await raising(user.id) { db in
            let account = try account(of: user, db)
            let known = try account.map { try prints(of: $0, db).sound } ?? []
            let wanted = known.filter { ids.contains(PrintID(rawValue: $0.id)) }
            let missing = ids.subtracting(wanted.map { PrintID(rawValue: $0.id) })
            if let first = missing.map(\.rawValue).min() { throw KeystoreError.printNotFound(PrintID(rawValue: first)) }
            guard var account else { return try unchanged(user, db) }
            guard wanted.contains(where: { !$0.vouched }) else { return account.change(0) }
            try turnOnFirst(&account, db)
            let invalidated = try account.apply(.epochEnded, db)
            try account.beginEnrollment()
            try account.save(db)
            for var record in wanted where !record.vouched {
                record.vouched = true
                account.sign(&record)
                try record.upsert(db)
            }
            return account.change(invalidated)
        }
    }

    /// The first vouched print turns fingerprint unlocking on.
    private func turnOnFirst(_ account: inout KeyedUser, _ db: Database) throws {
        guard account.record.fingerprintSwitch == .unset, try onboarding(of: account, db)[nil] != .skipped else {
            return
        }
        try account.setFingerprint(true)
    }

    /// Whether a fingerprint slot can be made now: a print could open it.
    func hasFingerprint(_ account: KeyedUser, _ db: Database) throws -> Bool {
        try account.isFingerprintOn && hasVouchedPrint(account, db)
    }

    func hasVouchedPrint(_ account: KeyedUser, _ db: Database) throws -> Bool {
        try prints(of: account, db).sound.contains { $0.vouched }
    }

    public func renamePrint(
        _ id: PrintID, to label: Label?, of user: User
    ) async throws(KeystoreError) -> Print {
        try database.write(itemsOf: .nobody) { db in
            guard let account = try account(of: user, db),
                var record = try prints(of: account, db).sound.first(where: { $0.id == id.rawValue })
            else { throw KeystoreError.printNotFound(id) }
            record.label = label?.rawValue
            account.sign(&record)
            try record.upsert(db)
            return try record.print()
        }
    }

    public func removePrint(
        _ id: PrintID, chipCopyRemains: Bool, of user: User
    ) async throws(KeystoreError) -> EnrollmentChange {
        try await owing(user.id) { db in
            guard var account = try account(of: user, db) else { throw KeystoreError.printNotFound(id) }
            let isThere = try PrintRecord.find(account.record.uid, id.rawValue, in: db) != nil
            guard isThere || account.record.prints.contains(id.rawValue) else { throw KeystoreError.printNotFound(id) }
            return try remove([id], chipCopies: chipCopyRemains ? [id] : [], from: &account, db)
        }
    }

    public func removePrints(
        _ ids: Set<PrintID>, chipCopies: Set<PrintID>, of user: User
    ) async throws(KeystoreError) -> EnrollmentChange {
        try await owing(user.id) { db in
            guard var account = try account(of: user, db) else { return try unchanged(user, db) }
            let known = ids.filter { account.record.prints.contains($0.rawValue) }
            guard !known.isEmpty else { return account.change(0) }
            return try remove(known, chipCopies: chipCopies, from: &account, db)
        }
    }

    public func removeAllPrints(
        chipCopies: Set<PrintID>, of user: User
    ) async throws(KeystoreError) -> EnrollmentChange {
        try await owing(user.id) { db in
            guard var account = try account(of: user, db) else { return try unchanged(user, db) }
            let rows = try PrintRecord.fetchAll(of: account.record.uid, db).map(\.id)
            let all = Set(rows).union(account.record.prints).map(PrintID.init(rawValue:))
            guard !all.isEmpty else { return account.change(0) }
            return try remove(Set(all), chipCopies: chipCopies, from: &account, db)
        }
    }

    public func printsVanished(_ ids: [PrintID], of user: User) async throws(KeystoreError) -> EnrollmentChange {
        let raise = CounterRaise(user: user.id, beyondRate: .counted)
        return try await write(raising: raise, itemsOf: .only(user.id)) { db in
            guard var account = try account(of: user, db) else { return try unchanged(user, db) }
            let known = Set(ids).filter { account.record.prints.contains($0.rawValue) }
            guard !known.isEmpty else { return account.change(0) }
            account.update { $0.printsVanished = true }
            return try remove(known, chipCopies: [], from: &account, db)
        }
    }

    /// The enrolment of a user without a row.
    private func unchanged(_ user: User, _ db: Database) throws -> EnrollmentChange {
        EnrollmentChange(enrollmentID: try firstEnrollment(of: user, db), invalidatedItems: 0)
    }

    private func remove(
        _ ids: Set<PrintID>, chipCopies: Set<PrintID>, from account: inout KeyedUser, _ db: Database
    ) throws -> EnrollmentChange {
        for print in try prints(of: account, db).sound
        where ids.contains(PrintID(rawValue: print.id)) && chipCopies.contains(PrintID(rawValue: print.id)) {
            try queueChipDeletion(of: print, account, db)
        }
        for id in ids { try PrintRecord.delete(account.record.uid, id.rawValue, in: db) }
        account.forgetPrints(Set(ids.map(\.rawValue)))
        let invalidated = try account.apply(.epochEnded, db)
        try account.beginEnrollment()
        try account.save(db)
        return account.change(invalidated)
    }

    /// The user's authentic print rows in the order of enrolment, and the identifiers of the tampered ones.
    func prints(of account: KeyedUser, _ db: Database) throws -> (sound: [PrintRecord], tampered: [PrintID]) {
        let rows = try PrintRecord.fetchAll(of: account.record.uid, db)
        let soundRows = rows.filter { row in
            account.record.prints.contains(row.id)
                && account.keys.isAuthentic(row.mac, for: row.authenticated(of: account.record))
        }
        let byID = Dictionary(soundRows.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let others = Set(rows.map(\.id)).union(account.record.prints).subtracting(byID.keys)
        return (account.record.prints.compactMap { byID[$0] }, others.sorted().map(PrintID.init(rawValue:)))
    }
}

// MARK: Copies in readers' storage

extension Keystore {
    public func chipDeletions(on reader: ReaderID) throws(KeystoreError) -> [ChipDeletion] {
        try database.read { db in
            try ChipDeletionRecord.all(ChipDeletionRecord.onReader, reader.rawValue, in: db)
                .compactMap { record in
                    // A tampered record deletes nothing: it names no print of ours.
                    let opened = try? Cipher.openBytes(
                        record.template, under: root.key(.chipDeletion), authenticating: record.context, as: .print)
                    return opened.map { bytes in
                        ChipDeletion(id: ChipDeletion.ID(rawValue: record.id), template: Template(bytes: bytes))
                    }
                }
        }
    }

    public func chipDeletionDone(_ id: ChipDeletion.ID) throws(KeystoreError) {
        _ = try database.write(itemsOf: .nobody) { db in try ChipDeletionRecord.delete(id.rawValue, in: db) }
    }

    @discardableResult
    public func deleteLater(_ template: Template, on reader: ReaderID) throws(KeystoreError) -> ChipDeletion.ID {
        try database.write(itemsOf: .nobody) { db in try queueChipDeletion(of: template, on: reader.rawValue, db) }
    }

    func queueChipDeletion(of print: PrintRecord, _ account: KeyedUser, _ db: Database) throws {
        guard let template = try? account.template(of: print) else { return }
        _ = try queueChipDeletion(of: template, on: print.reader, db)
    }

    /// The most queued deletions for a reader; the oldest are dropped. A reader whose enrolment was cut off may claim
    /// prints without end.
    private static let chipDeletions = 64

    /// Queues the template for the reader, sealed without the user's keys, since the user may be gone by then.
    private func queueChipDeletion(
        of template: Template, on reader: String, _ db: Database
    ) throws -> ChipDeletion.ID {
        var record = ChipDeletionRecord(id: randomBytes(16).hexadecimal, reader: reader, template: Data())
        record.template = try Cipher.seal(
            template.bytes, under: root.key(.chipDeletion), authenticating: record.context)
        try record.insert(db)
        try db.run(
            """
            DELETE FROM chipDeletion WHERE reader = ?1 AND rowid NOT IN (
                SELECT rowid FROM chipDeletion WHERE reader = ?1 ORDER BY rowid DESC LIMIT ?2)
            """, [reader, Int64(Self.chipDeletions)])
        return ChipDeletion.ID(rawValue: record.id)
    }
}

extension KeyedUser {
    fileprivate func sign(_ print: inout PrintRecord) {
        print.mac = keys.authenticationCode(for: print.authenticated(of: record))
    }

    fileprivate func template(of record: PrintRecord) throws(KeystoreError) -> Template {
        Template(
            bytes: try Cipher.openBytes(
                record.template, under: keys.template, authenticating: record.templateContext(of: self.record),
                as: .print))
    }

    func change(_ invalidated: Int) -> EnrollmentChange {
        EnrollmentChange(enrollmentID: EnrollmentID(rawValue: record.enrollment), invalidatedItems: invalidated)
    }
}
