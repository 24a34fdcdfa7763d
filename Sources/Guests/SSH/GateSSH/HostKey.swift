internal import GateWire

/// A server's public key, alone or in a certificate.
public struct HostKey: Hashable, Sendable {
    enum Key: Hashable {
        case ed25519([UInt8])
        case ecdsa(SSHCurve, point: [UInt8])
        case rsa(exponent: [UInt8], modulus: [UInt8])
    }

    /// As the server sent it.
    public let blob: [UInt8]
    /// The key alone, without a certificate; the same as `blob` if there is none.
    public let plainBlob: [UInt8]
    public let certificate: HostCertificate?
    private let key: Key

    /// Throws `unknown` for algorithms that this project cannot check, DSA and post-quantum ones among them.
    public init(blob: [UInt8]) throws(SSHFault) {
        guard blob.count <= SSHLimits.hostKey else { throw .tooLong }
        var reader = SSHReader(blob)
        let full = try reader.text(limit: SSHLimits.name)
        let isCertified = full.hasSuffix(Self.certificateSuffix)
        let name = isCertified ? String(full.dropLast(Self.certificateSuffix.count)) : full
        if isCertified { _ = try reader.string(limit: SSHLimits.name) }
        key = try Self.key(named: name, &reader)
        plainBlob = Self.blob(named: name, key)
        self.blob = blob
        certificate = isCertified ? try HostCertificate(&reader, of: blob) : nil
        try reader.end()
    }

    static let certificateSuffix = "-cert-v01@openssh.com"

    private static func key(named name: String, _ reader: inout SSHReader) throws(SSHFault) -> Key {
        switch name {
        case "ssh-ed25519":
            let key = try reader.string(limit: SSHLimits.name)
            guard key.count == 32 else { throw .malformed }
            return .ed25519(key)
        case "ssh-rsa":
            let exponent = try reader.positiveInteger(limit: 8)
            let modulus = try reader.positiveInteger(limit: SSHLimits.modulus)
            // OpenSSH refuses shorter ones, too.
            guard modulus.count >= 128 else { throw .malformed }
            return .rsa(exponent: exponent, modulus: modulus)
        default:
            guard name.hasPrefix("ecdsa-sha2-"),
                let curve = SSHCurve(rawValue: String(name.dropFirst("ecdsa-sha2-".count)))
            else { throw .unknown }
            guard try reader.string(limit: SSHLimits.name) == Array(curve.rawValue.utf8) else { throw .malformed }
            let point = try reader.string(limit: SSHLimits.name)
            guard point.count == 1 + 2 * curve.coordinate, point.first == 4 else { throw .malformed }
            return .ecdsa(curve, point: point)
        }
    }

    private static func blob(named name: String, _ key: Key) -> [UInt8] {
        SSHWriter.bytes { writer in
            writer.string(name)
            switch key {
            case .ed25519(let key): writer.string(key)
            case .ecdsa(let curve, let point):
                writer.string(curve.rawValue)
                writer.string(point)
            case .rsa(let exponent, let modulus):
                for number in [exponent, modulus] { writer.string((number[0] >= 0x80 ? [0] : []) + number) }
            }
        }
    }

