/* systemd's client of the message bus, opened at the first use.
 *
 * Without the library functions that return a number return -ENOSYS, and the others NULL. */
#ifndef CSDBUS_H
#define CSDBUS_H

#include <systemd/sd-bus.h>

#endif
