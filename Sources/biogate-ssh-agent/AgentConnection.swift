import BiometricGate
import GateModel
import GateSSH

/// Answers the requests of one connection, one after the other. Used by one task.
final class AgentConnection {
    private let service: AgentService
    private let peer: Peer
    private var bindings = SessionBindings()
    private var upstream: UpstreamAgent?
    private var isUpstreamTried = false

    init(_ service: AgentService, _ peer: Peer) {
        self.service = service
        self.peer = peer
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
        if await service.lock.isLocked { return await answerLocked(request, message) }
        switch request {
        case .identities: return await identities(message).message
        case .sign(let blob, let data, _):
            guard let key = await service.ring.all().first(where: { $0.key.blob == blob }) else {
                return await passOn(message)
            }
            return await sign(data, by: key).message
        case .remove(let blob):
            // Keys of the gate are removed by its own commands alone.
            let isOwn = await service.ring.all().contains { $0.key.blob == blob }
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
        case .unreadableBinding:
            bindings.failed()
            return AgentAnswer.extensionFailure.message
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
        case .unreadableBinding, .sign, .remove, .removeAll, .lock, .query, .lastRefusal, .foreign:
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

    private func identities(_ message: [UInt8]) async -> AgentAnswer {
        var keys = await service.ring.all()
        // A server takes only a few keys before it ends the connection.
        if !bindings.isBroken, let binding = bindings.all.last, !binding.isForwarding {
            keys = await service.servers.ordered(keys, for: binding.hostKey)
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
        if upstream == nil, !isUpstreamTried {
            isUpstreamTried = true
            do {
                upstream = try await UpstreamAgent.connect(to: path)
            } catch {
                journal("The agent at \(path) cannot be reached: \(error)")
            }
        }
        return await upstream?.answer(to: message) ?? AgentAnswer.failure.message
    }

    // MARK: Signing

    private func sign(_ data: [UInt8], by key: RingKey) async -> AgentAnswer {
        let process = AskingProcess(peer.process.rawValue)
        let names = KnownServers(process)
        let object = bindings.all.isEmpty ? process?.signedFile(limit: GitObject.limit) : nil
        let content: SSHContent
        do throws(SSHRefusal) {
            content = try SSHContent(data, by: key.key, bindings, object: object, service.cryptography)
        } catch {
            service.refusals.note("\"\(key.name)\" does not sign for \(process?.name ?? "?"): \(error)")
            return .failure
        }
        let bounds = bounds(of: content, by: key, process, names)
        let client = await service.signers.client(for: bounds)
        defer { if bounds == nil { client.close() } }
        let request = SSHSignRequest(
            data, bindings: bindings.all.map(\.bytes),
            hostNames: bindings.all.map { names.name(of: $0.hostKey) ?? "" }, object: object)
        let options = PromptOptions(
            timeout: .seconds(60), wait: .seconds(600), maximumAge: bounds == nil ? nil : key.reuse,
            interaction: .prompt, onBehalfOf: process?.outermost.id)
        do {
            let made = try await client.signSSH(request, with: key.name, options: options)
            let signature = try key.key.signature(made)
            if case .login(_, .host(let host, _)) = content { await service.servers.note(key.key, at: host) }
            return .signature(signature)
        } catch {
            let reason = (error as? GateClientError)?.explanation ?? "\(error)"
            service.refusals.note("\"\(key.name)\" did not sign for \(process?.name ?? "?"): \(reason)")
            return .failure
        }
    }

    /// The bounds within which an authentication may count again. None for servers without a name or behind others, and
    /// for requests of others.
    private func bounds(
        of content: SSHContent, by key: RingKey, _ process: AskingProcess?, _ names: KnownServers
    ) -> ReuseBounds? {
        guard key.reuse > .zero, let ancestor = process?.outermost else { return nil }
        switch content {
        case .login(_, .host(let host, through: [])) where names.name(of: host) != nil:
            return ReuseBounds(key: key.name, target: host.plainBlob, ancestor: ancestor.id, directory: nil)
        case .message(let message, through: [], _):
            return ReuseBounds(
                key: key.name, target: Array(message.namespace.utf8), ancestor: ancestor.id,
                directory: ancestor.directory)
        case .login, .message: return nil
        }
    }
}
