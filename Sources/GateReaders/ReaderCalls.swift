import GateModel
import GateReader

/// The operations that the reader process has not finished.
struct ReaderCalls {
    /// How a report from the process fits the running operations.
    enum Taken {
        /// The process must not send it.
        case unfit
        /// The end of an abandoned operation.
        case late
        case event(ReaderCall)
        /// The last report of its operation.
        case end(ReaderCall)
    }

    private var running: [UInt32: ReaderCall] = [:]
    /// Abandoned by the daemon, but not yet ended by the process.
    private var abandoned: Set<UInt32> = []
    private var lastNumber: UInt32 = 0

    var isEmpty: Bool { running.isEmpty }

    subscript(number: UInt32) -> ReaderCall? { running[number] }

    func enrolment(on reader: ReaderID) -> ReaderCall? { running.values.first { $0.isEnrolment(on: reader) } }

    mutating func nextNumber() -> UInt32 {
        lastNumber &+= 1
        return lastNumber
    }

    mutating func add(_ call: ReaderCall, as number: UInt32) { running[number] = call }

    mutating func take(_ report: ReaderReport, in number: UInt32) -> Taken {
        if report.isEnd, abandoned.remove(number) != nil { return .late }
        guard let call = running[number], call.isFitting(report) else { return .unfit }
        guard report.isEnd else { return .event(call) }
        running[number] = nil
        return .end(call)
    }

    /// The caller must still be told.
    mutating func abandon(_ number: UInt32) -> ReaderCall? {
        guard let call = running.removeValue(forKey: number) else { return nil }
        abandoned.insert(number)
        return call
    }

    /// Removes the operations of a process that is gone.
    ///
    /// - Parameter felt: the sum of the numbers of the operations that felt a finger of which the process no longer told.
    ///   They are told of it now, so that the finger counts. A sum that is no operation's number comes from several.
    mutating func removeAll(whichFelt felt: UInt64) -> [ReaderCall] {
        defer { (running, abandoned) = ([:], []) }
        let certain = UInt32(exactly: felt).flatMap { running[$0] }
        if felt > 0 {
            for call in certain.map({ [$0] }) ?? Array(running.values) where call.isFitting(.fingerPresent) {
                call.tell(.fingerPresent)
            }
        }
        return Array(running.values)
    }
}
