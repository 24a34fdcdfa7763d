// The floor: a program that only calls libfprint. It runs in a separate process, like the daemons, so that the finger
// has to wake it up, too.

#include "measure.h"

#include <libfprint-2/fprint.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <signal.h>
#include <unistd.h>

static struct finger finger;
static int child = -1;

static void check(GError *error, const char *what) {
    if (error) fail("%s: %s", what, error->message);
}

static void stage_passed(FpDevice *device, int stage, FpPrint *print, void *data, GError *error) {
    check(error, "enroll");
    if (stage < fp_device_get_nr_enroll_stages(device)) touch(&finger);
}

/// Verifies once for each byte that it reads: 'o' opens before and closes afterwards, 'v' finds the reader open. Writes
/// 'a' when the reader is armed, and then when the verification has ended.
static void serve(int parent) {
    GError *error = NULL;
    FpContext *context = fp_context_new();
    FpDevice *device = g_ptr_array_index(fp_context_get_devices(context), 0);
    fp_device_open_sync(device, NULL, &error);
    check(error, "open");
    touch(&finger);
    FpPrint *print = fp_device_enroll_sync(device, fp_print_new(device), NULL, stage_passed, NULL, &error);
    check(error, "enroll");
    write(parent, "r", 1);
    for (char command; read(parent, &command, 1) == 1;) {
        gboolean match = FALSE;
        if (command == 'c') fp_device_close_sync(device, NULL, &error);
        check(error, "close");
        if (command == 'o') fp_device_open_sync(device, NULL, &error);
        check(error, "open");
        if (command != 'c') {
            // The touch waits for this; the next call arms the reader.
            write(parent, "a", 1);
            fp_device_verify_sync(device, print, NULL, NULL, NULL, &match, NULL, &error);
            check(error, "verify");
            if (!match) fail("bare libfprint found no match");
        }
        int64_t end = now();
        write(parent, &end, sizeof end);
    }
    exit(0);
}

void floor_start(void) {
    finger = finger_in("FINGER", "FLOOR_READER");
    setenv(setting("READER_VARIABLE"), finger.reader, 1);
    int pair[2];
    socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair);
    if (fork() == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        close(pair[0]);
        serve(pair[1]);
    }
    close(pair[1]);
    child = pair[0];
    char ready;
    if (read(child, &ready, 1) != 1) fail("the floor did not start");
}

static int64_t ended(void) {
    int64_t end;
    if (recv(child, &end, sizeof end, MSG_WAITALL) != sizeof end) fail("the floor ended");
    return end;
}

static void command(const char *word) {
    char armed;
    if (write(child, word, 1) != 1 || read(child, &armed, 1) != 1) fail("the floor ended");
}

/// Touch to verify_finish.
int64_t floor_armed(void) {
    command("v");
    pause_for(3000000);
    int64_t begin = now();
    touch(&finger);
    return ended() - begin;
}

/// Open to verify_finish, with the finger on as soon as the reader is armed.
int64_t floor_cold(void) {
    if (write(child, "c", 1) != 1) fail("the floor ended");
    ended();
    await_closed(finger.reader);
    int64_t begin = now();
    command("o");
    touch(&finger);
    return ended() - begin;
}
