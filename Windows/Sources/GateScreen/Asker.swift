// Who asks: what the kernel proves, and what the asking program could have made up, are told apart.

public import GateGuidance
public import GateWire

/// What the prompt finds out by itself of the process that asks.
public struct AskerFacts: Hashable, Sendable {
    /// The file that it runs, where the service may not read that and its user's own programs may.
    public var executable: String?
    /// What the desktop calls the app of its unit: anybody can start a unit of that name.
    public var appName: String?

    /// Nothing.
    public init() {}
}

extension Request {
    /// The desktop entry, without `.desktop`, that the process's unit names, or its sandbox.
    public var desktopEntry: String? { unit.flatMap(Asker.appName(ofUnit:)) }
}

/// The program behind a request, as a window names it.
public struct Asker: Hashable, Sendable {
    /// The file that it runs, which it cannot choose freely; nil where nobody may know.
    public let program: String?
    /// What it, or the unit that it was started in, is named; nil where that says no more than the file does.
    public let name: String?

    /// What a terminal would obey in a name is written out.
    public init(_ request: Request, _ known: AskerFacts = AskerFacts(), in language: Language) {
        let executable = request.executable ?? known.executable
        program = executable.map {
            ScreenText.programFile($0.escapingControls).words(in: language)
        }
        let file = executable?.split(separator: "/").last.map(String.init)
        let name =
            known.appName ?? request.unit.flatMap(Self.appName(ofUnit:))
            ?? (file == request.command ? nil : request.command)
        self.name = name.map { ScreenText.callsItself($0.escapingControls).words(in: language) }
    }

    /// The name of the app in a unit's, as desktops name units (`app-DESKTOP-NAME-NUMBER.scope`,
    /// `app-DESKTOP-NAME@NUMBER.service`), or the sandboxed app's behind `flatpak:` and `snap:`; another unit's own name,
    /// and nil for a session as a whole.
    static func appName(ofUnit unit: String) -> String? {
        for sandbox in ["flatpak:", "snap:"] where unit.hasPrefix(sandbox) {
            return String(unit.dropFirst(sandbox.count))
        }
        if unit.hasPrefix("session-"), unit.hasSuffix(".scope") { return nil }
        guard unit.hasPrefix("app-") else { return unit }
        var rest = unit.dropFirst("app-".count)
        if rest.hasSuffix(".scope") {
            rest = rest.dropLast(".scope".count)
            if let end = rest.lastIndex(of: "-") { rest = rest[..<end] }
        } else if rest.hasSuffix(".service") {
            rest = rest.dropLast(".service".count)
            if let end = rest.lastIndex(of: "@") { rest = rest[..<end] }
        }
        // What stands before the last hyphen is who started it: a hyphen in a name is written as \x2d.
        let name = rest.lastIndex(of: "-").map { rest[rest.index(after: $0)...] } ?? rest
        return name.isEmpty ? unit : unescaped(name)
    }

    /// `\x2d` is `-` (systemd.unit(5), string escaping for inclusion in unit names).
    private static func unescaped(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "x"),
                let value = UInt8(String(Substring(rest.dropFirst().prefix(2))), radix: 16)
            else {
                bytes.append(byte)
                continue
            }
            rest = rest.dropFirst(3)
            bytes.append(value)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
