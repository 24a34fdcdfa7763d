// One process for all starts of a program on a desktop.

internal import CAdwaita

/// Holds a program's name on the session's message bus, so that a second start is reported to this process.
///
/// The actor is explicit: an optimised build checks the `deinit` in another module, without this module's default.
@MainActor
public final class OnlyProgram {
    private let application: Object

    /// The program was started again.
    public var onAnotherStart: @MainActor () -> Void = {}

    /// Nil if another process holds the name; that process is told of this start.
    public init?(_ name: String) {
        guard let application = unsafe gate_only_application(name) else { return nil }
        self.application = unsafe Object(application)
        // The function that created it held a reference, too.
        unsafe g_object_unref(application)
        self.application.onSignal("activate") { [weak self] in self?.onAnotherStart() }
    }
}
