#define _GNU_SOURCE
#include "gate_memory.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

/* Every message is a secret for as long as it is looked at: four system calls for each would take longer than the rest
   of a status call. Small ones share pages that are mapped once and kept; a slot is zero whenever nobody has it. More
   of them than a daemon's limits let live at a time would each take a mapping, of which a process has only so many. */
enum { slot_size = 512, pool_slots = 64, pool_size = slot_size * pool_slots, pool_count = 64 };

static pthread_mutex_t pools_lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    unsigned char *slots;
    /* A bit for each slot. */
    uint64_t free;
} pools[pool_count];
static atomic_int failure;

int gate_secret_failure(void) { return atomic_load_explicit(&failure, memory_order_relaxed); }

static void note_failure(void) {
    int none = 0;
    atomic_compare_exchange_strong(&failure, &none, errno);
}

static void *allocate_pages(size_t size) {
    void *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) {
        note_failure();
        return NULL;
    }
    /* Both are hardening on top: past RLIMIT_MEMLOCK a secret is still wiped, only not pinned. */
    (void)madvise(pages, size, MADV_DONTDUMP);
    if (mlock(pages, size) != 0) note_failure();
    return pages;
}

static void *take_slot(void) {
    void *slot = NULL;
    pthread_mutex_lock(&pools_lock);
    for (int i = 0; i < pool_count && !slot; i++) {
        if (!pools[i].slots) {
            pools[i].slots = allocate_pages(pool_size);
            if (!pools[i].slots) break;
            pools[i].free = UINT64_MAX;
        }
        if (!pools[i].free) continue;
        slot = pools[i].slots + slot_size * __builtin_ctzll(pools[i].free);
        pools[i].free &= pools[i].free - 1;
    }
    pthread_mutex_unlock(&pools_lock);
    return slot;
}

void *gate_secret_allocate(size_t size) {
    void *slot = size <= slot_size ? take_slot() : NULL;
    return slot ? slot : allocate_pages(size);
}

/* False where the secret has pages of its own. */
static int give_slot_back(void *secret) {
    int is_slot = 0;
    pthread_mutex_lock(&pools_lock);
    for (int i = 0; i < pool_count && pools[i].slots && !is_slot; i++) {
        uintptr_t offset = (uintptr_t)secret - (uintptr_t)pools[i].slots;
        is_slot = offset < pool_size;
        if (is_slot) pools[i].free |= UINT64_C(1) << (offset / slot_size);
    }
    pthread_mutex_unlock(&pools_lock);
    return is_slot;
}

void gate_secret_free(void *secret, size_t size) {
    explicit_bzero(secret, size);
    if (!give_slot_back(secret)) munmap(secret, size);
}

void gate_wipe(void *bytes, size_t count) { explicit_bzero(bytes, count); }

int gate_equal(const void *left, const void *right, size_t count) {
    const volatile unsigned char *a = left, *b = right;
    unsigned char difference = 0;
    for (size_t i = 0; i < count; i++) difference |= a[i] ^ b[i];
    return difference == 0;
}
