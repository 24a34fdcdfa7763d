/* pam_biogate_login: a touch that logs a user in also opens the keyring, and a typed password ends a lockout.
 *
 * The session line asks biogated for the password that the user has stored for logins. The daemon gives it once, to the
 * process whose touch it judged. The line leaves it where pam_gnome_keyring and pam_kwallet5 look for a typed one. Where
 * the stack names neither, and the user's keyring listens, biogate-keyring gives it to that.
 *
 * The auth line follows the module that checks a password, and passes a typed one to biogated, which has it checked
 * itself and does not tell the result. With the option authtok it instead asks for the stored password where none was
 * typed, and sets it as PAM_AUTHTOK, for modules that need that in auth.
 *
 * No line decides anything: PAM is always told to ignore this module, and a login waits for it at most a second. The one
 * child has ended before a call returns, since gdm and pam_gnome_keyring wait for children of their own. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pwd.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

#define PAM_SM_AUTH
#define PAM_SM_SESSION
#include <security/pam_ext.h>
#include <security/pam_modules.h>
#include <security/pam_modutil.h>

#include "../pam_biogate/biogate_line.h"

static const char default_keyring_program[] = "/usr/libexec/biogate-keyring";
/* Set where PAM_AUTHTOK is the stored password, which nobody typed. */
static const char filled_data[] = "biogate_login_filled";
/* The milliseconds for which the lines of this login may still wait. */
static const char left_data[] = "biogate_login_left";
enum {
    limit_milliseconds = 1000,
    /* How many files of a stack may include one another. */
    include_depth = 8,
    /* As org.biometricgate.Face has it. */
    password_bytes = 4096,
    /* An escaped byte takes six. */
    message_bytes = 6 * password_bytes + 256,
    /* A password in base64, and the reply around it. */
    answer_bytes = (password_bytes + 2) / 3 * 4 + 256
};

/* The modules that take a password from PAM data in their session line, by what they call it. */
static const struct taker {
    const char *module, *data;
} takers[] = {
    {"pam_gnome_keyring.so", "gkr_system_authtok"},
    {"pam_kwallet5.so", "kwallet5_key"},
};

/* Appends a JSON string's content, as far as it fits: the message has room for the longest password, and a service whose
 * name is cut is none that the daemon knows. */
static size_t append_text(char *message, size_t length, const char *text)
{
    for (const unsigned char *byte = (const unsigned char *)text; *byte != 0 && length + 16 < message_bytes; byte++) {
        if (*byte < 0x20 || *byte == '"' || *byte == '\\')
            length += (size_t)snprintf(message + length, message_bytes - length, "\\u%04x", *byte);
        else
            message[length++] = (char)*byte;
    }
    return length;
}

/* A call about the user with one more parameter, and its NUL; its length. */
static size_t written_call(char *message, const char *method, uid_t user, const char *key, const char *value)
{
    static const char end[] = "\"}}";
    size_t length = (size_t)snprintf(
        message, message_bytes, "{\"method\":\"org.biometricgate.Face.%s\",\"parameters\":{\"uid\":%lu,\"%s\":\"", method,
        (unsigned long)user, key);
    length = append_text(message, length, value);
    memcpy(message + length, end, sizeof end);
    return length + sizeof end;
}

/* Whether a whole reply arrived, with its NUL, in the room of answer_bytes. */
static bool receives(int line, char *answer, long long deadline)
{
    size_t filled = 0;
    while (filled < answer_bytes && awaits(line, POLLIN, deadline)) {
        ssize_t count = recv(line, answer + filled, answer_bytes - filled, 0);
        if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN))
            return false;
        if (count > 0) {
            char *begin = answer + filled;
            filled += (size_t)count;
            if (memchr(begin, 0, (size_t)count) != NULL)
                return true;
        }
    }
    return false;
}

static void release(pam_handle_t *pamh, void *data, int status)
{
    (void)pamh, (void)status;
    free(data);
}

/* The milliseconds that all lines of this login still have together; NULL without memory. */
static long long *milliseconds_left(pam_handle_t *pamh)
{
    const void *data = NULL;
    long long *left;
    if (pam_get_data(pamh, left_data, &data) == PAM_SUCCESS && data != NULL)
        return (long long *)(uintptr_t)data;
    left = malloc(sizeof *left);
    if (left == NULL)
        return NULL;
    *left = limit_milliseconds;
    if (pam_set_data(pamh, left_data, left, release) == PAM_SUCCESS)
        return left;
    free(left);
    return NULL;
}

