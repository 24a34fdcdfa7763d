import GateModel

extension Item {
    /// Whether a finger could open it and cannot, since fingers changed, were off, or did not exist yet.
    var waitsForRenewal: Bool {
        state == .valid && access.allows(.fingerprint) && !openableBy.contains(.fingerprint) && typedFactor != nil
    }

    /// The credential that opens it now when typed.
    var typedFactor: Factor? {
        openableBy.contains(.pin) ? .pin : openableBy.contains(.password) ? .password : nil
    }
}
