import GateGuidance
import GateModel
import GatePolicy
import GateSecret
import GateSocket
import GateWire
import Synchronization

/// Serves the interface's methods: status from what is published, on the I/O thread; all else through the Gatekeeper.
final class GateService: CallHandler {
    private let gatekeeper: Gatekeeper
    private let published: PublishedState
    private let sessions: LogindWatch
    private let clock: GateClock
    private let configuration: Configuration
    private let methods: [String: any GateMethod.Type]
    private let connections = Mutex<[ConnectionID: Connection]>([:])
    private let lastActivity = Mutex(ContinuousClock.now)
    private let turns = CallTurns()
    /// When the journal was last told of what a user's connections broke off by.
    private let brokenTold = Mutex<[Claimant: ContinuousClock.Instant]>([:])
    private let lockNotice: LockNotice

    /// What is kept of a connection while it lasts.
    private struct Connection {
        var program: Program?
        /// Calls that only watch, and end with the connection. Calls that ask the user are ended by the Gatekeeper,
        /// which settles them first.
        var watches: [UInt64: Task<Void, Never>] = [:]
        var nextWatch: UInt64 = 0
        let user: UserID
        /// Whom else root asked about.
        var named: Set<UserID> = []
        /// The call that is being answered; urgent ones are about it.
        var current: CallLife?
    }

    init(
        gatekeeper: Gatekeeper, published: PublishedState, sessions: LogindWatch, clock: GateClock,
        configuration: Configuration, lockNotice: LockNotice
    ) {
        self.gatekeeper = gatekeeper
        self.lockNotice = lockNotice
        self.published = published
        self.sessions = sessions
        self.clock = clock
        self.configuration = configuration
        methods = Dictionary(
            Self.allMethods.map { (VarlinkInterface.gate.name + "." + $0.name, $0) }, uniquingKeysWith: { $1 })
    }

    private static let allMethods: [any GateMethod.Type] = [
        ListReaders.self, WatchReaders.self, ClearReader.self, GetAvailability.self, WatchAvailability.self,
        Authenticate.self, GetLastAuthentication.self, ForgetAuthentication.self, WatchRequests.self,
        AnswerRequest.self, CancelRequest.self, ListPrints.self, Enroll.self, DeletePrint.self, DeleteAllPrints.self,
        GetSettings.self, EnableFingerprint.self, DisableFingerprint.self, AnswerOnboarding.self, SetPIN.self,
        RemovePIN.self, PreviewChange.self, RevokeAll.self, Reset.self, ListItems.self, GetItem.self,
        StoreSecret.self, RetrieveSecret.self, CreateKey.self, Sign.self, RenewItem.self, DeleteItem.self,
    ]

    // MARK: CallHandler

    func handle(
        _ call: consuming IncomingCall, on client: ClientConnection, responder: CallResponder
    ) -> Handling {
        if call.interface == VarlinkInterface.service.name { return .reply(Self.describe(call)) }
        guard let method = methods[call.method] else {
            return .reply(Self.frame(for: .methodNotImplemented(call.method, oneway: call.oneway)))
        }
        if Self.isAboutFingers(call.name) { sessions.glanceAtLid() }
        let language: Language
        do throws(CallFault) {
            language = Language(matching: try call.parameters.localeIfPresent("locale"))
            if let frame = try status(call, of: client, in: language) { return .reply(frame) }
        } catch {
            return .reply(Self.frame(for: error))
        }
        let program = program(behind: client)
        if client.peer.user == .root, let named = try? call.parameters.userIDIfPresent("uid") {
            connections.withLock { _ = $0[client.id]?.named.insert(named) }
        }
        let isUrgent = call.oneway && isUrgent(call.method)
        // The call behind which this was sent may not wait for anybody yet.
        let about =
            isUrgent && call.parameters["requestId"] == nil ? connections.withLock { $0[client.id]?.current } : nil
        if call.name == CancelRequest.name { about?.end(by: .client) }
        start(method, Handoff(call), client, program, responder, language, about: about, isUrgent: isUrgent)
        return .pending
    }

    func received(_ broken: BrokenMessage, on client: ClientConnection) {
        let claimant = client.claimant
        // Who opens one connection after the other for it fills no journal.
        let isDue = brokenTold.withLock { told in
            let now = ContinuousClock.now
            if told.count >= Self.brokenUsers { told = told.filter { $0.value + Self.brokenPause > now } }
            guard told[claimant].map({ $0 + Self.brokenPause <= now }) ?? (told.count < Self.brokenUsers) else {
                return false
            }
            told[claimant] = now
            return true
        }
        if isDue { gatekeeper.audit.received(broken, from: client.peer) }
    }

    private static let brokenPause: Duration = .seconds(60)
    private static let brokenUsers = 1000

