public import GateModel

/// A valid item as read before it is opened; only the store that read it can open it.
public protocol ClosedItem: Sendable {
    /// The item's metadata.
    var item: Item { get }

    /// The length of the content.
    var byteCount: Int { get }

    /// Whether a kept key opens the item as it was read.
    func fits(_ key: KeptKey) -> Bool
}
