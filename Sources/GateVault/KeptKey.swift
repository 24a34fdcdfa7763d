public import GateSecret

/// The key of one item that a PIN opened, kept so that the same item opens again without the PIN; wiped when released.
///
/// It opens no other item, and nothing without a proof. Only the store that opened the item creates it and reads it, by
/// `@_spi(Store)`.
public final class KeptKey: Sendable {
    /// The PIN's slot that it was in. Sealing the item again makes another one.
    @_spi(Store) public let slot: [UInt8]
    /// Tells the PIN from its successor, whose slots may be the same.
    @_spi(Store) public let salt: [UInt8]
    @_spi(Store) public let dataKey: SecretBytes

    @_spi(Store) public init(slot: [UInt8], salt: [UInt8], dataKey: consuming SecretBytes) {
        self.slot = slot
        self.salt = salt
        self.dataKey = dataKey
    }
}