static void set_mark(pam_handle_t *pamh, const char *mark)
{
    (void)pam_set_data(pamh, mark, (void *)(uintptr_t)mark, NULL);
}

static bool has_mark(pam_handle_t *pamh, const char *mark)
{
    const void *data = NULL;
    return pam_get_data(pamh, mark, &data) == PAM_SUCCESS && data != NULL;
}

/* Sends a call, and waits for its reply: in the room of answer_bytes, or empty. */
static void exchange(
    pam_handle_t *pamh, const char *path, const char *method, uid_t user, const char *key, const char *value, char *answer)
{
    long long *left = milliseconds_left(pamh), begin = now_milliseconds();
    char *message;
    int line;
    bool is_answered = false;
    answer[0] = 0;
    if (left == NULL || *left <= 0)
        return;
    line = connected(pamh, path);
    if (line < 0)
        return;
    message = malloc(message_bytes);
    if (message != NULL) {
        is_answered = sends(line, message, written_call(message, method, user, key, value), begin + *left)
                      && receives(line, answer, begin + *left);
        explicit_bzero(message, message_bytes);
        free(message);
    }
    close(line);
    *left -= now_milliseconds() - begin;
    if (is_answered)
        return;
    explicit_bzero(answer, answer_bytes);
    pam_syslog(pamh, LOG_WARNING, "no answer of biogated to %s: the login goes on without it", method);
}

/* The PAM service and the user, unless biogated itself asks PAM. */
static bool knows_login(pam_handle_t *pamh, const char **service, struct passwd **user)
{
    const void *item = NULL, *name = NULL;
    if (pam_get_item(pamh, PAM_SERVICE, &item) != PAM_SUCCESS || item == NULL || strcmp(item, own_service) == 0
        || pam_get_item(pamh, PAM_USER, &name) != PAM_SUCCESS || name == NULL)
        return false;
    *service = item;
    *user = pam_modutil_getpwnam(pamh, name);
    return *user != NULL;
}

/* ---- The stored password ---- */

static int digit(char letter)
{
    if (letter >= 'A' && letter <= 'Z')
        return letter - 'A';
    if (letter >= 'a' && letter <= 'z')
        return letter - 'a' + 26;
    if (letter >= '0' && letter <= '9')
        return letter - '0' + 52;
    return letter == '+' ? 62 : letter == '/' ? 63 : -1;
}

/* The content of the reply's base64 member, decoded in place with a NUL; NULL without one, or if it holds a NUL. */
static char *decoded_secret(char *answer)
{
    static const char member[] = "\"secret\":\"";
    char *from = strstr(answer, member), *secret, *to;
    unsigned bits = 0;
    int count = 0;
    if (from == NULL)
        return NULL;
    from += sizeof member - 1;
    secret = to = from;
    for (; *from != 0 && *from != '"' && *from != '='; from++) {
        int value = digit(*from);
        if (value < 0)
            return NULL;
        bits = bits << 6 | (unsigned)value;
        count += 6;
        if (count >= 8) {
            count -= 8;
            *to = (char)(bits >> count);
            if (*to++ == 0)
                return NULL;
        }
    }
    /* The decoded text is shorter, so the NUL overwrites what was already read, or the closing quote. */
    if (*from == 0 || to == secret)
        return NULL;
    *to = 0;
    return to - secret > password_bytes ? NULL : secret;
}

/* Whether a user of this machine begins a session in front of it, in a process that was root from its start. */
static bool is_login(pam_handle_t *pamh, const struct passwd *user)
{
    const void *host = NULL;
    const char *class = pam_getenv(pamh, "XDG_SESSION_CLASS");
    char *minimum = pam_modutil_search_key(pamh, "/etc/login.defs", "UID_MIN");
    unsigned long first = minimum == NULL ? 1000 : strtoul(minimum, NULL, 10);
    free(minimum);
    /* sudo and su run with their caller's own number. */
    if (getuid() != 0 || geteuid() != 0 || user->pw_uid == 0 || user->pw_uid < first)
        return false;
    if (pam_get_item(pamh, PAM_RHOST, &host) == PAM_SUCCESS && host != NULL && *(const char *)host != 0
        && strcmp(host, "localhost") != 0)
        return false;
    /* gdm's screen lock authenticates with the login's services. */
    return (class == NULL || strcmp(class, "greeter") != 0) && getenv("GDM_SESSION_FOR_REAUTH") == NULL;
}

/* ---- Auth ---- */

