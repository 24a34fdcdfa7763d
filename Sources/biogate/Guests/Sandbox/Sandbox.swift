import ArgumentParser
import BiometricGate
import GateGuidance
import GateModel
import GateSandbox
import GateSystem

struct Sandbox: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run tests against a daemon of their own, on a reader that is played.",
        discussion: """
            biogate sandbox -- pytest starts a daemon in a temporary directory, runs pytest with BIOGATE_SOCKET and \
            BIOGATE_SANDBOX set, and ends with its status. Inside, or in a second terminal with the same variables, \
            `biogate sandbox touch` puts fingers on the reader, and the others below play what can happen to it and to the \
            machine. Without --password there is none that could be checked: begin with a PIN.
            """,
        subcommands: [
            RunSandbox.self, Touch.self, Unplug.self, Plug.self, InUse.self, Free.self, Lock.self, Unlock.self,
            Away.self, Back.self,
            Sleep.self, Wake.self,
        ], defaultSubcommand: RunSandbox.self)
}

/// A command that plays a sandbox's daemon or its reader.
protocol SandboxCommand: AsyncParsableCommand {
    var options: GateOptions { get }

    /// Returns the process's exit status.
    func play(_ session: Session) async throws(SandboxFailure) -> Int32
}

extension SandboxCommand {
    /// Turns a failure into a line for the user and an exit status.
    func run() async throws {
        let session = Session(options, factor: nil)
        let code: ExitCode
        do throws(SandboxFailure) {
            code = ExitCode(try await play(session))
        } catch {
            // Shown among other programs' lines.
            code = error.code
            session.explain(
                .refused(
                    "biogate sandbox: \(session.words.text(error))", ExitStatus(rawValue: code.rawValue) ?? .unexpected)
            )
        }
        if code != .success { throw code }
    }
}

struct RunSandbox: SandboxCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run a command against a daemon of its own (the default).",
        discussion: """
            --json first prints where the sandbox is, for a second terminal. --socket is where its daemon listens, an \
            absolute path, and --timeout how long its reader waits for a touch.
            """)

    @Flag(help: "A reader that compares a touch with one finger only, and stores none.")
    var verifyOnly = false

    @Flag(help: "After misses or wrong PINs, waits of a second; after ten the PIN, or the password, is wanted.")
    var shortLockouts = false

    @Option(help: ArgumentHelp("The user's password; the first PIN is set with it.", valueName: "word"))
    var password: String?

    @Option(
        help: ArgumentHelp("The daemon, instead of the one that is installed.", valueName: "path"),
        transform: ValueRule.path.text)
    var daemon: String?

    @Argument(parsing: .postTerminator, help: "Behind --, the command and its arguments.")
    var command: [String] = []

    @OptionGroup var options: GateOptions

    mutating func validate() throws {
        guard !command.isEmpty else { throw ValidationError("Name the command behind --.") }
        guard options.socket?.hasPrefix("/") ?? true else {
            throw ValidationError("--socket is an absolute path: the sandbox's daemon listens there.")
        }
    }

    func play(_ session: Session) async throws(SandboxFailure) -> Int32 {
        let relay = SignalRelay()
        Signals.handle { event in
            relay.received(event.number, isFromTerminal: event.isFromTerminal)
            return true
        }
        let plan = SandboxPlan(
            program: daemon, kind: verifyOnly ? .verifying : .storing, socket: options.socket, timeout: session.timeout,
            hasShortLockouts: shortLockouts, password: password)
        let sandbox = try await SandboxDaemon.start(plan, in: session.environment, relay)
        do throws(CommandFailure) {
            try session.emit(await sandbox.announcement)
        } catch {
            // Nobody is left to tell.
        }
        do throws(SandboxFailure) {
            try await sandbox.open { Language.en.words.text($0) }
            let status = try await sandbox.run(command, in: session.environment, Signals.atStart, relay)
            await sandbox.end()
            return status
        } catch {
            await sandbox.end()
            throw error
        }
    }
}

struct Touch: SandboxCommand {
    static let configuration = CommandConfiguration(
        abstract: "Touch the sandbox's reader, as soon as a touch is waited for.",
        discussion: SandboxWait.help)

    @Argument(
        help: "A finger such as right-index, stranger (a finger nobody added), or poor (a scan nobody can judge).")
    var touch: VirtualTouch

    @Option(
        help: "How many touches, each when the reader wants one: 1 to 100, without it 1.",
        transform: ValueRule.touchCount.count)
    var times = 1

    @Flag(help: "As many touches as the call wants.")
    var all = false

    @OptionGroup var options: GateOptions

    func play(_ session: Session) async throws(SandboxFailure) -> Int32 {
        try await SandboxWait(session).say(touch.command, .init(count: all ? nil : times, isLast: false))
    }
}

struct Unplug: SandboxCommand {
    static let configuration = CommandConfiguration(
        abstract: "Pull the sandbox's reader out, as soon as a touch is waited for.",
        discussion: SandboxWait.help)

    @OptionGroup var options: GateOptions

    func play(_ session: Session) async throws(SandboxFailure) -> Int32 {
        try await SandboxWait(session).say(VirtualToucher.unplugging, .init(count: 1, isLast: true))
    }
}

struct Plug: SandboxCommand {
    static let configuration = CommandConfiguration(
        abstract: "Plug the sandbox's reader in again, with what is in its own storage.",
        discussion: """
            The daemon restarts for it: connections end. A reader that is there already stays as it is.
            """)

