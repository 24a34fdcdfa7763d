#define _GNU_SOURCE
#include "gate_memory.h"

#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

/* Every message is a secret for as long as it is looked at: four system calls for each would take longer than the rest
   of a status call. Small ones share pages that are mapped once; a slot is zero whenever nobody has it. */
enum { slot_size = 512, slot_count = 64 };

static pthread_mutex_t slots_lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned char *slots;
/* A bit for each slot. */
static uint64_t free_slots = UINT64_MAX;

static void *allocate_pages(size_t size) {
    void *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) return NULL;
    /* Both are hardening on top: past RLIMIT_MEMLOCK a secret is still wiped, only not pinned. */
    (void)madvise(pages, size, MADV_DONTDUMP);
    (void)mlock(pages, size);
    return pages;
}

static void *take_slot(void) {
    void *slot = NULL;
    pthread_mutex_lock(&slots_lock);
    if (!slots) slots = allocate_pages(slot_size * slot_count);
    if (slots && free_slots) {
        int index = __builtin_ctzll(free_slots);
        free_slots &= free_slots - 1;
        slot = slots + slot_size * index;
    }
    pthread_mutex_unlock(&slots_lock);
    return slot;
}

void *gate_secret_allocate(size_t size) {
    void *slot = size <= slot_size ? take_slot() : NULL;
    return slot ? slot : allocate_pages(size);
}

/* False where the secret has pages of its own. */
static int give_slot_back(void *secret) {
    pthread_mutex_lock(&slots_lock);
    uintptr_t offset = (uintptr_t)secret - (uintptr_t)slots;
    int is_slot = slots && offset < slot_size * slot_count;
    if (is_slot) free_slots |= UINT64_C(1) << (offset / slot_size);
    pthread_mutex_unlock(&slots_lock);
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
