// The window in front of the settings: shows a `SheetScreen`, and reports the user's answers.

internal import CAdwaita
internal import GateGuidance
public import GateModel
public import GateScreen
public import GateSecret

/// A window for the steps of one change, in front of the settings window until it is closed.
///
/// The actor is explicit: an optimised build checks the `deinit` in another module, without this module's default.
@MainActor
public final class SheetWindow {
    private let window, scroller, clamp, content: Object
    private let picture, heading, paragraphs, instruction, touches, touchesBar, touchesLabel, alert, hands: Object
    private let readers, readersHeading, naming, nameLabel, name, buttons: Object
    private var slots: [SheetScreen.Slot: SlotView] = [:]
    private var shown: SheetScreen?
    private var said: [Object] = []
    private var handViews: [HandView] = []
    private var choices: [(finger: Finger, button: Object)] = []
    private let chosen, header, steps: Object
    private var readerChoices: [(reader: ReaderID, button: Object)] = []
    private var shownButtons: [Object] = []
    private var title = ""
    private var isClosed = false
    /// The last screen that a screen reader was told about.
    private var told: SheetScreen?
    private var narration: Narration?
    /// Guards against the second press of a double click that was meant for the screen before.
    private var presses = KeyGuard()

    /// The user has answered; `take`, `chosenFinger` and `typedName` have the typed and chosen values.
    public var onAnswer: @MainActor (SheetScreen.Button.Purpose) -> Void = { _ in }

    /// Nil if the embedded description does not make a window.
    public init?(over settings: SettingsWindow) {
        guard let builder = Builder(PackageResources.sheet_ui), let window = builder["window"],
            let scroller = builder["scroller"], let clamp = builder["clamp"], let content = builder["content"],
            let picture = builder["picture"],
            let heading = builder["heading"],
            let paragraphs = builder["paragraphs"], let instruction = builder["instruction"],
            let touches = builder["touches"], let touchesBar = builder["touches-bar"],
            let touchesLabel = builder["touches-label"], let alert = builder["alert"], let hands = builder["hands"],
            let readers = builder["readers"], let readersHeading = builder["readers-heading"],
            let chosen = builder["chosen"], let header = builder["header"], let steps = builder["steps"],
            let naming = builder["naming"], let nameLabel = builder["name-label"], let name = builder["name"],
            let buttons = builder["buttons"]
        else { return nil }
        self.window = window
        self.scroller = scroller
        self.clamp = clamp
        self.content = content
        self.picture = picture
        self.heading = heading
        self.paragraphs = paragraphs
        self.instruction = instruction
        self.touches = touches
        self.touchesBar = touchesBar
        self.touchesLabel = touchesLabel
        self.alert = alert
        self.hands = hands
        self.readers = readers
        self.readersHeading = readersHeading
        self.naming = naming
        self.chosen = chosen
        self.header = header
        self.steps = steps
        self.nameLabel = nameLabel
        self.name = name
        self.buttons = buttons
        for (slot, id) in [
            (SheetScreen.Slot.credential, "credential"), (.newPIN, "new-pin"), (.repeatedPIN, "repeated-pin"),
        ] {
            guard let view = SlotView(builder, id) else { return nil }
            slots[slot] = view
            view.field.onEnter = { [weak self] in self?.entered(slot) }
        }
        if gate_has_narrow_display() != 0 { unsafe gate_stack(hands.pointer, 1) }
        unsafe gtk_window_set_transient_for(gate_window(window.pointer), gate_window(settings.window.pointer))
        window.onQuestion("close-request") { [weak self] in
            self?.leave()
            // The handler closes it.
            return true
        }
        name.onSignal("activate") { [weak self] in self?.confirm() }
        window.onKeyInside { [weak self] key in
            guard key == UInt32(GDK_KEY_Escape) else { return self?.scroller.turnsPage(key) ?? false }
            self?.leave()
            return true
        }
        window.onWindowPress { [weak self] in self?.presses.admits(at: MainLoop.now) ?? false }
        narration = Narration(of: window) { [weak self] in self?.news() }
    }

    isolated deinit { close() }

