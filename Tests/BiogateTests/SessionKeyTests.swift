import GateSecret
import Testing

@testable import biogate_secrets

@Suite("Keys of the Secret Service's sessions")
struct SessionKeyTests {
    private struct Missing: Error {}

    private func begin() throws -> KeyAgreement {
        guard let begun = KeyAgreement.begin() else { throw Missing() }
        return begun
    }

    private func key(_ own: consuming KeyAgreement, with other: HeldSecret) throws -> SessionKey {
        guard let key = own.key(with: other.bytes) else { throw Missing() }
        return key
    }

    @Test("Both sides come to one key, and only that opens a secret", arguments: [0, 1, 15, 16, 17, 100_000])
    func agreement(count: Int) throws {
        let first = try begin()
        let second = try begin()
        let third = try begin()
        let (numbers, stranger) = ((first.own, second.own), third.own)
        let left = try key(first, with: numbers.1)
        let right = try key(second, with: numbers.0)
        let other = try key(third, with: stranger)
        let secret = SecretBytes(of: (0..<count).map { UInt8(truncatingIfNeeded: $0) })
        guard let sealed = left.encrypt(secret), let again = left.encrypt(secret) else { throw Missing() }
        #expect(sealed.value.bytes.count > count && sealed.value.bytes.count % 16 == 0)
        let opened = try #require(HeldSecret(opening: sealed, by: right))
        let isSame = opened.bytes.isEqual(to: secret)
        #expect(isSame)
        let isOpenToOthers = HeldSecret(opening: sealed, by: other)?.bytes.isEqual(to: secret) ?? false
        #expect(!isOpenToOthers || count == 0)
        let isFresh = !again.start.bytes.isEqual(to: sealed.start.bytes)
        #expect(isFresh)
    }

    @Test(
        "A number that leads to a known key is refused",
        arguments: [[], [0], [1], [0, 0, 1], [UInt8](repeating: 255, count: 129)])
    func unsound(number: [UInt8]) throws {
        let own = try begin()
        let key = own.key(with: SecretBytes(of: number))
        #expect(key == nil)
    }

    @Test("The prime, what is next to it, and what is above it are refused")
    func edges() throws {
        for (last, isSound) in [(UInt8(0xFD), true), (0xFE, false), (0xFF, false)] {
            var number = KeyAgreement.prime
            number[127] = last
            let own = try begin()
            let key = own.key(with: SecretBytes(of: number))
            #expect((key != nil) == isSound)
        }
    }

    @Test("Bytes that no session has made are refused")
    func damaged() throws {
        let own = try begin()
        let number = own.own
        let key = try key(own, with: number)
        for (value, start) in [(0, 16), (15, 16), (17, 16), (16, 0), (16, 15), (16, 17)] {
            let sealed = (
                start: HeldSecret(SecretBytes(count: start) { _ in }),
                value: HeldSecret(SecretBytes(count: value) { _ in }),
            )
            #expect(HeldSecret(opening: sealed, by: key) == nil)
        }
    }
}

extension HeldSecret {
    fileprivate convenience init?(opening sealed: (start: HeldSecret, value: HeldSecret), by key: SessionKey) {
        guard let opened = key.decrypt(sealed.value.bytes, start: sealed.start.bytes) else { return nil }
        self.init(opened)
    }
}
