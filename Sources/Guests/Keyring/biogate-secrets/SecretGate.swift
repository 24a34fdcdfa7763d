import BiometricGate
import GateGuidance
import GateModel
import GateSecret
import GateSecretService
import GateSystem

/// The connection on which the user has opened items for a program: the gate opens them again there for a time, and ends
/// that itself when the screen is locked or the machine sleeps.
final class LeaseLine: Sendable {
    let client: GateClient
    let process: HeldProcess

    init(_ client: GateClient, _ process: HeldProcess) { (self.client, self.process) = (client, process) }
}

/// The change of the keyring that the user is asked to confirm; with the title of a protected item.
enum KeyringAct: Sendable {
    case change(String)
    case deletion(String)
    /// Another item that searches could find instead of it.
    case anItemBeside(String)
}

/// The gate, for the front: opens what programs ask for, and lists what is protected.
struct SecretGate: Sendable {
    /// The most items that one confirmation opens.
    private static let together = 16

    let socket: String
    let language: Language
    let loop: PollLoop

    private func client() -> GateClient {
        GateClient(socket: socket, locale: language.tag, interaction: .prompt)
    }

    /// Whether the service answers.
    func isThere() async -> Bool {
        let client = client()
        defer { client.close() }
        return (try? await client.settings()) != nil
    }

    /// Opens items by one confirmation for a program. A missing answer within the time is a refusal.
    func open(
        _ names: [ItemName], for process: RunningProcess, within time: Duration? = nil
    ) async throws(ServiceRefusal) -> ([ItemName: HeldSecret], GateClient) {
        let names = names.reduce(into: [ItemName]()) { if !$0.contains($1) { $0.append($1) } }
        let (reason, options) = (Self.reason(language.keyringReason), options(for: process))
        return try await asking(within: time) { client throws(GateClientError) in
            var opened: [ItemName: HeldSecret] = [:]
            for start in stride(from: 0, to: names.count, by: Self.together) {
                let some = Array(names[start..<min(start + Self.together, names.count)])
                if some.count == 1 {
                    opened[some[0]] = HeldSecret(try await client.retrieve(some[0], reason: reason, options: options))
                } else {
                    opened.merge(try await client.retrieve(some, reason: reason, options: options)) { $1 }
                }
            }
            return (opened, client)
        }
    }

    /// Has the user confirm a change for a program. With an item, gives that the secret.
    func confirm(
        _ act: KeyringAct, _ name: ItemName? = nil, _ secret: HeldSecret? = nil, for process: RunningProcess,
        within time: Duration? = nil
    ) async throws(ServiceRefusal) {
        let text =
            switch act {
            case .change(let title): language.keyringChangeReason(title)
            case .deletion(let title): language.keyringDeletionReason(title)
            case .anItemBeside(let title): language.keyringAdditionReason(title)
            }
        let (reason, options) = (Self.reason(text), options(for: process))
        try await asking(within: time) { client throws(GateClientError) in
            try await client.authenticate(reason: reason, options: options)
            guard let name, let secret else { return }
            // The confirmation counts for the change behind it.
            var options = options
            options.maximumAge = .seconds(60)
            try await client.update(name, to: secret.bytes.duplicate(), reason: reason, options: options)
        }
    }

    /// Reads an item again that the user has opened for the same program; nil once the gate would ask.
    func again(_ name: ItemName, by line: LeaseLine, within time: Duration) async -> HeldSecret? {
        guard !line.process.hasEnded else { return nil }
        var options = options(for: nil)
        (options.maximumAge, options.interaction) = (time, .notAllowed)
        let secret = try? await line.client.retrieve(
            name, reason: Self.reason(language.keyringReason), options: options)
        switch consume secret {
        case .some(let secret): return HeldSecret(secret)
        case nil: return nil
        }
    }

    private static func reason(_ text: String) -> Reason { Reason.clipped(text) ?? "…" }

    private func options(for process: RunningProcess?) -> PromptOptions {
        PromptOptions(timeout: .seconds(60), wait: .seconds(300), interaction: .prompt, onBehalfOf: process)
    }

    /// Makes calls over a connection of their own, which ends with the time.
    private func asking<Value>(
        within time: Duration?, _ body: (GateClient) async throws(GateClientError) -> Value
    ) async throws(ServiceRefusal) -> Value {
        let client = client()
        let timer = time.map { time in
            loop.timer(after: time) { client.close() }
        }
        defer { timer?.cancel() }
        // The connection ends with its last user.
        do throws(GateClientError) {
            return try await body(client)
        } catch {
            // The program is told no more than the name of an error.
            if !error.isCancellation { journal(error.explanation) }
            throw error.gateError == nil && time == nil ? .gateAway : .locked
        }
    }

    /// Deletes an item whose secret nobody needs any more.
    func delete(_ name: ItemName) async {
        let client = client()
        defer { client.close() }
        try? await client.deleteItem(name)
    }

    /// Reports the names of the user's items now and after each change, until the task is cancelled. A service that is
    /// not there is looked for again.
    func follow(
        _ listed: @Sendable ([ListedItem]) async -> Void, lost: @Sendable () async -> Void
    ) async {
        var pause: Duration = .milliseconds(250)
        while !Task.isCancelled {
            let client = client()
            do {
                for try await items in client.itemUpdates() {
                    pause = .milliseconds(250)
                    await listed(
                        items.map { item in
                            ListedItem(
                                name: item.name, title: item.label?.rawValue ?? item.name.rawValue,
                                reuse: item.access.maximumAge)
                        })
                }
            } catch {
                // Protected items stay so.
            }
            await lost()
            client.close()
            _ = await loop.sleep(for: pause, isolation: nil)
            pause = min(pause * 2, .seconds(30))
        }
    }
}
