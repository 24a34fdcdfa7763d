// GTK and libadwaita, with the parts that Swift cannot import: casts, which are macros, and functions with a variable
// number of arguments. Each cast is checked at run time, and reports a mistake.
#pragma once

#include <adwaita.h>
#include <dlfcn.h>
#include <gdk/wayland/gdkwayland.h>
#include <gdk/x11/gdkx.h>
#include <glib-unix.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

// Exported by libdispatch for other main loops; CFRunLoop uses them in the same way.
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *unused);

static inline GtkWidget *gate_widget(void *object) { return GTK_WIDGET(object); }
static inline GtkWindow *gate_window(void *object) { return GTK_WINDOW(object); }
static inline GtkLabel *gate_label(void *object) { return GTK_LABEL(object); }
static inline GtkImage *gate_image(void *object) { return GTK_IMAGE(object); }
static inline GtkButton *gate_button(void *object) { return GTK_BUTTON(object); }
static inline GtkEditable *gate_editable(void *object) { return GTK_EDITABLE(object); }
static inline GtkText *gate_text(void *object) { return GTK_TEXT(object); }
static inline GtkEventController *gate_controller(void *object) { return GTK_EVENT_CONTROLLER(object); }
static inline GtkBox *gate_box(void *object) { return GTK_BOX(object); }
static inline GtkCheckButton *gate_check_button(void *object) { return GTK_CHECK_BUTTON(object); }
static inline AdwPreferencesRow *gate_preferences_row(void *object) { return ADW_PREFERENCES_ROW(object); }
static inline AdwActionRow *gate_action_row(void *object) { return ADW_ACTION_ROW(object); }
static inline AdwBin *gate_bin(void *object) { return ADW_BIN(object); }
static inline AdwPreferencesGroup *gate_group(void *object) { return ADW_PREFERENCES_GROUP(object); }
static inline GtkFixed *gate_fixed(void *object) { return GTK_FIXED(object); }
static inline GtkStyleProvider *gate_style_provider(void *object) { return GTK_STYLE_PROVIDER(object); }

/// Replaces a provider's rules.
static inline void gate_load_style(GtkCssProvider *provider, const void *rules, gsize length) {
    G_GNUC_BEGIN_IGNORE_DEPRECATIONS // its successor is new in GTK 4.12
    gtk_css_provider_load_from_data(provider, rules, (gssize)length);
    G_GNUC_END_IGNORE_DEPRECATIONS
}

