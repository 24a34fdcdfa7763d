import GateBus
import GateGuidance
import GateModel
import GateSecret
import GateSecretService
import GateSystem
import biogate_secrets

/// An item of the keyring.
struct KeyringItem {
    let path: String
    let label: String

    /// The two last elements of its path.
    var id: String { path.split(separator: "/").suffix(2).joined(separator: "/") }

    var title: String { label.isEmpty ? id : label }

    /// For the gate, which takes no label that could change the text around it, or a longer one.
    var shownLabel: Label? { Label(label) ?? Label(String(label.escapingControls.unicodeScalars.prefix(200))) }
}

/// A program that may read a protected item now, as the front says.
struct KeyringLease {
    let item: String
    let program: String
    let left: Duration

    static func all(at name: String, _ session: Session) async throws(CommandFailure) -> [KeyringLease] {
        let loop = PollLoop(named: "biogate-bus")
        guard let bus = await BusConnection.opened(.session, on: loop),
            let answer = try? await Keyring(name, on: bus, loop).call(
                "ListLeases", of: SecretServiceNames.own, on: SecretServiceNames.ownPath)
        else { throw .refused(session.words.keyringNoFront, .noDaemon) }
        return (answer[0]?.elements ?? []).compactMap { row in
            guard let item = row[0]?.text, let number = row[1]?.unsigned, let left = row[2]?.unsigned else {
                return nil
            }
            let command = Int32(exactly: number).flatMap { ProcessStatus(of: ProcessID(rawValue: $0))?.command }
            return KeyringLease(item: item, program: "\(command ?? "?") (\(number))", left: .seconds(left))
        }
    }
}

/// The user's keyring, for the command line.
struct KeyringContent {
    private let keyring: Keyring
    private let session: Session

    init(_ options: KeyringOptions, _ session: Session) async throws(CommandFailure) {
        let loop = PollLoop(named: "biogate-bus")
        guard let bus = await BusConnection.opened(options.keyringBus.map { .at($0) } ?? .session, on: loop) else {
            throw .refused(session.words.keyringAway, .unexpected)
        }
        keyring = Keyring(options.name, on: bus, loop)
        self.session = session
    }

    func items() async throws(CommandFailure) -> [KeyringItem] {
        var items: [KeyringItem] = []
        for path in try await asking({ keyring throws(KeyringFailure) in try await keyring.items() }) {
            let label = try await asking { keyring throws(KeyringFailure) -> String? in
                do throws(KeyringFailure) {
                    return try await keyring.property("Label", of: SecretServiceNames.item, on: path)?.text ?? ""
                } catch .refused(_) {
                    // The item is gone: gnome-keyring goes on listing some that another session of the user deleted.
                    return nil
                }
            }
            if let label { items.append(KeyringItem(path: path, label: label)) }
        }
        // A keyring has no order; numbers of items grow.
        return items.sorted { ($0.path.utf8.count, $0.path) < ($1.path.utf8.count, $1.path) }
    }

    /// The item with this path, the end of a path, or label.
    func item(_ text: String) async throws(CommandFailure) -> KeyringItem {
        let items = try await items()
        let found = items.filter { [$0.id, $0.path].contains(text) }
        let matching = found.isEmpty ? items.filter { $0.label == text } : found
        guard let item = matching.first, matching.count == 1 else {
            throw .refused(
                matching.isEmpty ? session.words.keyringNoItem(text) : session.words.keyringSeveral(text), .notFound)
        }
        return item
    }

    func attributes(of item: KeyringItem) async throws(CommandFailure) -> [String: String] {
        try await asking { keyring throws(KeyringFailure) in try await keyring.attributes(of: item.path) ?? [:] }
    }

    func secret(of item: KeyringItem) async throws(CommandFailure) -> KeyringSecret {
        try await asking { keyring throws(KeyringFailure) in try await keyring.secret(of: item.path) }
    }

    /// The gate's item for a protected item; nil for another one.
    func name(in secret: KeyringSecret, of item: KeyringItem) async throws(CommandFailure) -> ItemName? {
        do throws(KeyringFailure) {
            return try await keyring.name(in: secret, of: item.path)
        } catch .foreignNote {
            throw .refused(session.words.keyringForeignNote(item.title), .unexpected)
        } catch {
            throw failure(error)
        }
    }

    /// Whether no program has changed the secret since it was read.
    func has(_ secret: KeyringSecret, in item: KeyringItem) async throws(CommandFailure) -> Bool {
        try await self.secret(of: item).bytes.bytes.isEqual(to: secret.bytes.bytes)
    }

    /// Whether the keyring has another secret than a note; false if it cannot be read.
    func isBare(_ item: KeyringItem) async throws(CommandFailure) -> Bool {
        do throws(CommandFailure) {
            let secret = try await secret(of: item)
            return (try? await keyring.name(in: secret, of: item.path)) == nil
        } catch {
            return false
        }
    }

    /// Puts the note of a protected item in the place of its secret.
    func leave(note name: ItemName, in item: KeyringItem, _ old: KeyringSecret) async throws(CommandFailure) {
        try await put(HeldSecret(SecretBytes(of: ProtectedItem.note(name))), in: item, old)
    }

    /// Writes a secret, and reads it back.
    func put(_ secret: HeldSecret, in item: KeyringItem, _ old: KeyringSecret) async throws(CommandFailure) {
        let written = KeyringSecret(secret, contentType: old.contentType)
        try await asking { keyring throws(KeyringFailure) in try await keyring.setSecret(written, of: item.path) }
        guard try await self.secret(of: item).bytes.bytes.isEqual(to: secret.bytes) else {
            throw .refused(session.words.keyringDiffers, .unexpected)
        }
    }

    private func asking<Value: Sendable>(
        _ body: (Keyring) async throws(KeyringFailure) -> Value
    ) async throws(CommandFailure) -> Value {
        do throws(KeyringFailure) {
            return try await body(keyring)
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ error: KeyringFailure) -> CommandFailure {
        switch error {
        case .refused("org.freedesktop.Secret.Error.IsLocked"): .refused(session.words.keyringLocked, .notPermitted)
        case .refused(let name): .refused(session.words.keyringError(name), .unexpected)
        case .noAnswer, .unreadable, .foreignNote, .noCipher: .refused(session.words.keyringAway, .unexpected)
        }
    }
}
