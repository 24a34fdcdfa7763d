import GateBus
import GateModel
import GatePolicy

/// Tracks who is in front of the machine: asks logind once for its whole state, and follows its signals.
///
/// No caller waits for an answer. Missing information forbids nothing, and a silent or absent logind counts as missing
/// information.
extension LogindWatch {
    private static let lid = "LidClosed"
    private static let powerName = "org.freedesktop.UPower"

    /// A question that logind has not answered yet.
    enum Question: Hashable {
        case list
        case session(path: String)
        case lid
    }

    func followSeats(on connection: BusConnection) {
        connection.onSignal("SessionNew", of: Self.managerInterface, from: Self.name) { [weak self] _, values in
            self?.assumeIsolated { $0.sessionAppeared(values[0]?.text, values[1]?.text) }
        }
        connection.onSignal("SessionRemoved", of: Self.managerInterface, from: Self.name) { [weak self] _, values in
            self?.assumeIsolated { $0.sessionVanished(path: values[1]?.text) }
        }
        connection.onSignal(
            "PropertiesChanged", of: Self.propertiesInterface, from: Self.name, argument: Self.managerInterface
        ) { [weak self] _, values in
            self?.assumeIsolated { watch in
                watch.machineSays(lidClosed: values[1]?[Self.lid]?.bool)
                watch.tellSeats()
            }
        }
        // logind reports the lid from version 256 on. UPower reports it always, perhaps a moment before logind knows.
        connection.onSignal(
            "PropertiesChanged", of: Self.propertiesInterface, from: Self.powerName, argument: Self.powerName
        ) { [weak self] _, values in
            guard values[1]?["LidIsClosed"] != nil else { return }
            self?.assumeIsolated { $0.readLidTwice() }
        }
    }

    // MARK: Asking

    /// Asks for the whole state; the known state stays valid until the answers arrive.
    func readSeats() {
        look = nil
        seats.hasLogind = true
        readLid()
        ask(.list)
    }

    func readLid() { ask(.lid) }

    private func readLidTwice() {
        readLid()
        // Nothing cancels this; one question too many is harmless.
        later(.seconds(1)) { $0.readLid() }
    }

    private func ask(_ question: Question) {
        guard let connection, questions.insert(question).inserted else { return }
        let answered = { [weak self, seatsEra] (answer: BusConnection.Outcome) -> Void in
            self?.assumeIsolated { if $0.seatsEra == seatsEra { $0.answered(question, answer) } }
        }
        switch question {
        case .list:
            connection.call("ListSessions", of: Self.managerInterface, on: Self.manager, at: Self.name, [], answered)
        case .session(let path):
            let words = [BusArgument.text(Self.sessionInterface)]
            connection.call("GetAll", of: Self.propertiesInterface, on: path, at: Self.name, words, answered)
        case .lid:
            let words = [BusArgument.text(Self.managerInterface), .text(Self.lid)]
            connection.call("Get", of: Self.propertiesInterface, on: Self.manager, at: Self.name, words, answered)
        }
    }

    /// Asks again later, because logind is running but silent.
    private func readSeatsLater() {
        guard look == nil else { return }
        let wait = nextLook
        nextLook = min(nextLook * 2, Self.lastRetry)
        look = later(wait) { $0.readSeats() }
    }

    private func endSilence() {
        look?.cancel()
        nextLook = Self.firstRetry
        readSeats()
    }

    // MARK: Sessions

    private func sessionAppeared(_ name: String?, _ path: String?) {
        guard let path else { return }
        learnSession(name, path, nil)
        tellSeats()
    }

    private func sessionVanished(path: String?) {
        guard let path else { return }
        forgetSession(path: path)
        tellSeats()
    }

    private func learnSession(_ name: String?, _ path: String, _ user: UInt32?) {
        guard let id = name.map(SessionID.init(rawValue:)) else { return }
        sessionPaths[path] = id
        if let user { owners[path] = UserID(rawValue: user) }
        if seats.sessions[id] == nil {
            var facts = SessionFacts(user: user.map(UserID.init(rawValue:)))
            facts.isDescribed = false
            seats.undescribed[id] = facts
        }
        ask(.session(path: path))
    }

