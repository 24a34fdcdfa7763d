import GateBus
import GateModel
package import GatePolicy
package import GateSystem
import Glibc
package import Logging
import Synchronization

/// Follows logind on the system bus: sleep, which it delays until the daemon is ready for it, locked sessions, and who
/// is in front of the machine.
///
/// If the bus or logind is missing or restarts, it reconnects, and logs that once each time.
package actor LogindWatch {
    static let name = "org.freedesktop.login1"
    static let manager = "/org/freedesktop/login1"
    static let managerInterface = "org.freedesktop.login1.Manager"
    static let sessionInterface = "org.freedesktop.login1.Session"
    static let propertiesInterface = "org.freedesktop.DBus.Properties"
    /// The first pause before reconnecting or asking a silent logind again. It doubles each time, up to `lastRetry`.
    static let firstRetry: Duration = .seconds(1)
    static let lastRetry: Duration = .seconds(60)
    /// How long the starting daemon waits for the first information on who is in front.
    private static let firstLook: Duration = .milliseconds(500)

    /// Events not handled yet.
    package nonisolated let events = LogindEvents()

    private nonisolated let loop = PollLoop(named: "biogate-bus")
    private let timers: any Timers
    private let logger: Logger
    private(set) var connection: BusConnection? {
        didSet { glance.withLock { $0.isPossible = connection != nil && isInteractiveOnly } }
    }
    private var nextRetry = LogindWatch.firstRetry
    private var retry: Task<Void, Never>?
    private var isStopped = false
    private var isAbsent = false
    private var isAbsenceTold = false
    /// Whether the events are being handled.
    private var isFollowed = false
    /// Between the announcement of a sleep and its end.
    private var isAsleep = false
    /// Whether sleep should wait for the daemon, and the descriptor that delays it.
    private var wantsInhibitor = false
    private var inhibitor: BusDescriptor?

    /// Whether the configuration needs to know who is in front of the machine.
    private let isInteractiveOnly: Bool
    package var seats = SeatFacts()
    var toldSeats = SeatFacts()
    /// logind's sessions, keyed by their object paths.
    var sessionPaths: [String: SessionID] = [:]
    /// Session owners by object path. Kept when logind turns silent and everything else is forgotten.
    var owners: [String: UserID] = [:]
    var questions: Set<Question> = []
    var isListed = false
    /// Counts how often the state was forgotten, to recognise late answers.
    var seatsEra: UInt64 = 0
    var nextLook = LogindWatch.firstRetry
    /// The scheduled next question, after logind did not answer the last one.
    var look: Task<Void, Never>?
    private var hasLooked = false
    private var whenLooked: [CheckedContinuation<Void, Never>] = []
    private nonisolated let glance = Mutex(Glance())

    /// A look at the lid that is running, or ran less than a second ago.
    private struct Glance {
        /// Whether there is a bus to ask and someone who needs the answer.
        var isPossible = false
        var isGoingOn = false
        /// Whether another look was requested in the meantime.
        var isWantedAgain = false
    }

    // The watch keeps the loop for as long as it lives.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    package init(interactiveOnly: Bool, timers: any Timers, logger: Logger) {
        isInteractiveOnly = interactiveOnly
        self.timers = timers
        self.logger = logger
    }

    /// Connects now, or as soon as there is a bus; returns at once. Call it once.
    package func start() {
        connect()
        later(Self.firstLook) { $0.looked() }
    }

    /// Calls `body` after a delay, unless the task is cancelled first.
    @discardableResult
    func later(
        _ delay: Duration, _ body: @escaping @Sendable (isolated LogindWatch) -> Void
    ) -> Task<Void, Never> {
        Task(executorPreference: loop) { [self] in
            // A pause before a retry, or the limit of the first look: logind sends no event for either.
            if await timers.sleep(for: delay) { await body(self) }
        }
    }

    /// From now on, events are handled.
    package func follow() {
        isFollowed = true
        tellAbsence()
    }

    /// Returns once it is known who is in front of the machine, or that logind will not say, or if the configuration
    /// does not ask; at the latest `firstLook` after `start`.
    package func awaitFirstLook() async {
        guard isInteractiveOnly, !hasLooked else { return }
        await withCheckedContinuation { continuation in
            // It may have arrived before this closure runs.
            if hasLooked { continuation.resume() } else { whenLooked.append(continuation) }
        }
    }

    func looked() {
        hasLooked = true
        for waiter in whenLooked { waiter.resume() }
        whenLooked = []
    }

    /// Checks the lid in case no event reported it: within a second, and at most once a second. Returns at once, on any
    /// thread; a change is reported like any other.
    package nonisolated func glanceAtLid() {
        let isFirst = glance.withLock { glance in
            guard glance.isPossible else { return false }
            glance.isWantedAgain = glance.isGoingOn
            defer { glance.isGoingOn = true }
            return !glance.isGoingOn
        }
        guard isFirst else { return }
        Task(executorPreference: loop) { [self] in
            repeat {
                await readLid()
                // Limits lid checks to one a second; nothing cancels this pause.
                _ = await timers.sleep(for: .seconds(1))
            } while glance.withLock { glance in
                glance.isGoingOn = glance.isWantedAgain
                glance.isWantedAgain = false
                return glance.isGoingOn
            }
        }
    }

    private func connect() {
        guard !isStopped, connection == nil else { return }
        BusConnection.open(.system, on: loop) { [weak self] connection in
            self?.assumeIsolated { $0.opened(connection) }
        }
    }

    /// Ends the events, and no longer delays sleep. Call `shutdown` afterwards.
    package func stop() {
        isStopped = true
        retry?.cancel()
        look?.cancel()
        releaseInhibitor()
        connection?.close()
        connection = nil
        events.finish()
    }

    /// Ends the bus thread.
    package nonisolated func shutdown() { loop.shutdown() }

    // MARK: The inhibitor

    /// Asks logind to delay the next sleep. The inhibitor must be held well before a sleep is announced.
    package func takeInhibitor() {
        wantsInhibitor = true
        guard inhibitor == nil, let connection else { return }
        let words = ["sleep", "BiometricGate", "Ends fingerprint authentication before sleep", "delay"]
            .map(BusArgument.text)
        connection.call("Inhibit", of: Self.managerInterface, on: Self.manager, at: Self.name, words) {
            [weak self] answer in
            self?.assumeIsolated { $0.inhibited(answer) }
        }
    }

    /// The daemon is ready for sleep.
    package func releaseInhibitor() {
        wantsInhibitor = false
        closeInhibitor()
    }

    private func inhibited(_ answer: BusConnection.Outcome) {
        switch answer {
        case .reply(let reply):
            // An inhibitor that arrives too late is released at once.
            if wantsInhibitor, inhibitor == nil { inhibitor = reply[0]?.descriptor }
        case .refused:
            logger.warning("logind does not let sleep wait for fingerprint authentication to end")
        case .none: break
        }
    }

    private func closeInhibitor() { inhibitor = nil }

    // MARK: The bus

    private func opened(_ connection: BusConnection?) {
        guard !isStopped else {
            connection?.close()
            return
        }
        guard let connection else {
            absent()
            tryAgainLater()
            return
        }
        self.connection = connection
        connection.onClosed { [weak self] in self?.assumeIsolated { $0.closed() } }
        connection.onSignal("PrepareForSleep", of: Self.managerInterface, from: Self.name) { [weak self] _, values in
            self?.assumeIsolated { $0.sleepAnnounced(values[0]?.bool) }
        }
        connection.onSignal("Lock", of: Self.sessionInterface, from: Self.name) { [weak self] session, _ in
            self?.assumeIsolated { $0.locked(session) }
        }
        connection.onSignal(
            "PropertiesChanged", of: Self.propertiesInterface, from: Self.name, argument: Self.sessionInterface
        ) { [weak self] session, values in
            guard let properties = values[1] else { return }
            self?.assumeIsolated { watch in
                watch.sessionSays(properties, path: session)
                // Posted before the seats, so that a call ended by a lock reports the lock as its reason.
                if properties["LockedHint"]?.bool == true { watch.locked(session) }
                watch.tellSeats()
            }
        }
        followSeats(on: connection)
        connection.onOwner(
            of: Self.name, appeared: { [weak self] in self?.assumeIsolated { $0.present() } },
            vanished: { [weak self] in self?.assumeIsolated { $0.absent() } })
    }

    private func closed() {
        connection = nil
        absent()
        tryAgainLater()
    }

    private func tryAgainLater() {
        let wait = nextRetry
        nextRetry = min(nextRetry * 2, Self.lastRetry)
        retry = later(wait) { $0.connect() }
    }

    // MARK: Logind

    private func present() {
        nextRetry = Self.firstRetry
        if isAbsenceTold { logger.notice("logind is there: sleep and locked sessions end authentications again") }
        isAbsent = false
        isAbsenceTold = false
        takeInhibitor()
        readSeats()
        // A sleep may have begun or ended while the signals were not received.
        connection?.call(
            "Get", of: Self.propertiesInterface, on: Self.manager, at: Self.name,
            [.text(Self.managerInterface), .text("PreparingForSleep")]
        ) { [weak self] answer in
            guard case .reply(let reply) = answer else { return }
            self?.assumeIsolated { $0.sleepAnnounced(reply[0]?.content?.bool) }
        }
    }

    private func absent() {
        isAbsent = true
        tellAbsence()
        closeInhibitor()
        endSeats()
        // The end of the sleep would not be announced.
        sleepAnnounced(false)
    }

    /// Logged only once the daemon serves: a daemon that fails to start logs its own reason alone.
    private func tellAbsence() {
        guard isAbsent, isFollowed, !isAbsenceTold, !isStopped else { return }
        isAbsenceTold = true
        logger.notice(
            "logind is not there: no sleep or locked session ends authentications, and nobody says who is in front")
    }

    private func sleepAnnounced(_ isBeginning: Bool?) {
        guard let isBeginning, isBeginning != isAsleep else { return }
        isAsleep = isBeginning
        events.post(isBeginning ? .suspending : .resumed)
    }

    /// A session is to be locked, or its locker reports it locked. The owner is not asked of logind: a user who keeps
    /// logind busy could otherwise end everyone's calls.
    private func locked(_ session: String) {
        switch owners[session].map(SessionOwner.user) ?? SessionOwner(ofSessionAt: session) {
        case .user(let user): events.post(.sessionLocked(user))
        case .gone: break
        case .unknown: events.post(.sessionLocked(nil))
        }
    }
}
