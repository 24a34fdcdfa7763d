internal import GateModel
public import GateSecret
internal import GateWire

/// Why a file is not a private key that can be imported.
public enum PrivateKeyFault: Error, Hashable, Sendable {
    /// Not the form that ssh-keygen writes since OpenSSH 7.8.
    case notOpenSSH
    /// A key of an algorithm that this project does not have, by SSH's name for it.
    case otherAlgorithm(String)
    /// Encrypted by another cipher or key derivation than ssh-keygen's defaults, by their names.
    case otherProtection(String)
    case needsPassphrase
    case wrongPassphrase
}

/// A private key, as a file holds it.
public struct FilePrivateKey: ~Copyable, Sendable {
    public let publicKey: UserKey
    /// The 32 bytes of the P-256 scalar, or of the Ed25519 seed.
    public let privateKey: SecretBytes
}

/// A file with one private key in OpenSSH's form (`openssh-key-v1`), in its text armour or without it.
public struct PrivateKeyFile: ~Copyable, Sendable {
    /// How a passphrase encrypts the private half.
    public struct Protection: Hashable, Sendable {
        public let salt: [UInt8]
        public let rounds: UInt32
    }

    /// The largest file that is read, in bytes.
    public static let limit = 65_536
    /// Many times ssh-keygen's default; deriving a key with it takes minutes.
    private static let mostRounds: UInt32 = 16_384

    public let publicKey: UserKey
    /// Nil if there is no passphrase.
    public let protection: Protection?
    /// The file without its armour.
    private let content: SecretBytes
    private let publicBlob: [UInt8]
    /// The place of the private half in `content`.
    private let section: Range<Int>

    private static let magic = Array("openssh-key-v1\0".utf8)
    private static let cipher = "aes256-ctr"
    private static let derivation = "bcrypt"

    public init(_ file: borrowing SecretBytes) throws(PrivateKeyFault) {
        guard file.count <= Self.limit else { throw .notOpenSSH }
        let content = try file.withSpan { (bytes) throws(PrivateKeyFault) in try Armour.content(of: bytes) }
        let parts = try content.withSpan { (bytes) throws(PrivateKeyFault) in
            do throws(SSHFault) {
                return try Parts(bytes)
            } catch {
                throw .notOpenSSH
            }
        }
        let (publicKey, protection) = (try parts.publicKey(), try parts.protection())
        self.publicKey = publicKey
        self.protection = protection
        self.content = content
        publicBlob = parts.publicBlob
        section = parts.section
    }

    private struct Parts {
        let cipher: String
        let derivation: String
        let options: [UInt8]
        let publicBlob: [UInt8]
        let algorithm: String
        let section: Range<Int>
        /// Whether nothing follows the private half, as a tag of some ciphers does.
        let isWhole: Bool

        init(_ bytes: Span<UInt8>) throws(SSHFault) {
            var fields = FieldFinder(bytes)
            try fields.skip(PrivateKeyFile.magic, in: bytes)
            cipher = try fields.text(in: bytes)
            derivation = try fields.text(in: bytes)
            options = try fields.bytes(in: bytes, limit: SSHLimits.name * 2)
            guard try fields.uint32(in: bytes) == 1 else { throw .malformed }
            publicBlob = try fields.bytes(in: bytes, limit: SSHLimits.hostKey)
            var key = SSHReader(publicBlob)
            algorithm = try key.text(limit: SSHLimits.name)
            section = try fields.string(in: bytes, limit: PrivateKeyFile.limit)
            isWhole = fields.isAtEnd
        }

        func publicKey() throws(PrivateKeyFault) -> UserKey {
            do throws(SSHFault) {
                return try UserKey(blob: publicBlob)
            } catch {
                throw error == .unknown ? .otherAlgorithm(algorithm) : .notOpenSSH
            }
        }

        func protection() throws(PrivateKeyFault) -> Protection? {
            switch (cipher, derivation) {
            case ("none", "none"):
                guard options.isEmpty, isWhole else { throw .notOpenSSH }
                return nil
            case (PrivateKeyFile.cipher, PrivateKeyFile.derivation):
                var options = SSHReader(options)
                guard let salt = try? options.string(limit: SSHLimits.name), let rounds = try? options.uint32(),
                    options.isAtEnd, isWhole, !salt.isEmpty, rounds > 0
                else { throw .notOpenSSH }
                guard rounds <= PrivateKeyFile.mostRounds else { throw .otherProtection("\(derivation) \(rounds)") }
                return Protection(salt: salt, rounds: rounds)
            default: throw .otherProtection("\(cipher) \(derivation)")
            }
        }
    }

