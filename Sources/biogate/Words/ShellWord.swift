extension String {
    /// Whether a shell takes it literally. bash expands completions, including commands in them, and any app may have
    /// chosen an item's name.
    var isPlainInShell: Bool {
        unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || $0.properties.numericType != nil || "._@:/+-".unicodeScalars.contains($0)
        }
    }

    /// Quoted as one shell word (POSIX.1-2024, Shell Command Language, section 2.2.2).
    var shellWord: String {
        guard !isPlainInShell || isEmpty else { return self }
        return "'" + unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
    }

    /// A command line of `biogate` with the socket first, where its last words cannot interfere.
    func onSocket(_ socket: String?) -> String {
        let start = hasPrefix("sudo ") ? "sudo biogate" : "biogate"
        guard let socket, hasPrefix(start) else { return self }
        return start + " --socket " + socket.shellWord + dropFirst(start.count)
    }
}
