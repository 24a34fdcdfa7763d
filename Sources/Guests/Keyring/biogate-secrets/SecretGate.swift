import BiometricGate
import GateGuidance
import GateModel
import GateSecret
import GateSecretService

/// The gate, for the front: opens what programs ask for, and lists what is protected.
struct SecretGate: Sendable {
    /// The most items that one confirmation opens.
    private static let together = 16

    let socket: String
    let language: Language

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
        _ names: [ItemName], for process: RunningProcess?, within time: Duration? = nil
    ) async throws(ServiceRefusal) -> [ItemName: HeldSecret] {
        let names = names.reduce(into: [ItemName]()) { if !$0.contains($1) { $0.append($1) } }
        let client = client()
        let timer = time.map { time in
            Task {
                try await Task.sleep(for: time)
                client.close()
            }
        }
        defer {
            timer?.cancel()
            client.close()
        }
        let options = PromptOptions(
            timeout: .seconds(60), wait: .seconds(300), interaction: .prompt, onBehalfOf: process)
        let reason = Reason(language.keyringReason) ?? "Read it from the keyring"
        var opened: [ItemName: HeldSecret] = [:]
        do throws(GateClientError) {
            for start in stride(from: 0, to: names.count, by: Self.together) {
                let some = Array(names[start..<min(start + Self.together, names.count)])
                if some.count == 1 {
                    opened[some[0]] = HeldSecret(try await client.retrieve(some[0], reason: reason, options: options))
                } else {
                    opened.merge(try await client.retrieve(some, reason: reason, options: options)) { $1 }
                }
            }
        } catch {
            throw error.gateError == nil && time == nil ? .gateAway : .locked
        }
        return opened
    }

    /// Reports the names of the user's items now and after each change, until the task is cancelled. A service that is
    /// not there is looked for again.
    func follow(_ listed: @Sendable ([ItemName]) async -> Void) async {
        var pause: Duration = .milliseconds(250)
        while !Task.isCancelled {
            let client = client()
            do {
                for try await items in client.itemUpdates() {
                    pause = .milliseconds(250)
                    await listed(items.map(\.name))
                }
            } catch {
                // What was protected stays so.
            }
            client.close()
            try? await Task.sleep(for: pause)
            pause = min(pause * 2, .seconds(30))
        }
    }
}
