public import GateModel

extension Settings {
    /// The contract's `Settings`.
    public var wire: WireObject {
        [
            "fingerprintEnabled": .bool(fingerprintEnabled), "method": .name(method), "onboarding": .name(onboarding),
            "pinSet": .bool(pinSet), "passwordAvailable": .bool(passwordAvailable),
            "enrolledPrints": .count(enrolledPrints), "items": .count(items),
        ]
    }

    /// Nil if a member is missing or unknown to this version.
    public init?(wire: WireObject) {
        guard let fingerprintEnabled = wire.bool("fingerprintEnabled"),
            let method = wire.known("method", as: Method.self),
            let onboarding = wire.known("onboarding", as: Onboarding.self), let pinSet = wire.bool("pinSet"),
            let passwordAvailable = wire.bool("passwordAvailable"),
            let enrolledPrints = wire.number("enrolledPrints"), let items = wire.number("items")
        else { return nil }
        self.init(
            fingerprintEnabled: fingerprintEnabled, method: method, onboarding: onboarding, pinSet: pinSet,
            passwordAvailable: passwordAvailable, enrolledPrints: enrolledPrints, items: items)
    }
}
