import CGateShims
import GateSecret
import GateWire
import Glibc
@_spi(CustomByteBufferAllocator) import NIOCore

/// Memory for bytes on their way through a socket: overwritten before it is given back, since any message may hold a
/// secret.
enum WipingAllocator {
    static let allocator = unsafe ByteBufferAllocator(
        allocate: { unsafe malloc($0) },
        reallocate: { unsafe gate_buffer_reallocate($0, $1, $2) },
        deallocate: { unsafe gate_buffer_free($0) },
        copy: { target, source, count in unsafe target.copyMemory(from: source, byteCount: count) })

    /// A copy of the whole frame.
    static func buffer(holding frame: borrowing OutgoingFrame) -> ByteBuffer {
        // A capacity of 0 would come from NIO's own allocator.
        var buffer = allocator.buffer(capacity: max(frame.count, 1))
        _ = unsafe frame.withBytes { bytes in unsafe buffer.writeBytes(bytes) }
        return buffer
    }
}

extension ByteBuffer {
    /// Lends the readable bytes and then overwrites them, in whatever other copies of this value they are seen as well.
    func withBytesThenWiped<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        unsafe withUnsafeReadableBytes { bytes in
            let result = unsafe body(bytes)
            // In place, where mutating the value would copy: the channel keeps a reference to use the memory for the
            // next read, and looks only at what that read writes. The memory came from malloc, so it is writable.
            unsafe wipe(UnsafeMutableRawBufferPointer(mutating: bytes))
            return result
        }
    }
}
