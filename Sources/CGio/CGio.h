/* GLib's message bus client, with what Swift cannot import of it: casting macros. */
#ifndef CGIO_H
#define CGIO_H

#include <gio/gio.h>
#include <gio/gunixfdlist.h>
#include <gio/gunixoutputstream.h>

#pragma clang assume_nonnull begin

/* The handler runs on the thread that iterates the context that the connection was made under. */
static inline gulong gate_connect_closed(
    GDBusConnection *connection,
    void (*handler)(GDBusConnection *_Null_unspecified, gboolean, GError *_Nullable, void *_Null_unspecified), void *data,
    GClosureNotify destroy)
{
    return g_signal_connect_data(connection, "closed", G_CALLBACK(handler), data, destroy, (GConnectFlags)0);
}

#pragma clang assume_nonnull end

#endif
