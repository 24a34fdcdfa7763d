import BiometricGate
import CGtk
import GateWindows

gtk_init()
MainLoop.attach()
guard let item = ItemName("org.example.App/token"), let window = gtk_window_new(),
    let gate = GateView(GateFlow(.secret(item), reason: "Open the example"))
else { fatalError("there is no window") }
gate.onSuccess = { [weak gate] in print("Opened: \(gate?.flow.takeSecret()?.count ?? 0) bytes.") }
gate.onFallback = { way in print("The app's own way: \(way)") }
window.withMemoryRebound(to: GtkWindow.self, capacity: 1) { window in
    gtk_window_set_child(window, gate.widget.assumingMemoryBound(to: GtkWidget.self))
    gtk_window_present(window)
}
g_signal_connect_data(window, "unrealize", { MainLoop.stop() }, nil, nil, GConnectFlags(rawValue: 0))
MainLoop.run()
