// The icons behind CGateWidgets.h: lines in a square of 16, in the colour of the text around them.
//
// They are drawn here instead of loaded from the theme: its files need an image loader, which a desktop may lack, and
// GTK then shows a broken image.

#include <math.h>

#include <adwaita.h>

#include "CGateWidgets.h"

#define SQUARE 16.0

typedef struct {
    GObject parent_instance;
    BiogateIconKind kind;
} BiogateIcon;

typedef struct {
    GObjectClass parent_class;
} BiogateIconClass;

static void line(cairo_t *cairo, int count, const double points[][2]) {
    cairo_new_sub_path(cairo);
    for (int index = 0; index < count; index += 1) cairo_line_to(cairo, points[index][0], points[index][1]);
}

#define LINE(cairo, ...)                                                            \
    do {                                                                            \
        const double points[][2] = {__VA_ARGS__};                                   \
        line(cairo, sizeof(points) / sizeof(points[0]), points);                    \
    } while (0)

/// A ridge of a finger: half a circle around the middle, with a leg on each side down to there.
static void ridge(cairo_t *cairo, double radius, double left, double right) {
    const double x = 8, y = 7.6;
    cairo_move_to(cairo, x - radius, left);
    cairo_arc(cairo, x, y, radius, M_PI, 2 * M_PI);
    cairo_line_to(cairo, x + radius, right);
}

static void draw(cairo_t *cairo, BiogateIconKind kind) {
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_width(cairo, 1.4);
    switch (kind) {
    case BIOGATE_ICON_FINGERPRINT:
        cairo_set_line_width(cairo, 1);
        cairo_new_sub_path(cairo);
        cairo_arc(cairo, 8, 7.6, 6.6, 1.14 * M_PI, 1.86 * M_PI);
        ridge(cairo, 4.95, 10.2, 11.4);
        ridge(cairo, 3.3, 12.6, 13.4);
        ridge(cairo, 1.65, 14, 14.6);
        LINE(cairo, {8, 7.6}, {8, 14.8});
        break;
    case BIOGATE_ICON_KEY:
        cairo_new_sub_path(cairo);
        cairo_arc(cairo, 4.8, 8, 3, 0, 2 * M_PI);
        LINE(cairo, {7.8, 8}, {14, 8}, {14, 10.8});
        LINE(cairo, {11.2, 8}, {11.2, 10.2});
        break;
    case BIOGATE_ICON_CLOCK:
        cairo_new_sub_path(cairo);
        cairo_arc(cairo, 8, 8, 6.2, 0, 2 * M_PI);
        LINE(cairo, {8, 4.2}, {8, 8}, {10.8, 9.8});
        break;
    case BIOGATE_ICON_CHECK:
        cairo_set_line_width(cairo, 2);
        LINE(cairo, {2.5, 8.5}, {6.2, 12.2}, {13.5, 4.2});
        break;
    case BIOGATE_ICON_UNAVAILABLE:
        cairo_set_line_width(cairo, 1.8);
        cairo_new_sub_path(cairo);
        cairo_arc(cairo, 8, 8, 5.8, 0, 2 * M_PI);
        LINE(cairo, {4, 4}, {12, 12});
        break;
    case BIOGATE_ICON_PENCIL:
        LINE(cairo, {11.2, 2.2}, {13.8, 4.8}, {5.6, 13}, {2.2, 13.8}, {3, 10.4}, {11.2, 2.2});
        LINE(cairo, {9.3, 4.1}, {11.9, 6.7});
        break;
    case BIOGATE_ICON_BIN:
        LINE(cairo, {2.5, 4}, {13.5, 4});
        LINE(cairo, {6, 4}, {6, 2.2}, {10, 2.2}, {10, 4});
        LINE(cairo, {4, 4}, {4.6, 13.8}, {11.4, 13.8}, {12, 4});
        LINE(cairo, {6.9, 6.8}, {6.9, 11.2});
        LINE(cairo, {9.1, 6.8}, {9.1, 11.2});
        break;
    case BIOGATE_ICON_CROSS:
        cairo_set_line_width(cairo, 2);
        LINE(cairo, {4, 4}, {12, 12});
        LINE(cairo, {12, 4}, {4, 12});
        break;
    case BIOGATE_ICON_MENU:
        cairo_set_line_width(cairo, 2);
        for (int row = 0; row < 3; row += 1) LINE(cairo, {2.5, 4 + 4 * row}, {13.5, 4 + 4 * row});
        break;
    case BIOGATE_ICON_NEXT:
        cairo_set_line_width(cairo, 2);
        LINE(cairo, {6, 3.5}, {10.5, 8}, {6, 12.5});
        break;
    case BIOGATE_ICON_NEXT_LEFT:
        cairo_set_line_width(cairo, 2);
        LINE(cairo, {10, 3.5}, {5.5, 8}, {10, 12.5});
        break;
    }
    cairo_stroke(cairo);
}

