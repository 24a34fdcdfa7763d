import BiometricGate
import GateModel
import GateSecret

extension Session {
    /// The secrets of these items, by one confirmation where that is possible; the others are asked for one by one.
    func open(
        _ names: [ItemName], reason: Reason, on reader: ReaderID?, reuse: Duration? = nil, showing shown: ShownMessages
    ) async throws(CommandFailure) -> [ItemName: HeldSecret] {
        var wanted: [ItemName] = []
        for name in names {
            let name = try await resolved(name)
            if !wanted.contains(name) { wanted.append(name) }
        }
        var opened: [ItemName: HeldSecret] = [:]
        for batch in try await batches(of: wanted) {
            if batch.count == 1, let name = batch.first {
                let secret = try await open(name, reason: reason, on: reader, reuse: reuse, showing: shown)
                opened[name] = HeldSecret(secret)
                continue
            }
            let items = batch
            asking.say(words.opensTogether(items))
            let stored = try await self.items().filter { items.contains($0.name) }
            let typed = [Factor.pin, .password].first { factor in stored.allSatisfy { $0.openableBy.contains(factor) } }
            let secrets = try await ask(on: reader, reuse: reuse, racing: typed, showing: shown) {
                client, credential, options, progress throws(GateClientError) in
                try await client.retrieve(
                    items, reason: reason, credential: credential, options: options, progress: progress)
            }
            opened.merge(secrets) { $1 }
        }
        return opened
    }

    /// The secret of one item.
    func open(
        _ name: ItemName, reason: Reason, on reader: ReaderID?, reuse: Duration? = nil, showing shown: ShownMessages
    ) async throws(CommandFailure) -> SecretBytes {
        // Looked up before the call, so that the prompt can name the alternative.
        let item = try await lookAt(name, for: .retrieve)
        let name = try await resolved(name)
        return try await ask(on: reader, reuse: reuse, racing: item?.typedFactor, showing: shown) {
            client, credential, options, progress throws(GateClientError) in
            try await client.retrieve(
                name, reason: reason, credential: credential, options: options, progress: progress)
        }
    }

    /// A copy of one of the secrets opened for a command.
    func secret(of name: ItemName, in secrets: [ItemName: HeldSecret]) async throws(CommandFailure) -> SecretBytes {
        guard let held = secrets[try await resolved(name)] else { throw try refusal(.itemNotFound(name)) }
        return held.bytes.duplicate()
    }

    /// The items that one confirmation opens, together. An item that opens alone, and one without a factor in common with
    /// the others, is asked for by itself.
    private func batches(of names: [ItemName]) async throws(CommandFailure) -> [[ItemName]] {
        guard names.count > 1 else { return [names] }
        let stored = try await items()
        var alone: [[ItemName]] = []
        var together: [[ItemName]] = [[]]
        var factors = Factor.allCases
        for name in names {
            // The daemon refuses an item that is missing, or is no secret, by its name.
            guard let item = stored.first(where: { $0.name == name }), item.kind == .secret, item.state == .valid else {
                alone.insert([name], at: 0)
                continue
            }
            let common = factors.filter(item.openableBy.contains)
            guard item.access.openers == [.user], !item.access.opensAlone, !common.isEmpty else {
                if item.access.opensAlone { asking.say(words.opensByItself(name)) }
                alone.append([name])
                continue
            }
            factors = common
            if together[together.count - 1].count == 16 { together.append([]) }
            together[together.count - 1].append(name)
        }
        return (alone + together).filter { !$0.isEmpty }
    }
}
