import SeededRandom
import Testing

@testable import GateCTAP

@Suite("Canonical CBOR")
struct CBORTests {
    @Test(
        "Each value has the bytes of RFC 8949's examples, and is read from them",
        arguments: [
            (0, "00"), (23, "17"), (24, "1818"), (255, "18ff"), (256, "190100"), (65536, "1a00010000"), (-1, "20"),
            (-500, "3901f3"), (.unsigned(.max), "1bffffffffffffffff"), (.negative(.max), "3bffffffffffffffff"),
            ("ü", "62c3bc"), (.bytes([1, 2]), "420102"), ([1, [2, 3]], "82018202 03"), (true, "f5"), (false, "f4"),
            (["b": 2, -1: 1, "aa": 3, 10: 0, 1: true], "a501f50a0020016162 0262616103"), ([:], "a0"), ([], "80"),
        ] as [(CBOR, String)])
    func examples(value: CBOR, hex: String) throws {
        let bytes = bytes(hex)
        #expect(value.encoded == bytes)
        #expect(try CBOR(decoding: bytes).encoded == bytes)
    }

    @Test(
        "No other form of a value is read",
        arguments: [
            "", "1800", "1817", "1900ff", "1a0000ffff", "1b00000000ffffffff", "38", "1c", "1f",  // long, cut, reserved
            "5f4101ff", "7f6101ff", "9f01ff", "bf0101ff", "ff",  // indefinite
            "c001", "f6", "f7", "f97e00", "fa7fc00000", "f814", "e0",  // tags, null, floats
            "a2020101 01", "a201010101", "a22001 0101", "a2626161016162 02",  // order of keys, and keys twice
            "61ff", "62c328", "63eda080", "0000", "8101 00",  // text, more behind it
            "8101818101", "9a00ffffff00", "bb7fffffffffffffff00", "5bffffffffffffffff00", "8181818181 00",
        ])
    func refused(hex: String) {
        #expect(throws: CBOR.Fault.self) { try CBOR(decoding: bytes(hex)) }
    }

    @Test("A value within four arrays and maps is read")
    func depth() throws {
        #expect(try CBOR(decoding: bytes("81a10081a10101")) == [[0: [[1: 1]]]])
    }

    @Test("A member is found by its key's own bytes")
    func members() throws {
        let map: CBOR = ["e\u{301}": 1, 3: true]
        #expect(map["e\u{301}"] == 1 && map["\u{e9}"] == nil && map[3] == true && map[4] == nil && CBOR(3)[3] == nil)
        #expect(CBOR(-3).integerValue == -3 && CBOR.unsigned(.max).integerValue == nil)
        #expect(CBOR.negative(.max).integerValue == nil && CBOR.negative(UInt64(Int.max)).integerValue == .min)
    }

    @Test("Whatever is read is written as the same bytes, and nothing traps", arguments: 0..<8)
    func random(seed: UInt64) {
        var random = SplitMix(seed: seed)
        var read = 0
        for _ in 0..<4000 {
            var bytes = Bool.random(using: &random) ? value(0, &random).encoded : noise(&random)
            for _ in 0..<Int.random(in: 0...2, using: &random) where !bytes.isEmpty {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            guard let value = try? CBOR(decoding: bytes) else { continue }
            read += 1
            #expect(value.encoded == bytes)
        }
        #expect(read > 500)
    }

    private func noise(_ random: inout SplitMix) -> [UInt8] {
        (0..<Int.random(in: 0...20, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    private func value(_ depth: Int, _ random: inout SplitMix) -> CBOR {
        let number = UInt64.random(in: 0...UInt64.max, using: &random) >> UInt64.random(in: 0...63, using: &random)
        switch Int.random(in: 0...(depth < 4 ? 6 : 4), using: &random) {
        case 0: return .unsigned(number)
        case 1: return .negative(number)
        case 2: return .bytes(noise(&random))
        case 3: return .text(String(decoding: noise(&random), as: UTF8.self))
        case 4: return .bool(Bool.random(using: &random))
        case 5: return .array((0..<Int.random(in: 0...4, using: &random)).map { _ in value(depth + 1, &random) })
        default:
            let members = (0..<Int.random(in: 0...4, using: &random)).map { number in
                CBOR.Pair(CBOR(number - 2), value(depth + 1, &random))
            }
            return .map(members)
        }
    }
}

func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.filter { $0 != " " }.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}
