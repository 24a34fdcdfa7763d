/// The process behind a connection to the bus, according to the bus.
package struct BusCaller: Hashable, Sendable {
    package let user: UInt32
    package let process: Int32?

    /// Nil if the bus's answer names no user.
    fileprivate init?(_ credentials: BusValue) {
        guard let user = credentials["UnixUserID"]?.unsigned else { return nil }
        self.user = user
        process = credentials["ProcessID"]?.unsigned.flatMap(Int32.init(exactly:))
    }
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
    /// Reports each connection that leaves the bus, by one match rule for all. Completes with false if the bus refuses
    /// the rule; then nothing is reported.
    ///
    /// The report follows every call that the connection made.
    package func followLeaving(
        _ left: @escaping (_ name: String) -> Void, _ completion: @escaping (_ isFollowed: Bool) -> Void
    ) {
        let change = SignalFilter(
            member: "NameOwnerChanged", interface: BusName.bus, sender: BusName.bus, path: BusName.busPath)
        subscriptions.append(
            (
                change,
                { [unowned self] _, values in
                    guard let name = values[0]?.text, name.hasPrefix(":"), values[2]?.text == "" else { return }
                    forget(name)
                    left(name)
                }
            ))
        addRule(change.rule + ",arg2=''") { outcome in
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
            call("GetConnectionCredentials", of: BusName.bus, on: BusName.busPath, at: BusName.bus, [.text(name)]) {
                [unowned self] outcome in answered(name, outcome)
            }
        }
    }

    private func answered(_ name: String, _ outcome: BusConnection.Outcome) {
        callers.open -= 1
        var found: BusCaller?
        if case .reply(let values) = outcome, let credentials = values[0] { found = BusCaller(credentials) }
        // Keeps nothing about a connection that has left.
        if let waiting = callers.waiting.removeValue(forKey: name) {
            callers.known[name] = found
            if let found { ledger?.named(name, user: found.user) }
            for completion in waiting { completion(found) }
        }
        askNext()
    }

    private func forget(_ name: String) {
        callers.known[name] = nil
        ledger?.left(name)
        for completion in callers.waiting.removeValue(forKey: name) ?? [] { completion(nil) }
    }
}
