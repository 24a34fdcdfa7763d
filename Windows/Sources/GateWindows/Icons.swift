// The icon of a screen's picture.

internal import CGateWidgets
internal import GateScreen

extension Object {
    /// On an image.
    func show(_ icon: BiogateIconKind) { unsafe biogate_image_show(pointer, icon) }

    /// On a button, instead of words.
    func showOnButton(_ icon: BiogateIconKind) { unsafe biogate_button_show(pointer, icon) }
}

extension PromptScreen.Picture {
    var icon: BiogateIconKind {
        switch self {
        case .fingerprint: BIOGATE_ICON_FINGERPRINT
        case .key: BIOGATE_ICON_KEY
        case .clock: BIOGATE_ICON_CLOCK
        case .check: BIOGATE_ICON_CHECK
        case .ended: BIOGATE_ICON_UNAVAILABLE
        }
    }
}

extension GateViewScreen.Picture {
    var icon: BiogateIconKind {
        switch self {
        case .fingerprint: BIOGATE_ICON_FINGERPRINT
        case .key: BIOGATE_ICON_KEY
        case .check: BIOGATE_ICON_CHECK
        case .unavailable: BIOGATE_ICON_UNAVAILABLE
        }
    }
}
