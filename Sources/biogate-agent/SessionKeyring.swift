import GateBus

/// The user's login keyring, by the Secret Service of the session (freedesktop.org's specification, 0.2).
struct SessionKeyring: Sendable {
    private static let properties = SessionBus.Service(
        name: "org.freedesktop.secrets", path: "/org/freedesktop/secrets/collection/login",
        interface: "org.freedesktop.DBus.Properties")

    private let bus: SessionBus

    init(_ bus: SessionBus) { self.bus = bus }

    /// Whether it is locked, and stays so for that long: a slow one opens a while after the login has given it the password.
    func staysLocked(for time: Duration) async -> Bool {
        let (changes, change) = AsyncStream<Void>.makeStream()
        await bus.onSignal("PropertiesChanged", of: Self.properties) { _ in change.yield() }
        guard await isLocked() else { return false }
        return await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                for await _ in changes where await !isLocked() { return false }
                return true
            }
            // The limit is a span of time: there is no event to wait for.
            group.addTask {
                try? await Task.sleep(for: time)
                return await isLocked()
            }
            defer { group.cancelAll() }
            return await group.next() ?? true
        }
    }

    /// False also where there is no such keyring. Asks nothing of the user.
    private func isLocked() async -> Bool {
        let reply = await bus.call(
            "Get", of: Self.properties, [.text("org.freedesktop.Secret.Collection"), .text("Locked")])
        return reply?[0]?.content?.bool == true
    }
}