    /// How long it is since a call or a closing connection.
    var idleTime: Duration { ContinuousClock.now - lastActivity.withLock { $0 } }

    func closed(_ client: ClientConnection) {
        lastActivity.withLock { $0 = .now }
        let connection = connections.withLock { $0.removeValue(forKey: client.id) }
        connection?.current?.end(by: .client)
        connection?.current?.endHurry()
        turns.leave(client)
        lockNotice.look()
        let watches = connection?.watches.values.map { $0 } ?? []
        for watch in watches { watch.cancel() }
        Task { [self] in
            await gatekeeper.connectionClosed(client.id) {
                connections.withLock { $0.values.reduce(into: []) { $0.formUnion($1.named.union([$1.user])) } }
            }
        }
    }

    func isUrgent(_ method: String) -> Bool { Self.isUrgent(method) }

    static func isUrgent(_ method: String) -> Bool {
        method == VarlinkInterface.gate.name + ".AnswerRequest"
            || method == VarlinkInterface.gate.name + ".CancelRequest"
    }

    // MARK: Status

    /// The answer to a call that what is published suffices for; nil where the Gatekeeper has to be asked.
    private func status(
        _ call: borrowing IncomingCall, of client: ClientConnection, in language: Language
    ) throws(CallFault) -> OutgoingFrame? {
        switch call.name {
        case ListReaders.name: return ListReaders.reply(published)
        case GetAvailability.name:
            guard let view = try ownView(call, of: client) else { return nil }
            return .reply(["availability": .object(view.wire(at: clock.now(), in: language))])
        case GetSettings.name:
            guard let view = try ownView(call, of: client) else { return nil }
            let app = try call.parameters.appNameIfPresent("app")
            return .reply(["settings": .object(view.settings(of: app).wire)])
        default: return nil
        }
    }

    private func ownView(
        _ call: borrowing IncomingCall, of client: ClientConnection
    ) throws(CallFault) -> PublishedState.View? {
        let user = try call.parameters.userIDIfPresent("uid") ?? client.peer.user
        guard user == client.peer.user || client.peer.user == .root, let view = published.view(of: user) else {
            return nil
        }
        return view.seen(isInteractive: published.obstacle(to: program(behind: client), of: client.peer.user) == nil)
    }

    /// Answers `org.varlink.service`.
    static func describe(_ call: borrowing IncomingCall) -> OutgoingFrame {
        switch call.name {
        case "GetInfo":
            return .reply([
                "vendor": "BiometricGate", "product": "biogated", "version": .string(Version.current),
                "url": "https://github.com/biometricgate/biometricgate",
                "interfaces": .array([VarlinkInterface.service, .gate].map { .string($0.name) }),
            ])
        case "GetInterfaceDescription":
            let name = call.parameters["interface"]?.stringValue ?? ""
            guard let interface = [VarlinkInterface.service, .gate].first(where: { $0.name == name }) else {
                return Self.frame(for: .interfaceNotFound(name))
            }
            return .reply(["description": .string(interface.text)])
        default:
            return Self.frame(for: .methodNotFound(call.method))
        }
    }

    // MARK: Calls that take time

    private func start(
        _ method: any GateMethod.Type, _ call: Handoff<IncomingCall>, _ client: ClientConnection, _ program: Program,
        _ responder: CallResponder, _ language: Language, about: CallLife?, isUrgent: Bool
    ) {
        let isWatch = method.name.hasPrefix("Watch")
        let life = CallLife()
        // Nothing that is sent behind it can be meant for it.
        if isWatch { life.settle() }
        let number = connections.withLock { connections in
            var connection = connections[client.id] ?? Connection(user: client.peer.user)
            connection.nextWatch += 1
            // An urgent call comes while another is current, and is not in its place.
            if !isUrgent { connection.current = life }
            connections[client.id] = connection
            return connection.nextWatch
        }
        // Neither what watches, and never ends, nor what ends others waits in a line.
        let takesTurn = !isWatch && !isUrgent && method.name != CancelRequest.name
        let task = Task { [turns] in
            defer { life.endHurry() }
            guard var call = call.take() else { return }
            if takesTurn {
                guard await turns.begin(client) else { return life.settle() }
                life.whenSettled { turns.end(of: client.claimant) }
            }
            let context = context(call, client, program, responder, language, life, about)
            let frame: OutgoingFrame
            do throws(CallFailure) {
                frame = try await method.answer(&call, in: context)
            } catch {
                frame = self.frame(for: error, of: call, context)
            }
            connections.withLock { connections in
                if connections[client.id]?.current === life { connections[client.id]?.current = nil }
            }
            life.settle()
            responder.send(frame, as: .result)
            if isWatch { forgetWatch(number, client.id) }
        }
        guard isWatch else { return }
        let isOpen = connections.withLock { connections in
            connections[client.id]?.watches[number] = task
            return connections[client.id] != nil
        }
        if !isOpen { task.cancel() }
    }

