public import GateModel

/// A valid item as read before it is opened; only the store that read it can open it.
public protocol ClosedItem: Sendable {
    /// The item's metadata.
    var item: Item { get }
}
