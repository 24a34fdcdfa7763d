import BiometricGate
import Crypto
import GateBus
import GateGuidance
import GateModel
import GateSecret
import GateSecretService
import GateSystem

/// Secrets that programs read, and changes of protected items.
extension SecretsService {
    func getSecret(_ call: BusForeignCall) async throws {
        let session = try session(call.arguments[0]?.text, of: call.sender)
        let kept = try await keyring.secret(of: call.path)
        guard let name = kept.note else { return try reply(kept, in: session, to: call) }
        guard session.key != nil else { throw ServiceRefusal.plainSession }
        if !front.leases.isOpen(name, for: call.sender, at: Self.now) {
            let process = await process(of: call.sender)
            let (opened, client) = try await asking(for: call.sender) { [gate] () throws(ServiceRefusal) in
                try await gate.open([name], for: process?.claimed, within: Self.patience)
            }
            add(opened, client, process, to: call.sender)
        }
        let secret = await leased(name, by: call.sender)
        guard let secret else { throw ServiceRefusal.locked }
        front.echoes.add(name, digest: digest(secret), at: Self.now)
        try reply(KeyringSecret(secret, contentType: kept.contentType), in: session, to: call)
    }

    func reply(_ secret: KeyringSecret, in session: SecretSession, to call: BusForeignCall) throws {
        guard let argument = session.argument(secret) else { throw ServiceRefusal.notSupported }
        call.invocation.reply([argument])
    }

    /// Those that are open: protected ones only for a connection that has opened them. Asks nothing.
    func getSecrets(_ call: BusForeignCall) async throws {
        let arguments = call.arguments
        guard let items = arguments[0]?.texts else { throw ServiceRefusal.wrongArguments }
        let session = try session(arguments[1]?.text, of: call.sender)
        var entries: [(BusArgument, BusArgument)] = []
        let secrets = try await keyring.secrets(of: items)
        for item in items {
            guard var secret = secrets[item] else { continue }
            if let name = secret.note {
                // Left out, it would look as if it were missing.
                guard front.noted(name, at: item) else { throw ServiceRefusal.gateAway }
                guard session.key != nil, let opened = await leased(name, by: call.sender) else { continue }
                front.echoes.add(name, digest: digest(opened), at: Self.now)
                secret = KeyringSecret(opened, contentType: secret.contentType)
            }
            guard let argument = session.argument(secret) else { throw ServiceRefusal.notSupported }
            entries.append((.path(item), argument))
        }
        call.invocation.reply([.entries(of: "{o(oayays)}", entries)])
    }

    // MARK: Changes

    /// Finds the protected items without the gate's list, by their notes in the keyring. Throws if an item cannot be read,
    /// because a change could overwrite its note.
    func findNotes() async throws {
        let items = try await keyring.items()
        let secrets = try await keyring.secrets(of: items)
        for (path, secret) in secrets {
            if let name = secret.note { _ = front.noted(name, at: path) }
        }
        guard front.isCurrent || secrets.count == items.count else { throw ServiceRefusal.gateAway }
    }

    func setSecret(_ call: BusForeignCall) async throws {
        let secret = try secret(call.arguments[0], from: call.sender)
        if front.isMarked(call.path), let name = try await keyring.secret(of: call.path).note {
            try await change(name, to: secret, for: call.sender, within: Self.patience)
            return call.invocation.reply()
        }
        passOn(call, replacing: [0: try await keyring.argument(secret)])
    }

    func createItem(_ call: BusForeignCall) async throws {
        let arguments = call.arguments
        let secret = try secret(arguments[1], from: call.sender)
        let argument = try await keyring.argument(secret)
        let attributes = arguments[0]?[SecretServiceNames.item + ".Attributes"]?.pairs ?? [:]
        var (equal, isShadowing): (String?, Bool) = (nil, false)
        for path in front.markedPaths {
            // An item that is gone has none.
            guard let kept = try? await keyring.property("Attributes", of: SecretServiceNames.item, on: path)?.pairs
            else { continue }
            switch AttributeOverlap(attributes, kept) {
            case .none: break
            case .equal: equal = path
            case .shadowing: isShadowing = true
            }
        }
        guard equal != nil || isShadowing else { return passOnPrompting(call, replacing: [1: argument]) }
        let owner = call.sender
        if let equal, arguments[2]?.bool == true, let name = try await keyring.secret(of: equal).note {
            if isEcho(secret, of: name) {
                return call.invocation.reply([.path(equal), .path(SecretServiceNames.nothing)])
            }
            return try prompt(call, before: [.path(SecretServiceNames.nothing)]) { service in
                try await service.change(name, to: secret, for: owner)
                return .path(equal)
            }
        }
        // It would be found instead of the protected item.
        try prompt(call, before: [.path(SecretServiceNames.nothing)]) { service in
            try await service.gate.confirm(for: await service.process(of: owner)?.claimed)
            return .path(try await service.create(call, argument))
        }
    }

    /// The path of the new item.
    func create(_ call: BusForeignCall, _ secret: BusArgument) async throws -> String {
        let answer = await withCheckedContinuation { (continuation: CheckedContinuation<BusAnswer?, Never>) in
            keyring.bus.passOn(call, to: keyring.name, replacing: [1: secret]) { continuation.resume(returning: $0) }
        }
        guard let path = answer?.values?[0]?.text, path != SecretServiceNames.nothing else {
            throw KeyringFailure.unreadable
        }
        return path
    }

    func deleteProtected(_ call: BusForeignCall) async throws {
        let (path, owner) = (call.path, call.sender)
        let name = try await keyring.secret(of: path).note
        try prompt(call, before: []) { service in
            try await service.gate.confirm(for: await service.process(of: owner)?.claimed)
            _ = try await service.keyring.call("Delete", of: SecretServiceNames.item, on: path)
            if let name { await service.gate.delete(name) }
            return .text("")
        }
    }

    func setProtected(_ call: BusForeignCall) async throws {
        let process = await process(of: call.sender)
        try await asking(for: call.sender) { [gate] () throws(ServiceRefusal) in
            try await gate.confirm(for: process?.claimed, within: Self.patience)
        }
        passOn(call)
    }

    /// Answers with a prompt, behind other values, for a change of a protected item.
    func prompt(_ call: BusForeignCall, before values: [BusArgument], _ change: @escaping Change) throws {
        let path = try front.prompts.makeChange(for: call.sender)
        changes[path] = change
        call.invocation.reply(values + [.path(path)])
    }

    /// Gives a protected item another secret, once the user has confirmed that.
    func change(
        _ name: ItemName, to secret: KeyringSecret, for owner: String, within time: Duration? = nil
    ) async throws {
        guard !isEcho(secret, of: name) else { return }
        let process = await process(of: owner)
        try await asking(for: owner) { [gate] () throws(ServiceRefusal) in
            try await gate.confirm(name, secret.bytes, for: process?.claimed, within: time)
        }
    }

    func isEcho(_ secret: KeyringSecret, of name: ItemName) -> Bool {
        front.echoes.take(name, digest: digest(secret.bytes), at: Self.now)
    }

    func digest(_ secret: HeldSecret) -> [UInt8] {
        unsafe secret.bytes.withBytes { unsafe Array(HMAC<SHA256>.authenticationCode(for: $0, using: echoKey)) }
    }

    /// A program's secret in the clear.
    func secret(_ value: BusValue?, from owner: String) throws -> KeyringSecret {
        let session = try session(value?[0]?.text, of: owner)
        guard let secret = session.secret(value) else { throw ServiceRefusal.wrongArguments }
        return secret
    }
}
