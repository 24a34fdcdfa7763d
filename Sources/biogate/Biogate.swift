import ArgumentParser
import Dispatch
import GateGuidance
import GateModel
import GateSystem
import Glibc

/// The command line's porch: what has to come first, on the main thread, before the concurrency pool starts.
@main
enum Porch {
    static func main() {
        Descriptor.holdStandardPlaces()
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
            CommandGroup(name: "Begin:", subcommands: [Status.self, Setup.self, Doctor.self, Privacy.self]),
            CommandGroup(
                name: "Items:",
                subcommands: [
                    Store.self, Get.self, List.self, Show.self, Remove.self, Renew.self, Run.self, KeyCommands.self,
                    Ask.self,
                ]),
            CommandGroup(
                name: "Fingers, PIN and settings:",
                subcommands: [
                    FingerCommands.self, Enroll.self, PINCommands.self, ShowSettings.self, Enable.self, Disable.self,
                    RevokeAll.self, Reset.self,
                ]),
            CommandGroup(
                name: "Readers:", subcommands: [Readers.self, ReaderCommands.self, Watch.self, RunAgent.self, Log.self]),
            CommandGroup(name: "From fprintd, and back:", subcommands: [ImportFprintd.self, ExportFprintd.self]),
            CommandGroup(name: "Tests of your own:", subcommands: [Sandbox.self]),
        ],
        defaultSubcommand: Status.self)

    /// Of every command, wherever they stand: those that the parser finds here are the ones that the command has.
    @OptionGroup var options: GateOptions

    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let bundle = Typo.bundle(in: arguments) {
            let words = GateOptions.language(askedBy: arguments, in: .ofThisProcess()).words
            Screen(.plain).say(words.noOption(bundle))
            exit(withError: ExitStatus.usage.code)
        }
        if let typo = Typo.find(in: arguments) {
            let words = GateOptions.language(askedBy: arguments, in: .ofThisProcess()).words
            Screen(.plain).say(words.noCommand(typo.command, nearest: typo.nearest, help: typo.help))
            exit(withError: ExitStatus.usage.code)
        }
        do {
            var command = try command(for: arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch let fault as ValueFault {
            let words = GateOptions.language(askedBy: arguments, in: .ofThisProcess()).words
            Screen(.plain).say(words.text(fault))
            exit(withError: ExitStatus.usage.code)
        } catch {
            // A command that ends with the status of wrong usage has said why.
            guard !(error is ExitCode), exitCode(for: error) == .validationFailure else { exit(withError: error) }
            Screen(.plain).say(lines: fullMessage(for: error))
            exit(withError: ExitStatus.usage.code)
        }
    }
}