    /// Closes the window permanently.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        unsafe gtk_window_destroy(gate_window(window.pointer))
    }

    // MARK: Input of the user

    /// Takes the text typed into a field, and empties the field.
    public func take(_ slot: SheetScreen.Slot) -> SecretBytes? { slots[slot]?.field.take() }

    public var chosenFinger: Finger? { choices.first { $0.button.isChosen }?.finger }

    /// Nil unless there are several.
    public var chosenReader: ReaderID? { readerChoices.first { $0.button.isChosen }?.reader }

    /// Empty if nothing was typed.
    public var typedName: String {
        guard let text = unsafe gtk_editable_get_text(gate_editable(name.pointer)) else { return "" }
        return unsafe String(cString: text)
    }

    private func entered(_ slot: SheetScreen.Slot) {
        let order = shown?.fields.map(\.slot) ?? []
        guard let index = order.firstIndex(of: slot), index + 1 < order.count else { return confirm() }
        slots[order[index + 1]]?.field.takeFocus()
    }

    private func confirm() {
        guard shown?.buttons.contains(where: { $0.purpose == .goOn }) == true else { return }
        // An empty field is no answer.
        for slot in shown?.fields.map(\.slot) ?? [] where slots[slot]?.field.isEmpty == true {
            slots[slot]?.field.takeFocus()
            return
        }
        if shown?.hands.isEmpty == false, chosenFinger == nil { return }
        onAnswer(.goOn)
    }

    private func leave() {
        onAnswer(shown?.buttons.contains { $0.purpose == .close } == true ? .close : .cancel)
    }

    private func press(_ purpose: SheetScreen.Button.Purpose) {
        switch purpose {
        case .goOn: confirm()
        case .cancel, .otherCredential, .close: onAnswer(purpose)
        }
    }

    // MARK: Display

    /// Shows the screen; the first call makes the window appear.
    public func show(_ screen: SheetScreen) {
        let previous = shown
        guard screen != previous, !isClosed else { return }
        shown = screen
        let isStep = screen.heading != previous?.heading || screen.buttons != previous?.buttons
        if isStep { presses.appeared(at: MainLoop.now) }
        // Screen readers report a later change of title only sometimes, depending on the order of events.
        if previous == nil {
            title = screen.heading
            unsafe gtk_window_set_title(gate_window(window.pointer), title)
        }
        picture.isVisible = screen.picture != nil
        if let icon = screen.picture?.icon { picture.show(icon) }
        picture.setClass("success", screen.picture == .check)
        // Like a message dialog: nothing but the question and its answers.
        header.isVisible = !screen.needsCare
        content.setClass("message", screen.needsCare)
        steps.say(screen.steps)
        heading.say(screen.heading)
        instruction.say(screen.showsInstruction ? screen.instruction : nil)
        alert.say(screen.alert?.text)
        show(screen.touches)
        if screen.paragraphs != previous?.paragraphs { show(screen.paragraphs) }
        if screen.hands != previous?.hands { show(screen.hands) }
        readersHeading.setText(screen.readersHeading)
        if screen.readers != previous?.readers { show(screen.readers) }
        naming.isVisible = screen.nameLabel != nil
        if let label = screen.nameLabel, label != previous?.nameLabel {
            nameLabel.setText(label)
            name.setName(label)
            unsafe gtk_editable_set_text(gate_editable(name.pointer), screen.name)
        }
        for slot in SheetScreen.Slot.allCases { slots[slot]?.show(screen.fields.first { $0.slot == slot }) }
        if screen.buttons != previous?.buttons { show(screen.buttons) }
        fit()
        // A scrolled window takes Tab invisibly if nothing in it takes the focus.
        unsafe gtk_widget_set_can_focus(scroller.widget, gate_holds_focusable(content.widget))
        switch (previous, nextFocus(screen, after: previous)) {
        // If something has the focus before the window is shown, GTK 4.8 does not report it as a window.
        case (nil, let target):
            narration?.show(with: target ?? heading) { unsafe gtk_window_present(gate_window(window.pointer)) }
        case (_, let target?): narration?.tell(with: target)
        case (_, nil): narration?.tell()
        }
    }

    private func news() -> String? {
        defer { told = shown }
        return shown?.announcement(after: told, under: title)
    }

    /// Every sheet has one width, for which its texts wrap, and is as high as its content, up to a height that fits most
    /// displays: a scrolled window does not ask how high wrapped texts are.
    private func fit() {
        // On a narrow display, as wide as the parts want.
        let usual = unsafe gate_sheet_width(content.pointer, 46, 2 * 24)
        var width = usual
        var height: gint = 0
        unsafe gtk_widget_set_size_request(clamp.widget, usual > 0 ? usual : -1, -1)
        unsafe adw_clamp_set_maximum_size(OpaquePointer(clamp.pointer), usual > 0 ? usual : gint.max)
        unsafe adw_clamp_set_tightening_threshold(OpaquePointer(clamp.pointer), usual > 0 ? usual : gint.max)
        placeButtons(within: usual)
        // They are locals that the calls fill in.
        for part in [content, buttons] {
            var own: gint = 0
            unsafe gtk_widget_measure(part.widget, GTK_ORIENTATION_HORIZONTAL, -1, &own, nil, nil, nil)
            width = max(width, own)
        }
        unsafe gtk_widget_measure(content.widget, GTK_ORIENTATION_VERTICAL, width, nil, &height, nil, nil)
        unsafe gtk_scrolled_window_set_min_content_height(OpaquePointer(scroller.pointer), min(height, 540))
    }

    /// Beside each other and equally wide, or as wide as their captions, or one below the other: the first that fits.
    private func placeButtons(within width: gint) {
        for (isStacked, isEven) in [(false, true), (false, false), (true, true)] {
            unsafe gate_stack(buttons.pointer, isStacked || width == 0 ? 1 : 0)
            unsafe gtk_box_set_homogeneous(gate_box(buttons.pointer), isEven ? 1 : 0)
            var wanted: gint = 0
            // A local that the call fills in.
            unsafe gtk_widget_measure(buttons.widget, GTK_ORIENTATION_HORIZONTAL, -1, nil, &wanted, nil, nil)
            if width == 0 || wanted <= width { return }
        }
    }

    private func show(_ touches: SheetScreen.Touches?) {
        self.touches.isVisible = touches != nil
        guard let touches else { return }
        touchesLabel.setText(touches.text)
        unsafe gtk_progress_bar_set_fraction(
            OpaquePointer(touchesBar.pointer), Double(touches.done) / Double(max(1, touches.all)))
    }

    private func show(_ paragraphs: [SheetScreen.Paragraph]) {
        for label in said { self.paragraphs.remove(label) }
        // A few words stand below the heading's middle; a text to read has a straight edge.
        let isShort = paragraphs.count < 4
        said = paragraphs.flatMap { paragraph in
            switch paragraph {
            case .text(let text): [said(text, isCentred: isShort)]
            case .names(let names): [list(of: names)]
            case .command(let command): [Object.command(command)]
            case .entries(let entries): [Object.list(entries, name: shown?.heading ?? "")]
            }
        }
        for part in said { self.paragraphs.append(part) }
        self.paragraphs.isVisible = !said.isEmpty
    }

    private func said(_ text: String, isCentred: Bool) -> Object {
        let label = Object.paragraph(text)
        if isCentred { label.centreText() }
        return label
    }

    private func list(of names: [String]) -> Object {
        let list = Object.verticalBox(spacing: 6)
        unsafe gtk_widget_set_halign(list.widget, GTK_ALIGN_CENTER)
        for name in names { list.append(Object.paragraph("• " + name)) }
        return list
    }

    private func show(_ hands: [SheetScreen.Hand]) {
        for view in handViews { self.hands.remove(view.box) }
        handViews = []
        for hand in hands { handViews.append(HandView(hand, with: handViews.first?.fingers.first?.button)) }
        for view in handViews { self.hands.append(view.box) }
        choices = handViews.flatMap(\.fingers)
        self.hands.isVisible = !hands.isEmpty
        chosen.isVisible = !hands.isEmpty
        let names = hands.flatMap(\.choices).map(\.title)
        for (choice, name) in zip(choices, names) {
            choice.button.onSignal("toggled") { [weak self, weak button = choice.button] in
                if button?.isChosen == true { self?.chosen.setText(name) }
            }
        }
        // The finger that most people use.
        let free = hands.flatMap(\.choices).filter(\.isFree).map(\.finger)
        let usual = [Finger.rightIndex, .leftIndex].first { free.contains($0) } ?? free.first
        for choice in choices where choice.finger == usual { choice.button.choose() }
    }

    private func show(_ readers: [SheetScreen.ReaderChoice]) {
        for choice in readerChoices { self.readers.remove(choice.button) }
        readerChoices = []
        for choice in readers {
            let button = Object.radioButton(choice.title)
            if let first = readerChoices.first { button.join(first.button) } else { button.choose() }
            readerChoices.append((choice.reader, button))
            self.readers.append(button)
        }
        self.readers.isVisible = !readers.isEmpty
    }

    private func show(_ buttons: [SheetScreen.Button]) {
        for button in shownButtons { self.buttons.remove(button) }
        shownButtons = buttons.map { button in
            let widget = Object.button(button.caption)
            switch button.style {
            case .plain, .careful: break
            case .suggested: widget.setClass("suggested-action", true)
            case .destructive: widget.setClass("destructive-action", true)
            }
            unsafe gtk_widget_set_hexpand(widget.widget, 1)
            widget.onSignal("clicked") { [weak self] in self?.press(button.purpose) }
            self.buttons.append(widget)
            return widget
        }
    }

    /// The first field or the chosen finger; without either, the button that goes on, or back if going on
    /// needs care.
    private func nextFocus(_ screen: SheetScreen, after previous: SheetScreen?) -> Object? {
        if let faulty = screen.fields.first(where: { $0.alert != nil }) ?? screen.fields.first {
            return screen.fields == previous?.fields ? nil : slots[faulty.slot]?.field.entry
        } else if !screen.hands.isEmpty {
            return screen.hands == previous?.hands ? nil : choices.first { $0.button.isChosen }?.button
        } else if screen.nameLabel != nil {
            return previous?.nameLabel == nil ? name : nil
        } else if screen.buttons != previous?.buttons {
            return screen.needsCare ? shownButtons.first : shownButtons.last
        }
        return nil
    }
}

/// A field for a secret, with its label above and its problem below.
private final class SlotView {
    let field: SecretField
    private let box, label, alert: Object

    init?(_ builder: Builder, _ id: String) {
        guard let box = builder[id], let label = builder[id + "-label"], let entry = builder[id + "-field"],
            let alert = builder[id + "-alert"], let field = SecretField(entry)
        else { return nil }
        self.box = box
        self.label = label
        self.alert = alert
        self.field = field
    }

    func show(_ field: SheetScreen.Field?) {
        box.isVisible = field != nil
        label.say(field?.label)
        alert.say(field?.alert?.text)
        self.field.show(field?.takes, label: field?.label)
    }
}
