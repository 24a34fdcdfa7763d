#define _GNU_SOURCE
#include "gate_memory.h"

#include <string.h>
#include <sys/mman.h>

void *gate_secret_allocate(size_t size) {
    void *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) return NULL;
    /* Both are hardening on top: past RLIMIT_MEMLOCK a secret is still wiped, only not pinned. */
    (void)madvise(pages, size, MADV_DONTDUMP);
    (void)mlock(pages, size);
    return pages;
}

void gate_secret_free(void *pages, size_t size) {
    explicit_bzero(pages, size);
    munmap(pages, size);
}

void gate_wipe(void *bytes, size_t count) { explicit_bzero(bytes, count); }

int gate_equal(const void *left, const void *right, size_t count) {
    const volatile unsigned char *a = left, *b = right;
    unsigned char difference = 0;
    for (size_t i = 0; i < count; i++) difference |= a[i] ^ b[i];
    return difference == 0;
}
