// Building blocks of the parts for an app's own screens.

internal import CAdwaita
internal import CGateWidgets

extension Object {
    /// The picture of a finger, which screen readers ignore.
    static func gatePicture() -> Object? {
        guard let image = unsafe gtk_image_new() else { return nil }
        let picture = unsafe Object(UnsafeMutableRawPointer(image))
        picture.show(BIOGATE_ICON_FINGERPRINT)
        unsafe gtk_image_set_pixel_size(gate_image(picture.pointer), 80)
        unsafe gate_set_accessible_role(picture.pointer, GTK_ACCESSIBLE_ROLE_PRESENTATION)
        return picture
    }

    /// In a clamp of a gate's width, in the middle of its container.
    func clamped(to width: Int) -> Object {
        let clamp = unsafe Object(UnsafeMutableRawPointer(adw_clamp_new()))
        let pointer = unsafe OpaquePointer(clamp.pointer)
        unsafe adw_clamp_set_maximum_size(pointer, gint(width))
        unsafe adw_clamp_set_tightening_threshold(pointer, gint(width))
        unsafe adw_clamp_set_child(pointer, widget)
        unsafe gtk_widget_set_valign(clamp.widget, GTK_ALIGN_CENTER)
        unsafe gtk_widget_set_margin_start(clamp.widget, 18)
        unsafe gtk_widget_set_margin_end(clamp.widget, 18)
        unsafe gtk_widget_set_margin_top(clamp.widget, 24)
        unsafe gtk_widget_set_margin_bottom(clamp.widget, 24)
        clamp.setClass("biogate-gate", true)
        return clamp
    }

    /// Centres the lines of a label.
    func centreText() {
        unsafe gtk_label_set_justify(gate_label(pointer), GTK_JUSTIFY_CENTER)
        unsafe gtk_label_set_xalign(gate_label(pointer), 0.5)
    }

    /// Adds a widget at the end of a row.
    func addSuffix(_ child: Object) { unsafe adw_action_row_add_suffix(gate_action_row(pointer), child.widget) }

    func setRow(title: String, subtitle: String) {
        unsafe adw_preferences_row_set_title(gate_preferences_row(pointer), title)
        unsafe adw_action_row_set_subtitle(gate_action_row(pointer), subtitle)
        unsafe biogate_labels_keep_words(pointer)
    }

    /// Sets a switch's shown and actual position. A switch that is already there is left alone, because that would lose
    /// a move that the user has just begun.
    func setSwitch(_ isOn: Bool) {
        let isSo =
            unsafe (gtk_switch_get_active(OpaquePointer(pointer)) != 0) == isOn
            && (gtk_switch_get_state(OpaquePointer(pointer)) != 0) == isOn
        guard !isSo else { return }
        unsafe gtk_switch_set_state(OpaquePointer(pointer), isOn ? 1 : 0)
        unsafe gtk_switch_set_active(OpaquePointer(pointer), isOn ? 1 : 0)
    }

    func appendRow(_ row: Object) { unsafe gtk_list_box_append(OpaquePointer(pointer), row.widget) }
}
