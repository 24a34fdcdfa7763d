import GateKeystore
import GateModel
@testable import GatePolicy
import GateSecret
import GateSystem
import GateTestSupport
import GateWire
import Logging

@testable import GateDaemon

/// One call, as its client sees it.
final class Call: @unchecked Sendable {
    // Unchecked: it stays on the thread of its test, as `ManualLoop` does.
    enum Outcome: Equatable {
        case opened
        case authenticated(Factor)
        case done
        case refused(GateError)
    }

    let connection: ConnectionID
    let life = CallLife()
    private(set) var outcomes: [Outcome] = []
    fileprivate(set) var progress: [Progress] = []
    /// What its opening rested on.
    fileprivate(set) var factor: Factor?
    /// The user's enrolment as it was when a finger was judged for it.
    var enrollmentAtMatch: EnrollmentID?
    /// Its user was reset meanwhile.
    var isOfErased = false
    /// Its outcome was not looked at yet.
    var isNew = true
    /// A right PIN was given to it.
    var wasAnswered = false

    fileprivate init(on connection: ConnectionID) {
        self.connection = connection
    }

    fileprivate func end(_ outcome: Outcome, by factor: Factor? = nil) {
        outcomes.append(outcome)
        self.factor = factor
    }
}

/// A daemon in memory: the Gatekeeper with a scripted reader, disk, clock and password, on a loop that stands still.
final class Scene {
    static let alice = User(id: UserID(rawValue: 1000), name: UserName(rawValue: "alice"))
    // A name that keeps the rule.
    // swift-format-ignore: NeverForceUnwrap
    static let item = ItemName("token")!
    static let print = Print(
        id: PrintID(rawValue: "index"), finger: .rightIndex, label: nil, reader: reader.id,
        enrolledAt: WallTime(millisecondsSinceEpoch: 0))
    static let reader = ScriptedSensor.reader()
    static let finger = "right index"
    static let rightPIN = "271828"
    static let wrongPIN = "314159"

    let loop = ManualLoop()
    let sensor = ScriptedSensor([reader])
    let disk = ScriptedDisk()
    let keystore: MemoryKeystore
    let ledger: MemoryScanLedger
    let gatekeeper: Gatekeeper
    private(set) var calls: [Call] = []

    /// Everybody has an account.
    private struct Accounts: AccountLookUp {
        func user(_ id: UserID) async throws(LookUpFailed) -> (user: User, hasAccount: Bool) {
            (id == alice.id ? alice : User(id: id, name: UserName(rawValue: "user \(id)")), true)
        }
    }

    /// Starts with a PIN, a finger and an item that either opens.
    init(configuration: Configuration = Configuration()) {
        keystore = MemoryKeystore(on: disk)
        ledger = MemoryScanLedger(on: disk)
        let loop = loop
        let clock = GateClock(reading: { loop.moment })
        var silent = Logger(label: "scene") { _ in SwiftLogNoOpLogHandler() }
        silent.logLevel = .critical
        gatekeeper = Gatekeeper(
            on: loop, configuration: configuration, sensor: sensor, keystore: keystore,
            pendingScans: ledger, passwords: nil, accounts: Accounts(), clock: clock,
            audit: Audit(logger: silent, clock: clock, timers: loop))
        run { [keystore] gatekeeper in
            let setter = Caller(
                connection: ConnectionID(rawValue: 0), peer: Self.peer, program: Self.program, life: CallLife(),
                about: nil, report: { _, _ in })
            _ = try await gatekeeper.setPIN(
                Self.secret(Self.rightPIN), credential: nil, of: Self.alice.id, by: setter)
            _ = try await keystore.addPrint(
                Self.print, template: ScriptedSensor.template(of: Self.finger), of: Self.alice)
            let proof = PresenceProof(
                user: Self.alice.id, peer: Self.peer, purpose: Purpose(.store, item: Self.item), factor: .fingerprint,
                at: loop.moment)
            _ = try await keystore.store(
                Self.secret("the token"),
                as: ItemDraft(
                    name: Self.item, access: Access(factors: [.fingerprint, .pin], maximumAge: .seconds(60))),
                of: Self.alice, passwordAvailable: false, proof: proof, now: loop.moment)
            try await gatekeeper.start()
            try await gatekeeper.refresh(try await gatekeeper.account(Self.alice.id))
        }
    }

    private static let program = Program(
        command: "app", executable: nil, unit: nil, app: nil, place: .elsewhere)
    static let peer = Peer(user: alice.id, process: ProcessID(rawValue: 1))

    static func secret(_ text: String) -> SecretBytes {
        SecretBytes(count: text.utf8.count) { $0.copyBytes(from: text.utf8) }
    }

    /// Runs something on the loop to its end. What it throws is a mistake of the test.
    func run(_ body: @escaping @Sendable (isolated Gatekeeper) async throws -> Void) {
        gatekeeper.assumeIsolated { gatekeeper in
            _ = Task.immediate(executorPreference: gatekeeper.tasks) {
                do { try await body(gatekeeper) } catch { fatalError("the scene cannot be set: \(error)") }
            }
        }
        loop.settle()
    }

