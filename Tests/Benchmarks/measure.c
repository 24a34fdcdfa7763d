// measure CANDIDATE WHAT SAMPLES: prints one line of nanoseconds for each sample.
// measure load CLIENTS MILLISECONDS: prints one line of JSON.
//
// bench.py passes the paths in the environment.

#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *candidate, *what;
    void (*start)(void);
    sampler *sample;
} table[] = {
    {"floor", "armed", floor_start, floor_armed},
    {"floor", "cold", floor_start, floor_cold},
    {"fprintd", "armed", fprintd_start, fprintd_armed},
    {"fprintd", "cold", fprintd_start, fprintd_cold},
    {"fprintd", "begin", fprintd_start, fprintd_begin},
    {"fprintd", "status", fprintd_start, fprintd_get_devices},
    {"fprintd", "during-scan", fprintd_start, fprintd_during_scan},
    {"fprintd", "exec", fprintd_start, fprintd_exec},
    {"gate", "armed", gate_start, gate_armed},
    {"gate", "several", gate_start, gate_several},
    {"gate", "yes", gate_start, gate_yes},
    {"gate", "cold", NULL, gate_cold},
    {"gate", "status", gate_start, gate_availability},
    {"gate", "during-scan", gate_start, gate_during_scan},
    {"gate", "exec", NULL, gate_exec},
    {"gate", "activated", NULL, gate_activated},
    {"echo", "status", echo_start, echo_round_trip},
};

void add_sample(int64_t nanoseconds) {
    printf("%lld\n", (long long)nanoseconds);
}

int main(int count, char **words) {
    if (count == 3 && strcmp(words[1], "fprintd") == 0 && strcmp(words[2], "enroll") == 0) {
        fprintd_start();
        fprintd_enroll();
        return 0;
    }
    if (count != 4) fail("usage: measure CANDIDATE WHAT SAMPLES | measure fprintd enroll");
    if (strcmp(words[1], "load") == 0) {
        load(setting("GATE_SOCKET"), atoi(words[2]), atoll(words[3]) * 1000000);
        return 0;
    }
    for (size_t row = 0; row < sizeof table / sizeof *table; row++) {
        if (strcmp(table[row].candidate, words[1]) != 0 || strcmp(table[row].what, words[2]) != 0) continue;
        if (table[row].start) table[row].start();
        for (int left = atoi(words[3]); left > 0; left--) {
            int64_t sample = table[row].sample();
            if (sample >= 0) add_sample(sample);
        }
        return 0;
    }
    fail("no such measurement: %s %s", words[1], words[2]);
}