    /// Pairs this key with a signature in SSH's form. Throws if the signature is of another algorithm, or of RSA with
    /// SHA-1.
    public func check(_ signature: [UInt8]) throws(SSHFault) -> SignatureCheck {
        var reader = SSHReader(signature)
        let name = try reader.text(limit: SSHLimits.name)
        let value = try reader.string(limit: SSHLimits.modulus)
        try reader.end()
        switch key {
        case .ed25519(let key):
            guard name == "ssh-ed25519" else { throw .unknown }
            guard value.count == 64 else { throw .malformed }
            return .ed25519(key: key, signature: value)
        case .ecdsa(let curve, let point):
            guard name == "ecdsa-sha2-\(curve.rawValue)" else { throw .unknown }
            var numbers = SSHReader(value)
            var coordinates: [UInt8] = []
            for _ in 0..<2 {
                let number = try numbers.positiveInteger(limit: curve.coordinate)
                coordinates += [UInt8](repeating: 0, count: curve.coordinate - number.count) + number
            }
            try numbers.end()
            return .ecdsa(curve, point: point, signature: coordinates)
        case .rsa(let exponent, let modulus):
            let digest: SSHDigest
            switch name {
            case "rsa-sha2-256": digest = .sha256
            case "rsa-sha2-512": digest = .sha512
            default: throw .unknown
            }
            guard value.count <= modulus.count else { throw .malformed }
            let padding = [UInt8](repeating: 0, count: modulus.count - value.count)
            return .rsa(digest, exponent: exponent, modulus: modulus, signature: padding + value)
        }
    }

    /// `SHA256:` and the digest of the key alone in base64 without padding, as OpenSSH prints it.
    public func fingerprint(_ cryptography: some SSHCryptography) -> String {
        let text = Base64.encode(cryptography.digest(.sha256, of: plainBlob))
        return "SHA256:" + text.prefix { $0 != "=" }
    }
}

/// The statements in a host's certificate, and the authority that makes them.
public struct HostCertificate: Hashable, Sendable {
    /// The names that the certificate is for; empty for all.
    public let principals: [String]
    /// The authority's key, without a certificate of its own.
    public let authority: [UInt8]
    /// When it is valid, in seconds since 1970.
    private let period: Range<UInt64>
    /// Whether it has critical options, of which none is defined for hosts (OpenSSH's PROTOCOL.certkeys).
    private let isRestricted: Bool
    private let check: SignatureCheck
    private let signed: [UInt8]

    /// Reads the rest of a certificate behind its key.
    fileprivate init(_ reader: inout SSHReader, of blob: [UInt8]) throws(SSHFault) {
        _ = try reader.uint64()
        // 2 is a host's certificate; 1 would be a user's.
        guard try reader.uint32() == 2 else { throw .malformed }
        _ = try reader.string(limit: SSHLimits.hostKey)
        var names = SSHReader(try reader.string(limit: SSHLimits.hostKey))
        var principals: [String] = []
        while !names.isAtEnd { principals.append(try names.text(limit: SSHLimits.name)) }
        self.principals = principals
        let (begin, end) = (try reader.uint64(), try reader.uint64())
        period = begin..<max(begin, end)
        isRestricted = try !reader.string(limit: SSHLimits.hostKey).isEmpty
        for _ in 0..<2 { _ = try reader.string(limit: SSHLimits.hostKey) }
        let authority = try reader.string(limit: SSHLimits.hostKey)
        signed = Array(blob.dropLast(reader.remaining.count))
        let signature = try reader.string(limit: SSHLimits.hostKey)
        try reader.end()
        self.authority = authority
        check = try Self.plainKey(authority).check(signature)
    }

    /// A certificate of an authority is refused: nested ones would recurse as deeply as their sender likes.
    private static func plainKey(_ blob: [UInt8]) throws(SSHFault) -> HostKey {
        var reader = SSHReader(blob)
        guard !(try reader.text(limit: SSHLimits.name).hasSuffix("@openssh.com")) else { throw .malformed }
        return try HostKey(blob: blob)
    }

    /// Whether it names a host, and is valid at that time in seconds since 1970. It says nothing about ports. A
    /// certificate without names is for all hosts, so it proves none, and one with an option that is not understood is
    /// void.
    public func isFor(_ host: String, at seconds: UInt64) -> Bool {
        principals.contains(host) && period.contains(seconds) && !isRestricted
    }

    /// Whether the authority signed it. Its period of validity is not looked at.
    public func isSound(_ cryptography: some SSHCryptography) -> Bool { cryptography.isRight(check, of: signed) }
}
