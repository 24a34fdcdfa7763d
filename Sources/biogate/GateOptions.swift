import ArgumentParser
import BiometricGate
import GateGuidance
import GateModel

/// What every command takes.
struct GateOptions: ParsableArguments {
    @Flag(help: "Print the daemon's messages as JSON lines, and ask nothing.")
    var json = false

    @Flag(help: "Print complete lines only, also on a terminal.")
    var plain = false

    @Option(help: ArgumentHelp("The language of messages: en, ko or nb.", valueName: "tag"))
    var locale: String?

    @Option(help: ArgumentHelp("How long the reader waits for a touch: 1 to 120 seconds.", valueName: "seconds"))
    var timeout: TimeSpan?

    @Option(
        help: ArgumentHelp(
            "Use the PIN (with --password, the password) in this file; - is standard input.", valueName: "file"))
    var pinFrom: SecretSource?

    @Flag(help: "Do not ask before items are lost.")
    var yes = false

    @Option(help: ArgumentHelp("The daemon's socket, instead of $BIOGATE_SOCKET or the system's.", valueName: "path"))
    var socket: String?

    mutating func validate() throws {
        if let timeout, !(.seconds(1) ... .seconds(120)).contains(timeout.duration) {
            throw ValidationError("--timeout is 1 to 120 seconds.")
        }
    }

    private static let flags = ["--json", "--plain", "--yes"]
    /// Followed by their value.
    private static let withValue = ["--locale", "--timeout", "--pin-from", "--socket"]
    static var names: [String] { flags + withValue }

    /// The arguments with the options of every command that stand in front of the verb, or between it and a verb of its
    /// own, moved right behind both, where the verb takes them: what stands further back counts.
    static func behindVerb(_ arguments: [String]) -> [String] {
        var rest = arguments[...]
        var moved = takeOptions(&rest)
        let hasVerbs = Biogate.configuration.allSubcommands.contains { command in
            command._commandName == rest.first && !command.configuration.subcommands.isEmpty
        }
        var verbs = takeVerb(&rest)
        if hasVerbs {
            moved += takeOptions(&rest)
            verbs += takeVerb(&rest)
        }
        return verbs + moved + rest
    }

    private static func takeVerb(_ rest: inout ArraySlice<String>) -> [String] {
        guard let first = rest.first, !first.hasPrefix("-") else { return [] }
        return [rest.removeFirst()]
    }

    /// Takes the options of every command from the beginning, as long as something is left behind them.
    private static func takeOptions(_ rest: inout ArraySlice<String>) -> [String] {
        var taken: [String] = []
        while let first = rest.first, first.hasPrefix("--"), first != "--" {
            let hasValueBehind = withValue.contains(first)
            let isOurs = hasValueBehind || flags.contains(first) || first.contains("=")
            guard isOurs, rest.count > (hasValueBehind ? 2 : 1) else { break }
            taken += rest.prefix(hasValueBehind ? 2 : 1)
            rest = rest.dropFirst(hasValueBehind ? 2 : 1)
        }
        return taken
    }

    /// The language that the option asks for, else the environment.
    func language(in environment: ProcessEnvironment) -> Language { Self.language(named: locale, in: environment) }

    /// As `language(in:)`, of arguments that cannot be parsed.
    static func language(askedBy arguments: [String], in environment: ProcessEnvironment) -> Language {
        let named = zip(arguments, arguments.dropFirst() + [""]).first { name, _ in name.hasPrefix("--locale") }
        return language(
            named: named.map { $0 == "--locale" ? $1 : String($0.dropFirst("--locale=".count)) }, in: environment)
    }

    private static func language(named name: String?, in environment: ProcessEnvironment) -> Language {
        name.map(Language.init(named:)) ?? Language { environment[$0] }
    }
}

/// What commands take that the PIN or the password can do instead of a finger.
struct CredentialOptions: ParsableArguments {
    @Flag(name: .customLong("pin"), help: "Use the PIN instead of a finger.")
    var usesPIN = false

    @Flag(name: .customLong("password"), help: "Use the password instead of a finger.")
    var usesPassword = false

    mutating func validate() throws {
        if usesPIN && usesPassword { throw ValidationError("Choose one of --pin and --password.") }
    }

    var factor: Factor? { usesPassword ? .password : usesPIN ? .pin : nil }
}

/// Seconds, or minutes with an `m` behind: `90`, `90s`, `2m`.
struct TimeSpan: ExpressibleByArgument, Hashable {
    static let halfMinute = TimeSpan(.seconds(30))

    let duration: Duration

    private init(_ duration: Duration) {
        self.duration = duration
    }

    init?(argument: String) {
        let isMinutes = argument.hasSuffix("m")
        let digits = isMinutes || argument.hasSuffix("s") ? argument.dropLast() : argument[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let count = Int64(digits), count <= 86_400
        else { return nil }
        duration = .seconds(isMinutes ? count * 60 : count)
    }

    var defaultValueDescription: String { "\(duration.components.seconds)" }
}

/// Where bytes are read from that are no argument.
enum SecretSource: ExpressibleByArgument, Hashable {
    case file(String)
    case standardInput

    init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        self = argument == "-" ? .standardInput : .file(argument)
    }

    func open() throws(SystemCallFailure) -> Descriptor {
        switch self {
        case .file(let path): try Descriptor.open(path, 0)
        case .standardInput: .input
        }
    }
}
