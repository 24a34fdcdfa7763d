// The window of one waiting request: shows a `PromptScreen`, and reports the user's actions.

internal import CAdwaita
internal import CGateWidgets
internal import GateGuidance
public import GateModel
public import GateScreen
public import GateSecret

/// A window for one request. Each request has a new one, because desktops give the keyboard to a window that has just
/// appeared.
///
/// The actor is explicit: an optimised build checks the `deinit` in another module, without this module's default.
@MainActor
public final class PromptWindow {
    private let parts: Parts
    private let field: SecretField
    /// The accounts' radio buttons.
    private var choices: [Object] = []
    private var keys = KeyGuard()
    private var shown: PromptScreen?
    /// The last screen that a screen reader was told about.
    private var told: PromptScreen?
    private var narration: Narration?
    /// Runs while keys have no effect.
    private var opening: Task<Void, Never>?
    /// The window keeps the height of its highest screen.
    private var height = 0

    /// The user gives a PIN or password.
    public var onAnswer: @MainActor (PromptScreen.Field, consuming SecretBytes) -> Void = { _, _ in }
    /// The user wants to end the request, or close its window.
    public var onLeave: @MainActor () -> Void = {}
    /// The user wants more time.
    public var onMoreTime: @MainActor () -> Void = {}
    /// The user switches between PIN and password.
    public var onSwitchField: @MainActor () -> Void = {}
    /// The user wants to see long values whole.
    public var onShowWhole: @MainActor () -> Void = {}
    /// The user chooses another account than the shown one.
    public var onChoose: @MainActor (PasskeyAccount) -> Void = { _ in }
    /// The user is typing.
    public var onTyping: @MainActor () -> Void = {}

    /// As the asking program requested.
    private let placement: PromptPlacement

    /// Nil if the embedded description does not make a window.
    public init?(at placement: PromptPlacement) {
        guard let parts = Parts(), let field = SecretField(parts.field) else { return nil }
        self.placement = placement
        self.parts = parts
        self.field = field
        parts.window.onQuestion("close-request") { [weak self] in
            self?.onLeave()
            // The handler closes it.
            return true
        }
        parts.mark.show(BIOGATE_ICON_CHECK)
        parts.window.onSignal("map") { [weak self] in self?.appeared() }
        // Keys typed elsewhere until then did not arrive here, but were no pause.
        parts.window.onChange(of: "is-active") { [weak self] in self?.activated() }
        parts.first.onSignal("clicked") { [weak self] in self?.press(0) }
        parts.second.onSignal("clicked") { [weak self] in self?.press(1) }
        parts.moreTime.onSignal("clicked") { [weak self] in self?.onMoreTime() }
        parts.otherField.onSignal("clicked") { [weak self] in self?.onSwitchField() }
        parts.showWhole.onSignal("clicked") { [weak self] in self?.onShowWhole() }
        field.onEnter = { [weak self] in self?.answer() }
        field.onChange = { [weak self] in self?.typed() }
        field.mayInsert = { [weak self] in self?.keys.admits(at: MainLoop.now) ?? false }
        followKeys()
        unsafe gate_grow_reading(parts.reading.pointer)
        for line in [parts.detailsLine, parts.fieldLine] { unsafe gate_stack_where_narrow(line.pointer) }
        narration = Narration(of: parts.window) { [weak self] in self?.news() }
    }

    /// Who may be listening.
    public static var audience: Audience { Narration.audience }

    isolated deinit { close() }

