/// The command line as typed.
struct TypedCommand: Hashable {
    static var this: TypedCommand { TypedCommand(Array(CommandLine.arguments.dropFirst()), groups: groups) }

    /// The commands that have commands of their own; known once the command line is read.
    @TaskLocal static var groups: Set<String> = []

    private let words: [String]
    private let groups: Set<String>

    init(_ words: [String], groups: Set<String>) {
        self.words = words
        self.groups = groups
    }

    /// A suggested command. If it is this command with one more option, all options of this one are kept, so that it
    /// does what the user wanted.
    func keepingOptions(in suggestion: String) -> String {
        let options = suggestion.split(separator: " ").filter { $0.hasPrefix("--") && $0 != "--" }.map(String.init)
        let verb = verb
        let credentials = ["--pin", "--password"]
        // The option that opens an item with `get` opens it for `run` and `inject`, too.
        let opens =
            ["run", "inject"].contains(verb) && suggestion.hasPrefix("biogate get ")
            && options.allSatisfy(credentials.contains)
        guard !options.isEmpty, !verb.isEmpty, opens || (suggestion + " ").hasPrefix("biogate " + verb + " ") else {
            return suggestion
        }
        // Only one credential may be requested.
        let kept = options.contains(where: credentials.contains) ? words.filter { !credentials.contains($0) } : words
        let end = kept.firstIndex(of: "--") ?? kept.endIndex
        let all = kept[..<end] + options.filter { !kept[..<end].contains($0) } + kept[end...]
        return (["biogate"] + all.map(\.shellWord)).joined(separator: " ")
    }

    /// The words of the command, without the options before them.
    private var verb: String {
        let rest = GateOptions.skipping(words[...])
        guard let first = rest.first else { return "" }
        guard groups.contains(first), let second = rest.dropFirst().first else { return first }
        return first + " " + second
    }
}
