import BiometricGate
import GateGuidance
import GateModel

/// Items that only the PIN or the password opens, although a finger could.
extension Session {
    /// Lets a finger open the items. Asks once for the credential, and for a touch as long as that counts again.
    func renew(_ items: [Item], by asked: Factor? = nil, on reader: ReaderID? = nil) async throws(CommandFailure) {
        for item in items {
            let factor = asked ?? item.typedFactor ?? .pin
            try await ask(presenting: factor, on: reader, reuse: .seconds(300)) {
                client, credential, options, progress throws(GateClientError) in
                try await client.renew(item.name, credential: credential, options: options, progress: progress)
            }
            screen.say(item.awaitsPIN ? words.pinOpensToo(item.name.rawValue) : words.renewed(item.name))
        }
    }

    /// Offers renewal once fingers count that did not before; the change itself does not depend on it.
    func offerRenewal() async {
        guard !isJSON, let items = try? await itemsToRenew(), !items.isEmpty else { return }
        screen.say(words.waitForRenewal(items.map(\.name)))
        if terminal != nil, await agrees(words.renewNow(items.count), standard: true) {
            do throws(CommandFailure) {
                return try await renew(items)
            } catch {
                explain(error)
            }
        }
        screen.say(next("biogate renew --all"))
    }

    /// Explains how to let a finger open an item that only the PIN or the password has opened, or the PIN a passkey.
    func suggestRenewal(of item: Item?) async {
        guard let item, item.waitsForRenewal || item.awaitsPIN, let settings = try? await settings(), settings.canRenew,
            settings.pinSet || !item.awaitsPIN
        else { return }
        let refusal = FactorRefusal(.notEnrolled, isRenewable: true, fallbacks: [])
        let guidance = Guidance.for(
            .factorNotAllowed(allowed: item.openableBy, refusal), situation: Situation(item: item.name), in: language)
        if let command = guidance.command { screen.say(next(command)) }
    }

    /// The same for each of the items that a command opened.
    func suggestRenewal(of names: [ItemName]) async {
        guard !isJSON, let items = try? await items() else { return }
        for name in names {
            let name = (try? await resolved(name)) ?? name
            await suggestRenewal(of: items.first { $0.name == name })
        }
    }

    private func itemsToRenew() async throws(CommandFailure) -> [Item] {
        guard try await settings().canRenew else { return [] }
        return try await items().filter(\.waitsForRenewal)
    }
}

extension Settings {
    /// Whether there is a finger to renew an item for.
    fileprivate var canRenew: Bool { fingerprintEnabled && enrolledPrints > 0 }
}
