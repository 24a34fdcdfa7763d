import GateSecret
import GateWire
import Trial

/// A stream, however it is cut, gives the frames between its NULs, up to the first that is too long.
///
/// The first byte chooses the limit; the byte before each slice is its length.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var trial = unsafe Trial(start, count)
    let limit = [0, 1, 3, 16, 250, 1000, 4096, 262_144][Int(trial.byte() & 7)]
    var decoder = FrameDecoder(limit: limit)
    var stream: [UInt8] = []
    var received: [[UInt8]] = []
    var isBroken = false
    while !trial.isAtEnd {
        let length = Int(trial.byte())
        // Slices can be longer than the input, so that the decoder's buffer grows.
        let slice = length == 255 ? [UInt8](repeating: 0x20, count: 5000) : trial.bytes(length)
        stream += slice
        unsafe slice.withUnsafeBytes { unsafe decoder.append($0) }
        do {
            while let frame = try decoder.nextFrame() {
                received.append(unsafe frame.withBytes { unsafe Array($0) })
            }
        } catch {
            isBroken = true
        }
    }
    let expected = frames(of: stream, limit: limit)
    require(received == expected.frames, "the frames are those of the whole stream")
    require(isBroken == expected.isBroken, "the fault is that of the whole stream")
    return 0
}

private func frames(of stream: [UInt8], limit: Int) -> (frames: [[UInt8]], isBroken: Bool) {
    var parts = stream.split(separator: 0, omittingEmptySubsequences: false)
    // The bytes that no NUL follows yet.
    let unfinished = parts.removeLast()
    if let tooLong = parts.firstIndex(where: { $0.count > limit }) {
        return (parts[..<tooLong].map(Array.init), true)
    }
    return (parts.map(Array.init), unfinished.count > limit)
}
