/* Preloaded into the daemon: a disk below $FAULTY_DISK on which the n-th change fails, waits, or is the process's last.

   Changes are what a file system can refuse: writing, truncating, synchronizing, linking, renaming, removing, and making
   files. They are counted from the moment the plan is set. The plan is the file $FAULTY_DISK_PLAN, mapped, so that it
   can be set and read while the daemon runs. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct plan {
    /* The change at which it happens, from 1 on; 0: never. */
    _Atomic int first;
    /* How many changes in a row fail. */
    _Atomic int length;
    /* The errno, or 0 for SIGKILL after half of the change, or -1 for a change that waits until the plan is another. */
    _Atomic int error;
    /* The changes so far. */
    _Atomic int count;
};

static struct plan *plan;
static const char *root;

__attribute__((constructor)) static void start(void) {
    const char *path = getenv("FAULTY_DISK_PLAN");
    root = getenv("FAULTY_DISK");
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *mapping = mmap(NULL, sizeof *plan, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (mapping != MAP_FAILED) plan = mapping;
    close(file);
}

static int is_below(const char *path) {
    size_t length = root ? strlen(root) : 0;
    return plan && length && !strncmp(path, root, length);
}

static int is_file_below(int file) {
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = plan ? readlink(link, path, sizeof path - 1) : -1;
    if (length < 0) return 0;
    path[length] = 0;
    return is_below(path);
}

enum verdict { GOES, FAILS, DIES };

static enum verdict judge(void) {
    int number = atomic_fetch_add(&plan->count, 1) + 1, first = atomic_load(&plan->first);
    if (!first || number < first || number - first >= atomic_load(&plan->length)) return GOES;
    int error = atomic_load(&plan->error);
    if (!error) return DIES;
    if (error < 0) {
        while (atomic_load(&plan->error) < 0) usleep(1000);
        return GOES;
    }
    errno = error;
    return FAILS;
}

static void die(void) { kill(getpid(), SIGKILL); }

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/* A call that is done or not; one that dies, dies behind it. */
#define SIMPLE(below, name, ...)                   \
    if (below) switch (judge()) {                  \
        case FAILS: return -1;                     \
        case DIES:                                 \
            REAL(name)(__VA_ARGS__);               \
            die();                                 \
        case GOES: break;                          \
    }                                              \
    return REAL(name)(__VA_ARGS__)

/* A write that dies, dies in the middle. */
#define WRITING(name, file, bytes, count, ...)                       \
    if (is_file_below(file)) switch (judge()) {                      \
        case FAILS: return -1;                                       \
        case DIES:                                                   \
            (void)!REAL(name)(file, bytes, (count) / 2, ##__VA_ARGS__); \
            die();                                                   \
        case GOES: break;                                            \
    }                                                                \
    return REAL(name)(file, bytes, count, ##__VA_ARGS__)

ssize_t write(int file, const void *bytes, size_t count) { WRITING(write, file, bytes, count); }
ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) { WRITING(pwrite, file, bytes, count, at); }
ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t at) { WRITING(pwrite64, file, bytes, count, at); }
int ftruncate(int file, off_t size) { SIMPLE(is_file_below(file), ftruncate, file, size); }
int ftruncate64(int file, off64_t size) { SIMPLE(is_file_below(file), ftruncate64, file, size); }
int fsync(int file) { SIMPLE(is_file_below(file), fsync, file); }
int fdatasync(int file) { SIMPLE(is_file_below(file), fdatasync, file); }
int unlink(const char *path) { SIMPLE(is_below(path), unlink, path); }
int rename(const char *from, const char *to) { SIMPLE(is_below(to), rename, from, to); }
int link(const char *from, const char *to) { SIMPLE(is_below(to), link, from, to); }
int mkdir(const char *path, mode_t mode) { SIMPLE(is_below(path), mkdir, path, mode); }

/* Only one that makes a file is a change. */
#define OPENING(name)                                                \
    mode_t mode = 0;                                                 \
    if (flags & O_CREAT) {                                           \
        va_list rest;                                                \
        va_start(rest, flags);                                       \
        mode = va_arg(rest, mode_t);                                 \
        va_end(rest);                                                \
    }                                                                \
    SIMPLE((flags & O_CREAT) && is_below(path) && access(path, F_OK) != 0, name, path, flags, mode)

int open(const char *path, int flags, ...) { OPENING(open); }
int open64(const char *path, int flags, ...) { OPENING(open64); }
