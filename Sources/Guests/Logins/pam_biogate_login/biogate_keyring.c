/* biogate-keyring: opens a user's GNOME keyring with the password at its standard input: biogate-keyring UID
 *
 * pam_biogate_login starts it as root where a login's stack names no keyring, and ends it when its time is up. It becomes
 * the user for good before it touches anything of the user's, because the keyring asks who calls. It never changes the
 * keyring. Status: 0 the keyring is open, 1 it is not. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { password_bytes = 4096, number_bytes = 4, seconds = 2, open_operation = 1, answer_words = 2 };

/* Until the buffer is full or the input ends; the count of bytes, or -1. */
static ssize_t reads(int descriptor, void *room, size_t size)
{
    size_t filled = 0;
    while (filled < size) {
        ssize_t count = read(descriptor, (char *)room + filled, size - filled);
        if (count == 0)
            break;
        if (count > 0)
            filled += (size_t)count;
        else if (errno != EINTR)
            return -1;
    }
    return (ssize_t)filled;
}

static bool sends(int line, const void *bytes, size_t length)
{
    while (length > 0) {
        ssize_t count = send(line, bytes, length, MSG_NOSIGNAL);
        if (count > 0) {
            bytes = (const char *)bytes + count;
            length -= (size_t)count;
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

static bool becomes(const struct passwd *user)
{
    return initgroups(user->pw_name, user->pw_gid) == 0 && setresgid(user->pw_gid, user->pw_gid, user->pw_gid) == 0
        && setresuid(user->pw_uid, user->pw_uid, user->pw_uid) == 0 && setuid(0) != 0
        /* No process of the user's reads this one's memory. */
        && prctl(PR_SET_DUMPABLE, 0) == 0;
}

/* Connected to a process of the user's on the keyring's socket, or -1. */
static int connected(uid_t user)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct ucred server;
    socklen_t size = sizeof server;
    int line = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    (void)snprintf(address.sun_path, sizeof address.sun_path, "/run/user/%lu/keyring/control", (unsigned long)user);
    if (line >= 0 && connect(line, (struct sockaddr *)&address, sizeof address) == 0
        && getsockopt(line, SOL_SOCKET, SO_PEERCRED, &server, &size) == 0 && server.uid == user)
        return line;
    return -1;
}

/* gnome-keyring's gkd-control-codes.h: the length of all, the operation, the password behind its own length. */
static bool opens(int line, const char *password, size_t length)
{
    const uint32_t header[] = {
        htonl((uint32_t)(3 * number_bytes + length)), htonl(open_operation), htonl((uint32_t)length)};
    uint32_t answer[answer_words];
    /* One byte, with which the kernel's credentials of the sender may come. */
    return sends(line, "", 1) && sends(line, header, sizeof header) && sends(line, password, length)
        && reads(line, answer, sizeof answer) == sizeof answer && ntohl(answer[0]) == sizeof answer && answer[1] == 0;
}

int main(int argc, char **argv)
{
    static char password[password_bytes];
    char *end = NULL;
    unsigned long number = argc == 2 ? strtoul(argv[1], &end, 10) : 0;
    struct passwd *user = number > 0 && *end == 0 ? getpwuid((uid_t)number) : NULL;
    ssize_t length;
    int line;
    bool is_open;
    (void)signal(SIGALRM, SIG_DFL);
    (void)alarm(seconds);
    if (user == NULL || user->pw_uid != number || !becomes(user))
        return 1;
    length = reads(STDIN_FILENO, password, sizeof password);
    line = length > 0 ? connected(user->pw_uid) : -1;
    is_open = line >= 0 && opens(line, password, (size_t)length);
    explicit_bzero(password, sizeof password);
    return is_open ? 0 : 1;
}
