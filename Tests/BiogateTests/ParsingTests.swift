import ArgumentParser
import BiometricGate
import GateGuidance
import GateModel
import GateSystem
import Testing

@testable import biogate

@Suite("Arguments")
struct ParsingTests {
    /// Parses a line and returns its command.
    private func parse<Command>(_ type: Command.Type = Command.self, _ line: String) throws -> Command {
        let arguments = line.split(separator: " ").map(String.init)
        return try #require(try Biogate.parseAsRoot(arguments) as? Command)
    }

    private func refuses(_ line: String) -> Bool {
        let arguments = line.split(separator: " ").map(String.init)
        do {
            _ = try Biogate.parseAsRoot(arguments)
            return false
        } catch {
            return Biogate.exitCode(for: error) == ExitStatus.usage.code
        }
    }

    @Test("Without a verb, the status is shown")
    func status() throws {
        #expect(try parse(Status.self, "").options.json == false)
        #expect(try parse(Status.self, "--json").options.json)
    }

    @Test("Options of every command may precede or follow the verb")
    func optionsInFront() throws {
        #expect(try parse(List.self, "--json list").options.json)
        #expect(try parse(List.self, "list --json").options.json)
        let get = try parse(Get.self, "--locale ko --timeout=90 --socket /s get github --pin")
        #expect(get.options.locale == "ko" && get.options.socket == "/s" && get.factor == .pin)
        #expect(get.options.timeout?.duration == .seconds(90))
        let run = try parse(Run.self, "--yes run --env A=b -- printenv --json")
        #expect(run.options.yes && run.command == ["printenv", "--json"] && !run.options.json)
    }

    @Test("Every command accepts the options of every command, wherever they are")
    func everyCommand() {
        var commands: [any ParsableCommand.Type] = [Biogate.self]
        var count = 0
        while let command = commands.popLast() {
            let inner = command.configuration.allSubcommands
            commands += inner
            guard inner.isEmpty else { continue }
            count += 1
            let help = command.helpMessage(columns: 200)
            let names = ["--json", "--plain", "--locale", "--timeout", "--pin-from", "--yes", "--socket"]
            for option in names { #expect(help.contains("  \(option) "), "\(command) \(option)") }
        }
        #expect(count > 30)
    }

    @Test("Options of every command may come between a verb and its second verb, too")
    func optionsBetween() throws {
        #expect(try parse(ListFingers.self, "finger --json list").options.json)
        #expect(try parse(ListFingers.self, "--plain finger --locale ko list").options.locale == "ko")
        #expect(try parse(SetPIN.self, "pin --yes set --password").options.yes)
        let sandbox = try parse(RunSandbox.self, "sandbox --json --socket /s -- get --json")
        #expect(sandbox.options.json && sandbox.options.socket == "/s" && sandbox.command == ["get", "--json"])
        #expect(try parse(Touch.self, "sandbox --timeout 5 touch stranger").options.timeout?.duration == .seconds(5))
    }

    @Test(
        "An unknown command is reported with the one that was probably meant",
        arguments: [
            ("stauts", "stauts", "biogate status", "biogate --help"),
            ("lsit", "lsit", "biogate list", "biogate --help"),
            ("ls", "ls", "biogate list", "biogate --help"), ("gte x", "gte", "biogate get", "biogate --help"),
            ("fingers list", "fingers", "biogate finger", "biogate --help"),
            ("finger lst", "finger lst", "biogate finger list", "biogate finger --help"),
            ("sandbox tuch right-index", "sandbox tuch", "biogate sandbox touch", "biogate sandbox --help"),
            ("pin sett", "pin sett", "biogate pin set", "biogate pin --help"),
            ("help stroe", "stroe", "biogate store", "biogate --help"),
            ("--plain --locale ko finger --yes lst", "finger lst", "biogate finger list", "biogate finger --help"),
            ("--timeout=5 lsit", "lsit", "biogate list", "biogate --help"),
            ("nonsense", "nonsense", nil, "biogate --help"), ("x", "x", nil, "biogate --help"),
        ] as [(String, String, String?, String)])
    func typos(line: String, command: String, nearest: String?, help: String) {
        let typo = Typo.find(
            in: line.split(separator: " ").map(String.init), among: Biogate.configuration.allSubcommands)
        #expect(typo == Typo(command: command, nearest: nearest, help: help))
    }

    @Test(
        "A command's name, or a word after a command, is no typo",
        arguments: [
            "", "list", "get lsit", "finger", "finger list", "--help", "help", "help finger add", "enrol left-thumb",
            "sandbox -- lsit", "sandbox touch poor", "--locale lsit", "--nonsense lsit", "sandbox --daemon x -- true",
        ])
    func noTypos(line: String) {
        #expect(
            Typo.find(
                in: line.split(separator: " ").map(String.init), among: Biogate.configuration.allSubcommands) == nil)
    }