    /// The session's description has arrived, or will not come.
    private func sessionDescribed(path: String) {
        guard let id = sessionPaths[path], let facts = seats.undescribed.removeValue(forKey: id) else { return }
        seats.sessions[id] = facts
    }

    private func forgetSession(path: String) {
        questions.remove(.session(path: path))
        owners[path] = nil
        guard let id = sessionPaths.removeValue(forKey: path) else { return }
        seats.sessions[id] = nil
        seats.undescribed[id] = nil
    }

    // MARK: Answers

    private func answered(_ question: Question, _ answer: BusConnection.Outcome) {
        // A missing question was about a session that has ended.
        guard questions.remove(question) != nil else { return }
        switch answer {
        case .reply(let reply):
            told(question, reply)
            // logind answers again, so the forgotten state is requested at once.
            if look != nil { endSilence() }
        // Access was denied, or the session has ended: nothing more will be known about it.
        case .refused: break
        case .none:
            forgetSeats()
            readSeatsLater()
        }
        if case .session(let path) = question { sessionDescribed(path: path) }
        tellSeats()
    }

    private func told(_ question: Question, _ values: BusValue) {
        switch question {
        case .list: sessionsListed(values[0]?.elements ?? [])
        case .session(let path): if let properties = values[0] { sessionSays(properties, path: path, isAll: true) }
        case .lid: machineSays(lidClosed: values[0]?.content?.bool)
        }
    }

    /// - Parameter sessions: for each, its name, user number, user name, seat and path.
    private func sessionsListed(_ sessions: [BusValue]) {
        let paths = sessions.compactMap { $0[4]?.text }
        for path in Set(owners.keys).union(sessionPaths.keys).subtracting(paths) { forgetSession(path: path) }
        for session in sessions {
            if let path = session[4]?.text { learnSession(session[0]?.text, path, session[1]?.unsigned) }
        }
        isListed = true
        nextLook = Self.firstRetry
    }

    /// - Parameter properties: all of them, or only those that changed.
    func sessionSays(_ properties: BusValue, path: String, isAll: Bool = false) {
        guard let id = sessionPaths[path], var facts = seats.sessions[id] ?? seats.undescribed[id] else { return }
        if isAll { facts.isDescribed = true }
        if let user = properties["User"]?[0]?.unsigned.map(UserID.init(rawValue:)) {
            facts.user = user
            owners[path] = user
        }
        if let isRemote = properties["Remote"]?.bool { facts.isRemote = isRemote }
        if let isLocked = properties["LockedHint"]?.bool { facts.isLocked = isLocked }
        if let isActive = properties["Active"]?.bool { facts.isActive = isActive }
        if let seat = properties["Seat"]?[0]?.text { facts.hasSeat = !seat.isEmpty }
        if let kind = properties["Class"]?.text { facts.isAttended = !Self.isUnattended(kind) }
        if seats.sessions[id] == nil { seats.undescribed[id] = facts } else { seats.sessions[id] = facts }
    }

    /// True for sessions of services (`background`, `background-light`, `manager`, `manager-early`; pam_systemd(8)).
    private static func isUnattended(_ kind: String) -> Bool {
        kind.hasPrefix("background") || kind.hasPrefix("manager")
    }

    private func machineSays(lidClosed value: Bool?) {
        if let value { seats.isLidClosed = value }
    }

    // MARK: Reporting

    /// logind has disappeared.
    func endSeats() {
        look?.cancel()
        look = nil
        nextLook = Self.firstRetry
        forgetSeats()
    }

    /// Forgets the whole state; answers to earlier questions are ignored.
    private func forgetSeats() {
        seatsEra += 1
        let hasLogind = seats.hasLogind
        seats = SeatFacts()
        seats.hasLogind = hasLogind
        sessionPaths = [:]
        questions = []
        isListed = false
        tellSeats()
        looked()
    }

    func tellSeats() {
        if isListed, seats.undescribed.isEmpty { seats.isComplete = true }
        if seats != toldSeats {
            toldSeats = seats
            events.post(.seats(seats))
        }
        if questions.isEmpty { looked() }
    }
}
