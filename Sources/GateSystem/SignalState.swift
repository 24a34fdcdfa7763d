internal import CGateShims
internal import Glibc

/// The signals that a process blocks and ignores. A program that replaces it, or that it starts, inherits both.
package struct SignalState: Sendable {
    /// Nothing is blocked or ignored.
    package static let standard = SignalState(blocked: [], ignored: [])

    private static let numbers = Int32(1)...64

    private let blocked: [Int32]
    private let ignored: [Int32]

    /// The state of the calling thread and its process. Only the main thread, before the concurrency pool starts, has
    /// the mask that the process inherited: the pool's threads block nearly every signal.
    package static func current() -> SignalState {
        var mask = sigset_t()
        // The set is a local that the call fills in (pthread_sigmask(3)).
        unsafe pthread_sigmask(SIG_SETMASK, nil, &mask)
        return SignalState(
            blocked: numbers.filter { unsafe sigismember(&mask, $0) == 1 }, ignored: numbers.filter(isIgnored))
    }

    package static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard unsafe sigaction(number, nil, &action) == 0 else { return false }
        // SIG_IGN is the number 1 in place of a function (signal.h); it is compared, never called.
        return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }

    /// Sets the thread's mask and the process's dispositions, right before execve(2). The thread blocks all signals
    /// meanwhile: one that comes in between meets mask and disposition together.
    package func restore() {
        var mask = Self.set(of: Array(Self.numbers))
        // The sets are locals that the calls read.
        unsafe pthread_sigmask(SIG_SETMASK, &mask, nil)
        // Fails for unchangeable signals, which keep their disposition.
        for number in Self.numbers { signal(number, ignored.contains(number) ? SIG_IGN : SIG_DFL) }
        mask = Self.set(of: blocked)
        unsafe pthread_sigmask(SIG_SETMASK, &mask, nil)
    }

    /// Sets the mask and the signals to reset, for posix_spawn(3). This process must itself ignore the signals in
    /// `ignored`.
    func apply(to attributes: inout posix_spawnattr_t) {
        var mask = Self.set(of: blocked)
        var reset = Self.set(of: Self.numbers.filter { !ignored.contains($0) })
        // The sets are locals that the calls copy.
        unsafe posix_spawnattr_setsigmask(&attributes, &mask)
        unsafe posix_spawnattr_setsigdefault(&attributes, &reset)
    }

    /// sigaddset(3) leaves out the C library's two own signals, and posix_spawn(3) makes a child ignore those unless
    /// reset. The kernel's set has one bit for each signal, the lowest for 1.
    private static func set(of numbers: [Int32]) -> sigset_t {
        var set = sigset_t()
        let bits = numbers.reduce(UInt64(0)) { $0 | 1 << UInt64($1 - 1) }
        // The set has room for 1024 signals.
        unsafe withUnsafeMutableBytes(of: &set) { unsafe $0.storeBytes(of: bits, as: UInt64.self) }
        return set
    }
}
