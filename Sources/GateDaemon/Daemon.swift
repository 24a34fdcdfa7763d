import CGateShims
import GateKeystore
import GateModel
import GateSecret
import GateSocket
package import GateSystem
import GateVault
import GateWire
import Glibc
package import Logging

/// The daemon as a whole: opened in order, run until it is told to stop, closed in steps.
public struct Daemon: Sendable {
    private let configuration: Configuration
    private let manager: ServiceManager
    private let reader: ReaderProgram
    private let logger: Logger

    package init(configuration: Configuration, manager: ServiceManager, reader: ReaderProgram, logger: Logger) {
        self.configuration = configuration
        self.manager = manager
        self.reader = reader
        self.logger = logger
    }

    /// One heap for all threads instead of one for each, which would keep its own free memory: few of them ever
    /// allocate at the same time. To be called before there is a second thread.
    public static func shareHeap() { gate_share_heap() }

    /// Serves until SIGTERM or SIGINT. To be called in a task that prefers an executor which may be blocked.
    ///
    /// Throws before anything is served, and then nothing on disk has changed that was there before.
    public func run() async throws(StartError) {
        harden()
        let loop = ServingLoop()
        let sensor = RemoteSensor(
            on: loop,
            launcher: ReaderProcess.Launcher(
                reader, allowVirtual: configuration.allowVirtualReaders, on: loop, logger: logger),
            // Virtual readers are plugged in and pulled out by nobody whom the kernel knows.
            devices: configuration.allowVirtualReaders ? nil : ReaderDevices(on: loop),
            logger: logger)
        // The readers are looked for while the keystore is opened.
        let search = Task(executorPreference: loop.taskExecutor) { await sensor.start() }
        let sessions = LogindWatch(
            interactiveOnly: configuration.fingerprintInteractiveOnly, timers: loop, logger: logger)
        var refusal: StartError?
        do throws(StartError) {
            try await serve(sensor, search, sessions, on: loop)
        } catch {
            refusal = error
        }
        // Where it was served, both have stopped already.
        await search.value
        await sensor.stop()
        await sessions.stop()
        sessions.shutdown()
        if let refusal { throw refusal }
    }

    private func serve(
        _ sensor: RemoteSensor, _ search: Task<Void, Never>, _ sessions: LogindWatch, on loop: ServingLoop
    ) async throws(StartError) {
        let entrance = Entrance()
        let keystore: Keystore
        var early: (Listeners, StopSignals)?
        do throws(KeystoreError) {
            keystore = try await openKeystore()
        } catch {
            guard case .rootKey(.unavailable(let failure)) = error else { throw .keystore(error) }
            entrance.seal(failure.reason)
            let (listeners, signals) = try await open(entrance, on: loop)
            early = (listeners, signals)
            guard let opened = try await awaitRootKey(entrance, error, until: signals.arrival, on: loop) else {
                await listeners.close(grace: .zero)
                return
            }
            keystore = opened
        }
        // Not while it is sealed: sleep would wait for a daemon with nothing to end, and hear of it afterwards.
        await sessions.start()
        let pendingScans = try openPendingScans()
        await search.value
        let audit = Audit(logger: logger, clock: GateClock(), timers: loop)
        defer { audit.close() }
        let gatekeeper = Gatekeeper(
            on: loop, rules: configuration.rules, sensor: sensor, keystore: keystore,
            pendingScans: pendingScans, passwords: passwords, accounts: AccountDatabase(), clock: GateClock(),
            audit: audit, isFaceServed: isFaceServed)
        do throws(KeystoreError) {
            try await gatekeeper.start()
        } catch {
            throw .keystore(error)
        }
        // The root key is a secret that stays.
        let lockNotice = LockNotice(logger: logger)
        lockNotice.look()
        let door = Door(
            gatekeeper: gatekeeper, sessions: sessions, clock: GateClock(), configuration: configuration,
            lockNotice: lockNotice)
        await sessions.awaitFirstLook()
        await gatekeeper.seatsChanged(sessions.seats)
        entrance.open(door)
        let (listeners, signals) = if let early { early } else { try await open(entrance, on: loop) }
        await Serving(
            loop: loop, listeners: listeners, gatekeeper: gatekeeper, door: door, sensor: sensor,
            sessions: sessions, signals: signals, manager: manager, idleLimit: configuration.idleExit, logger: logger
        ).run()
        do throws(KeystoreError) {
            try await keystore.close()
        } catch {
            logger.error("the keystore did not close", metadata: ["error": "\(error)"])
        }
    }

    /// No core dump or backtrace holds a secret, and no other process of the same user reads our memory.
    private func harden() {
        let failure = gate_forbid_dumps()
        if failure != 0 { logger.warning("core dumps cannot be forbidden", metadata: ["errno": "\(failure)"]) }
        // A peer that is gone is an error of the write, not the end of the daemon.
        signal(SIGPIPE, SIG_IGN)
    }

