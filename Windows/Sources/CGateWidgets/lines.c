// Where the lines of a label break.

#include <adwaita.h>

#include "CGateWidgets.h"

/// A longer word could be wider than a narrow window, and is then broken.
#define LONGEST_WORD 10

static gboolean is_hangul(gunichar character) { return g_unichar_get_script(character) == G_UNICODE_SCRIPT_HANGUL; }

static void keep_word(PangoAttrList *attributes, const char *text, const char *start, const char *end) {
    PangoAttribute *whole = pango_attr_allow_breaks_new(FALSE);
    whole->start_index = (guint)(start - text);
    whole->end_index = (guint)(end - text);
    pango_attr_list_insert(attributes, whole);
}

void biogate_label_keep_words(void *label) {
    const char *text = gtk_label_get_text(GTK_LABEL(label));
    PangoAttrList *attributes = pango_attr_list_new();
    pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(FALSE));
    const char *word = text;
    gboolean has_hangul = FALSE;
    for (const char *place = text;; place = g_utf8_next_char(place)) {
        gunichar character = g_utf8_get_char(place);
        if (character != 0 && !g_unichar_isspace(character)) {
            has_hangul = has_hangul || is_hangul(character);
            continue;
        }
        if (has_hangul && g_utf8_strlen(word, place - word) <= LONGEST_WORD) keep_word(attributes, text, word, place);
        if (character == 0) break;
        word = g_utf8_next_char(place);
        has_hangul = FALSE;
    }
    gtk_label_set_attributes(GTK_LABEL(label), attributes);
    pango_attr_list_unref(attributes);
}

void biogate_labels_keep_words(void *widget) {
    if (GTK_IS_LABEL(widget)) biogate_label_keep_words(widget);
    for (GtkWidget *part = gtk_widget_get_first_child(widget); part != NULL; part = gtk_widget_get_next_sibling(part)) {
        biogate_labels_keep_words(part);
    }
}
