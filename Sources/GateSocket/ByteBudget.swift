import Synchronization

/// The bytes that all connections of a listener hold together. Of any thread.
///
/// Each connection is guaranteed an equal share, so heavy clients never cause a light one to be closed.
final class ByteBudget: Sendable {
    private let maximum: Int
    private let share: Int
    private let total = Atomic(0)

    init(maximum: Int, connections: Int) {
        self.maximum = maximum
        share = maximum / max(1, connections)
    }

    /// Records how many bytes one connection holds now; false if it exceeds its share and the budget, and has to end.
    func allows(_ bytes: Int, insteadOf before: Int) -> Bool {
        let total = total.add(bytes - before, ordering: .relaxed).newValue
        return bytes <= before || bytes <= share || total <= maximum
    }
}
