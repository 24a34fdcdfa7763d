public import GateModel

extension SSHContent {
    /// Texts of the request, in characters: together they fit in a reason.
    private static let userLimit = 32
    private static let nameLimit = 48

    /// The content for people, each text fit to be shown on one line.
    ///
    /// - Parameters:
    ///   - vouched: the server of a login, if its name is verified.
    ///   - name: a program's name for a server.
    public func subject(
        vouched: SignatureSubject.Server? = nil, _ cryptography: some SSHCryptography, name: (HostKey) -> String?
    ) -> SignatureSubject {
        func server(_ key: HostKey) -> SignatureSubject.Server {
            let name = ForeignText.cleaned(name(key) ?? "", limit: Self.nameLimit)
            // A name that is none of a host could read like a part of the sentence.
            let isHost = Self.isPlain(name, besides: ".-_:[]%…")
            return SignatureSubject.Server(
                fingerprint: key.fingerprint(cryptography), claimedName: isHost ? name : nil)
        }
        switch self {
        case .login(let login, let destination, let naming):
            let given = ForeignText.cleaned(login.user, limit: Self.userLimit)
            let user = Self.isPlain(given, besides: "._-@+$\\…") ? given : "“\(given.filter { $0 != "”" })”"
            let byCertificate = naming == .certificate
            switch destination {
            case .unbound: return SignatureSubject(.login(user: user, server: nil), byCertificate: byCertificate)
            case .host(let host, let way):
                return SignatureSubject(
                    .login(user: user, server: vouched ?? server(host)), through: way.map(server),
                    byCertificate: byCertificate)
            }
        case .message(let message, let way, let object):
            let content: SignatureSubject.Content =
                switch object.map({ ($0.kind, $0.title) }) {
                case (.commit, let title)?: .commit(title: title)
                case (.tag(let name), let title)?:
                    .tag(name: ForeignText.cleaned(name, limit: Self.nameLimit), title: title)
                case nil: .message(namespace: ForeignText.cleaned(message.namespace, limit: Self.nameLimit))
                }
            return SignatureSubject(content, through: way.map(server))
        }
    }

    /// Whether a name has nothing but ASCII's letters and digits and these marks, and at least one.
    private static func isPlain(_ name: String, besides marks: String) -> Bool {
        !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || marks.contains($0) }
    }
}
