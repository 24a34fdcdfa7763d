/* Swift's Mutex for ThreadSanitizer, linked into what is built with it. The fast paths are compiled with their callers,
   and ThreadSanitizer sees them; the slow ones, for a lock that somebody waits for, are in libswiftSynchronization, which
   is not instrumented. */
#include <dlfcn.h>
#include <stdint.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

/* Synchronization._MutexHandle._lockSlow(UInt32) and _unlockSlow() */
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef SWIFT void LockSlow(uint32_t state, SELF void *mutex);
typedef SWIFT void UnlockSlow(SELF void *mutex);

SWIFT void lock_slow(uint32_t state, SELF void *mutex) __asm__(LOCK);
SWIFT void unlock_slow(SELF void *mutex) __asm__(UNLOCK);

SWIFT void lock_slow(uint32_t state, SELF void *mutex)
{
    ((LockSlow *)dlsym(RTLD_NEXT, LOCK))(state, mutex);
    __tsan_acquire(mutex);
}

SWIFT void unlock_slow(SELF void *mutex)
{
    __tsan_release(mutex);
    ((UnlockSlow *)dlsym(RTLD_NEXT, UNLOCK))(mutex);
}