    private func forgetWatch(_ number: UInt64, _ connection: ConnectionID) {
        connections.withLock { _ = $0[connection]?.watches.removeValue(forKey: number) }
    }

    private func context(
        _ call: borrowing IncomingCall, _ client: ClientConnection, _ program: Program, _ responder: CallResponder,
        _ language: Language, _ life: CallLife, _ about: CallLife?
    ) -> CallContext {
        let situation = Self.situation(of: call)
        let caller = Caller(
            connection: client.id, peer: client.peer, program: program, life: life, about: about,
            report: { progress, label in
                var situation = situation
                situation.label = label
                let message = progress.message(for: situation, in: language)
                responder.send(
                    .reply(["progress": .object(progress.wire(message: message))], continues: true), as: .progress)
            })
        return CallContext(
            caller: caller, language: language, more: call.more, gatekeeper: gatekeeper, published: published,
            clock: clock, configuration: configuration, responder: responder)
    }

    /// Read once for a connection, when its first call comes.
    private func program(behind client: ClientConnection) -> Program {
        if let program = connections.withLock({ $0[client.id]?.program }) { return program }
        let program = Program.behind(client)
        connections.withLock { $0[client.id, default: Connection(user: client.peer.user)].program = program }
        return program
    }

    // MARK: Errors

    /// What the texts are about.
    private static func situation(
        of call: borrowing IncomingCall
    ) -> GateGuidance.Situation {
        GateGuidance.Situation(
            operation: operations[call.name], item: call.parameters["name"]?.stringValue.flatMap(ItemName.init),
            finger: call.parameters["finger"]?.stringValue.flatMap(Finger.init(rawValue:)),
            reason: call.parameters["reason"]?.stringValue.flatMap(Reason.init),
            hasSignIn: [Authenticate.name, RetrieveSecret.name, Sign.name].contains(call.name),
            isReset: call.name == Reset.name)
    }

    private static let operations: [String: Operation] = [
        Authenticate.name: .authenticate, Enroll.name: .enroll, EnableFingerprint.name: .enable,
        StoreSecret.name: .store, RetrieveSecret.name: .retrieve, CreateKey.name: .createKey,
        Sign.name: .sign, RenewItem.name: .renew,
    ]

    /// Whether it matters to the call who is in front of the machine.
    private static func isAboutFingers(_ method: String) -> Bool {
        method == GetAvailability.name || method == WatchAvailability.name || operations[method] != nil
    }

    private func frame(
        for failure: CallFailure, of call: borrowing IncomingCall, _ context: CallContext
    ) -> OutgoingFrame {
        switch failure {
        case .fault(let fault): return Self.frame(for: fault)
        case .refused(let error):
            var situation = Self.situation(of: call)
            if let age = configuration.policy.credentialMaximumAge { situation.maximumCredentialAge = age }
            let subject = (try? call.parameters.userIDIfPresent("uid")) ?? nil
            if let view = published.view(of: subject ?? context.caller.peer.user) {
                let known = view.situation
                situation.printsVanished = known.facts.printsVanished
                situation.hasPassword = view.mayHavePassword
                situation.isPINBlocked =
                    known.credentials.isPINSet && known.policy.throttle(.pin, known.limits, at: clock.now()) == .blocked
            }
            // Watches end with the daemon: nobody was refused anything.
            if error != .cancelled(by: .shutdown) || situation.operation != nil {
                context.denied(
                    RefusedCall(method: call.name, operation: situation.operation, item: situation.item, error: error),
                    about: subject)
            }
            let guidance = Guidance.for(error, situation: situation, in: context.language)
            return .error(error.wireName, error.wireParameters(guidance: guidance))
        }
    }

    /// The error's message; what is not a call never gets here, and a oneway call's answer is dropped.
    private static func frame(for fault: CallFault) -> OutgoingFrame {
        .error(fault.wireName ?? "org.varlink.service.InvalidParameter", fault.wireParameters)
    }
}

extension CallContext {
    fileprivate func denied(_ refused: RefusedCall, about user: UserID?) {
        gatekeeper.audit.denied(
            caller, user ?? caller.peer.user, refused,
            hasAccount: published.view(of: caller.peer.user)?.hasAccount == true)
    }
}

/// Carries a value that cannot be copied into a task, once.
final class Handoff<Value: ~Copyable & Sendable>: Sendable {
    private let value: Mutex<Value?>

    init(_ value: consuming sending Value) {
        self.value = Mutex(value)
    }

    func take() -> Value? {
        value.withLock { $0.take() }
    }
}
