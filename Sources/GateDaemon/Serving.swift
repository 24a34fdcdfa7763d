import GateDoor
import GateReaders
import GateSeats
import GateCore
import Dispatch
import GateModel
import GateSocket
import GateSystem
import Glibc
import Logging

/// Serves clients, and keeps the state of readers, accounts and sessions current, until the stop; then closes
/// everything in order.
struct Serving: Sendable {
    let loop: ServingLoop
    let listeners: Listeners
    let gatekeeper: Gatekeeper
    let door: Door
    let sensor: RemoteSensor
    let sessions: LogindWatch
    let signals: StopSignals
    let manager: ServiceManager
    /// Ends the daemon after this time without connections; the systemd socket starts it again.
    let idleLimit: Duration?
    let logger: Logger

    /// The limit for the whole stop.
    private static let stopLimit: Duration = .seconds(5)
    /// The time for finishing an answer, such as a signature.
    private static let answerGrace: Duration = .seconds(2)

    func run() async {
        // Each ends with the events that it follows.
        let followers = [begin { await gatekeeper.followReaders() }, begin { await followSessions() }]
        let others = [
            begin { await followAccounts() }, begin { await giveSignsOfLife() }, begin { await endWhenIdle() },
        ]
        manager.notify("READY=1\nSTATUS=Serving.")
        await signals.arrival.value()
        manager.notify("STOPPING=1")
        for task in others { task.cancel() }
        let isInTime = Pledge<Bool>()
        let limit = loop.timer(after: Self.stopLimit) { isInTime.fulfil(false) }
        defer { limit.cancel() }
        begin {
            await listeners.stopAccepting()
            await gatekeeper.cancelRequests(of: nil, by: .shutdown)
            await listeners.close(grace: Self.answerGrace)
            await gatekeeper.allWritten()
            await sessions.stop()
            await sensor.stop()
            for follower in followers { await follower.value }
            isInTime.fulfil(true)
        }
        if await !isInTime.value() { logger.error("the stop was cut short") }
    }

    @discardableResult
    private func begin(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task(executorPreference: loop.taskExecutor) { await body() }
    }

    private func followAccounts() async {
        guard let changes = AccountChanges.stream() else {
            logger.warning("changes of the system's passwords are seen late: /etc cannot be watched")
            return
        }
        for await _ in changes { await gatekeeper.accountsChanged() }
    }

    /// Prepares for sleep, ends a user's authentications when the user's session is locked, and ends the calls of users
    /// who are no longer in front of the machine.
    private func followSessions() async {
        await sessions.follow()
        for await _ in sessions.events.arrivals {
            while let event = sessions.events.take() { await handle(event) }
        }
    }

    private func handle(_ event: LogindEvent) async {
        switch event {
        case .suspending:
            let deadline = ContinuousClock.now + Gatekeeper.sleepBudget
            await gatekeeper.prepareForSleep()
            await sensor.suspend(within: deadline - .now)
            await sessions.releaseInhibitor()
        case .resumed:
            await sensor.resume()
            await gatekeeper.returnFromSleep()
            await sessions.takeInhibitor()
        case .sessionLocked(let user): await gatekeeper.sessionLocked(of: user)
        case .seats(let seats): await gatekeeper.seatsChanged(seats)
        }
    }

    private func endWhenIdle() async {
        guard let idleLimit else { return }
        var rest = idleLimit
        while rest > .zero {
            // The idle limit cannot be reached earlier; a stop cancels the task.
            guard await loop.sleep(for: rest) else { return }
            rest = listeners.connectionCount > 0 ? idleLimit : idleLimit - (await door.idleTime)
        }
        signals.arrival.fulfil(())
    }

    /// Sends signs of life that pass through the Gatekeeper and the keystore, so that the service manager restarts a
    /// daemon that hangs.
    private func giveSignsOfLife() async {
        guard let interval = manager.watchdogInterval else { return }
        repeat {
            await gatekeeper.ping()
            manager.notify("WATCHDOG=1")
        } while await loop.sleep(for: interval)
    }
}

/// Catches SIGTERM and SIGINT, which no longer end the process by themselves.
final class StopSignals: Sendable {
    /// The first signal.
    let arrival = Pledge<Void>()
    // Kept because a released source sends no events; nothing is done with a source once it is active.
    private nonisolated(unsafe) let sources: [any DispatchSourceSignal]

    init() async {
        let queue = DispatchQueue(label: "biogate.signals")
        let sources = [SIGTERM, SIGINT].map { DispatchSource.makeSignalSource(signal: $0, queue: queue) }
        unsafe self.sources = sources
        for source in sources {
            let isRegistered = Pledge<Void>()
            source.setRegistrationHandler { isRegistered.fulfil(()) }
            source.setEventHandler { [arrival] in arrival.fulfil(()) }
            source.activate()
            await isRegistered.value()
        }
    }
}