/// The name for assistive technology. Since GTK 4.10 the words on a button take precedence over this name.
static inline void gate_set_accessible_label(void *object, const char *text) {
    gtk_accessible_reset_relation(GTK_ACCESSIBLE(object), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
    gtk_accessible_update_property(GTK_ACCESSIBLE(object), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

/// The description for assistive technology, after the name; for the focused widget, a change is spoken at once. Since
/// GTK 4.10 the subtitle that libadwaita relates to a row takes precedence over this description.
static inline void gate_set_accessible_description(void *object, const char *text) {
    gtk_accessible_reset_relation(GTK_ACCESSIBLE(object), GTK_ACCESSIBLE_RELATION_DESCRIBED_BY);
    gtk_accessible_update_property(GTK_ACCESSIBLE(object), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

/// `gtk_accessible_announce` of the GTK that runs, new in 4.14, or NULL. It is looked up, so that one program does for
/// every GTK.
typedef void (*GateAnnounce)(GtkAccessible *window, const char *text, int priority);
static inline GateAnnounce gate_gtk_announce(void) { return (GateAnnounce)dlsym(NULL, "gtk_accessible_announce"); }

/// Whether GTK has announcements. Since then, a generic widget has no name for assistive technology.
static inline gboolean gate_has_announcements(void) { return gate_gtk_announce() != NULL; }

/// Has screen readers say the text, whatever has the focus in the window. FALSE where GTK has no announcements.
static inline gboolean gate_announce(void *window, const char *text) {
    GateAnnounce announce = gate_gtk_announce();
    if (announce != NULL) announce(GTK_ACCESSIBLE(window), text, 2 /* GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_HIGH */);
    return announce != NULL;
}

// From gio/gdesktopappinfo.h, which stands in a directory that libadwaita's package does not name.
typedef struct _GDesktopAppInfo GDesktopAppInfo;
GDesktopAppInfo *g_desktop_app_info_new(const char *desktop_id);
GDesktopAppInfo *g_desktop_app_info_new_from_filename(const char *filename);

/// The desktop entry in that file, or NULL; the caller unreferences it.
static inline void *gate_desktop_entry(const char *path) { return g_desktop_app_info_new_from_filename(path); }
/// Whether menus show it.
static inline gboolean gate_app_is_listed(void *entry) { return g_app_info_should_show(G_APP_INFO(entry)); }
static inline const char *gate_app_name(void *entry) { return g_app_info_get_display_name(G_APP_INFO(entry)); }
/// An icon that the theme has, or NULL. Any other icon would be a file chosen by the app, read in a process in which PINs are
/// typed.
static inline void *gate_app_icon(void *entry) {
    GIcon *icon = g_app_info_get_icon(G_APP_INFO(entry));
    GtkIconTheme *theme = gtk_icon_theme_get_for_display(gdk_display_get_default());
    return G_IS_THEMED_ICON(icon) && gtk_icon_theme_has_gicon(theme, icon) ? icon : NULL;
}

/// Makes the window belong to another program's, named as in XDG's portals: before it is shown on Wayland, once it has
/// a surface on X11. Does nothing if the handle is for another kind of display.
static inline void gate_set_parent(void *window, const char *handle) {
    GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(window));
    if (surface == NULL) return;
    if (GDK_IS_WAYLAND_TOPLEVEL(surface) && g_str_has_prefix(handle, "wayland:")) {
        gdk_wayland_toplevel_set_transient_for_exported(GDK_WAYLAND_TOPLEVEL(surface), handle + strlen("wayland:"));
    } else if (GDK_IS_X11_SURFACE(surface) && g_str_has_prefix(handle, "x11:")) {
        Window parent = (Window)g_ascii_strtoull(handle + strlen("x11:"), NULL, 16);
        GdkDisplay *display = gdk_surface_get_display(surface);
        // A window that is missing or gone is no reason to end.
        gdk_x11_display_error_trap_push(display);
        XSetTransientForHint(gdk_x11_display_get_xdisplay(display), gdk_x11_surface_get_xid(surface), parent);
        gdk_x11_display_error_trap_pop_ignored(display);
    }
}

/// The widget's role for assistive technology; to be set before it is in a window.
static inline void gate_set_accessible_role(void *object, GtkAccessibleRole role) {
    g_object_set(object, "accessible-role", role, NULL);
}

/// Computes the height of the texts in a scrolled window, limited to the display's room beside the rest of the window.
static inline void gate_measure_reading(
    GtkWidget *bin, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
    int *natural_baseline) {
    GtkScrolledWindow *scroller = GTK_SCROLLED_WINDOW(adw_bin_get_child(ADW_BIN(bin)));
    GtkWidget *texts = gtk_viewport_get_child(GTK_VIEWPORT(gtk_scrolled_window_get_child(scroller)));
    gboolean is_wanted_width = orientation == GTK_ORIENTATION_HORIZONTAL;
    // For a height, GTK 4.8 finds the width at which all texts fit into it, which may be wider than the display.
    gtk_widget_measure(texts, orientation, is_wanted_width ? -1 : for_size, minimum, natural, NULL, NULL);
    *minimum_baseline = *natural_baseline = -1;
    if (is_wanted_width) return;
    GdkDisplay *display = gtk_widget_get_display(bin);
    GtkNative *native = gtk_widget_get_native(bin);
    GdkSurface *surface = native ? gtk_native_get_surface(native) : NULL;
    GdkMonitor *monitor = surface ? gdk_display_get_monitor_at_surface(display, surface) : NULL;
    GdkRectangle place = {0, 0, 0, 600};
    if (monitor) gdk_monitor_get_geometry(monitor, &place);
    // Room for a panel and a border.
    int room = place.height - 64;
    for (GtkWidget *other = gtk_widget_get_first_child(gtk_widget_get_parent(bin)); other;
         other = gtk_widget_get_next_sibling(other)) {
        int height = 0;
        if (other != bin) gtk_widget_measure(other, orientation, for_size, NULL, &height, NULL, NULL);
        room -= height;
    }
    // The least may not depend on the width by which the others break their lines: GTK asks for it without one, too.
    int least = 48;
    if (*minimum > least) *minimum = least;
    if (*natural > room) *natural = MAX(room, least);
}

static inline void gate_place_reading(GtkWidget *bin, int width, int height, int baseline) {
    gtk_widget_allocate(adw_bin_get_child(ADW_BIN(bin)), width, height, baseline, NULL);
}

static inline GtkSizeRequestMode gate_reading_mode(GtkWidget *bin) { return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH; }

/// Makes an AdwBin as high as the texts in its scrolled window, which does not ask for that by itself.
static inline void gate_grow_reading(void *bin) {
    gtk_widget_set_layout_manager(
        GTK_WIDGET(bin), gtk_custom_layout_new(gate_reading_mode, gate_measure_reading, gate_place_reading));
}

/// The room between a line's two parts, in px: beside each other, and one below the other.
#define GATE_BESIDE_GAP 12
#define GATE_BELOW_GAP 6

/// A line's two parts, of which either may be hidden.
typedef struct {
    GtkWidget *first, *last;
    /// Whether they are beside each other: where no text has to break for that.
    gboolean is_beside;
    int last_width;
} GateLine;

/// `width` is -1 where the line may be as wide as it wants.
static inline GateLine gate_line(GtkWidget *box, int width) {
    GateLine line = {gtk_widget_get_first_child(box), gtk_widget_get_last_child(box), FALSE, 0};
    if (!gtk_widget_should_layout(line.first)) line.first = NULL;
    if (!gtk_widget_should_layout(line.last)) line.last = NULL;
    if (!line.first || !line.last) return line;
    int first_width = 0;
    gtk_widget_measure(line.first, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &first_width, NULL, NULL);
    gtk_widget_measure(line.last, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &line.last_width, NULL, NULL);
    line.is_beside = width < 0 || first_width + GATE_BESIDE_GAP + line.last_width <= width;
    return line;
}

static inline int gate_size(GtkWidget *part, GtkOrientation orientation, int for_size, gboolean is_least) {
    int least = 0, usual = 0;
    if (part) gtk_widget_measure(part, orientation, for_size, &least, &usual, NULL, NULL);
    return is_least ? least : usual;
}

static inline void gate_measure_line(
    GtkWidget *box, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
    int *natural_baseline) {
    *minimum_baseline = *natural_baseline = -1;
    if (orientation == GTK_ORIENTATION_HORIZONTAL) {
        GateLine line = gate_line(box, -1);
        *minimum = MAX(gate_size(line.first, orientation, -1, TRUE), gate_size(line.last, orientation, -1, TRUE));
        *natural = gate_size(line.first, orientation, -1, FALSE) + gate_size(line.last, orientation, -1, FALSE) +
                   (line.is_beside ? GATE_BESIDE_GAP : 0);
        return;
    }
    GateLine line = gate_line(box, for_size);
    gboolean has_width = line.is_beside && for_size >= 0;
    int first = gate_size(line.first, orientation, has_width ? for_size - GATE_BESIDE_GAP - line.last_width : for_size, FALSE);
    int last = gate_size(line.last, orientation, has_width ? line.last_width : for_size, FALSE);
    *minimum = *natural = line.is_beside ? MAX(first, last) : first + last + (first && last ? GATE_BELOW_GAP : 0);
}

static inline void gate_place_line(GtkWidget *box, int width, int height, int baseline) {
    GateLine line = gate_line(box, width);
    gboolean is_mirrored = gtk_widget_get_direction(box) == GTK_TEXT_DIR_RTL;
    GtkAllocation first = {0, 0, width, height}, last = first;
    if (line.is_beside) {
        first.width = width - GATE_BESIDE_GAP - line.last_width;
        last.width = line.last_width;
        *(is_mirrored ? &first.x : &last.x) = (is_mirrored ? last.width : first.width) + GATE_BESIDE_GAP;
    } else if (line.first && line.last) {
        first.height = gate_size(line.first, GTK_ORIENTATION_VERTICAL, width, FALSE);
        last.y = first.height + GATE_BELOW_GAP;
        last.height = height - last.y;
    }
    if (line.first) gtk_widget_size_allocate(line.first, &first, baseline);
    if (line.last) gtk_widget_size_allocate(line.last, &last, baseline);
}

/// Places a box's two parts beside each other, or one below the other where a text would have to break otherwise.
static inline void gate_stack_where_narrow(void *line) {
    gtk_widget_set_layout_manager(
        GTK_WIDGET(line), gtk_custom_layout_new(gate_reading_mode, gate_measure_line, gate_place_line));
}

/// Whether a display is too narrow for parts side by side, as one of 1280 px at four times the size.
static inline gboolean gate_has_narrow_display(void) {
    GListModel *monitors = gdk_display_get_monitors(gdk_display_get_default());
    gboolean is_narrow = FALSE;
    for (guint index = 0; index < g_list_model_get_n_items(monitors); index += 1) {
        GdkMonitor *monitor = g_list_model_get_item(monitors, index);
        GdkRectangle place;
        gdk_monitor_get_geometry(monitor, &place);
        is_narrow = is_narrow || place.width < 480;
        g_object_unref(monitor);
    }
    return is_narrow;
}

/// Has the parts of a box stand one below the other, or beside each other.
static inline void gate_stack(void *box, gboolean is_stacked) {
    gtk_orientable_set_orientation(
        GTK_ORIENTABLE(box), is_stacked ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
}

/// Shows a text over the content, until it is dismissed or the user closes it.
static inline void gate_toast(void *overlay, const char *text) {
    AdwToast *toast = adw_toast_new("");
    // A toast's own label has one line.
    GtkWidget *label = gtk_label_new(text);
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    gtk_widget_add_css_class(label, "heading");
    adw_toast_set_custom_title(toast, label);
    adw_toast_set_timeout(toast, 0);
    g_object_set_data_full(G_OBJECT(overlay), "gate-toast", g_object_ref(toast), g_object_unref);
    adw_toast_overlay_add_toast(ADW_TOAST_OVERLAY(overlay), toast);
}

/// Takes the last text away, if it is still shown.
static inline void gate_dismiss_toast(void *overlay) {
    AdwToast *toast = g_object_steal_data(G_OBJECT(overlay), "gate-toast");
    if (toast == NULL) return;
    adw_toast_dismiss(toast);
    g_object_unref(toast);
}

/// Has GTK tell assistive technology of the widget at once: it does so when the widget first gets the focus, or another
/// change of this kind, and only then tells of an earlier description.
static inline void gate_make_known(GtkWidget *widget) {
    gboolean is_focusable = gtk_widget_get_focusable(widget);
    gtk_widget_set_focusable(widget, !is_focusable);
    gtk_widget_set_focusable(widget, is_focusable);
}

/// The width of a sheet of texts, in px: a line of them with its margins, within the display; 0 on a narrow one.
static inline int gate_sheet_width(void *widget, int letters, int margins) {
    if (gate_has_narrow_display()) return 0;
    PangoFontMetrics *metrics = pango_context_get_metrics(gtk_widget_get_pango_context(GTK_WIDGET(widget)), NULL, NULL);
    int width = letters * pango_font_metrics_get_approximate_char_width(metrics) / PANGO_SCALE + margins;
    pango_font_metrics_unref(metrics);
    GdkMonitor *monitor = g_list_model_get_item(gdk_display_get_monitors(gdk_display_get_default()), 0);
    GdkRectangle place = {0, 0, G_MAXINT, G_MAXINT};
    if (monitor != NULL) gdk_monitor_get_geometry(monitor, &place);
    g_clear_object(&monitor);
    return CLAMP(width, 440, MAX(440, place.width - 32));
}

/// A window's actions under that prefix; the window holds them.
static inline void *gate_action_group(void *window, const char *prefix) {
    GSimpleActionGroup *group = g_simple_action_group_new();
    gtk_widget_insert_action_group(GTK_WIDGET(window), prefix, G_ACTION_GROUP(group));
    g_object_unref(group);
    return group;
}

/// The menu of a menu button, which holds it.
static inline void *gate_menu(void *button) {
    GMenu *menu = g_menu_new();
    gtk_menu_button_set_menu_model(GTK_MENU_BUTTON(button), G_MENU_MODEL(menu));
    g_object_unref(menu);
    return menu;
}

/// Adds an entry to a menu; returns its action, which the group holds.
static inline void *gate_menu_entry(void *menu, void *group, const char *caption, const char *name, const char *prefix) {
    GSimpleAction *action = g_simple_action_new(name, NULL);
    g_action_map_add_action(G_ACTION_MAP(group), G_ACTION(action));
    char *detailed = g_strconcat(prefix, ".", name, NULL);
    g_menu_append(G_MENU(menu), caption, detailed);
    g_free(detailed);
    g_object_unref(action);
    return action;
}

/// Makes keys start a window's action.
static inline void gate_shortcut(void *window, const char *keys, const char *action) {
    GtkEventController *controller = gtk_shortcut_controller_new();
    gtk_shortcut_controller_add_shortcut(
        GTK_SHORTCUT_CONTROLLER(controller),
        gtk_shortcut_new(gtk_shortcut_trigger_parse_string(keys), gtk_named_action_new(action)));
    gtk_widget_add_controller(GTK_WIDGET(window), controller);
}

/// Shows what the program is, in front of its window.
static inline void gate_show_about(
    void *window, const char *name, const char *version, const char *summary, const char *icon, const char *makers) {
    GtkWidget *about = g_object_new(
        ADW_TYPE_ABOUT_WINDOW, "transient-for", window, "modal", TRUE, "application-name", name, "version", version,
        "comments", summary, "application-icon", icon, "developer-name", makers, "license-type", GTK_LICENSE_APACHE_2_0,
        NULL);
    gtk_window_present(GTK_WINDOW(about));
}

/// The texts above a group's rows, which libadwaita takes as markup.
static inline void gate_set_group(void *group, const char *title, const char *description) {
    char *texts[] = {g_markup_escape_text(title, -1), g_markup_escape_text(description, -1)};
    adw_preferences_group_set_title(ADW_PREFERENCES_GROUP(group), texts[0]);
    adw_preferences_group_set_description(ADW_PREFERENCES_GROUP(group), texts[1]);
    for (int index = 0; index < 2; index += 1) g_free(texts[index]);
}

/// The label of the heading of an AdwPreferencesGroup.
static inline void *gate_group_heading(GtkWidget *part) {
    if (GTK_IS_LABEL(part)) return part;
    for (GtkWidget *child = gtk_widget_get_first_child(part); child; child = gtk_widget_get_next_sibling(child)) {
        void *found = gate_group_heading(child);
        if (found != NULL) return found;
    }
    return NULL;
}

/// Scrolls a scrolled window by a page, and keeps a line of the largest letters in sight: GTK keeps a tenth, and would cut
/// the same line on both pages of a low window.
static inline void gate_turn_page(void *scroller, gboolean back) {
    GtkAdjustment *place = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scroller));
    gdouble page = gtk_adjustment_get_page_size(place), step = MAX(page - 64, page / 2);
    gtk_adjustment_set_value(place, gtk_adjustment_get_value(place) + (back ? -step : step));
}

/// Sees each press of a mouse button, or of a finger on the display, before any widget below does.
static inline void *gate_press_controller(void) {
    GtkGesture *gesture = gtk_gesture_click_new();
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(gesture), 0);
    gtk_event_controller_set_propagation_phase(GTK_EVENT_CONTROLLER(gesture), GTK_PHASE_CAPTURE);
    return gesture;
}

/// Stops the reported press.
static inline void gate_take_press(void *gesture) {
    gtk_gesture_set_state(GTK_GESTURE(gesture), GTK_EVENT_SEQUENCE_CLAIMED);
}

/// Whether the widget is in that window.
static inline gboolean gate_is_in(void *widget, void *window) {
    return (void *)gtk_widget_get_root(GTK_WIDGET(widget)) == window;
}

/// Whether something in the widget can have the focus.
static inline gboolean gate_holds_focusable(GtkWidget *widget) {
    for (GtkWidget *part = gtk_widget_get_first_child(widget); part; part = gtk_widget_get_next_sibling(part)) {
        if (!gtk_widget_get_visible(part) || !gtk_widget_get_sensitive(part)) continue;
        if (gtk_widget_get_focusable(part) || gate_holds_focusable(part)) return TRUE;
    }
    return FALSE;
}

/// The widget had the focus before, so its selection stays.
static inline void gate_give_focus_back(GtkWidget *widget) {
    if (GTK_IS_TEXT(widget)) {
        gtk_text_grab_focus_without_selecting(GTK_TEXT(widget));
    } else {
        gtk_widget_grab_focus(widget);
    }
}

/// A property of org.a11y.Status: IsEnabled, whether assistive technology is present, or ScreenReaderEnabled.
static inline gboolean gate_status_of_assistance(const char *property) {
    GDBusConnection *bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, NULL);
    if (bus == NULL) return FALSE;
    gboolean is_on = FALSE;
    GVariant *answer = g_dbus_connection_call_sync(
        bus, "org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Get",
        g_variant_new("(ss)", "org.a11y.Status", property), G_VARIANT_TYPE("(v)"), G_DBUS_CALL_FLAGS_NONE, 500, NULL, NULL);
    if (answer != NULL) {
        GVariant *value = NULL;
        g_variant_get(answer, "(v)", &value);
        is_on = g_variant_is_of_type(value, G_VARIANT_TYPE_BOOLEAN) && g_variant_get_boolean(value);
        g_variant_unref(value);
        g_variant_unref(answer);
    }
    g_object_unref(bus);
    return is_on;
}

/// The name of GTK's own connection on assistive technology's bus, the caller's to free; NULL while the registry there does not
/// list this process.
static inline char *gate_registered_name(GDBusConnection *bus) {
    GVariant *answer = g_dbus_connection_call_sync(
        bus, "org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root", "org.a11y.atspi.Accessible", "GetChildren", NULL,
        G_VARIANT_TYPE("(a(so))"), G_DBUS_CALL_FLAGS_NONE, 500, NULL, NULL);
    if (answer == NULL) return NULL;
    char *found = NULL;
    GVariantIter *programs = NULL;
    const char *name = NULL;
    g_variant_get(answer, "(a(so))", &programs);
    while (found == NULL && g_variant_iter_next(programs, "(&s&o)", &name, NULL)) {
        GVariant *owner = g_dbus_connection_call_sync(
            bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionUnixProcessID",
            g_variant_new("(s)", name), G_VARIANT_TYPE("(u)"), G_DBUS_CALL_FLAGS_NONE, 500, NULL, NULL);
        if (owner == NULL) continue;
        guint32 process = 0;
        g_variant_get(owner, "(u)", &process);
        if (process == (guint32)getpid()) found = g_strdup(name);
        g_variant_unref(owner);
    }
    g_variant_iter_free(programs);
    g_variant_unref(answer);
    return found;
}

/// Whether GTK, on the main loop, has dealt with what came to its connection before, and with its registration.
static inline gboolean gate_has_cache(GDBusConnection *bus, const char *name) {
    GVariant *answer = g_dbus_connection_call_sync(
        bus, name, "/org/a11y/atspi/cache", "org.a11y.atspi.Cache", "GetItems", NULL, NULL, G_DBUS_CALL_FLAGS_NONE, 500, NULL,
        NULL);
    if (answer == NULL) return FALSE;
    g_variant_unref(answer);
    return TRUE;
}

/// Whether assistive technology hears the events of this process.
///
/// GTK drops every event until the registry has answered who listens, and asks that when it adds its cache, once the process is
/// registered. The second look at the cache is therefore behind that answer: the registry answers in order.
static inline gboolean gate_is_listened_to(GDBusConnection *bus) {
    char *name = gate_registered_name(bus);
    if (name == NULL) return FALSE;
    gboolean has_asked = gate_has_cache(bus, name);
    char *again = has_asked ? gate_registered_name(bus) : NULL;
    gboolean is_answered = again != NULL && gate_has_cache(bus, again);
    g_free(again);
    g_free(name);
    return is_answered;
}

/// A connection to assistive technology's bus, and the programs that told there of an active window, as a set of names.
typedef struct {
    GDBusConnection *bus;
    GMutex lock;
    GHashTable *told;
} GateEar;

/// On a thread of GDBus.
static inline GDBusMessage *gate_hear(GDBusConnection *bus, GDBusMessage *message, gboolean is_incoming, gpointer given) {
    GateEar *ear = given;
    const char *member = g_dbus_message_get_member(message);
    if (!is_incoming || g_dbus_message_get_message_type(message) != G_DBUS_MESSAGE_TYPE_SIGNAL) return message;
    if (g_ascii_strcasecmp(member, "activate") != 0) return message;
    g_mutex_lock(&ear->lock);
    g_hash_table_add(ear->told, g_strdup(g_dbus_message_get_sender(message)));
    g_mutex_unlock(&ear->lock);
    return message;
}

/// Listens for active windows from now on; NULL if there is no assistive technology.
static inline void *gate_listen(void) {
    GDBusConnection *session = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, NULL);
    if (session == NULL) return NULL;
    GVariant *answer = g_dbus_connection_call_sync(
        session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", NULL, G_VARIANT_TYPE("(s)"),
        G_DBUS_CALL_FLAGS_NONE, 500, NULL, NULL);
    g_object_unref(session);
    if (answer == NULL) return NULL;
    const char *address = NULL;
    g_variant_get(answer, "(&s)", &address);
    GDBusConnection *bus = g_dbus_connection_new_for_address_sync(
        address, G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION, NULL, NULL,
        NULL);
    g_variant_unref(answer);
    if (bus == NULL) return NULL;
    GateEar *ear = g_new0(GateEar, 1);
    ear->bus = bus;
    g_mutex_init(&ear->lock);
    ear->told = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_dbus_connection_add_filter(bus, gate_hear, ear, NULL);
    answer = g_dbus_connection_call_sync(
        bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "AddMatch",
        g_variant_new("(s)", "type='signal',interface='org.a11y.atspi.Event.Window'"), NULL, G_DBUS_CALL_FLAGS_NONE, 500, NULL,
        NULL);
    if (answer != NULL) g_variant_unref(answer);
    return ear;
}

