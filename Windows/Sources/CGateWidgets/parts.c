// The types behind CGateWidgets.h: bins that store strings and report changes.

#include <adwaita.h>

#include "CGateWidgets.h"

#define PROPERTIES 6

typedef struct {
    AdwBin parent_instance;
    char *values[PROPERTIES];
} BiogatePart;

typedef struct {
    AdwBinClass parent_class;
} BiogatePartClass;

G_DEFINE_TYPE(BiogatePart, biogate_part, ADW_TYPE_BIN)

static void biogate_part_init(BiogatePart *part) {}

static void keep(BiogatePart *part, GParamSpec *property, const char *value) {
    char **kept = &part->values[property->param_id];
    if (g_strcmp0(*kept, value) == 0) return;
    g_free(*kept);
    *kept = g_strdup(value);
    g_object_notify_by_pspec(G_OBJECT(part), property);
}

static void get_property(GObject *object, guint id, GValue *value, GParamSpec *property) {
    g_value_set_string(value, ((BiogatePart *)object)->values[id]);
}

static void set_property(GObject *object, guint id, const GValue *value, GParamSpec *property) {
    keep((BiogatePart *)object, property, g_value_get_string(value));
}

static void finalize(GObject *object) {
    for (int id = 0; id < PROPERTIES; id += 1) g_free(((BiogatePart *)object)->values[id]);
    G_OBJECT_CLASS(biogate_part_parent_class)->finalize(object);
}

static void biogate_part_class_init(BiogatePartClass *part_class) {
    G_OBJECT_CLASS(part_class)->finalize = finalize;
}

static void add_property(void *part_class, guint id, const char *name, gboolean is_writable) {
    // Each class has to set its property functions again.
    G_OBJECT_CLASS(part_class)->get_property = get_property;
    G_OBJECT_CLASS(part_class)->set_property = set_property;
    GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
    if (is_writable) flags |= G_PARAM_WRITABLE;
    g_object_class_install_property(part_class, id, g_param_spec_string(name, NULL, NULL, NULL, flags));
}

static void add_signal(void *part_class, const char *name, gboolean has_detail) {
    GType type = G_TYPE_FROM_CLASS(part_class);
    if (has_detail) {
        g_signal_new(name, type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
    } else {
        g_signal_new(name, type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
    }
}

#define DEFINE(Type, name)                              \
    typedef BiogatePart Type;                           \
    typedef BiogatePartClass Type##Class;               \
    G_DEFINE_TYPE(Type, name, biogate_part_get_type())  \
    static void name##_init(Type *part) {}              \
    void *name##_new(void) { return g_object_new(name##_get_type(), NULL); }

DEFINE(BiogateGateView, biogate_gate_view)
DEFINE(BiogateUnavailableBanner, biogate_unavailable_banner)
DEFINE(BiogateOnboardingView, biogate_onboarding_view)
DEFINE(BiogateSignInGroup, biogate_sign_in_group)

static void biogate_gate_view_class_init(BiogateGateViewClass *view_class) {
    add_property(view_class, 1, "title", TRUE);
    add_property(view_class, 2, "details", TRUE);
    add_property(view_class, 3, "error-text", TRUE);
    add_property(view_class, 4, "logo-icon-name", TRUE);
    add_property(view_class, 5, "state", FALSE);
    add_signal(view_class, "succeeded", FALSE);
    add_signal(view_class, "fallback", TRUE);
    add_signal(view_class, "cancelled", TRUE);
    add_signal(view_class, "asked-anew", FALSE);
}

static void biogate_unavailable_banner_class_init(BiogateUnavailableBannerClass *banner_class) {
    add_property(banner_class, 1, "text", FALSE);
    add_signal(banner_class, "fallback", FALSE);
}

static void biogate_onboarding_view_class_init(BiogateOnboardingViewClass *view_class) {
    add_signal(view_class, "enabled", FALSE);
    add_signal(view_class, "skipped", FALSE);
}

static void biogate_sign_in_group_class_init(BiogateSignInGroupClass *group_class) {
    add_property(group_class, 1, "state", FALSE);
    add_signal(group_class, "changed", FALSE);
}

static GParamSpec *find(void *part, const char *name) {
    return g_object_class_find_property(G_OBJECT_GET_CLASS(part), name);
}

const char *biogate_part_get(void *part, const char *name) {
    return ((BiogatePart *)part)->values[find(part, name)->param_id];
}

void biogate_part_set(void *part, const char *name, const char *value) { keep(part, find(part, name), value); }

void biogate_part_emit(void *part, const char *signal, const char *detail) {
    if (detail != NULL) {
        g_signal_emit_by_name(part, signal, detail);
    } else {
        g_signal_emit_by_name(part, signal);
    }
}