/* Passes a typed password on. */
static void tell_typed(pam_handle_t *pamh, const char *path, uid_t user, const char *password)
{
    char *answer;
    if (*password == 0 || strnlen(password, password_bytes + 1) > password_bytes || has_mark(pamh, filled_data))
        return;
    answer = malloc(answer_bytes);
    if (answer == NULL)
        return;
    /* Waits for the reply, whatever it is: once the user is in, the finger works. */
    exchange(pamh, path, "PasswordTyped", user, "password", password, answer);
    free(answer);
}

/* Sets the stored password. Nobody checks it behind this: the primary module has already said yes. */
static void fill(pam_handle_t *pamh, const char *path, const char *service, uid_t user)
{
    char *answer = malloc(answer_bytes);
    const char *secret;
    if (answer == NULL)
        return;
    exchange(pamh, path, "OpenLogin", user, "service", service, answer);
    secret = decoded_secret(answer);
    if (secret != NULL && pam_set_item(pamh, PAM_AUTHTOK, secret) == PAM_SUCCESS)
        set_mark(pamh, filled_data);
    explicit_bzero(answer, answer_bytes);
    free(answer);
}

EXPORTED int pam_sm_authenticate(pam_handle_t *pamh, int flags, int argc, const char **argv)
{
    const char *service, *path = socket_path(argc, argv);
    const void *password = NULL;
    struct passwd *user;
    (void)flags;
    if (!knows_login(pamh, &service, &user) || pam_get_item(pamh, PAM_AUTHTOK, &password) != PAM_SUCCESS)
        return PAM_IGNORE;
    if (!has_option(argc, argv, "authtok")) {
        if (password != NULL)
            tell_typed(pamh, path, user->pw_uid, password);
    } else if (password == NULL && is_login(pamh, user)) {
        fill(pamh, path, service, user->pw_uid);
    }
    return PAM_IGNORE;
}

EXPORTED int pam_sm_setcred(pam_handle_t *pamh, int flags, int argc, const char **argv)
{
    (void)pamh, (void)flags, (void)argc, (void)argv;
    return PAM_IGNORE;
}

/* ---- Session ---- */

/* As libpam calls it when the data ends or is replaced. */
static void wipe(pam_handle_t *pamh, void *data, int status)
{
    (void)pamh, (void)status;
    if (data == NULL)
        return;
    explicit_bzero(data, strlen(data));
    free(data);
}

/* Whether a line names the module, and its file is there: beside libpam's own directory, if the line has no path. Debian's
 * greeters name modules that are not installed. */
static bool has_module(const char *line, const char *module)
{
    const char *found = strstr(line, module), *end;
    char path[512];
    Dl_info pam = {0};
    if (found == NULL)
        return false;
    while (found > line && found[-1] != ' ' && found[-1] != '\t')
        found--;
    if (*found == '/')
        return snprintf(path, sizeof path, "%.*s", (int)strcspn(found, " \t"), found) < (int)sizeof path
            && access(path, F_OK) == 0;
    if (dladdr((void *)(uintptr_t)&pam_set_data, &pam) == 0 || (end = strrchr(pam.dli_fname, '/')) == NULL)
        return true;
    return snprintf(path, sizeof path, "%.*s/security/%s", (int)(end - pam.dli_fname), pam.dli_fname, module) < (int)sizeof path
        && access(path, F_OK) == 0;
}

/* Whether a service's stack names a module in a session line, as far as a line tells; true where the stack cannot be
 * read. Data that no module takes would stay in memory for the length of the session. */
static bool is_named(const char *service, const char *module, int depth)
{
    static const char *const directories[] = {"/etc/pam.d", "/usr/lib/pam.d"};
    char path[512], *line = NULL;
    size_t room = 0;
    FILE *file = NULL;
    bool is_found = false;
    if (depth == 0 || strchr(service, '/') != NULL)
        return depth > 0;
    for (size_t place = 0; file == NULL && place < sizeof directories / sizeof *directories; place++)
        if (snprintf(path, sizeof path, "%s/%s", directories[place], service) < (int)sizeof path)
            file = fopen(path, "re");
    if (file == NULL)
        return true;
    while (!is_found && getline(&line, &room, file) > 0) {
        char *rest = line, *words[3] = {NULL};
        const char *type = line + strspn(line, " \t");
        bool is_session = strncmp(type, "session", 7) == 0 || strncmp(type, "-session", 8) == 0;
        line[strcspn(line, "#\n")] = 0;
        is_found = is_session && has_module(line, module);
        for (size_t place = 0; place < 3; place++)
            words[place] = strtok_r(rest, " \t", &rest);
        if (is_found || words[1] == NULL)
            continue;
        if (strcmp(words[0], "@include") == 0)
            is_found = is_named(words[1], module, depth - 1);
        else if (is_session && words[2] != NULL && (strcmp(words[1], "include") == 0 || strcmp(words[1], "substack") == 0))
            is_found = is_named(words[2], module, depth - 1);
    }
    free(line);
    (void)fclose(file);
    return is_found;
}

