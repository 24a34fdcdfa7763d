import ArgumentParser
import BiometricGate
import GateModel

struct Sandbox: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run tests against a daemon of their own, on a reader that is played.",
        discussion: """
            biogate sandbox -- pytest starts a daemon in a temporary directory, runs pytest with BIOGATE_SOCKET and \
            BIOGATE_SANDBOX set, and ends with its status. Inside, or in a second terminal with the same variables, \
            `biogate sandbox touch` puts fingers on the reader. The daemon checks no passwords: begin with a PIN.
            """,
        subcommands: [RunSandbox.self, Touch.self, Unplug.self, Plug.self], defaultSubcommand: RunSandbox.self)
}

struct RunSandbox: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run a command against a daemon of its own (the default).")

    @Flag(help: "A reader that compares a touch with one finger only, and stores none.")
    var verifyOnly = false

    @Option(help: ArgumentHelp("The daemon, instead of the one that is installed.", valueName: "path"))
    var daemon: String?

    @Argument(parsing: .postTerminator, help: "Behind --, the command and its arguments.")
    var command: [String] = []

    mutating func validate() throws {
        guard !command.isEmpty else { throw ValidationError("Name the command behind --.") }
    }

    func run() async throws {
        let environment = ProcessEnvironment.ofThisProcess()
        let relay = SignalRelay()
        relay.start()
        do {
            let sandbox = try await SandboxDaemon.start(
                daemon, kind: verifyOnly ? .verifying : .storing, in: environment, relay)
            let outcome = await sandbox.run(command, in: environment, relay)
            await sandbox.end()
            throw ExitCode(try outcome.get())
        } catch let failure as SandboxFailure {
            try? Descriptor.errorOutput.write("biogate sandbox: \(failure)\n")
            throw failure.code
        }
    }
}

struct Touch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Touch the sandbox's reader, as soon as a touch is waited for.")

    @Argument(
        help: "A finger such as right-index, stranger (a finger nobody added), or poor (a scan nobody can judge).")
    var touch: VirtualTouch

    @Option(help: "How many touches, each when the reader wants one.")
    var times = 1

    @Flag(help: "As many touches as the call wants.")
    var all = false

    @OptionGroup var waiting: SandboxWaiting

    mutating func validate() throws {
        guard (1...100).contains(times) else { throw ValidationError("--times is 1 to 100.") }
    }

    func run() async throws {
        try await waiting.say(touch.command, .init(count: all ? nil : times, isLast: false))
    }
}

struct Unplug: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Pull the sandbox's reader out, as soon as a touch is waited for.")

    @OptionGroup var waiting: SandboxWaiting

    func run() async throws {
        try await waiting.say(VirtualToucher.unplugging, .init(count: 1, isLast: true))
    }
}

struct Plug: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Plug the sandbox's reader in again, with what is in its own storage.",
        discussion: """
            The daemon is started anew for it: connections end. A reader that is there already stays as it is.
            """)

    func run() async throws {
        let environment = ProcessEnvironment.ofThisProcess()
        do throws(SandboxFailure) {
            guard let directory = environment["BIOGATE_SANDBOX"], let socket = environment["BIOGATE_SOCKET"] else {
                throw .notInSandbox
            }
            guard await !hasReader(socket) else { return }
            try SandboxControl.ask(.plug, in: directory)
        } catch {
            try? Descriptor.errorOutput.write("biogate sandbox: \(error)\n")
            throw error.code
        }
    }

    /// False also where nobody answers.
    private func hasReader(_ socket: String) async -> Bool {
        let readers = try? await GateClient(socket: socket).listReaders()
        return readers?.isEmpty == false
    }
}

/// What the commands share that play the finger.
struct SandboxWaiting: ParsableArguments {
    @Option(help: ArgumentHelp("How long to wait for a call that wants a touch.", valueName: "seconds"))
    var timeout = TimeSpan.halfMinute

    func say(_ command: String, _ plan: TouchPlan) async throws {
        do throws(SandboxFailure) {
            let toucher = try VirtualToucher(in: .ofThisProcess())
            try await toucher.say(command, plan, within: timeout.duration)
        } catch {
            try? Descriptor.errorOutput.write("biogate sandbox: \(error)\n")
            throw error.code
        }
    }
}

/// What touches the reader.
enum VirtualTouch: ExpressibleByArgument, Hashable {
    case finger(Finger)
    case stranger
    case poor

    init?(argument: String) {
        switch argument {
        case "stranger": self = .stranger
        case "poor": self = .poor
        default:
            guard let finger = Finger(argument: argument) else { return nil }
            self = .finger(finger)
        }
    }

    static var allValueStrings: [String] { Finger.allValueStrings + ["stranger", "poor"] }

    /// What libfprint's virtual readers obey.
    var command: String {
        switch self {
        case .finger(let finger): "SCAN \(finger.argument)"
        case .stranger: "SCAN stranger-\(UInt64.random(in: 0 ... .max))"
        case .poor: "RETRY 0"
        }
    }
}
