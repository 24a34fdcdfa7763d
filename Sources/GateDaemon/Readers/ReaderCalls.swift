import GateModel
import GateReader

/// What the reader's process was asked for and has not ended.
struct ReaderCalls {
    /// What a message of the process's is.
    enum Taken {
        /// It may not be.
        case unfit
        /// The end of one that was given up.
        case late
        case event(ReaderCall)
        /// The last one of its operation.
        case end(ReaderCall)
    }

    private var running: [UInt32: ReaderCall] = [:]
    /// Given up, and still to be ended by the process.
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

    /// Whoever called is not told by this.
    mutating func abandon(_ number: UInt32) -> ReaderCall? {
        guard let call = running.removeValue(forKey: number) else { return nil }
        abandoned.insert(number)
        return call
    }

    /// Those that ran on a process that is gone.
    mutating func removeAll() -> [ReaderCall] {
        defer { (running, abandoned) = ([:], []) }
        return Array(running.values)
    }
}
