import BiometricGate
import Crypto
import GateBus
import GateGuidance
import GateModel
import GateSecret
import GateSecretService
import GateSystem

/// Locks, prompts, and the questions to the gate behind them.
extension SecretsService {
    func unlock(_ call: BusForeignCall) async throws {
        guard let paths = call.arguments[0]?.texts else { throw ServiceRefusal.wrongArguments }
        let answer = try await keyring.call(
            "Unlock", of: SecretServiceNames.service, on: SecretServiceNames.root, [.paths(paths)])
        guard let open = answer[0]?.texts, let prompt = answer[1]?.text else { throw KeyringFailure.unreadable }
        let (unlocked, shown) = try front.unlocking(paths, by: call.sender, keyring: (open, prompt))
        call.invocation.reply([.paths(unlocked), .path(shown)])
    }

    /// Locking a protected item ends what is open of it; the collection that it is in stays open.
    func lock(_ call: BusForeignCall) {
        guard let paths = call.arguments[0]?.texts else { return call.invocation.refuse(.wrongArguments) }
        guard paths.contains(where: front.isMarked) else { return passOnPrompting(call) }
        let others = paths.filter { !front.isMarked($0) }
        for name in paths.flatMap(front.names) { front.leases.end(name, of: call.sender) }
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

    func prompt(_ call: BusForeignCall) {
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
                try await service.checkPrompt(call)
                call.invocation.reply()
                service.ask(for: items, on: call.path, by: call.sender)
            }
        case .confirm: work(on: call) { try await $0.confirm(call) }
        case .complete: break
        }
    }

    /// Throws if the prompt cannot ask: one that only ended as dismissed would look like a person's refusal.
    private func checkPrompt(_ call: BusForeignCall) async throws(ServiceRefusal) {
        do throws(ServiceRefusal) {
            guard await gate.isThere() else { throw .gateAway }
            // Dismissed meanwhile, or its connection has left.
            guard front.prompts.owner(of: call.path) != nil, !departed.contains(call.sender) else { throw .noObject }
            try checkMayAsk(for: call.sender)
        } catch {
            front.prompts.ended(call.path)
            changes[call.path] = nil
            throw error
        }
    }

    func checkMayAsk(for owner: String) throws(ServiceRefusal) {
        let own = (questions[owner] ?? [:]).count + asking.keys.count { front.prompts.owner(of: $0) == owner }
        guard own < Self.mostOwnQuestions,
            questions.values.reduce(asking.count, { $0 + $1.count }) < Self.mostQuestions
        else { throw .tooMany }
    }

    func dismiss(_ call: BusForeignCall) {
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
    func take(_ step: ServicePrompts.Step?, on prompt: String, result: BusArgument? = nil) {
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
    func ask(for items: [String], on prompt: String, by owner: String) {
        asking[prompt] = Task(executorPreference: loop) {
            let isOpen = await self.open(items, for: owner)
            await self.answered(prompt, isOpen)
        }
    }

    func answered(_ prompt: String, _ isDone: Bool) {
        asking[prompt] = nil
        take(front.prompts.gateAnswered(prompt, isOpen: isDone), on: prompt)
    }

    /// Has the change of a prompt confirmed, and makes it, before the call is answered. A refusal is the call's error: libsecret
    /// would wait for ever for the item that a dismissed prompt has not made.
    private func confirm(_ call: BusForeignCall) async throws {
        try await checkPrompt(call)
        let prompt = call.path
        guard let change = changes.removeValue(forKey: prompt) else { throw ServiceRefusal.noObject }
        let outcome = await withCheckedContinuation {
            (done: CheckedContinuation<Result<BusArgument, any Error>, Never>) in
            asking[prompt] = Task(executorPreference: loop) {
                do {
                    let made = try await change(self)
                    done.resume(returning: .success(made))
                } catch {
                    done.resume(returning: .failure(error))
                }
            }
        }
        asking[prompt] = nil
        // Dismissed meanwhile: its owner has heard that.
        guard front.prompts.owner(of: prompt) != nil else { return call.invocation.reply() }
        switch outcome {
        case .success(let result):
            call.invocation.reply()
            take(front.prompts.gateAnswered(prompt, isOpen: true), on: prompt, result: result)
        case .failure(let error):
            front.prompts.ended(prompt)
            throw error
        }
    }

    /// Opens protected items by one confirmation; false if the user or the gate refuses.
    func open(_ items: [String], for owner: String) async -> Bool {
        guard let secrets = try? await keyring.secrets(of: items) else { return false }
        var names: [ItemName] = []
        for item in items {
            guard let secret = secrets[item] else { continue }
            do { if let name = try await name(in: secret, at: item) { names.append(name) } } catch { return false }
        }
        // An item that has its secret in the keyring is open.
        guard !names.isEmpty else { return true }
        guard let process = try? await process(of: owner),
            let (opened, client) = try? await gate.open(names, for: process.claimed)
        else { return false }
        add(opened, client, process, to: owner)
        return true
    }

    /// Asks the gate within a call, until the connection leaves.
    func asking<Value: Sendable>(
        for owner: String, _ body: @escaping @Sendable () async throws(ServiceRefusal) -> Value
    ) async throws -> Value {
        guard !departed.contains(owner) else { throw ServiceRefusal.noObject }
        try checkMayAsk(for: owner)
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
    func add(
        _ opened: [ItemName: HeldSecret], _ client: GateClient, _ process: AskingProcess, to owner: String
    ) {
        let line = LeaseLine(client, process.held)
        for (name, secret) in opened {
            let again = front.reuse(of: name).map { (line, $0) }
            front.leases.add(secret, name, to: owner, again: again, at: Self.now)
        }
        forgetLater()
    }

    /// The open items: the gate's name, the process, and the seconds left.
    func listLeases(_ invocation: BusInvocation) {
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
    func leased(_ name: ItemName, by owner: String) async -> HeldSecret? {
        switch front.leases.take(name, by: owner, at: Self.now) {
        case nil: return nil
        case .secret(let secret):
            front.echoes.add(name, digest: digest(secret), at: Self.now)
            return secret
        case .again(let line):
            if let time = front.reuse(of: name), let secret = await gate.again(name, by: line, within: time) {
                return secret
            }
            front.leases.end(name, of: owner)
            return nil
        }
    }

    /// Wipes what is not read in time.
    func forgetLater() {
        guard let next = front.leases.forget(at: Self.now) else { return }
        forgetting = loop.timer(after: next - Self.now) { [unowned self] in assumeIsolated { $0.forgetLater() } }
    }

    static var now: Duration { .microseconds(PollLoop.now) }

    /// The process behind a connection. The bus tells its number alone: it is held, and then asked for again.
    /// Throws for a process that handed its connection to a child and ended, because the prompt would name no program.
    func process(of owner: String) async throws(ServiceRefusal) -> AskingProcess {
        guard let number = await number(of: owner), let held = HeldProcess(number),
            let claimed = RunningProcess(number), await self.number(of: owner) == number, !held.hasEnded
        else { throw .noProgram }
        return AskingProcess(held: held, claimed: claimed)
    }

    func number(of owner: String) async -> ProcessID? {
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
}

/// The process behind a connection.
struct AskingProcess: Sendable {
    let held: HeldProcess
    /// For showing.
    let claimed: RunningProcess
}
