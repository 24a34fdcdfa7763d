public import GateSecret

/// Why a stream of frames cannot continue.
public enum FrameFault: Error, Hashable, Sendable {
    /// A frame is longer than the limit.
    case tooLong
}

/// Splits a stream of bytes into frames at the NULs, in memory that is wiped.
///
/// Takes time linear in its input, however that is sliced. It holds appended bytes until `nextFrame` returns them, so
/// call that until it is empty after every `append`.
public struct FrameDecoder: ~Copyable, Sendable {
    /// The memory that an empty decoder keeps for the next frame; larger or little-used memory is freed.
    private static let keptCapacity = 16_384

    /// The longest frame in bytes, without its NUL.
    public let limit: Int

    private var room = WipedRoom(capacity: 0)
    /// Start of the frame being read; bytes before it are wiped.
    private var start = 0
    /// The frame has no NUL before here.
    private var searched = 0
    private var end = 0
    private var isBroken = false

    /// An empty decoder; `limit` is the configuration's `limits.messageBytes`, in bytes without the NUL.
    public init(limit: Int = 262_144) {
        self.limit = limit
    }

    /// Memory in use, in bytes.
    public var capacity: Int { room.capacity }

    /// Copies `bytes`; wiping their memory stays with the caller.
    public mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard !isBroken, unsafe !bytes.isEmpty else { return }
        if room.capacity - end < bytes.count { makeSpace(for: bytes.count) }
        unsafe room.write(bytes, at: end)
        end += bytes.count
    }

    /// Returns the next frame without its NUL; nil until the rest of it arrives.
    ///
    /// Throws `tooLong` as soon as a frame exceeds the limit, and always from then on: held bytes are wiped, and
    /// appended ones are dropped.
    public mutating func nextFrame() throws(FrameFault) -> SecretBytes? {
        guard !isBroken else { throw .tooLong }
        let nul = room.firstNUL(in: searched..<end)
        guard (nul ?? end) - start <= limit else {
            isBroken = true
            room = WipedRoom(capacity: 0)
            (start, searched, end) = (0, 0, 0)
            throw .tooLong
        }
        guard let nul else {
            searched = end
            return nil
        }
        let frame = room.secret(in: start..<nul)
        room.wipe(start..<nul)
        start = nul + 1
        searched = start
        if start == end {
            (start, searched, end) = (0, 0, 0)
            if room.capacity > Self.keptCapacity { room = WipedRoom(capacity: 0) }
        } else if room.capacity > Self.keptCapacity, (end - start) * 4 <= room.capacity {
            move(to: max((end - start) * 2, 512))
        }
        return frame
    }

    /// Moves held bytes to the front, into twice the memory if less than half would be free, but no more than the
    /// longest frame needs: the average byte is moved a bounded number of times.
    private mutating func makeSpace(for count: Int) {
        let needed = end - start + count
        let capacity = max(min(needed * 2, limit + 1 + Self.keptCapacity), needed, 512)
        if capacity > room.capacity { return move(to: capacity) }
        room.moveToFront(start..<end)
        movedToFront()
    }

    private mutating func move(to capacity: Int) {
        var other = WipedRoom(capacity: capacity)
        other.copy(start..<end, of: room)
        room = other
        movedToFront()
    }

    private mutating func movedToFront() {
        searched -= start
        end -= start
        start = 0
    }
}

/// Raw memory that is wiped before it is freed.
@safe
private struct WipedRoom: ~Copyable, @unchecked Sendable {
    // Sendable: the value is move-only and holds the only reference to its memory.

    /// Allocated in init for this value alone; unwritten bytes are zero.
    private let bytes: UnsafeMutableRawBufferPointer

    init(capacity: Int) {
        unsafe bytes = .allocate(byteCount: capacity, alignment: 1)
        unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0)
    }

    deinit {
        unsafe GateSecret.wipe(bytes)
        unsafe bytes.deallocate()
    }

    var capacity: Int { unsafe bytes.count }

    /// Writes into free space: `offset + source.count` is at most `capacity`.
    mutating func write(_ source: UnsafeRawBufferPointer, at offset: Int) {
        unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[offset...]).copyMemory(from: source)
    }

    mutating func copy(_ range: Range<Int>, of other: borrowing WipedRoom) {
        unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: other.bytes[range]))
    }

    /// Moves bytes to offset 0 and wipes the rest of their old place.
    mutating func moveToFront(_ range: Range<Int>) {
        unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[range]))
        wipe(max(range.count, range.lowerBound)..<range.upperBound)
    }

    mutating func wipe(_ range: Range<Int>) {
        unsafe GateSecret.wipe(UnsafeMutableRawBufferPointer(rebasing: bytes[range]))
    }

    func firstNUL(in range: Range<Int>) -> Int? {
        unsafe bytes[range].firstIndex(of: 0)
    }

    func secret(in range: Range<Int>) -> SecretBytes {
        unsafe SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[range]))
    }
}
