import GateSystem
import GateWire

/// Makes replies that are lists; long ones on their own thread, so that one user's list delays no other call on the
/// loop.
///
/// Lists are made one at a time; `CallTurns` limits how many of them a user can queue.
actor ListWriter {
    static let ofAll = ListWriter()

    /// Up to this many values take the loop less time than switching threads twice.
    static let short = 32

    private nonisolated let executor = BlockingExecutor(label: "biogate.lists")

    // The actor keeps the executor for as long as it lives.
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// Replies with lists of `count` values in total; `parameters` may run on any thread.
    nonisolated func reply(
        _ count: Int, continues: Bool = false, _ parameters: @escaping @Sendable () -> WireObject
    ) async -> OutgoingFrame {
        guard count > Self.short else { return .reply(parameters(), continues: continues) }
        return await longReply(continues: continues, parameters)
    }

    private func longReply(continues: Bool, _ parameters: @Sendable () -> WireObject) -> OutgoingFrame {
        .reply(parameters(), continues: continues)
    }
}
