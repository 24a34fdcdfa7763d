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
    private typealias Change = @Sendable (isolated SecretsService) async throws -> BusArgument

    /// The longest wait of a program for `GetSecret` on a locked item: libsecret gives up after 25 s.
    private static let patience: Duration = .seconds(20)
    /// Questions to the gate at a time, of all programs: each has a connection.
    private static let mostQuestions = 16

    nonisolated let loop: PollLoop
    nonisolated let bus: BusConnection
    nonisolated let keyring: Keyring
    nonisolated let gate: SecretGate
    private var front = SecretFront<LeaseLine>()
    /// The keys of programs' sessions, by their paths; none for a session in the clear.
    private var keys: [String: SessionKey] = [:]
    /// The questions to the gate that a prompt waits for.
    private var asking: [String: Task<Void, Never>] = [:]
    /// The questions to the gate within calls, by connection.
    private var questions: [String: [Int: Task<Void, Never>]] = [:]
    private var lastQuestion = 0
    /// The changes of protected items that a prompt waits for.
    private var changes: [String: Change] = [:]
    private var forgetting: LoopTimer?
    private let echoKey = SymmetricKey(size: .bits256)

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
    func listed(_ items: [(name: ItemName, reuse: Duration)]) {
        for path in front.listed(items) where front.isMarked(path) {
            bus.emitChanged([("Locked", .bool(true))], of: SecretServiceNames.item, on: path)
        }
    }

    private func left(_ owner: String) {
        let (sessions, prompts) = front.left(owner)
        for question in (questions[owner] ?? [:]).values { question.cancel() }
        for path in sessions { keys[path] = nil }
        for path in prompts {
            asking.removeValue(forKey: path)?.cancel()
            changes[path] = nil
        }
    }

    private func keyringEnded() {
        for (prompt, step) in front.prompts.keyringEnded() { take(step, on: prompt) }
        begin { await $0.keyring.forgetSession() }
    }

    /// Starts a task on the loop.
    private func begin(_ body: @escaping @Sendable (isolated SecretsService) async -> Void) {
        loop.begin { await body(self) }
    }

    // MARK: Calls

    private func called(_ call: BusForeignCall) {
        let kind = ServiceCall(
            path: call.path, interface: call.interface, method: call.method, signature: call.signature)
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
            guard front.isMarked(call.path) else { return passOn(call) }
            work(on: call) { try await $0.setProtected(call) }
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

    private func isLocked(_ call: BusForeignCall) -> Bool {
        front.isLocked(call.path, for: call.sender, at: Self.now)
    }

    private func answer(_ call: BusForeignCall, _ body: () throws(ServiceRefusal) -> [BusArgument]) {
        do throws(ServiceRefusal) {
            call.invocation.reply(try body())
        } catch {
            call.invocation.refuse(error)
        }
    }

    /// Answers a call that waits for the keyring or the gate.
    private func work(
        on call: BusForeignCall, _ body: @escaping @Sendable (isolated SecretsService) async throws -> Void
    ) {
        begin { service in
            do {
                try await body(service)
            } catch let refusal as ServiceRefusal {
                call.invocation.refuse(refusal)
            } catch KeyringFailure.refused(let name) {
                call.invocation.refuse(name, "The keyring refuses")
            } catch {
                call.invocation.refuse(.keyringAway)
            }
        }
    }

    private func passOn(_ call: BusForeignCall, replacing: [Int: BusArgument] = [:]) {
        keyring.bus.passOn(call, to: keyring.name, replacing: replacing) { answer in
            guard let answer else { return call.invocation.refuse(.keyringAway) }
            call.invocation.reply(answer)
        }
    }

    /// Passes on a call whose answer may name a prompt, in this place.
    private func passOnPrompting(_ call: BusForeignCall, at place: Int = 1, replacing: [Int: BusArgument] = [:]) {
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

    private func openSession(_ call: BusForeignCall) throws(ServiceRefusal) -> [BusArgument] {
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

    private func session(_ path: String?, of owner: String) throws(ServiceRefusal) -> SecretSession {
        guard let path else { throw .wrongArguments }
        let isEncrypted = try front.sessions.isEncrypted(path, of: owner)
        return SecretSession(path: path, key: isEncrypted ? keys[path] : nil)
    }

    private func searchItems(_ call: BusForeignCall) {
        keyring.bus.passOn(call, to: keyring.name) { [unowned self] answer in
            guard let answer else { return call.invocation.refuse(.keyringAway) }
            guard let values = answer.values else { return call.invocation.reply(answer) }
            let (unlocked, locked) = (values[0]?.texts ?? [], values[1]?.texts ?? [])
            let sorted = assumeIsolated {
                $0.front.sorted(unlocked: unlocked, locked: locked, for: call.sender, at: Self.now)
            }
            call.invocation.reply([.paths(sorted.unlocked), .paths(sorted.locked)])
        }
    }

    // MARK: Locks and prompts

    private func unlock(_ call: BusForeignCall) async throws {
        guard let paths = call.arguments[0]?.texts else { throw ServiceRefusal.wrongArguments }
        let answer = try await keyring.call(
            "Unlock", of: SecretServiceNames.service, on: SecretServiceNames.root, [.paths(paths)])
        guard let open = answer[0]?.texts, let prompt = answer[1]?.text else { throw KeyringFailure.unreadable }
        let (unlocked, shown) = try front.unlocking(paths, by: call.sender, keyring: (open, prompt))
        call.invocation.reply([.paths(unlocked), .path(shown)])
    }

    /// Locking a protected item ends what is open of it; the collection that it is in stays open.
    private func lock(_ call: BusForeignCall) {
        let paths = call.arguments[0]?.texts ?? []
        guard paths.contains(where: front.isMarked) else { return passOnPrompting(call) }
        let others = paths.filter { !front.isMarked($0) }
        for name in paths.compactMap(front.name) { front.leases.end(name, of: call.sender) }
        work(on: call) { service in
            var (locked, prompt) = (paths.filter(service.front.isMarked), SecretServiceNames.nothing)
            if !others.isEmpty {
                let answer = try await service.keyring.call(
                    "Lock", of: SecretServiceNames.service, on: SecretServiceNames.root, [.paths(others)])
                locked += answer[0]?.texts ?? []
                prompt = answer[1]?.text ?? prompt
                service.front.prompts.note(prompt, for: call.sender)
            }
            call.invocation.reply([.paths(locked), .path(prompt)])
        }
    }

    private func prompt(_ call: BusForeignCall) {
        let step: ServicePrompts.Step
        do throws(ServiceRefusal) {
            step = try front.prompts.show(call.path, by: call.sender)
        } catch {
            return call.invocation.refuse(error)
        }
        switch step {
        case .askKeyring(let beneath) where beneath == call.path: passOn(call)
        case .askKeyring(let beneath):
            let window = call.arguments[0]?.text ?? ""
            work(on: call) { service in
                _ = try await service.keyring.call(
                    "Prompt", of: SecretServiceNames.prompt, on: beneath, [.text(window)])
                call.invocation.reply()
            }
        case .askGate(let items):
            work(on: call) { service in
                try await service.checkMayAsk()
                call.invocation.reply()
                service.ask(for: items, on: call.path, by: call.sender)
            }
        case .confirm:
            work(on: call) { service in
                try await service.checkMayAsk()
                call.invocation.reply()
                service.confirm(on: call.path)
            }
        case .complete: break
        }
    }

    /// Throws before a prompt begins: one that only ends as dismissed would look like a person's refusal.
    private func checkMayAsk() async throws(ServiceRefusal) {
        guard await gate.isThere() else { throw .gateAway }
        guard questions.values.reduce(asking.count, { $0 + $1.count }) < Self.mostQuestions else { throw .tooMany }
    }

    private func dismiss(_ call: BusForeignCall) {
        let beneath = front.prompts.beneath(call.path)
        guard beneath != call.path else {
            guard front.prompts.owner(of: call.path) == call.sender else { return call.invocation.refuse(.noObject) }
            return passOn(call)
        }
        do throws(ServiceRefusal) {
            let step = try front.prompts.dismiss(call.path, by: call.sender)
            asking.removeValue(forKey: call.path)?.cancel()
            changes[call.path] = nil
            call.invocation.reply()
            if let beneath {
                keyring.bus.send("Dismiss", of: SecretServiceNames.prompt, on: beneath, at: keyring.name, [])
            }
            take(step, on: call.path)
        } catch {
            call.invocation.refuse(error)
        }
    }

    /// Carries out the next step of a prompt.
    private func take(_ step: ServicePrompts.Step?, on prompt: String, result: BusArgument? = nil) {
        switch step {
        case .askGate(let items):
            guard let owner = front.prompts.owner(of: prompt) else { return }
            ask(for: items, on: prompt, by: owner)
        case .complete(let owner, let isDismissed, let items):
            bus.emit(
                "Completed", of: SecretServiceNames.prompt, on: prompt, to: owner,
                [.bool(isDismissed), .any([result ?? .paths(items)])])
        case .askKeyring, .confirm, nil: break
        }
    }

    /// Asks the gate for the items of a prompt.
    private func ask(for items: [String], on prompt: String, by owner: String) {
        asking[prompt] = Task(executorPreference: loop) {
            let isOpen = await self.open(items, for: owner)
            await self.answered(prompt, isOpen)
        }
    }

    private func answered(_ prompt: String, _ isDone: Bool, result: BusArgument? = nil) {
        asking[prompt] = nil
        take(front.prompts.gateAnswered(prompt, isOpen: isDone), on: prompt, result: result)
    }

    /// Has the change of a prompt confirmed, and makes it.
    private func confirm(on prompt: String) {
        guard let change = changes.removeValue(forKey: prompt) else { return }
        asking[prompt] = Task(executorPreference: loop) {
            let result = try? await change(self)
            await self.answered(prompt, result != nil, result: result ?? .text(""))
        }
    }

    /// Opens protected items by one confirmation; false if the user or the gate refuses.
    private func open(_ items: [String], for owner: String) async -> Bool {
        guard let secrets = try? await keyring.secrets(of: items) else { return false }
        // An item that has its secret in the keyring is open.
        let names = items.compactMap { secrets[$0]?.note }
        guard !names.isEmpty else { return true }
        let process = await process(of: owner)
        guard let (opened, client) = try? await gate.open(names, for: process?.claimed) else { return false }
        add(opened, client, process, to: owner)
        return true
    }

    /// Asks the gate within a call, until the connection leaves.
    private func asking<Value: Sendable>(
        for owner: String, _ body: @escaping @Sendable () async throws(ServiceRefusal) -> Value
    ) async throws -> Value {
        guard questions.values.reduce(asking.count, { $0 + $1.count }) < Self.mostQuestions else {
            throw ServiceRefusal.tooMany
        }
        lastQuestion += 1
        let number = lastQuestion
        let question = Task(executorPreference: loop) { () async -> Result<Value, ServiceRefusal> in
            do throws(ServiceRefusal) { return .success(try await body()) } catch { return .failure(error) }
        }
        questions[owner, default: [:]][number] = Task(executorPreference: loop) {
            await withTaskCancellationHandler {
                _ = await question.value
            } onCancel: {
                question.cancel()
            }
        }
        let result = await question.value
        questions[owner]?[number] = nil
        if questions[owner]?.isEmpty == true { questions[owner] = nil }
        return try result.get()
    }

    /// Keeps what the user has opened for a connection, and the line of items that may be read again.
    private func add(
        _ opened: [ItemName: HeldSecret], _ client: GateClient, _ process: AskingProcess?, to owner: String
    ) {
        let line = process.map { LeaseLine(client, $0.held) }
        for (name, secret) in opened {
            let again = line.flatMap { line in front.reuse(of: name).map { (line, $0) } }
            front.leases.add(secret, name, to: owner, again: again, at: Self.now)
        }
        forgetLater()
    }

    /// What is open: the gate's item, the process, and the seconds left.
    private func listLeases(_ invocation: BusInvocation) {
        let leases = front.leases.all(at: Self.now)
        begin { service in
            var rows: [BusArgument] = []
            for lease in leases {
                guard let number = await service.number(of: lease.owner)?.rawValue else { continue }
                rows.append(
                    .structure([
                        .text(lease.name.rawValue), .number(UInt32(clamping: number)),
                        .number(UInt32(clamping: lease.left.components.seconds)),
                    ]))
            }
            invocation.reply([.structures(of: "(suu)", rows)])
        }
    }

    /// The secret of an item that is open for a connection; nil if it is locked.
    private func leased(_ name: ItemName, by owner: String) async -> HeldSecret? {
        switch front.leases.take(name, by: owner, at: Self.now) {
        case nil: return nil
        case .secret(let secret): return secret
        case .again(let line):
            if let time = front.reuse(of: name), let secret = await gate.again(name, by: line, within: time) {
                return secret
            }
            front.leases.end(name, of: owner)
            return nil
        }
    }

    /// Wipes what is not read in time.
    private func forgetLater() {
        guard let next = front.leases.forget(at: Self.now) else { return }
        forgetting = loop.timer(after: next - Self.now) { [unowned self] in assumeIsolated { $0.forgetLater() } }
    }

    private static var now: Duration { .microseconds(PollLoop.now) }

    /// The process behind a connection. The bus tells its number alone: it is held, and then asked for again.
    private func process(of owner: String) async -> AskingProcess? {
        guard let number = await number(of: owner), let held = HeldProcess(number),
            let claimed = RunningProcess(number), await self.number(of: owner) == number, !held.hasEnded
        else { return nil }
        return AskingProcess(held: held, claimed: claimed)
    }

    private func number(of owner: String) async -> ProcessID? {
        let outcome = await withCheckedContinuation {
            (continuation: CheckedContinuation<BusConnection.Outcome, Never>) in
            bus.call(
                "GetConnectionUnixProcessID", of: "org.freedesktop.DBus", on: "/org/freedesktop/DBus",
                at: "org.freedesktop.DBus", [.text(owner)]
            ) { continuation.resume(returning: $0) }
        }
        guard case .reply(let values) = outcome, let number = values[0]?.unsigned else { return nil }
        return Int32(exactly: number).map(ProcessID.init(rawValue:))
    }

    // MARK: Secrets

    private func getSecret(_ call: BusForeignCall) async throws {
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

    private func reply(_ secret: KeyringSecret, in session: SecretSession, to call: BusForeignCall) throws {
        guard let argument = session.argument(secret) else { throw ServiceRefusal.notSupported }
        call.invocation.reply([argument])
    }

    /// Those that are open: protected ones only for a connection that has opened them. Asks nothing.
    private func getSecrets(_ call: BusForeignCall) async throws {
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

    private func setSecret(_ call: BusForeignCall) async throws {
        let secret = try secret(call.arguments[0], from: call.sender)
        if front.isMarked(call.path), let name = try await keyring.secret(of: call.path).note {
            try await change(name, to: secret, for: call.sender, within: Self.patience)
            return call.invocation.reply()
        }
        passOn(call, replacing: [0: try await keyring.argument(secret)])
    }

    private func createItem(_ call: BusForeignCall) async throws {
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
    private func create(_ call: BusForeignCall, _ secret: BusArgument) async throws -> String {
        let answer = await withCheckedContinuation { (continuation: CheckedContinuation<BusAnswer?, Never>) in
            keyring.bus.passOn(call, to: keyring.name, replacing: [1: secret]) { continuation.resume(returning: $0) }
        }
        guard let path = answer?.values?[0]?.text, path != SecretServiceNames.nothing else {
            throw KeyringFailure.unreadable
        }
        return path
    }

    private func deleteProtected(_ call: BusForeignCall) async throws {
        let (path, owner) = (call.path, call.sender)
        let name = try await keyring.secret(of: path).note
        try prompt(call, before: []) { service in
            try await service.gate.confirm(for: await service.process(of: owner)?.claimed)
            _ = try await service.keyring.call("Delete", of: SecretServiceNames.item, on: path)
            if let name { await service.gate.delete(name) }
            return .text("")
        }
    }

    private func setProtected(_ call: BusForeignCall) async throws {
        let process = await process(of: call.sender)
        try await asking(for: call.sender) { [gate] () throws(ServiceRefusal) in
            try await gate.confirm(for: process?.claimed, within: Self.patience)
        }
        passOn(call)
    }

    /// Answers with a prompt, behind other values, for a change of a protected item.
    private func prompt(_ call: BusForeignCall, before values: [BusArgument], _ change: @escaping Change) throws {
        let path = try front.prompts.makeChange(for: call.sender)
        changes[path] = change
        call.invocation.reply(values + [.path(path)])
    }

    /// Gives a protected item another secret, once the user has confirmed that.
    private func change(
        _ name: ItemName, to secret: KeyringSecret, for owner: String, within time: Duration? = nil
    ) async throws {
        guard !isEcho(secret, of: name) else { return }
        let process = await process(of: owner)
        try await asking(for: owner) { [gate] () throws(ServiceRefusal) in
            try await gate.confirm(name, secret.bytes, for: process?.claimed, within: time)
        }
    }

    private func isEcho(_ secret: KeyringSecret, of name: ItemName) -> Bool {
        front.echoes.take(name, digest: digest(secret.bytes), at: Self.now)
    }

    private func digest(_ secret: HeldSecret) -> [UInt8] {
        unsafe secret.bytes.withBytes { unsafe Array(HMAC<SHA256>.authenticationCode(for: $0, using: echoKey)) }
    }

    /// A program's secret in the clear.
    private func secret(_ value: BusValue?, from owner: String) throws -> KeyringSecret {
        let session = try session(value?[0]?.text, of: owner)
        guard let secret = session.secret(value) else { throw ServiceRefusal.wrongArguments }
        return secret
    }

    // MARK: Signals

    private func signalled(_ signal: BusSignal) {
        if signal.interface == SecretServiceNames.prompt {
            return completed(signal)
        }
        let isMarked = front.isMarked(signal.path)
        bus.relay(signal, replacing: isMarked ? ["Locked": .bool(true)] : [:])
    }

    /// A prompt of the keyring's is over.
    private func completed(_ signal: BusSignal) {
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

/// The process behind a connection.
private struct AskingProcess: Sendable {
    let held: HeldProcess
    /// For showing.
    let claimed: RunningProcess
}

extension BusInvocation {
    fileprivate func refuse(_ refusal: ServiceRefusal) { refuse(refusal.name, refusal.text) }
}

extension BusValue {
    /// The elements of an array of texts or paths.
    fileprivate var texts: [String]? { elements.map { $0.compactMap(\.text) } }

    /// The entries of a dictionary of texts.
    fileprivate var pairs: [String: String]? {
        elements.map { entries in
            Dictionary(
                entries.compactMap { entry in entry[0]?.text.flatMap { key in entry[1]?.text.map { (key, $0) } } }
            ) { first, _ in first }
        }
    }
}

extension KeyringSecret {
    /// The gate's item that the keyring has a note of in place of the secret.
    package var note: ItemName? {
        unsafe bytes.bytes.withBytes { unsafe ProtectedItem.name(in: $0.bindMemory(to: UInt8.self).span) }
    }
}