    private var passwords: PasswordHelper? {
        guard configuration.passwordEnabled else { return nil }
        return PasswordHelper(path: configuration.passwordHelper, service: configuration.passwordService)
    }

    private func openKeystore() async throws(KeystoreError) -> Keystore {
        let source = try await RootKeySource(configuration, manager, logger)
        let keystore = try await Keystore(
            directory: configuration.stateDirectory, rootKey: source.provider, device: source.device,
            limits: configuration.keystore)
        // What a move to the TPM left, should it have been interrupted before its last step.
        if source.device != nil { await keystore.destroyLeftover(configuration.fileRootKey) }
        return keystore
    }

    /// Tries again whenever somebody calls; nil where the daemon is told to stop before.
    private func awaitRootKey(
        _ entrance: Entrance, _ first: KeystoreError, until stop: Pledge<Void>, on loop: ServingLoop
    ) async throws(StartError) -> Keystore? {
        logger.error("sealed", metadata: ["error": "\(first)"])
        manager.notify("READY=1\nSTATUS=Sealed: the root key cannot be had.")
        let signsOfLife = Task(executorPreference: loop.taskExecutor) {
            while let interval = manager.watchdogInterval {
                manager.notify("WATCHDOG=1")
                // The service manager's watchdog wants a sign of life this often; the stop cancels the task.
                guard await loop.sleep(for: interval) else { return }
            }
        }
        defer { signsOfLife.cancel() }
        // In its unit the daemon has a /dev of its own, with what was there as it started: whoever calls next starts it anew.
        let startsAnew = !manager.listeningSockets.isEmpty
        let chips = startsAnew ? await KernelEvents.listen(to: ["tpmrm"], on: loop) { stop.fulfil(()) } : nil
        defer { withExtendedLifetime(chips) {} }
        Task(executorPreference: loop.taskExecutor) {
            await stop.value()
            entrance.wishes.finish()
        }
        while await entrance.wishes.next() != nil {
            do throws(KeystoreError) {
                return try await openKeystore()
            } catch {
                guard case .rootKey(.unavailable(let failure)) = error else { throw .keystore(error) }
                entrance.seal(failure.reason)
            }
        }
        return nil
    }

    private func openPendingScans() throws(StartError) -> PendingScans {
        do throws(KeystoreError) {
            return try PendingScans(directory: configuration.stateDirectory)
        } catch {
            throw .keystore(error)
        }
    }

    /// From now on callers are answered, and a signal to stop is kept.
    private func open(
        _ entrance: Entrance, on loop: ServingLoop
    ) async throws(StartError) -> (Listeners, StopSignals) {
        let signals = await StopSignals()
        do throws(GateListenerError) {
            let face = try await openFace(entrance.side(of: .face), on: loop)
            do throws(GateListenerError) {
                let gate = try await GateListener.start(
                    listening(manager.listeningSockets, orAt: configuration.socket), on: loop,
                    handler: entrance.side(of: .gate))
                return (Listeners(gate: gate, face: face), signals)
            } catch {
                await face?.close(grace: .zero)
                throw error
            }
        } catch {
            throw .listener(error)
        }
    }

    private func listening(
        _ inherited: [Int32], orAt path: String, mode: UInt32 = 0o666
    ) -> GateListenerConfiguration {
        var listening = GateListenerConfiguration(
            source: inherited.isEmpty ? .path(path, mode: mode) : .inherited(inherited), overflowUser: .overflow)
        listening.connections = configuration.connections
        listening.connectionsPerUser = configuration.connectionsPerUser
        listening.messageBytes = configuration.messageBytes
        listening.heldBytes = configuration.heldBytes
        return listening
    }

    /// Whether systemd or the configuration gives the second interface a socket.
    private var isFaceServed: Bool { !manager.faceSockets.isEmpty || configuration.faceSocket != nil }

    /// Nil where nobody wants the second interface.
    private func openFace(
        _ handler: some CallHandler, on loop: ServingLoop
    ) async throws(GateListenerError) -> GateListener? {
        guard isFaceServed else { return nil }
        let inherited = manager.faceSockets
        var listening = listening(inherited, orAt: configuration.faceSocket ?? "", mode: 0o660)
        // The Gatekeeper knows a call's connection by its number alone.
        listening.numberedBehind = 1 << 48
        // Looked up once: an account that is made later is let in after the next start.
        listening.admitted = Set([.root] + [UserID(account: "biogate-fprintd")].compactMap { $0 })
        return try await GateListener.start(listening, on: loop, handler: handler)
    }
}
