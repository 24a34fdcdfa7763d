// What the desktop knows of an app.

internal import CAdwaita

/// The name and the icon of an app, from its desktop entry.
@MainActor
public final class DesktopEntry {
    /// As the desktop's menus have it, in the desktop's language.
    public let name: String
    let icon: Object

    /// `id` is the entry's name without `.desktop`, from a unit's; nil where there is none, or none with an icon.
    public init?(_ id: String) {
        // A path would be looked up as one.
        guard !id.contains("/"), let found = unsafe gate_desktop_entry(id + ".desktop") else { return nil }
        let entry = unsafe Object(found)
        // Its maker held a reference besides.
        unsafe g_object_unref(found)
        guard let name = unsafe gate_app_name(entry.pointer), let icon = unsafe gate_app_icon(entry.pointer) else {
            return nil
        }
        self.name = unsafe String(cString: name)
        self.icon = unsafe Object(icon)
    }
}
