import ArgumentParser
import GateGuidance
import GateModel
import GateSystem

/// Options of every command; declared last, so that the help lists the command's own options first.
struct GateOptions: ParsableArguments {
    @Flag(help: "Print the daemon's messages as JSON lines, and ask nothing.")
    var json = false

    @Flag(help: "Print complete lines only, also on a terminal.")
    var plain = false

    @Option(
        help: ArgumentHelp("The language of messages: en, ko or nb.", valueName: "tag"),
        completion: .list(Language.allCases.map(\.tag)))
    var locale: String?

    @Option(
        help: ArgumentHelp(
            "How long to wait, for a reader in use and for the touch: 1 to 120 seconds.", valueName: "seconds"),
        transform: ValueRule.timeout.timeSpan)
    var timeout: TimeSpan?

    @Option(
        help: ArgumentHelp(
            "Use the PIN (with --password, the password) in this file; - is standard input.", valueName: "file"))
    var pinFrom: SecretSource?

    @Flag(help: "Do not ask before items are lost.")
    var yes = false

    @Flag(help: "Let the desktop's prompt ask, too, where there is one.")
    var prompt = false

    @Option(
        help: ArgumentHelp("The daemon's socket, instead of $BIOGATE_SOCKET or the system's.", valueName: "path"),
        transform: ValueRule.path.text)
    var socket: String?

    private static let flags = ["--json", "--plain", "--yes", "--prompt"]
    /// Options followed by a value.
    private static let withValue = ["--locale", "--timeout", "--pin-from", "--socket"]

    /// The arguments from the first one on that is neither one of these options nor its value.
    static func skipping(_ arguments: ArraySlice<String>) -> ArraySlice<String> {
        var rest = arguments
        while let first = rest.first, let name = first.split(separator: "=").first.map(String.init),
            (flags + withValue).contains(name)
        {
            rest = rest.dropFirst(withValue.contains(first) ? 2 : 1)
        }
        return rest
    }

    /// The language of the option, else of the environment.
    func language(in environment: ProcessEnvironment) -> Language { Self.language(named: locale, in: environment) }

    /// The option's value, if there are no texts in it.
    var unknownLocale: String? { locale.flatMap { Language(known: $0) == nil ? $0 : nil } }

    /// As `language(in:)`, for arguments that cannot be parsed.
    static func language(askedBy arguments: [String], in environment: ProcessEnvironment) -> Language {
        let named = zip(arguments, arguments.dropFirst() + [""]).first { name, _ in name.hasPrefix("--locale") }
        return language(
            named: named.map { $0 == "--locale" ? $1 : String($0.dropFirst("--locale=".count)) }, in: environment)
    }

    private static func language(named name: String?, in environment: ProcessEnvironment) -> Language {
        name.map { Language(matching: $0) } ?? Language { environment[$0] }
    }
}

/// Options of commands that accept the PIN or the password instead of a finger.
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

/// A source of bytes that are not an argument.
enum SecretSource: ExpressibleByArgument, Hashable {
    case file(String)
    case standardInput

    init?(argument: String) {
        guard let path = ValueRule.file.checked(argument, { $0.isEmpty ? nil : $0 }) else { return nil }
        self = path == "-" ? .standardInput : .file(path)
    }

    func open() throws(SystemCallFailure) -> Descriptor {
        switch self {
        case .file(let path): try Descriptor.open(path, 0)
        case .standardInput: .input
        }
    }
}
