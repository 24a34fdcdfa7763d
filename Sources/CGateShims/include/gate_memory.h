#pragma once

#include <stddef.h>

#pragma clang assume_nonnull begin

/* Zeroed memory for a secret: left out of core dumps, locked against swapping where RLIMIT_MEMLOCK allows. Up to 512
   bytes lie beside other secrets, more in pages of their own. NULL where the kernel gives no page. size is at least 1.
   Freed with gate_secret_free and the same size. */
void *_Nullable gate_secret_allocate(size_t size);

/* The errno of the first time that a secret's memory could not be locked, or not be had; 0 where that never happened. */
int gate_secret_failure(void);

/* Overwrites the memory in a way the compiler keeps, then gives it back. */
void gate_secret_free(void *secret, size_t size);

/* explicit_bzero(3). */
void gate_wipe(void *bytes, size_t count);

/* 1 where the bytes are equal, 0 where not; the time taken depends on count alone. */
int gate_equal(const void *left, const void *right, size_t count);

#pragma clang assume_nonnull end
