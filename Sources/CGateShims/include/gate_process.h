#ifndef GATE_PROCESS_H
#define GATE_PROCESS_H

#include <spawn.h>

/* No core dumps, and no tracing by the user's other processes (prctl(2), PR_SET_DUMPABLE; RLIMIT_CORE). No backtraces
   either: Swift's runtime writes the registers of a process that crashes, and what they point to, to standard error.
   0, or the errno of the call that failed. */
int gate_forbid_dumps(void);

/* All threads allocate from one heap (mallopt(3), M_ARENA_MAX). */
void gate_share_heap(void);

/* The process to be spawned inherits no descriptor from `first` on (glibc 2.34). 0, or an errno. */
int gate_spawn_close_from(posix_spawn_file_actions_t *_Nonnull actions, int first);

#endif
