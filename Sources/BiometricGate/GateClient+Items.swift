public import GateModel
public import GateSecret
import GateWire

/// How an item is made: who opens it, and what people see.
public struct ItemOptions: Hashable, Sendable {
    public var label: Label?
    /// Nil: the current enrolment's fingerprint alone, at every use.
    public var access: Access?
    /// Whether an item of that name is replaced; an invalidated one always is.
    public var replaces: Bool
    /// Shown to the user who is asked.
    public var reason: Reason?

    public init(label: Label? = nil, access: Access? = nil, replaces: Bool = false, reason: Reason? = nil) {
        self.label = label
        self.access = access
        self.replaces = replaces
        self.reason = reason
    }

    fileprivate func append(to parameters: inout WireObject) {
        parameters.append("label", label?.rawValue)
        parameters.append("access", access.map { .object($0.wire) })
        parameters.append("replace", replaces ? true : nil)
        parameters.append("reason", reason?.rawValue)
    }
}

extension GateClient {
    /// The user's items, without what is in them. Another user's (`user`) are root's to ask for.
    public func items(of user: UserID? = nil) async throws(GateClientError) -> [Item] {
        var parameters = WireObject()
        parameters.append("uid", user)
        return try await call("ListItems", parameters).list("items", Item.init(wire:))
    }

    /// The item of that name, invalidated or not, without what is in it; asks nobody.
    public func item(_ name: ItemName, of user: UserID? = nil) async throws(GateClientError) -> Item {
        var parameters: WireObject = ["name": .string(name.rawValue)]
        parameters.append("uid", user)
        return try await call("GetItem", parameters).object("item", Item.init(wire:))
    }

    /// Seals 1 to 65536 bytes under a name. Asks the user, unless the access names no fingerprint or none is enrolled.
    @discardableResult
    public func store(
        _ secret: consuming SecretBytes, as name: ItemName, _ item: ItemOptions = ItemOptions(),
        credential: consuming Credential? = nil, options: PromptOptions = PromptOptions(),
        progress: ProgressHandler? = nil
    ) async throws(GateClientError) -> Item {
        var parameters: WireObject = ["name": .string(name.rawValue)]
        item.append(to: &parameters)
        let payload: OutgoingCall.Payload? = OutgoingCall.Payload("secret", as: .base64, secret)
        let reply = try await ask(
            "StoreSecret", parameters, payload: payload, credential: credential, options: options, progress: progress)
        return try reply.object("item", Item.init(wire:))
    }

    /// Opens a sealed secret. Asks the user, or checks the credential instead.
    public func retrieve(
        _ name: ItemName, reason: Reason, credential: consuming Credential? = nil, user: UserID? = nil,
        options: PromptOptions = PromptOptions(), progress: ProgressHandler? = nil
    ) async throws(GateClientError) -> SecretBytes {
        var parameters: WireObject = ["name": .string(name.rawValue), "reason": .string(reason.rawValue)]
        parameters.append("uid", user)
        var reply = try await ask(
            "RetrieveSecret", parameters, credential: credential, options: options, progress: progress)
        guard let secret = reply.takeSecret() else { throw .unreadable("secret") }
        return secret
    }

    /// Makes a signing key in the daemon or its TPM, which it never leaves; its public half is in the item. Asks as
    /// `store` does.
    public func createKey(
        _ algorithm: Item.Algorithm, as name: ItemName, _ item: ItemOptions = ItemOptions(),
        credential: consuming Credential? = nil, options: PromptOptions = PromptOptions(),
        progress: ProgressHandler? = nil
    ) async throws(GateClientError) -> Item {
        var parameters: WireObject = [
            "name": .string(name.rawValue), "algorithm": .string(algorithm.rawValue),
        ]
        item.append(to: &parameters)
        let reply = try await ask(
            "CreateKey", parameters, credential: credential, options: options, progress: progress)
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

    /// Opens an item with the PIN or password and makes its fingerprint access anew, under the present enrolment. Asks
    /// the user for a finger, unless one that counts is not older than `PromptOptions.maximumAge`.
    @discardableResult
    public func renew(
        _ name: ItemName, credential: consuming Credential?, reason: Reason? = nil,
        options: PromptOptions = PromptOptions(), progress: ProgressHandler? = nil
    ) async throws(GateClientError) -> Item {
        var parameters: WireObject = ["name": .string(name.rawValue)]
        parameters.append("reason", reason?.rawValue)
        let reply = try await ask("RenewItem", parameters, credential: credential, options: options, progress: progress)
        return try reply.object("item", Item.init(wire:))
    }

    /// Destroys an item and what is in it; it is gone from the disk when this returns. Asks nobody.
    public func deleteItem(_ name: ItemName) async throws(GateClientError) {
        _ = try await call("DeleteItem", ["name": .string(name.rawValue)])
    }
}
