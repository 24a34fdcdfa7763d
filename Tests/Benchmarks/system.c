#define _GNU_SOURCE
#include "measure.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

void fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("measure: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(1);
}

const char *setting(const char *name) {
    const char *value = getenv(name);
    if (!value) fail("%s is not set", name);
    return value;
}

void pause_for(int64_t nanoseconds) {
    struct timespec time = {nanoseconds / 1000000000, nanoseconds % 1000000000};
    nanosleep(&time, NULL);
}

static struct sockaddr_un address_of(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) fail("too long for a socket: %s", path);
    strcpy(address.sun_path, path);
    return address;
}

int try_connect(const char *path) {
    struct sockaddr_un address = address_of(path);
    int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(connection, (struct sockaddr *)&address, sizeof address) == 0) return connection;
    close(connection);
    return -1;
}

int connect_to(const char *path) {
    int connection = try_connect(path);
    if (connection < 0) fail("nobody listens at %s", path);
    return connection;
}

int listen_at(const char *path) {
    struct sockaddr_un address = address_of(path);
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    unlink(path);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0 || listen(listener, 512) != 0)
        fail("cannot listen at %s: %s", path, strerror(errno));
    return listener;
}

void send_all(int socket, const void *bytes, size_t count) {
    while (count > 0) {
        ssize_t sent = send(socket, bytes, count, MSG_NOSIGNAL);
        if (sent < 0) fail("send: %s", strerror(errno));
        bytes = (const char *)bytes + sent;
        count -= sent;
    }
}

struct finger finger_in(const char *variable, const char *reader) {
    const char *text = setting(variable);
    struct finger finger = {.reader = setting(reader)};
    if (text[0] != '@') {
        finger.count = asprintf((char **)&finger.bytes, "SCAN %s", text);
        return finger;
    }
    int file = open(text + 1, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0) fail("cannot read %s", text + 1);
    finger.bytes = malloc(status.st_size);
    finger.count = read(file, finger.bytes, status.st_size);
    close(file);
    return finger;
}

// The last finger: the driver drops a connection that ends before it was read.
static int touching = -1;

void touch(const struct finger *finger) {
    int connection = connect_to(finger->reader);
    send_all(connection, finger->bytes, finger->count);
    if (touching >= 0) close(touching);
    touching = connection;
}

// Connecting would count as a finger's connection. So the kernel is asked instead: each line of its table of sockets
// ends with the path, and has the flag __SO_ACCEPTCON in the fourth column.
static bool is_listening(const char *path) {
    FILE *table = fopen("/proc/net/unix", "re");
    char line[512];
    bool found = false;
    while (!found && fgets(line, sizeof line, table)) {
        unsigned flags;
        char name[256];
        found = sscanf(line, "%*s %*s %*s %x %*s %*s %*s %255s", &flags, name) == 2 && flags & 0x10000 &&
                strcmp(name, path) == 0;
    }
    fclose(table);
    return found;
}

void await_closed(const char *reader) {
    if (touching >= 0) close(touching);
    touching = -1;
    while (is_listening(reader)) pause_for(5000000);
}

pid_t start_process(const char *variable, int listener) {
    char *words[64], *text = strdup(setting(variable)), *rest = text;
    size_t count = 0;
    while (count < 63 && (words[count] = strsep(&rest, "\n"))) count++;
    words[count] = NULL;
    pid_t process = vfork();
    if (process < 0) fail("fork: %s", strerror(errno));
    if (process == 0) {
        if (listener >= 0) dup2(listener, 3);
        execv(words[0], words);
        _exit(127);
    }
    free(text);
    return process;
}

void end_process(pid_t process) {
    kill(process, SIGTERM);
    if (waitpid(process, NULL, 0) != process) fail("waitpid: %s", strerror(errno));
}