    // MARK: What clients do

    func caller(of call: Call, by user: UserID) -> Caller {
        Caller(
            connection: call.connection, peer: Peer(user: user, process: Self.peer.process),
            program: Self.program, life: call.life, about: nil,
            report: { progress, _ in call.progress.append(progress) })
    }

    /// Begins a call; it ends with whatever `body` returns or throws.
    @discardableResult
    func begin(
        on connection: UInt64, by user: UserID = alice.id,
        _ body: @escaping @Sendable (isolated Gatekeeper, Caller, Call) async throws(GateError) -> Call.Outcome
    ) -> Call {
        let call = Call(on: ConnectionID(rawValue: connection))
        calls.append(call)
        let caller = caller(of: call, by: user)
        gatekeeper.assumeIsolated { gatekeeper in
            _ = Task.immediate(executorPreference: gatekeeper.tasks) {
                do throws(GateError) {
                    let outcome = try await body(gatekeeper, caller, call)
                    call.end(outcome, by: call.factor)
                } catch {
                    call.end(.refused(error))
                }
                call.life.settle()
                gatekeeper.answered(call.life)
            }
        }
        loop.settle()
        return call
    }

    /// Asks for a finger of `user`, who may be somebody else than who calls.
    @discardableResult
    func authenticate(_ user: UserID, by caller: UserID, on connection: UInt64) -> Call {
        begin(on: connection, by: caller) { gatekeeper, caller, _ throws(GateError) in
            let ask = Ask(
                caller: caller, user: user, operation: .authenticate, item: nil, label: nil, reason: "a schedule",
                factors: Factor.allCases, reader: nil, timeout: .seconds(30), reuse: .never)
            return .authenticated(try await gatekeeper.authenticate(ask, credential: nil).factor)
        }
    }

    @discardableResult
    func retrieve(on connection: UInt64, maximumAge: Duration = .zero) -> Call {
        begin(on: connection) { gatekeeper, caller, call throws(GateError) in
            let ask = Ask(
                caller: caller, user: Self.alice.id, operation: .retrieve, item: Self.item, label: nil,
                reason: "a schedule", factors: [], reader: nil, timeout: .seconds(30), reuse: .never)
            let opened = try await gatekeeper.retrieve(Self.item, asking: ask, maximumAge: maximumAge, credential: nil)
            call.factor = opened.authentication.factor
            return .opened
        }
    }

    /// Gives a PIN to the call of a connection, from another one of the same user.
    @discardableResult
    func answer(_ pin: String, to request: RequestID?, on connection: UInt64) -> Call {
        begin(on: connection) { gatekeeper, caller, _ throws(GateError) in
            guard let credential = PresentedCredential(.pin, Self.secret(pin)) else { return .done }
            try await gatekeeper.answer(request, credential, by: caller)
            return .done
        }
    }

    /// The call that a request is of.
    func call(of request: RequestID) -> Call? {
        let connection = gatekeeper.assumeIsolated { $0.requests[request]?.ask.caller.connection }
        return calls.last { $0.connection == connection && $0.outcomes.isEmpty }
    }

    func leave(_ id: ConnectionID) {
        for call in calls where call.connection == id { call.life.end(by: .client) }
        gatekeeper.assumeIsolated { $0.connectionClosed(id, remaining: [Self.alice.id]) }
        loop.settle()
    }

    // MARK: What there is to see

    /// The call that has the reader.
    var holder: Call? {
        let connection = gatekeeper.assumeIsolated { gatekeeper in
            gatekeeper.lanes.holder(of: Self.reader.id).flatMap { gatekeeper.requests[$0]?.ask.caller.connection }
        }
        return calls.last { $0.connection == connection && $0.outcomes.isEmpty }
    }

    var waiting: [RequestID] {
        gatekeeper.assumeIsolated { $0.requests.all.map(\.id) }.sorted { $0.rawValue < $1.rawValue }
    }

    /// The misses that the next start would know of.
    var missesOnDisk: Int {
        var saved = 0
        runReading { keystore throws(KeystoreError) in
            saved =
                try await keystore.state(of: Self.alice).policy.flatMap(UserPolicy.init(encoded:))?.lockout.misses ?? 0
        }
        return saved + ledger.pending[Self.alice.id, default: 0]
    }

    /// The misses that the next decision knows of.
    var missesInMemory: Int { gatekeeper.assumeIsolated { $0.accounts[Self.alice.id]?.policy.lockout.misses ?? 0 } }

    var enrollment: EnrollmentID? {
        var id: EnrollmentID?
        runReading { keystore throws(KeystoreError) in id = try await keystore.state(of: Self.alice).enrollmentID }
        return id
    }

    private func runReading(_ body: (MemoryKeystore) async throws(KeystoreError) -> Void) {
        nonisolated(unsafe) let body = body
        withoutActuallyEscaping(body) { body in
            nonisolated(unsafe) let body = body
            run { [keystore] _ in try await body(keystore) }
        }
    }
}
