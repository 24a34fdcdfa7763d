// Preloaded into a window's program. Swift's tasks sleep by libdispatch's timers; none of them ends while a scenario has the
// file locked that HELD_TIMERS names (`Timers` in timers.py). The program's own clock is the one in the file that HELD_CLOCK
// names, once a scenario has set that (`Clock`).
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <unistd.h>

// In microseconds, 0 where time passes; and how often the main thread has asked.
static struct {
    _Atomic int64_t now, asked;
} *clock_held;

// The program's own code.
static uintptr_t program_begin = UINTPTR_MAX, program_end;

// The first object is the program (dl_iterate_phdr(3)).
static int note_program(struct dl_phdr_info *object, size_t size, void *data) {
    for (int place = 0; place < object->dlpi_phnum; place++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[place];
        if (part->p_type != PT_LOAD) continue;
        uintptr_t begin = object->dlpi_addr + part->p_vaddr;
        if (begin < program_begin) program_begin = begin;
        if (begin + part->p_memsz > program_end) program_end = begin + part->p_memsz;
    }
    return 1;
}

__attribute__((constructor)) static void open_clock(void) {
    dl_iterate_phdr(note_program, NULL);
    int file = open(getenv("HELD_CLOCK"), O_RDWR | O_CLOEXEC);
    if (file < 0) abort();
    clock_held = mmap(NULL, sizeof *clock_held, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (clock_held == MAP_FAILED) abort();
}

int64_t g_get_monotonic_time(void) {
    static int64_t (*real)(void);
    if (real == NULL) real = (int64_t (*)(void))dlsym(RTLD_NEXT, "g_get_monotonic_time");
    uintptr_t caller = (uintptr_t)__builtin_return_address(0);
    // GTK and GLib go by the real one, and ask thousands of times.
    if (caller < program_begin || caller >= program_end) return real();
    if (gettid() == getpid()) clock_held->asked += 1;
    int64_t now = clock_held->now;
    return now != 0 ? now : real();
}

// GTK takes the ring around what has the focus away three seconds after the last key, and a scenario may look at it later.
unsigned g_timeout_add_seconds(unsigned interval, int (*function)(void *), void *data) {
    static unsigned (*real)(unsigned, int (*)(void *), void *);
    if (real == NULL) real = (unsigned (*)(unsigned, int (*)(void *), void *))dlsym(RTLD_NEXT, "g_timeout_add_seconds");
    Dl_info caller;
    int is_ring = interval == 3 && dladdr(__builtin_return_address(0), &caller) && strstr(caller.dli_fname, "libgtk-4");
    return real(is_ring ? 3600 : interval, function, data);
}

// A toast that goes by itself is gone before a scenario sees it.
unsigned g_timeout_add(unsigned interval, int (*function)(void *), void *data) {
    static unsigned (*real)(unsigned, int (*)(void *), void *);
    if (real == NULL) real = (unsigned (*)(unsigned, int (*)(void *), void *))dlsym(RTLD_NEXT, "g_timeout_add");
    Dl_info caller;
    int is_toast = interval >= 1000 && dladdr(__builtin_return_address(0), &caller) && strstr(caller.dli_fname, "libadwaita");
    return real(is_toast ? 0 : interval, function, data);
}

int epoll_wait(int epoll, struct epoll_event *events, int most, int timeout) {
    static int (*wait)(int, struct epoll_event *, int, int);
    if (wait == NULL) wait = (int (*)(int, struct epoll_event *, int, int))dlsym(RTLD_NEXT, "epoll_wait");
    int count = wait(epoll, events, most, timeout);
    int error = errno;
    Dl_info caller;
    // The connection to the daemon also waits by epoll, and goes on.
    if (dladdr(__builtin_return_address(0), &caller) && strstr(caller.dli_fname, "libdispatch")) {
        int file = open(getenv("HELD_TIMERS"), O_RDONLY | O_CLOEXEC);
        if (file >= 0) {
            while (flock(file, LOCK_SH) != 0 && errno == EINTR) {}
            close(file);
        }
    }
    errno = error;
    return count;
}
