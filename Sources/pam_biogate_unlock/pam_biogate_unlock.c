/* pam_biogate_unlock: whoever logs in by a typed password has fingers again that misses had locked.
 *
 * It stands behind what checks the password, and hands that to biogated, which has it checked itself and says nothing of the
 * outcome. It decides nothing: whatever happens, PAM is told to ignore it, within two seconds. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <pwd.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define PAM_SM_AUTH
#include <security/pam_ext.h>
#include <security/pam_modules.h>
#include <security/pam_modutil.h>

#define EXPORTED __attribute__((visibility("default")))

static const char default_socket[] = "/run/biogate/org.biometricgate.Face";
/* By which biogated itself asks PAM: its question would come back to it. */
static const char own_service[] = "biogate";
enum {
    limit_milliseconds = 2000,
    /* As org.biometricgate.Face has it. */
    password_bytes = 4096,
    /* An escaped byte takes six. */
    message_bytes = 6 * password_bytes + 256
};

static long long now_milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

/* Whether the socket can be used so before the time is over. */
static bool awaits(int line, short events, long long deadline)
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

/* Connected to root's or biogate's socket, or -1. Connecting does not wait: where nobody accepts, nobody answers. */
static int connected(pam_handle_t *pamh, const char *path)
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

/* The call with its NUL; its length. The message has room for the longest. */
static size_t written_call(char *message, uid_t user, const char *password)
{
    size_t length = (size_t)snprintf(
        message, message_bytes,
        "{\"method\":\"org.biometricgate.Face.PasswordTyped\",\"parameters\":{\"uid\":%lu,\"password\":\"",
        (unsigned long)user);
    for (const unsigned char *byte = (const unsigned char *)password; *byte != 0; byte++) {
        if (*byte < 0x20 || *byte == '"' || *byte == '\\')
            length += (size_t)snprintf(message + length, message_bytes - length, "\\u%04x", *byte);
        else
            message[length++] = (char)*byte;
    }
    memcpy(message + length, "\"}}", sizeof "\"}}");
    return length + sizeof "\"}}";
}

/* Hands the call over, and waits for its answer, whatever that is: the finger is to work when the user is in. */
static void exchange(int line, const char *message, size_t length, long long deadline)
{
    char answer[256];
    while (length > 0) {
        ssize_t count = send(line, message, length, MSG_NOSIGNAL);
        if (count > 0) {
            message += count;
            length -= (size_t)count;
        } else if (count < 0 && errno != EINTR && !(errno == EAGAIN && awaits(line, POLLOUT, deadline))) {
            return;
        }
    }
    while (awaits(line, POLLIN, deadline)) {
        ssize_t count = recv(line, answer, sizeof answer, 0);
        if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN)
            || (count > 0 && memchr(answer, 0, (size_t)count) != NULL))
            return;
    }
}

EXPORTED int pam_sm_authenticate(pam_handle_t *pamh, int flags, int argc, const char **argv)
{
    const void *service = NULL, *name = NULL, *password = NULL;
    const char *path = default_socket;
    long long deadline = now_milliseconds() + limit_milliseconds;
    struct passwd *user;
    char *message;
    int line;
    (void)flags;
    for (int place = 0; place < argc; place++)
        if (strncmp(argv[place], "socket=", 7) == 0)
            path = argv[place] + 7;
    if (pam_get_item(pamh, PAM_SERVICE, &service) != PAM_SUCCESS || service == NULL
        || strcmp(service, own_service) == 0 || pam_get_item(pamh, PAM_USER, &name) != PAM_SUCCESS || name == NULL
        || pam_get_item(pamh, PAM_AUTHTOK, &password) != PAM_SUCCESS || password == NULL)
        return PAM_IGNORE;
    if (*(const char *)password == 0 || strnlen(password, password_bytes + 1) > password_bytes)
        return PAM_IGNORE;
    user = pam_modutil_getpwnam(pamh, name);
    if (user == NULL)
        return PAM_IGNORE;
    uid_t uid = user->pw_uid;
    line = connected(pamh, path);
    if (line < 0)
        return PAM_IGNORE;
    message = malloc(message_bytes);
    if (message != NULL) {
        exchange(line, message, written_call(message, uid, password), deadline);
        explicit_bzero(message, message_bytes);
        free(message);
    }
    close(line);
    return PAM_IGNORE;
}

EXPORTED int pam_sm_setcred(pam_handle_t *pamh, int flags, int argc, const char **argv)
{
    (void)pamh, (void)flags, (void)argc, (void)argv;
    return PAM_IGNORE;
}
