/// The settings of a sandbox's daemon.
package struct SandboxSettings {
    /// How long the reader waits for a touch; nil is the daemon's default.
    private let timeout: Duration?
    /// Waits of one second, and a permanent lockout after ten misses.
    private let hasShortLockouts: Bool
    /// The user's password; nil: no password can be checked.
    let password: String?

    package init(timeout: Duration?, hasShortLockouts: Bool, password: String?) {
        self.timeout = timeout
        self.hasShortLockouts = hasShortLockouts
        self.password = password
    }

    func configuration(passwordHelper: String) -> String {
        var lines = ["readers.allowVirtual=yes", "users.allowNameless=yes", "sealing.provider=file"]
        if let timeout { lines.append("fingerprint.timeoutSeconds=\(timeout.components.seconds)") }
        if hasShortLockouts {
            lines += ["lockout.baseDelaySeconds=1", "lockout.maximumDelaySeconds=1", "lockout.permanentAfter=10"]
            lines += ["pin.baseDelaySeconds=1", "pin.blockedAfter=10"]
        }
        lines.append("password.enabled=\(password != nil)")
        if password != nil { lines.append("password.helper=\(passwordHelper)") }
        return lines.map { $0 + "\n" }.joined()
    }
}
