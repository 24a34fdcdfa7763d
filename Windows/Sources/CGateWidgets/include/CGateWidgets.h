// The widgets for an app's own screens, as GObjects: types with properties and signals, which a program in any language
// finds on the pointer that it receives. Swift implements their content and behaviour.
//
// BiogateGateView          properties title, details, error-text, logo-icon-name; read-only state
//                          signals succeeded, fallback(way), cancelled(by), asked-anew
// BiogateUnavailableBanner read-only property text; signal fallback
// BiogateOnboardingView    signals enabled, skipped
// BiogateSignInGroup       read-only property state; signal changed
//
// Each is an AdwBin. Properties are strings; NULL is unset.
#pragma once

// Each returns a floating widget.
void *biogate_gate_view_new(void);
void *biogate_unavailable_banner_new(void);
void *biogate_onboarding_view_new(void);
void *biogate_sign_in_group_new(void);

/// A property's value, valid until it changes; NULL if it is unset.
const char *biogate_part_get(void *part, const char *property);
/// Sets a property, even a read-only one, and notifies if the value differs.
void biogate_part_set(void *part, const char *property, const char *value);
/// Emits a signal; `detail` is NULL for a signal without one.
void biogate_part_emit(void *part, const char *signal, const char *detail);

/// Makes a GtkLabel break its lines between words in Korean, too, where Pango breaks between any two syllables, and never
/// with hyphens that are not in the text. Call it again when the text has changed.
void biogate_label_keep_words(void *label);
/// The same for all labels in a widget.
void biogate_labels_keep_words(void *widget);

/// The windows' icons.
typedef enum {
    BIOGATE_ICON_FINGERPRINT,
    BIOGATE_ICON_KEY,
    BIOGATE_ICON_CLOCK,
    BIOGATE_ICON_CHECK,
    BIOGATE_ICON_UNAVAILABLE,
    BIOGATE_ICON_PENCIL,
    BIOGATE_ICON_BIN,
    BIOGATE_ICON_CROSS,
    BIOGATE_ICON_MENU,
    /// Leads on: to the right, or to the left in a language that is written that way.
    BIOGATE_ICON_NEXT,
    BIOGATE_ICON_NEXT_LEFT,
} BiogateIconKind;

/// The icon as a GdkPaintable and GtkSymbolicPaintable, which lives as long as the program; the caller does not release
/// it.
void *biogate_icon(BiogateIconKind kind);
/// Makes a GtkImage show it, in the text's colour and at the image's size.
void biogate_image_show(void *image, BiogateIconKind kind);
/// Makes a GtkButton show it instead of words; screen readers ignore it.
void biogate_button_show(void *button, BiogateIconKind kind);
/// The same for a GtkMenuButton.
void biogate_menu_button_show(void *button, BiogateIconKind kind);
