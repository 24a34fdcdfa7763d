public import GateModel
public import GateSecret

/// A root key sealed by a TPM: only that TPM opens the file.
public struct DeviceRootKey: MovableRootKey {
    public let path: String
    let device: any SealingDevice

    /// Far more than a TPM needs to seal 32 bytes.
    private static let sizes = 1...4096

    public init(path: String, device: any SealingDevice) {
        self.path = path
        self.device = device
    }

    public var sealing: Item.Sealing { .tpm }

    /// Reads the file and unseals it, or creates both; concurrent creators get the same key.
    public func rootKey(mayCreate: Bool) async throws(RootKeyError) -> SecretBytes {
        do {
            return try await unsealed()
        } catch {
            guard case .missing = error, mayCreate else { throw error }
        }
        try await place(randomRootKey(), replacing: false)
        return try await unsealed()
    }

    public func replace(with key: borrowing SecretBytes) async throws(RootKeyError) {
        try await place(key, replacing: true)
    }

    public func destroy() throws(RootKeyError) { try destroyRootKeyFile(at: path) }

    private func place(_ key: borrowing SecretBytes, replacing: Bool) async throws(RootKeyError) {
        let sealed: [UInt8]
        do throws(SealingFailure) {
            sealed = try await device.seal(key)
        } catch {
            throw .unavailable(error)
        }
        let file = unsafe SecretBytes(count: sealed.count) { unsafe $0.copyBytes(from: sealed) }
        try placeRootKeyFile(file, at: path, replacing: replacing)
    }

    private func unsealed() async throws(RootKeyError) -> SecretBytes {
        let file = try readRootKey(path, access: .ownerOnly, sizes: Self.sizes)
        let sealed = unsafe file.withBytes { unsafe [UInt8]($0) }
        let key: SecretBytes
        do throws(SealingFailure) {
            key = try await device.unseal(sealed)
        } catch {
            throw .unavailable(error)
        }
        guard key.count == rootKeyLength else { throw .damaged(path: path) }
        return key
    }
}
