/* systemd's client of the message bus. */
#ifndef CSDBUS_H
#define CSDBUS_H

#include <systemd/sd-bus.h>

#endif
