import BiometricGate
import Crypto
import GateBus
import GateGuidance
package import GateModel
import GateSecret
import GateSecretService
import GateSystem

/// The Secret Service under a name of its own: passes on to the keyring what is not protected, and asks the gate for what
/// is. Carries out what `SecretFront` decides. On the bus's loop.
actor SecretsService {
    /// Confirmed by the user, and made; returns the prompt's result.
    typealias Change = @Sendable (isolated SecretsService) async throws -> BusArgument

    /// The longest wait of a program for `GetSecret` on a locked item: libsecret gives up after 25 s.
    static let patience: Duration = .seconds(20)
    /// Questions to the gate at a time, of all programs and of one connection: each has a connection to the gate.
    static let mostQuestions = 16
    static let mostOwnQuestions = 4

    nonisolated let loop: PollLoop
    nonisolated let bus: BusConnection
    nonisolated let keyring: Keyring
    nonisolated let gate: SecretGate
    var front = SecretFront<LeaseLine>(numberingBehind: PollLoop.now)
    /// The keys of programs' sessions, by their paths; none for a session in the clear.
    var keys: [String: SessionKey] = [:]
    /// The questions to the gate that a prompt waits for.
    var asking: [String: Task<Void, Never>] = [:]
    /// The questions to the gate within calls, by connection.
    var questions: [String: [Int: Task<Void, Never>]] = [:]
    var lastQuestion = 0
    /// The changes of protected items that a prompt waits for.
    var changes: [String: Change] = [:]
    var forgetting: LoopTimer?
    /// How many calls of each connection wait for the keyring or the gate, and the connections of these that have left.
    var working: [String: Int] = [:]
    var departed: Set<String> = []
    let echoKey = SymmetricKey(size: .bits256)

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    init(_ bus: BusConnection, before keyring: Keyring, gate: SecretGate, _ loop: PollLoop) {
        (self.bus, self.keyring, self.gate, self.loop) = (bus, keyring, gate, loop)
    }

    /// Serves the API; `ended` reports that the name is another's, or the bus has gone.
    func start(as name: String, ended: @escaping @Sendable () -> Void) async {
        bus.serve(below: SecretServiceNames.root) { [unowned self] call in assumeIsolated { $0.called(call) } }
        keyring.bus.onSignals(of: keyring.name, below: SecretServiceNames.root) { [unowned self] signal in
            assumeIsolated { $0.signalled(signal) }
        }
        keyring.bus.onOwner(
            of: keyring.name, appeared: {}, vanished: { [unowned self] in assumeIsolated { $0.keyringEnded() } })
        bus.followLeaving({ [unowned self] name in assumeIsolated { $0.left(name) } }, { _ in })
        let leases = BusInterface(
            SecretServiceNames.own, methods: [.init("ListLeases", gives: [.init("leases", "a(suu)")])])
        _ = bus.export(SecretServiceNames.ownPath, [leases]) { [unowned self] call in
            assumeIsolated { $0.listLeases(call.invocation) }
        }
        bus.onClosed(ended)
        if keyring.bus !== bus { keyring.bus.onClosed(ended) }
        bus.own(name, acquired: {}, lost: ended)
    }

    /// The gate has listed its items.
    func listed(_ items: [ListedItem]) {
        for path in front.listed(items) where front.isMarked(path) {
            bus.emitChanged([("Locked", .bool(true))], of: SecretServiceNames.item, on: path)
        }
    }

    /// The gate has gone.
    func lostList() { front.lostList() }

    func left(_ owner: String) {
        if working[owner] != nil { departed.insert(owner) }
        forget(owner)
    }

    /// Drops all that a connection has.
    func forget(_ owner: String) {
        let (sessions, prompts) = front.left(owner)
        for question in (questions[owner] ?? [:]).values { question.cancel() }
        for path in sessions { keys[path] = nil }
        for path in prompts {
            asking.removeValue(forKey: path)?.cancel()
            changes[path] = nil
        }
    }

    func keyringEnded() {
        for (prompt, step) in front.prompts.keyringEnded() { take(step, on: prompt) }
        begin { await $0.keyring.forgetSession() }
    }

    /// Starts a task on the loop.
    func begin(_ body: @escaping @Sendable (isolated SecretsService) async -> Void) {
        loop.begin { await body(self) }
    }

    // MARK: Calls

    func called(_ call: BusForeignCall) {
        let kind = ServiceCall(
            path: call.path, interface: call.interface, method: call.method, signature: call.signature)
        guard front.isCurrent || !kind.isChange else {
            return work(on: call) { service in
                try await service.findNotes()
                service.take(call, as: kind)
            }
        }
        take(call, as: kind)
    }

    func take(_ call: BusForeignCall, as kind: ServiceCall) {
        switch kind {
        case .refused(let refusal): call.invocation.refuse(refusal)
        case .openSession: answer(call) { () throws(ServiceRefusal) in try openSession(call) }
        case .closeSession:
            answer(call) { () throws(ServiceRefusal) in
                try front.sessions.close(call.path, by: call.sender)
                keys[call.path] = nil
                return []
            }
        case .other: passOn(call)
        case .getLocked:
            guard isLocked(call), call.arguments[1]?.text == "Locked" else { return passOn(call) }
            call.invocation.reply([.any([.bool(true)])])
        case .getAll:
            let isLocked = isLocked(call)
            keyring.bus.passOn(call, to: keyring.name) { answer in
                guard let answer else { return call.invocation.refuse(.keyringAway) }
                call.invocation.reply(answer, replacing: isLocked ? ["Locked": .bool(true)] : [:])
            }
        case .searchItems: searchItems(call)
        case .createCollection: passOnPrompting(call)
        case .delete:
            if front.isMarked(call.path) { return work(on: call) { try await $0.deleteProtected(call) } }
            // A collection.
            guard !front.hasMarks(call.path) else { return call.invocation.refuse(.isProtected) }
            passOnPrompting(call, at: 0)
        case .set:
            guard let property = call.arguments[1]?.text else { return call.invocation.refuse(.wrongArguments) }
            guard property == "Attributes" || front.isMarked(call.path) else { return passOn(call) }
            work(on: call) { try await $0.set(property, call) }
        case .lock: lock(call)
        case .prompt: prompt(call)
        case .dismiss: dismiss(call)
        case .unlock: work(on: call) { try await $0.unlock(call) }
        case .getSecret: work(on: call) { try await $0.getSecret(call) }
        case .getSecrets: work(on: call) { try await $0.getSecrets(call) }
        case .setSecret: work(on: call) { try await $0.setSecret(call) }
        case .createItem: work(on: call) { try await $0.createItem(call) }
        }
    }

    func isLocked(_ call: BusForeignCall) -> Bool {
        front.isLocked(call.path, for: call.sender, at: Self.now)
    }

    func answer(_ call: BusForeignCall, _ body: () throws(ServiceRefusal) -> [BusArgument]) {
        do throws(ServiceRefusal) {
            call.invocation.reply(try body())
        } catch {
            call.invocation.refuse(error)
        }
    }

    /// Answers a call that waits for the keyring or the gate.
    func work(
        on call: BusForeignCall, _ body: @escaping @Sendable (isolated SecretsService) async throws -> Void
    ) {
        let owner = call.sender
        working[owner, default: 0] += 1
        begin { service in
            defer { service.worked(for: owner) }
            guard !service.departed.contains(owner) else { return }
            do {
                try await body(service)
            } catch let refusal as ServiceRefusal {
                call.invocation.refuse(refusal)
            } catch KeyringFailure.foreignNote {
                call.invocation.refuse(.foreignNote)
            } catch KeyringFailure.refused(let name) {
                call.invocation.refuse(name, "The keyring refuses")
            } catch {
                call.invocation.refuse(.keyringAway)
            }
        }
    }

    /// A call is over. What it added for a connection that left meanwhile goes with its last one.
    func worked(for owner: String) {
        working[owner, default: 1] -= 1
        guard working[owner] == 0 else { return }
        working[owner] = nil
        if departed.remove(owner) != nil { forget(owner) }
    }

    func passOn(_ call: BusForeignCall, replacing: [Int: BusArgument] = [:]) {
        keyring.bus.passOn(call, to: keyring.name, replacing: replacing) { answer in
            guard let answer else { return call.invocation.refuse(.keyringAway) }
            call.invocation.reply(answer)
        }
    }

    /// Passes on a call whose answer may name a prompt, in this place.
    func passOnPrompting(_ call: BusForeignCall, at place: Int = 1, replacing: [Int: BusArgument] = [:]) {
        keyring.bus.passOn(call, to: keyring.name, replacing: replacing) { [unowned self] answer in
            guard let answer else { return call.invocation.refuse(.keyringAway) }
            let prompt = answer.values?[place]?.text
            assumeIsolated { service in
                if let prompt { service.front.prompts.note(prompt, for: call.sender) }
            }
            call.invocation.reply(answer)
        }
    }

    // MARK: Sessions and searches

    func openSession(_ call: BusForeignCall) throws(ServiceRefusal) -> [BusArgument] {
        let arguments = call.arguments
        switch arguments[0]?.text {
        case SecretServiceNames.plain:
            let path = try front.sessions.open(by: call.sender, isEncrypted: false)
            return [.any([.text("")]), .path(path)]
        case SecretServiceNames.encrypted:
            guard let other = arguments[1]?.content?.bytes else { throw .wrongArguments }
            guard let agreement = KeyAgreement.begin() else { throw .notSupported }
            let own = agreement.own
            guard let key = agreement.key(with: other.bytes) else { throw .wrongArguments }
            let path = try front.sessions.open(by: call.sender, isEncrypted: true)
            keys[path] = key
            return [.any([.bytes(own)]), .path(path)]
        default: throw .notSupported
        }
    }

    func session(_ path: String?, of owner: String) throws(ServiceRefusal) -> SecretSession {
        guard let path else { throw .wrongArguments }
        let isEncrypted = try front.sessions.isEncrypted(path, of: owner)
        return SecretSession(path: path, key: isEncrypted ? keys[path] : nil)
    }

    func searchItems(_ call: BusForeignCall) {
        keyring.bus.passOn(call, to: keyring.name) { [unowned self] answer in
            guard let answer else { return call.invocation.refuse(.keyringAway) }
            guard let values = answer.values else { return call.invocation.reply(answer) }
            // Not empty: a program would store its secret anew.
            guard let unlocked = values[0]?.texts, let locked = values[1]?.texts else {
                return call.invocation.refuse(.keyringAway)
            }
            let sorted = assumeIsolated {
                $0.front.sorted(unlocked: unlocked, locked: locked, for: call.sender, at: Self.now)
            }
            call.invocation.reply([.paths(sorted.unlocked), .paths(sorted.locked)])
        }
    }

    // MARK: Signals

    func signalled(_ signal: BusSignal) {
        if signal.interface == SecretServiceNames.prompt {
            return completed(signal)
        }
        let isMarked = front.isMarked(signal.path)
        bus.relay(signal, replacing: isMarked ? ["Locked": .bool(true)] : [:])
    }

    /// A prompt of the keyring's is over.
    func completed(_ signal: BusSignal) {
        if front.prompts.isBeneath(signal.path) {
            let owner = front.prompts.owner(of: signal.path)
            front.prompts.ended(signal.path)
            return bus.relay(signal, to: owner)
        }
        // A prompt that the front has told nobody of.
        guard let prompt = front.prompts.waiting(for: signal.path) else { return bus.relay(signal) }
        let values = signal.message.values
        let step = front.prompts.keyringCompleted(
            prompt, isDismissed: values[0]?.bool ?? true, items: values[1]?.content?.texts ?? [])
        take(step, on: prompt)
    }
}

extension BusInvocation {
    func refuse(_ refusal: ServiceRefusal) { refuse(refusal.name, refusal.text) }
}

extension BusValue {
    /// The elements of an array of texts or paths.
    var texts: [String]? { elements.map { $0.compactMap(\.text) } }

    /// The entries of a dictionary of texts; nil if a key is there twice.
    var pairs: [String: String]? {
        elements.flatMap { entries in
            Dictionary(
                unique: entries.compactMap { entry in entry[0]?.text.flatMap { key in entry[1]?.text.map { (key, $0) } }
                })
        }
    }
}

extension KeyringSecret {
    /// The gate's item that is named by a note in place of the secret.
    package var note: ItemName? {
        unsafe bytes.bytes.withBytes { unsafe ProtectedItem.name(in: $0.bindMemory(to: UInt8.self).span) }
    }
}
