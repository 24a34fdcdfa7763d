/* pam_biogate's hearing of the daemon's answers, under AddressSanitizer: in pieces of every length, and changed at random.
 * The seed is fixed, so that each run is the same. */
#include "../../Sources/Guests/Logins/pam_biogate/pam_biogate.c"

#include <assert.h>

static unsigned long long state = 0x9E3779B97F4A7C15ULL;

static unsigned next(unsigned below)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 32) % below;
}

static const char started[] = "{\"continues\":true,\"parameters\":{\"event\":\"started\"}}";
static const char matched[] = "{\"continues\":true,\"parameters\":{\"event\":\"matched\"}}";
static const char taken[] = "{\"parameters\":{\"event\":\"taken\"}}";

/* Sends bytes in pieces, and hears after each. */
static struct call played(const char *bytes, size_t length, size_t piece)
{
    int pair[2];
    struct call call;
    assert(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) == 0);
    call = (struct call){.line = pair[0]};
    for (size_t place = 0; place < length; place += piece) {
        size_t count = length - place < piece ? length - place : piece;
        (void)!send(pair[1], bytes + place, count, MSG_NOSIGNAL);
        hear(&call);
    }
    close(pair[1]);
    hear(&call);
    assert(call.line == -1);
    return call;
}

int main(void)
{
    static char bytes[4 * frame_bytes];
    size_t length = 0;
    struct call call;
    memcpy(bytes, started, sizeof started);
    memcpy(bytes + sizeof started, matched, sizeof matched);
    memcpy(bytes + sizeof started + sizeof matched, taken, sizeof taken);
    length = sizeof started + sizeof matched + sizeof taken;
    for (size_t piece = 1; piece <= length; piece++) {
        call = played(bytes, length, piece);
        assert(call.is_started && call.is_matched && call.is_taken);
    }
    /* Nothing counts without its end, behind an error, or behind the last answer. */
    assert(!played(started, sizeof started - 1, sizeof started).is_started);
    length = (size_t)snprintf(bytes, sizeof bytes, "{\"error\":\"x\",\"parameters\":{\"event\":\"taken\"}}") + 1;
    assert(!played(bytes, length, 7).is_taken);
    memcpy(bytes + length, taken, sizeof taken);
    assert(!played(bytes, length + sizeof taken, 7).is_taken && !played(bytes, length + sizeof taken, 500).is_taken);
    memset(bytes, 'x', sizeof bytes);
    assert(!played(bytes, sizeof bytes, 100).is_started);
    for (size_t round = 0; round < 20000; round++) {
        length = 1 + next(sizeof bytes - 1);
        for (size_t place = 0; place < length; place++)
            bytes[place] = next(40) == 0 ? 0 : (char)(1 + next(255));
        for (size_t place = 0; place + sizeof matched < length; place += 1 + next(200))
            memcpy(bytes + place, next(2) ? matched : started, sizeof matched - next(2));
        (void)played(bytes, length, 1 + next(frame_bytes));
    }
    return 0;
}
