import CGio

/// The process behind a connection to the bus, according to the bus.
package struct BusCaller: Hashable, Sendable {
    package let user: UInt32
    package let process: Int32?
}

/// Questions to the bus about connections, and its answers.
struct BusCallers {
    /// Questions at a time: the bus refuses more than 128 unanswered calls of all kinds.
    static let openQuestions = 32

    var known: [String: BusCaller] = [:]
    /// Callbacks that wait for an answer, by connection.
    var waiting: [String: [(BusCaller?) -> Void]] = [:]
    /// Connections to ask about later.
    var line: [String] = []
    var open = 0
}

extension BusConnection {
    private static let bus = "org.freedesktop.DBus"
    private static let busPath = "/org/freedesktop/DBus"

    /// Reports each connection that leaves the bus, by one match rule for all. Completes with false if the bus refuses
    /// the rule; then nothing is reported.
    ///
    /// The report follows every call that the connection made.
    package func followLeaving(
        _ left: @escaping (_ name: String) -> Void, _ completion: @escaping (_ isFollowed: Bool) -> Void
    ) {
        let handler = BusHandler { [weak self] report in
            guard case .signal(_, let values) = report, let name = values[0]?.text, name.hasPrefix(":"),
                values[2]?.text == ""
            else { return }
            self?.forget(name)
            left(name)
        }
        // GDBus does not report whether the bus accepted the rule.
        subscribe(
            to: "NameOwnerChanged", of: Self.bus, from: Self.bus, on: Self.busPath, G_DBUS_SIGNAL_FLAGS_NO_MATCH_RULE,
            handler)
        let rule =
            "type='signal',sender='\(Self.bus)',interface='\(Self.bus)',path='\(Self.busPath)',"
            + "member='NameOwnerChanged',arg2=''"
        call("AddMatch", of: Self.bus, on: Self.busPath, at: Self.bus, [.text(rule)]) { outcome in
            if case .reply = outcome { completion(true) } else { completion(false) }
        }
    }

    /// Asks the bus, once, about a connection; nil if it does not tell or the connection has left.
    package func caller(_ name: String, _ completion: @escaping (BusCaller?) -> Void) {
        if let known = callers.known[name] { return completion(known) }
        callers.waiting[name, default: []].append(completion)
        if callers.waiting[name]?.count == 1 {
            callers.line.append(name)
            askNext()
        }
    }

    /// Asks about a connection without waiting for the answer.
    func nameCaller(_ name: String) {
        if callers.known[name] == nil, callers.waiting[name] == nil { caller(name) { _ in } }
    }

    private func askNext() {
        while callers.open < BusCallers.openQuestions, !callers.line.isEmpty {
            let name = callers.line.removeFirst()
            // The connection has left meanwhile.
            guard callers.waiting[name] != nil else { continue }
            callers.open += 1
            call("GetConnectionCredentials", of: Self.bus, on: Self.busPath, at: Self.bus, [.text(name)]) {
                [weak self] outcome in self?.answered(name, outcome)
            }
        }
    }

    private func answered(_ name: String, _ outcome: Outcome) {
        callers.open -= 1
        var found: BusCaller?
        if case .reply(let reply) = outcome, let user = reply.values[0]?["UnixUserID"]?.unsigned {
            let process = reply.values[0]?["ProcessID"]?.unsigned.flatMap(Int32.init(exactly:))
            found = BusCaller(user: user, process: process)
        }
        // Keeps nothing about a connection that has left.
        if let waiting = callers.waiting.removeValue(forKey: name) {
            callers.known[name] = found
            if let found { callFilter?.named(name, user: found.user) }
            for completion in waiting { completion(found) }
        }
        askNext()
    }

    private func forget(_ name: String) {
        callers.known[name] = nil
        callFilter?.left(name)
        for completion in callers.waiting.removeValue(forKey: name) ?? [] { completion(nil) }
    }
}
