package import GateSeats
package import GateCore
import GateGuidance
import GateModel
import GatePolicy
package import GateSSH
import GateSecret
import GateSocket
import GateSystem
import GateWire

/// Serves the methods of both interfaces on the Gatekeeper's loop. A call that need not wait is answered there, without
/// a change of thread.
package actor Door {
    private nonisolated let gatekeeper: Gatekeeper
    private let sessions: LogindWatch
    private let clock: GateClock
    private let rules: DoorRules
    private let verifier: SSHVerifier
    private let lockNotice: LockNotice
    private var connections: [ConnectionID: Connection] = [:]
    /// The number of connections per user; root's also count for the users that it asked about.
    private var presence: [UserID: Int] = [:]
    private let programs = ProgramReader()
    private var lastActivity = ContinuousClock.now
    private let turns = CallTurns()
    /// When a user's broken connection was last logged.
    private var brokenTold: [Claimant: ContinuousClock.Instant] = [:]

    /// State kept for the length of a connection.
    private struct Connection {
        let program: Pledge<CallerProgram>
        /// The connected user, and the users that root asked about.
        var users: Set<UserID> = []
        /// Watches, which end with the connection. The Gatekeeper ends calls that ask the user, because it must settle
        /// them first.
        var watches: [ObjectIdentifier: Task<Void, Never>] = [:]
        /// The call being answered; urgent calls refer to it.
        var current: CallLife?
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe gatekeeper.unownedExecutor }

    package init(
        gatekeeper: Gatekeeper, sessions: LogindWatch, clock: GateClock, rules: DoorRules,
        cryptography: any PrivateKeyCryptography, lockNotice: LockNotice
    ) {
        self.gatekeeper = gatekeeper
        self.lockNotice = lockNotice
        self.sessions = sessions
        self.clock = clock
        self.rules = rules
        verifier = SSHVerifier(cryptography)
    }

    /// Time since the last call or the last closed connection.
    package var idleTime: Duration { ContinuousClock.now - lastActivity }

    // MARK: Events of the sockets

    /// Begins to read which program is behind the connection, so that the first call waits less for it.
    nonisolated func opened(_ client: ClientConnection) {
        assumeIsolated { $0.connections[client.id] = Connection(program: $0.programs.program(behind: client)) }
    }

    /// Like `CallHandler.handle`, for this project's own methods.
    nonisolated func handle(
        _ call: consuming IncomingCall, on client: ClientConnection, responder: CallResponder
    ) -> Handling {
        guard let method = MethodTable[call.method] else {
            return .reply(CallFault.methodNotImplemented(call.method, oneway: call.oneway).frame)
        }
        let language: Language
        do throws(CallFault) {
            language = Language(matching: try call.parameters.localeIfPresent("locale"))
        } catch {
            return .reply(error.frame)
        }
        var arrived: IncomingCall? = consume call
        var answer: OutgoingFrame?
        assumeIsolated { door in
            guard let call = arrived.take() else { return }
            answer = door.start(method, call, client, responder, language)
        }
        guard let frame = answer.take() else { return .pending }
        return .reply(frame)
    }

    nonisolated func received(_ broken: BrokenMessage, on client: ClientConnection) {
        assumeIsolated { $0.tell(of: broken, on: client) }
    }

    nonisolated func closed(_ client: ClientConnection) {
        assumeIsolated { $0.forget(client) }
    }

    /// Limits the log lines per user: a program could break one connection after another to fill the journal.
    private func tell(of broken: BrokenMessage, on client: ClientConnection) {
        let claimant = client.claimant
        let now = ContinuousClock.now
        if brokenTold.count >= Self.brokenUsers { brokenTold = brokenTold.filter { $0.value + Self.brokenPause > now } }
        guard brokenTold[claimant].map({ $0 + Self.brokenPause <= now }) ?? (brokenTold.count < Self.brokenUsers) else {
            return
        }
        brokenTold[claimant] = now
        gatekeeper.audit.received(broken, from: client.peer)
    }

    private static let brokenPause: Duration = .seconds(60)
    private static let brokenUsers = 1000

    private func forget(_ client: ClientConnection) {
        lastActivity = .now
        turns.leave(client)
        lockNotice.look()
        guard let connection = connections.removeValue(forKey: client.id) else { return }
        connection.current?.end(by: .client)
        for watch in connection.watches.values { watch.cancel() }
        let gone = connection.users.filter { user in
            let left = presence[user, default: 1] - 1
            presence[user] = left > 0 ? left : nil
            return left <= 0
        }
        gatekeeper.assumeIsolated { $0.connectionClosed(client.id, gone: gone) }
    }

    // MARK: A call

    /// Returns the answer if it is available without waiting.
    private func start(
        _ method: any Method.Type, _ call: consuming IncomingCall, _ client: ClientConnection,
        _ responder: CallResponder, _ language: Language
    ) -> OutgoingFrame? {
        if method.isAboutFingers { sessions.glanceAtLid() }
        // A connection that is older than the door was not announced to it.
        var connection = connections[client.id] ?? Connection(program: programs.program(behind: client))
        note(client.peer.user, in: &connection)
        if client.peer.user == .root, let named = try? call.parameters.userIDIfPresent("uid") {
            note(named, in: &connection)
        }
        let isUrgent = call.oneway && method.bearing != .none
        // The call that this one refers to may not have reached the user yet.
        let about = isUrgent && call.parameters["requestId"] == nil ? connection.current : nil
        if method.bearing == .endsWaitingCall { about?.end(by: .client) }
        let life = CallLife()
        let context: CallContext? =
            if let program = connection.program.known {
                self.context(call, method, client, program, responder, language, life, about)
            } else {
                nil
            }
        if let context, let frame = answerAtOnce(call, by: method, in: context) {
            connections[client.id] = connection
            return frame
        }
        // An urgent call arrives during another call, and does not replace it.
        if !isUrgent { connection.current = life }
        connections[client.id] = connection
        let arrival = Arrival(call)
        let reading = connection.program
        let task = Task.immediate(executorPreference: gatekeeper.tasks) {
            let known: CallContext
            if let context {
                known = context
            } else {
                known = self.context(
                    arrival.call, method, client, await reading.value(), responder, language, life, about)
            }
            await serve(arrival, by: method, of: client, isUrgent: isUrgent, in: known)
        }
        guard method.turn.isWatch else { return nil }
        // Sending the first reply may have closed the connection.
        guard let current = connections[client.id]?.current else {
            task.cancel()
            return nil
        }
        // A watch that has already ended is no longer current.
        if current === life { connections[client.id]?.watches[ObjectIdentifier(life)] = task }
        return nil
    }

    private func note(_ user: UserID, in connection: inout Connection) {
        if connection.users.insert(user).inserted { presence[user, default: 0] += 1 }
    }

    private func answerAtOnce(
        _ call: borrowing IncomingCall, by method: any Method.Type, in context: CallContext
    ) -> OutgoingFrame? {
        do throws(CallFailure) {
            try admit(call, to: method, by: context.caller)
            return try method.answerAtOnce(call, in: context)
        } catch {
            return frame(for: error, of: call, method, context)
        }
    }

    private func serve(
        _ arrival: Arrival, by method: any Method.Type, of client: ClientConnection, isUrgent: Bool,
        in context: CallContext
    ) async {
        let life = context.caller.life
        // No urgent call sent behind a watch can refer to it.
        if method.turn.isWatch { life.place() }
        if !isUrgent {
            guard await takeTurn(for: method, arrival, client, life) else { return life.place() }
        }
        let frame: OutgoingFrame
        do throws(CallFailure) {
            try admit(arrival.call, to: method, by: context.caller)
            frame = try await method.answer(&arrival.call, in: context)
        } catch {
            frame = self.frame(for: error, of: arrival.call, method, context)
        }
        if connections[client.id]?.current === life { connections[client.id]?.current = nil }
        life.place()
        context.responder.send(frame, as: .result)
        connections[client.id]?.watches[ObjectIdentifier(life)] = nil
        await gatekeeper.answered(life)
    }

    private func admit(
        _ call: borrowing IncomingCall, to method: any Method.Type, by caller: Caller
    ) throws(CallFailure) {
        guard method.callers.include(caller.peer.user) else { throw method.closed }
        guard call.more || !method.needsMore else { throw .fault(.expectedMore(oneway: call.oneway)) }
    }

    /// Waits behind the user's other calls if the method has to; false if the client has left.
    private func takeTurn(
        for method: any Method.Type, _ arrival: Arrival, _ client: ClientConnection, _ life: CallLife
    ) async -> Bool {
        let user = (try? arrival.call.parameters.userIDIfPresent("uid")) ?? client.peer.user
        switch method.turn {
        case .immediate, .watches: return true
        case .watchesUser: if await gatekeeper.isKnown(user) { return true }
        case .waits: break
        }
        guard await turns.begin(client) else { return false }
        if method.turn.isWatch {
            // An error is ignored here, because the watch reports it, too.
            if user == client.peer.user || client.peer.user == .root { _ = try? await gatekeeper.view(of: user) }
            turns.end(of: client.claimant)
        } else {
            life.whenPlaced { [claimant = client.claimant] in self.assumeIsolated { $0.turns.end(of: claimant) } }
        }
        return true
    }

    private func context(
        _ call: borrowing IncomingCall, _ method: any Method.Type, _ client: ClientConnection, _ program: CallerProgram,
        _ responder: CallResponder, _ language: Language, _ life: CallLife, _ about: CallLife?
    ) -> CallContext {
        let situation = Self.situation(of: call, method, by: client.peer)
        let caller = Caller(
            connection: client.id, peer: client.peer, program: program, life: life, about: about,
            report: { progress, label in
                var situation = situation
                situation.label = label
                guard let answer = method.answer(telling: progress, for: situation, in: language) else { return }
                // The judgement follows, on some readers in the same moment.
                let isHeld = progress.event == .fingerPresent
                responder.send(.reply(answer, continues: true), as: method.progressKind, isHeld: isHeld)
            })
        return CallContext(
            caller: caller, language: language, gatekeeper: gatekeeper, programs: programs, clock: clock,
            rules: rules, verifier: verifier, responder: responder)
    }

    // MARK: Errors

    /// The facts that the texts for people depend on.
    private static func situation(
        of call: borrowing IncomingCall, _ method: any Method.Type, by peer: Peer
    ) -> GateGuidance.Situation {
        GateGuidance.Situation(
            operation: method.operation, item: call.parameters["name"]?.stringValue.flatMap(ItemName.init),
            itemCount: call.parameters["names"]?.arrayValue?.count ?? 0,
            finger: call.parameters["finger"]?.stringValue.flatMap(Finger.init(rawValue:)),
            reason: call.parameters["reason"]?.stringValue.flatMap(Reason.init),
            hasSignIn: method.hasSignIn, isReset: method == Reset.self,
            isForLogin: call.parameters["access"]?.objectValue?["openers"] == .array([.string("system")]),
            isForPasskey: method is any PasskeyMethod.Type, isAdministrator: peer.user == .root)
    }

    private func frame(
        for failure: CallFailure, of call: borrowing IncomingCall, _ method: any Method.Type, _ context: CallContext
    ) -> OutgoingFrame {
        switch failure {
        case .fault(let fault): return fault.frame
        case .faced(let failure): return .error(failure.wireName, failure.wireParameters)
        case .refused(let error):
            let caller = context.caller
            var situation = Self.situation(of: call, method, by: caller.peer)
            if let age = rules.credentialMaximumAge { situation.maximumCredentialAge = age }
            let subject = ((try? call.parameters.userIDIfPresent("uid")) ?? nil) ?? caller.peer.user
            let (known, isAccount, obstacle, isLidClosed) = gatekeeper.assumeIsolated {
                (
                    $0.knownView(of: subject), $0.knownView(of: caller.peer.user)?.hasAccount == true,
                    $0.obstacle(to: caller), $0.readers.isLidClosed
                )
            }
            situation.tell(obstacle, isLidClosed: isLidClosed)
            if let view = known { situation.tell(view, at: clock.now()) }
            // A watch that ends with the daemon is no denial.
            if error != .cancelled(by: .shutdown) || situation.operation != nil {
                gatekeeper.audit.denied(
                    caller, subject,
                    RefusedCall(method: method.name, operation: method.operation, item: situation.item, error: error),
                    hasAccount: isAccount)
            }
            let guidance = Guidance.for(error, situation: situation, in: context.language)
            return .error(error.wireName, error.wireParameters(guidance: guidance))
        }
    }
}

/// Carries a call, which is not copyable, into its task.
final class Arrival {
    var call: IncomingCall

    init(_ call: consuming IncomingCall) {
        self.call = call
    }
}