    /// The key. Whether its halves belong together is the caller's to check. Throws `needsPassphrase`, and `notOpenSSH`
    /// if the private half is not well-formed.
    public func key() throws(PrivateKeyFault) -> FilePrivateKey {
        guard protection == nil else { throw .needsPassphrase }
        let place = try content.withSpan { (bytes) throws(PrivateKeyFault) in
            do throws(SSHFault) {
                return try PrivateHalf(bytes, in: section, of: publicKey).place
            } catch {
                throw .notOpenSSH
            }
        }
        return FilePrivateKey(
            publicKey: publicKey,
            privateKey: unsafe content.withBytes { bytes in
                // A scalar with leading zeros is shorter than its place.
                unsafe SecretBytes(count: PrivateHalf.count) { target in
                    let start = PrivateHalf.count - place.count
                    unsafe UnsafeMutableRawBufferPointer(rebasing: target[start...])
                        .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[place]))
                }
            })
    }

    /// The same key without a passphrase, and without armour. Throws `wrongPassphrase`.
    public func opened(
        by passphrase: borrowing SecretBytes, _ cryptography: some PrivateKeyCryptography
    ) throws(PrivateKeyFault) -> SecretBytes {
        guard let protection else { return content.duplicate() }
        let derived = PassphraseStretching.derive(
            from: passphrase, salt: protection.salt, rounds: protection.rounds
        ) { cryptography.digest(.sha512, of: $0) }
        let encrypted = content.withSpan { bytes in section.map { bytes[$0] } }
        guard let half = cryptography.decrypted(encrypted, byKeyAndCounter: derived) else { throw .wrongPassphrase }
        let header = SSHWriter.bytes { writer in
            writer.raw(Self.magic)
            writer.string("none")
            writer.string("none")
            writer.string("")
            writer.uint32(1)
            writer.string(publicBlob)
            writer.uint32(UInt32(truncatingIfNeeded: half.count))
        }
        let opened = unsafe SecretBytes(count: header.count + half.count) { target in
            unsafe target.copyBytes(from: header)
            unsafe half.withBytes { half in
                unsafe UnsafeMutableRawBufferPointer(rebasing: target[header.count...]).copyMemory(from: half)
            }
        }
        do throws(PrivateKeyFault) {
            _ = try PrivateKeyFile(opened).key()
        } catch {
            throw .wrongPassphrase
        }
        return opened
    }
}

/// The cryptography that private key files need.
public protocol PrivateKeyCryptography: SSHCryptography {
    /// AES-256 in counter mode: 32 bytes of key and 16 of the initial counter. Nil if their length is another.
    func decrypted(_ bytes: [UInt8], byKeyAndCounter key: borrowing SecretBytes) -> SecretBytes?
    /// Whether the halves belong together.
    func isPair(_ key: borrowing FilePrivateKey) -> Bool
}

/// The private half of a file: two equal numbers, the key, a comment, and padding.
private struct PrivateHalf {
    /// The length of a private key.
    static let count = 32

    /// The place of the private key, at most `count` bytes.
    let place: Range<Int>

    init(_ bytes: Span<UInt8>, in section: Range<Int>, of key: UserKey) throws(SSHFault) {
        var fields = FieldFinder(section)
        guard try fields.uint32(in: bytes) == fields.uint32(in: bytes), try fields.text(in: bytes) == key.name else {
            throw .malformed
        }
        // The public half once more: its fields behind the algorithm's name.
        var expected = SSHReader(key.blob)
        _ = try expected.string(limit: SSHLimits.name)
        while !expected.isAtEnd {
            let field = try expected.string(limit: SSHLimits.name)
            guard try fields.bytes(in: bytes, limit: SSHLimits.name) == field else { throw .malformed }
            if key.algorithm == .ed25519 {
                let both = try fields.string(in: bytes, limit: SSHLimits.name)
                guard both.count == Self.count + field.count else { throw .malformed }
                let seed = both.lowerBound..<(both.lowerBound + Self.count)
                guard (seed.upperBound..<both.upperBound).map({ bytes[$0] }) == field else { throw .malformed }
                place = seed
                try Self.finish(&fields, bytes)
                return
            }
        }
        var scalar = try fields.string(in: bytes, limit: Self.count + 1)
        guard let first = scalar.first, bytes[first] < 0x80 else { throw .malformed }
        if bytes[first] == 0 { scalar = scalar.dropFirst() }
        guard (1...Self.count).contains(scalar.count) else { throw .malformed }
        place = scalar
        try Self.finish(&fields, bytes)
    }