    @Test(
        "A command is recognised by another tool's name, or in capitals",
        arguments: [
            ("delete x", "biogate rm"), ("remove x", "biogate rm"), ("GET x", "biogate get"),
            ("finger REMOVE", "biogate finger remove"), ("key create x", "biogate key new"), ("ls", "biogate list"),
        ])
    func synonyms(line: String, nearest: String) {
        #expect(
            Typo.find(
                in: line.split(separator: " ").map(String.init), among: Biogate.configuration.allSubcommands)?.nearest
                == nearest)
    }

    @Test(
        "A suggested command keeps the typed options",
        arguments: [
            (
                "key new deploy --ed25519 --label Work", "biogate key new deploy --replace",
                "biogate key new deploy --ed25519 --label Work --replace"
            ),
            ("get github --out a/b --pin", "biogate get github --password", "biogate get github --out a/b --password"),
            (
                "store --only-finger -- -x", "biogate store --replace -- -x",
                "biogate store --only-finger --replace -- -x"
            ),
            ("--socket /s store x", "biogate store x --replace", "biogate --socket /s store x --replace"),
            ("run --env A=a -- gh pr", "biogate get a --pin", "biogate run --env 'A=a' --pin -- gh pr"),
            ("get a b", "biogate get a --pin", "biogate get a b --pin"),
            ("run --env A=a -- gh", "biogate get a", "biogate get a"),
            ("get github", "biogate list", "biogate list"), ("get github", "biogate getter --x", "biogate getter --x"),
            ("renew bank", "biogate store bank --replace", "biogate store bank --replace"),
        ])
    func keptOptions(typed: String, suggested: String, kept: String) {
        let command = TypedCommand(typed.split(separator: " ").map(String.init), groups: Biogate.groups)
        #expect(command.keepingOptions(in: suggested) == kept)
    }

    @Test("An unknown word with one hyphen is not a request for help")
    func bundles() {
        #expect(Typo.bundle(in: ["store", "-dash"]) == "-dash")
        for line in [["store", "--", "-dash"], ["-h"], ["list", "--help"], ["log", "-f", "-n", "5"], ["a-h"]] {
            #expect(Typo.bundle(in: line) == nil)
        }
    }

    @Test("The help lists a command's own options first, with each value's rule")
    func helpOrder() {
        let help = Store.helpMessage(columns: 200)
        let parts = help.split(separator: "--only-finger ")
        #expect(parts.last?.contains("--json ") == true && parts.dropLast().allSatisfy { !$0.contains("  --json ") })
        #expect(help.contains("1 to 200 characters") && help.contains("Examples: biogate store"))
    }

    @Test("The language is known even if the arguments cannot be parsed")
    func languageOfTypos() {
        let korean = ProcessEnvironment(["LANG": "ko_KR.UTF-8"])
        #expect(GateOptions.language(askedBy: ["lsit", "--locale", "nb"], in: korean) == .nb)
        #expect(GateOptions.language(askedBy: ["lsit", "--locale=nb-NO"], in: korean) == .nb)
        #expect(GateOptions.language(askedBy: ["lsit", "--locale"], in: korean) == .en)
        #expect(GateOptions.language(askedBy: ["lsit"], in: korean) == .ko)
    }

    @Test(
        "A finger may be written with a hyphen, or as in the contract",
        arguments: Finger.allCases)
    func fingers(finger: Finger) throws {
        #expect(Finger(argument: finger.argument) == finger)
        #expect(Finger(argument: finger.rawValue) == finger)
        #expect(try parse(AddFinger.self, "finger add \(finger.argument)").finger == finger)
    }

    @Test("Other tools' names for enrolling are accepted")
    func aliases() throws {
        for line in ["enroll left-thumb", "enrol left-thumb"] {
            #expect(try parse(Enroll.self, line).command.finger == .leftThumb)
        }
        for line in ["finger enroll left-thumb --label Work", "finger enrol left-thumb --label Work"] {
            let add = try parse(AddFinger.self, line)
            #expect(add.finger == .leftThumb && add.label?.rawValue == "Work")
        }
        #expect(try parse(AddFinger.self, "finger add").finger == .rightIndex)
    }

    @Test(
        "A time is in seconds or minutes",
        arguments: [("90", 90), ("90s", 90), ("2m", 120), ("0", 0)] as [(String, Int64)])
    func times(text: String, seconds: Int64) throws {
        #expect(try #require(TimeSpan(text)).duration == .seconds(seconds))
    }

    @Test("No other value is a time", arguments: ["", "m", "s", "-1", "1.5", "1h", "99999999999999999999", "１"])
    func noTimes(text: String) {
        #expect(TimeSpan(text) == nil)
    }

    @Test("The options decide an item's access")
    func access() throws {
        let store = try parse(
            Store.self, "store bank --only-finger --reuse 2m --keep-on-finger-change --replace --label L")
        #expect(
            store.sealing.onlyFinger && store.sealing.keepOnFingerChange && store.sealing.replace
                && store.sealing.label?.rawValue == "L")
        #expect(store.sealing.reuse?.duration == .seconds(120))
        let access = try parse(Store.self, "store bank --reuse 2m --reuse-pin").sealing.item(orElse: .pin).access
        #expect(access == Access(factors: [.fingerprint, .pin], maximumAge: .seconds(120), reusesPIN: true))
        #expect(throws: (any Error).self) { try parse(Store.self, "store bank --reuse-pin") }
    }

    @Test("Variables and files are bound to items by name")
    func bindings() throws {
        let run = try parse(Run.self, "run --env A=a=b --env B=c --fd 3=cert -- gh pr list")
        #expect(run.env.map(\.variable) == ["A", "B"] && run.env.map(\.item.rawValue) == ["a=b", "c"])
        #expect(run.fd.map(\.number) == [3] && run.command == ["gh", "pr", "list"])
    }

    @Test("After two hyphens the sandbox's command begins, whatever its name")
    func sandbox() throws {
        #expect(try parse(RunSandbox.self, "sandbox -- touch right-index").command == ["touch", "right-index"])
        #expect(try parse(RunSandbox.self, "sandbox --verify-only -- pytest -x").verifyOnly)
        #expect(try parse(Touch.self, "sandbox touch stranger --times 3").times == 3)
        #expect(try parse(Touch.self, "sandbox touch right-index --all").touch == .finger(.rightIndex))
        _ = try parse(Unplug.self, "sandbox unplug")
    }

    @Test("A user whose account is deleted is named by the number")
    func deletedUser() throws {
        #expect(try parse(Reset.self, "reset --user 1962800500").user?.id == UserID(rawValue: 1_962_800_500))
        for line in ["reset --user 4294967295", "reset --user 4294967296", "reset --user +5"] {
            #expect(refuses(line), "\(line)")
        }
    }

    @Test(
        "A line without a meaning is a usage error",
        arguments: [
            "get", "get a b --out c", "nonsense", "list --timeout 0", "list --timeout 121", "get a --pin --password",
            "store a --reuse 6m", "store a --pin-from -", "finger add thumb", "finger remove",
            "finger remove left-thumb --all",
            "run --env A=a", "run -- true", "run --env A -- true", "run --fd 2=a -- true",
            "run --env A=a --env A=b -- true",
            "sandbox", "sandbox pytest", "sandbox touch thumb", "sandbox touch right-index --times 0",
            "reset --user no-such-user",
            "pin set --pin-from - --old-pin-from -", "pin set --old-pin-from a --password", "list --json=yes",
        ])
    func usage(line: String) {
        #expect(refuses(line))
    }

    @Test(
        "The language comes from the option, or else from the locale variables in their order",
        arguments: [
            ([:], nil, .en), (["LANG": "ko_KR.UTF-8"], nil, .ko),
            (["LANG": "ko_KR.UTF-8", "LC_MESSAGES": "nb_NO"], nil, .nb),
            (["LC_ALL": "C.UTF-8", "LANG": "ko_KR"], nil, .en), (["LC_ALL": "", "LANG": "nn_NO@x"], nil, .nb),
            (["LANG": "en_GB.UTF-8", "LANGUAGE": "ko:en"], nil, .ko),
            (["LANG": "ko_KR", "LANGUAGE": "fr:nn_NO:en"], nil, .nb),
            (["LANG": "ko_KR", "LANGUAGE": "fr"], nil, .ko), (["LC_ALL": "C", "LANGUAGE": "ko"], nil, .en),
            (["LANGUAGE": "ko"], nil, .en), (["LANG": "fr_FR.UTF-8"], nil, .en),
            (["LANG": "ko_KR"], "no", .nb), ([:], "ko-KR", .ko), ([:], "ko_KR.UTF-8", .ko),
            (["LANG": "ko_KR"], "xx", .en),
        ] as [([String: String], String?, Language)])
    func language(variables: [String: String], option: String?, language: Language) throws {
        var environment = ProcessEnvironment()
        for (name, value) in variables { environment.set(name, value) }
        let options = try GateOptions.parse(option.map { ["--locale", $0] } ?? [])
        #expect(options.language(in: environment) == language)
    }
}
