/// Programs that read their items in sessions in the clear, as far as an item's attributes tell. Nothing reads a protected
/// secret in such a session.
package enum ClearReading: Hashable, Sendable {
    /// Chromium's key, and Electron's: read at each start.
    case chromium
    /// go-keyring of zalando, or keyring of 99designs.
    case go

    /// Nil for the items of every other program.
    package init?(_ attributes: [String: String], label: String) {
        if attributes["xdg:schema"]?.hasPrefix("chrome_libsecret_os_crypt_password") == true {
            self = .chromium
            return
        }
        switch Set(attributes.keys).subtracting(["xdg:schema"]) {
        case ["service", "username"] where label.hasPrefix("Password for '"), ["profile"]: self = .go
        default: return nil
        }
    }
}
