import ArgumentParser
import BiometricGate
package import GateBus
import GateGuidance
import GateModel
import GateSecretService
package import GateSystem
import Glibc

/// The front's entry point.
package enum SecretsPorch {
    /// Runs the front with this process's arguments, on the main thread, before other threads run.
    package static func enter() -> Never {
        // Every secret that programs read from the keyring passes through it.
        OwnProcess.forbidDumps()
        // The first job of Swift's pool would start a watch that wakes the process every second.
        Task(executorPreference: BiogateSecrets.loop) {
            await BiogateSecrets.main()
            exit(EXIT_SUCCESS)
        }
        while true { pause() }
    }
}

/// The keyring's door: the Secret Service, which opens protected items with a finger or the PIN.
struct BiogateSecrets: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "biogate-secrets",
        abstract: "A front of your keyring, which opens protected items with a finger.",
        discussion: """
            Programs that use libsecret find it by SECRET_SERVICE_BUS_NAME=\(SecretServiceNames.own). Protect an item \
            with: biogate keyring protect ITEM.
            """)

    /// Everything runs on it.
    fileprivate static let loop = PollLoop(named: "biogate-bus")

    @Option(help: ArgumentHelp("The name on the session's bus.", valueName: "name"))
    var name = SecretServiceNames.own

    @Option(help: ArgumentHelp("The name of the keyring behind it.", valueName: "name"))
    var keyring = SecretServiceNames.keyring

    @Option(help: ArgumentHelp("The bus of the keyring, if it is another one.", valueName: "address"))
    var keyringBus: String?

    @Option(help: ArgumentHelp("The language of messages: en, ko or nb.", valueName: "tag"))
    var locale: String?

    @Option(help: ArgumentHelp("The daemon's socket, instead of $BIOGATE_SOCKET or the system's.", valueName: "path"))
    var socket: String?

    func validate() throws {
        // Each call would come back for ever.
        guard name != keyring || keyringBus != nil else {
            throw ValidationError("--name and --keyring are the same name.")
        }
    }

    func run() async throws {
        let language = locale.map { Language(matching: $0) } ?? Language { OwnProcess.variable($0) }
        let loop = Self.loop
        let gate = SecretGate(socket: socket ?? GateClient.defaultSocket, language: language, loop: loop)
        guard let bus = await BusConnection.opened(.session, on: loop) else {
            throw ValidationError("There is no session with a message bus.")
        }
        let behind = if let keyringBus { await BusConnection.opened(.at(keyringBus), on: loop) } else { bus }
        guard let behind else { throw ValidationError("There is no bus at \(keyringBus ?? "").") }
        let service = SecretsService(bus, before: Keyring(keyring, on: behind, loop), gate: gate, loop)
        let following = Task(executorPreference: loop) {
            await gate.follow({ await service.listed($0) }, lost: { await service.lostList() })
        }
        defer { following.cancel() }
        let (ends, end) = AsyncStream<Void>.makeStream()
        await service.start(as: name) { end.yield() }
        // A signal ends the process as it is: it leaves nothing behind.
        for await _ in ends { break }
        journal("\(name) is another program's on the session's bus, or the bus has ended.")
        throw ExitCode.failure
    }
}

extension BusConnection {
    /// Nil if there is no such bus.
    package static func opened(_ bus: Bus, on loop: PollLoop) async -> BusConnection? {
        await withCheckedContinuation { continuation in
            loop.begin { open(bus, on: loop, takesDescriptors: false) { continuation.resume(returning: $0) } }
        }
    }
}

/// Writes a line for the journal, in which characters that could forge another line are escaped.
func journal(_ line: String) {
    let bytes = Array((line.escapingControls + "\n").utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
