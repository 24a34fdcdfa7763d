#pragma once

#include <stddef.h>
#include <sys/eventfd.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

/* Who connected the stream socket, as the kernel noted it at connect (SO_PEERCRED, unix(7)). 0, or an errno. */
int gate_peer_credentials(int socket, uid_t *user, pid_t *process);

/* A pidfd of the process that connected the socket (SO_PEERPIDFD, Linux 6.5), close-on-exec, the caller's to close.
   On older kernels pidfd_open(2) of `process`, which then may name a later process of that number. -1 where the
   process is gone or the kernel has neither. */
int gate_peer_pidfd(int socket, pid_t process);

/* pidfd_open(2): close-on-exec, the caller's to close; -1 if there is no such process. */
int gate_pidfd(pid_t process);

/* realloc(3) and free(3) that overwrite the memory they give back, whichever part of it was used. */
void *_Nullable gate_buffer_reallocate(void *_Nullable old, size_t old_size, size_t size);
void gate_buffer_free(void *buffer);

#pragma clang assume_nonnull end
