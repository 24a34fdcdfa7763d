import BiometricGate
import GateModel
import GateSSH
import NIOCore
import NIOPosix

/// Answers the requests of one connection, one after the other. Used by one task.
final class AgentConnection {
    let service: AgentService
    private let peer: Peer
    /// The process that connected. A later one of its number is not taken for it.
    private let process: RunningProcess?
    private(set) var bindings = SessionBindings()
    private var upstream: UpstreamAgent?
    private var isUpstreamTried = false

    init(_ service: AgentService, _ peer: Peer) {
        self.service = service
        self.peer = peer
        process = AskingProcess(peer.process.rawValue)?.id
    }

    func close() { upstream?.close() }

    /// The asking process, while it is the one that connected.
    var asking: AskingProcess? {
        AskingProcess(peer.process.rawValue).flatMap { $0.id == process ? $0 : nil }
    }

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
        case .unreadableBinding: return await unreadable(message).message
        case .query: return AgentAnswer.ownExtensions.message
        case .refusals(let process): return AgentAnswer.refusals(service.refusals.all(of: process)).message
        case .foreign: return await passOn(message)
        }
    }

    /// Bindings are taken while the agent is locked, so that a connection is bound once it is unlocked.
    private func answerLocked(_ request: AgentRequest, _ message: [UInt8]) async -> [UInt8] {
        switch request {
        case .identities, .sign:
            let name = asking?.name ?? "a program"
            service.refusals.note(
                "The agent is locked (ssh-add -x) and gave no key to \(name). Unlock it: ssh-add -X", of: asking)
            return (request == .identities ? AgentAnswer.identities([]) : .failure).message
        case .unlock(let passphrase):
            return (await service.lock.unlock(passphrase) ? AgentAnswer.success : .failure).message
        case .bind(let binding): return await bind(binding, message).message
        case .unreadableBinding: return await unreadable(message).message
        case .refusals(let process): return AgentAnswer.refusals(service.refusals.all(of: process)).message
        case .remove, .removeAll, .lock, .query, .foreign: return AgentAnswer.failure.message
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

    /// Nothing is known any more of a connection whose server could not be read, whether the agent is locked or not. The
    /// agent behind this one gets the message all the same: it must not take a server's requests for this machine's.
    private func unreadable(_ message: [UInt8]) async -> AgentAnswer {
        _ = await passOn(message)
        bindings.failed()
        return .extensionFailure
    }

    /// Whether another machine may be at the other end: it asked through one, or its bindings do not say.
    var isFromAfar: Bool { bindings.isBroken || bindings.all.contains(where: \.isForwarding) }

    private func identities(_ message: [UInt8]) async -> AgentAnswer {
        let keys: [RingKey]
        // A server takes only a few keys before it ends the connection.
        if !bindings.isBroken, let binding = bindings.all.last, !binding.isForwarding {
            keys = await service.ring.keys(for: binding.hostKey, service.cryptography)
            await noteWithheld(from: binding.hostKey, offered: keys)
        } else {
            keys = await service.ring.byUse()
        }
        let own = keys.map { AgentIdentity(key: $0.key.blob, comment: Array($0.name.rawValue.utf8)) }
        var others: [AgentIdentity] = []
        if service.upstream != nil, case .identities(let list)? = try? AgentAnswer(await passOn(message)) {
            let known = Set(own.map(\.key))
            others = list.filter { !known.contains($0.key) }
        }
        return .identities(Array((own + others).prefix(AgentAnswer.identityLimit)))
    }

    /// ssh does not say that a key was not offered. A reason is noted if the key is pinned to a server of that name with
    /// another key, or if no key is left.
    private func noteWithheld(from host: HostKey, offered: [RingKey]) async {
        let withheld = await service.ring.all().filter { $0.isPinnedElsewhere(than: host) }
        guard !withheld.isEmpty else { return }
        let process = asking
        let servers = await servers(for: process)
        let name = servers.name(of: host)
        let names = servers.asked + [name].compactMap(\.self)
        let fingerprint = host.fingerprint(service.cryptography)
        let changed = withheld.filter { $0.isPinned(toNames: names) }
        for key in changed {
            let server = names.first { key.isPinned(toNames: [$0]) } ?? fingerprint
            service.refusals.note(
                "\"\(key.name)\" was not offered to \(server): it is pinned to another key of that server. If its key was "
                    + "changed to \(fingerprint), pin it again: biogate ssh pin \(key.name) '\(server)'", of: process)
        }
        if offered.isEmpty, changed.isEmpty {
            service.refusals.note(
                "No key of the service was offered to \(name ?? fingerprint): all are pinned to other servers",
                of: process)
        }
    }

    /// The names of servers, as the user's lists and configuration have them.
    func servers(for process: AskingProcess?) async -> KnownServers {
        let names = await service.ring.all().flatMap(\.serverNames)
        // The lists may be long, and ssh's configuration may start programs.
        return
            (try? await NIOThreadPool.singleton.runIfActive { [bindings] in
                KnownServers(process, bindings, names: names)
            }) ?? KnownServers()
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
}

extension AgentRequest {
    /// Whether only programs of this machine may ask it: what changes the agent for all, and what it told others.
    fileprivate var isForThisMachine: Bool {
        switch self {
        case .lock, .unlock, .removeAll, .refusals: true
        case .identities, .sign, .remove, .bind, .unreadableBinding, .query, .foreign: false
        }
    }
}
