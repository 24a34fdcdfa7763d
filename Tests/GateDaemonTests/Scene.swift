import GateModel
@testable import GatePolicy
import GateSecret
import GateSystem
import GateTestSupport
import GateVault
import GateWire
import Logging

@testable import GateCore
@testable import GateDaemon

/// A daemon in memory: the Gatekeeper with scripted readers, disk, clock and passwords, on a loop that a test runs.
///
/// Alice and bob each have a PIN, a password, a finger on the first reader, and a secret and a key that each of the
/// three opens.
final class Scene {
    static let alice = User(id: UserID(rawValue: 1000), name: UserName(rawValue: "alice"))
    static let bob = User(id: UserID(rawValue: 1001), name: UserName(rawValue: "bob"))
    // Names that keep the rule.
    // swift-format-ignore: NeverForceUnwrap
    static let item = ItemName("token")!
    // swift-format-ignore: NeverForceUnwrap
    static let key = ItemName("key")!
    static let reader = ScriptedSensor.reader()
    static let otherReader = ScriptedSensor.reader("other")
    static let rightPIN = "271828"
    static let wrongPIN = "314159"
    static let password = "correct horse"
    static let stranger = "a stranger's"

    static func finger(of user: UserID) -> String { user == alice.id ? "alice's index" : "bob's index" }

    static func print(of user: UserID) -> Print {
        Print(
            id: PrintID(rawValue: "print of \(user)"), finger: .rightIndex, label: nil, reader: reader.id,
            enrolledAt: WallTime(millisecondsSinceEpoch: 0))
    }

    let loop: ManualLoop
    let sensor = ScriptedSensor([reader, otherReader])
    let disk: ScriptedDisk
    let passwords = ScriptedPasswordChecker([alice.id: password, bob.id: password])
    let keystore: MemoryKeystore
    let ledger: MemoryScanLedger
    let gatekeeper: Gatekeeper
    private(set) var calls: [Call] = []
    /// The policies looked at last, see `policy(of:)`.
    var decodedPolicies: [UserID: (bytes: [UInt8], policy: UserPolicy?)] = [:]

    let accounts = ScriptedAccounts([alice, bob])

    convenience init(configuration: Configuration = Configuration(), isLoginSealed: Bool = true) {
        let disk = ScriptedDisk()
        self.init(
            configuration, Self.furnished.restarted(on: disk), MemoryScanLedger(on: disk), disk,
            ManualLoop(at: Self.start), isLoginSealed: isLoginSealed)
    }

    private init(
        _ configuration: Configuration, _ keystore: MemoryKeystore, _ ledger: MemoryScanLedger, _ disk: ScriptedDisk,
        _ loop: ManualLoop, isLoginSealed: Bool = true
    ) {
        (self.keystore, self.ledger, self.disk, self.loop) = (keystore, ledger, disk, loop)
        let clock = GateClock(reading: { loop.moment })
        var silent = Logger(label: "scene") { _ in SwiftLogNoOpLogHandler() }
        silent.logLevel = .critical
        gatekeeper = Gatekeeper(
            on: loop, rules: configuration.rules(isLoginSealed: isLoginSealed), sensor: sensor, keystore: keystore,
            pendingScans: ledger, passwords: passwords, accounts: accounts, clock: clock,
            audit: Audit(logger: silent, clock: clock, timers: loop), isFaceServed: true)
        run { gatekeeper in
            try await gatekeeper.start()
            _ = try await gatekeeper.users.account(Self.alice.id)
            _ = try await gatekeeper.users.account(Self.bob.id)
        }
        run { gatekeeper in await gatekeeper.followReaders() }
    }

    /// A daemon started on this one's disk after this one was killed: at once, or `now` after another boot.
    func restarted(
        _ configuration: Configuration = Configuration(), at now: Duration? = nil, boot: String = "boot"
    ) -> Scene {
        let disk = ScriptedDisk()
        return Scene(
            configuration, keystore.restarted(on: disk), ledger.restarted(on: disk), disk,
            ManualLoop(at: now ?? loop.now, boot: boot))
    }

