// GLib's main loop on the main thread, with the main actor's jobs on it.

internal import CAdwaita
internal import Glibc

/// The loop that windows run in.
public enum MainLoop {
    /// There is no display for a window.
    public struct NoDisplay: Error {
        public init() {}
    }

    @safe private static let loop = unsafe g_main_loop_new(nil, 0)

    /// Connects to the display, as the program with a desktop entry's name.
    public static func open(program: String) throws(NoDisplay) {
        gate_forbid_dumps()
        // Needs no memory that is both writable and executable, and draws the first picture sooner.
        _ = unsafe g_setenv("GSK_RENDERER", "cairo", 0)
        // GDK would start GL all the same, at 60 MB and a tenth of a second; GTK 4.16 moved the switch.
        if gtk_get_minor_version() < 16 {
            _ = unsafe g_setenv("GDK_DEBUG", "gl-disable", 0)
        } else {
            _ = unsafe g_setenv("GDK_DISABLE", "gl", 0)
            // Otherwise it leaves what hinted letters have below the bounds of a text that changes.
            _ = unsafe g_setenv("GSK_DEBUG", "full-redraw", 0)
        }
        unsafe g_set_prgname(program)
        unsafe g_set_application_name("BiometricGate")
        guard gtk_init_check() != 0 else { throw NoDisplay() }
        adw_init()
        Style.add(PackageResources.controls_css)
        gate_hold_caret_still()
        attach()
    }

    /// Makes GLib's main loop run the main actor's jobs, for an app that starts GTK itself; call it once, on the main
    /// thread. Whatever runs that loop (`run()`, GtkApplication or another) then serves views and tasks as well.
    public static func attach() {
        // libdispatch's own descriptor, readable while jobs wait for the main actor.
        let queue = _dispatch_get_main_queue_handle_4CF()
        _ = unsafe g_unix_fd_add(
            queue, G_IO_IN,
            { queue, _, _ in
                // Reading the count makes it unreadable again; the local has room for its eight bytes.
                var count: UInt64 = 0
                _ = unsafe read(queue, &count, 8)
                _dispatch_main_queue_callback_4CF(nil)
                return 1
            }, nil)
    }

    /// Ends `run` when the process receives the signal.
    public static func stop(at signal: Int32) {
        _ = unsafe g_unix_signal_add(
            signal,
            { _ in
                MainActor.assumeIsolated { MainLoop.stop() }
                return 1
            }, nil)
    }

    /// Serves windows and jobs until `stop`.
    public static func run() { unsafe g_main_loop_run(loop) }

    /// Ends `run`.
    public static func stop() { unsafe g_main_loop_quit(loop) }

    /// A monotonic time.
    public static var now: Duration { .microseconds(g_get_monotonic_time()) }
}
