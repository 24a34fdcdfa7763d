import GateModel
import GatePolicy

/// The readers as the sensor told them last, and how long overheated ones said they need.
struct ReaderTable {
    var all: [Reader] = []
    /// Whether the lid is closed, where that matters.
    var isLidClosed = false
    /// The readers that are part of the machine; nil where each reader says so itself.
    private let builtIn: Set<ReaderID>?
    /// As of the last heat.
    private var cooling: [ReaderID: Duration] = [:]

    init(builtIn: Set<ReaderID>? = nil) {
        self.builtIn = builtIn
    }

    /// Whether the closed lid keeps everybody from touching it.
    func isCovered(_ reader: Reader) -> Bool {
        isLidClosed && (builtIn.map { $0.contains(reader.id) } ?? reader.isBuiltIn)
    }

    subscript(id: ReaderID) -> Reader? { all.first { $0.id == id } }

    mutating func overheated(_ reader: ReaderID, for time: Duration) { cooling[reader] = time }

    /// What there is to use for somebody with prints on `homes`: the reader that is nearest to being of use.
    func facts(for homes: Set<ReaderID>) -> HardwareFacts {
        guard !all.isEmpty else { return .noReader }
        let readers = all.filter { homes.contains($0.id) }
        guard !readers.isEmpty else { return .noReaderWithPrints }
        guard let best = readers.filter({ !isCovered($0) }).min(by: { $0.state.rank < $1.state.rank }) else {
            return .covered
        }
        return .reader(best.state, retryAfter: best.state == .overheated ? cooling[best.id] : nil)
    }

    /// The reader for a user who named none: the one that matched last, else the first with prints of the user's. None
    /// that the lid covers.
    func preferred(last: ReaderID?, homes: some Sequence<ReaderID>) -> Reader? {
        let homes = Set(homes)
        return ([last.flatMap { self[$0] }].compactMap { $0 } + all.filter { homes.contains($0.id) })
            .first { !isCovered($0) }
    }
}

extension Reader.State {
    /// How near a reader is to being of use.
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
