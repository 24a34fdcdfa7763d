internal import Glibc

/// A mutual exclusion (`pthread_mutex_t`), in a form that ThreadSanitizer sees.
@safe
final class Lock {
    /// On the heap, since a mutex must not move.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    init() {
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        // With default attributes only a lack of memory fails it (pthread_mutex_init(3)), as the line above would.
        let result = unsafe pthread_mutex_init(mutex, nil)
        precondition(result == 0, "pthread_mutex_init")
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    func withLock<Result>(_ body: () -> Result) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body()
    }
}

// The pointer is written in init alone; the mutex behind it is made to be shared.
extension Lock: @unchecked Sendable {}