    private static let start: Duration = .seconds(1000)

    /// The keystore at the beginning of a scene.
    private static let furnished: MemoryKeystore = {
        let (keystore, loop) = (MemoryKeystore(), ManualLoop(at: start))
        Task.immediate(executorPreference: loop) {
            for user in [alice, bob] {
                do { try await furnish(keystore, for: user, at: loop.moment) } catch {
                    fatalError("the scene cannot be set: \(error)")
                }
            }
        }
        loop.drain()
        return keystore
    }()

    private static func furnish(_ keystore: MemoryKeystore, for user: User, at now: Moment) async throws(KeystoreError)
    {
        let access = Access(factors: Factor.allCases, maximumAge: .seconds(60))
        func proof(_ operation: GateModel.Operation, _ name: ItemName) -> PresenceProof {
            PresenceProof(
                user: user.id, peer: Peer(user: user.id, process: process), purpose: Purpose(operation, item: name),
                factor: .fingerprint, at: now)
        }
        _ = try await keystore.setPIN(secret(rightPIN), of: user, authorizedBy: .first)
        var policy = UserPolicy()
        policy.credentialGiven(.pin, at: now)
        try await keystore.savePolicy(policy.encoded, of: user)
        _ = try await keystore.addPrint(
            print(of: user.id), template: ScriptedSensor.template(of: finger(of: user.id)), of: user)
        _ = try await keystore.store(
            secret("the token"), as: ItemDraft(name: item, access: access), of: user, passwordAvailable: true,
            proof: proof(.store, item), now: now)
        _ = try await keystore.createKey(
            .p256, as: ItemDraft(name: key, access: access), of: user, passwordAvailable: true,
            proof: proof(.createKey, key), now: now)
    }

    private static let program = CallerProgram(
        command: "app", executable: nil, unit: nil, app: nil, place: .elsewhere)
    /// Runs as long as the tests.
    static let process = ProcessID(rawValue: 1)

    static func secret(_ text: String) -> SecretBytes {
        SecretBytes(count: text.utf8.count) { $0.copyBytes(from: text.utf8) }
    }

    /// Runs something on the loop until it ends or waits. An error is a mistake in the test.
    func run(_ body: @escaping @Sendable (isolated Gatekeeper) async throws -> Void) {
        gatekeeper.assumeIsolated { gatekeeper in
            _ = Task.immediate(executorPreference: gatekeeper.tasks) {
                do { try await body(gatekeeper) } catch { fatalError("the scene cannot be set: \(error)") }
            }
        }
        loop.drain()
    }

    /// Ends the scene: nothing happens any more.
    func end() {
        sensor.stop()
        loop.drain()
    }

    // MARK: Actions of clients

    /// Begins a call about `user`, which ends with the result or error of `body`.
    @discardableResult
    func begin(
        on connection: UInt64, by caller: UserID = alice.id, about user: UserID? = nil,
        _ operation: GateModel.Operation? = nil,
        _ body: @escaping @Sendable (isolated Gatekeeper, Caller, Call) async throws(GateError) -> Call.Outcome
    ) -> Call {
        let user = user ?? caller
        let call = Call(on: ConnectionID(rawValue: connection), about: user, operation)
        calls.append(call)
        let caller = Caller(
            connection: call.connection, peer: Peer(user: caller, process: Self.process),
            program: Self.program, life: call.life, about: nil,
            report: { progress, _ in call.progress.append(progress) })
        let keystore = keystore
        gatekeeper.assumeIsolated { gatekeeper in
            _ = Task.immediate(executorPreference: gatekeeper.tasks) {
                let outcome: Call.Outcome
                do throws(GateError) {
                    outcome = try await body(gatekeeper, caller, call)
                } catch {
                    outcome = .refused(error)
                }
                let known = [Self.alice, Self.bob].first { $0.id == user }
                call.end(outcome, enrollment: known.flatMap { keystore.written(of: $0)?.enrollmentID })
                call.life.place()
                gatekeeper.answered(call.life)
            }
        }
        loop.drain()
        return call
    }

