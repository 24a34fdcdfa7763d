/// The content that a key for ssh or a passkey is asked to sign.
///
/// The daemon has read all of it in the signed bytes, verified it, or kept it, but for claimed names of servers. Each text is fit to be
/// shown on one line.
public struct SignatureSubject: Hashable, Sendable {
    /// A server, known by the key that signed the session.
    public struct Server: Hashable, Sendable {
        /// The digest of its key, as OpenSSH prints it: `SHA256:` and base64.
        public let fingerprint: String
        /// The calling program's name for it; the daemon cannot verify it.
        public let claimedName: String?
        /// The name that the user's PIN or password vouched for; nil if there is none.
        public let name: String?

        public init(fingerprint: String, claimedName: String?, name: String? = nil) {
            self.fingerprint = fingerprint
            self.claimedName = claimedName
            self.name = name
        }
    }

    public enum Content: Hashable, Sendable {
        /// A login as `user`. Without a server, the program did not prove which one it is for.
        case login(user: String, server: Server?)
        /// A commit of git's, by the first line of its message.
        case commit(title: String)
        /// A tag of git's, and the first line of its message.
        case tag(name: String, title: String)
        /// A message whose content the daemon has not seen; the namespace says which program reads the signature.
        case message(namespace: String)
        /// A new passkey, and the fingers that it opens with. An account's name is the relying party's claim.
        case newPasskey(RelyingPartyID, account: String?, Access.Enrollment)
        /// A sign-in with a passkey.
        case passkey(RelyingPartyID, account: String?, derivesSecret: Bool)
    }

    public let content: Content
    /// The servers that the request came through, or that the login leads through, the nearest first.
    public let through: [Server]
    /// Whether a login is by a certificate of the key.
    public let byCertificate: Bool
    /// How long the user's confirmation counts for further signatures of this kind; nil if it counts once.
    public var reuse: Duration?
    /// Whether a PIN counts so, too.
    public var reusesPIN: Bool

    public init(
        _ content: Content, through: [Server] = [], byCertificate: Bool = false, reuse: Duration? = nil,
        reusesPIN: Bool = false
    ) {
        self.content = content
        self.through = through
        self.byCertificate = byCertificate
        self.reuse = reuse
        self.reusesPIN = reusesPIN
    }
}

/// Why a key signs nothing; the raw value is the contract's name.
public enum SignatureRefusal: String, CaseIterable, Sendable {
    /// The key is for another method: `Sign`, `SignSSH`, or `GetAssertion`.
    case otherUsage
    /// The bytes are neither a login nor an SSHSIG.
    case notSSHData
    /// A server's proof of its key does not hold.
    case bindingUnsound
    /// The login is for another session than the one that the server proved.
    case foreignSession
    /// A server that the agent was forwarded to wants to sign in to one that proved nothing.
    case unknownServer
    /// The login names another key of the server, or of the user.
    case otherKey
    /// The login is not to one of the key's destinations.
    case otherServer
}
