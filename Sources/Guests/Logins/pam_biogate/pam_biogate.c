/* pam_biogate: the password or a finger, at one prompt.
 *
 * The auth line stands in front of pam_unix. It has biogated wait for a finger, and asks for the password by the
 * application's own conversation. A typed answer goes to pam_unix at once, as PAM_AUTHTOK; a finger that matched meanwhile
 * is the answer to an empty one. For the services of `in_child`, the conversation runs in a child, so that a touch alone
 * ends the prompt. Where no finger can help, the line does nothing, and the prompt is pam_unix's own.
 *
 * Of the environment only ssh is believed. The child has ended before a call returns: programs wait for their own. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <locale.h>
#include <shadow.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <security/pam_ext.h>
#include <security/pam_modules.h>

#include "biogate_line.h"
#include "words.h"

enum {
    start_milliseconds = 300,   /* for the daemon to say that a touch is wanted */
    take_milliseconds = 1000,   /* for it to give a match */
    touch_milliseconds = 15000, /* for a touch behind an empty answer, where the conversation is not in a child */
    prompts = 3,                /* how often an empty answer is asked again */
    stop_milliseconds = 200,    /* for the child to end on its own */
    answer_bytes = 4096,
    frame_bytes = 1024
};

/* Services that authenticate at once in a process with one thread, and whose conversation keeps no state: a touch alone
 * ends their prompt. The option child=SERVICE adds one. */
static const char *in_child[] = {"child=sudo", "child=sudo-i", "child=su", "child=su-l", "child=login", "child=polkit-1"};

/* In the language that the application has set. sddm knows a password's prompt by the English word. */
static const struct words *chosen_words(const char *service)
{
    const char *language = setlocale(LC_MESSAGES, NULL);
    for (size_t place = 1; language != NULL && strcmp(service, "sddm") != 0 && place < sizeof words / sizeof *words; place++)
        if (strncmp(language, words[place].language, 2) == 0 && strchr("_.@", language[2]) != NULL)
            return &words[place];
    return words;
}

/* One AwaitTouch of org.biometricgate.Face at a time; the line is -1 once it has ended. */
struct call {
    int line;
    bool is_started, is_matched, is_taken;
    size_t filled;
    char frame[frame_bytes], message[512]; /* what comes, and what is asked */
    const char *path;
    int peer; /* the process that polkit's helper serves, or -1 */
};

static void close_opened(int descriptor)
{
    if (descriptor >= 0)
        close(descriptor);
}

static void hang_up(struct call *call)
{
    close_opened(call->line);
    call->line = -1;
}

/* Takes in one answer. */
static void heard(struct call *call)
{
    if (strstr(call->frame, "\"error\":") != NULL)
        hang_up(call);
    else if (strstr(call->frame, "\"event\":\"started\"") != NULL)
        call->is_started = true;
    else if (strstr(call->frame, "\"event\":\"matched\"") != NULL)
        call->is_matched = true;
    else if (strstr(call->frame, "\"event\":\"taken\"") != NULL)
        call->is_taken = true;
    if (strstr(call->frame, "\"continues\":true") == NULL)
        hang_up(call);
}

/* Takes in what has come, without waiting. */
static void hear(struct call *call)
{
    while (call->line >= 0) {
        ssize_t count = recv(call->line, call->frame + call->filled, sizeof call->frame - call->filled, MSG_DONTWAIT);
        const char *end;
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return count < 0 && errno == EAGAIN ? (void)0 : hang_up(call);
        call->filled += (size_t)count;
        while (call->line >= 0 && (end = memchr(call->frame, 0, call->filled)) != NULL) {
            size_t length = (size_t)(end - call->frame) + 1;
            heard(call);
            memmove(call->frame, call->frame + length, call->filled -= length);
        }
        if (call->filled == sizeof call->frame)
            hang_up(call);
    }
}

/* Hears until the condition is true, the call has ended, or the time is up. */
static bool hears(struct call *call, const bool *condition, long long deadline)
{
    hear(call);
    while (!*condition && call->line >= 0 && awaits(call->line, POLLIN, deadline))
        hear(call);
    return *condition;
}

/* Has the daemon wait for a finger; false if it does not within a moment, or the process that it judged has ended. */
static bool arms(pam_handle_t *pamh, struct call *call)
{
    long long deadline = now_milliseconds() + start_milliseconds;
    call->is_started = call->is_matched = call->is_taken = false;
    call->filled = 0;
    call->line = connected(pamh, call->path);
    if (call->line < 0 || !sends(call->line, call->message, strlen(call->message) + 1, deadline)
        || !hears(call, &call->is_started, deadline)
        || (call->peer >= 0 && awaits(call->peer, POLLIN, now_milliseconds() + 1)))
        hang_up(call);
    return call->line >= 0;
}

