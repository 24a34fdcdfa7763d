import GateModel
import GatePolicy
import GateSecret
import GateSystem
import GateVault

/// Decides, by asking the policy, and carries out: the one room that knows the reader, the keystore and the callers.
///
/// It runs on the loop of the sockets, so that a call is read, decided and answered on one thread; nothing here may wait
/// for anything but by `await`. An actor is re-entrant: after every `await` it decides again on the state as it is then.
actor Gatekeeper {
    nonisolated let loop: any Loop
    let configuration: Configuration
    let sensor: any FingerprintSensor
    let keystore: any CredentialStore
    let ledger: Ledger
    let passwords: (any PasswordChecker)?
    let clock: GateClock
    let audit: Audit
    /// Whether the daemon serves the second interface, so that logins may ask here.
    let isFaceServed: Bool

    let accounts: Accounts
    var readers: ReaderTable
    var lanes = ReaderLanes()
    var holds = ReaderHolds()
    var upkeep = ChipUpkeep()
    var requests = WaitingCalls()
    var statusWatchers = StatusWatchers()
    var authentications = Authentications()
    /// What the journal is told of behind the answers to these calls.
    var grants: [ObjectIdentifier: Grant] = [:]
    /// Until the ledger writes what waits for others.
    var notesPause: LoopTimer?
    /// Who is in front of the machine; until logind says, anybody may be.
    var seats = SeatFacts()
    /// Behind the last time that something came of a change of theirs.
    var seatsPause: LoopTimer?
    var areSeatsNew = false
    var isSuspending = false
    /// How the password helper failed when it was last asked; nil where it answered.
    var helperFailure: PasswordUnavailable?

    // The actor keeps the loop for as long as it lives.
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.executor.asUnownedSerialExecutor() }

    init(
        on loop: any Loop, configuration: Configuration,
        sensor: any FingerprintSensor, keystore: any CredentialStore, pendingScans: any ScanLedger,
        passwords: (any PasswordChecker)?, accounts: any AccountLookUp, clock: GateClock, audit: Audit,
        isFaceServed: Bool
    ) {
        self.loop = loop
        self.configuration = configuration
        readers = ReaderTable(builtIn: configuration.builtInReaders)
        self.sensor = sensor
        self.keystore = keystore
        ledger = Ledger(keystore: keystore, scans: pendingScans) { failure, error in
            _ = audit.refused(error)
            audit.failedLater(failure.rawValue)
        }
        self.passwords = passwords
        self.accounts = Accounts(keystore: keystore, database: accounts, clock: clock)
        self.clock = clock
        self.audit = audit
        self.isFaceServed = isFaceServed
    }

    var limits: PolicyLimits { configuration.policy }

    /// Where tasks of the Gatekeeper's run: see `Loop.taskExecutor`.
    nonisolated var tasks: any TaskExecutor { loop.taskExecutor }

    /// Calls `body` once `delay` is over, unless the timer is let go before.
    func after(_ delay: Duration, _ body: @escaping @Sendable (isolated Gatekeeper) -> Void) -> LoopTimer {
        loop.timer(after: delay) { self.assumeIsolated(body) }
    }

    /// 128 random bits in hexadecimal.
    static func randomName() -> String {
        var generator = SystemRandomNumberGenerator()
        return [generator.next(), generator.next()].map { (half: UInt64) in
            let digits = String(half, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
