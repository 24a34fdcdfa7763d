/// The server that a command line of ssh names: the host, the port and the account, as they are given.
///
/// Anything else in the command line is ignored: options can name files and programs, and the caller chooses them.
public struct LoginTarget: Hashable, Sendable {
    public let host: String
    public let port: UInt16?
    public let user: String?
    /// Whether the command line also names settings that may lead to another server than the user's own configuration.
    public let hasOtherSettings: Bool

    /// ssh's options with a value (ssh(1)).
    private static let valued = Set("BbcDEeFIiJLlmOoPpQRSWw")

    /// Nil if the words name no server, or if the host or the account has characters that a shell or ssh_config could take
    /// for more than a name.
    public init?(_ words: [String]) {
        var words = words.dropFirst()
        var (host, port, user): (String?, UInt16?, String?)
        var (hasOtherSettings, optionsEnd) = (false, false)
        while let word = words.popFirst() {
            guard !optionsEnd, word.hasPrefix("-"), word != "-" else {
                // Behind the host stands the command, but options may stand between them.
                guard host == nil else { break }
                host = word
                continue
            }
            if word == "--" {
                optionsEnd = true
                continue
            }
            var letters = word.dropFirst()
            while let letter = letters.popFirst() {
                guard Self.valued.contains(letter) else { continue }
                let rest = letters.isEmpty ? words.popFirst() : String(letters)
                guard let value = rest else { return nil }
                // ssh takes the first of several values.
                switch letter {
                case "p":
                    guard let number = UInt16(value) else { return nil }
                    port = port ?? number
                case "l": user = user ?? value
                case "F": hasOtherSettings = true
                case "o":
                    let (name, value) = Self.setting(value)
                    switch name {
                    case "port":
                        guard let number = UInt16(value) else { return nil }
                        port = port ?? number
                    case "user": user = user ?? value
                    case "hostname", "hostkeyalias", "canonicalizehostname", "canonicaldomains", "include", "tag":
                        hasOtherSettings = true
                    default: break
                    }
                default: break
                }
                break
            }
        }
        guard var name = host else { return nil }
        if name.hasPrefix("ssh://") {
            name = String(name.dropFirst("ssh://".count))
            if let slash = name.firstIndex(of: "/") { name = String(name[..<slash]) }
            let (rest, given) = Self.portOff(name)
            (name, port) = (rest, port ?? given)
        }
        if let at = name.lastIndex(of: "@") {
            user = user ?? String(name[..<at])
            name = String(name[name.index(after: at)...])
        }
        if name.hasPrefix("["), name.hasSuffix("]") { name = String(name.dropFirst().dropLast()) }
        guard Self.isPlain(name, besides: ".-_:"), user.map({ Self.isPlain($0, besides: "._-@+") }) ?? true, port != 0
        else { return nil }
        self.host = name
        self.port = port
        self.user = user
        self.hasOtherSettings = hasOtherSettings
    }

    /// The words that ask ssh for its configuration of this server, behind its name.
    public var question: [String] {
        ["-G"] + (port.map { ["-p", String($0)] } ?? []) + (user.map { ["-l", $0] } ?? []) + ["--", host]
    }

    /// The names by which ssh looks the server up in known_hosts, from its answer to `question`. Behind a name with a port
    /// stands the one without: ssh accepts a key that is listed so.
    public static func names(inConfiguration said: String) -> [String] {
        func value(_ setting: String) -> String? {
            said.split(separator: "\n").first { $0.hasPrefix(setting + " ") }
                .map { String($0.dropFirst(setting.count + 1)) }
        }
        if let alias = value("hostkeyalias") { return [alias] }
        guard let name = value("hostname") else { return [] }
        return Self.names(of: name, port: value("port").flatMap(UInt16.init))
    }

    /// A host's names in known_hosts.
    public static func names(of host: String, port: UInt16?) -> [String] {
        guard let port, port != 22 else { return [host] }
        return ["[\(host)]:\(port)", host]
    }

    /// `Name=value`, `Name value` or `Name = value`; the name in lower case.
    private static func setting(_ text: String) -> (name: String, value: String) {
        let isSpace = { (character: Character) in character == " " || character == "\t" || character == "=" }
        let text = text.drop(while: isSpace)
        let name = text.prefix { !isSpace($0) }
        var value = String(text[name.endIndex...].drop(while: isSpace))
        while let last = value.last, last == " " || last == "\t" { value.removeLast() }
        return (name.lowercased(), value)
    }

    private static func portOff(_ text: String) -> (String, UInt16?) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return (text, nil)
        }
        let host = text[..<colon]
        // An address of IPv6 has colons of its own, and stands in brackets before a port.
        guard !host.contains(":") || host.hasSuffix("]") else { return (text, nil) }
        return (String(host), port)
    }

    private static func isPlain(_ name: String, besides marks: String) -> Bool {
        !name.isEmpty && name.utf8.count <= SSHLimits.name && !name.hasPrefix("-")
            && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || marks.contains($0) }
    }
}