/* Writes the question. As a unit, polkit's helper serves the process at its input. */
static void asks_about(struct call *call, const char *path, const char *service, uid_t user)
{
    pid_t peer = 0;
    *call = (struct call){.line = -1, .path = path, .peer = strcmp(service, "polkit-1") == 0 ? input_peer(&peer) : -1};
    (void)snprintf(call->message, sizeof call->message, "{\"method\":\"org.biometricgate.Face.AwaitTouch\",\"more\":true,"
        "\"parameters\":{\"uid\":%lu,\"service\":\"%.64s\",\"peerPid\":%ld}}", (unsigned long)user, service, (long)peer);
}

/* Asks for the match, or the next one. */
static bool wants(struct call *call)
{
    static const char message[] = "{\"method\":\"org.biometricgate.Face.Take\",\"oneway\":true}";
    return call->line >= 0 && sends(call->line, message, sizeof message, now_milliseconds() + take_milliseconds);
}

/* ---- Whether a finger can help ---- */

static bool is_listed(const char *service, int argc, const char **argv, const char *option)
{
    size_t length = strlen(option);
    for (int place = 0; place < argc; place++)
        if (strncmp(argv[place], option, length) == 0 && strcmp(argv[place] + length, service) == 0)
            return true;
    return false;
}

/* Whether the application asks for a finger beside the service: kde and kde-fingerprint, gdm-password and gdm-fingerprint. */
static bool has_sibling(const char *service)
{
    static const char *const directories[] = {"/etc/pam.d", "/usr/lib/pam.d"}, password[] = "-password";
    size_t length = strlen(service), end = sizeof password - 1;
    char path[256];
    if (length > end && strcmp(service + length - end, password) == 0)
        length -= end;
    for (size_t place = 0; place < 2 * sizeof directories / sizeof *directories; place++) {
        int size = (int)(place % 2 == 0 ? length : strlen(service)), count;
        count = snprintf(path, sizeof path, "%s/%.*s-fingerprint", directories[place / 2], size, service);
        if (count > 0 && count < (int)sizeof path && access(path, F_OK) == 0)
            return true;
    }
    return false;
}

/* Whether a line or a pair would take the place of one that the conversation uses. */
static bool lacks_descriptors(void) { return fcntl(0, F_GETFD) < 0 || fcntl(1, F_GETFD) < 0 || fcntl(2, F_GETFD) < 0; }

static bool is_remote(pam_handle_t *pamh)
{
    const void *host = NULL;
    return (pam_get_item(pamh, PAM_RHOST, &host) == PAM_SUCCESS && host != NULL && *(const char *)host != 0)
        || getenv("SSH_CONNECTION") != NULL || getenv("SSH_CLIENT") != NULL || getenv("SSH_TTY") != NULL;
}

/* pam_unix asks nothing for an empty password. */
static bool has_empty_password(pam_handle_t *pamh, const struct passwd *user)
{
    const struct spwd *shadow = pam_modutil_getspnam(pamh, user->pw_name);
    return *user->pw_passwd == 0 || (shadow != NULL && *shadow->sp_pwdp == 0);
}

/* Whether a finger may be asked for, for the user that is set; the rest is for the daemon to say. */
static bool can_help(pam_handle_t *pamh, int argc, const char **argv, const char **service, struct passwd **user)
{
    const void *item = NULL, *password = NULL;
    const char *name = NULL;
    if (geteuid() != 0 || pam_get_item(pamh, PAM_SERVICE, &item) != PAM_SUCCESS || item == NULL
        || strcmp(item, own_service) == 0 || strpbrk(item, "/\"\\") != NULL || is_listed(item, argc, argv, "skip=")
        || has_sibling(item) || is_remote(pamh) || lacks_descriptors()
        || pam_get_item(pamh, PAM_AUTHTOK, &password) != PAM_SUCCESS || password != NULL
        || pam_get_user(pamh, &name, NULL) != PAM_SUCCESS || name == NULL)
        return false;
    *service = item;
    *user = pam_modutil_getpwnam(pamh, name);
    return *user != NULL && (*user)->pw_uid != 0 && !has_empty_password(pamh, *user);
}

/* ---- The conversation in a child ---- */

struct child {
    pid_t process;
    int line;     /* its result and the answer, until it has ended */
    int stops;    /* readable once ^Z was pressed, or -1 */
    int terminal; /* and its modes before, or -1 */
    bool has_modes;
    struct termios modes;
    sigset_t mask;
};

/* What a child sends: PAM's status, and the answer without a NUL. */
struct answer {
    unsigned char status;
    char text[answer_bytes + 1];
};

/* The controlling terminal, or -1. */
static int opened_terminal(void) { return open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC); }

