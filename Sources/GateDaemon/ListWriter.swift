import GateSystem
import GateWire

/// Makes the replies that are lists: long ones on a thread of its own, so that nobody's call waits on the loop for
/// somebody else's list.
///
/// One at a time: lists wait for lists, of which `CallTurns` lets a user have a few.
actor ListWriter {
    /// Values that take the loop less time than waking up another thread and being woken up by it.
    static let short = 32

    private nonisolated let executor = BlockingExecutor(label: "biogate.lists")

    // The actor keeps the executor for as long as it lives.
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// The reply whose only member is the list. `wire` says how each value is written, on whichever thread.
    nonisolated func reply<Value: Sendable>(
        _ member: String, _ values: [Value], _ wire: @escaping @Sendable (Value) -> WireValue
    ) async -> OutgoingFrame {
        guard values.count > Self.short else { return Self.frame(member, values, wire) }
        return await longReply(member, values, wire)
    }

    private func longReply<Value: Sendable>(
        _ member: String, _ values: [Value], _ wire: @Sendable (Value) -> WireValue
    ) -> OutgoingFrame {
        Self.frame(member, values, wire)
    }

    private static func frame<Value>(
        _ member: String, _ values: [Value], _ wire: (Value) -> WireValue
    ) -> OutgoingFrame {
        .reply([member: .array(values.map(wire))])
    }
}
