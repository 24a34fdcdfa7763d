import GateModel
import GateSystem

/// The readers that the face interface keeps open.
struct ReaderHolds {
    private var ends: [ConnectionID: Pledge<Void>] = [:]
    private var counts: [ReaderID: Int] = [:]

    /// Whether a connection keeps the reader open.
    func has(_ reader: ReaderID) -> Bool { counts[reader] != nil }

    /// Begins a hold. The pledge is fulfilled when the hold must end.
    mutating func begin(_ reader: ReaderID, on connection: ConnectionID) -> Pledge<Void> {
        let end = Pledge<Void>()
        ends[connection] = end
        counts[reader, default: 0] += 1
        return end
    }

    mutating func end(on connection: ConnectionID) { ends.removeValue(forKey: connection)?.fulfil(()) }

    /// Ends a hold. Returns whether it was the reader's last.
    mutating func remove(_ reader: ReaderID, on connection: ConnectionID) -> Bool {
        end(on: connection)
        guard let count = counts[reader], count > 1 else {
            counts[reader] = nil
            return true
        }
        counts[reader] = count - 1
        return false
    }
}
