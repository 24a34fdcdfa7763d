import GateBus
import GateFace
import GateModel

/// Identifies callers and asks polkit about them.
extension FprintService {
    private static let polkit = "org.freedesktop.PolicyKit1"
    private static let authority = polkit + ".Authority"
    private static let authorityPath = "/org/freedesktop/PolicyKit1/Authority"
    /// `AllowUserInteraction`, regardless of the caller's message flag, which the desktops' own programs omit.
    private static let allowInteraction: UInt32 = 1

    /// The user that a call is about; nil if it was refused, with the answer sent.
    func claimedUser(_ name: String, _ call: BusMethodCall) async -> ClaimedUser? {
        guard let caller = await caller(of: call) else {
            refuse(call.invocation, .unnamedCaller)
            return nil
        }
        let accounts = caller.user == 0 ? rootsAccounts : accounts
        guard let own = await accounts.name(of: UserID(rawValue: caller.user)) else {
            refuse(call.invocation, .unknownCaller(UserID(rawValue: caller.user)))
            return nil
        }
        if name.isEmpty || name == own { return ClaimedUser(name: own, id: UserID(rawValue: caller.user)) }
        guard await mayCall(.setUsername, call) else { return nil }
        return ClaimedUser(name: name, id: await accounts.number(of: name))
    }

    /// The process behind a call; nil if the bus does not tell, or the caller has left.
    func caller(of call: BusMethodCall) async -> BusCaller? {
        guard let bus else { return nil }
        return await withCheckedContinuation { continuation in
            bus.caller(call.sender) { continuation.resume(returning: $0) }
        }
    }

    /// Whether polkit allows the caller an action, or else the other one; otherwise the call is refused. polkit may ask
    /// for a password. Asks about root, too: its rules apply to root.
    func mayCall(_ action: Fprint.Action, or other: Fprint.Action? = nil, _ call: BusMethodCall) async -> Bool {
        var (action, answer) = (action, await ask(action, call))
        if answer == .no, let other { (action, answer) = (other, await ask(other, call)) }
        switch answer {
        case .yes: return true
        case .no: refuse(call.invocation, .notAuthorized(action))
        case .notNow: refuse(call.invocation, .polkitBusy)
        }
        return false
    }

    private func ask(_ action: Fprint.Action, _ call: BusMethodCall) async -> PolkitAnswer {
        guard let caller = await caller(of: call), let bus,
            let number = questions.open(by: call.sender, of: caller.user)
        else { return .notNow }
        let outcome = await withCheckedContinuation { continuation in
            bus.call(
                "CheckAuthorization", of: Self.authority, on: Self.authorityPath, at: Self.polkit,
                [
                    .structure([.text("system-bus-name"), .dictionary([("name", .text(call.sender))])]),
                    .text(action.name), .entries(of: "{ss}", []), .number(Self.allowInteraction),
                    .text(String(number)),
                ], mayStart: true, mayAskUser: true
            ) {
                continuation.resume(returning: $0)
            }
        }
        questions.close(number)
        if case .none = outcome { cancel(number) }
        return PolkitAnswer(outcome)
    }

    /// Cancels a question without a waiting call. It stays open until polkit answers it, for at most five minutes.
    func cancel(_ question: Int) {
        bus?.send(
            "CancelCheckAuthorization", of: Self.authority, on: Self.authorityPath, at: Self.polkit,
            [.text(String(question))])
    }
}

extension FaceClient.Asker {
    init(_ caller: BusCaller?) {
        self.init(
            user: caller.map { UserID(rawValue: $0.user) }, process: caller?.process.map(ProcessID.init(rawValue:)))
    }
}
