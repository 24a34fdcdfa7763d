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
        let vouched = try item.vouchedServer(of: content, at: now, cryptography)
        var subject = content.subject(vouched: vouched, cryptography) { names[$0.blob] }
        let target = content.target
        let allowed = min(reuse, item.access.maximumAge)
        if target != nil, allowed > .zero {
            subject.reuse = allowed
            subject.reusesPIN = item.access.reusesPIN
        }
        return SSHSigning(data, by: item, subject, scope: target.map { SigningScope(item.name, $0) })
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

extension SSHContent {
    /// What a confirmation may count again for; nil for servers that did not prove their key and for those behind others.
    fileprivate var target: SigningScope.Target? {
        switch self {
        case .login(let login, .host(let host, through: []), _): .server(host.plainBlob, user: login.user)
        case .message(let message, through: [], _): .namespace(message.namespace)
        case .login, .message: nil
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
