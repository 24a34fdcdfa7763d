/// The bytes that are signed for a file, a commit or another message: OpenSSH's SSHSIG.
public struct SignedMessage: Hashable, Sendable {
    /// The purpose of the signature: `git`, `file`, or a program's own word.
    public let namespace: String
    public let digest: SSHDigest
    public let value: [UInt8]

    static let magic = Array("SSHSIG".utf8)

    /// Whether the bytes are an SSHSIG or nothing. A login would begin with the length of its session, which is shorter.
    static func isMeant(by bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }

    public init(_ bytes: [UInt8]) throws(SSHFault) {
        var reader = SSHReader(bytes)
        try reader.skip(Self.magic)
        namespace = try reader.text(limit: SSHLimits.name)
        guard !namespace.isEmpty else { throw .malformed }
        guard try reader.string(limit: SSHLimits.name).isEmpty else { throw .malformed }
        guard let digest = SSHDigest(rawValue: try reader.text(limit: SSHLimits.name)) else { throw .unknown }
        self.digest = digest
        value = try reader.string(limit: SSHLimits.name)
        guard value.count == digest.count else { throw .malformed }
        try reader.end()
    }

    /// Whether this is the signature's form of `content`.
    public func isOf(_ content: [UInt8], _ cryptography: some SSHCryptography) -> Bool {
        cryptography.digest(digest, of: content) == value
    }
}

/// Why bytes are not signed by a key for ssh.
public enum SSHRefusal: Error, Hashable, Sendable {
    /// The bytes are neither a login nor an SSHSIG.
    case notSSH(SSHFault)
    case destination(DestinationFault)
}

/// Everything that a key for ssh signs, with what is proved about it.
public enum SSHContent: Hashable, Sendable {
    case login(LoginRequest, Destination, by: UserKey.Naming)
    /// A message, and the hosts that the agent was forwarded to, the nearest first; empty if a program of this machine
    /// asks. `object` is the commit or tag that is signed, if the caller has shown it.
    case message(SignedMessage, through: [HostKey], object: GitObject?)

    /// Reads what is to be signed by `key`, which a login may name by a certificate. `object` is believed only if its digest is the one that is signed.
    public init(
        _ bytes: [UInt8], by key: UserKey, _ bindings: SessionBindings, object: [UInt8]?,
        _ cryptography: some SSHCryptography
    ) throws(SSHRefusal) {
        if SignedMessage.isMeant(by: bytes) {
            let message = try reading { () throws(SSHFault) in try SignedMessage(bytes) }
            guard !bindings.isBroken else { throw .destination(.unsoundBinding(nil)) }
            // A connection that is bound to sign in has nothing else to sign.
            guard bindings.all.allSatisfy(\.isForwarding) else { throw .destination(.notALogin) }
            var shown: GitObject?
            if let object, message.namespace == "git", object.count <= GitObject.limit,
                message.isOf(object, cryptography)
            {
                shown = GitObject(object)
            }
            self = .message(message, through: bindings.all.map(\.hostKey), object: shown)
        } else {
            let login = try reading { () throws(SSHFault) in try LoginRequest(bytes) }
            guard let naming = key.naming(in: login.key), login.algorithm == key.name(of: naming) else {
                throw .destination(.otherKey)
            }
            do {
                self = .login(login, try login.destination(bindings), by: naming)
            } catch {
                throw .destination(error)
            }
        }
    }
}

private func reading<Value>(_ read: () throws(SSHFault) -> Value) throws(SSHRefusal) -> Value {
    do {
        return try read()
    } catch {
        throw .notSSH(error)
    }
}
