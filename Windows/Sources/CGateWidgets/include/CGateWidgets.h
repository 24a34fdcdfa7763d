// The widgets that an app puts into its own screens, as GObjects: types with properties and signals of their own, which a
// program in any language meets on the pointer that it is given. What they show and do is Swift's.
//
// BiogateGateView          properties title, details, error-text, logo-icon-name; read-only state
//                          signals succeeded, fallback(way), cancelled(by), asked-anew
// BiogateUnavailableBanner read-only property text; signal fallback
// BiogateOnboardingView    signals enabled, skipped
// BiogateSignInGroup       read-only property state; signal changed
//
// Each is an AdwBin. Properties are strings; NULL is unset.
#pragma once

// Each makes a floating widget.
void *biogate_gate_view_new(void);
void *biogate_unavailable_banner_new(void);
void *biogate_onboarding_view_new(void);
void *biogate_sign_in_group_new(void);

/// A property's value, valid until that changes; NULL where it is unset.
const char *biogate_part_get(void *part, const char *property);
/// Sets a property, a read-only one too, and tells of it where it is another value.
void biogate_part_set(void *part, const char *property, const char *value);
/// Emits a signal; `detail` is NULL for one that has none.
void biogate_part_emit(void *part, const char *signal, const char *detail);

/// The icons of the windows.
typedef enum {
    BIOGATE_ICON_FINGERPRINT,
    BIOGATE_ICON_KEY,
    BIOGATE_ICON_CHECK,
    BIOGATE_ICON_UNAVAILABLE,
    BIOGATE_ICON_PENCIL,
    BIOGATE_ICON_BIN,
    BIOGATE_ICON_CROSS,
} BiogateIconKind;

/// The icon as a GdkPaintable and GtkSymbolicPaintable, which lives as long as the program and is not the caller's to release.
void *biogate_icon(BiogateIconKind kind);
/// Has a GtkImage show it, in the colour of text and as large as the image wants.
void biogate_image_show(void *image, BiogateIconKind kind);
/// Has a GtkButton show it in place of words; no screen reader tells it.
void biogate_button_show(void *button, BiogateIconKind kind);