static void snapshot_symbolic(
    GtkSymbolicPaintable *paintable, GdkSnapshot *snapshot, double width, double height, const GdkRGBA *colors,
    gsize count) {
    double side = MIN(width, height);
    if (side <= 0) return;
    cairo_t *cairo = gtk_snapshot_append_cairo(snapshot, &GRAPHENE_RECT_INIT(0, 0, (float)width, (float)height));
    cairo_translate(cairo, (width - side) / 2, (height - side) / 2);
    cairo_scale(cairo, side / SQUARE, side / SQUARE);
    if (count > GTK_SYMBOLIC_COLOR_FOREGROUND) gdk_cairo_set_source_rgba(cairo, &colors[GTK_SYMBOLIC_COLOR_FOREGROUND]);
    draw(cairo, ((BiogateIcon *)paintable)->kind);
    cairo_destroy(cairo);
}

/// Without a widget's colours, in black.
static void snapshot(GdkPaintable *paintable, GdkSnapshot *snapshot, double width, double height) {
    snapshot_symbolic(GTK_SYMBOLIC_PAINTABLE(paintable), snapshot, width, height, NULL, 0);
}

static GdkPaintableFlags get_flags(GdkPaintable *paintable) {
    return GDK_PAINTABLE_STATIC_SIZE | GDK_PAINTABLE_STATIC_CONTENTS;
}

static double get_aspect_ratio(GdkPaintable *paintable) { return 1; }

static void become_paintable(GdkPaintableInterface *interface) {
    interface->snapshot = snapshot;
    interface->get_flags = get_flags;
    interface->get_intrinsic_aspect_ratio = get_aspect_ratio;
}

static void become_symbolic(GtkSymbolicPaintableInterface *interface) { interface->snapshot_symbolic = snapshot_symbolic; }

G_DEFINE_TYPE_WITH_CODE(
    BiogateIcon, biogate_icon, G_TYPE_OBJECT, G_IMPLEMENT_INTERFACE(GDK_TYPE_PAINTABLE, become_paintable)
    G_IMPLEMENT_INTERFACE(GTK_TYPE_SYMBOLIC_PAINTABLE, become_symbolic))

static void biogate_icon_init(BiogateIcon *icon) {}
static void biogate_icon_class_init(BiogateIconClass *icon_class) {}

void *biogate_icon(BiogateIconKind kind) {
    // One of each kind, for the life of the program.
    static GdkPaintable *icons[BIOGATE_ICON_NEXT_LEFT + 1];
    if (icons[kind] == NULL) {
        BiogateIcon *icon = g_object_new(biogate_icon_get_type(), NULL);
        icon->kind = kind;
        icons[kind] = GDK_PAINTABLE(icon);
    }
    return icons[kind];
}

void biogate_image_show(void *image, BiogateIconKind kind) {
    GdkPaintable *icon = biogate_icon(kind);
    if (gtk_image_get_paintable(GTK_IMAGE(image)) == icon) return;
    gtk_image_set_from_paintable(GTK_IMAGE(image), icon);
}

static GtkWidget *image_of(BiogateIconKind kind) {
    gboolean is_leftwards = gtk_widget_get_default_direction() == GTK_TEXT_DIR_RTL;
    if (kind == BIOGATE_ICON_NEXT && is_leftwards) kind = BIOGATE_ICON_NEXT_LEFT;
    GtkWidget *image = g_object_new(GTK_TYPE_IMAGE, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);
    biogate_image_show(image, kind);
    return image;
}

void biogate_button_show(void *button, BiogateIconKind kind) {
    gtk_button_set_child(GTK_BUTTON(button), image_of(kind));
    gtk_widget_add_css_class(GTK_WIDGET(button), "image-button");
}

void biogate_menu_button_show(void *button, BiogateIconKind kind) {
    gtk_menu_button_set_child(GTK_MENU_BUTTON(button), image_of(kind));
    gtk_widget_add_css_class(GTK_WIDGET(button), "image-button");
}
