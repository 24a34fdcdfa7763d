/* Definitions of the functions of libsystemd that GateBus calls: each finds the library's own, and calls it.
 *
 * Linked, the library and those behind it would be loaded at the start of every program that might use a bus, such as
 * the command line. */
#pragma GCC visibility push(hidden)
#include "CSDBus.h"
#pragma GCC visibility pop

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>

/* NULL if there is no library, or no such function in it. */
static void *find(const char *name) {
    static void *library;
    void *opened = __atomic_load_n(&library, __ATOMIC_ACQUIRE);
    if (!opened) {
        /* Two threads get the same one. */
        opened = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
        __atomic_store_n(&library, opened, __ATOMIC_RELEASE);
    }
    return opened ? dlsym(opened, name) : NULL;
}

#define FIND(name) \
    static __typeof__(name) *kept; \
    __typeof__(name) *function = __atomic_load_n(&kept, __ATOMIC_RELAXED); \
    if (!function) { \
        function = (__typeof__(name) *)find(#name); \
        __atomic_store_n(&kept, function, __ATOMIC_RELAXED); \
    }
#define NUMBER(name, parameters, arguments) \
    int name parameters { \
        FIND(name) \
        return function ? function arguments : -ENOSYS; \
    }
#define POINTER(type, name, parameters, arguments) \
    type name parameters { \
        FIND(name) \
        return function ? function arguments : NULL; \
    }
#define NOTHING(name, parameters, arguments) \
    void name parameters { \
        FIND(name) \
        if (function) function arguments; \
    }

NUMBER(sd_bus_add_filter,
    (sd_bus *bus, sd_bus_slot **slot, sd_bus_message_handler_t callback, void *userdata), (bus, slot, callback, userdata))
NUMBER(sd_bus_call_async,
    (sd_bus *bus, sd_bus_slot **slot, sd_bus_message *m, sd_bus_message_handler_t callback, void *userdata, uint64_t usec), (bus, slot, m, callback, userdata, usec))
NOTHING(sd_bus_close, (sd_bus *bus), (bus))
POINTER(sd_bus *, sd_bus_close_unref, (sd_bus *bus), (bus))
NUMBER(sd_bus_get_events, (sd_bus *bus), (bus))
NUMBER(sd_bus_get_fd, (sd_bus *bus), (bus))
NUMBER(sd_bus_get_timeout, (sd_bus *bus, uint64_t *timeout_usec), (bus, timeout_usec))
NUMBER(sd_bus_message_append_array,
    (sd_bus_message *m, char type, const void *ptr, size_t size), (m, type, ptr, size))
NUMBER(sd_bus_message_append_basic, (sd_bus_message *m, char type, const void *p), (m, type, p))
NUMBER(sd_bus_message_at_end, (sd_bus_message *m, int complete), (m, complete))
NUMBER(sd_bus_message_close_container, (sd_bus_message *m), (m))
NUMBER(sd_bus_message_copy, (sd_bus_message *m, sd_bus_message *source, int all), (m, source, all))
NUMBER(sd_bus_message_enter_container, (sd_bus_message *m, char type, const char *contents), (m, type, contents))
NUMBER(sd_bus_message_exit_container, (sd_bus_message *m), (m))
POINTER(const sd_bus_error *, sd_bus_message_get_error, (sd_bus_message *m), (m))
NUMBER(sd_bus_message_get_expect_reply, (sd_bus_message *m), (m))
POINTER(const char *, sd_bus_message_get_interface, (sd_bus_message *m), (m))
POINTER(const char *, sd_bus_message_get_member, (sd_bus_message *m), (m))
POINTER(const char *, sd_bus_message_get_path, (sd_bus_message *m), (m))
POINTER(const char *, sd_bus_message_get_sender, (sd_bus_message *m), (m))
POINTER(const char *, sd_bus_message_get_signature, (sd_bus_message *m, int complete), (m, complete))
NUMBER(sd_bus_message_get_type, (sd_bus_message *m, uint8_t *type), (m, type))
NUMBER(sd_bus_message_new_method_call,
    (sd_bus *bus, sd_bus_message **m, const char *destination, const char *path, const char *interface, const char *member), (bus, m, destination, path, interface, member))
NUMBER(sd_bus_message_new_method_error,
    (sd_bus_message *call, sd_bus_message **m, const sd_bus_error *e), (call, m, e))
NUMBER(sd_bus_message_new_method_return, (sd_bus_message *call, sd_bus_message **m), (call, m))
NUMBER(sd_bus_message_new_signal,
    (sd_bus *bus, sd_bus_message **m, const char *path, const char *interface, const char *member), (bus, m, path, interface, member))
NUMBER(sd_bus_message_open_container, (sd_bus_message *m, char type, const char *contents), (m, type, contents))
NUMBER(sd_bus_message_peek_type, (sd_bus_message *m, char *type, const char **contents), (m, type, contents))
NUMBER(sd_bus_message_read_array,
    (sd_bus_message *m, char type, const void **ptr, size_t *size), (m, type, ptr, size))
NUMBER(sd_bus_message_read_basic, (sd_bus_message *m, char type, void *p), (m, type, p))
POINTER(sd_bus_message *, sd_bus_message_ref, (sd_bus_message *m), (m))
NUMBER(sd_bus_message_rewind, (sd_bus_message *m, int complete), (m, complete))
NUMBER(sd_bus_message_sensitive, (sd_bus_message *m), (m))
NUMBER(sd_bus_message_set_auto_start, (sd_bus_message *m, int b), (m, b))
NUMBER(sd_bus_message_set_destination, (sd_bus_message *m, const char *destination), (m, destination))
NUMBER(sd_bus_message_set_expect_reply, (sd_bus_message *m, int b), (m, b))
NUMBER(sd_bus_message_skip, (sd_bus_message *m, const char *types), (m, types))
POINTER(sd_bus_message *, sd_bus_message_unref, (sd_bus_message *m), (m))
NUMBER(sd_bus_negotiate_fds, (sd_bus *bus, int b), (bus, b))
NUMBER(sd_bus_new, (sd_bus **ret), (ret))
NUMBER(sd_bus_process, (sd_bus *bus, sd_bus_message **r), (bus, r))
NUMBER(sd_bus_send, (sd_bus *bus, sd_bus_message *m, uint64_t *cookie), (bus, m, cookie))
NUMBER(sd_bus_set_address, (sd_bus *bus, const char *address), (bus, address))
NUMBER(sd_bus_set_bus_client, (sd_bus *bus, int b), (bus, b))
NUMBER(sd_bus_set_connected_signal, (sd_bus *bus, int b), (bus, b))
NUMBER(sd_bus_start, (sd_bus *bus), (bus))
