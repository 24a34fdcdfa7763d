/// What something on disk can be, given the changes of it that were asked for and those that were acknowledged.
///
/// Two changes can be under way at a time: one of its own, and one of everything that its user has. Which of them comes
/// first, and whether one that was not acknowledged came at all, is open.
struct History<State: Hashable> {
    /// A change; nil for one that is refused in a state.
    typealias Change = (State) -> State?

    enum Scope: Hashable {
        case own, everything
    }

    private struct Possibility: Hashable {
        var state: State
        /// The changes under way that are done.
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

    /// The change under way was acknowledged, or else refused: then it changed nothing.
    mutating func answered(_ scope: Scope, isDone: Bool) {
        underWay[scope] = nil
        possibilities = Set(
            possibilities.filter { $0.done.contains(scope) == isDone }
                .map { Possibility(state: $0.state, done: $0.done.subtracting([scope])) })
    }

    /// What was found, and what that leaves open of the change of everything: whether it is done. Empty where this
    /// cannot be.
    mutating func found(_ state: State) -> Set<Bool> {
        let fitting = possibilities.filter { $0.state == state }
        self = History(state)
        return Set(fitting.map { $0.done.contains(.everything) })
    }
}

/// What an item is, as the daemon tells it.
enum ItemState: Hashable {
    case absent
    /// `version` tells which of the secrets that were stored under its name it is.
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

    /// An epoch's end takes the finger from an item, and with nothing else left the item itself.
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

/// How often somebody failed: as the daemon counts, and what may be on disk.
struct Tally {
    /// As the daemon that runs has it.
    private(set) var count = 0
    private var onDisk: Set<Int> = [0]

    /// A failure may come.
    mutating func risked() { onDisk.insert(count + 1) }

    /// A failure was told.
    mutating func failed() { settle(at: count + 1) }

    /// Right, or a match: the failures may be forgotten on disk from now on.
    mutating func forgiving() { onDisk.insert(0) }

    /// They are forgotten by the daemon, and on disk sooner or later.
    mutating func forgiven() {
        count = 0
        onDisk.insert(0)
    }

    /// The daemon wrote what it has.
    mutating func written() { onDisk = [count] }

    mutating func settle(at number: Int) {
        count = number
        onDisk = [number]
    }

    /// No fewer than these may be found, and no more.
    var bounds: ClosedRange<Int> { (onDisk.min() ?? 0)...(onDisk.max() ?? 0) }
}
