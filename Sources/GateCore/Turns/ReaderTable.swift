import GateModel
import GatePolicy

/// The readers as the sensor last reported them, and how long overheated ones need to cool.
package struct ReaderTable {
    var all: [Reader] = []
    /// Whether the lid is closed and the configuration lets it cover readers.
    package var isLidClosed = false
    /// The readers that are part of the machine; nil if each reader's own report counts.
    private let builtIn: Set<ReaderID>?
    /// The time to cool, at the last report of heat.
    private var cooling: [ReaderID: Duration] = [:]

    init(builtIn: Set<ReaderID>? = nil) {
        self.builtIn = builtIn
    }

    /// Whether the closed lid covers the reader.
    func isCovered(_ reader: Reader) -> Bool {
        isLidClosed && (builtIn.map { $0.contains(reader.id) } ?? reader.isBuiltIn)
    }

    subscript(id: ReaderID) -> Reader? { all.first { $0.id == id } }

    mutating func overheated(_ reader: ReaderID, for time: Duration) { cooling[reader] = time }

    /// The state of the hardware for a user with prints on `homes`: that of the best reader.
    func facts(for homes: Set<ReaderID>) -> HardwareFacts {
        guard !all.isEmpty else { return .noReader }
        let readers = all.filter { homes.contains($0.id) }
        guard !readers.isEmpty else { return .noReaderWithPrints }
        guard let best = readers.filter({ !isCovered($0) }).min(by: { $0.state.rank < $1.state.rank }) else {
            return .covered
        }
        return .reader(best.state, retryAfter: best.state == .overheated ? cooling[best.id] : nil)
    }

    /// The reader for a call that names none: the one that matched last, otherwise the first with prints of the user.
    /// Leaves out covered readers.
    func preferred(last: ReaderID?, homes: some Sequence<ReaderID>) -> Reader? {
        let homes = Set(homes)
        return ([last.flatMap { self[$0] }].compactMap { $0 } + all.filter { homes.contains($0.id) })
            .first { !isCovered($0) }
    }
}

extension Reader.State {
    /// Orders states from usable to unusable.
    fileprivate var rank: Int {
        switch self {
        case .ready: 0
        case .busy: 1
        case .inUse: 2
        case .overheated: 3
        case .suspended: 4
        case .faulted: 5
        }
    }
}
