import CAdwaita
import GateWindows

/// The bank's own widgets, as named in `bank.ui`: plain GTK, through the app's own import of it.
final class BankWidgets {
    private let builder: OpaquePointer

    init?() {
        let text = PackageResources.bank_ui
        let made = text.withUnsafeBytes { bytes in
            gtk_builder_new_from_string(bytes.bindMemory(to: CChar.self).baseAddress, gssize(bytes.count))
        }
        guard let made else { return nil }
        builder = made
    }

    private func widget(_ id: String) -> UnsafeMutablePointer<GtkWidget>? {
        gtk_builder_get_object(builder, id).flatMap { gate_widget(UnsafeMutableRawPointer($0)) }
    }

    func present() { gtk_window_present(gate_window(UnsafeMutableRawPointer(widget("window")))) }

    /// Shows only this page.
    func show(_ page: String) {
        for other in ["gate", "step-up", "offer", "page-password", "page-home", "page-settings"] {
            reveal(other, other == page)
        }
    }

    func reveal(_ id: String, _ isShown: Bool) { gtk_widget_set_visible(widget(id), isShown ? 1 : 0) }

    /// Whether something is drawn in that place.
    func isShown(_ id: String) -> Bool {
        guard let child = adw_bin_get_child(gate_bin(UnsafeMutableRawPointer(widget(id)))) else { return false }
        return gtk_widget_get_mapped(child) != 0
    }

    /// Puts one of the gate's widgets into a place of the bank's.
    func put(_ child: UnsafeMutableRawPointer, in id: String) {
        adw_bin_set_child(gate_bin(UnsafeMutableRawPointer(widget(id))), gate_widget(child))
    }

    /// Puts the button that closes a gate into the bank's header bar.
    func putClose(of gate: GateView) {
        if let header = widget("header") { gate.putClose(in: UnsafeMutableRawPointer(header)) }
    }

    func focus(_ id: String) { gtk_widget_grab_focus(widget(id)) }

    func name(_ id: String, _ caption: String) {
        gtk_button_set_label(gate_button(UnsafeMutableRawPointer(widget(id))), caption)
    }

    func say(_ id: String, _ text: String?) {
        gtk_label_set_text(gate_label(UnsafeMutableRawPointer(widget(id))), text ?? "")
        gtk_widget_set_visible(widget(id), text == nil ? 0 : 1)
    }

    func labelPassword(_ text: String) { gate_set_accessible_label(UnsafeMutableRawPointer(widget("password")), text) }

    /// Takes the typed text and empties the entry.
    func takePassword() -> String {
        let entry = gate_editable(UnsafeMutableRawPointer(widget("password")))
        defer { gtk_editable_set_text(entry, "") }
        return gtk_editable_get_text(entry).map { String(cString: $0) } ?? ""
    }

    func on(_ id: String, _ signal: String = "clicked", _ body: @escaping @MainActor () -> Void) {
        connect(UnsafeMutableRawPointer(widget(id)), signal, body)
    }

    /// For any widget, including the gate's parts: their signals are GObject signals.
    func connect(_ widget: UnsafeMutableRawPointer?, _ signal: String, _ body: @escaping @MainActor () -> Void) {
        let handler: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = { _, data in
            guard let data else { return }
            let action = Unmanaged<Action>.fromOpaque(data).takeUnretainedValue()
            MainActor.assumeIsolated { action.body() }
        }
        g_signal_connect_data(
            widget, signal, unsafeBitCast(handler, to: GCallback.self),
            Unmanaged.passRetained(Action(body)).toOpaque(),
            { data, _ in data.map { Unmanaged<Action>.fromOpaque($0).release() } }, GConnectFlags(rawValue: 0))
    }
}

/// The action of a signal.
private nonisolated final class Action: Sendable {
    let body: @MainActor @Sendable () -> Void

    init(_ body: @escaping @MainActor @Sendable () -> Void) { self.body = body }
}
