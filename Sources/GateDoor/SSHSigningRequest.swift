import GateCore
import GateModel
import GateSSH
import GateWire

/// The parameters of `SignSSH` that say what is signed.
struct SSHSigningRequest: Sendable {
    let data: [UInt8]
    let bindings: [[UInt8]]
    let hostNames: [String]
    let object: [UInt8]?

    private static let dataLimit = 16_384
    /// Texts of the request, in characters: together they fit in a reason.
    private static let userLimit = 32
    private static let nameLimit = 48

    init(_ parameters: WireObject) throws(CallFault) {
        data = try parameters.bytes("data", atMost: Self.dataLimit)
        bindings = try parameters.bytesList("bindings", count: SessionBindings.limit, atMost: Self.dataLimit)
        hostNames = try parameters.textList("hostNames", count: SessionBindings.limit)
        object = try parameters.bytesIfPresent("object", atMost: GitObject.limit)
    }

    /// Verifies that the key signs this, and everything that is shown about it but the servers' names.
    func verified(
        for item: Item, reuse: Duration, at now: WallTime, _ cryptography: some SSHCryptography
    ) throws(GateError) -> SSHSigning {
        if case .invalidated(let cause) = item.state { throw .itemInvalidated(item.name, by: cause) }
        guard item.kind == .key else { throw .itemNotFound(item.name, item.kind) }
        guard item.usage == .ssh, let algorithm = item.algorithm,
            let key = item.publicKey.flatMap({ UserKey(algorithm, subjectPublicKeyInfo: $0) })
        else { throw .signatureRefused(.otherUsage) }
        let content: SSHContent
        let read = try readBindings()
        do throws(SSHRefusal) {
            content = try SSHContent(data, by: key, try sound(read, cryptography), object: object, cryptography)
        } catch {
            throw .signatureRefused(SignatureRefusal(error))
        }
        let names = Dictionary(zip(read.map(\.hostKey.blob), hostNames), uniquingKeysWith: { first, _ in first })
        func server(_ key: HostKey) -> SignatureSubject.Server {
            let name = ForeignText.cleaned(names[key.blob] ?? "", limit: Self.nameLimit)
            // A name that is none of a host could read like a part of the sentence.
            let isHost = Self.isPlain(name, besides: ".-_:[]%…")
            return SignatureSubject.Server(
                fingerprint: key.fingerprint(cryptography), claimedName: isHost ? name : nil)
        }
        let vouched = try item.vouchedServer(of: content, at: now, cryptography)
        var (subject, target) = Self.described(content, server, vouched)
        let allowed = min(reuse, item.access.maximumAge)
        if target != nil, allowed > .zero {
            subject.reuse = allowed
            subject.reusesPIN = item.access.reusesPIN
        }
        return SSHSigning(data, by: item, subject, scope: target.map { SigningScope(item.name, $0) })
    }

    private static func described(
        _ content: SSHContent, _ server: (HostKey) -> SignatureSubject.Server, _ vouched: SignatureSubject.Server?
    ) -> (SignatureSubject, SigningScope.Target?) {
        switch content {
        case .login(let login, let destination, let naming):
            let given = ForeignText.cleaned(login.user, limit: userLimit)
            let user = isPlain(given, besides: "._-@+$\\…") ? given : "“\(given.filter { $0 != "”" })”"
            switch destination {
            case .unbound:
                return (SignatureSubject(.login(user: user, server: nil), byCertificate: naming == .certificate), nil)
            case .host(let host, let way):
                let subject = SignatureSubject(
                    .login(user: user, server: vouched ?? server(host)), through: way.map(server),
                    byCertificate: naming == .certificate)
                return (subject, way.isEmpty ? .server(host.plainBlob, user: login.user) : nil)
            }
        case .message(let message, let way, let object):
            let namespace = ForeignText.cleaned(message.namespace, limit: nameLimit)
            let content: SignatureSubject.Content =
                switch object.map({ ($0.kind, $0.title) }) {
                case (.commit, let title)?: .commit(title: title)
                case (.tag(let name), let title)?:
                    .tag(name: ForeignText.cleaned(name, limit: nameLimit), title: title)
                case nil: .message(namespace: namespace)
                }
            return (
                SignatureSubject(content, through: way.map(server)),
                way.isEmpty ? .namespace(message.namespace) : nil
            )
        }
    }

    /// Whether a name has nothing but ASCII's letters and digits and these marks, and at least one.
    private static func isPlain(_ name: String, besides marks: String) -> Bool {
        !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || marks.contains($0) }
    }

    private func readBindings() throws(GateError) -> [SessionBinding] {
        do throws(SSHFault) {
            return try bindings.map { bytes throws(SSHFault) in try SessionBinding(bytes) }
        } catch {
            throw .signatureRefused(.bindingUnsound)
        }
    }

    private func sound(
        _ bindings: [SessionBinding], _ cryptography: some SSHCryptography
    ) throws(SSHRefusal) -> SessionBindings {
        do throws(BindingFault) {
            return try SessionBindings(bindings, cryptography)
        } catch {
            throw .destination(.unsoundBinding(error))
        }
    }
}

extension SignatureRefusal {
    fileprivate init(_ refusal: SSHRefusal) {
        self =
            switch refusal {
            case .notSSH: .notSSHData
            case .destination(.unsoundBinding), .destination(.brokenPath): .bindingUnsound
            case .destination(.foreignSession), .destination(.notALogin): .foreignSession
            case .destination(.beyondForwarding): .unknownServer
            case .destination(.otherHostKey), .destination(.otherKey): .otherKey
            }
    }
}
