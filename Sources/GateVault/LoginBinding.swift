/// The account's password that an item for logins was stored under: a digest of its entry in the shadow database, under a
/// key of the item's own. A changed password, and another account of the same number, have another digest.
public struct LoginBinding: Hashable, Sendable {
    public static let keyBytes = 32
    public static let digestBytes = 32

    public let key: [UInt8]
    public let digest: [UInt8]

    public init(key: [UInt8], digest: [UInt8]) {
        self.key = key
        self.digest = digest
    }

    /// Nil if `bytes` is not a key and its digest.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.keyBytes + Self.digestBytes else { return nil }
        self.init(key: Array(bytes.prefix(Self.keyBytes)), digest: Array(bytes.dropFirst(Self.keyBytes)))
    }

    public var bytes: [UInt8] { key + digest }
}

/// A user's item for logins, read but closed.
public struct LoginItem: Sendable {
    public let closed: any ClosedItem
    public let binding: LoginBinding

    public init(closed: any ClosedItem, binding: LoginBinding) {
        self.closed = closed
        self.binding = binding
    }
}
