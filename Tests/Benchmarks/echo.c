// The least that a server on a Unix socket can do: it reads a message and sends one as long as the daemon's answer, in
// a separate process.

#include "measure.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

static int server = -1;
static char request[4096], answer[65536];
static size_t request_length, answer_length;

static void serve(int listener) {
    int connection = accept(listener, NULL, NULL);
    for (size_t length = 0;;) {
        ssize_t count = read(connection, request + length, sizeof request - length);
        if (count <= 0) exit(0);
        length += count;
        if (request[length - 1] != 0) continue;
        send_all(connection, answer, answer_length);
        length = 0;
    }
}

void echo_start(void) {
    request_length = atoi(setting("ECHO_REQUEST_BYTES"));
    answer_length = atoi(setting("ECHO_ANSWER_BYTES"));
    memset(request, 'q', request_length - 1);
    memset(answer, 'a', answer_length - 1);
    int listener = listen_at(setting("ECHO_SOCKET"));
    if (fork() == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        serve(listener);
    }
    close(listener);
    server = connect_to(setting("ECHO_SOCKET"));
}

int64_t echo_round_trip(void) {
    static char received[65536];
    size_t length = 0;
    int64_t begin = now();
    send_all(server, request, request_length);
    while (length == 0 || received[length - 1] != 0) {
        ssize_t count = read(server, received + length, sizeof received - length);
        if (count <= 0) fail("the echo ended");
        length += count;
    }
    return now() - begin;
}
