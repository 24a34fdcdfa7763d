// Who asks: what the kernel proves, and what the asking program could have made up, are told apart.

public import GateGuidance
public import GateModel
import GateWire

/// What the prompt finds out by itself of the process that asks.
public struct AskerFacts: Hashable, Sendable {
    /// The path of the file that it runs, which leads to that very file here as well.
    public private(set) var provedFile: String?
    /// The path that the kernel has of its file, which means another file here, or none: a process in a mount namespace
    /// of its own has any file at any path.
    public private(set) var claimedFile: String?
    /// What the desktop calls the app of its unit: anybody can start a unit of that name.
    public var appName: String?

    /// Nothing.
    public init() {}

    /// Takes in what `/proc/PID/exe` says.
    ///
    /// - Parameters:
    ///   - path: the path that the link holds.
    ///   - running: the file behind the link, whatever the path means.
    ///   - named: the file that the path leads to in the reader's own mount namespace.
    public mutating func learn(path: String, running: FileIdentity?, named: FileIdentity?) {
        let isProved = running != nil && running == named
        provedFile = isProved ? path : nil
        claimedFile = isProved ? nil : path
    }
}

/// Which file is which (stat(2)).
public struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64

    /// As the kernel numbers them.
    public init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }
}

extension Request {
    /// The desktop entry, without `.desktop`, that the process's unit names, or its sandbox.
    public var desktopEntry: String? { unit.flatMap { UnitName($0).appName } }
}

/// The program behind a request, as a window names it.
public struct Asker: Hashable, Sendable {
    /// The file that it runs, and whether that was checked; nil where nobody may know.
    public let program: String?
    /// What it, or the unit that it was started in, is named; nil where that says no more than the file does.
    public let name: String?

    /// What a terminal would obey in a name is written out.
    public init(_ request: Request, _ known: AskerFacts = AskerFacts(), in language: Language) {
        // The service reads a path, too, and cannot tell what it means to the user's programs.
        let claimed = known.claimedFile ?? request.executable
        program =
            known.provedFile.map { ScreenText.programFile($0.escapingControls).words(in: language) }
            ?? claimed.map { ScreenText.claimedFile($0.escapingControls).words(in: language) }
        let file = (known.provedFile ?? claimed)?.split(separator: "/").last.map(String.init)
        let name =
            known.appName ?? request.desktopEntry
            ?? (file == request.command ? nil : request.command)
        self.name = name.map { ScreenText.callsItself($0.escapingControls).words(in: language) }
    }
}
