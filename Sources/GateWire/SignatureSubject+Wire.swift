public import GateModel

extension SignatureSubject {
    /// The contract's `SignatureSubject`.
    public var wire: WireObject {
        let kind: WireValue
        var (user, server, title, tag, namespace): (String?, Server?, String?, String?, String?)
        var (party, enrollment, derivesSecret): (RelyingPartyID?, Access.Enrollment?, Bool) = (nil, nil, false)
        switch content {
        case .login(let name, let host): (kind, user, server) = ("login", name, host)
        case .commit(let text): (kind, title) = ("commit", text)
        case .tag(let name, let text): (kind, tag, title) = ("tag", name, text)
        case .message(let name): (kind, namespace) = ("message", name)
        case .newPasskey(let id, let account, let kept):
            (kind, party, user, enrollment) = ("newPasskey", id, account, kept)
        case .passkey(let id, let account, let derives):
            (kind, party, user, derivesSecret) = ("passkey", id, account, derives)
        }
        return WireObject(present: [
            "kind": kind, "user": .text(user), "server": server.map { .object($0.wire) }, "title": .text(title),
            "tag": .text(tag), "namespace": .text(namespace),
            "rpId": .text(party?.rawValue), "enrollment": .name(enrollment),
            "derivesSecret": .when(derivesSecret, true),
            "certificate": .when(byCertificate, true),
            "reuseSeconds": (reuse?.components.seconds).map { .integer($0) },
            "reusePIN": .when(reuse != nil && reusesPIN, true),
            "through": .when(!through.isEmpty, .array(through.map { .object($0.wire) })),
        ])
    }

    /// Nil if the kind is unknown to this version, or a member of it is missing.
    public init?(wire: WireObject) {
        let content: Content
        switch wire.text("kind") {
        case "login":
            guard let user = wire.text("user") else { return nil }
            content = .login(user: user, server: wire.object("server").flatMap(Server.init(wire:)))
        case "commit":
            guard let title = wire.text("title") else { return nil }
            content = .commit(title: title)
        case "tag":
            guard let name = wire.text("tag") else { return nil }
            content = .tag(name: name, title: wire.text("title") ?? "")
        case "message":
            guard let namespace = wire.text("namespace") else { return nil }
            content = .message(namespace: namespace)
        case "newPasskey":
            guard let party = wire.text("rpId").flatMap(RelyingPartyID.init) else { return nil }
            content = .newPasskey(party, account: wire.text("user"), wire.known("enrollment") ?? .any)
        case "passkey":
            guard let party = wire.text("rpId").flatMap(RelyingPartyID.init) else { return nil }
            content = .passkey(
                party, account: wire.text("user"), derivesSecret: wire["derivesSecret"]?.boolValue ?? false)
        default: return nil
        }
        let through = wire["through"]?.arrayValue ?? []
        self.init(
            content, through: through.compactMap { $0.objectValue.flatMap(Server.init(wire:)) },
            byCertificate: wire["certificate"]?.boolValue ?? false,
            reuse: wire["reuseSeconds"]?.integerValue.map { .seconds($0) },
            reusesPIN: wire["reusePIN"]?.boolValue ?? false)
    }
}

extension SignatureSubject.Server {
    var wire: WireObject {
        WireObject(present: [
            "fingerprint": .string(fingerprint), "claimedName": .text(claimedName), "name": .text(name),
        ])
    }

    init?(wire: WireObject) {
        guard let fingerprint = wire.text("fingerprint") else { return nil }
        self.init(fingerprint: fingerprint, claimedName: wire.text("claimedName"), name: wire.text("name"))
    }
}
