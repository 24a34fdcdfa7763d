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
        guard let name = try await name(in: kept, at: call.path) else { return try reply(kept, in: session, to: call) }
        guard session.key != nil else { throw ServiceRefusal.plainSession }
        if !front.leases.isOpen(name, for: call.sender, at: Self.now) {
            let process = try await process(of: call.sender)
            let (opened, client) = try await asking(for: call.sender) { [gate] () throws(ServiceRefusal) in
                try await gate.open([name], for: process.claimed, within: Self.patience)
            }
            add(opened, client, process, to: call.sender)
        }
        let secret = await leased(name, by: call.sender)
        guard let secret else { throw ServiceRefusal.locked }
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
            if let name = try await name(in: secret, at: item) {
                // Left out, it would look as if it were missing.
                guard front.noted(name, at: item) else { throw ServiceRefusal.gateAway }
                guard session.key != nil, let opened = await leased(name, by: call.sender) else { continue }
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

    /// The gate's item in place of a secret that was read. Nil for an item that is not protected, which programs hear of.
    func name(in secret: KeyringSecret, at path: String) async throws -> ItemName? {
        if let name = try await keyring.name(in: secret, of: path) { return name }
        if front.bared(path) { bus.emitChanged([("Locked", .bool(false))], of: SecretServiceNames.item, on: path) }
        return nil
    }

    /// The gate's item for a marked path, as its note names it; nil if it is not protected.
    func protected(at path: String) async throws -> ItemName? {
        do {
            let name = try await keyring.name(in: try await keyring.secret(of: path), of: path)
            if let name { _ = front.noted(name, at: path) }
            return name
        } catch KeyringFailure.foreignNote {
            return nil
        } catch KeyringFailure.refused {
            // In a locked collection, where nobody sees the note: any program may have named the gate's item.
            throw ServiceRefusal.locked
        }
    }

    func setSecret(_ call: BusForeignCall) async throws {
        let secret = try secret(call.arguments[0], from: call.sender)
        if front.isMarked(call.path), let name = try await protected(at: call.path) {
            try await change(name, at: call.path, to: secret, for: call.sender)
            return call.invocation.reply()
        }
        passOn(call, replacing: [0: try await keyring.argument(secret)])
    }

    func createItem(_ call: BusForeignCall) async throws {
        let arguments = call.arguments
        let secret = try secret(arguments[1], from: call.sender)
        let argument = try await keyring.argument(secret)
        let value = arguments[0]?[SecretServiceNames.item + ".Attributes"]
        let given = value?.pairs ?? [:]
        let collection = try await keyring.collection(call.path)
        guard let (path, name, overlap) = try await overlap(value, in: collection) else {
            return passOnPrompting(call, replacing: [1: argument])
        }
        let owner = call.sender
        if overlap == .equal, arguments[2]?.bool == true {
            if isEcho(secret, of: name) {
                return call.invocation.reply([.path(path), .path(SecretServiceNames.nothing)])
            }
            return try prompt(call, before: [.path(SecretServiceNames.nothing)]) { service in
                try await service.change(name, at: path, to: secret, for: owner)
                return .path(path)
            }
        }
        if arguments[2]?.bool == true, let own = try await unprotected(given, in: collection) {
            // Its program stores it anew, which hides nothing that was not hidden.
            try await keyring.setSecret(secret, of: own)
            return call.invocation.reply([.path(own), .path(SecretServiceNames.nothing)])
        }
        try prompt(call, before: [.path(SecretServiceNames.nothing)]) { service in
            let process = try await service.process(of: owner)
            try await service.gate.confirm(
                .anItemBeside(service.front.title(of: name)), for: process.claimed, within: Self.patience)
            return .path(try await service.create(call, argument))
        }
    }

    /// The unprotected item of a collection with these attributes.
    private func unprotected(_ attributes: [String: String], in collection: String) async throws -> String? {
        for path in try await keyring.items(in: collection) where !front.isMarked(path) {
            guard let kept = try await keyring.attributes(of: path), AttributeOverlap(attributes, kept) == .equal else {
                continue
            }
            return path
        }
        return nil
    }

    /// The protected item that a program's attributes concern: the one of the collection with equal ones, or else one that
    /// could be found less than the item with these. `value` is nil if the program gives none.
    func overlap(
        _ value: BusValue?, in collection: String? = nil
    ) async throws -> (path: String, name: ItemName, AttributeOverlap)? {
        let given = if let value { value.pairs } else { [String: String]() }
        guard let attributes = given else { throw ServiceRefusal.wrongArguments }
        var found: (String, ItemName, AttributeOverlap)?
        for path in front.markedPaths {
            guard let kept = try await keyring.attributes(of: path) else { continue }
            var overlap = AttributeOverlap(attributes, kept)
            if overlap == .equal, let collection, !path.hasPrefix(collection + "/") { overlap = .shadowing }
            guard overlap == .equal || overlap == .shadowing && found == nil,
                let name = try await protected(at: path)
            else { continue }
            if overlap == .equal { return (path, name, .equal) }
            found = (path, name, .shadowing)
        }
        return found
    }

    /// The path of the new item, which takes the place of none: that could be the protected one.
    func create(_ call: BusForeignCall, _ secret: BusArgument) async throws -> String {
        let answer = await withCheckedContinuation { (continuation: CheckedContinuation<BusAnswer?, Never>) in
            keyring.bus.passOn(call, to: keyring.name, replacing: [1: secret, 2: .bool(false)]) {
                continuation.resume(returning: $0)
            }
        }
        guard let path = answer?.values?[0]?.text, path != SecretServiceNames.nothing else {
            throw KeyringFailure.unreadable
        }
        return path
    }

    func deleteProtected(_ call: BusForeignCall) async throws {
        let (path, owner) = (call.path, call.sender)
        guard let name = try await protected(at: path) else { return passOnPrompting(call, at: 0) }
        try prompt(call, before: []) { service in
            let process = try await service.process(of: owner)
            try await service.gate.confirm(
                .deletion(service.front.title(of: name)), for: process.claimed, within: Self.patience)
            _ = try await service.keyring.call("Delete", of: SecretServiceNames.item, on: path)
            await service.gate.delete(name)
            return .text("")
        }
    }

    /// A property of a protected item is changed once the user has confirmed it; its attributes stay, because its note is
    /// bound to them. The user confirms attributes by which a search could find another item instead of a protected one.
    func set(_ property: String, _ call: BusForeignCall) async throws {
        let act: KeyringAct
        if front.isMarked(call.path), let name = try await protected(at: call.path) {
            guard property != "Attributes" else { throw ServiceRefusal.isProtected }
            act = .change(front.title(of: name))
        } else if property == "Attributes", let (_, name, _) = try await overlap(call.arguments[2]?.content) {
            act = .anItemBeside(front.title(of: name))
        } else {
            return passOn(call)
        }
        let process = try await process(of: call.sender)
        try await asking(for: call.sender) { [gate] () throws(ServiceRefusal) in
            try await gate.confirm(act, for: process.claimed, within: Self.patience)
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
    func change(_ name: ItemName, at path: String, to secret: KeyringSecret, for owner: String) async throws {
        guard !isEcho(secret, of: name) else { return }
        guard (1...ProtectedItem.longest).contains(secret.bytes.bytes.count) else { throw ServiceRefusal.tooLong }
        let process = try await process(of: owner)
        let act = KeyringAct.change(front.title(of: name))
        try await asking(for: owner) { [gate] () throws(ServiceRefusal) in
            try await gate.confirm(act, name, secret.bytes, for: process.claimed, within: Self.patience)
        }
        // Deleted or written over beneath the front meanwhile: nobody would find it.
        guard try await protected(at: path) == name else { throw ServiceRefusal.noObject }
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
