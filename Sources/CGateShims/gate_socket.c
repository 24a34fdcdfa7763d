#define _GNU_SOURCE
#include "gate_socket.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif

int gate_peer_credentials(int socket, uid_t *user, pid_t *process) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return errno;
    *user = peer.uid;
    *process = peer.pid;
    return 0;
}

int gate_pidfd(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

int gate_peer_pidfd(int socket, pid_t process) {
    int descriptor = -1;
    socklen_t size = sizeof descriptor;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERPIDFD, &descriptor, &size) == 0) return descriptor;
    /* Any other error means that the process is gone: its number may be another's by now. */
    return errno == ENOPROTOOPT && process > 0 ? gate_pidfd(process) : -1;
}

void gate_buffer_free(void *buffer) {
    explicit_bzero(buffer, malloc_usable_size(buffer));
    free(buffer);
}

void *gate_buffer_reallocate(void *old, size_t old_size, size_t size) {
    void *fresh = malloc(size);
    if (!fresh || !old) return fresh;
    memcpy(fresh, old, old_size < size ? old_size : size);
    gate_buffer_free(old);
    return fresh;
}