    static func ask(
        _ operation: GateModel.Operation, _ call: Call, by caller: Caller, item: ItemName? = nil,
        factors: [Factor] = [], on reader: ReaderID? = nil, timeout: Duration = .seconds(30),
        wait: Duration? = nil, interaction: Interaction = .caller, reuse: Ask.ReuseRule = .never
    ) -> Ask {
        Ask(
            caller: caller, user: call.user, operation: operation, item: item, label: nil, reason: "a schedule",
            factors: factors, reader: reader, timeout: timeout, wait: wait, interaction: interaction, reuse: reuse)
    }

    /// Asks for a finger of `user`, who may differ from the caller.
    @discardableResult
    func authenticate(
        _ user: UserID = alice.id, by caller: UserID = alice.id, on connection: UInt64, at reader: Reader? = nil,
        timeout: Duration = .seconds(30), wait: Duration? = nil, factors: [Factor] = Factor.allCases,
        maximumAge: Duration = .zero
    ) -> Call {
        begin(on: connection, by: caller, about: user, .authenticate) { gatekeeper, caller, call throws(GateError) in
            let ask = Self.ask(
                .authenticate, call, by: caller, factors: factors, on: reader?.id, timeout: timeout, wait: wait,
                reuse: .recent(maximumAge))
            call.authentication = try await gatekeeper.authenticate(ask, credential: nil)
            return .authenticated
        }
    }

    @discardableResult
    func retrieve(
        _ item: ItemName = item, by user: UserID = alice.id, on connection: UInt64, maximumAge: Duration = .zero,
        interaction: Interaction = .caller, credential: (factor: Factor, text: String)? = nil
    ) -> Call {
        begin(on: connection, by: user, .retrieve) { gatekeeper, caller, call throws(GateError) in
            let ask = Self.ask(.retrieve, call, by: caller, item: item, interaction: interaction)
            let presented: PresentedCredential? =
                if let credential { Self.credential(credential.factor, credential.text) } else { nil }
            let opened = try await gatekeeper.retrieve(
                item, asking: ask, maximumAge: maximumAge, credential: presented)
            call.authentication = opened.authentication
            return .opened
        }
    }

    /// Begins to store or replace a secret.
    @discardableResult
    func store(_ name: ItemName, _ access: Access, on connection: UInt64, maximumAge: Duration = .zero) -> Call {
        begin(on: connection, .store) { gatekeeper, caller, call throws(GateError) in
            let sealing = SealParameters(name: name, label: nil, access: access, replace: true)
            let ask = Self.ask(
                .store, call, by: caller, item: name, factors: access.factors, reuse: .storing(maximumAge))
            _ = try await gatekeeper.store(Self.secret("a secret"), sealing, ask, credential: nil)
            return .done
        }
    }

    @discardableResult
    func hold(_ request: RequestID, by user: UserID = alice.id, on connection: UInt64) -> Call {
        begin(on: connection, by: user) { gatekeeper, caller, _ throws(GateError) in
            try gatekeeper.holdRequest(request, by: caller)
            return .done
        }
    }

    @discardableResult
    func sign(by user: UserID = alice.id, on connection: UInt64) -> Call {
        begin(on: connection, by: user, .sign) { gatekeeper, caller, call throws(GateError) in
            let ask = Self.ask(.sign, call, by: caller, item: Self.key)
            let signature = try await gatekeeper.sign(
                Self.secret("a challenge"), with: Self.key, asking: ask, maximumAge: .zero, credential: nil)
            call.authentication = signature.authentication
            return .signed
        }
    }

