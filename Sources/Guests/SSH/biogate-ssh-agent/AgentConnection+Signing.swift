import BiometricGate
import GateGuidance
import GateModel
import GateSSH

extension AgentConnection {
    func sign(_ data: [UInt8], by key: RingKey) async -> AgentAnswer {
        let process = asking
        let object = bindings.all.isEmpty ? process?.signedFile(limit: GitObject.limit) : nil
        let content: SSHContent
        do throws(SSHRefusal) {
            content = try SSHContent(data, by: key.key, bindings, object: object, service.cryptography)
        } catch {
            service.refusals.note(
                "\"\(key.name)\" does not sign for \(process?.name ?? "?"): \(error.sentence)", of: process)
            return .failure
        }
        let origin: RequestOrigin = isFromAfar ? .afar : .here
        // A client that has left waits for no answer.
        guard await service.queue.enter(origin) else { return .failure }
        let answer = await sign(data, by: key, content, process, object)
        await service.queue.leave(origin)
        // It may have been locked while the user was asked.
        guard let answer, await !service.lock.isLocked else { return .failure }
        return answer
    }

    private func sign(
        _ data: [UInt8], by key: RingKey, _ content: SSHContent, _ process: AskingProcess?, _ object: [UInt8]?
    ) async -> AgentAnswer? {
        let names = bindings.all.isEmpty ? KnownServers() : await servers(for: process)
        let bounds = bounds(of: content, by: key, process, names)
        let client = await service.signers.client(for: bounds)
        let answer = await sign(data, by: key, content, bounds, process, names, object, over: client)
        await service.signers.release(client, for: bounds, hasSigned: answer != nil)
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
            let host: HostKey? = if case .login(_, .host(let host, _), _) = content { host } else { nil }
            await service.ring.note(key.key, at: host, service.cryptography)
            return .signature(signature)
        } catch {
            let refusal = error as? GateClientError
            let reason = refusal?.explanation ?? "\(error)"
            let wayOut = refusal?.gateError?.isWithoutPrompt == true ? " \(Self.wayOut)" : ""
            let asked = content.subject(service.cryptography) { names.name(of: $0) }.sentence(in: .en)
            service.refusals.note(
                "\"\(key.name)\" did not sign for \(process?.name ?? "?"): \(reason) (\(asked))\(wayOut)",
                of: process)
            return nil
        }
    }

    private static let wayOut = "To give the PIN or the password, run in another terminal first: biogate watch"

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

extension GateError {
    /// Whether a prompt, which `biogate watch` shows in a terminal, could still ask for a credential.
    fileprivate var isWithoutPrompt: Bool {
        if case .hardwareUnavailable(.notInteractive, _, let fallbacks) = self { !fallbacks.isEmpty } else { false }
    }
}
