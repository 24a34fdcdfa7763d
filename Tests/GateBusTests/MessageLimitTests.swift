import Testing

@testable import GateBus

@Suite("Messages of the bus that are too long") struct MessageLimitTests {
    private static let greeting = Array("OK 0123456789abcdef\r\n".utf8)

    /// A message with a body of that many bytes, all of them that digit.
    private static func message(_ body: Int, _ digit: UInt8, fields: Int = 5, isBig: Bool = false) -> [UInt8] {
        func number(_ number: Int) -> [UInt8] {
            let bytes = (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
            return isBig ? bytes.reversed() : bytes
        }
        let header = [UInt8(ascii: isBig ? "B" : "l"), 1, 0, 1] + number(body) + number(7) + number(fields)
        return header + [UInt8](repeating: digit, count: (fields + 7) / 8 * 8 + body)
    }

    /// What passes of bytes that come in pieces, into room of that many bytes; nil where it ends.
    private func passed(_ bytes: [UInt8], pieces: Int, room: Int = 1 << 20) -> [UInt8]? {
        var (limit, passed, held) = (MessageLimit(longest: 100), [UInt8](), [UInt8]())
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            held += bytes[start..<min(start + pieces, bytes.count)]
            reading: while true {
                switch limit.step(held, room: room) {
                case .wait: break reading
                case .pass(let count):
                    passed += held.prefix(count)
                    held.removeFirst(count)
                case .drop(let count): held.removeFirst(count)
                case .end: return nil
                }
            }
        }
        return passed
    }

    @Test(
        "What is longer than the limit is passed over, and everything else passes as it is", arguments: [1, 3, 16, 500])
    func passing(pieces: Int) {
        let short = Self.message(60, 1)
        let long = Self.message(77, 2)
        let other = Self.message(76, 3, isBig: true)
        let bytes = Self.greeting + short + long + Self.message(100_000, 4) + other + Self.message(0, 5, fields: 0)
        let expected = short + other + Self.message(0, 5, fields: 0)
        #expect(passed(bytes, pieces: pieces) == expected)
        #expect(passed(bytes, pieces: pieces, room: 5) == expected)
    }

    @Test("What is no message bus's ends it")
    func strangers() {
        #expect(passed(Array("REJECTED EXTERNAL\r\n".utf8), pieces: 500) == nil)
        #expect(passed([UInt8](repeating: 7, count: 300), pieces: 500) == nil)
        #expect(passed(Self.greeting + [UInt8](repeating: 7, count: 16), pieces: 500) == nil)
        #expect(passed(Self.greeting, pieces: 500) == [])
    }

    @Test("The longest lengths that a header can name are no trap")
    func lengths() {
        let header = [UInt8(ascii: "l"), 1, 0, 1] + [UInt8](repeating: 0xFF, count: 12)
        #expect(passed(Self.greeting + header + Self.message(0, 1), pieces: 500) == [])
    }
}
