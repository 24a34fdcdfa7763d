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
    /// Holds the button that closes the gate, if it is not in the gate.
    private var headerBar: Object?
    private var isClosable = false
    /// Whether the gate is on the display.
    var isInSight = false { didSet { showClose() } }

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

    isolated deinit {
        if let headerBar { unsafe adw_header_bar_remove(OpaquePointer(headerBar.pointer), close.widget) }
    }

    func show(_ screen: GateViewScreen, logo name: String?, after previous: GateViewScreen?) {
        logoName = name
        logo.isVisible = name != nil
        if let name { unsafe gtk_image_set_from_icon_name(gate_image(logo.pointer), name) }
        picture.show(screen.picture.icon)
        picture.setClass("success", screen.picture == .check)
        picture.setClass("biogate-wanted", screen.isDimmed)
        if !screen.isPulsing || previous?.status != screen.status { picture.setClass("pulse", false) }
        picture.setClass("pulse", screen.isPulsing)
        alert.say(screen.alert?.text)
        alert.setClass("error", screen.isError)
        title.say(screen.title)
        details.say(screen.details)
        for other in [logo, title, details, secondary, settings, close] {
            other.setClass("standing-back", screen.isDimmed)
        }
        status.say(screen.status)
        status.setClass("biogate-wanted", screen.isDimmed)
        fieldLabel.say(screen.fieldLabel)
        primary.offer(screen.primary?.caption)
        secondary.offer(screen.secondary?.caption)
        settings.offer(screen.settings)
        isClosable = screen.close != nil
        showClose()
        if let name = screen.close, headerBar == nil {
            close.setName(name)
            close.setTip(name)
        }
    }

    /// Moves the button that closes the gate to the start of a header bar, where it is while the gate can be seen.
    func moveClose(to headerBar: Object, caption: String) {
        guard self.headerBar == nil, let box = unsafe gtk_widget_get_parent(close.widget) else { return }
        self.headerBar = headerBar
        unsafe gtk_box_remove(gate_box(UnsafeMutableRawPointer(box)), close.widget)
        for style in ["circular", "image-button"] { close.setClass(style, false) }
        unsafe gtk_button_set_label(gate_button(close.pointer), caption)
        close.setTip(nil)
        close.setClass("biogate-close", true)
        unsafe adw_header_bar_pack_start(OpaquePointer(headerBar.pointer), close.widget)
        showClose()
    }

    private func showClose() { close.isVisible = isClosable && (headerBar == nil || isInSight) }
}
