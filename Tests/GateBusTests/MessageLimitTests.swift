import Testing

@testable import GateBus

@Suite("Messages of the bus that are too long") struct MessageLimitTests {
    private static let greeting = Array("OK 0123456789abcdef\r\n".utf8)

    /// A message with a body of that many bytes, each of that value.
    private static func message(_ body: Int, _ digit: UInt8, fields: Int = 5, isBig: Bool = false) -> [UInt8] {
        func number(_ number: Int) -> [UInt8] {
            let bytes = (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
            return isBig ? bytes.reversed() : bytes
        }
        let header = [UInt8(ascii: isBig ? "B" : "l"), 1, 0, 1] + number(body) + number(7) + number(fields)
        return header + [UInt8](repeating: digit, count: (fields + 7) / 8 * 8 + body)
    }

    /// The bytes that pass the limit when `bytes` arrive in pieces; nil if the connection ends.
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
                case .drop(let count), .refuse(_, let count): held.removeFirst(count)
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

    /// A method call that is too long, with these header fields: a code, a type and a value each.
    private static func call(
        _ fields: [(UInt8, Character, String)], serial: UInt32 = 7, flags: UInt8 = 0, isBig: Bool = false
    ) -> [UInt8] {
        func number(_ number: Int) -> [UInt8] {
            let bytes = (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
            return isBig ? bytes.reversed() : bytes
        }
        var array: [UInt8] = []
        for (code, type, text) in fields {
            array += [UInt8](repeating: 0, count: (8 - array.count % 8) % 8)
            array += [code, 1, type.asciiValue ?? 0, 0]
            switch type {
            case "g": array += [UInt8(text.utf8.count)] + Array(text.utf8) + [0]
            case "u": array += number(5)
            default: array += number(text.utf8.count) + Array(text.utf8) + [0]
            }
        }
        let header = [UInt8(ascii: isBig ? "B" : "l"), 1, flags, 1] + number(200) + number(Int(serial))
        let padding = [UInt8](repeating: 0, count: (8 - array.count % 8) % 8)
        return header + number(array.count) + array + padding + [UInt8](repeating: 9, count: 200)
    }

    private static let usual: [(UInt8, Character, String)] = [
        (1, "o", "/net/reactivated/Fprint/Device/0"), (2, "s", "net.reactivated.Fprint.Device"), (3, "s", "Claim"),
        (6, "s", "net.reactivated.Fprint"), (8, "g", "s"), (9, "u", ""), (7, "s", ":1.42"),
    ]

    /// The calls refused while `bytes` arrive in pieces.
    private func refused(_ bytes: [UInt8], pieces: Int = 500) -> [LongCall] {
        var (limit, refused, held) = (MessageLimit(longest: 100), [LongCall](), [UInt8]())
        let bytes = Self.greeting + bytes
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            held += bytes[start..<min(start + pieces, bytes.count)]
            reading: while true {
                switch limit.step(held, room: 1 << 20) {
                case .wait: break reading
                case .pass(let count), .drop(let count): held.removeFirst(count)
                case .refuse(let call, let count):
                    refused.append(call)
                    held.removeFirst(count)
                case .end:
                    Issue.record("it ended")
                    return refused
                }
            }
        }
        return refused
    }

    @Test(
        "A call that is too long is refused with its number and sender, and later messages pass",
        arguments: [1, 7, 500])
    func longCalls(pieces: Int) throws {
        for isBig in [false, true] {
            let call = Self.call(Self.usual, serial: 0x0102_0304, isBig: isBig)
            let expected = try #require(LongCall(header: call))
            #expect(expected.sender == ":1.42" && expected.serial == 0x0102_0304)
            let short = Self.message(60, 1)
            #expect(refused(short + call + short + call, pieces: pieces) == [expected, expected])
            #expect(passed(Self.greeting + call + short, pieces: pieces) == short)
        }
    }

    @Test("A message that is too long is dropped without an answer if none is expected or its header is unusual")
    func unanswered() {
        let noReply = Self.call(Self.usual, flags: 1)
        var signal = Self.call(Self.usual)
        signal[1] = 4
        let unnamed = Self.call(Array(Self.usual.dropLast()))
        let strange = Self.call([(10, "v", "")] + Self.usual)
        let longHeader = Self.call([(1, "o", "/" + String(repeating: "a", count: 5000))] + Self.usual)
        for bytes in [noReply, signal, unnamed, strange, longHeader, Self.call(Self.usual, serial: 0)] {
            #expect(refused(bytes).isEmpty)
            #expect(passed(Self.greeting + bytes + Self.message(0, 1), pieces: 500) == Self.message(0, 1))
        }
    }

    @Test("The header of a call that is too long is never read beyond its end")
    func brokenHeaders() {
        let call = Self.call(Self.usual)
        for count in 0..<call.count { _ = LongCall(header: Array(call.prefix(count))) }
        for place in 16..<200 {
            for byte: UInt8 in [0, 1, 0x7F, 0xFF] {
                var broken = call
                broken[place] = byte
                #expect(refused(broken).allSatisfy { $0.serial == 7 })
            }
        }
    }

    @Test("Bytes that are not a message bus's end the connection")
    func strangers() {
        #expect(passed(Array("REJECTED EXTERNAL\r\n".utf8), pieces: 500) == nil)
        #expect(passed([UInt8](repeating: 7, count: 300), pieces: 500) == nil)
        #expect(passed(Self.greeting + [UInt8](repeating: 7, count: 16), pieces: 500) == nil)
        #expect(passed(Self.greeting, pieces: 500) == [])
    }

    @Test("The largest lengths that a header can name do not trap")
    func lengths() {
        let header = [UInt8(ascii: "l"), 1, 0, 1] + [UInt8](repeating: 0xFF, count: 12)
        #expect(passed(Self.greeting + header + Self.message(0, 1), pieces: 500) == [])
    }
}
