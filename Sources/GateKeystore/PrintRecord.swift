internal import FoundationEssentials
internal import GateModel
internal import GateVault

/// An enrolled print with its sealed template.
struct PrintRecord: Record {
    static let table = Table(
        "print", key: ["uid", "id"], ["finger", "label", "reader", "enrolledAt", "template", "mac", "vouched"])
    private static let ofUser = "\(table.select) WHERE uid = ?"

    let uid: Int64
    let id: String
    let finger: String
    var label: String?
    let reader: String
    let enrolledAt: Int64
    var template: Data
    var mac: Data
    var vouched: Bool

    /// Without template and MAC, which need the user's keys.
    init(_ print: Print, of user: UserRecord) {
        uid = user.uid
        id = print.id.rawValue
        finger = print.finger.rawValue
        label = print.label?.rawValue
        reader = print.reader.rawValue
        enrolledAt = print.enrolledAt.millisecondsSinceEpoch
        template = Data()
        mac = Data()
        vouched = print.vouched
    }

    init(_ row: inout Row) throws(SQLiteError) {
        uid = try row.next()
        id = try row.next()
        finger = try row.next()
        label = try row.next()
        reader = try row.next()
        enrolledAt = try row.next()
        template = try row.next()
        mac = try row.next()
        vouched = try row.next()
    }

    var values: [any Storable] { [uid, id, finger, label, reader, enrolledAt, template, mac, vouched] }

    /// Unordered.
    static func fetchAll(of uid: Int64, _ db: Database) throws -> [PrintRecord] {
        try all(ofUser, uid, in: db)
    }

    /// Binds the template to its finger, reader and user, so that it cannot serve for another.
    func templateContext(of user: UserRecord) -> CanonicalEncoding {
        var encoding = user.identity(.template)
        encoding.append(reader)
        encoding.append(id)
        encoding.append(finger)
        return encoding
    }

    func authenticated(of user: UserRecord) -> CanonicalEncoding {
        var encoding = user.identity(.print)
        encoding.append(id)
        encoding.append(finger)
        encoding.append(label)
        encoding.append(reader)
        encoding.append(enrolledAt)
        encoding.append(template)
        // Keeps rows from before this column authentic.
        if !vouched { encoding.append(1) }
        return encoding
    }

    func print() throws(KeystoreError) -> Print {
        guard let finger = Finger(rawValue: finger) else { throw .tampered(.print) }
        return Print(
            id: PrintID(rawValue: id), finger: finger, label: label.flatMap(Label.init),
            reader: ReaderID(rawValue: reader),
            enrolledAt: WallTime(millisecondsSinceEpoch: enrolledAt), vouched: vouched)
    }
}

/// A deleted print that is still in the storage of an absent reader.
struct ChipDeletionRecord: Record {
    static let table = Table("chipDeletion", key: ["id"], ["reader", "template"])
    static let onReader = "\(table.select) WHERE reader = ? ORDER BY id"

    let id: String
    let reader: String
    var template: Data

    init(id: String, reader: String, template: Data) {
        self.id = id
        self.reader = reader
        self.template = template
    }

    init(_ row: inout Row) throws(SQLiteError) {
        id = try row.next()
        reader = try row.next()
        template = try row.next()
    }

    var values: [any Storable] { [id, reader, template] }

    var context: CanonicalEncoding {
        var encoding = CanonicalEncoding(.chipDeletion)
        encoding.append(id)
        encoding.append(reader)
        return encoding
    }
}
