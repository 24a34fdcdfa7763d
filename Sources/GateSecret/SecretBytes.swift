import CGateShims

/// Bytes that must not linger: held by one owner, never printed, wiped when released.
///
/// They are in pages of their own, excluded from core dumps and, as far as the limit on locked memory allows, from
/// swap; if the kernel has no such page left, on the heap.
@safe
public struct SecretBytes: ~Copyable {
    /// Memory of `max(count, 1)` bytes, owned by this value alone.
    private let storage: UnsafeMutableRawPointer
    /// Whether the memory is on the heap: `munmap(2)` is for pages.
    private let isInHeap: Bool
    public let count: Int

    /// Bytes that `fill` writes once, into zeroed memory of exactly `count` bytes; wiped if it throws.
    public init<Failure: Error>(
        count: Int, fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let size = max(count, 1)
        let pages = unsafe gate_secret_allocate(size)
        // The number of mappings of a process is limited; the heap grows without one.
        let memory = unsafe pages ?? .allocate(byteCount: size, alignment: 1)
        if unsafe pages == nil { unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: size) }
        unsafe isInHeap = pages == nil
        unsafe storage = memory
        self.count = count
        // All stored properties are set, so a throw runs deinit.
        try unsafe fill(UnsafeMutableRawBufferPointer(start: memory, count: count))
    }

    /// The errno of the first failure to lock or get a secret's pages; nil if there was none.
    public static var lockFailure: Int32? {
        let failure = gate_secret_failure()
        return failure == 0 ? nil : failure
    }

    /// Copies `bytes`; wiping their memory stays with the caller.
    public init(copying bytes: UnsafeRawBufferPointer) {
        unsafe self.init(count: bytes.count) { target in
            unsafe target.copyMemory(from: bytes)
        }
    }

    deinit {
        // init allocated the memory with the same size; nothing refers to it any more.
        let size = max(count, 1)
        guard isInHeap else { return unsafe gate_secret_free(storage, size) }
        unsafe gate_wipe(storage, size)
        unsafe storage.deallocate()
    }

    /// Lends the bytes to `body`, which must not let the pointer escape.
    public borrowing func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(UnsafeRawBufferPointer(start: storage, count: count))
    }

    /// Whether both hold the same bytes, in time that depends only on their lengths.
    public borrowing func isEqual(to other: borrowing SecretBytes) -> Bool {
        guard count == other.count else { return false }
        return unsafe gate_equal(storage, other.storage, count) == 1
    }

    /// A copy with its own owner.
    public borrowing func duplicate() -> SecretBytes {
        unsafe SecretBytes(copying: UnsafeRawBufferPointer(start: storage, count: count))
    }
}

// One owner at a time holds the only reference to the memory, and only init writes it.
extension SecretBytes: @unchecked Sendable {}

/// Overwrites memory that held a secret; the compiler cannot drop the write (`explicit_bzero`).
public func wipe(_ bytes: UnsafeMutableRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    unsafe gate_wipe(start, bytes.count)
}
