import GateWire

/// The calls of one connection that wait for earlier ones, in order.
struct CallQueue {
    /// Memory of a call beyond its message's length; one of its parts has pages of its own.
    private static let bytesPerCall = 8_192

    /// The work that a message causes.
    enum Work: ~Copyable {
        case call(IncomingCall)
        /// Answers the call with its fault.
        case fault(CallFault)
    }

    /// A box, since an array cannot hold a value that cannot be copied.
    private final class Entry {
        let bytes: Int
        var work: Work?

        init(_ work: consuming Work, bytes: Int) {
            self.work = consume work
            self.bytes = bytes
        }
    }

    private var entries: [Entry] = []
    /// The total length of the messages.
    private(set) var bytes = 0

    /// Memory of the entry that was removed last.
    private(set) var bytesOfLast = 0

    var count: Int { entries.count }

    /// Memory of all entries.
    var heldBytes: Int { bytes + count * Self.bytesPerCall }

    mutating func append(_ work: consuming Work, bytes: Int) {
        entries.append(Entry(work, bytes: bytes))
        self.bytes += bytes
    }

    mutating func popFirst() -> Work? {
        guard !entries.isEmpty else { return nil }
        // At most `GateListenerConfiguration.queuedCalls` entries, so shifting them is cheap.
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
