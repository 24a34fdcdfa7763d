// The daemon's client: JSON messages, each ended by a NUL, parsed only as far as the measurement needs.

#include "measure.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define GATE "org.biometricgate.Gate."

static const char availability[] = "{\"method\":\"" GATE "GetAvailability\"}";
static const char retrieve[] =
    "{\"method\":\"" GATE "RetrieveSecret\",\"more\":true,\"parameters\":{\"name\":\"%s\",\"reason\":\"Measure\"}}";

static const char authenticate[] =
    "{\"method\":\"" GATE "Authenticate\",\"more\":true,"
    "\"parameters\":{\"reason\":\"Measure\",\"factors\":[\"fingerprint\"]}}";

// The items that `Gate.fill` stores beside the first.
static const char several[] =
    "{\"method\":\"" GATE "RetrieveSecrets\",\"more\":true,\"parameters\":{\"reason\":\"Measure\",\"names\":["
    "\"item-1\",\"item-2\",\"item-3\",\"item-4\",\"item-5\",\"item-6\",\"item-7\",\"item-8\"]}}";

static struct finger finger;
static char request[512];

/// Received bytes that were not read yet.
struct inbox {
    int connection;
    size_t length, taken;
    char bytes[1 << 16];
};

static struct inbox status = {.connection = -1};
static struct inbox scan = {.connection = -1};

static void open_inbox(struct inbox *inbox, int connection) {
    inbox->connection = connection;
    inbox->length = inbox->taken = 0;
}

/// The next message; valid until the next call.
static const char *receive(struct inbox *inbox) {
    memmove(inbox->bytes, inbox->bytes + inbox->taken, inbox->length -= inbox->taken);
    while (!memchr(inbox->bytes, 0, inbox->length)) {
        ssize_t count = read(inbox->connection, inbox->bytes + inbox->length, sizeof inbox->bytes - inbox->length);
        if (count <= 0) fail("the daemon closed the connection");
        inbox->length += count;
    }
    inbox->taken = strlen(inbox->bytes) + 1;
    if (strstr(inbox->bytes, "\"error\"")) fail("the daemon says: %s", inbox->bytes);
    return inbox->bytes;
}

static void call(const struct inbox *inbox, const char *text) {
    send_all(inbox->connection, text, strlen(text) + 1);
}

static void expect_available(struct inbox *inbox) {
    const char *answer = receive(inbox);
    if (!strstr(answer, "\"available\"")) fail("the gate is not available: %s", answer);
}

static void prepare(void) {
    if (finger.bytes) return;
    finger = finger_in("FINGER", "GATE_READER");
    snprintf(request, sizeof request, retrieve, setting("GATE_ITEM"));
}

void gate_start(void) {
    prepare();
    open_inbox(&status, connect_to(setting("GATE_SOCKET")));
    open_inbox(&scan, connect_to(setting("GATE_SOCKET")));
    call(&status, availability);
    expect_available(&status);
}

static void arm(const char *text) {
    call(&scan, text);
    while (!strstr(receive(&scan), "\"waitingForFinger\"")) {}
}

static void await_secret(void) {
    while (!strstr(receive(&scan), "\"secret\"")) {}
}

/// Touch to the answer that has `result`.
static int64_t touched(const char *text, const char *result) {
    arm(text);
    pause_for(3000000);
    int64_t begin = now();
    touch(&finger);
    while (!strstr(receive(&scan), result)) {}
    return now() - begin;
}

/// Touch to the secret in the client's hands.
int64_t gate_armed(void) { return touched(request, "\"secret\""); }

/// Touch to eight secrets.
int64_t gate_several(void) { return touched(several, "\"secrets\""); }

/// Touch to the yes of a call that opens nothing.
int64_t gate_yes(void) { return touched(authenticate, "\"authentication\""); }

/// Connect to the secret, with the reader closed before and the finger on as soon as it is asked for.
int64_t gate_cold(void) {
    prepare();
    await_closed(finger.reader);
    int64_t begin = now();
    open_inbox(&scan, connect_to(setting("GATE_SOCKET")));
    arm(request);
    touch(&finger);
    await_secret();
    int64_t end = now();
    close(scan.connection);
    return end - begin;
}

int64_t gate_availability(void) {
    int64_t begin = now();
    call(&status, availability);
    receive(&status);
    return now() - begin;
}

/// Availability over a second connection, from the touch until the secret arrives, with as many samples as there is
/// time for.
int64_t gate_during_scan(void) {
    arm(request);
    touch(&finger);
    // The time in which the reader delivers the image is not computing yet.
    pause_for(20000000);
    struct pollfd answer = {.fd = scan.connection, .events = POLLIN};
    for (;;) {
        int64_t sample = gate_availability();
        // The finger is reported at once; the secret arrives when the comparison has ended.
        while (scan.taken < scan.length || poll(&answer, 1, 0) == 1)
            if (strstr(receive(&scan), "\"secret\"")) return -1;
        add_sample(sample);
        pause_for(1000000);
    }
}

static int64_t first_reply(int connection, int64_t begin) {
    open_inbox(&status, connection);
    call(&status, availability);
    expect_available(&status);
    int64_t end = now();
    close(connection);
    return end - begin;
}

/// exec to the first answer, for a daemon that opens its socket itself.
int64_t gate_exec(void) {
    const char *path = setting("GATE_SOCKET");
    int connection;
    unlink(path);
    int64_t begin = now();
    pid_t process = start_process("GATE_COMMAND", -1);
    while ((connection = try_connect(path)) < 0) {
        if (waitpid(process, NULL, WNOHANG) != 0) fail("the daemon ended");
        pause_for(50000);
    }
    int64_t sample = first_reply(connection, begin);
    end_process(process);
    return sample;
}

/// connect to the first answer, for a daemon started by that connection.
int64_t gate_activated(void) {
    const char *path = setting("GATE_ACTIVATION_SOCKET");
    pid_t process = start_process("GATE_ACTIVATOR", -1);
    while (access(path, F_OK) != 0) pause_for(1000000);
    // The activator listens just after it has bound.
    pause_for(50000000);
    int64_t begin = now();
    int64_t sample = first_reply(connect_to(path), begin);
    end_process(process);
    unlink(path);
    return sample;
}
