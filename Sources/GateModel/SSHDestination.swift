/// A server that a key for ssh signs in to. The PIN or the password vouched for its name.
public struct SSHDestination: Hashable, Sendable {
    /// The server's name, as people know it.
    public let name: String
    /// The server's public key, or that of the authority that certifies servers, in ssh's form and without a certificate.
    public let key: [UInt8]
    /// Whether `key` is an authority's: its certificate must name `name`.
    public let isAuthority: Bool
    /// The only account on the server; nil for all.
    public let user: String?

    /// The name as far as the daemon can verify it. A certificate is for a host and for no port, so that of an authority's
    /// server is without it: `[host]:2222` is `host`.
    public var verifiedName: String { isAuthority ? Self.host(of: name) : name }

    /// The name without the brackets and the port that known_hosts writes for ports other than 22.
    public static func host(of name: String) -> String {
        guard name.hasPrefix("["), let end = name.firstIndex(of: "]"), end > name.index(after: name.startIndex) else {
            return name
        }
        return String(name[name.index(after: name.startIndex)..<end])
    }

    /// The most destinations of a key.
    public static let limit = 32

    /// Nil if the name or the account is not fit to be shown within a sentence.
    public init?(name: String, key: [UInt8], isAuthority: Bool = false, user: String? = nil) {
        guard Self.isHost(name), user.map(Self.isAccount) ?? true, !key.isEmpty else { return nil }
        self.name = name
        self.key = key
        self.isAuthority = isAuthority
        self.user = user
    }

    /// Whether a text reads as a server's name and nothing else: 1 to 255 ASCII letters, digits and marks.
    public static func isHost(_ text: String) -> Bool {
        text.utf8.count <= 255 && isPlain(text, besides: ".-_:[]%")
    }

    private static func isAccount(_ text: String) -> Bool {
        text.utf8.count <= 32 && isPlain(text, besides: "._-@+$\\")
    }

    private static func isPlain(_ text: String, besides marks: String) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || marks.contains($0) }
    }
}

extension [SignatureSubject.Server] {
    /// The most servers that are noted for a key.
    public static let notedLimit = 16

    /// The list after a login to `server`: the newest first, each once. A login that gave no name leaves an earlier one.
    public func noting(_ server: SignatureSubject.Server) -> Self {
        let earlier = first { $0.fingerprint == server.fingerprint }?.claimedName
        let noted = SignatureSubject.Server(
            fingerprint: server.fingerprint, claimedName: server.claimedName ?? earlier, name: server.name)
        return Array(([noted] + filter { $0.fingerprint != server.fingerprint }).prefix(Self.notedLimit))
    }
}
