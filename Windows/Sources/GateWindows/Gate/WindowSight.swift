// Whether a window can be seen.

internal import CAdwaita

/// Reports when a window can no longer be seen, and when it can again.
final class WindowSight {
    /// It may have gone out of sight, or returned.
    var onChange: @MainActor () -> Void = {}
    private let window: Object
    private var surface: Object?

    init(of window: Object) {
        self.window = window
        window.onSignal("map") { [weak self] in self?.onChange() }
        window.onSignal("unmap") { [weak self] in self?.onChange() }
        window.onSignal("realize") { [weak self] in self?.follow() }
        follow()
    }

    /// Whether no part of it can be seen.
    var isOut: Bool { unsafe gate_is_out_of_sight(window.pointer) != 0 }

    func isOf(_ other: Object) -> Bool { unsafe window.pointer == other.pointer }

    private func follow() {
        guard let found = unsafe gate_window_surface(window.pointer), unsafe found != surface?.pointer else { return }
        let surface = unsafe Object(found)
        surface.onChange(of: "state") { [weak self] in self?.onChange() }
        self.surface = surface
    }
}
