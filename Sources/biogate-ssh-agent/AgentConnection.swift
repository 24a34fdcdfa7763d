import BiometricGate
import GateModel
import GateSSH
import NIOCore
import NIOPosix

/// Answers the requests of one connection, one after the other. Used by one task.
final class AgentConnection {
    private let service: AgentService
    private let peer: Peer
    /// The process that connected. A later one of its number is not taken for it.
    private let process: RunningProcess?
    private var bindings = SessionBindings()
    private var upstream: UpstreamAgent?
    private var isUpstreamTried = false

    init(_ service: AgentService, _ peer: Peer) {
        self.service = service
        self.peer = peer
        process = AskingProcess(peer.process.rawValue)?.id
    }

    func close() { upstream?.close() }

    /// The answer to a message; every message has one.
    func answer(to message: [UInt8]) async -> [UInt8] {
        let request: AgentRequest
        do throws(SSHFault) {
            request = try AgentRequest(message)
        } catch {
            journal("A request cannot be read: \(error)")
            return AgentAnswer.failure.message
        }
        if isFromAfar, request.isForThisMachine { return AgentAnswer.failure.message }
        if await service.lock.isLocked { return await answerLocked(request, message) }
        switch request {
        case .identities: return await identities(message).message
        case .sign(let blob, let data, _):
            guard let key = await service.ring.all().first(where: { $0.key.naming(in: blob) != nil }) else {
                return await passOn(message)
            }
            return await sign(data, by: key).message
        case .remove(let blob):
            // Keys of the gate are removed by its own commands alone.
            let isOwn = await service.ring.all().contains { $0.key.naming(in: blob) != nil }
            return isOwn ? AgentAnswer.failure.message : await passOn(message)
        case .removeAll:
            await service.signers.forget()
            _ = await passOn(message)
            return AgentAnswer.success.message
        case .lock(let passphrase):
            guard await service.lock.lock(passphrase) else { return AgentAnswer.failure.message }
            await service.signers.forget()
            return AgentAnswer.success.message
        case .unlock: return AgentAnswer.failure.message
        case .bind(let binding): return await bind(binding, message).message
        case .unreadableBinding: return unreadable().message
        case .query: return AgentAnswer.ownExtensions.message
        case .lastRefusal: return AgentAnswer.refusal(service.refusals.last).message
        case .foreign: return await passOn(message)
        }
    }

    /// Bindings are taken while the agent is locked, so that a connection is bound once it is unlocked.
    private func answerLocked(_ request: AgentRequest, _ message: [UInt8]) async -> [UInt8] {
        switch request {
        case .identities: AgentAnswer.identities([]).message
        case .unlock(let passphrase):
            (await service.lock.unlock(passphrase) ? AgentAnswer.success : .failure).message
        case .bind(let binding): await bind(binding, message).message
        case .unreadableBinding: unreadable().message
        case .sign, .remove, .removeAll, .lock, .query, .lastRefusal, .foreign:
            AgentAnswer.failure.message
        }
    }

    private func bind(_ binding: SessionBinding, _ message: [UInt8]) async -> AgentAnswer {
        _ = await passOn(message)
        do throws(BindingFault) {
            try bindings.bind(binding, service.cryptography)
            return .success
        } catch {
            journal("A binding to a server is refused: \(error)")
            return .extensionFailure
        }
    }

    /// Of a connection whose server could not be read, nothing is known any more, whether the agent is locked or not.
    private func unreadable() -> AgentAnswer {
        bindings.failed()
        return .extensionFailure
    }

    /// Whether another machine may be at the other end: it asked through one, or its bindings do not say.
    private var isFromAfar: Bool { bindings.isBroken || bindings.all.contains(where: \.isForwarding) }

    private func identities(_ message: [UInt8]) async -> AgentAnswer {
        let keys: [RingKey]
        // A server takes only a few keys before it ends the connection.
        if !bindings.isBroken, let binding = bindings.all.last, !binding.isForwarding {
            keys = await service.ring.keys(for: binding.hostKey, service.cryptography)
        } else {
            keys = await service.ring.all()
        }
        let own = keys.map { AgentIdentity(key: $0.key.blob, comment: Array($0.name.rawValue.utf8)) }
        var others: [AgentIdentity] = []
        if service.upstream != nil, case .identities(let list)? = try? AgentAnswer(await passOn(message)) {
            let known = Set(own.map(\.key))
            others = list.filter { !known.contains($0.key) }
        }
        return .identities(Array((own + others).prefix(AgentAnswer.identityLimit)))
    }

