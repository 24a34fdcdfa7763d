import GateDoor
package import GateReaders
import GateSeats
import GateCore
import CGateShims
import GateCipher
import GateKeystore
import GateModel
import GateSecret
import GateSocket
package import GateSystem
import GateVault
import GateWire
import Glibc
package import Logging

/// The whole daemon: starts its parts in order, serves until it is told to stop, and stops them in order.
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

    /// Makes all threads share one heap. One heap per thread would keep its own free memory, and these threads rarely
    /// allocate at once. Call it before a second thread starts.
    public static func shareHeap() { gate_share_heap() }

    /// Serves until SIGTERM or SIGINT. Call it from a task whose preferred executor may be blocked.
    ///
    /// Throws only before serving starts, and then has changed nothing on disk that existed before.
    public func run() async throws(StartError) {
        harden()
        let loop = ServingLoop()
        let sensor = RemoteSensor(
            on: loop,
            launcher: ReaderProcess.Launcher(
                reader, allowVirtual: configuration.allowVirtualReaders, on: loop, logger: logger),
            // The kernel reports no events for virtual readers.
            devices: configuration.allowVirtualReaders ? nil : ReaderDevices(on: loop),
            logger: logger)
        // Finding the readers overlaps with opening the keystore.
        let search = Task(executorPreference: loop.taskExecutor) { await sensor.start() }
        let sessions = LogindWatch(
            interactiveOnly: configuration.fingerprintInteractiveOnly, timers: loop, logger: logger)
        var refusal: StartError?
        do throws(StartError) {
            try await serve(sensor, search, sessions, on: loop)
        } catch {
            refusal = error
        }
        // `Serving` has already stopped both if serving began.
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
        // Starts only once the root key is open: a sealed daemon has nothing to end before sleep, so it must not delay
        // sleep.
        await sessions.start()
        let pendingScans = try openPendingScans()
        await search.value
        let audit = Audit(logger: logger, clock: GateClock(), timers: loop)
        defer { audit.close() }
        let gatekeeper = Gatekeeper(
            on: loop, rules: rules(of: keystore), sensor: sensor, keystore: keystore,
            pendingScans: pendingScans, passwords: passwords, accounts: AccountDatabase(), clock: GateClock(),
            audit: audit, isFaceServed: isFaceServed)
        do throws(KeystoreError) {
            try await gatekeeper.start()
        } catch {
            throw .keystore(error)
        }
        // The root key stays in memory from here on, so it must be locked.
        let lockNotice = LockNotice(logger: logger)
        lockNotice.look()
        let door = Door(
            gatekeeper: gatekeeper, sessions: sessions, clock: GateClock(), rules: configuration.doorRules,
            cryptography: SwiftCryptography(), lockNotice: lockNotice)
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

    /// Prevents core dumps and backtraces from containing secrets, and other processes of the same user from reading
    /// our memory.
    private func harden() {
        let failure = gate_forbid_dumps()
        if failure != 0 { logger.warning("core dumps cannot be forbidden", metadata: ["errno": "\(failure)"]) }
        // Makes a write to a disconnected peer fail instead of ending the daemon.
        signal(SIGPIPE, SIG_IGN)
    }

    private func rules(of keystore: Keystore) -> GateRules {
        let isSealed = keystore.sealing == .tpm
        return configuration.rules(
            isLoginSealed: isSealed || DiskEncryption().covers(configuration.stateDirectory))
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
        // Finishes a move to the TPM that was interrupted before its last step.
        if source.device != nil { await keystore.destroyLeftover(configuration.fileRootKey) }
        return keystore
    }

    /// Tries again at every call; returns nil if the daemon is told to stop first.
    private func awaitRootKey(
        _ entrance: Entrance, _ first: KeystoreError, until stop: Pledge<Void>, on loop: ServingLoop
    ) async throws(StartError) -> Keystore? {
        logger.error("sealed", metadata: ["error": "\(first)"])
        manager.notify("READY=1\nSTATUS=Sealed: the root key cannot be had.")
        let signsOfLife = Task(executorPreference: loop.taskExecutor) {
            while let interval = manager.watchdogInterval {
                manager.notify("WATCHDOG=1")
                // The service manager expects a sign of life this often; the stop cancels the task.
                guard await loop.sleep(for: interval) else { return }
            }
        }
        defer { signsOfLife.cancel() }
        // The unit gives the daemon a private /dev, fixed at its start, in which a TPM that appears later is missing.
        // So the daemon stops when one appears, and the next caller starts it again.
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

    /// Opens the sockets; from here on, calls are answered and a stop signal is remembered.
    private func open(
        _ entrance: Entrance, on loop: ServingLoop
    ) async throws(StartError) -> (Listeners, StopSignals) {
        let signals = await StopSignals()
        do throws(GateListenerError) {
            let connections = configuration.connectionsPerUser
            let face = try await openFace(entrance.side(of: .face, connections: connections), on: loop)
            do throws(GateListenerError) {
                let gate = try await GateListener.start(
                    listening(manager.listeningSockets, orAt: configuration.socket), on: loop,
                    handler: entrance.side(of: .gate, connections: connections))
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
        listening.refusalsPerUser = 8
        listening.messageBytes = configuration.messageBytes
        listening.heldBytes = configuration.heldBytes
        return listening
    }

    /// Whether systemd or the configuration provides a socket for the face interface.
    private var isFaceServed: Bool { !manager.faceSockets.isEmpty || configuration.faceSocket != nil }

    /// Nil if the face interface is not served.
    private func openFace(
        _ handler: some CallHandler, on loop: ServingLoop
    ) async throws(GateListenerError) -> GateListener? {
        guard isFaceServed else { return nil }
        let inherited = manager.faceSockets
        var listening = listening(inherited, orAt: configuration.faceSocket ?? "", mode: 0o660)
        // The Gatekeeper tells connections apart by number alone, across both sockets.
        listening.numberedBehind = 1 << 48
        listening.refusalsPerUser = 0
        // Looked up once: an account created later is admitted after the next start.
        listening.admitted = Set([.root] + [UserID(account: "biogate-fprintd")].compactMap { $0 })
        return try await GateListener.start(listening, on: loop, handler: handler)
    }
}
