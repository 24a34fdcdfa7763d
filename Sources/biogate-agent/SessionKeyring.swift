import GateBus

/// The user's login keyring, by the Secret Service of the session (freedesktop.org's specification, 0.2).
struct SessionKeyring: Sendable {
    private static let properties = SessionBus.Service(
        name: "org.freedesktop.secrets", path: "/org/freedesktop/secrets/collection/login",
        interface: "org.freedesktop.DBus.Properties")

    private let bus: SessionBus

    init(_ bus: SessionBus) { self.bus = bus }

    /// False also where there is no such keyring. Asks nothing of the user.
    func isLocked() async -> Bool {
        let reply = await bus.call(
            "Get", of: Self.properties, [.text("org.freedesktop.Secret.Collection"), .text("Locked")])
        return reply?[0]?.content?.bool == true
    }
}
