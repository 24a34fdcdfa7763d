// The asking program: findings that a program cannot make up, apart from those that it can.

internal import GateModel

/// A watcher's own findings about the asking process, beside the service's.
public struct AskerFacts: Hashable, Sendable {
    /// The path of its program file, if the path leads to that very file here as well.
    public private(set) var provedFile: String?
    /// The kernel's path of its program file, if the path leads to another file here, or none: a process in its own
    /// mount namespace can have any file at any path.
    public private(set) var claimedFile: String?
    /// The name of the app whose program file that is, as root installed it.
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

extension AskerFacts {
    /// The app and the program's file.
    func proofs(in words: any Phrasebook) -> [RequestNotice.Line] {
        [
            provedApp.map { RequestNotice.Line($0, words.appName) },
            provedFile.map { RequestNotice.Line($0, words.programFile) },
        ].compactMap(\.self)
    }

    /// The program's own words, which it could have made up: for which other program it asks, its own or its unit's name, and a path that
    /// was not checked.
    func claims(of request: Request, in words: any Phrasebook) -> [RequestNotice.Line] {
        // The service also reads a path, but cannot tell what it means to the user's programs.
        let unchecked = provedFile == nil ? claimedFile ?? request.executable : nil
        let name =
            request.unit.flatMap { UnitName($0).appName } ?? ownName(of: request, file: provedFile ?? unchecked)
        return [
            request.onBehalfOf.map { RequestNotice.Line($0.name(of: claimedFor ?? $0.executable), words.asksFor) },
            name.map { RequestNotice.Line($0, words.callsItself) },
            unchecked.map { RequestNotice.Line($0, words.claimedFile) },
        ].compactMap(\.self)
    }

    /// The process's name in the kernel, which any process can change; nil if it adds nothing to its file's name, of which
    /// the kernel takes the first 15 bytes, or a link leaves out the version.
    private func ownName(of request: Request, file: String?) -> String? {
        guard let file else { return request.command }
        let name = file.split(separator: "/").last.map(String.init) ?? file
        return name.utf8.starts(with: request.command.utf8) ? nil : request.command
    }
}
