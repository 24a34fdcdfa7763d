// Shared by the measuring programs. Every failure ends the process with one line, because a failed measurement is not a
// measurement.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Nanoseconds of CLOCK_MONOTONIC, which all processes of the machine share.
int64_t now(void);
/// Ends the process with the reason.
_Noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
/// A variable of the environment, which must be set.
const char *setting(const char *name);
void pause_for(int64_t nanoseconds);

/// Connects to a Unix socket; -1 if nothing listens.
int try_connect(const char *path);
int connect_to(const char *path);
int listen_at(const char *path);
void send_all(int socket, const void *bytes, size_t count);

/// A finger for a virtual reader, as the bytes for its socket.
struct finger {
    const char *reader;
    void *bytes;
    size_t count;
};
/// The text in the variable NAME as a finger of the text readers, or "@FILE" as an image.
struct finger finger_in(const char *variable, const char *reader);
/// Puts the finger on the reader, and returns at once; the time before this call is that of the touch.
void touch(const struct finger *finger);
/// Returns when the reader is closed, so that nothing listens on its socket.
void await_closed(const char *reader);

/// A measured path: called once for each sample, returns nanoseconds.
typedef int64_t sampler(void);
/// For a sampler with more than one sample.
void add_sample(int64_t nanoseconds);

// Bare libfprint, in a separate process.
void floor_start(void);
sampler floor_armed, floor_cold;
// Debian's fprintd over sd-bus.
void fprintd_start(void);
void fprintd_enroll(void);
sampler fprintd_armed, fprintd_cold, fprintd_begin, fprintd_get_devices, fprintd_during_scan, fprintd_exec;
// The daemon over its socket.
void gate_start(void);
sampler gate_armed, gate_several, gate_yes, gate_cold, gate_availability, gate_during_scan, gate_exec, gate_activated, gate_retrieve_cold;
// The least that a server on a Unix socket can do.
void echo_start(void);
sampler echo_round_trip;

/// Starts the command in the variable, its words separated by newlines; `listener` becomes descriptor 3.
pid_t start_process(const char *variable, int listener);
/// Ends it with SIGTERM and waits for its end.
void end_process(pid_t process);

/// Many simultaneous clients of the daemon: prints throughput and latencies as JSON.
void load(const char *path, int clients, int64_t nanoseconds);
