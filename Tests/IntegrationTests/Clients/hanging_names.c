/* Preloaded into the daemon: name services that do not answer about the user $HANGING_USER until somebody has opened the
   pipe $HANGING_ANSWER for writing. Each question is a byte in the pipe $HANGING_ASKED, where that is set. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pwd.h>
#include <stdlib.h>
#include <unistd.h>

typedef int look_up(uid_t, struct passwd *, char *, size_t, struct passwd **);

int getpwuid_r(uid_t user, struct passwd *entry, char *buffer, size_t size, struct passwd **found) {
    const char *hanging = getenv("HANGING_USER"), *answer = getenv("HANGING_ANSWER"), *asked = getenv("HANGING_ASKED");
    if (hanging && answer && user == strtoul(hanging, NULL, 10)) {
        int pipe = asked ? open(asked, O_WRONLY | O_CLOEXEC) : -1;
        if (pipe >= 0) {
            (void)!write(pipe, "?", 1);
            close(pipe);
        }
        close(open(answer, O_RDONLY | O_CLOEXEC));
    }
    return ((look_up *)dlsym(RTLD_NEXT, "getpwuid_r"))(user, entry, buffer, size, found);
}
