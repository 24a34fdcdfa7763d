import ArgumentParser
import BiometricGate
import GateModel
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
            The settings are in ~/.ssh/biogate/gitconfig, which git's global configuration then includes. --undo takes \
            that away again. To verify, git reads ~/.ssh/biogate/allowed_signers, unless the configuration already names a \
            file.
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
        let own = OwnGitFile(folder)
        if undo {
            try await git.restore(folder, session)
            try takeAway(own, git, session)
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
            (name: "gpg.format", value: "ssh"), ("user.signingkey", file), ("gpg.ssh.program", program),
            ("commit.gpgsign", "true"), ("tag.gpgsign", "true"),
        ]
        // What an earlier version changed in the user's own settings.
        try await git.restore(folder, session)
        let signers = "gpg.ssh.allowedSignersFile"
        let held = await git.holding(["user.email", signers])
        let address = held.first { $0.name == "user.email" }.flatMap { Self.principal($0.value) } ?? "*"
        let line = "\(address) \(key.line)"
        let named = held.first { $0.name == signers.lowercased() }.flatMap { session.environment.expanded($0.value) }
        if named == nil || named == own.signers {
            try folder.append(line, to: own.signers)
            settings.append((signers, own.signers))
        }
        for (setting, value) in settings { try session.print("\(setting) = \(value)") }
        let isPlaced = try place(own, settings, beside: program, git, session)
        if let named, named != own.signers, !folder.lines(of: named).contains(line) {
            session.screen.say(session.words.gitSignersLine(named))
            try session.print(line)
        }
        guard isPlaced else { throw .explained(.notPermitted) }
        session.screen.say(
            session.words.gitSet(key: key.name.rawValue, command: session.repeatable("biogate git setup --undo")))
        for (origin, setting, condition) in await git.winning(over: settings) {
            session.screen.say(
                condition.map { session.words.gitWinsWhere(condition: $0, file: origin, line: setting) }
                    ?? session.words.gitWins(file: origin, line: setting))
        }
    }

    /// Writes the own file, and has the user's configuration include it; false if the user has to enter the lines.
    private func place(
        _ own: OwnGitFile, _ settings: [(name: String, value: String)], beside program: String,
        _ git: GitConfiguration, _ session: Session
    ) throws(CommandFailure) -> Bool {
        let path = git.globalFile
        let file = try UserFile(path)
        let created = try own.created()
        try own.write(settings, beside: program, created: file.bytes == nil ? path : created)
        let bare = GitText(GitText(file.bytes ?? []).withoutSection)
        if let content = bare.withSection(replacing: settings) {
            if content == file.bytes { return true }
            if try file.replace(by: content) { return true }
        }
        // Entered by hand, where it is.
        if GitText(file.bytes ?? []).hasSection { return true }
        session.screen.say(session.words.gitEnterLines(path))
        for line in GitText.shownLines { try session.print(line) }
        return false
    }

    private func takeAway(
        _ own: OwnGitFile, _ git: GitConfiguration, _ session: Session
    ) throws(CommandFailure) {
        let created = try own.created()
        for path in git.globalFiles {
            let file = try UserFile(path)
            guard let bytes = file.bytes else { continue }
            let rest = GitText(bytes).withoutSection
            guard rest != bytes else { continue }
            let isOurs = rest.isEmpty && created == path
            if try !file.replace(by: isOurs ? nil : rest) {
                // Without the file that it includes, git skips the section.
                session.screen.say(session.words.removeLines(path))
                for line in GitText.shownLines { try session.print(line) }
            }
        }
        unsafe unlink(own.path)
        unsafe unlink(own.settings)
    }
}

extension SetUpGit {
    /// The address as allowed_signers takes it; nil if it would be read as more than one name.
    fileprivate static func principal(_ address: String) -> String? {
        let isPlain = address.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x2C }
        return isPlain && !address.isEmpty && !address.hasPrefix("#") ? address : nil
    }
}

/// The files of this project's that git's configuration includes: one that stays the same, and the settings. Between them
/// is a file of the package, so that git does without the settings once the package is removed.
private struct OwnGitFile {
    let path: String
    let settings: String
    /// For `gpg.ssh.allowedSignersFile`.
    let signers: String
    private let folder: SSHFolder

    private static let createdMark = "# Made with it: "

    init(_ folder: SSHFolder) {
        self.folder = folder
        (path, settings) = ("\(folder.keys)/gitconfig", "\(folder.keys)/git-settings")
        signers = "\(folder.keys)/allowed_signers"
    }

    /// - Parameters:
    ///   - program: the file of the package is beside it.
    ///   - created: the configuration file that the set-up made; nil if there was one.
    func write(
        _ values: [(name: String, value: String)], beside program: String, created: String?
    ) throws(CommandFailure) {
        let remark = "# Made by: biogate git setup. The next one writes it again, and --undo deletes it.\n"
        var text = remark
        for (name, value) in values {
            let parts = name.split(separator: ".").map(String.init)
            let section = parts.count > 2 ? "\(parts[0]) \"\(parts[1])\"" : parts[0]
            text += "[\(section)]\n\t\(parts[parts.count - 1]) = \(GitText.quoted(value))\n"
        }
        try folder.write(text, to: settings)
        let packaged = "\(program).gitconfig"
        let next = unsafe access(packaged, R_OK) == 0 ? packaged : settings
        let mark = created.map { "\(Self.createdMark)\($0)\n" } ?? ""
        try folder.write("\(remark)\(mark)[include]\n\tpath = \(GitText.quoted(next))\n", to: path)
    }

    func created() throws(CommandFailure) -> String? {
        try folder.read(path).split(separator: "\n").first { $0.hasPrefix(Self.createdMark) }
            .map { String($0.dropFirst(Self.createdMark.count)) }
    }
}
