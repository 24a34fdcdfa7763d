/* What ThreadSanitizer cannot see of Swift's runtime, which is not instrumented; linked into what is built with it. */
#include <dlfcn.h>
#include <stdint.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))
#define ASYNC __attribute__((swiftasynccall))

/* Mutex: the fast paths are compiled with their callers, and are seen; the slow ones, for a lock that somebody waits for,
   are in libswiftSynchronization: _MutexHandle._lockSlow(UInt32) and _unlockSlow(). */
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

/* A continuation: the runtime releases the task where it is resumed, and acquires it where the task is run again; nothing
   is acquired where it was resumed before it is awaited. Only withUnsafeContinuation's await is compiled with its caller. */
typedef ASYNC void Await(void *continuation);

extern SWIFT void *swift_task_getCurrent(void);

ASYNC void swift_continuation_await(void *continuation)
{
    Await *await = (Await *)dlsym(RTLD_NEXT, "swift_continuation_await");
    __tsan_acquire(swift_task_getCurrent());
    __attribute__((musttail)) return await(continuation);
}
