// One GTK object: its reference, properties and signals.

internal import CAdwaita
internal import CGateWidgets

/// Holds a reference to a GObject during its life.
@safe
final class Object {
    /// Valid until `deinit`, because it is counted.
    let pointer: UnsafeMutableRawPointer

    /// `pointer` is a GObject.
    init(_ pointer: UnsafeMutableRawPointer) {
        unsafe self.pointer = pointer
        // Takes over a floating reference, and adds one to any other.
        _ = unsafe g_object_ref_sink(pointer)
    }

    isolated deinit { unsafe g_object_unref(pointer) }

    var widget: UnsafeMutablePointer<GtkWidget>? { unsafe gate_widget(pointer) }

    var isVisible: Bool {
        get { unsafe gtk_widget_get_visible(widget) != 0 }
        set { unsafe gtk_widget_set_visible(widget, newValue ? 1 : 0) }
    }

    var isSensitive: Bool {
        get { unsafe gtk_widget_get_sensitive(widget) != 0 }
        set { unsafe gtk_widget_set_sensitive(widget, newValue ? 1 : 0) }
    }

    func takeFocus() { _ = unsafe gtk_widget_grab_focus(widget) }

    func setClass(_ name: String, _ isOn: Bool) {
        if isOn {
            unsafe gtk_widget_add_css_class(widget, name)
        } else {
            unsafe gtk_widget_remove_css_class(widget, name)
        }
    }

    /// A label that is visible only if it has a text.
    func say(_ text: String?) {
        setText(text ?? "")
        isVisible = text != nil
    }

    /// A label's text, whose lines break between words.
    func setText(_ text: String) {
        unsafe gtk_label_set_text(gate_label(pointer), text)
        unsafe biogate_label_keep_words(pointer)
    }

    /// A button that is visible only if it has a caption.
    func offer(_ caption: String?) {
        if let caption { unsafe gtk_button_set_label(gate_button(pointer), caption) }
        isVisible = caption != nil
    }

    // MARK: Signals

    /// Calls `body` at each signal without arguments, or whose arguments do not matter.
    func onSignal(_ name: String, _ body: @escaping @MainActor () -> Void) {
        let handler: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = { _, data in
            unsafe Handler<@MainActor () -> Void>.run(data) { $0() }
        }
        unsafe connect(name, unsafeBitCast(handler, to: GCallback.self), Handler(body))
    }

    /// Calls `body` whenever the property has changed.
    func onChange(of property: String, _ body: @escaping @MainActor () -> Void) {
        let handler:
            @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = {
                _, _, data in
                unsafe Handler<@MainActor () -> Void>.run(data) { $0() }
            }
        unsafe connect("notify::" + property, unsafeBitCast(handler, to: GCallback.self), Handler(body))
    }

    /// Calls `body` at each signal without arguments that asks whether it was handled.
    func onQuestion(_ name: String, _ body: @escaping @MainActor () -> Bool) {
        let handler: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> gboolean = { _, data in
            var isDealtWith = false
            unsafe Handler<@MainActor () -> Bool>.run(data) { isDealtWith = $0() }
            return isDealtWith ? 1 : 0
        }
        unsafe connect(name, unsafeBitCast(handler, to: GCallback.self), Handler(body))
    }

    /// Calls `body` when an action is started from a menu or by its key.
    func onActivate(_ body: @escaping @MainActor () -> Void) {
        let handler: @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutableRawPointer?) -> Void = {
            _, _, data in
            unsafe Handler<@MainActor () -> Void>.run(data) { $0() }
        }
        unsafe connect("activate", unsafeBitCast(handler, to: GCallback.self), Handler(body))
    }

    /// Calls `body` with the pressed key; `body` returns whether the key stops here.
    func onKey(_ body: @escaping @MainActor (UInt32) -> Bool) {
        let handler:
            @convention(c) (
                UnsafeMutableRawPointer?, guint, guint, GdkModifierType, UnsafeMutableRawPointer?
            ) -> gboolean = { _, key, _, _, data in
                var isDealtWith = false
                unsafe Handler<@MainActor (UInt32) -> Bool>.run(data) { isDealtWith = $0(key) }
                return isDealtWith ? 1 : 0
            }
        unsafe connect("key-pressed", unsafeBitCast(handler, to: GCallback.self), Handler(body))
    }

    /// Asks `body` at each press that a gesture reports whether it counts; otherwise it stops here.
    func onPress(_ body: @escaping @MainActor () -> Bool) {
        let handler:
            @convention(c) (UnsafeMutableRawPointer?, gint, gdouble, gdouble, UnsafeMutableRawPointer?) -> Void = {
                gesture, _, _, _, data in
                var counts = true
                unsafe Handler<@MainActor () -> Bool>.run(data) { counts = $0() }
                if !counts, let gesture = unsafe gesture { unsafe gate_take_press(gesture) }
            }
        unsafe connect("pressed", unsafeBitCast(handler, to: GCallback.self), Handler(body))
    }

    /// `callback` has the signature of the signal's handlers, and takes `handler` as its last argument.
    func connect<Body>(_ name: String, _ callback: GCallback, _ handler: Handler<Body>) {
        let data = unsafe Unmanaged.passRetained(handler).toOpaque()
        // GLib calls this once, when the connection ends, and releases the reference retained above.
        let release: GClosureNotify = { data, _ in
            guard let data = unsafe data else { return }
            unsafe Unmanaged<AnyObject>.fromOpaque(data).release()
        }
        _ = unsafe g_signal_connect_data(pointer, name, callback, data, release, GConnectFlags(rawValue: 0))
    }
}

/// A signal's action, as GLib keeps it.
nonisolated final class Handler<Body: Sendable>: Sendable {
    private let body: Body

    init(_ body: Body) { self.body = body }

    /// Lends the value in `data`; GLib emits a window's signals on its main loop's thread, which is the main actor's.
    static func run(_ data: UnsafeMutableRawPointer?, _ call: @MainActor (Body) -> Void) {
        guard let data = unsafe data else { return }
        let handler = unsafe Unmanaged<Handler<Body>>.fromOpaque(data).takeUnretainedValue()
        MainActor.assumeIsolated { call(handler.body) }
    }
}