/// Waits until assistive technology hears the events of this process, three seconds at most; on any thread but the main loop's.
/// Returns whether GTK told by then that a window of it is active: its last answer on the bus comes after that.
static inline gboolean gate_wait_until_listened_to(void *given) {
    GateEar *ear = given;
    if (ear == NULL) return TRUE;
    gint64 end = g_get_monotonic_time() + 3 * G_USEC_PER_SEC;
    while (!gate_is_listened_to(ear->bus) && g_get_monotonic_time() < end) g_usleep(10 * 1000);
    char *name = gate_registered_name(ear->bus);
    g_mutex_lock(&ear->lock);
    gboolean has_told = name != NULL && g_hash_table_contains(ear->told, name);
    g_mutex_unlock(&ear->lock);
    g_free(name);
    // The filter may still run, so the rest of it stays.
    g_dbus_connection_close_sync(ear->bus, NULL, NULL);
    g_object_unref(ear->bus);
    return has_told;
}

/// A fading caret is drawn sixty times a second while the window waits.
static inline void gate_hold_caret_still(void) {
    g_object_set(gtk_settings_get_default(), "gtk-cursor-blink", FALSE, NULL);
}

/// Keeps this process out of core dumps, and its memory from other programs of the user.
static inline void gate_forbid_dumps(void) {
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

/// Starts a program whose output is read and whose error messages are not; NULL if it does not start. The caller
/// unreferences it.
static inline void *gate_start_reading(char **words) {
    return g_subprocess_newv(
        (const char *const *)words, G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, NULL);
}

static inline void gate_end(void *process) { g_subprocess_force_exit(G_SUBPROCESS(process)); }

/// Receives a program's output, or NULL if it failed; the bytes are lent for the call.
typedef void (*gate_reader)(const void *bytes, gsize count, void *data);

struct gate_reading {
    gate_reader reader;
    void *data;
};

static inline void gate_have_read(GObject *process, GAsyncResult *result, gpointer given) {
    struct gate_reading *reading = given;
    GBytes *bytes = NULL;
    gboolean read = g_subprocess_communicate_finish(G_SUBPROCESS(process), result, &bytes, NULL, NULL);
    gsize count = 0;
    const void *start = bytes == NULL ? "" : g_bytes_get_data(bytes, &count);
    if (read && g_subprocess_get_successful(G_SUBPROCESS(process))) {
        // An empty text has no address.
        reading->reader(start == NULL ? "" : start, count, reading->data);
    } else {
        reading->reader(NULL, 0, reading->data);
    }
    if (bytes != NULL) g_bytes_unref(bytes);
    g_free(reading);
}

/// Calls `reader` once, on the main loop, when the program has ended.
static inline void gate_read_all(void *process, gate_reader reader, void *data) {
    struct gate_reading *reading = g_new(struct gate_reading, 1);
    reading->reader = reader;
    reading->data = data;
    g_subprocess_communicate_async(G_SUBPROCESS(process), NULL, NULL, gate_have_read, reading);
}

/// The application of that name, now owned by this process, which the caller unreferences. NULL if another process owns
/// it, which is then asked to show itself. Without a message bus each process has its own.
static inline void *gate_only_application(const char *name) {
    GApplication *application = G_APPLICATION(gtk_application_new(name, G_APPLICATION_FLAGS_NONE));
    g_application_register(application, NULL, NULL);
    if (!g_application_get_is_registered(application) || !g_application_get_is_remote(application)) return application;
    g_application_activate(application);
    // Sends it before this process ends.
    g_dbus_connection_flush_sync(g_application_get_dbus_connection(application), NULL, NULL);
    g_object_unref(application);
    return NULL;
}

/// The window of a widget, or NULL.
static inline void *gate_root_window(void *widget) {
    GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(widget));
    return root != NULL && GTK_IS_WINDOW(root) ? root : NULL;
}

/// The surface of a realized window, which reports its state; otherwise NULL.
static inline void *gate_window_surface(void *window) {
    GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(window));
    return surface != NULL && GDK_IS_TOPLEVEL(surface) ? surface : NULL;
}

/// Whether no part of a window can be seen: it is not shown, is minimized, or is suspended, if GTK knows that (4.12).
static inline gboolean gate_is_out_of_sight(void *window) {
    void *surface = gate_window_surface(window);
    if (surface == NULL || !gtk_widget_get_mapped(GTK_WIDGET(window))) return TRUE;
    const GdkToplevelState suspended = 1 << 16;
    return (gdk_toplevel_get_state(GDK_TOPLEVEL(surface)) & (GDK_TOPLEVEL_STATE_MINIMIZED | suspended)) != 0;
}

/// Starts the program of a desktop entry; FALSE if there is none, or it does not start.
static inline gboolean gate_start_entry(const char *name) {
    GDesktopAppInfo *entry = g_desktop_app_info_new(name);
    if (entry == NULL) return FALSE;
    gboolean started = g_app_info_launch(G_APP_INFO(entry), NULL, NULL, NULL);
    g_object_unref(entry);
    return started;
}
