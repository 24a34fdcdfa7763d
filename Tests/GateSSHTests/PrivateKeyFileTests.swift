import Foundation
import GateCipher
import GateModel
import GateSecret
import Testing

@testable import GateSSH

/// The files are ssh-keygen's; `p256-short` has a scalar with a leading zero byte.
@Suite("Private key files")
struct PrivateKeyFileTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Recorded/PrivateKeys")

    private static func content(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: name)))
    }

    private static func secret(_ bytes: [UInt8]) -> SecretBytes {
        unsafe SecretBytes(count: bytes.count) { unsafe $0.copyBytes(from: bytes) }
    }

    /// Without its armour.
    private static func bare(_ name: String) throws -> [UInt8] {
        let lines = String(decoding: try content(name), as: UTF8.self).split(separator: "\n")
        return [UInt8](try #require(Data(base64Encoded: lines.dropFirst().dropLast().joined())))
    }

    private static func fault(_ bytes: [UInt8]) -> PrivateKeyFault? {
        do throws(PrivateKeyFault) {
            _ = try PrivateKeyFile(secret(bytes)).key()
            return nil
        } catch {
            return error
        }
    }

    @Test("A file's halves are read, with its armour and without", arguments: ["p256", "p256-short", "ed25519"])
    func read(name: String) throws {
        let line = String(decoding: try Self.content("\(name).pub"), as: UTF8.self)
        for bytes in [try Self.content(name), try Self.bare(name)] {
            let file = try PrivateKeyFile(Self.secret(bytes))
            #expect(file.protection == nil)
            #expect(file.publicKey.line(comment: "kari@example") + "\n" == line)
            let key = try file.key()
            let isPair = SwiftCryptography().isPair(key)
            #expect(isPair)
        }
    }

    @Test("A file that is cut, longer or changed in its private half is refused", arguments: ["p256", "ed25519"])
    func damaged(name: String) throws {
        let bytes = try Self.bare(name)
        for count in bytes.indices { #expect(Self.fault(Array(bytes.prefix(count))) != nil, "\(count) bytes") }
        #expect(Self.fault(bytes + [0]) == .notOpenSSH)
        let armoured = try Self.content(name)
        for count in stride(from: 0, to: armoured.count - 1, by: 7) {
            #expect(Self.fault(Array(armoured.prefix(count))) != nil, "\(count) characters")
        }
        // The last byte is padding; the one in the middle belongs to a key.
        for place in [bytes.count - 1, bytes.count / 2] {
            var changed = bytes
            changed[place] ^= 1
            #expect(!Self.isKey(changed), "a change at \(place) was accepted")
        }
    }

    /// Whether the bytes are a file whose halves belong together.
    private static func isKey(_ bytes: [UInt8]) -> Bool {
        do throws(PrivateKeyFault) {
            let key = try PrivateKeyFile(secret(bytes)).key()
            return SwiftCryptography().isPair(key)
        } catch {
            return false
        }
    }

    @Test("A passphrase opens its file, and another one does not", arguments: ["p256-protected", "ed25519-protected"])
    func passphrase(name: String) throws {
        let file = try PrivateKeyFile(Self.secret(try Self.content(name)))
        #expect(file.protection != nil)
        #expect(Self.fault(try Self.content(name)) == .needsPassphrase)
        let opened = try file.opened(by: Self.secret(Array("open sesame".utf8)), SwiftCryptography())
        let plain = try PrivateKeyFile(opened)
        #expect(plain.publicKey == file.publicKey)
        let key = try plain.key()
        let isPair = SwiftCryptography().isPair(key)
        #expect(isPair)
        #expect(throws: PrivateKeyFault.wrongPassphrase) {
            _ = try file.opened(by: Self.secret(Array("open sesame ".utf8)), SwiftCryptography())
        }
    }

    @Test("Other keys and other forms are named")
    func others() throws {
        for (name, fault) in [
            ("other-rsa", PrivateKeyFault.otherAlgorithm("ssh-rsa")), ("other-rsa-old", .otherAlgorithm("ssh-rsa")),
            ("other-p384", .otherAlgorithm("ecdsa-sha2-nistp384")),
            ("other-sk", .otherAlgorithm("sk-ssh-ed25519@openssh.com")), ("form-p256-old", .notOpenSSH),
            ("ed25519.pub", .notOpenSSH),
            ("protection-chacha20", .otherProtection("chacha20-poly1305@openssh.com bcrypt")),
        ] {
            #expect(Self.fault(try Self.content(name)) == fault, "\(name)")
        }
    }

    @Test("Blowfish begins with the digits of pi")
    func digits() {
        #expect(BlowfishState.pi == Digits.ofPi(words: 18 + 4 * 256))
    }
}

/// Numbers between 0 and 4, with a word before the point: the first word is the whole part.
private struct Digits {
    private var words: [UInt32]

    /// Machin's formula: pi = 16 arctan(1/5) - 4 arctan(1/239).
    static func ofPi(words count: Int) -> [UInt32] {
        // Two more words than are wanted take the errors of rounding.
        var pi = arctangent(of: 5, factor: 16, count + 2)
        pi.subtract(arctangent(of: 239, factor: 4, count + 2))
        return Array(pi.words[1...count])
    }

    private static func arctangent(of divisor: UInt32, factor: UInt32, _ count: Int) -> Digits {
        var power = Digits(words: [factor] + [UInt32](repeating: 0, count: count))
        power.divide(by: divisor)
        var sum = power
        var odd: UInt32 = 1
        while power.words.contains(where: { $0 != 0 }) {
            power.divide(by: divisor * divisor)
            odd += 2
            var term = power
            term.divide(by: odd)
            if odd % 4 == 3 { sum.subtract(term) } else { sum.add(term) }
        }
        return sum
    }

    private mutating func divide(by divisor: UInt32) {
        var rest: UInt64 = 0
        for index in words.indices {
            rest = rest << 32 | UInt64(words[index])
            words[index] = UInt32(rest / UInt64(divisor))
            rest %= UInt64(divisor)
        }
    }

    private mutating func subtract(_ other: Digits) {
        var borrow: Int64 = 0
        for index in words.indices.reversed() {
            let difference = Int64(words[index]) - Int64(other.words[index]) - borrow
            borrow = difference < 0 ? 1 : 0
            words[index] = UInt32(truncatingIfNeeded: difference)
        }
    }

    private mutating func add(_ other: Digits) {
        var carry: UInt64 = 0
        for index in words.indices.reversed() {
            let sum = UInt64(words[index]) + UInt64(other.words[index]) + carry
            words[index] = UInt32(truncatingIfNeeded: sum)
            carry = sum >> 32
        }
    }
}
