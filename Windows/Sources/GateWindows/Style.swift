// The windows' style, in addition to the theme's.

internal import CAdwaita

enum Style {
    /// Adds the settings' rules, once.
    static let settings: Void = add(PackageResources.settings_css)

    /// Adds rules to the display, while it is open.
    static func add(_ rules: [UInt8]) {
        guard let provider = unsafe gtk_css_provider_new(), let display = unsafe gdk_display_get_default()
        else { return }
        unsafe rules.withUnsafeBytes { bytes in
            // The pointer is valid for the call, and the length is given, so no NUL is needed.
            unsafe gate_load_style(provider, bytes.baseAddress, gsize(bytes.count))
        }
        unsafe gtk_style_context_add_provider_for_display(
            display, gate_style_provider(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        unsafe g_object_unref(provider)
    }
}
