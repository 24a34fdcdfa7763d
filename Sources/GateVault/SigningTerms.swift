public import GateModel

/// The facts about a key under which a request was verified. They must still be true when the key signs: meanwhile the user
/// was asked.
public enum SigningTerms: Hashable, Sendable {
    /// Any bytes, by a key for `Sign`.
    case general
    /// Bytes for ssh that contain this public key. Of a login, `destinations` are the key's list that allowed it; nil for
    /// messages, which a key signs whatever its destinations are.
    case ssh(publicKey: [UInt8]?, destinations: [SSHDestination]?)

    /// Why a key with these facts does not sign; nil if it does.
    public func refusal(
        usage: Item.Usage, publicKey: [UInt8]?, destinations: [SSHDestination]
    ) -> SignatureRefusal? {
        switch self {
        case .general: return usage == .general ? nil : .otherUsage
        case .ssh(let verifiedKey, let verifiedDestinations):
            if usage != .ssh { return .otherUsage }
            if publicKey != verifiedKey { return .otherKey }
            return verifiedDestinations ?? destinations == destinations ? nil : .otherServer
        }
    }

    /// Why the key does not sign; nil if it does.
    public func refusal(of key: Item) -> SignatureRefusal? {
        refusal(usage: key.usage, publicKey: key.publicKey, destinations: key.destinations)
    }
}
