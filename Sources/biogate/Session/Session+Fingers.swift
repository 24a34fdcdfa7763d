import BiometricGate
import GateModel

extension Session {
    /// The refusal if an administrator has turned fingerprint off, so that no finger can be added.
    func administratorsRefusal() async throws(CommandFailure) -> CommandFailure? {
        guard case .hardwareUnavailable(.administrator, _) = try await availability().availability else { return nil }
        return try refusal(.hardwareUnavailable(.administrator, retryAfter: nil, fallbacks: []))
    }

    func prints() async throws(CommandFailure) -> [Print] {
        try await call(showing: .errors) { client throws(GateClientError) in try await client.prints().prints }
    }

    /// Whether there are fingers for login only (`Print.vouched`), which are easier to confirm than to add.
    func hasUnvouchedFinger() async throws(CommandFailure) -> Bool { try await prints().contains { !$0.vouched } }

    /// Reports the number of items that a change has cost, if any.
    func reportDestroyed(_ count: Int) {
        if count > 0 { screen.say(words.destroyed(count)) }
    }
}
