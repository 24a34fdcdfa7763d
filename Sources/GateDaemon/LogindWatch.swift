import GateModel
import Glibc
import Logging

/// Follows logind on the system bus: sleep, which it delays until everything is put away, and sessions that are locked.
///
/// A bus or a logind that is not there, or goes and comes back, is waited for; the log says so once each time.
actor LogindWatch {
    private static let name = "org.freedesktop.login1"
    private static let manager = "/org/freedesktop/login1"
    private static let managerInterface = "org.freedesktop.login1.Manager"
    private static let sessionInterface = "org.freedesktop.login1.Session"
    private static let propertiesInterface = "org.freedesktop.DBus.Properties"
    /// The first wait before a bus is tried again; doubled every time, up to the last one.
    private static let firstRetry: Duration = .seconds(1)
    private static let lastRetry: Duration = .seconds(60)

    /// What has happened and was not handled yet.
    nonisolated let events = LogindEvents()

    private nonisolated let executor = BusExecutor()
    private let logger: Logger
    private var connection: BusConnection?
    private var nextRetry = LogindWatch.firstRetry
    private var retry: Task<Void, Never>?
    private var isStopped = false
    private var isAbsenceTold = false
    /// Between the announcement of a sleep and the return from it.
    private var isAsleep = false
    /// Whether the machine's sleep is to wait for us, and the descriptor that it waits for.
    private var wantsInhibitor = false
    private var inhibitor: Int32?
    /// The sessions whose users logind was asked for.
    private var lookups: Set<String> = []

    // The watch keeps the executor for as long as it lives.
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    init(logger: Logger) {
        self.logger = logger
    }

    /// Connects, now or as soon as there is a bus; returns at once.
    func start() {
        guard !isStopped, connection == nil else { return }
        BusConnection.open { [weak self] connection in self?.assumeIsolated { $0.opened(connection) } }
    }

    /// Ends the events, and lets the machine sleep whenever it likes; `shutdown` comes after.
    func stop() {
        isStopped = true
        retry?.cancel()
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

    private func inhibited(_ answer: BusConnection.Answer) {
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
            self?.assumeIsolated { if values[1]?["LockedHint"]?.bool == true { $0.locked(session) } }
        }
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
        retry = Task {
            do {
                try await Task.sleep(for: wait)
                start()
            } catch {
                // Stopped.
            }
        }
    }

    // MARK: Logind

    private func present() {
        nextRetry = Self.firstRetry
        if isAbsenceTold { logger.notice("logind is there: sleep and locked sessions end authentications again") }
        isAbsenceTold = false
        takeInhibitor()
        // A sleep that began, or ended, while nobody listened.
        connection?.call(
            "Get", of: Self.propertiesInterface, on: Self.manager, at: Self.name,
            [Self.managerInterface, "PreparingForSleep"]
        ) { [weak self] answer in
            guard case .reply(let reply) = answer else { return }
            self?.assumeIsolated { $0.sleepAnnounced(reply.values[0]?.content?.bool) }
        }
    }

    private func absent() {
        if !isAbsenceTold, !isStopped {
            logger.notice("logind is not there: neither sleep nor a locked session ends authentications")
        }
        isAbsenceTold = true
        lookups = []
        closeInhibitor()
        // Nobody would tell of the return from sleep.
        sleepAnnounced(false)
    }

    private func sleepAnnounced(_ isBeginning: Bool?) {
        guard let isBeginning, isBeginning != isAsleep else { return }
        isAsleep = isBeginning
        events.post(isBeginning ? .suspending : .resumed)
    }

    /// A session is to be locked, or its locker says that it is.
    private func locked(_ session: String) {
        guard lookups.insert(session).inserted, let connection else { return }
        connection.call(
            "Get", of: Self.propertiesInterface, on: session, at: Self.name, [Self.sessionInterface, "User"]
        ) { [weak self] answer in
            self?.assumeIsolated { $0.lockedSession(session, is: answer) }
        }
    }

    private func lockedSession(_ session: String, is answer: BusConnection.Answer) {
        guard lookups.remove(session) != nil else { return }
        switch answer {
        case .reply(let reply):
            events.post(.sessionLocked(reply.values[0]?.content?[0]?.unsigned.map(UserID.init(rawValue:))))
        // The session is gone: there is nothing left to lock.
        case .refused: break
        case .none: events.post(.sessionLocked(nil))
        }
    }
}
