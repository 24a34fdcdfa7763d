// Widgets made while the program runs, and their behaviour.

internal import CAdwaita
internal import CGateWidgets
internal import GateScreen

extension Object {
    /// A widget that GTK has just made.
    private static func made(_ widget: UnsafeMutablePointer<GtkWidget>?) -> Object {
        guard let widget = unsafe widget else { preconditionFailure("GTK ends the program where it has no memory") }
        return unsafe Object(UnsafeMutableRawPointer(widget))
    }

    static func verticalBox(spacing: Int) -> Object {
        unsafe made(gtk_box_new(GTK_ORIENTATION_VERTICAL, gint(spacing)))
    }

    static func horizontalBox(spacing: Int) -> Object {
        unsafe made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, gint(spacing)))
    }

    /// A text that wraps and starts at the language's own side.
    static func label(_ text: String = "", style: String? = nil, isHeading: Bool = false) -> Object {
        let label = unsafe made(gtk_label_new(text))
        let pointer = unsafe gate_label(label.pointer)
        unsafe gtk_label_set_wrap(pointer, 1)
        unsafe gtk_label_set_wrap_mode(pointer, PANGO_WRAP_WORD_CHAR)
        unsafe gtk_label_set_xalign(pointer, 0)
        unsafe biogate_label_keep_words(label.pointer)
        if let style { label.setClass(style, true) }
        if isHeading { unsafe gate_set_accessible_role(label.pointer, GTK_ACCESSIBLE_ROLE_HEADING) }
        return label
    }

    /// A text with a readable line length.
    static func paragraph(_ text: String, style: String? = nil) -> Object {
        let label = label(text, style: style)
        unsafe gtk_label_set_max_width_chars(gate_label(label.pointer), 46)
        return label
    }

    /// A command for a terminal; it can have the focus, and be copied.
    static func command(_ line: String) -> Object {
        let label = paragraph(line, style: "monospace")
        unsafe gtk_label_set_selectable(gate_label(label.pointer), 1)
        return label
    }

    /// Rows to look through: the focus moves along them, and the window scrolls with it.
    static func list(_ entries: [SheetScreen.Entry], name: String) -> Object {
        let list = list()
        list.setName(name)
        for entry in entries {
            let row = row()
            unsafe adw_preferences_row_set_title(gate_preferences_row(row.pointer), entry.title)
            unsafe adw_action_row_set_subtitle(gate_action_row(row.pointer), entry.details)
            unsafe gate_set_accessible_description(row.pointer, entry.details)
            unsafe biogate_labels_keep_words(row.pointer)
            unsafe gtk_list_box_append(OpaquePointer(list.pointer), row.widget)
        }
        return list
    }

    static func button(_ caption: String) -> Object {
        let button = unsafe made(gtk_button_new_with_label(caption))
        button.centreVertically()
        return button
    }

    /// A button without words.
    static func iconButton(_ icon: BiogateIconKind) -> Object {
        let button = unsafe made(gtk_button_new())
        button.showOnButton(icon)
        button.setClass("flat", true)
        button.centreVertically()
        return button
    }

    static func preferencesGroup() -> Object {
        let group = unsafe made(adw_preferences_group_new())
        if let heading = unsafe gate_group_heading(group.widget) {
            unsafe gate_set_accessible_role(heading, GTK_ACCESSIBLE_ROLE_HEADING)
        }
        return group
    }

    /// On a preferences group; neither text is markup.
    func setGroup(title: String, description: String?) {
        unsafe gate_set_group(pointer, title, description ?? "")
        unsafe biogate_labels_keep_words(pointer)
    }

    static func list() -> Object {
        let list = unsafe made(gtk_list_box_new())
        unsafe gtk_list_box_set_selection_mode(OpaquePointer(list.pointer), GTK_SELECTION_NONE)
        list.setClass("boxed-list", true)
        return list
    }

    /// A row with a title and a subtitle, neither of which is markup.
    static func row() -> Object {
        let row = unsafe made(adw_action_row_new())
        unsafe adw_preferences_row_set_use_markup(gate_preferences_row(row.pointer), 0)
        unsafe adw_action_row_set_title_lines(gate_action_row(row.pointer), 0)
        unsafe adw_action_row_set_subtitle_lines(gate_action_row(row.pointer), 0)
        return row
    }

    static func toggle() -> Object {
        let toggle = unsafe made(gtk_switch_new())
        toggle.centreVertically()
        return toggle
    }

    static func radioButton(_ caption: String) -> Object {
        unsafe made(gtk_check_button_new_with_label(caption)).asRadioButton
    }

    /// A radio button whose text wraps.
    ///
    /// - Parameter name: the text in one line, for a screen reader.
    static func radioButton(wrapping text: String, named name: String) -> Object {
        let button = unsafe made(gtk_check_button_new()).asRadioButton
        let label = label(text)
        unsafe gtk_label_set_max_width_chars(gate_label(label.pointer), 36)
        unsafe gtk_widget_set_margin_start(label.widget, 6)
        unsafe gtk_check_button_set_child(gate_check_button(button.pointer), label.widget)
        button.setName(name)
        return button
    }

    /// A finger of a drawn hand, to choose.
    static func finger(_ name: String) -> Object {
        let finger = unsafe made(gtk_check_button_new()).asRadioButton
        let print = unsafe made(gtk_image_new())
        unsafe gate_set_accessible_role(print.pointer, GTK_ACCESSIBLE_ROLE_PRESENTATION)
        print.show(BIOGATE_ICON_FINGERPRINT)
        unsafe gtk_widget_set_halign(print.widget, GTK_ALIGN_CENTER)
        unsafe gtk_widget_set_valign(print.widget, GTK_ALIGN_START)
        unsafe gtk_check_button_set_child(gate_check_button(finger.pointer), print.widget)
        finger.setClass("finger", true)
        finger.setName(name)
        finger.setTip(name)
        return finger
    }

    // GTK itself reports a check box.
    private var asRadioButton: Object {
        unsafe gate_set_accessible_role(pointer, GTK_ACCESSIBLE_ROLE_RADIO)
        return self
    }

    /// A container with places.
    static func fixed(width: Int, height: Int) -> Object {
        let fixed = unsafe made(gtk_fixed_new())
        fixed.setSize(width: width, height: height)
        return fixed
    }

    func put(_ child: Object, x: Int, y: Int) {
        unsafe gtk_fixed_put(gate_fixed(pointer), child.widget, Double(x), Double(y))
    }

    func setSize(width: Int, height: Int) {
        unsafe gtk_widget_set_size_request(widget, gint(width), gint(height))
    }

    /// Joins radio buttons, of which only one can be chosen.
    func join(_ other: Object) {
        unsafe gtk_check_button_set_group(gate_check_button(pointer), gate_check_button(other.pointer))
    }

    func choose() { unsafe gtk_check_button_set_active(gate_check_button(pointer), 1) }

    var isChosen: Bool { unsafe gtk_check_button_get_active(gate_check_button(pointer)) != 0 }

    private func centreVertically() { unsafe gtk_widget_set_valign(widget, GTK_ALIGN_CENTER) }

    // MARK: Contents

    /// Adds a widget at the end of a box.
    func append(_ child: Object) { unsafe gtk_box_append(gate_box(pointer), child.widget) }

    /// Removes a widget from a box.
    func remove(_ child: Object) { unsafe gtk_box_remove(gate_box(pointer), child.widget) }

    /// Sets the name for assistive technology.
    func setName(_ name: String) { unsafe gate_set_accessible_label(pointer, name) }

    func setTip(_ text: String?) { unsafe gtk_widget_set_tooltip_text(widget, text) }

    var hasFocus: Bool { unsafe gtk_widget_has_focus(widget) != 0 }

    /// Whether it, or a widget in it, receives its window's keys.
    var holdsFocus: Bool { unsafe gtk_widget_get_focus_child(widget) != nil || gtk_widget_is_focus(widget) != 0 }

    /// Whether it is the other widget, or has that in it.
    func holds(_ other: Object) -> Bool {
        unsafe other.pointer == pointer || gtk_widget_is_ancestor(other.widget, widget) != 0
    }

    /// Whether it is visible in a window that is, and can be used.
    var isOnDisplay: Bool { unsafe gtk_widget_get_mapped(widget) != 0 && gtk_widget_is_sensitive(widget) != 0 }

    /// Has a screen reader say the text, once the window is the active one. `self` is a window.
    ///
    /// An announcement would be said at once, in the middle of what another window says. In a window that is not active, and
    /// where GTK has no announcements, the text becomes the description of the widget with the focus: a screen reader says that
    /// when it changes, and when it comes to the widget.
    func announce(_ text: String) {
        if unsafe gtk_window_is_active(gate_window(pointer)) != 0, unsafe gate_announce(pointer, text) != 0 { return }
        guard let inner = unsafe gtk_window_get_focus(gate_window(pointer)) else { return }
        unsafe Object(UnsafeMutableRawPointer(inner)).describe(text)
    }

    /// Makes the text the description of the widget that has the focus, or is about to have it. `self` is in a window.
    func describe(_ text: String) {
        // The text widget inside an entry has the focus, but assistive technology knows the entry.
        let secret = unsafe gtk_widget_get_ancestor(widget, gtk_password_entry_get_type())
        let plain = unsafe gtk_widget_get_ancestor(widget, gtk_entry_get_type())
        let focused = unsafe UnsafeMutableRawPointer(secret ?? plain) ?? pointer
        // A repeated text must be read again, and an earlier focused widget must not keep it. In another window it
        // waits to be heard.
        if let described = Self.described, unsafe gate_root_window(described.pointer) == gate_root_window(pointer) {
            unsafe gate_set_accessible_description(described.pointer, "")
        }
        if !holdsFocus { unsafe gate_make_known(Object(focused).widget) }
        unsafe gate_set_accessible_description(focused, text)
        Self.described = unsafe Object(focused)
    }

    /// The widget that carried the last announcement.
    private static var described: Object?

    /// Makes Page Up and Page Down scroll the content if the focused widget does not; returns whether the key was one
    /// of these. `self` is a scrolled window.
    func turnsPage(_ key: UInt32) -> Bool {
        switch Int32(bitPattern: key) {
        case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up: unsafe gate_turn_page(pointer, 1)
        case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down: unsafe gate_turn_page(pointer, 0)
        default: return false
        }
        return true
    }

    /// Calls `body` with each key pressed in the window or container, before any widget in it receives it; `body` returns
    /// whether the key stops here.
    func onKeyInside(_ body: @escaping @MainActor (UInt32) -> Bool) {
        guard let controller = unsafe gtk_event_controller_key_new() else { return }
        let object = unsafe Object(UnsafeMutableRawPointer(controller))
        unsafe gtk_event_controller_set_propagation_phase(gate_controller(object.pointer), GTK_PHASE_CAPTURE)
        object.onKey(body)
        // The widget takes over the initial reference.
        unsafe gtk_widget_add_controller(widget, gate_controller(object.pointer))
    }

    /// Asks `body` at each press in the window whether it counts; otherwise it reaches no widget.
    func onWindowPress(_ body: @escaping @MainActor () -> Bool) {
        guard let controller = unsafe gate_press_controller() else { return }
        let object = unsafe Object(controller)
        object.onPress(body)
        // The widget takes over the initial reference.
        unsafe gtk_widget_add_controller(widget, gate_controller(object.pointer))
    }

    /// Makes Ctrl with a key close the window.
    func close(byControlWith key: Int32) {
        guard let trigger = unsafe gtk_keyval_trigger_new(guint(key), GDK_CONTROL_MASK),
            let action = unsafe gtk_named_action_new("window.close"),
            let shortcut = unsafe gtk_shortcut_new(trigger, action),
            let controller = unsafe gtk_shortcut_controller_new()
        else { return }
        let object = unsafe Object(UnsafeMutableRawPointer(controller))
        // Each takes over its argument.
        unsafe gtk_shortcut_controller_add_shortcut(OpaquePointer(object.pointer), shortcut)
        unsafe gtk_widget_add_controller(widget, gate_controller(object.pointer))
    }

    /// Calls `body` when the user moves a switch, which stays in place until it is set.
    func onMove(_ body: @escaping @MainActor (Bool) -> Void) {
        let handler: @convention(c) (UnsafeMutableRawPointer?, gboolean, UnsafeMutableRawPointer?) -> gboolean = {
            _, isOn, data in
            unsafe Handler<@MainActor (Bool) -> Void>.run(data) { $0(isOn != 0) }
            return 1
        }
        unsafe connect("state-set", unsafeBitCast(handler, to: GCallback.self), Handler(body))
    }
}
