internal import GateModel
internal import GateVault

/// The users whose rows were read last, with their keys: deriving them, and checking the row's MAC, costs more than
/// everything else that a call reads.
struct KeyedUsers {
    private var users: [KeyedUser] = []

    /// The keys of further users are derived at each call.
    private static let maximum = 8

    /// The user of a row as it is in the database now. A row that differs in a single bit from the one that was
    /// checked before is checked again, and its keys replace the old ones; throws `tampered` as `KeyedUser` does.
    mutating func account(_ record: UserRecord, under root: borrowing RootKey) throws(KeystoreError) -> KeyedUser {
        if let place = users.firstIndex(where: { $0.record.uid == record.uid }) {
            if users[place].record == record { return users[place] }
            users.remove(at: place)
        }
        let user = try KeyedUser(record, under: root)
        if users.count == Self.maximum { users.removeFirst() }
        users.append(user)
        return user
    }

    mutating func forget(_ user: UserID) { users.removeAll { $0.record.uid == Int64(user.rawValue) } }
}
