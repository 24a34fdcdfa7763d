#pragma once

#include <spawn.h>

/* No core dumps, and no tracing by the user's other processes (prctl(2), PR_SET_DUMPABLE; RLIMIT_CORE). No backtraces
   either: Swift's runtime writes the registers of a process that crashes, and what they point to, to standard error.
   0, or the errno of the call that failed. */
int gate_forbid_dumps(void);

/* Names the calling thread for ps and debuggers (prctl(2), PR_SET_NAME); 15 bytes are kept. */
void gate_name_thread(const char *_Nonnull name);

/* secure_getenv(3). */
const char *_Nullable gate_environment(const char *_Nonnull name);

/* All threads allocate from one heap, and blocks from 128 KiB on go back to the kernel whenever they are freed
   (mallopt(3), M_ARENA_MAX, M_MMAP_THRESHOLD). */
void gate_share_heap(void);

/* The process to be spawned inherits no descriptor from `first` on (glibc 2.34). 0, or an errno. */
int gate_spawn_close_from(posix_spawn_file_actions_t *_Nonnull actions, int first);

/* pipe(2) and accept(2), close-on-exec from the start. 0 and the descriptor, or -1 and errno. */
int gate_pipe(int *_Nonnull ends);
int gate_accept(int socket);
