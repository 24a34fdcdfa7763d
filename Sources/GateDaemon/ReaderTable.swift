import GateModel
import GatePolicy

/// The readers as the sensor told them last, and how long overheated ones said they need.
struct ReaderTable {
    var all: [Reader] = []
    /// As of the last heat.
    private var cooling: [ReaderID: Duration] = [:]

    subscript(id: ReaderID) -> Reader? { all.first { $0.id == id } }

    mutating func overheated(_ reader: ReaderID, for time: Duration) { cooling[reader] = time }

    /// What there is to use for somebody with prints on `homes`: the reader that is nearest to being of use.
    func facts(for homes: Set<ReaderID>) -> HardwareFacts {
        guard !all.isEmpty else { return .noReader }
        guard let best = all.filter({ homes.contains($0.id) }).min(by: { $0.state.rank < $1.state.rank }) else {
            return .noReaderWithPrints
        }
        return .reader(best.state, retryAfter: best.state == .overheated ? cooling[best.id] : nil)
    }

    /// The reader for somebody who named none: the one that matched last, else the first with prints of the user's.
    func preferred(last: ReaderID?, homes: some Sequence<ReaderID>) -> Reader? {
        let homes = Set(homes)
        return last.flatMap { self[$0] } ?? all.first { homes.contains($0.id) }
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
