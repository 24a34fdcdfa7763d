public import GateModel
public import GateSecret
import GateWire

/// The properties of a new item: who can open it, and its texts for people.
public struct ItemOptions: Hashable, Sendable {
    public var label: Label?
    /// Nil: a finger or the PIN opens it, asked at every use; if the user has a password but no PIN, the password instead. An
    /// item of the fingerprint alone is destroyed when a finger is added or removed.
    public var access: Access?
    /// Whether to replace an item of that name; an invalidated one is always replaced.
    public var replaces: Bool
    /// The text shown to the user.
    public var reason: Reason?

    public init(label: Label? = nil, access: Access? = nil, replaces: Bool = false, reason: Reason? = nil) {
        self.label = label
        self.access = access
        self.replaces = replaces
        self.reason = reason
    }

    fileprivate func parameters(
        _ name: ItemName, _ algorithm: Item.Algorithm? = nil, _ usage: Item.Usage = .general
    ) -> WireObject {
        WireObject(present: [
            "name": .string(name.rawValue), "algorithm": .name(algorithm),
            "usage": .when(usage != .general, .string(usage.rawValue)), "label": .text(label?.rawValue),
            "access": access.map { .object($0.wire) }, "replace": .when(replaces, true),
            "reason": .text(reason?.rawValue),
        ])
    }

    /// With an access, by default that of the command line.
    fileprivate func complete(for client: GateClient) async throws(GateClientError) -> Self {
        guard access == nil else { return self }
        let settings = try await client.settings()
        var item = self
        item.access = Access(
            factors: [.fingerprint, settings.passwordAvailable && !settings.pinSet ? .password : .pin])
        return item
    }
}

extension GateClient {
    /// The user's items, without their content. Only root may ask for another `user`'s.
    public func items(of user: UserID? = nil) async throws(GateClientError) -> [Item] {
        try await call("ListItems", .init(present: ["uid": .number(of: user)])).list("items", Item.init(wire:))
    }

    /// The user's items now, then after every change of the user's settings, prints, PIN or items; a slow reader gets only
    /// the newest. A use of an item is not reported.
    ///
    /// Uses its own connection, which ends with the stream. Throws `GateClientError`.
    public func itemUpdates(of user: UserID? = nil) -> AsyncThrowingStream<[Item], any Error> {
        let parameters = WireObject(present: ["uid": .number(of: user)])
        return watch("WatchItems", parameters, buffering: .bufferingNewest(1)) { reply in
            reply["items"]?.arrayValue?.compactMap { $0.objectValue.flatMap(Item.init(wire:)) }
        }
    }

    /// The item of that name, even if invalidated, without its content. Does not ask the user.
    public func item(_ name: ItemName, of user: UserID? = nil) async throws(GateClientError) -> Item {
        let parameters = WireObject(present: ["name": .string(name.rawValue), "uid": .number(of: user)])
        return try await call("GetItem", parameters).object("item", Item.init(wire:))
    }

    /// Seals 1 to 65536 bytes under a name. Asks the user only if the access has the fingerprint and one is enrolled.
    @discardableResult
    public func store(
        _ secret: consuming SecretBytes, as name: ItemName, _ item: ItemOptions = ItemOptions(),
        credential: consuming Credential? = nil, options: PromptOptions = PromptOptions(),
        progress: ProgressHandler? = nil
    ) async throws(GateClientError) -> Item {
        let payload: OutgoingCall.Payload? = OutgoingCall.Payload("secret", as: .base64, secret)
        let reply = try await ask(
            "StoreSecret", try await item.complete(for: self).parameters(name), payload: payload,
            credential: credential, options: options,
            progress: progress)
        return try reply.object("item", Item.init(wire:))
    }

    /// Gives a secret new content, and keeps its access. Asks the user if the access has the fingerprint and one is
    /// enrolled.
    @discardableResult
    public func update(
        _ name: ItemName, to secret: consuming SecretBytes, reason: Reason? = nil,
        credential: consuming Credential? = nil, options: PromptOptions = PromptOptions(),
        progress: ProgressHandler? = nil
    ) async throws(GateClientError) -> Item {
        let payload: OutgoingCall.Payload? = OutgoingCall.Payload("secret", as: .base64, secret)
        let parameters = WireObject(present: ["name": .string(name.rawValue), "reason": .text(reason?.rawValue)])
        let reply = try await ask(
            "UpdateSecret", parameters, payload: payload, credential: credential, options: options, progress: progress)
        return try reply.object("item", Item.init(wire:))
    }

    /// Opens a sealed secret. Asks the user, or checks the credential instead.
    public func retrieve(
        _ name: ItemName, reason: Reason, credential: consuming Credential? = nil, user: UserID? = nil,
        options: PromptOptions = PromptOptions(), progress: ProgressHandler? = nil
    ) async throws(GateClientError) -> SecretBytes {
        let parameters = WireObject(present: [
            "name": .string(name.rawValue), "reason": .string(reason.rawValue), "uid": .number(of: user),
        ])
        var reply = try await ask(
            "RetrieveSecret", parameters, credential: credential, options: options, progress: progress)
        guard let secret = reply.takeSecret() else { throw .unreadable("secret") }
        return secret
    }

