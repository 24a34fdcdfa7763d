// fprintd's client over sd-bus, which adds no thread between the bus and the caller.

#include "measure.h"

#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>

#define SERVICE "net.reactivated.Fprint"
#define MANAGER "/net/reactivated/Fprint/Manager"
#define DEVICE SERVICE ".Device"

static struct finger finger;
static sd_bus *bus;
static char *device;
/// The newest signal of an operation, and whether it was the last.
static char result[64];
static bool done;

static void check(int code, const char *what, const sd_bus_error *error) {
    if (code < 0) fail("%s: %s", what, error && error->message ? error->message : strerror(-code));
}

static int status_changed(sd_bus_message *message, void *data, sd_bus_error *error) {
    const char *text;
    int last;
    check(sd_bus_message_read(message, "sb", &text, &last), "a status", NULL);
    strncpy(result, text, sizeof result - 1);
    done = last;
    return 0;
}

static void await_status(void) {
    result[0] = 0;
    while (!result[0]) {
        int more = sd_bus_process(bus, NULL);
        check(more, "process", NULL);
        if (!more) check(sd_bus_wait(bus, UINT64_MAX), "wait", NULL);
    }
}

static void call(const char *method, const char *argument) {
    sd_bus_error error = SD_BUS_ERROR_NULL;
    check(sd_bus_call_method(bus, SERVICE, device, DEVICE, method, &error, NULL, argument ? "s" : "", argument), method,
          &error);
}

static void get_devices(void) {
    sd_bus_error error = SD_BUS_ERROR_NULL;
    sd_bus_message *reply;
    const char *path;
    check(sd_bus_call_method(bus, SERVICE, MANAGER, SERVICE ".Manager", "GetDevices", &error, &reply, ""), "GetDevices",
          &error);
    check(sd_bus_message_enter_container(reply, 'a', "o"), "GetDevices", NULL);
    if (sd_bus_message_read(reply, "o", &path) <= 0) fail("fprintd has no reader");
    if (!device) device = strdup(path);
    sd_bus_message_unref(reply);
}

void fprintd_start(void) {
    finger = finger_in("FINGER", "FPRINTD_READER");
    check(sd_bus_open_system(&bus), "the bus", NULL);
    if (getenv("FPRINTD_COMMAND")) return;
    get_devices();
    check(sd_bus_match_signal(bus, NULL, SERVICE, NULL, DEVICE, "VerifyStatus", status_changed, NULL), "match", NULL);
    check(sd_bus_match_signal(bus, NULL, SERVICE, NULL, DEVICE, "EnrollStatus", status_changed, NULL), "match", NULL);
}

void fprintd_enroll(void) {
    call("Claim", "");
    call("EnrollStart", "right-index-finger");
    do {
        touch(&finger);
        await_status();
    } while (!done);
    if (strcmp(result, "enroll-completed") != 0) fail("fprintd's enrolment: %s", result);
    call("EnrollStop", NULL);
    call("Release", NULL);
}

static void await_match(void) {
    await_status();
    if (strcmp(result, "verify-match") != 0) fail("fprintd says %s", result);
}

/// Touch to VerifyStatus.
int64_t fprintd_armed(void) {
    static bool claimed;
    if (!claimed) call("Claim", "");
    claimed = true;
    call("VerifyStart", "any");
    pause_for(3000000);
    int64_t begin = now();
    touch(&finger);
    await_match();
    int64_t end = now();
    call("VerifyStop", NULL);
    return end - begin;
}

/// Claim to VerifyStatus, with the finger on as soon as the reader is armed.
int64_t fprintd_cold(void) {
    await_closed(finger.reader);
    int64_t begin = now();
    call("Claim", "");
    call("VerifyStart", "any");
    touch(&finger);
    await_match();
    int64_t end = now();
    call("VerifyStop", NULL);
    call("Release", NULL);
    return end - begin;
}

/// VerifyStart's answer, on a claimed reader.
int64_t fprintd_begin(void) {
    static bool claimed;
    if (!claimed) call("Claim", "");
    claimed = true;
    int64_t begin = now();
    call("VerifyStart", "any");
    int64_t end = now();
    call("VerifyStop", NULL);
    return end - begin;
}

int64_t fprintd_get_devices(void) {
    int64_t begin = now();
    get_devices();
    return now() - begin;
}

/// GetDevices from the touch until the status arrives, with as many samples as there is time for.
int64_t fprintd_during_scan(void) {
    call("Claim", "");
    call("VerifyStart", "any");
    touch(&finger);
    pause_for(20000000);
    result[0] = 0;
    for (;;) {
        int64_t sample = fprintd_get_devices();
        add_sample(sample);
        while (sd_bus_process(bus, NULL) > 0) {}
        if (result[0]) break;
        pause_for(1000000);
    }
    if (strcmp(result, "verify-match") != 0) fail("fprintd says %s", result);
    call("VerifyStop", NULL);
    call("Release", NULL);
    return -1;
}

static bool owned;

static int owner_changed(sd_bus_message *message, void *data, sd_bus_error *error) {
    const char *name, *before, *after;
    check(sd_bus_message_read(message, "sss", &name, &before, &after), "an owner", NULL);
    owned = after[0] != 0;
    return 0;
}

static void await_owner(bool wanted) {
    while (owned != wanted) {
        int more = sd_bus_process(bus, NULL);
        check(more, "process", NULL);
        if (!more) check(sd_bus_wait(bus, UINT64_MAX), "wait", NULL);
    }
}

/// exec to the first answer to GetDevices.
int64_t fprintd_exec(void) {
    static sd_bus_slot *slot;
    if (!slot)
        check(sd_bus_add_match(bus, &slot,
                               "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='" SERVICE
                               "'",
                               owner_changed, NULL),
              "match", NULL);
    int64_t begin = now();
    pid_t process = start_process("FPRINTD_COMMAND", -1);
    await_owner(true);
    get_devices();
    int64_t end = now();
    end_process(process);
    await_owner(false);
    return end - begin;
}
