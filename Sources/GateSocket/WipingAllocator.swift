import CGateShims
import GateSecret
import GateWire
import Glibc
@_spi(CustomByteBufferAllocator) import NIOCore

/// Memory for bytes that pass a socket, overwritten before it is freed: any message may hold a secret.
enum WipingAllocator {
    static let allocator = unsafe ByteBufferAllocator(
        allocate: { unsafe malloc($0) },
        reallocate: { unsafe gate_buffer_reallocate($0, $1, $2) },
        deallocate: { unsafe gate_buffer_free($0) },
        copy: { target, source, count in unsafe target.copyMemory(from: source, byteCount: count) })

    /// A copy of the whole frame.
    static func buffer(holding frame: borrowing OutgoingFrame) -> ByteBuffer {
        // NIO's own allocator would serve a capacity of 0.
        var buffer = allocator.buffer(capacity: max(frame.count, 1))
        _ = unsafe frame.withBytes { bytes in unsafe buffer.writeBytes(bytes) }
        return buffer
    }
}

extension ByteBuffer {
    /// Lends the readable bytes and then overwrites them, also in other copies of this value that share the memory.
    func withBytesThenWiped<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        unsafe withUnsafeReadableBytes { bytes in
            let result = unsafe body(bytes)
            // Wiped in place, since mutating the value would copy: the channel keeps a reference to reuse the memory
            // for its next read, and reads only what that read wrote. The memory came from malloc, so it is writable.
            unsafe wipe(UnsafeMutableRawBufferPointer(mutating: bytes))
            return result
        }
    }
}
