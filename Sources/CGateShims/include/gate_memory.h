#ifndef GATE_MEMORY_H
#define GATE_MEMORY_H

#include <stddef.h>

#pragma clang assume_nonnull begin

/* Zeroed pages for a secret: left out of core dumps, locked against swapping where RLIMIT_MEMLOCK allows.
   NULL where there is no memory. size is at least 1. Freed with gate_secret_free and the same size. */
void *_Nullable gate_secret_allocate(size_t size);

/* Overwrites the pages in a way the compiler keeps, then gives them back. */
void gate_secret_free(void *pages, size_t size);

/* explicit_bzero(3). */
void gate_wipe(void *bytes, size_t count);

/* 1 where the bytes are equal, 0 where not; the time taken depends on count alone. */
int gate_equal(const void *left, const void *right, size_t count);

#pragma clang assume_nonnull end

#endif
