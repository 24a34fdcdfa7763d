import ArgumentParser
import Dispatch
import GateGuidance
import GateModel
import GateSystem
import GateWire
import Glibc
import biogate_agent
import biogate_passkeys
import biogate_secrets
import biogate_ssh_agent

/// The entry point of the user's programs, one executable by several names: runs on the main thread before the process
/// opens any file and the concurrency pool starts.
///
/// The first argument's file name decides, as links and units give it. What only one name needs, such as the handling of
/// signals or a library, is set up behind this decision.
@main
enum Porch {
    static func main() {
        Descriptor.holdStandardPlaces()
        switch OwnProcess.name {
        case "biogate-agent": AgentPorch.enter()
        case "biogate-passkeys": PasskeysPorch.enter()
        case "biogate-secrets": SecretsPorch.enter()
        case "biogate-ssh-agent": SSHAgentPorch.enter()
        default: break
        }
        Signals.start()
        Task {
            await Biogate.main()
            exit(ExitStatus.done.rawValue)
        }
        dispatchMain()
    }
}

/// The command line.
struct Biogate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "biogate",
        abstract: "Opens sealed secrets with a fingerprint, or with the PIN or the password instead.",
        discussion: "Exit status: \(ExitStatus.table).",
        version: Version.current,
        groupedSubcommands: [
            CommandGroup(name: "Begin", subcommands: [Status.self, Setup.self, Doctor.self, Privacy.self]),
            CommandGroup(
                name: "Items",
                subcommands: [
                    Store.self, Get.self, List.self, Show.self, Remove.self, Renew.self, Run.self, Inject.self,
                    KeyCommands.self, Ask.self,
                ]),
            CommandGroup(
                name: "ssh, git, the keyring and web sites",
                subcommands: [SSHCommands.self, GitCommands.self, KeyringCommands.self, PasskeyCommands.self]),
            CommandGroup(
                name: "Fingers, PIN and settings",
                subcommands: [
                    FingerCommands.self, Enroll.self, PINCommands.self, LoginCommands.self, ShowSettings.self,
                    Enable.self, Disable.self, RevokeAll.self, Reset.self,
                ]),
            CommandGroup(
                name: "Readers", subcommands: [Readers.self, ReaderCommands.self, Watch.self, RunAgent.self, Log.self]),
            CommandGroup(name: "From fprintd, and back", subcommands: [ImportFprintd.self, ExportFprintd.self]),
            CommandGroup(name: "Tests of your own", subcommands: [Sandbox.self]),
        ],
        defaultSubcommand: Status.self)

    /// The commands that have commands of their own.
    static var groups: Set<String> {
        Set(configuration.allSubcommands.filter { !$0.configuration.allSubcommands.isEmpty }.map { $0._commandName })
    }

    /// Options of every command, at any position: the command takes over those that the parser finds here.
    @OptionGroup var options: GateOptions

    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let refuse = Refusal(arguments)
        if let end = arguments.firstIndex(of: "--") ?? Optional(arguments.count),
            OwnProcess.arguments.dropFirst().prefix(end).contains(where: {
                String(validating: $0, as: UTF8.self) == nil
            })
        {
            refuse(refuse.words.notUTF8)
        }
        if let bundle = Typo.bundle(in: arguments) { refuse(refuse.words.noOption(bundle)) }
        if let typo = Typo.find(in: arguments, among: configuration.allSubcommands) {
            refuse(refuse.words.noCommand(typo.command, nearest: typo.nearest, help: typo.help))
        }
        do {
            var command = try command(for: arguments)
            try await TypedCommand.$groups.withValue(groups) {
                if var command = command as? any AsyncParsableCommand {
                    try await command.run()
                } else {
                    try command.run()
                }
            }
        } catch let fault as ValueFault {
            refuse(refuse.words.text(fault))
        } catch let status as ExitCode {
            // The command has explained its failure.
            Glibc.exit(status.rawValue)
        } catch {
            guard exitCode(for: error) == .validationFailure else { show(error) }
            let message = fullMessage(for: error)
            // The parser would repeat the argument.
            guard message.lowercased().contains("unexpected argument") else { refuse(message) }
            refuse(Typo.takesSecret(arguments) ? refuse.words.secretsAreNoArguments : refuse.words.tooManyArguments)
        }
    }

    /// Prints a help text, the version, or a completion script; a failure to write sets the status.
    private static func show(_ error: any Error) -> Never {
        do {
            try Descriptor.output.write(fullMessage(for: error) + "\n")
            Glibc.exit(exitCode(for: error).rawValue)
        } catch {
            Screen(.plain).say("\(error)")
            Glibc.exit(ExitStatus.unexpected.rawValue)
        }
    }

    /// Ends a process that was called incorrectly.
    private struct Refusal {
        let words: any CommandWords
        private let isJSON: Bool

        init(_ arguments: [String]) {
            words = GateOptions.language(askedBy: arguments, in: .ofThisProcess()).words
            isJSON = arguments.prefix { $0 != "--" }.contains("--json")
        }

        func callAsFunction(_ text: String) -> Never {
            Screen(.plain).say(lines: text)
            if isJSON {
                unsafe OutgoingFrame.error("\(ExitStatus.usage)", ["message": .string(text)]).withBytes { bytes in
                    var line = unsafe Array(bytes.dropLast())
                    line.append(UInt8(ascii: "\n"))
                    try? Descriptor.output.write(line)
                }
            }
            Glibc.exit(ExitStatus.usage.rawValue)
        }
    }
}

extension Biogate {
    /// The command that the arguments mean; a value that breaks its rule is thrown as a `ValueFault`.
    static func command(for arguments: [String]) throws -> any ParsableCommand {
        try ValueFault.thrown(insteadOf: { exitCode(for: $0) == .validationFailure }) {
            try parseAsRoot(arguments)
        }
    }
}