    /// The answer of the agent behind this one; a failure if there is none.
    private func passOn(_ message: [UInt8]) async -> [UInt8] {
        guard let path = service.upstream else { return AgentAnswer.failure.message }
        // It may ask its user before it signs; of all else ssh waits for it, at each login.
        let limit: TimeAmount = if case .sign? = try? AgentRequest(message) { .minutes(10) } else { .seconds(5) }
        if upstream == nil, !isUpstreamTried {
            isUpstreamTried = true
            do {
                upstream = try await UpstreamAgent.connect(to: path)
            } catch {
                journal("The agent at \(path) cannot be reached: \(error)")
            }
        }
        return await upstream?.answer(to: message, within: limit) ?? AgentAnswer.failure.message
    }

    // MARK: Signing

    private func sign(_ data: [UInt8], by key: RingKey) async -> AgentAnswer {
        let process = AskingProcess(peer.process.rawValue).flatMap { $0.id == self.process ? $0 : nil }
        // The lists may be long.
        let names = (try? await NIOThreadPool.singleton.runIfActive { KnownServers(process) }) ?? KnownServers()
        let object = bindings.all.isEmpty ? process?.signedFile(limit: GitObject.limit) : nil
        let content: SSHContent
        do throws(SSHRefusal) {
            content = try SSHContent(data, by: key.key, bindings, object: object, service.cryptography)
        } catch {
            service.refusals.note("\"\(key.name)\" does not sign for \(process?.name ?? "?"): \(error.sentence)")
            return .failure
        }
        // The client has left, and waits for no answer.
        guard !Task.isCancelled else { return .failure }
        let bounds = bounds(of: content, by: key, process, names)
        let client = await service.signers.client(for: bounds)
        let answer = await sign(data, by: key, content, bounds, process, names, object, over: client)
        await service.signers.release(client, for: bounds, hasSigned: answer != nil)
        // It may have been locked while the user was asked.
        guard let answer, await !service.lock.isLocked else { return .failure }
        return answer
    }

    /// Nil if the daemon refuses.
    private func sign(
        _ data: [UInt8], by key: RingKey, _ content: SSHContent, _ bounds: ReuseBounds?, _ process: AskingProcess?,
        _ names: KnownServers, _ object: [UInt8]?, over client: GateClient
    ) async -> AgentAnswer? {
        let request = SSHSignRequest(
            data, bindings: bindings.all.map(\.bytes),
            hostNames: bindings.all.map { names.name(of: $0.hostKey) ?? "" }, object: object)
        let options = PromptOptions(
            timeout: .seconds(60), wait: .seconds(600), maximumAge: bounds == nil ? nil : key.reuse,
            interaction: .prompt, onBehalfOf: (process?.outermost ?? process)?.id)
        do {
            let made = try await client.signSSH(request, with: key.name, options: options)
            let signature = try key.key.signature(made)
            if case .login(_, .host(let host, _), _) = content {
                await service.ring.note(key.key, at: host, service.cryptography)
            }
            return .signature(signature)
        } catch {
            let reason = (error as? GateClientError)?.explanation ?? "\(error)"
            service.refusals.note("\"\(key.name)\" did not sign for \(process?.name ?? "?"): \(reason)")
            return nil
        }
    }

    /// The bounds within which an authentication may count again. None for servers without a name or behind others, for
    /// requests of others, and for programs other than ssh and what git starts to sign: some pass on what others ask.
    private func bounds(
        of content: SSHContent, by key: RingKey, _ process: AskingProcess?, _ names: KnownServers
    ) -> ReuseBounds? {
        guard key.reuse > .zero, let process, let ancestor = process.outermost else { return nil }
        switch content {
        case .login(_, .host(let host, through: []), _) where process.name == "ssh" && names.name(of: host) != nil:
            return ReuseBounds(key: key.name, target: host.plainBlob, ancestor: ancestor.id, directory: nil)
        case .message(let message, through: [], _) where process.name == "ssh-keygen":
            return ReuseBounds(
                key: key.name, target: Array(message.namespace.utf8), ancestor: ancestor.id,
                directory: ancestor.directory)
        case .login, .message: return nil
        }
    }
}

extension AgentRequest {
    /// Whether only programs of this machine may ask it: what changes the agent for all, and what it told others.
    fileprivate var isForThisMachine: Bool {
        switch self {
        case .lock, .unlock, .removeAll, .lastRefusal: true
        case .identities, .sign, .remove, .bind, .unreadableBinding, .query, .foreign: false
        }
    }
}
