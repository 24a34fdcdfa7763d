import ArgumentParser
import BiometricGate
import GateGuidance
import GateSystem
import Glibc

/// The security key's entry point.
package enum PasskeysPorch {
    /// Runs the security key with this process's arguments, on the main thread, before other threads run.
    package static func enter() -> Never {
        // Salts and names of accounts pass through it.
        OwnProcess.forbidDumps()
        // The first job of Swift's pool would start a watch that wakes the process every second.
        Task(executorPreference: BiogatePasskeys.loop) {
            await BiogatePasskeys.main()
            exit(EXIT_SUCCESS)
        }
        while true { pause() }
    }
}

/// A security key for web sites. Its keys are the daemon's, and open with a finger or the PIN.
struct BiogatePasskeys: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "biogate-passkeys",
        abstract: "A security key whose passkeys open with a finger or the PIN.",
        discussion: """
            Each connection to its socket is a device, whose packets are the 64-byte reports of a FIDO2 security key. \
            Browsers do not see it yet: see docs/passkeys.md.
            """)

    /// Everything runs on it, but the connections to the daemon.
    fileprivate static let loop = PollLoop(named: "biogate-keys")

    @Option(
        help: ArgumentHelp("Listen on this path, not $XDG_RUNTIME_DIR/biogate/passkeys.", valueName: "path"))
    var listen: String?

    @Option(
        help: ArgumentHelp(
            "The fingers that new passkeys work with: any, also those added later; or current, until one is added or removed.",
            valueName: "fingers"), transform: Self.enrollment)
    var enrollment = Access.Enrollment.any

    @Option(help: ArgumentHelp("The language of messages: en, ko or nb.", valueName: "tag"))
    var locale: String?

    @Option(help: ArgumentHelp("The daemon's socket, instead of $BIOGATE_SOCKET or the system's.", valueName: "path"))
    var socket: String?

    func run() async throws {
        let language = locale.map { Language(matching: $0) } ?? Language { OwnProcess.variable($0) }
        let gate = PasskeyGate(
            socket: socket ?? GateClient.defaultSocket, language: language, enrollment: enrollment, loop: Self.loop)
        let path = try listen ?? Self.standardPath()
        await gate.refresh()
        let following = Task(executorPreference: Self.loop) { await gate.follow() }
        defer { following.cancel() }
        let (ends, end) = AsyncStream<Void>.makeStream()
        do throws(SystemCallFailure) {
            try DeviceListener.start(path, gate, Self.loop) { end.yield() }
        } catch {
            let isServed = error.errno == EADDRINUSE
            throw ValidationError(
                isServed ? "Another biogate-passkeys serves \(path). End it, or use --listen." : "\(error)")
        }
        // A signal ends the process as it is. The next one takes the socket's place.
        for await _ in ends { break }
        throw ExitCode.failure
    }

    private static func enrollment(_ text: String) throws -> Access.Enrollment {
        guard let enrollment = Access.Enrollment(rawValue: text) else { throw ValidationError("Say any or current.") }
        return enrollment
    }

    private static func standardPath() throws -> String {
        guard let directory = OwnProcess.variable("XDG_RUNTIME_DIR") else {
            throw ValidationError("There is no XDG_RUNTIME_DIR: use --listen.")
        }
        // One that is there already is the user's own, or `bind` fails.
        unsafe mkdir("\(directory)/biogate", 0o700)
        return "\(directory)/biogate/passkeys"
    }
}

/// Writes a line for the journal, in which characters that could forge another line are escaped.
func journal(_ line: String) {
    let bytes = Array((line.escapingControls + "\n").utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
