import GateBus

/// polkit's answer to a question.
enum PolkitAnswer: Hashable, Sendable {
    case yes
    case no
    /// There is no place for another question, or polkit could not be asked.
    case notNow

    /// As in fprintd, polkit's own errors count as a no.
    init(_ outcome: BusConnection.Outcome) {
        switch outcome {
        case .reply(let reply): self = reply[0]?[0]?.bool == true ? .yes : .no
        case .refused(let error): self = Self.busErrors.contains(error) ? .notNow : .no
        case .none: self = .notNow
        }
    }

    /// The bus's errors for a question that polkit did not get or did not answer.
    private static let busErrors: Set<String> = Set(
        [
            "LimitsExceeded", "NoMemory", "NoReply", "Timeout", "TimedOut", "Disconnected", "ServiceUnknown",
            "NameHasNoOwner", "Spawn.ExecFailed", "Spawn.ForkFailed", "Spawn.ChildExited", "Spawn.ChildSignaled",
            "Spawn.Failed", "Spawn.ServiceNotFound", "Spawn.ServiceNotValid", "Spawn.PermissionsInvalid",
        ].map { "org.freedesktop.DBus.Error." + $0 })
}

/// The questions that polkit has not answered, which may take as long as people take. Pure.
///
/// The bus refuses a connection's calls once 128 have no answer, so half of that may be questions. Users share these,
/// and root, who asks for logins, always finds a place.
struct OpenQuestions {
    private var shares = UserShares(inAll: 64, perUser: 16, forRoot: 8)
    private var open: [Int: (client: BusName, user: UInt32)] = [:]
    private var last = 0

    /// Opens a question and returns its unique number; nil if there is no place for it.
    mutating func open(by client: BusName, of user: UInt32) -> Int? {
        guard shares.take(for: user) else { return nil }
        last += 1
        open[last] = (client, user)
        return last
    }

    /// The question is answered.
    mutating func close(_ question: Int) {
        if let (_, user) = open.removeValue(forKey: question) { shares.give(backFor: user) }
    }

    /// The open questions about a connection, in the order of asking.
    func asked(by client: BusName) -> [Int] { open.filter { $0.value.client == client }.keys.sorted() }
}
