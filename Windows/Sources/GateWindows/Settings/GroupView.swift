// Rows under one heading.

internal import CAdwaita
internal import CGateWidgets
internal import GateScreen

/// The widgets of one group in the settings.
final class GroupView {
    let box = Object.preferencesGroup()
    private let list = Object.list()
    private let button = Object.button("")
    private var rows: [SettingsScreen.Row.ID: RowView] = [:]
    private var order: [SettingsScreen.Row.ID] = []
    private var action: SettingsAction?
    private let onAction: @MainActor (SettingsAction) -> Void

    init(_ onAction: @escaping @MainActor (SettingsAction) -> Void) {
        self.onAction = onAction
        unsafe adw_preferences_group_add(gate_group(box.pointer), list.widget)
        button.onSignal("clicked") { [weak self] in
            if let self, let action { onAction(action) }
        }
    }

    /// Returns the widget that is to have the focus, which is another one if `focus` has gone.
    func show(_ group: SettingsScreen.Group, focus: Object?) -> Object? {
        box.setGroup(title: group.heading ?? "", description: group.more)
        list.setName(group.heading ?? group.rows.first?.title ?? "")
        // An empty place would take room, too.
        if (group.button == nil) != (action == nil) {
            let suffix = group.button == nil ? nil : unsafe button.widget
            // Large letters fill the line up to it.
            unsafe gtk_widget_set_margin_start(button.widget, 12)
            unsafe adw_preferences_group_set_header_suffix(gate_group(box.pointer), suffix)
        }
        action = group.button?.action
        if let caption = group.button?.caption { unsafe gtk_button_set_label(gate_button(button.pointer), caption) }
        let ids = group.rows.map(\.id)
        var isFocusLost = false
        var focus = focus
        for id in order where !ids.contains(id) {
            if let focus, rows[id]?.row.holds(focus) == true { isFocusLost = true }
            remove(id)
        }
        for (index, row) in group.rows.enumerated() {
            let view = rows[row.id] ?? insert(row.id, at: index)
            focus = view.show(row, focus: focus)
        }
        order = ids
        return isFocusLost ? firstStop : focus
    }

    /// The first part that can have the focus.
    var firstStop: Object? { order.lazy.compactMap { self.rows[$0]?.firstStop }.first }

    private func insert(_ id: SettingsScreen.Row.ID, at index: Int) -> RowView {
        let view = RowView(onAction)
        unsafe gtk_list_box_insert(OpaquePointer(list.pointer), view.row.widget, gint(index))
        rows[id] = view
        return view
    }

    private func remove(_ id: SettingsScreen.Row.ID) {
        guard let view = rows.removeValue(forKey: id) else { return }
        unsafe gtk_list_box_remove(OpaquePointer(list.pointer), view.row.widget)
    }
}

/// The widgets of one row.
final class RowView {
    let row = Object.row()
    private var toggle: Object?
    private var buttons: [Object] = []
    private var shown: SettingsScreen.Row?
    /// Whether the switch is being set by the program, and not moved by the user.
    private var isSetting = false
    private let onAction: @MainActor (SettingsAction) -> Void

    init(_ onAction: @escaping @MainActor (SettingsAction) -> Void) {
        self.onAction = onAction
        keepDescription(of: row)
        // GTK would move the switch at once, and a screen reader would say both that and the way back.
        row.onKeyInside { [weak self] in self?.takes($0) ?? false }
    }

    /// Whether the key moves the switch.
    private func takes(_ key: UInt32) -> Bool {
        guard let toggle = shown?.toggle, toggle.isUsable else { return false }
        switch Int32(bitPattern: key) {
        case GDK_KEY_space, GDK_KEY_KP_Space, GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter:
            onAction(toggle.action)
        default: return false
        }
        return true
    }

    /// The row itself, unless only its buttons do something: these tell its details then.
    var firstStop: Object? { isStop ? row : buttons.first }

    private var isStop: Bool { shown?.buttons.allSatisfy { $0.style == .open } ?? true }

    /// An announcement replaces the description of what has the focus.
    private func keepDescription(of widget: Object) {
        widget.onChange(of: "has-focus") { [weak self, weak widget] in
            // Once GTK has told where the focus is now: a screen reader that is still at the widget would say the change.
            MainLoop.task { if let self, widget?.hasFocus == false { self.describe() } }
        }
    }