    /// Shows the screen; the first call makes the window appear.
    ///
    /// - Parameter app: the app that was proved to ask.
    public func show(_ screen: PromptScreen, of app: InstalledApp?) {
        let previous = shown
        shown = screen
        // A button that is about to disappear takes the focus with it.
        let isFocusGoing =
            parts.moreTime.holdsFocus && screen.moreTime == nil
            || parts.otherField.holdsFocus && screen.otherField == nil
            || parts.showWhole.holdsFocus && screen.showWhole == nil
            || parts.choice.holdsFocus && screen.choice == nil
        unsafe gtk_window_set_title(gate_window(parts.window.pointer), screen.heading)
        parts.picture.show(screen.picture.icon)
        parts.picture.setClass("success", screen.picture == .check)
        parts.heading.say(screen.heading)
        parts.note.say(screen.note)
        show(screen.accounts, under: screen.choice)
        show(screen.verified, parts.verified, parts.verifiedName, parts.verifiedLines)
        show(screen.claimed, parts.claimed, parts.claimedName, parts.claimedLines)
        parts.showWhole.offer(screen.showWhole)
        // A scrolled window takes Tab invisibly if nothing in it takes the focus.
        let isStop = screen.showWhole != nil || screen.choice != nil
        unsafe gtk_widget_set_can_focus(parts.scroller.widget, isStop ? 1 : 0)
        parts.instruction.say(screen.showsInstruction ? screen.instruction : nil)
        parts.alert.say(screen.alert?.text)
        parts.details.say(screen.details)
        if previous == nil { show(app) }
        parts.moreTime.offer(screen.moreTime)
        parts.otherField.offer(screen.otherField)
        parts.fieldLabel.say(screen.fieldLabel)
        parts.typing.isVisible = screen.field != nil
        field.show(screen.field, label: screen.fieldLabel)
        show(screen.buttons)
        pulse(screen, after: previous)
        keepHeight()
        if previous == nil {
            // If something has the focus before the window is shown, GTK 4.8 does not report it as a window.
            narration?.show(with: nextFocus(screen)) { present() }
        } else if isFocusGoing || previous?.field != screen.field || previous?.buttons != screen.buttons {
            narration?.tell(with: nextFocus(screen))
        } else {
            narration?.tell()
        }
    }

    /// A window that shrinks would move what the user is about to press.
    private func keepHeight() {
        let width = unsafe gtk_widget_get_width(parts.content.widget)
        var natural: gint = 0
        // GTK keeps sizes that it has measured, and this one depends on the other parts.
        unsafe gtk_widget_queue_resize(parts.reading.widget)
        // A local that the call fills in.
        unsafe gtk_widget_measure(
            parts.content.widget, GTK_ORIENTATION_VERTICAL, width > 0 ? width : -1, nil, &natural, nil, nil)
        height = max(height, Int(natural))
        unsafe gtk_widget_set_size_request(parts.content.widget, -1, gint(height))
    }

    private func news() -> String? {
        defer { told = shown }
        // The state has just taken the focus. Where it has a name, it is read for that, and would be heard twice.
        if gate_has_announcements() == 0, let told, shown?.isStateAlone == true, !told.isStateAlone { return nil }
        return shown?.announcement(after: told)
    }

    private func present() {
        // It needs a surface before it is on the display if it is to belong to another window from the start.
        unsafe gtk_widget_realize(parts.window.widget)
        if let parent = placement.parent { unsafe gate_set_parent(parts.window.pointer, parent.rawValue) }
        if let activation = placement.activation {
            unsafe gtk_window_set_startup_id(gate_window(parts.window.pointer), activation.rawValue)
        }
        unsafe gtk_window_present(gate_window(parts.window.pointer))
    }

