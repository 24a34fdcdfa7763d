import ArgumentParser
import BiometricGate
import GateModel
import GateSandbox
import GateSystem
import Glibc

struct GitCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "git", abstract: "Sign git's commits and tags with a finger.", subcommands: [SetUpGit.self])
}

struct SetUpGit: GateCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup", abstract: "Let git sign commits and tags with a key for ssh.",
        discussion: """
            Changes git's global configuration, and shows the lines. --undo gives back what was there. To verify, git \
            reads ~/.ssh/biogate/allowed_signers, unless the configuration already names a file.
            """)

    @Flag(help: "Give git back the configuration that it had before.")
    var undo = false

    @Argument(help: "The key, as `biogate ssh list` names it.", completion: .itemNames)
    var name: ItemName?

    @OptionGroup var options: GateOptions

    mutating func validate() throws {
        if !undo && name == nil { throw ValidationError("Name a key for ssh; make one with: biogate ssh new NAME") }
    }

    func run(_ session: Session) async throws(CommandFailure) {
        let folder = SSHFolder(session.environment)
        let git = GitConfiguration(session.environment)
        let record = GitRecord(path: "\(folder.keys)/git-before")
        if undo {
            for (setting, value) in try record.read(folder) { try await git.set(setting, to: value, session) }
            unsafe unlink(record.path)
            return session.screen.say(session.words.gitUnset)
        }
        guard let name else { return }
        let item = try await session.item(name)
        guard let key = SSHKey(item) else {
            throw .refused(session.words.noSSHKey(item.name.rawValue), .notFound)
        }
        let file = try folder.write(key)
        let program: String
        do throws(CompanionProgram.Missing) {
            let found = try CompanionProgram.path(of: "biogate-git-sign", in: session.environment)
            program = Descriptor.realPath(of: found) ?? found
        } catch {
            throw .refused(session.words.text(error), .notFound)
        }
        var settings = [
            ("gpg.format", "ssh"), ("user.signingkey", file), ("gpg.ssh.program", program),
            ("commit.gpgsign", "true"), ("tag.gpgsign", "true"),
        ]
        let signers = "gpg.ssh.allowedSignersFile"
        let ownSigners = "\(folder.keys)/allowed_signers"
        let named = await git.value(of: signers)
        if named == nil || named == ownSigners {
            let address = await git.value(of: "user.email") ?? "*"
            try folder.write("\(address) \(key.line)\n", to: ownSigners)
            settings.append((signers, ownSigners))
        }
        var before: [(String, String?)] = []
        for (setting, _) in settings { before.append((setting, await git.value(of: setting))) }
        // A second set-up must not take the first one's values for the user's.
        if !record.exists { try record.write(before, folder) }
        for (setting, value) in settings {
            try await git.set(setting, to: value, session)
            try session.print("\(setting) = \(value)")
        }
        session.screen.say(
            session.words.gitSet(key: key.name.rawValue, command: session.repeatable("biogate git setup --undo")))
    }
}

/// git's global configuration, through git itself.
struct GitConfiguration {
    private let environment: ProcessEnvironment

    init(_ environment: ProcessEnvironment) { self.environment = environment }

    /// Nil if it is not set.
    func value(of setting: String) async -> String? {
        guard let (status, said) = await ChildProcess.output(words(["--get", setting]), in: environment), status == 0
        else { return nil }
        return said.hasSuffix("\n") ? String(said.dropLast()) : said
    }

    /// With nil, removes the setting; one that is not there is no fault.
    func set(_ setting: String, to value: String?, _ session: Session) async throws(CommandFailure) {
        let arguments = value.map { ["--replace-all", setting, $0] } ?? ["--unset-all", setting]
        let ended = await ChildProcess.output(words(arguments), in: environment)
        // 5: the setting that is to be removed is not there.
        guard let ended, ended.status == 0 || (value == nil && ended.status == 5) else {
            throw .refused(session.words.gitFailed(setting), .unexpected)
        }
    }

    private func words(_ arguments: [String]) -> [String] {
        [environment.path(ofProgram: "git") ?? "/usr/bin/git", "config", "--global"] + arguments
    }
}

/// What git's configuration was before: a line for each setting, its name and, behind a space, its value if it had one.
private struct GitRecord {
    let path: String

    var exists: Bool { unsafe access(path, F_OK) == 0 }

    func write(_ settings: [(String, String?)], _ folder: SSHFolder) throws(CommandFailure) {
        let lines = settings.map { setting, value in value.map { "\(setting) \($0)\n" } ?? "\(setting)\n" }
        try folder.write(lines.joined(), to: path)
    }

    func read(_ folder: SSHFolder) throws(CommandFailure) -> [(String, String?)] {
        try folder.read(path).split(separator: "\n").map { line in
            let parts = line.split(separator: " ", maxSplits: 1)
            return (String(parts[0]), parts.count > 1 ? String(parts[1]) : nil)
        }
    }
}
