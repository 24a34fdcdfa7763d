import GateBus
package import GateSecret

/// A secret of the keyring, with its kind.
package struct KeyringSecret: Sendable {
    package let bytes: HeldSecret
    package let contentType: String

    package init(_ bytes: HeldSecret, contentType: String) {
        self.bytes = bytes
        self.contentType = contentType
    }
}

/// A session between two programs on the bus, and its form of secrets.
struct SecretSession: Sendable {
    let path: String
    /// Nil for a session in the clear.
    let key: SessionKey?

    /// The secret as the specification has it, `(oayays)`; nil if it cannot be encrypted.
    func argument(_ secret: KeyringSecret) -> BusArgument? {
        guard let key else {
            return .structure([
                .path(path), .bytes(HeldSecret(SecretBytes(of: []))), .bytes(secret.bytes), .text(secret.contentType),
            ])
        }
        guard let (start, value) = key.encrypt(secret.bytes.bytes) else { return nil }
        return .structure([.path(path), .bytes(start), .bytes(value), .text(secret.contentType)])
    }

    /// Nil for a value that is not of this session.
    func secret(_ value: BusValue?) -> KeyringSecret? {
        guard let start = value?[1]?.bytes, let sealed = value?[2]?.bytes, let type = value?[3]?.text else {
            return nil
        }
        guard let key else { return KeyringSecret(sealed, contentType: type) }
        guard let opened = key.decrypt(sealed.bytes, start: start.bytes) else { return nil }
        return KeyringSecret(HeldSecret(opened), contentType: type)
    }
}
