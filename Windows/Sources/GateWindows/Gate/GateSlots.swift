// A gate's widgets, as named in `gate.ui`.

internal import CAdwaita
internal import CGateWidgets
internal import GateGuidance
internal import GateScreen

/// The places of a gate's screen, from top to bottom.
final class GateSlots {
    let gate, close, field, primary, secondary, settings: Object
    private let logo, picture, alert, title, details, status, fieldLabel: Object
    /// The logo's icon.
    private(set) var logoName: String?

    /// Nil if `gate.ui` lacks one.
    init?() {
        guard let builder = Builder(PackageResources.gate_ui),
            let gate = builder["gate"], let close = builder["close"], let logo = builder["logo"],
            let picture = builder["picture"], let alert = builder["alert"], let title = builder["title"],
            let details = builder["details"], let status = builder["status"],
            let fieldLabel = builder["field-label"], let field = builder["field"],
            let primary = builder["primary"], let secondary = builder["secondary"],
            let settings = builder["settings"]
        else { return nil }
        self.gate = gate
        self.close = close
        self.logo = logo
        self.picture = picture
        self.alert = alert
        self.title = title
        self.details = details
        self.status = status
        self.fieldLabel = fieldLabel
        self.field = field
        self.primary = primary
        self.secondary = secondary
        self.settings = settings
        close.showOnButton(BIOGATE_ICON_CROSS)
    }

    func show(_ screen: GateViewScreen, logo name: String?, after previous: GateViewScreen?) {
        logoName = name
        logo.isVisible = name != nil
        if let name { unsafe gtk_image_set_from_icon_name(gate_image(logo.pointer), name) }
        picture.show(screen.picture.icon)
        picture.setClass("success", screen.picture == .check)
        if !screen.isPulsing || previous?.status != screen.status { picture.setClass("pulse", false) }
        picture.setClass("pulse", screen.isPulsing)
        alert.say(screen.alert?.text)
        title.say(screen.title)
        details.say(screen.details)
        for text in [title, details] { text.setClass("standing-back", screen.isDimmed) }
        status.say(screen.status)
        fieldLabel.say(screen.fieldLabel)
        primary.offer(screen.primary?.caption)
        secondary.offer(screen.secondary?.caption)
        settings.offer(screen.settings)
        close.isVisible = screen.close != nil
        if let name = screen.close {
            close.setName(name)
            close.setTip(name)
        }
    }
}
