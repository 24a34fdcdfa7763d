// The asking program: the kernel's proof leads, and claims that the program could have made up are kept apart from it.

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
    /// The name of the app whose program file that is, as root installed it (`InstalledApp`).
    public var provedApp: String?
    /// The file of the program for which it says that it asks; nil if that cannot be read.
    public var claimedFor: String?

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

/// The program behind a request, as a window names it.
public struct Asker: Hashable, Sendable {
    /// The proved name that the heading begins with: the app's, or that of the program's file; nil if nothing is proved.
    public let name: String?
    /// The checked path of its program file.
    public let file: String?
    /// What the program could have made up: for which other program it asks, its own name, its
    /// unit's, a path that was not checked, and names of servers.
    public let claims: [String]

    /// Escapes anything in a name that a terminal would interpret.
    public init(_ request: Request, _ known: AskerFacts = AskerFacts(), in language: Language) {
        let provedName = known.provedFile.map(Self.fileName)
        name = known.provedApp ?? provedName
        file = known.provedFile.map { ScreenText.programFile($0.escapingControls).words(in: language) }
        // The service also reads a path, but cannot tell what it means to the user's programs.
        let claimedFile = known.provedFile == nil ? known.claimedFile ?? request.executable : nil
        let unit = request.unit.flatMap { UnitName($0).appName }
        let claimedName = unit ?? Self.ownName(of: request, file: provedName ?? claimedFile.map(Self.fileName))
        claims =
            [
                request.onBehalfOf.map { claimed in
                    let name = claimed.name(of: known.claimedFor ?? claimed.executable)
                    return ScreenText.asksFor(name.escapingControls).words(in: language)
                },
                claimedName.map { ScreenText.callsItself($0.escapingControls).words(in: language) },
                claimedFile.map { ScreenText.claimedFile($0.escapingControls).words(in: language) },
            ].compactMap(\.self) + (request.subject?.claims(in: language) ?? []).map(\.escapingControls)
    }

    /// The process's name in the kernel, which any process can change; nil if it adds nothing to its file's name, of which
    /// the kernel takes the first 15 bytes, or a link leaves out the version.
    private static func ownName(of request: Request, file: String?) -> String? {
        guard let file else { return request.command }
        return file.utf8.starts(with: request.command.utf8) ? nil : request.command
    }

    private static func fileName(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}