/* In the background nobody sees that a finger is wanted. */
static bool is_in_background(void)
{
    int terminal = opened_terminal();
    bool is_behind = terminal >= 0 && tcgetpgrp(terminal) != getpgrp();
    close_opened(terminal);
    return is_behind;
}

/* In the child. */
static void converse(pam_handle_t *pamh, const char *prompt, int line, pid_t parent, sigset_t mask)
{
    char *text = NULL;
    unsigned char status;
    if (prctl(PR_SET_PDEATHSIG, SIGTERM) != 0 || getppid() != parent)
        _exit(1);
    (void)signal(SIGTERM, SIG_DFL);
    sigdelset(&mask, SIGTERM);
    (void)sigprocmask(SIG_SETMASK, &mask, NULL);
    status = (unsigned char)pam_prompt(pamh, PAM_PROMPT_ECHO_OFF, &text, "%s", prompt);
    (void)(send(line, &status, 1, MSG_NOSIGNAL) == 1 && text != NULL && sends(line, text, strlen(text), 0));
    _exit(0);
}

static bool begins(struct child *child, pam_handle_t *pamh, const char *prompt, struct call *call)
{
    pid_t parent = getpid();
    sigset_t held;
    struct sigaction stop;
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return false;
    child->terminal = opened_terminal();
    child->has_modes = child->terminal >= 0 && tcgetattr(child->terminal, &child->modes) == 0;
    /* A handler of the application's must not take the child's end; ^C and ^Z come once the terminal is as before. */
    sigemptyset(&held);
    sigaddset(&held, SIGTSTP);
    child->stops = sigaction(SIGTSTP, NULL, &stop) != 0 || stop.sa_handler == SIG_IGN ? -1 : signalfd(-1, &held, SFD_CLOEXEC);
    sigaddset(&held, SIGCHLD);
    sigaddset(&held, SIGINT);
    sigaddset(&held, SIGQUIT);
    (void)sigprocmask(SIG_BLOCK, &held, &child->mask);
    (void)fflush(NULL);
    child->process = fork();
    if (child->process == 0) {
        close(pair[0]);
        hang_up(call);
        close_opened(call->peer);
        close_opened(child->terminal);
        close_opened(child->stops);
        converse(pamh, prompt, pair[1], parent, child->mask);
    }
    close(pair[1]);
    child->line = pair[0];
    if (child->process > 0)
        return true;
    close(pair[0]);
    close_opened(child->terminal);
    close_opened(child->stops);
    (void)sigprocmask(SIG_SETMASK, &child->mask, NULL);
    return false;
}

/* Gives the terminal back as it was. What was typed of a password goes to nobody. */
static void restore(const struct child *child)
{
    sigset_t output, before;
    struct termios left = child->modes;
    bool is_hidden = tcgetattr(child->terminal, &left) == 0 && (left.c_lflag & ECHO) == 0;
    sigemptyset(&output);
    sigaddset(&output, SIGTTOU);
    (void)sigprocmask(SIG_BLOCK, &output, &before);
    (void)tcsetattr(child->terminal, TCSAFLUSH, &child->modes);
    /* A conversation that ended in order has ended its line. */
    (void)!(is_hidden && write(child->terminal, "\n", 1));
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
}

/* Ends the child, and takes in its answer, if it gave a whole one. */
static void ends(struct child *child, bool is_ended, struct answer *answer)
{
    size_t filled = 0;
    ssize_t count;
    int status = 0;
    if (is_ended) {
        (void)kill(child->process, SIGTERM);
        (void)kill(child->process, SIGCONT);
        if (!awaits(child->line, POLLIN, now_milliseconds() + stop_milliseconds))
            (void)kill(child->process, SIGKILL);
    }
    while ((count = recv(child->line, (char *)answer + filled, sizeof *answer - filled, 0)) > 0 || (count < 0 && errno == EINTR))
        filled += count > 0 ? (size_t)count : 0;
    close(child->line);
    /* An application that ignores SIGCHLD leaves nothing to wait for. */
    while (waitpid(child->process, &status, 0) < 0 && errno == EINTR)
        continue;
    if (filled == 0 || filled == sizeof *answer || WIFSIGNALED(status)) {
        explicit_bzero(answer, sizeof *answer);
        answer->status = PAM_CONV_ERR;
    } else {
        answer->text[filled - 1] = 0;
    }
    if (child->has_modes && (is_ended || WIFSIGNALED(status)))
        restore(child);
    close_opened(child->terminal);
    close_opened(child->stops);
    (void)sigprocmask(SIG_SETMASK, &child->mask, NULL);
}

/* The answer, or none if a match came first: then the call is taken. After ^Z and its end the answer is incomplete: the
 * child must not go on, because sudo locks what its parent has locked. */
