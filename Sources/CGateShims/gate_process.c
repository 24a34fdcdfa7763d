#define _GNU_SOURCE
#include "gate_process.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

int gate_forbid_dumps(void) {
    struct rlimit none = {0, 0};
    if (setrlimit(RLIMIT_CORE, &none) != 0) return errno;
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return errno;
    static const int crashes[] = {SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) {
        if (signal(crashes[i], SIG_DFL) == SIG_ERR) return errno;
    }
    return 0;
}

void gate_name_thread(const char *name) { (void)prctl(PR_SET_NAME, name, 0, 0, 0); }
const char *gate_environment(const char *name) { return secure_getenv(name); }
void gate_share_heap(void) { (void)(mallopt(M_ARENA_MAX, 1) & mallopt(M_MMAP_THRESHOLD, 128 * 1024)); }
int gate_spawn_close_from(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}
int gate_pipe(int *ends) { return pipe2(ends, O_CLOEXEC); }
int gate_accept(int socket) { return accept4(socket, NULL, NULL, SOCK_CLOEXEC); }

/* SwiftNIO's, close-on-exec. Hidden: it replaces the C library's only in what this is linked into. */
__attribute__((visibility("hidden"))) int epoll_create(int size) { return size > 0 ? epoll_create1(EPOLL_CLOEXEC) : -1; }
