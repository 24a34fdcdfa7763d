import Synchronization

/// What all connections of a listener hold together. Of any thread.
///
/// A part of the budget is everybody's for certain, so that those who hold much close nobody who holds little.
final class ByteBudget: Sendable {
    private let maximum: Int
    private let share: Int
    private let total = Atomic(0)

    init(maximum: Int, connections: Int) {
        self.maximum = maximum
        share = maximum / max(1, connections)
    }

    /// Counts what one connection holds now; false where it took more than there is for it, and has to end.
    func allows(_ bytes: Int, insteadOf before: Int) -> Bool {
        let total = total.add(bytes - before, ordering: .relaxed).newValue
        return bytes <= before || bytes <= share || total <= maximum
    }
}
