// The desktop's knowledge of an app.

internal import CAdwaita

/// The name and the icon of an app, from its desktop entry.
@MainActor
public final class DesktopEntry {
    /// As in the desktop's menus, in the desktop's language.
    public let name: String
    let icon: Object

    /// `id` is the entry's name without `.desktop`, from a unit's; nil if there is no such entry, or it has no icon.
    public init?(_ id: String) {
        // A path would be looked up as a file.
        guard !id.contains("/"), let found = unsafe gate_desktop_entry(id + ".desktop") else { return nil }
        let entry = unsafe Object(found)
        // The function that created it held a reference, too.
        unsafe g_object_unref(found)
        guard let name = unsafe gate_app_name(entry.pointer), let icon = unsafe gate_app_icon(entry.pointer) else {
            return nil
        }
        self.name = unsafe String(cString: name)
        self.icon = unsafe Object(icon)
    }
}
