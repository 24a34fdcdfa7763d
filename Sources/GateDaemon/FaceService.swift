import GateModel
import GateSocket
import GateSystem
import GateWire
import Synchronization

/// What the second socket's calls come to: the service, once the root key could be had.
final class FaceEntrance: CallHandler {
    private let service = Mutex<FaceService?>(nil)
    /// Fires when somebody called while there was no service.
    private let wishes: Inbox<Void>

    init(wishes: Inbox<Void>) {
        self.wishes = wishes
    }

    /// From now on the service answers.
    func open(_ service: FaceService) { self.service.withLock { $0 = service } }

    var interface: VarlinkInterface { .face }

    var urgentMethods: Set<String> { FaceService.urgentMethods }

    func handle(
        _ call: consuming IncomingCall, on client: ClientConnection, responder: CallResponder
    ) -> Handling {
        if call.interface == VarlinkInterface.service.name {
            return .reply(GateService.describe(call, among: [.service, .face]))
        }
        if let service = service.withLock({ $0 }) { return service.handle(call, on: client, responder: responder) }
        wishes.post(())
        return .reply(FaceService.frame(for: .failed(.unavailable)))
    }

    func received(_ broken: BrokenMessage, on client: ClientConnection) {
        service.withLock { $0 }?.received(broken, on: client)
    }

    func closed(_ client: ClientConnection) { service.withLock { $0 }?.closed(client) }
}

