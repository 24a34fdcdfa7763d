import Crypto
package import GateBus
package import GateModel
import GateSecret
import GateSecretService
package import GateSystem

/// Why the keyring has not done what it was asked for.
package enum KeyringFailure: Error, Sendable {
    /// The keyring's own refusal, by the error's name.
    case refused(String)
    case noAnswer
    case unreadable
    /// In place of a secret there is a note about another item, or about this one with other attributes.
    case foreignNote
    /// libgcrypt is missing.
    case noCipher
}

/// A client of the keyring that is there, over one session of its own. On the bus's loop.
package actor Keyring {
    private nonisolated let loop: PollLoop
    package nonisolated let bus: BusConnection
    package nonisolated let name: String
    private var session: SecretSession?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    package init(_ name: String, on bus: BusConnection, _ loop: PollLoop) {
        (self.name, self.bus, self.loop) = (name, bus, loop)
    }

    /// The keyring has ended, and its sessions with it.
    package func forgetSession() { session = nil }

    package func call(
        _ method: String, of interface: String, on path: String, _ arguments: [BusArgument] = []
    ) async throws(KeyringFailure) -> BusValue {
        let outcome = await withCheckedContinuation {
            (continuation: CheckedContinuation<BusConnection.Outcome, Never>) in
            bus.call(method, of: interface, on: path, at: name, arguments, mayStart: true, mayAskUser: true) {
                continuation.resume(returning: $0)
            }
        }
        switch outcome {
        case .reply(let values): return values
        case .refused(let error): throw .refused(error)
        case .none: throw .noAnswer
        }
    }

    /// The session, opened at the first use.
    func openSession() async throws(KeyringFailure) -> SecretSession {
        if let session { return session }
        let made: SecretSession
        do throws(KeyringFailure) {
            made = try await openEncrypted()
        } catch {
            // As other programs do, before a keyring that has no other sessions.
            guard case .refused("org.freedesktop.DBus.Error.NotSupported") = error else { throw error }
            made = try await openPlain()
        }
        session = made
        return made
    }

    private func openEncrypted() async throws(KeyringFailure) -> SecretSession {
        guard let agreement = KeyAgreement.begin() else { throw .noCipher }
        let answer = try await open(SecretServiceNames.encrypted, .bytes(agreement.own))
        guard let number = answer[0]?.content?.bytes, let path = answer[1]?.text,
            let key = agreement.key(with: number.bytes)
        else { throw .unreadable }
        return SecretSession(path: path, key: key)
    }

    private func openPlain() async throws(KeyringFailure) -> SecretSession {
        guard let path = try await open(SecretServiceNames.plain, .text(""))[1]?.text else { throw .unreadable }
        return SecretSession(path: path, key: nil)
    }

    private func open(_ algorithm: String, _ input: BusArgument) async throws(KeyringFailure) -> BusValue {
        try await call(
            "OpenSession", of: SecretServiceNames.service, on: SecretServiceNames.root,
            [.text(algorithm), .any([input])])
    }

    package func secret(of item: String) async throws(KeyringFailure) -> KeyringSecret {
        let session = try await openSession()
        let answer = try await call("GetSecret", of: SecretServiceNames.item, on: item, [.path(session.path)])
        guard let secret = session.secret(answer[0]) else { throw .unreadable }
        return secret
    }

    /// The secrets of those items that are open.
    package func secrets(of items: [String]) async throws(KeyringFailure) -> [String: KeyringSecret] {
        let session = try await openSession()
        let answer = try await call(
            "GetSecrets", of: SecretServiceNames.service, on: SecretServiceNames.root,
            [.paths(items), .path(session.path)])
        var secrets: [String: KeyringSecret] = [:]
        guard let entries = answer[0]?.elements else { throw .unreadable }
        for entry in entries {
            guard let path = entry[0]?.text, let secret = session.secret(entry[1]) else { throw .unreadable }
            secrets[path] = secret
        }
        return secrets
    }

    /// The paths of all items.
    package func items() async throws(KeyringFailure) -> [String] {
        var items: [String] = []
        for collection in try await paths("Collections", of: SecretServiceNames.service, on: SecretServiceNames.root) {
            items += try await self.items(in: collection)
        }
        return items
    }

    package func items(in collection: String) async throws(KeyringFailure) -> [String] {
        try await paths("Items", of: SecretServiceNames.collection, on: collection)
    }

    /// The path of a collection that may be named by an alias.
    func collection(_ path: String) async throws(KeyringFailure) -> String {
        guard let alias = SecretServiceNames.alias(in: path) else { return path }
        let answer = try await call(
            "ReadAlias", of: SecretServiceNames.service, on: SecretServiceNames.root, [.text(alias)])
        guard let path = answer[0]?.text else { throw .unreadable }
        return path
    }

    private func paths(
        _ property: String, of interface: String, on path: String
    ) async throws(KeyringFailure) -> [String] {
        guard let paths = try await self.property(property, of: interface, on: path)?.texts else { throw .unreadable }
        return paths
    }

    /// Nil for an item that is gone.
    package func attributes(of item: String) async throws(KeyringFailure) -> [String: String]? {
        do throws(KeyringFailure) {
            let value = try await property("Attributes", of: SecretServiceNames.item, on: item)
            guard let attributes = value?.pairs else { throw .unreadable }
            return attributes
        } catch {
            guard case .refused = error else { throw error }
            return nil
        }
    }

    /// The gate's item for an item, if the keyring has its note in place of the secret.
    package func name(in secret: KeyringSecret, of item: String) async throws(KeyringFailure) -> ItemName? {
        guard let name = secret.note else { return nil }
        guard let attributes = try await attributes(of: item),
            ProtectedItem.isName(name, of: item, tag: Self.tag(of: attributes))
        else { throw .foreignNote }
        return name
    }

    /// The tag of an item with these attributes.
    package static func tag(of attributes: [String: String]) -> String {
        let digest = SHA256.hash(data: ProtectedItem.matter(attributes)).prefix(12)
        return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    package func setSecret(_ secret: KeyringSecret, of item: String) async throws(KeyringFailure) {
        _ = try await call("SetSecret", of: SecretServiceNames.item, on: item, [try await argument(secret)])
    }

    /// The secret for the keyring.
    func argument(_ secret: KeyringSecret) async throws(KeyringFailure) -> BusArgument {
        guard let argument = try await openSession().argument(secret) else { throw .noCipher }
        return argument
    }

    package func property(_ name: String, of interface: String, on path: String) async throws(KeyringFailure)
        -> BusValue?
    {
        try await call("Get", of: SecretServiceNames.properties, on: path, [.text(interface), .text(name)])[0]?.content
    }
}
