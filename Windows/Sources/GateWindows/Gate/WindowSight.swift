// Whether a window can be seen.

internal import CAdwaita

/// Tells when nothing of a window can be seen any more, and when something can.
final class WindowSight {
    /// True where it went out of sight.
    var onChange: @MainActor (Bool) -> Void = { _ in }
    private let window: Object
    private var surface: Object?
    private var isOut = false

    init(of window: Object) {
        self.window = window
        window.onSignal("map") { [weak self] in self?.look() }
        window.onSignal("unmap") { [weak self] in self?.look() }
        window.onSignal("realize") { [weak self] in self?.follow() }
        follow()
    }

    func isOf(_ other: Object) -> Bool { unsafe window.pointer == other.pointer }

    private func follow() {
        guard let found = unsafe gate_window_surface(window.pointer), unsafe found != surface?.pointer else { return }
        let surface = unsafe Object(found)
        surface.onChange(of: "state") { [weak self] in self?.look() }
        self.surface = surface
    }

    private func look() {
        let isOut = unsafe gate_is_out_of_sight(window.pointer) != 0
        guard isOut != self.isOut else { return }
        self.isOut = isOut
        onChange(isOut)
    }
}
