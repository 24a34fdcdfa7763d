// One process for all starts of a program on a desktop.

internal import CAdwaita

/// Holds a program's name on the session's message bus, so that a further start is told to this process.
///
/// Its actor is named: an optimized build checks the `deinit` in another module, without this module's default.
@MainActor
public final class OnlyProgram {
    private let application: Object

    /// The program was started again.
    public var onAnotherStart: @MainActor () -> Void = {}

    /// Nil where another process holds the name, which is told of this start.
    public init?(_ name: String) {
        guard let application = unsafe gate_only_application(name) else { return nil }
        self.application = unsafe Object(application)
        // Its maker held a reference besides.
        unsafe g_object_unref(application)
        self.application.onSignal("activate") { [weak self] in self?.onAnotherStart() }
    }
}
