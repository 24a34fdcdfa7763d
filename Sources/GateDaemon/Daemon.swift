import CGateShims
public import GateKeystore
import GateModel
import GateSecret
import GateSensor
public import GateSocket
package import GateSystem
import Glibc
package import Logging
import ServiceLifecycle
import UnixSignals

/// The daemon as a whole: opened in order, run until it is told to stop, closed in steps.
public struct Daemon: Sendable {
    private let configuration: Configuration
    private let manager: ServiceManager
    private let logger: Logger

    /// All steps of a stop together.
    private static let stopLimit: Duration = .seconds(5)
    /// A signature or another answer that is under way.
    private static let answerGrace: Duration = .seconds(2)

    package init(configuration: Configuration, manager: ServiceManager, logger: Logger) {
        self.configuration = configuration
        self.manager = manager
        self.logger = logger
    }

    /// One heap for all threads instead of one for each, which would keep its own free memory: few of them ever
    /// allocate at the same time. To be called before there is a second thread.
    public static func shareHeap() { gate_share_heap() }

    /// Serves until SIGTERM or SIGINT.
    ///
    /// Throws before anything is served, and then nothing on disk has changed that was there before.
    public func run() async throws(StartError) {
        harden()
        // The readers are looked for while the keystore is opened.
        let executor = MainContextExecutor()
        let sensor = Task {
            await LibfprintSensor(
                LibfprintSensor.Configuration(allowVirtual: configuration.allowVirtualReaders), on: executor)
        }
        let sessions = LogindWatch(interactiveOnly: configuration.fingerprintInteractiveOnly, logger: logger)
        var refusal: StartError?
        do throws(StartError) {
            try await serve(sensor, sessions, on: ServingLoop())
        } catch {
            refusal = error
        }
        // Where it was served, both have stopped already.
        await sensor.value.stop()
        await sessions.stop()
        sessions.shutdown()
        executor.shutdown()
        if let refusal { throw refusal }
    }

    private func serve(
        _ readers: Task<LibfprintSensor, Never>, _ sessions: LogindWatch, on loop: ServingLoop
    ) async throws(StartError) {
        let entrance = Entrance()
        let keystore: Keystore
        var early: GateListener?
        do throws(KeystoreError) {
            keystore = try await openKeystore()
        } catch {
            guard case .rootKey(.unavailable(let failure)) = error else { throw .keystore(error) }
            entrance.seal(failure.reason)
            let listener = try await listen(entrance, on: loop)
            early = listener
            guard let opened = try await awaitRootKey(entrance, error) else {
                await listener.close(grace: .zero)
                return
            }
            keystore = opened
        }
        // Not while it is sealed: sleep would wait for a daemon with nothing to end, and hear of it afterwards.
        await sessions.start()
        let pendingScans = try openPendingScans()
        let sensor = await readers.value
        let audit = Audit(logger: logger, clock: GateClock(), timers: loop)
        defer { audit.close() }
        let gatekeeper = Gatekeeper(
            on: loop, configuration: configuration, sensor: sensor, keystore: keystore,
            pendingScans: pendingScans, passwords: passwords, accounts: AccountDatabase(), clock: GateClock(),
            audit: audit)
        try await gatekeeper.start()
        // The root key is a secret that stays.
        let lockNotice = LockNotice(logger: logger)
        lockNotice.look()
        let service = GateService(
            gatekeeper: gatekeeper, sessions: sessions, clock: GateClock(), configuration: configuration,
            lockNotice: lockNotice)
        await sessions.awaitFirstLook()
        await gatekeeper.seatsChanged(sessions.seats)
        entrance.open(service)
        let listener: GateListener
        if let early { listener = early } else { listener = try await listen(entrance, on: loop) }
        let group = ServiceGroup(
            configuration: groupConfiguration(
                ReaderFollowing(gatekeeper: gatekeeper, sensor: sensor),
                PasswordFollowing(gatekeeper: gatekeeper, logger: logger),
                SessionFollowing(watch: sessions, gatekeeper: gatekeeper, sensor: sensor),
                Serving(
                    listener: listener, gatekeeper: gatekeeper, manager: manager, answerGrace: Self.answerGrace),
                Watchdog(manager: manager, sensor: sensor),
                IdleExit(limit: configuration.idleExit, listener: listener, service: service)))
        do {
            try await group.run()
        } catch {
            // Every service returns; the group throws only where a stop took longer than its limit.
            logger.error("the stop was cut short", metadata: ["error": "\(error)"])
        }
        do throws(KeystoreError) {
            try await keystore.close()
        } catch {
            logger.error("the keystore did not close", metadata: ["error": "\(error)"])
        }
    }

