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
            for (setting, values) in try record.read(folder) { try await git.set(setting, to: values, session) }
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
        let named = await git.values(of: signers).last
        if named == nil || named == ownSigners {
            let address = await git.values(of: "user.email").last.flatMap(Self.principal) ?? "*"
            try folder.write("\(address) \(key.line)\n", to: ownSigners)
            settings.append((signers, ownSigners))
        }
        var before: [(String, [String])] = []
        for (setting, _) in settings { before.append((setting, await git.values(of: setting))) }
        // A second set-up must not take the first one's values for the user's.
        if !record.exists { try record.write(before, folder) }
        for (setting, value) in settings {
            try await git.set(setting, to: [value], session)
            try session.print("\(setting) = \(value)")
        }
        session.screen.say(
            session.words.gitSet(key: key.name.rawValue, command: session.repeatable("biogate git setup --undo")))
    }
}

extension SetUpGit {
    /// The address as allowed_signers takes it; nil if it would be read as more than one name.
    fileprivate static func principal(_ address: String) -> String? {
        let isPlain = address.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x2C }
        return isPlain && !address.isEmpty && !address.hasPrefix("#") ? address : nil
    }
}

/// git's global configuration, through git itself.
struct GitConfiguration {
    private let environment: ProcessEnvironment

    init(_ environment: ProcessEnvironment) { self.environment = environment }

    /// Its values in their order; one that is there without a value is `true` to git.
    func values(of setting: String) async -> [String] {
        guard let (status, said) = await ChildProcess.output(words(["--null", "--list"]), in: environment), status == 0
        else { return [] }
        return said.split(separator: "\0").compactMap { entry in
            let parts = entry.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts[0].lowercased() == setting.lowercased() else { return nil }
            return parts.count > 1 ? String(parts[1]) : "true"
        }
    }

    /// Replaces all values of the setting; one that is not there is no fault.
    func set(_ setting: String, to values: [String], _ session: Session) async throws(CommandFailure) {
        let removed = await ChildProcess.output(words(["--unset-all", setting]), in: environment)
        // 5: it is not there.
        guard let removed, removed.status == 0 || removed.status == 5 else {
            throw .refused(session.words.gitFailed(setting), .unexpected)
        }
        for value in values {
            guard await ChildProcess.output(words(["--add", setting, value]), in: environment)?.status == 0 else {
                throw .refused(session.words.gitFailed(setting), .unexpected)
            }
        }
    }

    private func words(_ arguments: [String]) -> [String] {
        [environment.path(ofProgram: "git") ?? "/usr/bin/git", "config", "--global"] + arguments
    }
}

/// Git's configuration before the setup: a line for each value of a setting, its name and, behind a space, the value; or
/// the name alone if it had none. A backslash or a line's end in a value is written `\\` or `\n`.
private struct GitRecord {
    let path: String

    var exists: Bool { unsafe access(path, F_OK) == 0 }

    func write(_ settings: [(String, [String])], _ folder: SSHFolder) throws(CommandFailure) {
        let lines = settings.flatMap { setting, values in
            values.isEmpty ? [setting] : values.map { "\(setting) \(Self.escaped($0))" }
        }
        try folder.write(lines.map { $0 + "\n" }.joined(), to: path)
    }

    func read(_ folder: SSHFolder) throws(CommandFailure) -> [(String, [String])] {
        var settings: [(String, [String])] = []
        for line in try folder.read(path).split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            let (setting, values) = (String(parts[0]), parts.dropFirst().map { Self.plain($0) })
            if settings.last?.0 == setting {
                settings[settings.count - 1].1 += values
            } else {
                settings.append((setting, values))
            }
        }
        return settings
    }

    private static func escaped(_ value: String) -> String {
        value.map { $0 == "\\" ? "\\\\" : $0 == "\n" ? "\\n" : String($0) }.joined()
    }

    private static func plain(_ text: Substring) -> String {
        var (plain, isEscaped) = ("", false)
        for character in text {
            if isEscaped {
                plain.append(character == "n" ? "\n" : character)
            } else if character != "\\" {
                plain.append(character)
            }
            isEscaped = !isEscaped && character == "\\"
        }
        return plain
    }
}