    private func describe() {
        for part in [row, firstStop].compactMap(\.self) {
            unsafe gate_set_accessible_description(part.pointer, shown?.subtitle ?? "")
        }
    }

    /// Returns the widget that is to have the focus, which is another one if `focus` has gone.
    func show(_ row: SettingsScreen.Row, focus: Object?) -> Object? {
        guard row != shown else { return focus }
        var focus = focus
        unsafe adw_preferences_row_set_title(gate_preferences_row(self.row.pointer), row.title)
        unsafe adw_action_row_set_subtitle(gate_action_row(self.row.pointer), row.subtitle)
        if let toggle = row.toggle { show(toggle, of: row) }
        let isDescribed = row.subtitle == shown?.subtitle && row.buttons == shown?.buttons
        let hasOtherButtons = row.buttons != shown?.buttons
        shown = row
        if hasOtherButtons { focus = show(row.buttons, focus: focus) }
        unsafe gtk_widget_set_focusable(self.row.widget, isStop ? 1 : 0)
        // The row's title already is its name, and names its switch.
        if !isDescribed { describe() }
        unsafe biogate_labels_keep_words(self.row.pointer)
        return focus
    }

    private func show(_ toggle: SettingsScreen.Row.Toggle, of row: SettingsScreen.Row) {
        let widget = self.toggle ?? makeToggle()
        self.toggle = widget
        widget.isSensitive = toggle.isUsable
        set(widget, toggle.isOn)
    }

    private func makeToggle() -> Object {
        let widget = Object.toggle()
        unsafe adw_action_row_add_suffix(gate_action_row(row.pointer), widget.widget)
        unsafe adw_action_row_set_activatable_widget(gate_action_row(row.pointer), widget.widget)
        widget.onMove { [weak self] in self?.moved(to: $0) }
        return widget
    }

    private func set(_ widget: Object, _ isOn: Bool) {
        isSetting = true
        unsafe gtk_switch_set_state(OpaquePointer(widget.pointer), isOn ? 1 : 0)
        unsafe gtk_switch_set_active(OpaquePointer(widget.pointer), isOn ? 1 : 0)
        isSetting = false
    }

    private func moved(to isOn: Bool) {
        guard !isSetting, let toggle, let shown = shown?.toggle, isOn != shown.isOn else { return }
        onAction(shown.action)
        // It shows the actual state and moves when that has changed, but not before GTK is done with its own move.
        MainLoop.task { [weak self] in
            guard let self, let isOn = self.shown?.toggle?.isOn else { return }
            set(toggle, isOn)
        }
    }

    private func show(_ buttons: [SettingsScreen.Button], focus: Object?) -> Object? {
        let focused = focus.flatMap { focus in self.buttons.firstIndex { $0.holds(focus) } }
        for button in self.buttons {
            unsafe adw_action_row_remove(gate_action_row(row.pointer), button.widget)
        }
        self.buttons = buttons.map { button in
            let widget = button.style.icon.map { Object.iconButton($0) } ?? Object.button(button.caption)
            switch button.style {
            case .plain: break
            case .suggested: widget.setClass("suggested-action", true)
            case .rename, .remove: widget.setTip(button.name)
            case .open: unsafe adw_action_row_set_activatable_widget(gate_action_row(row.pointer), widget.widget)
            }
            widget.setName(button.name)
            widget.onSignal("clicked") { [onAction] in onAction(button.action) }
            keepDescription(of: widget)
            unsafe adw_action_row_add_suffix(gate_action_row(row.pointer), widget.widget)
            return widget
        }
        // The focus of a pressed button goes to its replacement, or else to the row.
        return focused.map { self.buttons.indices.contains($0) ? self.buttons[$0] : firstStop ?? row } ?? focus
    }
}

extension SettingsScreen.Button.Style {
    /// The icon on a button without words.
    fileprivate var icon: BiogateIconKind? {
        switch self {
        case .plain, .suggested: nil
        case .open: BIOGATE_ICON_NEXT
        case .rename: BIOGATE_ICON_PENCIL
        case .remove: BIOGATE_ICON_BIN
        }
    }
}