    private static func finish(_ fields: inout FieldFinder, _ bytes: Span<UInt8>) throws(SSHFault) {
        _ = try fields.string(in: bytes, limit: PrivateKeyFile.limit)
        // The padding counts: 1, 2, 3, up to the cipher's block.
        let padding = fields.rest
        guard padding.count < 16, padding.enumerated().allSatisfy({ Int(bytes[$1]) == $0 + 1 }) else {
            throw .malformed
        }
    }
}

/// Finds the fields of a structure whose bytes stay where they are.
private struct FieldFinder {
    private(set) var rest: Range<Int>

    init(_ bytes: Span<UInt8>) { rest = 0..<bytes.count }

    /// Fields of a part; `range` lies within the bytes.
    init(_ range: Range<Int>) { rest = range }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ expected: [UInt8], in bytes: Span<UInt8>) throws(SSHFault) {
        guard rest.count >= expected.count,
            expected.indices.allSatisfy({ bytes[rest.lowerBound + $0] == expected[$0] })
        else { throw .malformed }
        rest = rest.dropFirst(expected.count)
    }

    mutating func uint32(in bytes: Span<UInt8>) throws(SSHFault) -> UInt32 {
        guard rest.count >= 4 else { throw .truncated }
        defer { rest = rest.dropFirst(4) }
        return rest.prefix(4).reduce(0) { $0 << 8 | UInt32(bytes[$1]) }
    }

    mutating func string(in bytes: Span<UInt8>, limit: Int) throws(SSHFault) -> Range<Int> {
        let count = Int(try uint32(in: bytes))
        guard count <= limit else { throw .tooLong }
        guard count <= rest.count else { throw .truncated }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// A copy of a field that is not secret.
    mutating func bytes(in bytes: Span<UInt8>, limit: Int) throws(SSHFault) -> [UInt8] {
        try string(in: bytes, limit: limit).map { bytes[$0] }
    }

    mutating func text(in bytes: Span<UInt8>) throws(SSHFault) -> String {
        guard let text = String(validating: try self.bytes(in: bytes, limit: SSHLimits.name), as: UTF8.self) else {
            throw .malformed
        }
        return text
    }
}

/// The text around a file's base64.
private enum Armour {
    private static let first = Array("-----BEGIN OPENSSH PRIVATE KEY-----".utf8)
    private static let last = Array("-----END OPENSSH PRIVATE KEY-----".utf8)
    /// Files of older programs, by the words of their first lines.
    private static let others = [
        ("-----BEGIN RSA PRIVATE KEY-----", "ssh-rsa"), ("-----BEGIN DSA PRIVATE KEY-----", "ssh-dss"),
    ]

    /// The bytes within the armour; all bytes if there is none.
    static func content(of bytes: Span<UInt8>) throws(PrivateKeyFault) -> SecretBytes {
        if begins(Array("openssh-key-v1\0".utf8), bytes, at: 0) {
            return unsafe SecretBytes(count: bytes.count) { target in
                for index in bytes.indices { unsafe target[index] = bytes[index] }
            }
        }
        if let other = others.first(where: { begins(Array($0.0.utf8), bytes, at: 0) }) {
            throw .otherAlgorithm(other.1)
        }
        guard begins(first, bytes, at: 0), let end = place(of: last, in: bytes, from: first.count) else {
            throw .notOpenSSH
        }
        let text = first.count..<end
        var checker = Base64Decoder()
        forEachCharacter(of: text, in: bytes) { character in checker.feed(character) { _ in } }
        guard checker.isComplete else { throw .notOpenSSH }
        return unsafe SecretBytes(count: checker.count) { target in
            var decoder = Base64Decoder()
            var index = 0
            forEachCharacter(of: text, in: bytes) { character in
                decoder.feed(character) { byte in
                    unsafe target[index] = byte
                    index += 1
                }
            }
        }
    }

    /// Without the ends of lines.
    private static func forEachCharacter(of text: Range<Int>, in bytes: Span<UInt8>, _ body: (UInt8) -> Void) {
        for index in text where bytes[index] != UInt8(ascii: "\n") && bytes[index] != UInt8(ascii: "\r") {
            body(bytes[index])
        }
    }

    private static func place(of line: [UInt8], in bytes: Span<UInt8>, from start: Int) -> Int? {
        (start..<max(start, bytes.count)).first { begins(line, bytes, at: $0) }
    }

    private static func begins(_ line: [UInt8], _ bytes: Span<UInt8>, at start: Int) -> Bool {
        bytes.count - start >= line.count && line.indices.allSatisfy { bytes[start + $0] == line[$0] }
    }
}
