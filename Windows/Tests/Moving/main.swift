// A gate that its app moves from one window into another while it asks.

import BiometricGate
import CAdwaita
import GateWindows

/// Used by the button, for the life of the program.
struct Windows {
    let first, second: UnsafeMutablePointer<GtkWindow>
    let gate: GateView
}

var windows: Windows?

/// Moves it from the first window into the second, and closes the first.
func move() {
    guard let windows, let view = gate_widget(windows.gate.widget) else { return }
    adw_bin_set_child(gate_bin(gtk_widget_get_parent(view)), nil)
    gtk_window_set_child(windows.second, view)
    gtk_window_present(windows.second)
    gtk_window_destroy(windows.first)
}

gtk_init()
MainLoop.attach()
guard let first = gate_window(gtk_window_new()), let second = gate_window(gtk_window_new()),
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12), let place = adw_bin_new(),
    let button = gtk_button_new_with_label("Move"),
    let gate = GateView(GateFlow(.confirmation, reason: "Open the example"))
else { fatalError("there is no window") }
windows = Windows(first: first, second: second, gate: gate)
gate.onSuccess = {
    print("Passed.")
    MainLoop.stop()
}
adw_bin_set_child(gate_bin(place), gate_widget(gate.widget))
gtk_box_append(gate_box(box), place)
gtk_box_append(gate_box(box), button)
let clicked: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = { _, _ in
    MainActor.assumeIsolated { move() }
}
g_signal_connect_data(
    button, "clicked", unsafeBitCast(clicked, to: GCallback.self), nil, nil, GConnectFlags(rawValue: 0))
gtk_window_set_child(first, gate_widget(box))
gtk_window_present(first)
MainLoop.run()
