import GateModel
import Synchronization

/// The readers as last reported, and the observers of changes. Safe on any thread.
final class PresentReaders: Sendable {
    private struct State {
        var readers: [Reader] = []
        var observers: [AsyncStream<ReaderChange>.Continuation] = []
        var isClosed = false
    }

    /// How many changes an observer may lag behind before it loses the oldest.
    private static let bufferedChanges = 64

    private let state = Mutex(State())

    var readers: [Reader] { state.withLock(\.readers) }

    /// Marks all readers as faulted: the process that drives them is gone.
    func fault() { take(readers.map { $0.with(.faulted) }) }

    func take(_ readers: [Reader]) {
        state.withLock { state in
            let known = state.readers
            state.readers = readers
            func tell(_ change: ReaderChange) {
                for observer in state.observers { observer.yield(change) }
            }
            for reader in known where !readers.contains(where: { $0.id == reader.id }) { tell(.removed(reader)) }
            for reader in readers {
                guard let before = known.first(where: { $0.id == reader.id }) else {
                    tell(.added(reader))
                    continue
                }
                if before != reader { tell(.changed(reader)) }
            }
        }
    }

    func changes() -> AsyncStream<ReaderChange> {
        let (stream, observer) = AsyncStream.makeStream(
            of: ReaderChange.self, bufferingPolicy: .bufferingNewest(Self.bufferedChanges))
        state.withLock { state in
            if state.isClosed { observer.finish() } else { state.observers.append(observer) }
        }
        return stream
    }

    /// Removes all readers, and ends all observations.
    func close() {
        let observers = state.withLock { state in
            defer { state = State(isClosed: true) }
            return state.observers
        }
        for observer in observers { observer.finish() }
    }
}