/* Whether the user's keyring listens: its socket belongs to the user, in a directory that logind made. */
static bool listens(uid_t user)
{
    char path[64];
    struct stat found;
    (void)snprintf(path, sizeof path, "/run/user/%lu/keyring/control", (unsigned long)user);
    return lstat(path, &found) == 0 && S_ISSOCK(found.st_mode) && found.st_uid == user;
}

/* In the child, where only calls that are safe after a fork of a program with threads are made. */
static void become_program(int input, const char *program, const char *number)
{
    char *arguments[] = {(char *)(uintptr_t)program, (char *)(uintptr_t)number, NULL}, *environment[] = {NULL};
    sigset_t none;
    sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
    if (dup2(input, STDIN_FILENO) == STDIN_FILENO && close_range(STDERR_FILENO + 1, ~0U, 0) == 0)
        execve(program, arguments, environment);
    _exit(1);
}

/* Gives the password to the user's keyring, by a process that becomes the user. It has ended when this returns. */
static void open_keyring(pam_handle_t *pamh, const char *program, uid_t user, const char *password)
{
    long long *left = milliseconds_left(pamh), begin = now_milliseconds();
    char number[24];
    int line[2];
    pid_t child;
    if (left == NULL || *left <= 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, line) != 0)
        return;
    (void)snprintf(number, sizeof number, "%lu", (unsigned long)user);
    child = fork();
    if (child == 0)
        become_program(line[1], program, number);
    close(line[1]);
    if (child > 0) {
        /* The other end closes with the child. */
        char end;
        bool is_over = sends(line[0], password, strlen(password), begin + *left) && shutdown(line[0], SHUT_WR) == 0
            && awaits(line[0], POLLIN, begin + *left) && recv(line[0], &end, 1, 0) <= 0;
        if (!is_over)
            (void)kill(child, SIGKILL);
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
            continue;
    }
    close(line[0]);
    *left -= now_milliseconds() - begin;
}

EXPORTED int pam_sm_open_session(pam_handle_t *pamh, int flags, int argc, const char **argv)
{
    const char *service;
    const char *secret;
    struct passwd *user;
    char *answer;
    bool is_named_there = false;
    (void)flags;
    if (!knows_login(pamh, &service, &user) || !is_login(pamh, user))
        return PAM_IGNORE;
    for (size_t place = 0; place < sizeof takers / sizeof *takers; place++) {
        const void *typed = NULL;
        /* A typed password is there already, and newer than a stored one. */
        if (pam_get_data(pamh, takers[place].data, &typed) == PAM_SUCCESS && typed != NULL)
            return PAM_IGNORE;
        is_named_there = is_named_there || is_named(service, takers[place].module, include_depth);
    }
    if (!is_named_there && (has_mark(pamh, filled_data) || !listens(user->pw_uid)))
        return PAM_IGNORE;
    answer = malloc(answer_bytes);
    if (answer == NULL)
        return PAM_IGNORE;
    exchange(pamh, socket_path(argc, argv), "OpenLogin", user->pw_uid, "service", service, answer);
    secret = decoded_secret(answer);
    for (size_t place = 0; secret != NULL && place < sizeof takers / sizeof *takers; place++) {
        char *copy = is_named(service, takers[place].module, include_depth) ? strdup(secret) : NULL;
        if (copy != NULL && pam_set_data(pamh, takers[place].data, copy, wipe) != PAM_SUCCESS)
            wipe(pamh, copy, 0);
    }
    if (secret != NULL && !is_named_there)
        open_keyring(pamh, option_value(argc, argv, "keyring", default_keyring_program), user->pw_uid, secret);
    explicit_bzero(answer, answer_bytes);
    free(answer);
    return PAM_IGNORE;
}

EXPORTED int pam_sm_close_session(pam_handle_t *pamh, int flags, int argc, const char **argv)
{
    (void)pamh, (void)flags, (void)argc, (void)argv;
    return PAM_IGNORE;
}
