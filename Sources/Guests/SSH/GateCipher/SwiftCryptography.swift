internal import Crypto
internal import CryptoExtras
internal import FoundationEssentials
public import GateSSH

/// swift-crypto, for the checks of `GateSSH`.
public struct SwiftCryptography: SSHCryptography {
    public init() {}

    public func isRight(_ check: SignatureCheck, of message: [UInt8]) -> Bool {
        // A key that is no point or number of its algorithm has signed nothing.
        (try? isSignature(check, of: message)) ?? false
    }

    private func isSignature(_ check: SignatureCheck, of message: [UInt8]) throws -> Bool {
        switch check {
        case .ed25519(let key, let signature):
            return try Curve25519.Signing.PublicKey(rawRepresentation: key).isValidSignature(signature, for: message)
        case .ecdsa(.p256, let point, let signature):
            let key = try P256.Signing.PublicKey(x963Representation: point)
            return key.isValidSignature(try P256.Signing.ECDSASignature(rawRepresentation: signature), for: message)
        case .ecdsa(.p384, let point, let signature):
            let key = try P384.Signing.PublicKey(x963Representation: point)
            return key.isValidSignature(try P384.Signing.ECDSASignature(rawRepresentation: signature), for: message)
        case .ecdsa(.p521, let point, let signature):
            let key = try P521.Signing.PublicKey(x963Representation: point)
            return key.isValidSignature(try P521.Signing.ECDSASignature(rawRepresentation: signature), for: message)
        case .rsa(let digest, let exponent, let modulus, let signature):
            let key = try _RSA.Signing.PublicKey(n: modulus, e: exponent)
            let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
            return switch digest {
            case .sha256:
                key.isValidSignature(signature, for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5)
            case .sha512:
                key.isValidSignature(signature, for: SHA512.hash(data: message), padding: .insecurePKCS1v1_5)
            }
        }
    }

    public func digest(_ digest: SSHDigest, of message: [UInt8]) -> [UInt8] {
        switch digest {
        case .sha256: Array(SHA256.hash(data: message))
        case .sha512: Array(SHA512.hash(data: message))
        }
    }

    public func maskedName(_ name: [UInt8], salt: [UInt8]) -> [UInt8] {
        Array(HMAC<Insecure.SHA1>.authenticationCode(for: name, using: SymmetricKey(data: salt)))
    }
}
