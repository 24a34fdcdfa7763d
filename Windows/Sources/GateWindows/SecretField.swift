// A field for a PIN or password whose text GTK never has, because a GTK entry's content is public on the accessibility
// bus.

internal import CAdwaita
internal import GateScreen
internal import GateSecret

/// Stores typed text in wiped memory, and puts a bullet for each character into the entry.
///
/// Caret, selection, BackSpace, paste, input methods and on-screen keyboards work as in any entry: they edit bullets.
final class SecretField {
    let entry: Object
    /// The text widget inside the entry, which edits and reports edits.
    private let text: Object
    private var typed = TypedSecret(.pin)
    private var label: String?

    /// Whether text may arrive now: an input method inserts it without a key.
    var mayInsert: @MainActor () -> Bool = { true }
    /// The typed text changed.
    var onChange: @MainActor () -> Void = {}
    /// Enter was pressed.
    var onEnter: @MainActor () -> Void = {}

    /// `entry` is a GtkPasswordEntry. Nil if it has no text widget, which never happens in GTK.
    init?(_ entry: Object) {
        guard let delegate = unsafe gtk_editable_get_delegate(gate_editable(entry.pointer)) else { return nil }
        self.entry = entry
        text = unsafe Object(UnsafeMutableRawPointer(delegate))
        connect()
        entry.onSignal("activate") { [weak self] in self?.onEnter() }
    }

    var isEmpty: Bool { typed.count == 0 }

    /// Shows the field for the credential, or hides it; text typed for another question is wiped.
    func show(_ field: PromptScreen.Field?, label: String?) {
        entry.isVisible = field != nil
        guard let field else { return clear() }
        if field != typed.field {
            clear()
            typed = TypedSecret(field)
        }
        unsafe gtk_text_set_input_purpose(
            gate_text(text.pointer), field == .pin ? GTK_INPUT_PURPOSE_PIN : GTK_INPUT_PURPOSE_PASSWORD)
        unsafe gtk_text_set_input_hints(gate_text(text.pointer), GTK_INPUT_HINT_PRIVATE)
        guard label != self.label else { return }
        self.label = label
        unsafe gate_set_accessible_label(entry.pointer, label ?? "")
    }

    /// Whether it looks as if it took keys. A screen reader would call a field that is closed for a moment read-only.
    var looksOpen = true {
        didSet { entry.setClass("closed", !looksOpen) }
    }

    /// Takes the typed text, and empties the field.
    func take() -> SecretBytes {
        let secret = typed.take()
        clear()
        return secret
    }

    func takeFocus() { entry.takeFocus() }

    private func clear() {
        _ = typed.take()
        mirror(removing: 0..<Int(unsafe gtk_entry_buffer_get_length(buffer)))
    }

    private var buffer: UnsafeMutablePointer<GtkEntryBuffer>? { unsafe gtk_text_get_buffer(gate_text(text.pointer)) }

    // MARK: Editing

    private func connect() {
        let inserting: InsertHandler = { _, bytes, length, position, data in
            unsafe Handler<@MainActor (SecretField.Insertion) -> Void>.run(data) { body in
                guard let bytes = unsafe bytes, let position = unsafe position else { return }
                let count = unsafe length < 0 ? strlen(bytes) : Int(length)
                body(unsafe Insertion(text: UnsafeRawBufferPointer(start: bytes, count: count), position: position))
            }
        }
        unsafe text.connect(
            "insert-text", unsafeBitCast(inserting, to: GCallback.self),
            Handler<@MainActor (Insertion) -> Void> { [weak self] in self?.insert($0) })
        let deleting: DeleteHandler = { _, start, end, data in
            unsafe Handler<@MainActor (Int, Int) -> Void>.run(data) { $0(Int(start), Int(end)) }
        }
        unsafe text.connect(
            "delete-text", unsafeBitCast(deleting, to: GCallback.self),
            Handler<@MainActor (Int, Int) -> Void> { [weak self] in self?.delete($0, $1) })
    }

    /// The arguments of the signal `insert-text`; valid during its emission.
    @safe
    private struct Insertion {
        let text: UnsafeRawBufferPointer
        /// Where it goes, and afterwards the caret's position.
        let position: UnsafeMutablePointer<gint>
    }

    private func insert(_ insertion: Insertion) {
        // Prevents GTK's own handler, which would store the text.
        unsafe g_signal_stop_emission_by_name(text.pointer, "insert-text")
        guard mayInsert() else { return }
        let position = min(max(0, Int(unsafe insertion.position.pointee)), typed.count)
        // The signal's text outlives its emission, and the span does not outlive this call.
        let count = typed.insert(unsafe insertion.text.bindMemory(to: UInt8.self).span, at: position)
        guard count > 0 else { return }
        let bullets = String(repeating: "•", count: count)
        _ = unsafe gtk_entry_buffer_insert_text(buffer, guint(position), bullets, gint(count))
        unsafe insertion.position.pointee = gint(position + count)
        onChange()
    }

    private func delete(_ start: Int, _ end: Int) {
        unsafe g_signal_stop_emission_by_name(text.pointer, "delete-text")
        let end = end < 0 ? typed.count : min(end, typed.count)
        guard start < end else { return }
        typed.remove(start..<end)
        mirror(removing: start..<end)
        onChange()
    }

    private func mirror(removing range: Range<Int>) {
        guard !range.isEmpty else { return }
        _ = unsafe gtk_entry_buffer_delete_text(buffer, guint(range.lowerBound), gint(range.count))
    }
}

private typealias InsertHandler =
    @convention(c) (
        UnsafeMutableRawPointer?, UnsafePointer<CChar>?, gint, UnsafeMutablePointer<gint>?, UnsafeMutableRawPointer?
    ) -> Void
private typealias DeleteHandler =
    @convention(c) (UnsafeMutableRawPointer?, gint, gint, UnsafeMutableRawPointer?) -> Void