    /// Opens 2 to 16 sealed secrets by one confirmation: all, or none. The user is shown every one of them. Throws
    /// `invalidParameter` for an item that opens alone.
    public func retrieve(
        _ names: [ItemName], reason: Reason, credential: consuming Credential? = nil, user: UserID? = nil,
        options: PromptOptions = PromptOptions(), progress: ProgressHandler? = nil
    ) async throws(GateClientError) -> [ItemName: HeldSecret] {
        let parameters = WireObject(present: [
            "names": .array(names.map { .string($0.rawValue) }), "reason": .string(reason.rawValue),
            "uid": .number(of: user),
        ])
        let reply = try await ask(
            "RetrieveSecrets", parameters, credential: credential, options: options, progress: progress)
        guard reply.secrets.count == names.count else { throw .unreadable("secrets") }
        return Dictionary(zip(names, reply.secrets)) { first, _ in first }
    }

    /// Makes a signing key that never leaves the daemon or its TPM; the item holds the public half. Asks as `store`
    /// does.
    public func createKey(
        _ algorithm: Item.Algorithm, as name: ItemName, _ item: ItemOptions = ItemOptions(),
        usage: Item.Usage = .general,
        credential: consuming Credential? = nil, options: PromptOptions = PromptOptions(),
        progress: ProgressHandler? = nil
    ) async throws(GateClientError) -> Item {
        let reply = try await ask(
            "CreateKey", try await item.complete(for: self).parameters(name, algorithm, usage), credential: credential,
            options: options,
            progress: progress)
        return try reply.object("item", Item.init(wire:))
    }

    /// Seals a copy of a private key for ssh: the bytes of an OpenSSH private key file of P-256 or Ed25519, without a
    /// passphrase. Throws `invalidParameter` for every other file. Asks as `store` does.
    public func importKey(
        _ file: consuming SecretBytes, as name: ItemName, _ item: ItemOptions = ItemOptions(),
        credential: consuming Credential? = nil, options: PromptOptions = PromptOptions(),
        progress: ProgressHandler? = nil
    ) async throws(GateClientError) -> Item {
        let payload: OutgoingCall.Payload? = OutgoingCall.Payload("secret", as: .base64, file)
        let reply = try await ask(
            "ImportKey", try await item.complete(for: self).parameters(name), payload: payload, credential: credential,
            options: options,
            progress: progress)
        return try reply.object("item", Item.init(wire:))
    }

    /// Signs 1 to 65536 bytes: ECDSA over SHA-256 in DER for `p256`, 64 bytes for `ed25519`. Asks the user.
    public func sign(
        _ challenge: [UInt8], with name: ItemName, reason: Reason, credential: consuming Credential? = nil,
        options: PromptOptions = PromptOptions(), progress: ProgressHandler? = nil
    ) async throws(GateClientError) -> [UInt8] {
        let parameters: WireObject = [
            "name": .string(name.rawValue), "challenge": .string(Base64.encode(challenge)),
            "reason": .string(reason.rawValue),
        ]
        let reply = try await ask("Sign", parameters, credential: credential, options: options, progress: progress)
        guard let signature = Base64.decode(try reply.text("signature")) else { throw .unreadable("signature") }
        return signature
    }

    /// Signs a login or an SSHSIG by a key for ssh; the daemon verifies `request`, and shows it. Returns what `sign`
    /// returns. Asks the user.
    public func signSSH(
        _ request: SSHSignRequest, with name: ItemName, credential: consuming Credential? = nil,
        options: PromptOptions = PromptOptions(), progress: ProgressHandler? = nil
    ) async throws(GateClientError) -> [UInt8] {
        let reply = try await ask(
            "SignSSH", request.parameters(name), credential: credential, options: options, progress: progress)
        guard let signature = Base64.decode(try reply.text("signature")) else { throw .unreadable("signature") }
        return signature
    }

    /// Opens an item with the PIN or password and renews its fingerprint access for the present enrolment. Asks the
    /// user for a finger, unless an authentication within `PromptOptions.maximumAge` counts.
    @discardableResult
    public func renew(
        _ name: ItemName, credential: consuming Credential?, reason: Reason? = nil,
        options: PromptOptions = PromptOptions(), progress: ProgressHandler? = nil
    ) async throws(GateClientError) -> Item {
        let parameters = WireObject(present: ["name": .string(name.rawValue), "reason": .text(reason?.rawValue)])
        let reply = try await ask("RenewItem", parameters, credential: credential, options: options, progress: progress)
        return try reply.object("item", Item.init(wire:))
    }

    /// Sets the only servers that a key for ssh signs in to; none: it signs in to all. Needs the PIN or the password.
    public func setDestinations(
        _ destinations: [SSHDestination], of name: ItemName, credential: consuming Credential?
    ) async throws(GateClientError) -> Item {
        let parameters = WireObject(present: [
            "name": .string(name.rawValue), "destinations": .array(destinations.map { .object($0.wire) }),
            "locale": .text(locale),
        ])
        return try await call("SetDestinations", parameters, credential: credential).object("item", Item.init(wire:))
    }

    /// Destroys an item and its content; both are gone from disk when this returns. Does not ask the user.
    public func deleteItem(_ name: ItemName) async throws(GateClientError) {
        _ = try await call("DeleteItem", ["name": .string(name.rawValue)])
    }
}
