import NIOCore
import Testing

@testable import GateSocket

@Suite struct WipingAllocatorTests {
    @Test("Bytes that were read are overwritten in every value that shares their memory")
    func wiped() {
        var buffer = WipingAllocator.allocator.buffer(capacity: 16)
        buffer.writeString("secret")
        let other = buffer
        let seen = buffer.withBytesThenWiped { String(decoding: $0, as: UTF8.self) }
        #expect(seen == "secret")
        #expect(Array(other.readableBytesView) == [0, 0, 0, 0, 0, 0])
    }

    @Test("A buffer that grows keeps its bytes")
    func grows() {
        var buffer = WipingAllocator.allocator.buffer(capacity: 4)
        for _ in 0..<1000 { buffer.writeString("0123456789") }
        #expect(buffer.readableBytes == 10_000)
        #expect(buffer.getString(at: 9990, length: 10) == "0123456789")
    }
}