static bool asks_in_child(pam_handle_t *pamh, const char *prompt, struct call *call, struct answer *answer)
{
    struct child child;
    bool is_stopped = false;
    if (!begins(&child, pamh, prompt, call))
        return false;
    for (;;) {
        struct pollfd watched[] = {
            {.fd = child.line, .events = POLLIN}, {.fd = call->line, .events = POLLIN}, {.fd = child.stops, .events = POLLIN}};
        if ((poll(watched, 3, -1) < 0 && errno != EINTR) || watched[0].revents != 0 || (is_stopped = watched[2].revents != 0))
            break;
        hear(call);
        if (!call->is_matched)
            continue;
        call->is_matched = false;
        if (wants(call) && hears(call, &call->is_taken, now_milliseconds() + take_milliseconds))
            break;
        hang_up(call);
    }
    ends(&child, call->is_taken || is_stopped, answer);
    if (is_stopped && answer->status != PAM_SUCCESS)
        answer->status = PAM_INCOMPLETE;
    return true;
}

/* ---- Auth ---- */

/* The result where an answer is typed: pam_unix checks it. */
static int typed(pam_handle_t *pamh, struct call *call, const char *answer)
{
    hang_up(call);
    return pam_set_item(pamh, PAM_AUTHTOK, answer) == PAM_SUCCESS ? PAM_IGNORE : PAM_BUF_ERR;
}

/* An empty answer asks for the match, or for a touch. */
static int authenticate(pam_handle_t *pamh, int flags, const struct words *chosen, struct call *call)
{
    char *answer = NULL;
    int status = pam_prompt(pamh, PAM_PROMPT_ECHO_OFF, &answer, "%s", chosen->prompt);
    if (status != PAM_SUCCESS)
        return PAM_CONV_ERR;
    status = answer == NULL || *answer == 0 ? PAM_AUTH_ERR : typed(pamh, call, answer);
    if (answer != NULL)
        explicit_bzero(answer, strlen(answer));
    free(answer);
    if (status != PAM_AUTH_ERR)
        return status;
    hear(call);
    if ((call->line < 0 && !arms(pamh, call)) || !wants(call))
        return status;
    if (!hears(call, &call->is_taken, now_milliseconds() + stop_milliseconds) && (flags & PAM_SILENT) == 0)
        (void)pam_info(pamh, "%s", chosen->touch);
    return hears(call, &call->is_taken, now_milliseconds() + touch_milliseconds) ? PAM_SUCCESS : status;
}

/* A touch alone answers the prompt. */
static int authenticate_in_child(pam_handle_t *pamh, int flags, const struct words *chosen, struct call *call, struct answer *answer)
{
    for (int count = 0; count < prompts; count += answer->status == PAM_SUCCESS) {
        if (is_in_background())
            return PAM_IGNORE;
        if (!asks_in_child(pamh, chosen->prompt, call, answer))
            return authenticate(pamh, flags, chosen, call);
        if (answer->status == PAM_SUCCESS && *answer->text != 0)
            return typed(pamh, call, answer->text);
        if (call->is_taken)
            return PAM_SUCCESS;
        if (answer->status != PAM_SUCCESS && answer->status != PAM_INCOMPLETE)
            return PAM_CONV_ERR;
        /* Empty: the prompt is the wait. */
        hear(call);
        if (call->line < 0)
            (void)arms(pamh, call);
    }
    return PAM_AUTH_ERR;
}

EXPORTED int pam_sm_authenticate(pam_handle_t *pamh, int flags, int argc, const char **argv)
{
    const char *service;
    struct passwd *user;
    struct call call;
    struct answer *answer;
    struct stat threads;
    int status = PAM_IGNORE;
    bool is_touch_enough;
    if (!can_help(pamh, argc, argv, &service, &user))
        return PAM_IGNORE;
    is_touch_enough = is_listed(service, argc, argv, "child=")
        || is_listed(service, sizeof in_child / sizeof *in_child, in_child, "child=");
    /* A directory has two links more than directories in it. */
    is_touch_enough = is_touch_enough && stat("/proc/self/task", &threads) == 0 && threads.st_nlink == 3;
    if ((is_touch_enough && is_in_background()) || (answer = calloc(1, sizeof *answer)) == NULL)
        return PAM_IGNORE;
    asks_about(&call, socket_path(argc, argv), service, user->pw_uid);
    if (arms(pamh, &call))
        status = is_touch_enough ? authenticate_in_child(pamh, flags, chosen_words(service), &call, answer)
                                 : authenticate(pamh, flags, chosen_words(service), &call);
    hang_up(&call);
    close_opened(call.peer);
    explicit_bzero(answer, sizeof *answer);
    free(answer);
    return status;
}

EXPORTED int pam_sm_setcred(pam_handle_t *pamh, int flags, int argc, const char **argv)
{
    (void)pamh, (void)flags, (void)argc, (void)argv;
    return PAM_IGNORE;
}