    @discardableResult
    func enroll(
        _ finger: Finger, on reader: Reader, of user: UserID = alice.id, connection: UInt64,
        timeout: Duration = .seconds(30)
    ) -> Call {
        begin(on: connection, by: user, .enroll) { gatekeeper, caller, call throws(GateError) in
            let ask = Self.ask(
                .enroll, call, by: caller, factors: [.fingerprint], on: reader.id, timeout: timeout)
            _ = try await gatekeeper.enroll(finger, label: nil, ask, credential: Self.credential(.pin, Self.rightPIN))
            return .done
        }
    }

    /// Lets a finger open the item again.
    @discardableResult
    func renew(_ item: ItemName = item, on connection: UInt64) -> Call {
        begin(on: connection, .renew) { gatekeeper, caller, call throws(GateError) in
            guard let credential = Self.credential(.pin, Self.rightPIN) else { return .done }
            let ask = Self.ask(.renew, call, by: caller, item: item, factors: [.fingerprint])
            _ = try await gatekeeper.renew(ask, item, credential: credential)
            return .done
        }
    }

    /// Checks the PIN.
    @discardableResult
    func givePIN(_ pin: String = rightPIN, on connection: UInt64) -> Call {
        begin(on: connection) { gatekeeper, caller, call throws(GateError) in
            let ask = Self.ask(.authenticate, call, by: caller, factors: [.pin])
            call.authentication = try await gatekeeper.authenticate(ask, credential: Self.credential(.pin, pin))
            return .authenticated
        }
    }

    @discardableResult
    func setPIN(to pin: String, with old: String?, on connection: UInt64) -> Call {
        begin(on: connection) { gatekeeper, caller, _ throws(GateError) in
            _ = try await gatekeeper.setPIN(
                Self.secret(pin), credential: old.flatMap { Self.credential(.pin, $0) }, of: Self.alice.id, by: caller)
            return .done
        }
    }

    @discardableResult
    func removePIN(_ factor: Factor = .pin, on connection: UInt64) -> Call {
        begin(on: connection) { gatekeeper, caller, _ throws(GateError) in
            let credential = Self.credential(factor, factor == .pin ? Self.rightPIN : Self.password)
            _ = try await gatekeeper.removePIN(credential: credential, of: Self.alice.id, by: caller)
            return .done
        }
    }

    /// A call by root about alice.
    @discardableResult
    func change(
        on connection: UInt64,
        _ body: @escaping @Sendable (isolated Gatekeeper, UserID, Caller) async throws(GateError) -> Void
    ) -> Call {
        begin(on: connection, by: .root, about: Self.alice.id) { gatekeeper, caller, _ throws(GateError) in
            try await body(gatekeeper, Self.alice.id, caller)
            return .done
        }
    }

    @discardableResult
    func enable(_ user: UserID = alice.id, on connection: UInt64) -> Call {
        begin(on: connection, by: user, .enable) { gatekeeper, caller, call throws(GateError) in
            try await gatekeeper.enableFingerprint(Self.ask(.enable, call, by: caller, factors: [.fingerprint]))
            return .done
        }
    }

    static func credential(_ factor: Factor, _ text: String) -> PresentedCredential? {
        PresentedCredential(factor, secret(text))
    }

    /// Gives a credential to a waiting call, from another connection of the same user.
    @discardableResult
    func answer(
        _ factor: Factor = .pin, _ text: String, to request: RequestID?, by user: UserID = alice.id,
        on connection: UInt64
    ) -> Call {
        begin(on: connection, by: user) { gatekeeper, caller, _ throws(GateError) in
            guard let credential = Self.credential(factor, text) else { return .done }
            try await gatekeeper.answer(request, credential, by: caller)
            return .done
        }
    }

    func leave(_ id: ConnectionID) {
        for call in calls where call.connection == id { call.life.end(by: .client) }
        let remaining = Set(calls.filter { $0.isUnanswered && $0.connection != id }.map(\.user))
        let gone = Set(calls.filter { $0.connection == id }.map(\.user)).subtracting(remaining)
        gatekeeper.assumeIsolated { $0.connectionClosed(id, gone: gone) }
        loop.drain()
    }
}
