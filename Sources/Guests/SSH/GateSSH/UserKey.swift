public import GateModel
internal import GateWire

/// The public half of a key that signs for its user, in SSH's form.
public struct UserKey: Hashable, Sendable {
    public let algorithm: Item.Algorithm
    /// The uncompressed point of P-256, or the 32 bytes of Ed25519.
    private let key: [UInt8]

    /// SubjectPublicKeyInfo up to the key (RFC 5480, RFC 8410).
    private static func prefix(of algorithm: Item.Algorithm) -> [UInt8] {
        switch algorithm {
        case .p256:
            [
                0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86,
                0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
            ]
        case .ed25519: [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00]
        }
    }

    private static func isKey(_ bytes: some Collection<UInt8>, _ algorithm: Item.Algorithm) -> Bool {
        switch algorithm {
        case .p256: bytes.count == 65 && bytes.first == 4
        case .ed25519: bytes.count == 32
        }
    }

    /// Nil if the bytes are not the algorithm's SubjectPublicKeyInfo in DER, as `Item.publicKey` holds it.
    public init?(_ algorithm: Item.Algorithm, subjectPublicKeyInfo: [UInt8]) {
        let prefix = Self.prefix(of: algorithm)
        let key = subjectPublicKeyInfo.dropFirst(prefix.count)
        guard subjectPublicKeyInfo.starts(with: prefix), Self.isKey(key, algorithm) else { return nil }
        self.algorithm = algorithm
        self.key = Array(key)
    }

    /// Reads the form that keys have on the wire.
    public init(blob: [UInt8]) throws(SSHFault) {
        var reader = SSHReader(blob)
        let name = try reader.text(limit: SSHLimits.name)
        guard let algorithm = Item.Algorithm.allCases.first(where: { Self.name(of: $0) == name }) else {
            throw .unknown
        }
        if algorithm == .p256, try reader.string(limit: SSHLimits.name) != Array(SSHCurve.p256.rawValue.utf8) {
            throw .malformed
        }
        key = try reader.string(limit: SSHLimits.name)
        try reader.end()
        guard Self.isKey(key, algorithm) else { throw .malformed }
        self.algorithm = algorithm
    }

    /// The way in which a program names this key.
    public enum Naming: Hashable, Sendable {
        case key
        /// By a user's certificate that contains it.
        case certificate
    }

    /// How the wire form of a key or a certificate names this key; nil if it is another key's. Who signed a certificate is
    /// the server's concern: it is not looked at.
    public func naming(in blob: [UInt8]) -> Naming? {
        if blob == self.blob { return .key }
        return (try? Self(certificate: blob)) == self ? .certificate : nil
    }

    /// SSH's name of the algorithm for a login by this key, or by a certificate of it.
    func name(of naming: Naming) -> String {
        switch naming {
        case .key: name
        case .certificate: name + HostKey.certificateSuffix
        }
    }

    /// Reads the key in a user's certificate (OpenSSH's PROTOCOL.certkeys).
    private init(certificate blob: [UInt8]) throws(SSHFault) {
        guard blob.count <= SSHLimits.hostKey else { throw .tooLong }
        var reader = SSHReader(blob)
        let full = try reader.text(limit: SSHLimits.name)
        guard full.hasSuffix(HostKey.certificateSuffix) else { throw .malformed }
        // The nonce.
        _ = try reader.string(limit: SSHLimits.name)
        var key = SSHWriter.bytes { $0.string(String(full.dropLast(HostKey.certificateSuffix.count))) }
        // A key of a curve has the curve's name first.
        for _ in 0..<(full.hasPrefix("ecdsa-") ? 2 : 1) {
            let field = try reader.string(limit: SSHLimits.name)
            key += SSHWriter.bytes { $0.string(field) }
        }
        try self.init(blob: key)
        _ = try reader.uint64()
        // 1 is a user's certificate; 2 would be a host's.
        guard try reader.uint32() == 1 else { throw .malformed }
        for _ in 0..<2 { _ = try reader.string(limit: SSHLimits.hostKey) }
        for _ in 0..<2 { _ = try reader.uint64() }
        // Options, extensions, the reserved field, the authority and its signature.
        for _ in 0..<5 { _ = try reader.string(limit: SSHLimits.hostKey) }
        try reader.end()
    }

    /// Whether this is the key of these bytes: the uncompressed point of P-256, or the 32 bytes of Ed25519.
    public func isEncoded(by bytes: [UInt8]) -> Bool { bytes == key }

    /// SubjectPublicKeyInfo in DER, as `Item.publicKey` holds it.
    public var subjectPublicKeyInfo: [UInt8] { Self.prefix(of: algorithm) + key }

    /// SSH's name of the algorithm.
    public var name: String { Self.name(of: algorithm) }

    private static func name(of algorithm: Item.Algorithm) -> String {
        switch algorithm {
        case .p256: "ecdsa-sha2-nistp256"
        case .ed25519: "ssh-ed25519"
        }
    }

    /// The form that keys have on the wire.
    public var blob: [UInt8] {
        SSHWriter.bytes { writer in
            writer.string(name)
            if algorithm == .p256 { writer.string(SSHCurve.p256.rawValue) }
            writer.string(key)
        }
    }

    /// The line of a `.pub` file or of authorized_keys, without its end. Characters of the comment that could end the
    /// line or deceive a reader are replaced.
    public func line(comment: String) -> String {
        "\(name) \(Base64.encode(blob)) \(ForeignText.cleaned(comment, limit: 200))"
    }

    /// A signature of this key in SSH's form; `made` is the daemon's: DER for P-256, 64 bytes for Ed25519.
    public func signature(_ made: [UInt8]) throws(SSHFault) -> [UInt8] {
        let content: [UInt8]
        switch algorithm {
        case .p256:
            let (r, s) = try Self.integers(inDER: made)
            content = SSHWriter.bytes { writer in
                writer.string(r)
                writer.string(s)
            }
        case .ed25519:
            guard made.count == 64 else { throw .malformed }
            content = made
        }
        return SSHWriter.bytes { writer in
            writer.string(name)
            writer.string(content)
        }
    }

    /// The contents of the two INTEGERs of an ECDSA signature, which are also those of SSH's numbers: both are two's
    /// complement in the fewest bytes.
    private static func integers(inDER bytes: [UInt8]) throws(SSHFault) -> ([UInt8], [UInt8]) {
        // A P-256 signature is shorter than 128 bytes, so each length is one byte.
        guard bytes.count >= 2, bytes[0] == 0x30, Int(bytes[1]) == bytes.count - 2, bytes[1] < 0x80 else {
            throw .malformed
        }
        var rest = bytes[2...]
        var numbers: [[UInt8]] = []
        for _ in 0..<2 {
            guard rest.popFirst() == 0x02, let count = rest.popFirst(), (1...33).contains(count) else {
                throw .malformed
            }
            guard rest.count >= Int(count) else { throw .truncated }
            numbers.append(Array(rest.prefix(Int(count))))
            rest = rest.dropFirst(Int(count))
        }
        guard rest.isEmpty else { throw .excess }
        return (numbers[0], numbers[1])
    }
}
