import CGateShims

/// Bytes that must not linger: owned by one place, never printed, wiped when that place lets go.
///
/// They lie in pages that hold nothing else, outside core dumps and, where the limit on locked memory allows, outside
/// swap; where the kernel has no such page, in the heap.
@safe
public struct SecretBytes: ~Copyable {
    /// Memory of `max(count, 1)` bytes, owned by this value alone.
    private let storage: UnsafeMutableRawPointer
    /// Whether the memory is the heap's: `munmap(2)` is for pages.
    private let isInHeap: Bool
    public let count: Int

    /// Bytes that `fill` writes once, into zeroed memory of exactly `count` bytes; wiped again if it throws.
    public init<Failure: Error>(
        count: Int, fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let size = max(count, 1)
        let pages = unsafe gate_secret_allocate(size)
        // A process has only so many mappings, and the heap grows without one.
        let memory = unsafe pages ?? .allocate(byteCount: size, alignment: 1)
        if unsafe pages == nil { unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: size) }
        unsafe isInHeap = pages == nil
        unsafe storage = memory
        self.count = count
        // A throw runs deinit, since every stored property is set.
        try unsafe fill(UnsafeMutableRawBufferPointer(start: memory, count: count))
    }

    /// The errno of the first time that a secret's pages could not be locked, or not be had; nil where that never happened.
    public static var lockFailure: Int32? {
        let failure = gate_secret_failure()
        return failure == 0 ? nil : failure
    }

    /// A copy of `bytes`, whose own memory stays the caller's to wipe.
    public init(copying bytes: UnsafeRawBufferPointer) {
        unsafe self.init(count: bytes.count) { target in
            unsafe target.copyMemory(from: bytes)
        }
    }

    deinit {
        // The memory was allocated with the same size in init and is not referred to again.
        let size = max(count, 1)
        guard isInHeap else { return unsafe gate_secret_free(storage, size) }
        unsafe gate_wipe(storage, size)
        unsafe storage.deallocate()
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
