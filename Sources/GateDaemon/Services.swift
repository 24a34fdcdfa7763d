import GateModel
import GateSensor
import GateSocket
import GateSystem
import Logging
import ServiceLifecycle

/// Accepts clients until the stop, and then takes leave of them in steps.
struct Serving: Service {
    let listener: GateListener
    let gatekeeper: Gatekeeper
    let manager: ServiceManager
    let answerGrace: Duration

    func run() async throws {
        manager.notify("READY=1\nSTATUS=Serving.")
        try? await gracefulShutdown()
        manager.notify("STOPPING=1")
        await listener.stopAccepting()
        await gatekeeper.cancelRequests(of: nil, by: .shutdown)
        await listener.close(grace: answerGrace)
        await gatekeeper.allSettled()
    }
}

/// Keeps what is known of the readers up to date; its end closes them.
struct ReaderFollowing: Service {
    let gatekeeper: Gatekeeper
    let sensor: LibfprintSensor

    func run() async throws {
        await withGracefulShutdownHandler {
            await gatekeeper.followReaders()
        } onGracefulShutdown: {
            Task { await sensor.stop() }
        }
    }
}

/// Keeps what is known of the users' accounts and passwords up to date.
struct PasswordFollowing: Service {
    let gatekeeper: Gatekeeper
    let logger: Logger

    func run() async throws {
        guard let changes = AccountChanges.stream() else {
            logger.warning("changes of the system's passwords are seen late: /etc cannot be watched")
            try? await gracefulShutdown()
            return
        }
        await cancelWhenGracefulShutdown {
            for await _ in changes { await gatekeeper.accountsChanged() }
        }
    }
}

/// Puts everything away before the machine sleeps, and ends the authentications of whoever's session is locked and the
/// calls of whoever is not in front of the machine any more.
struct SessionFollowing: Service {
    let watch: LogindWatch
    let gatekeeper: Gatekeeper
    let sensor: LibfprintSensor

    func run() async throws {
        await watch.follow()
        await withGracefulShutdownHandler {
            for await _ in watch.events.arrivals {
                while let event = watch.events.take() { await handle(event) }
            }
        } onGracefulShutdown: {
            Task { await watch.stop() }
        }
    }

    private func handle(_ event: LogindEvent) async {
        switch event {
        case .suspending:
            let deadline = ContinuousClock.now + Gatekeeper.sleepBudget
            await gatekeeper.prepareForSleep()
            await sensor.suspend(within: deadline - .now)
            await watch.releaseInhibitor()
        case .resumed:
            await sensor.resume()
            await gatekeeper.returnFromSleep()
            await watch.takeInhibitor()
        case .sessionLocked(let user): await gatekeeper.sessionLocked(of: user)
        case .seats(let seats): await gatekeeper.seatsChanged(seats)
        }
    }
}

/// Ends the daemon when nobody has been connected for a while; the service manager's socket brings it back.
struct IdleExit: Service {
    let limit: Duration?
    let listener: GateListener
    let service: GateService

    func run() async throws {
        guard let limit else {
            try? await gracefulShutdown()
            return
        }
        await cancelWhenGracefulShutdown {
            var rest = limit
            while rest > .zero {
                do {
                    try await Task.sleep(for: rest)
                } catch {
                    return
                }
                rest = listener.connectionCount > 0 ? limit : limit - (await service.idleTime)
            }
        }
    }
}

/// Signs of life that pass through the sensor thread, so that one that hangs is restarted by the service manager.
struct Watchdog: Service {
    let manager: ServiceManager
    let sensor: LibfprintSensor

    func run() async throws {
        guard let interval = manager.watchdogInterval else {
            try? await gracefulShutdown()
            return
        }
        await cancelWhenGracefulShutdown {
            while true {
                await sensor.ping()
                manager.notify("WATCHDOG=1")
                do {
                    try await Task.sleep(for: interval)
                } catch {
                    return
                }
            }
        }
    }
}
