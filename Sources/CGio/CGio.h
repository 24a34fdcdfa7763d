/* GLib's message bus client and its signal sources. */
#ifndef CGIO_H
#define CGIO_H

#include <gio/gio.h>
#include <glib-unix.h>

#endif
