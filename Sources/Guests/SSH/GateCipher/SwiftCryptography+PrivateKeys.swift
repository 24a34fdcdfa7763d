internal import Crypto
internal import CryptoExtras
internal import FoundationEssentials
internal import GateModel
public import GateSSH
public import GateSecret

extension SwiftCryptography: PrivateKeyCryptography {
    public func decrypted(_ bytes: [UInt8], byKeyAndCounter key: borrowing SecretBytes) -> SecretBytes? {
        guard key.count == 48 else { return nil }
        let plain: Data? = unsafe key.withBytes { key in
            guard let counter = try? unsafe AES._CTR.Nonce(nonceBytes: key[32...]) else { return nil }
            let key = unsafe SymmetricKey(data: UnsafeRawBufferPointer(rebasing: key[..<32]))
            return try? AES._CTR.decrypt(bytes, using: key, nonce: counter)
        }
        guard var plain else { return nil }
        let secret = unsafe SecretBytes(count: plain.count) { unsafe plain.copyBytes(to: $0) }
        unsafe plain.withUnsafeMutableBytes { unsafe wipe($0) }
        return secret
    }

    public func isPair(_ key: borrowing FilePrivateKey) -> Bool {
        let algorithm = key.publicKey.algorithm
        let encoded: Data? = unsafe key.privateKey.withBytes { bytes in
            switch algorithm {
            case .p256: try? unsafe P256.Signing.PrivateKey(rawRepresentation: bytes).publicKey.x963Representation
            case .ed25519:
                try? unsafe Curve25519.Signing.PrivateKey(rawRepresentation: bytes).publicKey.rawRepresentation
            }
        }
        return encoded.map { key.publicKey.isEncoded(by: [UInt8]($0)) } ?? false
    }
}
