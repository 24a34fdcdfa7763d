// The desktop's own settings of fingerprints.

internal import CAdwaita

/// The settings in which fingers are added, and fingerprint unlocking is turned on: `biogate-settings`, or what else has
/// taken its name.
@MainActor
public enum DeviceSettings {
    /// Starts them; false where they are not installed.
    @discardableResult
    public static func open() -> Bool { unsafe gate_start_entry("org.biometricgate.Settings.desktop") != 0 }
}
