// The desktop's own fingerprint settings.

internal import CAdwaita

/// The settings for adding fingers and turning on fingerprint unlocking: `biogate-settings`, or another program under
/// its name.
@MainActor
public enum DeviceSettings {
    /// Starts them; false if they are not installed.
    @discardableResult
    public static func open() -> Bool { unsafe gate_start_entry("org.biometricgate.Settings.desktop") != 0 }
}
