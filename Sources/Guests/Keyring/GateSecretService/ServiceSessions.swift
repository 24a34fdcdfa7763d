/// The sessions of programs. Each belongs to the connection that opened it.
package struct ServiceSessions {
    /// Sessions of one connection: libsecret opens one for a process.
    static let perConnection = 64

    private struct Session {
        let owner: String
        let isEncrypted: Bool
    }

    private var sessions: [String: Session] = [:]
    private var opened: UInt64

    init(numberingBehind number: UInt64 = 0) { opened = number }

    /// A new session's path.
    package mutating func open(by owner: String, isEncrypted: Bool) throws(ServiceRefusal) -> String {
        guard sessions.values.count(where: { $0.owner == owner }) < Self.perConnection else { throw .tooMany }
        opened += 1
        let path = SecretServiceNames.sessions + "b\(opened)"
        sessions[path] = Session(owner: owner, isEncrypted: isEncrypted)
        return path
    }

    package mutating func close(_ path: String, by owner: String) throws(ServiceRefusal) {
        _ = try isEncrypted(path, of: owner)
        sessions[path] = nil
    }

    /// Throws for a session of another connection, as for one that does not exist.
    package func isEncrypted(_ path: String, of owner: String) throws(ServiceRefusal) -> Bool {
        guard let session = sessions[path], session.owner == owner else { throw .noSession }
        return session.isEncrypted
    }

    /// Whether the connection reads in the clear alone: it would be asked for a touch in vain.
    package func areClear(of owner: String) -> Bool {
        let own = sessions.values.filter { $0.owner == owner }
        return !own.isEmpty && !own.contains(where: \.isEncrypted)
    }

    /// The paths of a connection that has left.
    package mutating func left(_ owner: String) -> [String] {
        let paths = sessions.filter { $0.value.owner == owner }.map(\.key)
        for path in paths { sessions[path] = nil }
        return paths
    }
}
