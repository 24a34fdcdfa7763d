import ArgumentParser

/// A word that stands where a command is named, and names none. The parser would take it for an argument too many of
/// the default command, which nobody has asked for.
struct Typo: Hashable {
    /// As it was typed, with the commands in front of it.
    let command: String
    /// The whole command that was probably meant.
    let nearest: String?
    /// The command that lists what there is.
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

    /// An argument that begins with one hyphen and is no option: of its letters the parser would take an `h` for `--help`.
    /// Nil where there is none.
    static func bundle(in arguments: [String]) -> String? {
        arguments.prefix { $0 != "--" }.first { argument in
            argument.hasPrefix("-") && !argument.hasPrefix("--") && argument.count > 2 && argument.contains("h")
        }
    }

    /// Whether the command takes something secret, which may be what stands there too many.
    static func takesSecret(_ arguments: [String]) -> Bool {
        let words = GateOptions.skipping(arguments[...])
        return ["store", "pin", "get", "ask", "run", "renew", "reset"].contains(words.first)
            || arguments.contains { ["--pin", "--password"].contains($0) }
    }

    /// What a command can be called by.
    private static func names(of command: any ParsableCommand.Type) -> [String] {
        [command._commandName] + command.configuration.aliases
    }

    /// What other tools call our commands.
    private static let synonyms = [
        "delete": "rm", "del": "rm", "remove": "rm", "ls": "list", "put": "store", "set": "store", "open": "get",
        "read": "get", "cat": "get", "info": "show", "exec": "run", "create": "new", "unlock": "get",
    ]

    /// The name that begins with what was typed, or the other way round; else one that at most two letters more, less
    /// or moved make of it.
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
    /// In and outside of groups.
    var allSubcommands: [any ParsableCommand.Type] { subcommands + groupedSubcommands.flatMap(\.subcommands) }
}
