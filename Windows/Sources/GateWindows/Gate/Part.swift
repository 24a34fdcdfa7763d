// Common parts of the widgets for an app's own screens.

internal import CAdwaita
internal import CGateWidgets

/// A widget of `CGateWidgets`, with its content.
final class Part {
    let object: Object
    /// The window of the widget, once it was shown in one.
    private(set) var window: Object?
    /// It is in a window that appears.
    var onAppear: @MainActor () -> Void = {}

    /// It is no longer on the display.
    var onDisappear: @MainActor () -> Void = {}

    /// `widget` has just been made by `CGateWidgets`.
    init(_ widget: UnsafeMutableRawPointer) {
        Self.loadStyle
        object = unsafe Object(widget)
        object.onSignal("map") { [weak self] in self?.appeared() }
        object.onSignal("unmap") { [weak self] in self?.onDisappear() }
    }

    private static let loadStyle: Void = {
        // Does nothing if the app has called it. The named colours are libadwaita's.
        adw_init()
        Style.add(PackageResources.gate_css)
    }()

    /// Whether it is on the display, as far as its window is.
    var isMapped: Bool { unsafe gtk_widget_get_mapped(object.widget) != 0 }

    func hold(_ child: Object) { unsafe adw_bin_set_child(gate_bin(object.pointer), child.widget) }

    subscript(property: String) -> String? {
        get { unsafe biogate_part_get(object.pointer, property).map { unsafe String(cString: $0) } }
        set { unsafe biogate_part_set(object.pointer, property, newValue) }
    }

    func emit(_ signal: String, _ detail: String? = nil) { unsafe biogate_part_emit(object.pointer, signal, detail) }

    /// Makes a screen reader say the text, if the widget is in the active window.
    func announce(_ text: String) { window?.announce(text) }

    private func appeared() {
        if let root = unsafe gate_root_window(object.pointer), unsafe root != window?.pointer {
            window = unsafe Object(root)
        }
        onAppear()
    }
}
