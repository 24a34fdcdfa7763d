import BiometricGate
import GateModel
import GateSystem
import Glibc

/// git's configuration of the user, and what git says of it.
struct GitConfiguration {
    private let environment: ProcessEnvironment

    init(_ environment: ProcessEnvironment) { self.environment = environment }

    private var home: String { environment["HOME"] ?? "/nonexistent" }

    /// The global files that may be there, the one that wins last.
    var globalFiles: [String] {
        if let path = environment["GIT_CONFIG_GLOBAL"] { return [path] }
        return ["\(environment["XDG_CONFIG_HOME"] ?? home + "/.config")/git/config", "\(home)/.gitconfig"]
    }

    /// The file that git itself would change.
    var globalFile: String {
        let there = globalFiles.last { path in
            var facts = stat()
            return unsafe lstat(path, &facts) == 0
        }
        return there ?? globalFiles[globalFiles.count - 1]
    }

    /// A setting that holds, with the file that it is from.
    struct Held: Hashable {
        /// In lower case.
        let name: String
        let value: String
        let origin: String
    }

    /// The settings that hold in the home directory; those without a value are not among them.
    func holding(_ names: [String]) async -> [Held] { await asked(["-C", home, "config"], names) }

    /// The lines that win over ours: those that hold in the home, and those that git applies under a condition only.
    func winning(
        over settings: [(name: String, value: String)]
    ) async -> [(origin: String, line: String, condition: String?)] {
        let names = settings.map(\.name)
        func isOther(_ held: Held) -> Bool {
            settings.contains { $0.name.lowercased() == held.name && $0.value != held.value }
        }
        var lines = await holding(names).filter(isOther).map {
            (origin: $0.origin, line: "\($0.name) = \($0.value)", condition: String?.none)
        }
        for path in globalFiles {
            guard let bytes = (try? UserFile(path))?.bytes else { continue }
            for include in GitText(bytes).settings
            where include.name.hasPrefix("includeif.") && include.name.hasSuffix(".path") {
                let condition = String(include.name.dropFirst("includeif.".count).dropLast(".path".count))
                let folder = path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
                guard let named = environment.expanded(include.value) else { continue }
                let file = named.hasPrefix("/") ? named : "\(folder)/\(named)"
                for held in await asked(["config", "--file", file, "--includes"], names) where isOther(held) {
                    lines.append((file, "\(held.name) = \(held.value)", condition))
                }
            }
        }
        return lines
    }

    /// The last value of each setting, as git says it.
    private func asked(_ words: [String], _ names: [String]) async -> [Held] {
        let pattern = names.map { $0.lowercased().replacing(".", with: "\\.") }.joined(separator: "|")
        let question = words + ["--null", "--show-origin", "--get-regexp", "^(\(pattern))$"]
        guard let (status, said) = await ChildProcess.output(program + question, in: environment), status == 0 else {
            return []
        }
        var held: [Held] = []
        let parts = said.split(separator: "\0", omittingEmptySubsequences: false)
        for place in stride(from: 0, to: parts.count - 1, by: 2) {
            let entry = parts[place + 1].split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            let name = entry[0].lowercased()
            let origin = parts[place].hasPrefix("file:") ? parts[place].dropFirst("file:".count) : parts[place]
            held.removeAll { $0.name == name }
            held.append(
                Held(name: name, value: entry.count > 1 ? String(entry[1]) : "true", origin: String(origin)))
        }
        return held
    }

    /// Gives back what the set-up of an earlier version replaced, if there was one.
    func restore(_ folder: SSHFolder, _ session: Session) async throws(CommandFailure) {
        let record = GitRecord(path: "\(folder.keys)/git-before")
        guard record.exists else { return }
        for (setting, values) in try record.read(folder) { try await set(setting, to: values, session) }
        unsafe unlink(record.path)
        // git leaves a file that it has emptied.
        let file = try UserFile(globalFile)
        if file.bytes?.isEmpty == true { _ = try file.replace(by: nil) }
    }

    /// Replaces all values of the setting, in their place; one that is not there is no fault.
    private func set(_ setting: String, to values: [String], _ session: Session) async throws(CommandFailure) {
        let changes: [[String]] =
            if let first = values.first {
                [["--replace-all", setting, first]] + values.dropFirst().map { ["--add", setting, $0] }
            } else {
                [["--unset-all", setting]]
            }
        for change in changes {
            let done = await ChildProcess.output(program + ["config", "--global"] + change, in: environment)
            // 5: it is not there.
            guard let done, done.status == 0 || values.isEmpty && done.status == 5 else {
                throw .refused(session.words.gitFailed(setting), .unexpected)
            }
        }
    }

    private var program: [String] { [environment.path(ofProgram: "git") ?? "/usr/bin/git"] }
}

extension ProcessEnvironment {
    /// A path as git expands it: `~/` is the home. Nil for another user's home.
    func expanded(_ path: String) -> String? {
        guard path.hasPrefix("~") else { return path }
        guard path.hasPrefix("~/"), let home = self["HOME"] else { return nil }
        return home + path.dropFirst()
    }
}

/// git's configuration before the set-up of an earlier version, which changed it: a line for each value of a setting, its name and, behind a space, the value; or
/// the name alone if it had none. A backslash or a line's end in a value is written `\\` or `\n`.
struct GitRecord {
    let path: String

    var exists: Bool { unsafe access(path, F_OK) == 0 }

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
