/* libfprint and GLib, with what Swift cannot import of them: variadics, casting macros, untyped signal handlers. */
#ifndef CFPRINT_H
#define CFPRINT_H

#include <dlfcn.h>
#include <fprint.h>
#include <gio/gio.h>
#include <string.h>

#pragma clang assume_nonnull begin

/* Handlers run on the thread that owns the default context; destroy frees data together with the connection. */
static inline void gate_connect_property(
    FpDevice *device, const char *detailed_signal,
    void (*handler)(FpDevice *_Null_unspecified, GParamSpec *_Null_unspecified, void *_Null_unspecified), void *data,
    GClosureNotify destroy)
{
    g_signal_connect_data(device, detailed_signal, G_CALLBACK(handler), data, destroy, (GConnectFlags)0);
}

static inline void gate_connect_added(
    FpContext *context,
    void (*handler)(FpContext *_Null_unspecified, FpDevice *_Null_unspecified, void *_Null_unspecified), void *data,
    GClosureNotify destroy)
{
    g_signal_connect_data(context, "device-added", G_CALLBACK(handler), data, destroy, (GConnectFlags)0);
}

/* Whether the host compares the images that the driver captures. The class is found by name: no header has it. */
static inline gboolean gate_is_image_device(FpDevice *device)
{
    GType image_device = g_type_from_name("FpImageDevice");
    return image_device != 0 && g_type_is_a(G_OBJECT_TYPE(device), image_device);
}

static inline gboolean gate_has_readable_property(void *object, const char *name)
{
    GParamSpec *property = g_object_class_find_property(G_OBJECT_GET_CLASS(object), name);
    return property != NULL && (property->flags & G_PARAM_READABLE) != 0;
}

/* A property that holds a string, NULL where it is absent or private; freed with g_free. */
static inline char *_Nullable gate_string_property(FpDevice *device, const char *name)
{
    char *text = NULL;
    if (gate_has_readable_property(device, name))
        g_object_get(device, name, &text, NULL);
    return text;
}

/* Whether the print holds what a driver keeps of it, which only drivers that store prints on their chip set. */
static inline gboolean gate_print_has_data(FpPrint *print)
{
    GVariant *data = NULL;
    if (gate_has_readable_property(print, "fpi-data"))
        g_object_get(print, "fpi-data", &data, NULL);
    if (data == NULL)
        return FALSE;
    g_variant_unref(data);
    return TRUE;
}

static inline gboolean gate_is_removed(FpDevice *device)
{
    gboolean removed = FALSE;
    g_object_get(device, "removed", &removed, NULL);
    return removed;
}

/* Bus number and address of a reader on USB; FALSE where it is not one. libgusb is found through libfprint, which
   links it: its headers are not needed, and a libfprint without USB still works. */
static inline gboolean gate_usb_location(FpDevice *device, guint8 *bus, guint8 *address)
{
    guint8 (*get_bus)(void *) = (guint8(*)(void *))dlsym(NULL, "g_usb_device_get_bus");
    guint8 (*get_address)(void *) = (guint8(*)(void *))dlsym(NULL, "g_usb_device_get_address");
    GObject *usb = NULL;
    if (gate_has_readable_property(device, "fpi-usb-device"))
        g_object_get(device, "fpi-usb-device", &usb, NULL);
    if (usb == NULL)
        return FALSE;
    *bus = get_bus != NULL ? get_bus(usb) : 0;
    *address = get_address != NULL ? get_address(usb) : 0;
    g_object_unref(usb);
    return TRUE;
}

/* Closes what fp_device_open leaves open where the driver refused: libfprint opens the USB device before it asks the
   driver, does not close it after, and would be refused itself from then on (G_USB_DEVICE_ERROR_ALREADY_OPEN). Does
   nothing where it is closed. */
static inline void gate_close_usb(FpDevice *device)
{
    gboolean (*close_device)(void *, GError **) = (gboolean(*)(void *, GError **))dlsym(NULL, "g_usb_device_close");
    GObject *usb = NULL;
    if (close_device != NULL && gate_has_readable_property(device, "fpi-usb-device"))
        g_object_get(device, "fpi-usb-device", &usb, NULL);
    if (usb == NULL)
        return;
    close_device(usb, NULL);
    g_object_unref(usb);
}

/* Lets a finish function return a success that came after the cancellation, where GTask would drop it. */
static inline void gate_keep_late_success(GAsyncResult *result)
{
    if (G_IS_TASK(result))
        g_task_set_check_cancellable(G_TASK(result), FALSE);
}

/* Whether fp_print_deserialize can read the bytes: it asserts a length, and trusts the finger and the type of what is
   inside. The format is "FP3" and a little-endian GVariant: print type, driver, device id, stored, finger, user,
   description, Julian day, extensions, data. */
static inline gboolean gate_is_readable_print(const guint8 *bytes, gsize count)
{
    gboolean readable = FALSE;
    gint32 type = 0, day = 0;
    guint8 finger = 0;
    GVariant *print, *data = NULL;
    GBytes *copy;

    if (count <= 3 || memcmp(bytes, "FP3", 3) != 0)
        return FALSE;
    copy = g_bytes_new(bytes + 3, count - 3);
    print = g_variant_ref_sink(g_variant_new_from_bytes(G_VARIANT_TYPE("(issbymsmsia{sv}v)"), copy, FALSE));
    g_bytes_unref(copy);
    if (g_variant_is_normal_form(print)) {
        g_variant_get_child(print, 0, "i", &type);
        g_variant_get_child(print, 4, "y", &finger);
        g_variant_get_child(print, 7, "i", &day);
        g_variant_get_child(print, 9, "v", &data);
        type = GINT32_FROM_LE(type);
        /* 1 is FPI_PRINT_RAW, a driver's own data, and 2 is FPI_PRINT_NBIS, lists of minutiae. */
        readable = day != 0 && finger <= FP_FINGER_LAST
            && ((type == 1 && g_variant_is_of_type(data, G_VARIANT_TYPE_VARIANT))
                || (type == 2 && g_variant_is_of_type(data, G_VARIANT_TYPE("(a(aiaiai))"))));
        g_variant_unref(data);
    }
    g_variant_unref(print);
    return readable;
}

#pragma clang assume_nonnull end

#endif
