import Crypto
import FoundationEssentials
@testable import GateKeystore
import Testing

@Suite("Keyed hashes")
struct KeyedHashTests {
    @Test("A keyed hash gives the codes of HMAC", arguments: [0, 32, 64], [0, 1, 55, 64, 1000])
    func codes(keyLength: Int, length: Int) {
        let (key, content) = (randomBytes(keyLength), randomBytes(length))
        let expected = HMAC<SHA256>.authenticationCode(for: content, using: SymmetricKey(data: key))
        #expect(Data(KeyedHash(key).code(for: content)) == Data(expected))
    }

    @Test("A keyed hash derives the keys of HKDF")
    func keys() {
        let (salt, source) = (randomBytes(32), SymmetricKey(size: .bits256))
        let info = CanonicalEncoding(.itemKey)
        let expected = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: source, salt: salt, info: info.bytes, outputByteCount: 32)
        #expect(KeyedHash(salt).key(info, from: source) == expected)
    }
}
