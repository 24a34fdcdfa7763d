// Who asks: what the kernel proves, and what the asking program could have made up, are told apart.

public import GateGuidance
internal import GateModel
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
    public var desktopEntry: String? { unit.flatMap { UnitName($0).appName } }
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
            known.appName ?? request.desktopEntry
            ?? (file == request.command ? nil : request.command)
        self.name = name.map { ScreenText.callsItself($0.escapingControls).words(in: language) }
    }
}