    private func groupConfiguration(_ services: any Service...) -> ServiceGroupConfiguration {
        var group = ServiceGroupConfiguration(
            services: services.map {
                // Without a name, the service is printed, with everything that it refers to.
                .init(
                    service: $0, successTerminationBehavior: .gracefullyShutdownGroup,
                    failureTerminationBehavior: .gracefullyShutdownGroup, serviceName: "\(type(of: $0))")
            },
            gracefulShutdownSignals: [.sigterm, .sigint], logger: quiet)
        group.maximumGracefulShutdownDuration = Self.stopLimit
        return group
    }

    /// The services' own steps are of no interest below a warning.
    private var quiet: Logger {
        var logger = logger
        logger.logLevel = .warning
        return logger
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
    private func awaitRootKey(_ entrance: Entrance, _ first: KeystoreError) async throws(StartError) -> Keystore? {
        logger.error("sealed", metadata: ["error": "\(first)"])
        manager.notify("READY=1\nSTATUS=Sealed: the root key cannot be had.")
        let outcome = await withTaskGroup(of: Result<Keystore?, KeystoreError>.self) { group in
            group.addTask {
                for await _ in entrance.wishes {
                    do throws(KeystoreError) {
                        return .success(try await openKeystore())
                    } catch {
                        guard case .rootKey(.unavailable(let failure)) = error else { return .failure(error) }
                        entrance.seal(failure.reason)
                    }
                }
                return .success(nil)
            }
            group.addTask {
                for await _ in await UnixSignalsSequence(trapping: .sigterm, .sigint) { break }
                return .success(nil)
            }
            group.addTask {
                // Cancelled with the group; a sleep that ends early costs one message more.
                while let interval = manager.watchdogInterval, !Task.isCancelled {
                    manager.notify("WATCHDOG=1")
                    try? await Task.sleep(for: interval)
                }
                // Without a watchdog there is nothing to do but to stay.
                for await _ in AsyncStream<Never>.makeStream().stream {}
                return .success(nil)
            }
            let outcome = await group.next() ?? .success(nil)
            group.cancelAll()
            return outcome
        }
        switch outcome {
        case .success(let keystore): return keystore
        case .failure(let error): throw .keystore(error)
        }
    }

    private func openPendingScans() throws(StartError) -> PendingScans {
        do throws(KeystoreError) {
            return try PendingScans(directory: configuration.stateDirectory)
        } catch {
            throw .keystore(error)
        }
    }

    private func listen(_ handler: some CallHandler, on loop: ServingLoop) async throws(StartError) -> GateListener {
        let inherited = manager.listeningSockets
        var listening = GateListenerConfiguration(
            source: inherited.isEmpty ? .path(configuration.socket) : .inherited(inherited),
            overflowUser: .overflow)
        listening.connections = configuration.connections
        listening.connectionsPerUser = configuration.connectionsPerUser
        listening.messageBytes = configuration.messageBytes
        listening.heldBytes = configuration.heldBytes
        do throws(GateListenerError) {
            return try await GateListener.start(listening, on: loop, handler: handler)
        } catch {
            throw .listener(error)
        }
    }
}

/// Why the daemon does not start.
public enum StartError: Error, Sendable, CustomStringConvertible {
    case configuration(ConfigurationError)
    case keystore(KeystoreError)
    case listener(GateListenerError)

    /// One line: what is the matter, and the way out.
    public var description: String {
        switch self {
        case .configuration(let error): error.description
        case .keystore(let error): error.description
        case .listener(let error): Self.describe(error)
        }
    }

    /// Whether the configuration has to be changed before another start can come to anything else.
    public var isMisconfiguration: Bool {
        switch self {
        case .configuration, .keystore(.sealedElsewhere), .listener(.invalidPath): true
        case .keystore, .listener: false
        }
    }

    private static func describe(_ error: GateListenerError) -> String {
        switch error {
        case .invalidPath(let path): "the socket's path \(path) is empty or longer than 107 bytes: choose a shorter one"
        case .directoryMissing(let path): "the directory of the socket \(path) does not exist: create it"
        case .inUse(let path): "another daemon serves \(path): stop that one first, or choose another --socket"
        case .notASocket(let path): "\(path) is not a socket: move it away, or choose another --socket"
        case .notListening(let descriptor):
            "the inherited descriptor \(descriptor) is no listening Unix socket: check the socket unit"
        case .system(let call, let number):
            "the socket cannot be opened: \(call) failed with errno \(number); check the path and its permissions"
        }
    }
}