    @OptionGroup var options: GateOptions

    func play(_ session: Session) async throws(SandboxFailure) -> Int32 {
        let directory = try session.sandboxDirectory
        // Also if the daemon does not answer.
        let readers = try? await session.client.listReaders()
        if readers?.isEmpty ?? true { try SandboxControl.ask(.plug, in: directory) }
        return 0
    }
}

/// A command that sends a request to the process that holds the sandbox, and returns when it is done.
protocol SandboxEvent: SandboxCommand {
    static var request: SandboxControl.Request { get }
}

extension SandboxEvent {
    func play(_ session: Session) async throws(SandboxFailure) -> Int32 {
        try SandboxControl.ask(Self.request, in: try session.sandboxDirectory)
        return 0
    }
}

struct InUse: SandboxEvent {
    static let configuration = CommandConfiguration(
        commandName: "in-use", abstract: "Let another program have the sandbox's reader.",
        discussion: "Returns when the daemon has closed it, which is at most 3 seconds after its last use.")
    static let request = SandboxControl.Request.inUse

    @OptionGroup var options: GateOptions
}

struct Free: SandboxEvent {
    static let configuration = CommandConfiguration(abstract: "Give the sandbox's reader back to the daemon.")
    static let request = SandboxControl.Request.free

    @OptionGroup var options: GateOptions
}

struct Lock: SandboxEvent {
    static let configuration = CommandConfiguration(
        abstract: "Lock the session: what waits ends, and no finger counts until it is unlocked.",
        discussion: "For a system account, root among them, what waits ends; a finger counts all the same.")
    static let request = SandboxControl.Request.lock

    @OptionGroup var options: GateOptions
}

struct Unlock: SandboxEvent {
    static let configuration = CommandConfiguration(abstract: "Unlock the session.")
    static let request = SandboxControl.Request.unlock

    @OptionGroup var options: GateOptions
}

struct Away: SandboxEvent {
    static let configuration = CommandConfiguration(
        abstract: "Let another user have the screen: fast user switching.",
        discussion: "The session stays; for a system account, root among them, that changes nothing.")
    static let request = SandboxControl.Request.away

    @OptionGroup var options: GateOptions
}

struct Back: SandboxEvent {
    static let configuration = CommandConfiguration(abstract: "Take the screen back from another user.")
    static let request = SandboxControl.Request.back

    @OptionGroup var options: GateOptions
}

struct Sleep: SandboxEvent {
    static let configuration = CommandConfiguration(
        abstract: "Let the machine sleep, once the daemon has put everything away.")
    static let request = SandboxControl.Request.sleep

    @OptionGroup var options: GateOptions
}

struct Wake: SandboxEvent {
    static let configuration = CommandConfiguration(abstract: "Wake the machine.")
    static let request = SandboxControl.Request.wake

    @OptionGroup var options: GateOptions
}

/// Shared by the commands that play the finger.
private struct SandboxWait {
    static let help = "--timeout is how long it waits for a call that wants a touch; without it 30 seconds."

    private let toucher: VirtualToucher
    private let limit: Duration

    init(_ session: Session) throws(SandboxFailure) {
        toucher = VirtualToucher(in: try session.sandboxDirectory, client: session.client)
        limit = session.timeout ?? .seconds(30)
    }

    func say(_ command: String, _ plan: TouchPlan) async throws(SandboxFailure) -> Int32 {
        try await toucher.say(command, plan, within: limit)
        return 0
    }
}

extension Session {
    /// The sandbox named by the environment.
    fileprivate var sandboxDirectory: String {
        get throws(SandboxFailure) {
            guard let directory = environment["BIOGATE_SANDBOX"], isSocketNamed else { throw .notInSandbox }
            return directory
        }
    }
}

/// A touch of the reader.
enum VirtualTouch: ExpressibleByArgument, Hashable {
    case finger(Finger)
    case stranger
    case poor

    init?(argument: String) {
        guard let touch = ValueRule.touch.checked(argument, Self.init(typed:)) else { return nil }
        self = touch
    }

    private init?(typed: String) {
        switch typed {
        case "stranger": self = .stranger
        case "poor": self = .poor
        default:
            guard let finger = Finger(typed: typed) else { return nil }
            self = .finger(finger)
        }
    }

    static var allValueStrings: [String] { Finger.allValueStrings + ["stranger", "poor"] }

    /// The command for libfprint's virtual readers.
    var command: String {
        switch self {
        case .finger(let finger): "SCAN \(finger.argument)"
        case .stranger: "SCAN stranger-\(UInt64.random(in: 0 ... .max))"
        case .poor: "RETRY 0"
        }
    }
}

extension SandboxFailure {
    /// As in a shell, for failures of the command.
    fileprivate var code: ExitCode {
        switch self {
        case .noProgram, .ended, .unwatched: ExitStatus.noDaemon.code
        case .daemonEnded, .system, .callEnded: ExitStatus.unexpected.code
        case .notInSandbox: ExitStatus.usage.code
        case .nobodyWaiting: ExitStatus.timedOut.code
        case .commandNotFound: ExitStatus.programNotFound.code
        case .commandNotStarted: ExitStatus.programNotExecutable.code
        case .interrupted(let signal): ExitCode(128 + signal)
        }
    }
}