/// Serves `org.biometricgate.Face`, on the Gatekeeper's loop: whoever is connected may ask about everybody's fingers, and
/// open nothing.
actor FaceService {
    nonisolated let gatekeeper: Gatekeeper
    private let sessions: LogindWatch?
    private var connections: [ConnectionID: Connection] = [:]
    private let programs = ProgramReader()

    static let urgentMethods: Set<String> = [VarlinkInterface.face.name + ".Cancel"]

    private struct Connection {
        let program: Pledge<Program>
        /// The call that is being answered.
        var current: CallLife?
        var watch: Task<Void, Never>?
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe gatekeeper.unownedExecutor }

    /// - Parameter sessions: looks at the lid where a finger is asked for; nil where nothing does.
    init(gatekeeper: Gatekeeper, sessions: LogindWatch?) {
        self.gatekeeper = gatekeeper
        self.sessions = sessions
    }

    /// As `CallHandler.handle`, of the interface's own methods.
    nonisolated func handle(
        _ call: consuming IncomingCall, on client: ClientConnection, responder: CallResponder
    ) -> Handling {
        let (name, oneway, more) = (call.name, call.oneway, call.more)
        guard let method = FaceMethod.all.first(where: { $0.name == name }) else {
            let fault = CallFault.methodNotImplemented(VarlinkInterface.face.name + "." + name, oneway: oneway)
            return .reply(fault.reply ?? .reply([:]))
        }
        guard method.isPermitted(to: client.peer.user) else { return .reply(Self.frame(for: .notPermitted)) }
        let arrival = Arrival(call)
        var answer: OutgoingFrame?
        assumeIsolated { service in
            do throws(CallFault) {
                guard more || !method.needsMore else { throw .expectedMore(oneway: oneway) }
                if method.isImmediate { answer = .reply([:]) }
                try method.begin(service, arrival, client, responder)
            } catch {
                // A oneway call's is dropped.
                answer = error.reply ?? .reply([:])
            }
        }
        guard let frame = answer.take() else { return .pending }
        return .reply(frame)
    }

    nonisolated func received(_ broken: BrokenMessage, on client: ClientConnection) {
        gatekeeper.audit.received(broken, from: client.peer)
    }

    nonisolated func closed(_ client: ClientConnection) {
        assumeIsolated { service in
            guard let connection = service.connections.removeValue(forKey: client.id) else { return }
            connection.current?.end(by: .client)
            connection.watch?.cancel()
            service.gatekeeper.assumeIsolated { $0.faceClosed(client.id) }
        }
    }

    static func frame(for failure: FaceFailure) -> OutgoingFrame {
        .error(failure.wireName, failure.wireParameters)
    }

    // MARK: Calls

    func watchReaders(_ client: ClientConnection, _ responder: CallResponder) {
        let program = connection(of: client).program
        let task = Task.immediate(executorPreference: gatekeeper.tasks) { [gatekeeper] in
            let caller = Self.caller(client, await program.value(), CallLife())
            let changes = Inbox<Void>(capacity: 1)
            // Said with the readers: who serves them has no file of its own.
            var settings: WireObject = ["broadcastStatuses": .bool(gatekeeper.configuration.broadcastsStatuses)]
            settings.append("statuses", gatekeeper.configuration.fprintdStatuses.rawValue)
            let watcher = await gatekeeper.watch(nil, changes, by: caller)
            changes.post(())
            var told: [FaceReader]?
            while await changes.nextUnlessCancelled() != nil {
                let readers = await gatekeeper.readers.all.map(FaceReader.init)
                // Their states come and go, and are not told.
                guard readers != told else { continue }
                told = readers
                var answer = settings
                answer.append("readers", .array(readers.map { .object($0.wire) }))
                responder.send(.reply(answer, continues: true), as: .change)
            }
            await gatekeeper.forget(watcher)
            responder.send(Self.frame(for: .failed(.cancelled)), as: .result)
        }
        connections[client.id]?.watch = task
    }

    func listFingers(
        _ parameters: WireObject, _ client: ClientConnection, _ responder: CallResponder
    ) throws(CallFault) {
        let (user, reader) = (try user(parameters), try parameters.readerID("readerId"))
        let (life, _) = begin(client)
        Task.immediate(executorPreference: gatekeeper.tasks) { [gatekeeper] in
            do throws(FaceFailure) {
                let fingers = try await gatekeeper.fingers(of: user, on: reader)
                end(life, of: client)
                responder.send(.reply(["fingers": .array(fingers.map { .string($0.rawValue) })]), as: .result)
            } catch {
                end(life, of: client)
                responder.send(Self.frame(for: error), as: .result)
            }
        }
    }

    func hold(
        _ parameters: WireObject, _ client: ClientConnection, _ responder: CallResponder
    ) throws(CallFault) {
        let reader = try parameters.readerID("readerId")
        perform(for: client, responder) { gatekeeper, caller async throws(FaceFailure) in
            try await gatekeeper.keepOpen(reader, for: caller) {
                responder.send(.reply((.opened as FaceAnswer).wire, continues: true), as: .change)
            }
            return .reply([:])
        }
    }

    func verify(
        _ parameters: WireObject, _ client: ClientConnection, _ responder: CallResponder
    ) throws(CallFault) {
        let ask = try ask(parameters, responder)
        sessions?.glanceAtLid()
        perform(ask, for: client, responder) { gatekeeper, caller async throws(FaceFailure) in
            try await gatekeeper.verify(ask, by: caller)
            return .reply((.settled as FaceAnswer).wire)
        }
    }

    func enroll(
        _ parameters: WireObject, _ client: ClientConnection, _ responder: CallResponder
    ) throws(CallFault) {
        let ask = try ask(parameters, responder)
        guard let finger = ask.finger else { throw .missing("finger") }
        sessions?.glanceAtLid()
        perform(ask, for: client, responder) { gatekeeper, caller async throws(FaceFailure) in
            try await gatekeeper.enroll(finger, ask, by: caller)
            return .reply((.enrolled as FaceAnswer).wire)
        }
    }

    func deleteFingers(
        _ parameters: WireObject, _ client: ClientConnection, _ responder: CallResponder
    ) throws(CallFault) {
        let ask = try ask(parameters, responder)
        perform(ask, for: client, responder) { gatekeeper, caller async throws(FaceFailure) in
            try await gatekeeper.deletePrints(ask, by: caller)
            return .reply([:])
        }
    }

    private func ask(_ parameters: WireObject, _ responder: CallResponder) throws(CallFault) -> FaceAsk {
        FaceAsk(
            user: try user(parameters), reader: try parameters.readerID("readerId"),
            finger: try parameters.choiceIfPresent("finger", of: Finger.self),
            asker: FaceAsker(
                user: try parameters.userIDIfPresent("callerUid"),
                process: parameters["callerPid"]?.integerValue.flatMap(Int32.init(exactly:))
                    .map(ProcessID.init(rawValue:))),
            report: { responder.send(.reply($0.wire, continues: true), as: .change) })
    }

    /// Has the Gatekeeper do what is asked, and sends what comes of it.
    private func perform(
        _ ask: FaceAsk, for client: ClientConnection, _ responder: CallResponder,
        _ body: @escaping @Sendable (Gatekeeper, Caller) async throws(FaceFailure) -> OutgoingFrame
    ) {
        perform(for: client, responder, telling: { if let answer = FaceAnswer($0) { ask.report(answer) } }, body)
    }

    func perform(
        for client: ClientConnection, _ responder: CallResponder,
        telling report: @escaping @Sendable (Progress) -> Void = { _ in },
        _ body: @escaping @Sendable (Gatekeeper, Caller) async throws(FaceFailure) -> OutgoingFrame
    ) {
        let (life, program) = begin(client)
        Task.immediate(executorPreference: gatekeeper.tasks) { [gatekeeper] in
            let caller = Self.caller(client, await program.value(), life, report: report)
            let answer: OutgoingFrame
            do throws(FaceFailure) {
                answer = try await body(gatekeeper, caller)
            } catch {
                answer = Self.frame(for: error)
            }
            end(life, of: client)
            responder.send(answer, as: .result)
            await gatekeeper.answered(life)
        }
    }

    func endCalls(of client: ClientConnection) {
        connections[client.id]?.current?.end(by: .client)
        gatekeeper.assumeIsolated { $0.endCalls(on: client.id) }
    }

    // MARK: Parts of them

    func begin(_ client: ClientConnection) -> (life: CallLife, program: Pledge<Program>) {
        let life = CallLife()
        var connection = connection(of: client)
        connection.current = life
        connections[client.id] = connection
        return (life, connection.program)
    }

    private func connection(of client: ClientConnection) -> Connection {
        let connection = connections[client.id] ?? Connection(program: programs.program(behind: client))
        connections[client.id] = connection
        return connection
    }

    func end(_ life: CallLife, of client: ClientConnection) {
        life.place()
        if connections[client.id]?.current === life { connections[client.id]?.current = nil }
    }

    static func caller(
        _ client: ClientConnection, _ program: Program, _ life: CallLife,
        report: @escaping @Sendable (Progress) -> Void = { _ in }
    ) -> Caller {
        Caller(
            connection: client.id, peer: client.peer, program: program, life: life, about: nil,
            report: { progress, _ in report(progress) })
    }

    func user(_ parameters: WireObject) throws(CallFault) -> UserID {
        guard let user = try parameters.userIDIfPresent("uid") else { throw .missing("uid") }
        return user
    }
}

extension FaceAnswer {
    /// Nil for what the second interface does not tell.
    fileprivate init?(_ progress: Progress) {
        switch progress.event {
        case .waitingForFinger: self = .waitingForFinger
        case .fingerPresent: self = .fingerPresent
        case .retry: self = .retry(progress.hint ?? .poorScan)
        // After the last one the print is kept, which is told instead.
        case .stagePassed where progress.stage ?? 0 < progress.stages ?? 0: self = .stagePassed
        // Of an own turn that is over the scan itself tells.
        case .queued, .noMatch, .matched, .stagePassed, .credentialWrong, .credentialWanted: return nil
        }
    }
}
