public import GateModel

/// A passkey, and what it signed: the authenticator data, and the hash of the client data behind that.
public struct SignedPasskey: Sendable {
    public let item: Item
    public let passkey: Passkey
    public let data: AuthenticatorData
    public let signature: [UInt8]

    public init(item: Item, passkey: Passkey, data: AuthenticatorData, signature: [UInt8]) {
        self.item = item
        self.passkey = passkey
        self.data = data
        self.signature = signature
    }
}
