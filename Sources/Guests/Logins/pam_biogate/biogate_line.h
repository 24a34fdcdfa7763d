/* The line from a PAM module to biogated, and what its modules read of PAM's. Each module links only PAM and the C library. */
#ifndef BIOGATE_LINE_H
#define BIOGATE_LINE_H

#include <errno.h>
#include <poll.h>
#include <pwd.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include <security/pam_modutil.h>

#define EXPORTED __attribute__((visibility("default")))

/* The C library of Debian 12 lacks it. */
#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif

static const char default_socket[] = "/run/biogate/org.biometricgate.Face";
/* The service by which biogated itself asks PAM: the question would come back to it. */
static const char own_service[] = "biogate";

static inline long long now_milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

/* Whether the socket becomes ready before the deadline. */
static inline bool awaits(int line, short events, long long deadline)
{
    for (;;) {
        struct pollfd poller = {.fd = line, .events = events};
        long long left = deadline - now_milliseconds();
        int count;
        if (left <= 0)
            return false;
        count = poll(&poller, 1, (int)left);
        if (count > 0)
            return true;
        if (count == 0 || errno != EINTR)
            return false;
    }
}

/* Connected to root's or biogate's socket, or -1. Does not wait, not even for a listener whose queue is full. */
static inline int connected(pam_handle_t *pamh, const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct ucred server;
    socklen_t size = sizeof server;
    int line;
    if (strlen(path) >= sizeof address.sun_path)
        return -1;
    memcpy(address.sun_path, path, strlen(path));
    line = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (line < 0)
        return -1;
    if (connect(line, (struct sockaddr *)&address, sizeof address) == 0
        && getsockopt(line, SOL_SOCKET, SO_PEERCRED, &server, &size) == 0) {
        struct passwd *daemon = server.uid == 0 ? NULL : pam_modutil_getpwnam(pamh, "biogate");
        if (server.uid == 0 || (daemon != NULL && daemon->pw_uid == server.uid))
            return line;
    }
    close(line);
    return -1;
}

/* A descriptor of the process that has connected the standard input (Linux 6.5), and its number; otherwise -1. */
static inline int input_peer(pid_t *process)
{
    struct ucred peer;
    socklen_t size = sizeof peer, held_size = sizeof(int);
    int held;
    if (getsockopt(STDIN_FILENO, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0
        || getsockopt(STDIN_FILENO, SOL_SOCKET, SO_PEERPIDFD, &held, &held_size) != 0)
        return -1;
    *process = peer.pid;
    return held;
}

static inline bool sends(int line, const char *message, size_t length, long long deadline)
{
    while (length > 0) {
        ssize_t count = send(line, message, length, MSG_NOSIGNAL);
        if (count > 0) {
            message += count;
            length -= (size_t)count;
        } else if (count < 0 && errno != EINTR && !(errno == EAGAIN && awaits(line, POLLOUT, deadline))) {
            return false;
        }
    }
    return true;
}

static inline bool has_option(int argc, const char **argv, const char *option)
{
    for (int place = 0; place < argc; place++)
        if (strcmp(argv[place], option) == 0)
            return true;
    return false;
}

/* An option's value in the line of PAM's file, or the standard. */
static inline const char *option_value(int argc, const char **argv, const char *option, const char *standard)
{
    size_t length = strlen(option);
    for (int place = 0; place < argc; place++)
        if (strncmp(argv[place], option, length) == 0 && argv[place][length] == '=')
            standard = argv[place] + length + 1;
    return standard;
}

static inline const char *socket_path(int argc, const char **argv)
{
    return option_value(argc, argv, "socket", default_socket);
}

#endif
