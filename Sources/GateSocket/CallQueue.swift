import GateWire

/// The calls of one connection that wait for the one before them, in order.
struct CallQueue {
    /// What is to be done for a message.
    enum Work: ~Copyable {
        case call(IncomingCall)
        /// A call that is answered with what is wrong with it.
        case fault(CallFault)
    }

    /// Holds what an array cannot hold itself.
    private final class Entry {
        let bytes: Int
        var work: Work?

        init(_ work: consuming Work, bytes: Int) {
            self.work = consume work
            self.bytes = bytes
        }
    }

    private var entries: [Entry] = []
    /// The messages' length in all.
    private(set) var bytes = 0

    var count: Int { entries.count }

    mutating func append(_ work: consuming Work, bytes: Int) {
        entries.append(Entry(work, bytes: bytes))
        self.bytes += bytes
    }

    mutating func popFirst() -> Work? {
        guard !entries.isEmpty else { return nil }
        // At most as many as `GateListenerConfiguration.queuedCalls`, so moving them up costs nothing.
        let entry = entries.removeFirst()
        bytes -= entry.bytes
        return entry.work.take()
    }

    mutating func removeAll() {
        entries = []
        bytes = 0
    }
}
