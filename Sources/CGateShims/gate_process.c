#define _GNU_SOURCE
#include "gate_process.h"

#include <errno.h>
#include <malloc.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>

int gate_forbid_dumps(void) {
    struct rlimit none = {0, 0};
    if (setrlimit(RLIMIT_CORE, &none) != 0) return errno;
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return errno;
    /* Those that Swift's runtime traces back at. */
    static const int crashes[] = {SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) {
        if (signal(crashes[i], SIG_DFL) == SIG_ERR) return errno;
    }
    return 0;
}

void gate_name_thread(const char *name) { (void)prctl(PR_SET_NAME, name, 0, 0, 0); }

const char *gate_environment(const char *name) { return secure_getenv(name); }

void gate_share_heap(void) { (void)mallopt(M_ARENA_MAX, 1); }

int gate_spawn_close_from(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}
