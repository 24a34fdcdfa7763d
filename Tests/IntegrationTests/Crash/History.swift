/// The possible states of something on disk, given the requested changes and the acknowledged ones.
///
/// Two changes can run at a time: one of its own, and one of everything that its user has. Their order, and whether an
/// unacknowledged one happened at all, is unknown.
struct History<State: Hashable> {
    /// A change; returns nil in a state in which it is refused.
    typealias Change = (State) -> State?

    enum Scope: Hashable {
        case own, everything
    }

    private struct Possibility: Hashable {
        var state: State
        /// The running changes that are done.
        var done: Set<Scope> = []
    }

    private var possibilities: Set<Possibility>
    private var underWay: [Scope: Change] = [:]

    init(_ state: State) {
        possibilities = [Possibility(state: state)]
    }

    var states: Set<State> { Set(possibilities.map(\.state)) }

    mutating func asked(_ scope: Scope, _ change: @escaping Change) {
        underWay[scope] = change
        var reached = possibilities
        var last: Set<Possibility> = possibilities
        while !last.isEmpty {
            var next: Set<Possibility> = []
            for possibility in last {
                for (scope, change) in underWay where !possibility.done.contains(scope) {
                    guard let state = change(possibility.state) else { continue }
                    next.insert(Possibility(state: state, done: possibility.done.union([scope])))
                }
            }
            last = next.subtracting(reached)
            reached.formUnion(next)
        }
        possibilities = reached
    }

    /// The running change was acknowledged, or refused without changing anything.
    mutating func answered(_ scope: Scope, isDone: Bool) {
        underWay[scope] = nil
        possibilities = Set(
            possibilities.filter { $0.done.contains(scope) == isDone }
                .map { Possibility(state: $0.state, done: $0.done.subtracting([scope])) })
    }

    /// Takes the state found, and returns whether the change of everything can have been done; empty if the state is
    /// impossible.
    mutating func found(_ state: State) -> Set<Bool> {
        let fitting = possibilities.filter { $0.state == state }
        self = History(state)
        return Set(fitting.map { $0.done.contains(.everything) })
    }
}

/// An item's state, as the daemon reports it.
enum ItemState: Hashable {
    case absent
    /// `version` tells which of the secrets stored under its name it has.
    case valid(version: Int, openableBy: Set<String>, survivesEnrolment: Bool)
    case invalidated(by: String)

    init(_ item: JSON) throws {
        switch item["state"] {
        case "valid":
            guard let version = item["label"].string.flatMap(Int.init) else {
                throw HarnessFailure("an item without its version: \(item)")
            }
            self = .valid(
                version: version, openableBy: Set(item["openableBy"].strings),
                survivesEnrolment: item["access"]["enrollment"] == "any")
        default: self = .invalidated(by: item["invalidatedBy"].string ?? "")
        }
    }

    /// The end of an epoch takes the finger from an item, and the item itself if nothing else opens it.
    var withoutEpoch: ItemState {
        guard case .valid(let version, var factors, false) = self, factors.remove("fingerprint") != nil else {
            return self
        }
        guard !factors.isEmpty else { return .invalidated(by: "enrollmentChanged") }
        return .valid(version: version, openableBy: factors, survivesEnrolment: false)
    }

    var revoked: ItemState {
        switch self {
        case .valid: .invalidated(by: "revoked")
        case .absent, .invalidated: self
        }
    }
}

/// A count of failures: the daemon's, and the possible ones on disk.
struct Tally {
    /// The running daemon's count.
    private(set) var count = 0
    private var onDisk: Set<Int> = [0]

    /// A failure is possible from now on.
    mutating func risked() { onDisk.insert(count + 1) }

    /// A failure was reported.
    mutating func failed() { settle(at: count + 1) }

    /// After a right credential or a match, the failures may be forgotten on disk from now on.
    mutating func forgiving() { onDisk.insert(0) }

    /// The daemon has forgotten them, and will forget them on disk.
    mutating func forgiven() {
        count = 0
        onDisk.insert(0)
    }

    /// The daemon wrote its count.
    mutating func written() { onDisk = [count] }

    mutating func settle(at number: Int) {
        count = number
        onDisk = [number]
    }

    /// The smallest and the largest count that may be found.
    var bounds: ClosedRange<Int> { (onDisk.min() ?? 0)...(onDisk.max() ?? 0) }
}
