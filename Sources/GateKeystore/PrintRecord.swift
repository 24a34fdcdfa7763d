internal import FoundationEssentials
internal import GateModel
internal import GateVault

/// An enrolled print with its sealed template.
struct PrintRecord: Record {
    static let table = Table<Self>(
        "print", keys: 2, make: Self.init,
        ("uid", \.uid), ("id", \.id), ("finger", \.finger), ("label", \.label), ("reader", \.reader),
        ("enrolledAt", \.enrolledAt), ("template", \.template), ("mac", \.mac), ("vouched", \.vouched))
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

extension PrintRecord {
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
}

/// A deleted print that is still in the storage of an absent reader.
struct ChipDeletionRecord: Record {
    static let table = Table<Self>(
        "chipDeletion", keys: 1, make: Self.init,
        ("id", \.id), ("reader", \.reader), ("template", \.template))
    static let onReader = "\(table.select) WHERE reader = ? ORDER BY id"

    let id: String
    let reader: String
    var template: Data

    var context: CanonicalEncoding {
        var encoding = CanonicalEncoding(.chipDeletion)
        encoding.append(id)
        encoding.append(reader)
        return encoding
    }
}
