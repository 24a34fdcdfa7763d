import CGateShims

/// Bytes that must not linger: owned by one place, never printed, wiped when that place lets go.
///
/// They lie in pages that hold nothing else, outside core dumps and, where the limit on locked memory allows, outside swap.
@safe
public struct SecretBytes: ~Copyable {
    /// Memory of `max(count, 1)` bytes, owned by this value alone.
    private let storage: UnsafeMutableRawPointer
    public let count: Int

    /// Bytes that `fill` writes once, into zeroed memory of exactly `count` bytes; wiped again if it throws.
    ///
    /// Traps only where the machine has no page of memory left.
    public init<Failure: Error>(
        count: Int, fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        guard let memory = unsafe gate_secret_allocate(max(count, 1)) else {
            // Nothing smaller can be asked for, and going on without the bytes would grant or refuse at random.
            preconditionFailure("no memory for a secret")
        }
        unsafe storage = memory
        self.count = count
        // A throw runs deinit, since every stored property is set.
        try unsafe fill(UnsafeMutableRawBufferPointer(start: memory, count: count))
    }

    /// A copy of `bytes`, whose own memory stays the caller's to wipe.
    public init(copying bytes: UnsafeRawBufferPointer) {
        unsafe self.init(count: bytes.count) { target in
            unsafe target.copyMemory(from: bytes)
        }
    }

    deinit {
        // The memory was allocated with the same size in init and is not referred to again.
        unsafe gate_secret_free(storage, max(count, 1))
    }

    /// Lends the bytes for the length of `body`, which must not let the pointer out.
    public borrowing func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(UnsafeRawBufferPointer(start: storage, count: count))
    }

    /// Whether both hold the same bytes, in a time that depends on their lengths alone.
    public borrowing func isEqual(to other: borrowing SecretBytes) -> Bool {
        guard count == other.count else { return false }
        return unsafe gate_equal(storage, other.storage, count) == 1
    }

    /// A second owner of the same bytes.
    public borrowing func duplicate() -> SecretBytes {
        unsafe SecretBytes(copying: UnsafeRawBufferPointer(start: storage, count: count))
    }
}

// One owner at a time holds the only reference to the memory, and it is written in init alone.
extension SecretBytes: @unchecked Sendable {}

/// Overwrites memory that held a secret, in a way the compiler keeps (`explicit_bzero`).
public func wipe(_ bytes: UnsafeMutableRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    unsafe gate_wipe(start, bytes.count)
}