    /// Closes the window permanently.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        unsafe gtk_window_destroy(gate_window(parts.window.pointer))
    }

    private var isClosed = false

    // MARK: Actions of the user

    private func followKeys() {
        guard let controller = unsafe gtk_event_controller_key_new() else { return }
        let object = unsafe Object(UnsafeMutableRawPointer(controller))
        // Before any widget, so that ignored keys reach none.
        unsafe gtk_event_controller_set_propagation_phase(gate_controller(object.pointer), GTK_PHASE_CAPTURE)
        object.onKey { [weak self] key in self?.takes(key) ?? false }
        // The widget takes over the initial reference.
        unsafe gtk_widget_add_controller(parts.window.widget, gate_controller(object.pointer))
    }

    /// Whether the key stops here.
    private func takes(_ key: UInt32) -> Bool {
        guard keys.admits(at: MainLoop.now) else {
            openLater()
            return true
        }
        switch Int32(bitPattern: key) {
        case GDK_KEY_Escape: onLeave()
        default: return parts.scroller.turnsPage(key)
        }
        return true
    }

    private func activated() {
        if unsafe gtk_window_is_active(gate_window(parts.window.pointer)) != 0 { appeared() }
    }

    private func appeared() {
        keys.appeared(at: MainLoop.now)
        openLater()
    }

    /// The field looks closed until it takes keys.
    private func openLater() {
        guard opening == nil else { return }
        field.looksOpen = false
        opening = Task { [weak self] in
            while !Task.isCancelled, let now = Optional(MainLoop.now), let end = self?.keys.opens(at: now) {
                await MainLoop.sleep(for: end - now)
            }
            self?.opening = nil
            self?.field.looksOpen = true
        }
    }

    private func press(_ index: Int) {
        guard let buttons = shown?.buttons, buttons.indices.contains(index) else { return }
        switch buttons[index].purpose {
        case .cancel, .close: onLeave()
        case .confirm: answer()
        }
    }

    private func answer() {
        guard let shown, shown.takesAnswer, let asked = shown.field, !field.isEmpty else { return }
        onAnswer(asked, field.take())
    }

    private var mayConfirm: Bool { shown?.takesAnswer == true && !field.isEmpty }

    private func typed() {
        parts.second.isSensitive = mayConfirm
        if !field.isEmpty { onTyping() }
    }

    // MARK: Display

    /// The picture pulses for a moment when a touch is wanted, except in a theme without animations.
    private func pulse(_ screen: PromptScreen, after previous: PromptScreen?) {
        let isNew = screen.isPulsing != previous?.isPulsing || screen.instruction != previous?.instruction
        if isNew { parts.picture.setClass("pulse", false) }
        if isNew, screen.isPulsing { parts.picture.setClass("pulse", true) }
    }

    /// The icon of a proved app.
    private func show(_ app: InstalledApp?) {
        guard let icon = app?.icon else { return }
        parts.icon.isVisible = true
        unsafe gtk_image_set_from_gicon(gate_image(parts.icon.pointer), OpaquePointer(icon.pointer))
    }

    private func show(_ accounts: [PromptScreen.Account], under name: String?) {
        parts.choice.isVisible = name != nil
        parts.choiceName.setText(name ?? "")
        // The accounts of a request stay the same.
        if choices.isEmpty, let name {
            parts.accounts.setName(name)
            for (place, account) in accounts.enumerated() {
                let button = Object.radioButton(wrapping: account.lines, named: account.name)
                if let first = choices.first { button.join(first) }
                choices.append(button)
                parts.accounts.append(button)
                button.onSignal("toggled") { [weak self] in self?.toggled(place) }
            }
        }
        for (button, account) in zip(choices, accounts) where account.isChosen && !button.isChosen { button.choose() }
    }

    private func toggled(_ place: Int) {
        guard let accounts = shown?.accounts, accounts.indices.contains(place), choices[place].isChosen,
            !accounts[place].isChosen
        else { return }
        onChoose(accounts[place].account)
    }

    private func show(_ block: PromptScreen.Block?, _ box: Object, _ name: Object, _ lines: Object) {
        box.isVisible = block != nil
        name.setText(block?.name ?? "")
        lines.setText(block?.lines ?? "")
    }

    private func show(_ buttons: [PromptScreen.Button]) {
        parts.buttons.isVisible = !buttons.isEmpty
        for (part, index) in [(parts.first, 0), (parts.second, 1)] {
            part.isVisible = buttons.indices.contains(index)
            guard buttons.indices.contains(index) else { continue }
            unsafe gtk_button_set_label(gate_button(part.pointer), buttons[index].caption)
            part.isSensitive = buttons[index].purpose != .confirm || mayConfirm
        }
    }

    private func nextFocus(_ screen: PromptScreen) -> Object {
        // Something has to, for a screen reader to say what happens.
        let isAlone = screen.isStateAlone
        unsafe gtk_widget_set_focusable(parts.state.widget, isAlone ? 1 : 0)
        parts.state.setName(isAlone ? screen.instruction : "")
        let chosen = zip(choices, screen.accounts).first { $1.isChosen }?.0
        return chosen ?? (screen.field != nil ? field.entry : isAlone ? parts.state : parts.first)
    }
}

extension PromptScreen {
    /// Whether nothing but the state's own line can have the focus.
    fileprivate var isStateAlone: Bool { field == nil && buttons.isEmpty }
}
