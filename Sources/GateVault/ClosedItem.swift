public import GateModel

/// A valid item as it was read before it is opened; closed still, and opened by the store alone that read it.
public protocol ClosedItem: Sendable {
    /// What is known of it without opening it.
    var item: Item { get }
}
