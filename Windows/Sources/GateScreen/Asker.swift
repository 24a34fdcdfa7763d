// The asking program: the kernel's proof is told apart from claims that the program could have made up.

public import GateGuidance
public import GateModel
import GateWire

/// The prompt's own findings about the asking process.
public struct AskerFacts: Hashable, Sendable {
    /// The path of its program file, if the path leads to that very file here as well.
    public private(set) var provedFile: String?
    /// The kernel's path of its program file, if the path leads to another file here, or none: a process in its own
    /// mount namespace can have any file at any path.
    public private(set) var claimedFile: String?
    /// The desktop's name for the app of its unit; any program can start a unit of that name.
    public var appName: String?

    /// No findings.
    public init() {}

    /// Learns from `/proc/PID/exe`.
    ///
    /// - Parameters:
    /// - path: the path in the link.
    /// - running: the file behind the link, whatever the path means.
    /// - named: the file that the path leads to in the reader's own mount namespace.
    public mutating func learn(path: String, running: FileIdentity?, named: FileIdentity?) {
        let isProved = running != nil && running == named
        provedFile = isProved ? path : nil
        claimedFile = isProved ? nil : path
    }
}

/// Identifies a file (stat(2)).
public struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64

    /// With the kernel's numbers.
    public init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }
}

extension Request {
    /// The desktop entry, without `.desktop`, named by the process's unit or sandbox.
    public var desktopEntry: String? { unit.flatMap { UnitName($0).appName } }
}

/// The program behind a request, as a window names it.
public struct Asker: Hashable, Sendable {
    /// Its program file, and whether that was checked; nil if it is not accessible.
    public let program: String?
    /// Its name, or that of its unit; nil if it adds nothing to the file's.
    public let name: String?

    /// Escapes anything in a name that a terminal would interpret.
    public init(_ request: Request, _ known: AskerFacts = AskerFacts(), in language: Language) {
        // The service also reads a path, but cannot tell what it means to the user's programs.
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
