import GateBus
import GateModel
import GatePolicy
import GateSystem
import Glibc
import Logging
import Synchronization

/// Follows logind on the system bus: sleep, which it delays until everything is put away, sessions that are locked, and
/// who is in front of the machine.
///
/// A bus or a logind that is not there, or goes and comes back, is waited for; the log says so once each time.
actor LogindWatch {
    static let name = "org.freedesktop.login1"
    static let manager = "/org/freedesktop/login1"
    static let managerInterface = "org.freedesktop.login1.Manager"
    static let sessionInterface = "org.freedesktop.login1.Session"
    static let propertiesInterface = "org.freedesktop.DBus.Properties"
    /// The first wait before a bus, or a silent logind, is tried again; doubled every time, up to the last one.
    static let firstRetry: Duration = .seconds(1)
    static let lastRetry: Duration = .seconds(60)
    /// How long a daemon that starts waits for the first look at who is there.
    private static let firstLook: Duration = .milliseconds(500)

    /// What has happened and was not handled yet.
    nonisolated let events = LogindEvents()

    private nonisolated let executor = BusExecutor()
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
    /// Whether somebody handles the events.
    private var isFollowed = false
    /// Between the announcement of a sleep and the return from it.
    private var isAsleep = false
    /// Whether the machine's sleep is to wait for us, and the descriptor that it waits for.
    private var wantsInhibitor = false
    private var inhibitor: Int32?

    /// Whether somebody wants to know who is in front of the machine.
    private let isInteractiveOnly: Bool
    var seats = SeatFacts()
    var toldSeats = SeatFacts()
    /// logind's sessions by the paths of their objects.
    var sessionPaths: [String: SessionID] = [:]
    /// Whose they are, by the same paths: kept also where everything else that a silent logind had said is forgotten.
    var owners: [String: UserID] = [:]
    var questions: Set<Question> = []
    var isListed = false
    /// How often everything that logind had said was forgotten.
    var seatsEra: UInt64 = 0
    var nextLook = LogindWatch.firstRetry
    /// The next look, where logind did not answer the last one.
    var look: Task<Void, Never>?
    private var hasLooked = false
    private var whenLooked: [CheckedContinuation<Void, Never>] = []
    private nonisolated let glance = Mutex(Glance())

    /// A look at the lid that is going on, or was less than a second ago.
    private struct Glance {
        /// Whether there is a bus to ask, and somebody to tell.
        var isPossible = false
        var isGoingOn = false
        /// Somebody called since.
        var isWantedAgain = false
    }

    // The watch keeps the executor for as long as it lives.
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    init(interactiveOnly: Bool, timers: any Timers, logger: Logger) {
        isInteractiveOnly = interactiveOnly
        self.timers = timers
        self.logger = logger
    }

    /// Connects, now or as soon as there is a bus; returns at once. To be called once.
    func start() {
        connect()
        later(Self.firstLook) { $0.looked() }
    }

    /// Calls `body` after a while, unless the task is cancelled before.
    @discardableResult
    func later(
        _ delay: Duration, _ body: @escaping @Sendable (isolated LogindWatch) -> Void
    ) -> Task<Void, Never> {
        Task(executorPreference: executor) { [self] in
            // The pause before a retry, or the bound of a first look: logind sends no event at that time.
            if await timers.sleep(for: delay) { await body(self) }
        }
    }

    /// From now on the events are handled.
    func follow() {
        isFollowed = true
        tellAbsence()
    }

    /// Returns when it is known who is in front of the machine, or that nobody says, or the
    /// configuration does not ask; soon after `start` in any
    /// case.
    func awaitFirstLook() async {
        guard isInteractiveOnly, !hasLooked else { return }
        await withCheckedContinuation { continuation in
            // It may have come until this runs.
            if hasLooked { continuation.resume() } else { whenLooked.append(continuation) }
        }
    }

    func looked() {
        hasLooked = true
        for waiter in whenLooked { waiter.resume() }
        whenLooked = []
    }

    /// Looks whether the lid is closed, for nobody may have told: within a second, and at most once in one. Returns at
    /// once, on any thread; what it finds is told like any change.
    nonisolated func glanceAtLid() {
        let isFirst = glance.withLock { glance in
            guard glance.isPossible else { return false }
            glance.isWantedAgain = glance.isGoingOn
            defer { glance.isGoingOn = true }
            return !glance.isGoingOn
        }
        guard isFirst else { return }
        Task(executorPreference: executor) { [self] in
            repeat {
                await readLid()
                // Limits the looks at the lid to one a second; nothing cancels this pause.
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
        BusConnection.open(.system) { [weak self] connection in self?.assumeIsolated { $0.opened(connection) } }
    }

    /// Ends the events, and lets the machine sleep whenever it likes; `shutdown` comes after.
    func stop() {
        isStopped = true
        retry?.cancel()
        look?.cancel()
        releaseInhibitor()
        connection = nil
        events.finish()
    }

    /// Ends the thread of the bus.
    nonisolated func shutdown() { executor.shutdown() }

    // MARK: The inhibitor

    /// Asks logind to wait before the next sleep: to be held long before that is announced.
    func takeInhibitor() {
        wantsInhibitor = true
        guard inhibitor == nil, let connection else { return }
        let words = ["sleep", "BiometricGate", "Ends fingerprint authentication before sleep", "delay"]
            .map(BusArgument.text)
        connection.call("Inhibit", of: Self.managerInterface, on: Self.manager, at: Self.name, words) {
            [weak self] answer in
            self?.assumeIsolated { $0.inhibited(answer) }
        }
    }

    /// Everything is put away: as far as we are concerned the machine may sleep.
    func releaseInhibitor() {
        wantsInhibitor = false
        closeInhibitor()
    }

    private func inhibited(_ answer: BusConnection.Outcome) {
        switch answer {
        case .reply(let reply):
            guard let handle = reply.values[0]?.handle, let descriptor = reply.descriptor(at: handle) else { return }
            // What comes too late is given back at once.
            guard wantsInhibitor, inhibitor == nil else {
                close(descriptor)
                return
            }
            inhibitor = descriptor
        case .refused:
            logger.warning("logind does not let sleep wait for fingerprint authentication to end")
        case .none: break
        }
    }

    private func closeInhibitor() {
        guard let descriptor = inhibitor else { return }
        inhibitor = nil
        close(descriptor)
    }

    // MARK: The bus

    private func opened(_ connection: BusConnection?) {
        guard !isStopped else { return }
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
                // Before that is told: a call that a lock ended says so.
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
        // A sleep that began, or ended, while nobody listened.
        connection?.call(
            "Get", of: Self.propertiesInterface, on: Self.manager, at: Self.name,
            [.text(Self.managerInterface), .text("PreparingForSleep")]
        ) { [weak self] answer in
            guard case .reply(let reply) = answer else { return }
            self?.assumeIsolated { $0.sleepAnnounced(reply.values[0]?.content?.bool) }
        }
    }

    private func absent() {
        isAbsent = true
        tellAbsence()
        closeInhibitor()
        endSeats()
        // Nobody would tell of the return from sleep.
        sleepAnnounced(false)
    }

    /// Once the daemon serves: one that does not start has said why, and nothing else.
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

    /// A session is to be locked, or its locker says that it is. logind is not asked whose it is: whoever keeps it busy
    /// would have everybody's calls ended.
    private func locked(_ session: String) {
        switch owners[session].map(SessionOwner.user) ?? SessionOwner(ofSessionAt: session) {
        case .user(let user): events.post(.sessionLocked(user))
        case .gone: break
        case .unknown: events.post(.sessionLocked(nil))
        }
    }
}
