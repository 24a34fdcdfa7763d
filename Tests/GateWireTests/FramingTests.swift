import GateSecret
import GateWire
import Testing

@Suite("Framing") struct FramingTests {
    /// A decoder's frames for these slices, taking all available frames after each.
    private func frames(_ slices: [[UInt8]], limit: Int = 64) throws -> [[UInt8]] {
        var decoder = FrameDecoder(limit: limit)
        var result: [[UInt8]] = []
        for slice in slices {
            slice.withUnsafeBytes { decoder.append($0) }
            var goesOn = true
            while goesOn {
                switch try decoder.nextFrame() {
                case .some(let frame): result.append(frame.bytes())
                case .none: goesOn = false
                }
            }
        }
        return result
    }

    private let stream: [UInt8] = Array("{\"a\":1}\0\0xy\0rest of it\0".utf8)
    private let expected = ["{\"a\":1}", "", "xy", "rest of it"].map { Array($0.utf8) }

    @Test("Every way to cut a stream into three slices gives the same frames")
    func slices() throws {
        for first in 0...stream.count {
            for second in first...stream.count {
                let cut = [Array(stream[..<first]), Array(stream[first..<second]), Array(stream[second...])]
                #expect(try frames(cut) == expected)
            }
        }
    }

    @Test("A stream fed byte by byte gives the same frames")
    func byteByByte() throws {
        #expect(try frames(stream.map { [$0] }) == expected)
    }

    @Test("Frames longer than the decoder's buffer pass whole, slice by slice")
    func longFrames() throws {
        let long = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 % 255 + 1) }
        let stream = long + [0] + Array("next\0".utf8) + long + [0]
        let slices = stride(from: 0, to: stream.count, by: 777).map { Array(stream[$0..<min($0 + 777, stream.count)]) }
        #expect(try frames(slices, limit: 100_000) == [long, Array("next".utf8), long])
    }

    @Test("Many frames that arrive with the head of the next one pass whole")
    func overlapping() throws {
        let frame = [UInt8](repeating: 7, count: 300)
        var stream: [UInt8] = []
        for _ in 0..<200 { stream += frame + [0] }
        let slices = stride(from: 0, to: stream.count, by: 299).map { Array(stream[$0..<min($0 + 299, stream.count)]) }
        #expect(try frames(slices, limit: 300) == Array(repeating: frame, count: 200))
    }

    @Test("A frame of exactly the limit passes; one more byte is too long, with its end or without")
    func limit() throws {
        let full = [UInt8](repeating: 65, count: 64)
        #expect(try frames([full + [0]]) == [full])
        #expect(try frames([full]) == [])
        #expect(throws: FrameFault.tooLong) { try frames([full + [65]]) }
        #expect(throws: FrameFault.tooLong) { try frames([full + [65, 0]]) }
        #expect(throws: FrameFault.tooLong) { try frames((full + [65]).map { [$0] }) }
    }

    @Test("A long frame takes no more room than it needs, and later frames give the room back")
    func room() throws {
        var decoder = FrameDecoder()
        let slice = [UInt8](repeating: 65, count: 16_384)
        for _ in 0..<16 {
            slice.withUnsafeBytes { decoder.append($0) }
            let isPartial = try decoder.nextFrame() == nil
            #expect(isPartial)
        }
        #expect(decoder.capacity <= decoder.limit + 1 + slice.count)
        Array("\0{".utf8).withUnsafeBytes { decoder.append($0) }
        let length = try decoder.nextFrame()?.bytes().count
        #expect(length == 262_144)
        #expect(decoder.capacity <= 512)
        Array("}\0".utf8).withUnsafeBytes { decoder.append($0) }
        let next = try decoder.nextFrame()?.bytes()
        #expect(next == Array("{}".utf8))
    }

    @Test("After a frame that is too long, no frame is returned")
    func brokenForGood() throws {
        var decoder = FrameDecoder(limit: 3)
        Array("abcd".utf8).withUnsafeBytes { decoder.append($0) }
        for _ in 0..<2 {
            #expect(throws: FrameFault.tooLong) {
                _ = try decoder.nextFrame()
            }
            Array("\0ok\0".utf8).withUnsafeBytes { decoder.append($0) }
        }
    }
}
