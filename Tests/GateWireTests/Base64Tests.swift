import GateWire
import Testing

@Suite("Base64") struct Base64Tests {
    @Test(
        "The vectors of RFC 4648, section 10, hold both ways",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func vectors(plain: String, encoded: String) {
        #expect(Base64.encode(Array(plain.utf8)) == encoded)
        #expect(Base64.decode(encoded) == Array(plain.utf8))
    }

    @Test("Every character of the alphabet stands for its own six bits")
    func alphabet() throws {
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        let bytes = try #require(Base64.decode(alphabet))
        #expect(Base64.encode(bytes) == alphabet)
        var bits: [UInt8] = []
        for byte in bytes { bits += (0..<8).reversed().map { byte >> $0 & 1 } }
        let sextets = stride(from: 0, to: bits.count, by: 6).map { bits[$0..<$0 + 6].reduce(0) { $0 << 1 | $1 } }
        #expect(sextets == Array(0..<64))
    }

    @Test("No byte outside the alphabet is taken for one in it")
    func outsiders() {
        let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".unicodeScalars)
        for code in 0..<128 as Range<UInt8> where !alphabet.contains(Unicode.Scalar(code)) {
            #expect(Base64.decode("AA\(Unicode.Scalar(code))A") == nil)
        }
        #expect(Base64.decode("AAéA") == nil)
    }

    @Test(
        "A text that is not canonical is refused",
        arguments: [
            "Z", "Zg", "Zg=", "Zm9vYg", "Zm9vYg=", "Zg===", "Zg====", "====", "=", "Z===", "Z=g=", "=Zg=", "Zg==Zg==",
            "Zm8=Zm8=",
            "Zm9v====", "Zm9v=", "Zh==", "Zm9=", "Zg==\n", " Zg==", "Zm 9v", "Zm9v\n", "Zm9_", "Zm-v",
        ])
    func malformed(text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test("Bytes of any length are read back as written")
    func roundTrip() {
        for count in 0..<300 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ count) }
            #expect(Base64.decode(Base64.encode(bytes)) == bytes)
        }
    }
}
