import ArgumentParser

/// A word in a command's place that is no command. The parser would report it as a surplus argument of the default
/// command.
struct Typo: Hashable {
    /// The word as typed, with the commands before it.
    let command: String
    /// The whole command that was probably meant.
    let nearest: String?
    /// The command that lists the commands.
    let help: String

    /// Nil where every word that stands for a command is one.
    static func find(in arguments: [String], among commands: [any ParsableCommand.Type]) -> Typo? {
        var words = GateOptions.skipping(arguments[...])
        if words.first == "help" { words.removeFirst() }
        var path: [String] = []
        var commands = commands
        while let word = words.popFirst(), !word.hasPrefix("-"), !commands.isEmpty {
            guard let command = commands.first(where: { names(of: $0).contains(word) }) else {
                let known = commands.flatMap { names(of: $0) } + (path.isEmpty ? ["help"] : [])
                return Typo(
                    command: (path + [word]).joined(separator: " "),
                    nearest: nearest(to: word, among: known).map { (["biogate"] + path + [$0]).joined(separator: " ") },
                    help: (["biogate"] + path + ["--help"]).joined(separator: " "))
            }
            path.append(word)
            words = GateOptions.skipping(words)
            commands = command.configuration.allSubcommands
        }
        return nil
    }

    /// An argument with one hyphen that is not an option; nil if there is none. The parser would take an `h` in it for
    /// `--help`.
    static func bundle(in arguments: [String]) -> String? {
        arguments.prefix { $0 != "--" }.first { argument in
            argument.hasPrefix("-") && !argument.hasPrefix("--") && argument.count > 2 && argument.contains("h")
        }
    }

    /// Whether the command takes a secret, which the surplus argument may be.
    static func takesSecret(_ arguments: [String]) -> Bool {
        let words = GateOptions.skipping(arguments[...])
        return ["store", "pin", "get", "ask", "run", "renew", "reset"].contains(words.first)
            || arguments.contains { ["--pin", "--password"].contains($0) }
    }

    /// A command's names.
    private static func names(of command: any ParsableCommand.Type) -> [String] {
        [command._commandName] + command.configuration.aliases
    }

    /// Other tools' names for our commands.
    private static let synonyms = [
        "delete": "rm", "del": "rm", "remove": "rm", "ls": "list", "put": "store", "set": "store", "open": "get",
        "read": "get", "cat": "get", "info": "show", "exec": "run", "create": "new", "unlock": "get",
    ]

    /// The name that begins with the word, or with which the word begins; else a name that differs by at most two
    /// inserted, removed or moved letters.
    private static func nearest(to typed: String, among names: [String]) -> String? {
        let typed = typed.lowercased()
        if let known = synonyms[typed], names.contains(known) { return known }
        guard typed.count > 1 else { return nil }
        if let longer = names.first(where: { $0.hasPrefix(typed) || typed.hasPrefix($0) }) { return longer }
        let distances = names.map { (name: $0, distance: $0.difference(from: typed).count) }
        let near = distances.filter { $0.distance <= 2 }
        return near.min { $0.distance < $1.distance }?.name
    }
}

extension CommandConfiguration {
    /// Subcommands inside and outside groups.
    var allSubcommands: [any ParsableCommand.Type] { subcommands + groupedSubcommands.flatMap(\.subcommands) }
}
