// GTK and libadwaita, with what Swift cannot import of them: casts, which are macros, and functions with a variable
// number of arguments. Each cast is checked while the program runs, and says so where it is wrong.
#pragma once

#include <adwaita.h>
#include <glib-unix.h>
#include <sys/prctl.h>
#include <sys/resource.h>

// Exported by libdispatch for main loops other than its own; CFRunLoop uses them in the same way.
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
static inline GtkStyleProvider *gate_style_provider(void *object) { return GTK_STYLE_PROVIDER(object); }

/// The name that assistive technology tells.
static inline void gate_set_accessible_label(void *object, const char *text) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(object), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

/// What assistive technology tells besides the name; of the widget with the focus, at once when it changes.
static inline void gate_set_accessible_description(void *object, const char *text) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(object), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

/// A caret that fades in and out is drawn sixty times a second for as long as somebody is waited for.
static inline void gate_hold_caret_still(void) {
    g_object_set(gtk_settings_get_default(), "gtk-cursor-blink", FALSE, NULL);
}

/// Keeps this process out of core dumps, and other programs of the user from reading its memory.
static inline void gate_forbid_dumps(void) {
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}
