import GateSystem
import GateWire

/// Makes the replies that are lists: long ones on a thread of its own, so that nobody's call waits on the loop for
/// somebody else's list.
///
/// One at a time: lists wait for lists, of which `CallTurns` lets a user have a few.
actor ListWriter {
    static let ofAll = ListWriter()

    /// Values that take the loop less time than waking up another thread and being woken up by it.
    static let short = 32

    private nonisolated let executor = BlockingExecutor(label: "biogate.lists")

    // The actor keeps the executor for as long as it lives.
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// The reply whose lists have `count` values together; `parameters` makes them on whichever thread.
    nonisolated func reply(_ count: Int, _ parameters: @escaping @Sendable () -> WireObject) async -> OutgoingFrame {
        guard count > Self.short else { return .reply(parameters()) }
        return await longReply(parameters)
    }

    private func longReply(_ parameters: @Sendable () -> WireObject) -> OutgoingFrame { .reply(parameters()) }
}
