import GateWire

/// The calls of one connection that wait for the one before them, in order.
struct CallQueue {
    /// What a call takes beyond its message's length: its parts, of which one lies in pages of its own.
    private static let bytesPerCall = 8_192

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

    /// What the one that was taken out last takes in memory.
    private(set) var bytesOfLast = 0

    var count: Int { entries.count }

    /// What all take in memory.
    var heldBytes: Int { bytes + count * Self.bytesPerCall }

    mutating func append(_ work: consuming Work, bytes: Int) {
        entries.append(Entry(work, bytes: bytes))
        self.bytes += bytes
    }

    mutating func popFirst() -> Work? {
        guard !entries.isEmpty else { return nil }
        // At most as many as `GateListenerConfiguration.queuedCalls`, so moving them up costs nothing.
        let entry = entries.removeFirst()
        bytes -= entry.bytes
        bytesOfLast = entry.bytes + Self.bytesPerCall
        return entry.work.take()
    }

    mutating func removeAll() {
        entries = []
        bytes = 0
    }
}
