// Many simultaneous clients, each of which asks again as soon as it is answered; one thread with epoll(7), so that the
// clients take one processor and leave the rest to the daemon.

#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

static const char question[] = "{\"method\":\"org.biometricgate.Gate.GetAvailability\"}";

static int by_size(const void *left, const void *right) {
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

void load(const char *path, int clients, int64_t nanoseconds) {
    int poll = epoll_create1(EPOLL_CLOEXEC);
    int *sockets = calloc(clients, sizeof *sockets);
    int64_t *asked = calloc(clients, sizeof *asked);
    size_t count = 0, room = 1 << 22;
    int64_t *samples = malloc(room * sizeof *samples);
    for (int client = 0; client < clients; client++) {
        sockets[client] = connect_to(path);
        struct epoll_event event = {.events = EPOLLIN, .data.u32 = client};
        epoll_ctl(poll, EPOLL_CTL_ADD, sockets[client], &event);
    }
    int64_t begin = now(), end = begin + nanoseconds;
    for (int client = 0; client < clients; client++) {
        asked[client] = now();
        send_all(sockets[client], question, sizeof question);
    }
    while (now() < end) {
        struct epoll_event events[64];
        int ready = epoll_wait(poll, events, 64, 1000);
        for (int index = 0; index < ready; index++) {
            static char answer[65536];
            int client = events[index].data.u32;
            ssize_t length = read(sockets[client], answer, sizeof answer);
            if (length <= 0) fail("the daemon closed the connection of client %d of %d", client, clients);
            if (answer[length - 1] != 0) continue;
            if (count < room) samples[count++] = now() - asked[client];
            asked[client] = now();
            send_all(sockets[client], question, sizeof question);
        }
    }
    if (!count) fail("no answer to %d clients", clients);
    qsort(samples, count, sizeof *samples, by_size);
    printf("{\"calls\": %zu, \"seconds\": %.3f, \"p50\": %lld, \"p99\": %lld, \"max\": %lld}\n", count,
           (now() - begin) / 1e9, (long long)samples[count / 2], (long long)samples[count * 99 / 100],
           (long long)samples[count - 1]);
}
