public import GateGuidance
public import GateModel
import GateSystem

extension AskerFacts {
    /// Reads about the process behind a request.
    ///
    /// A path alone proves nothing: in its own mount namespace, which any user may create, a process has any file at any
    /// path. So the file behind the link is compared with the one that the path leads to here.
    public init(of request: Request) {
        self.init()
        claimedFor = request.onBehalfOf.flatMap(Self.file)
        let link = request.programLink
        guard let path = Self.target(of: link) else { return }
        learn(path: path, running: FileIdentity(at: link), named: FileIdentity(at: path))
    }

    /// The service may not read the file of another user's process; the user's own programs can.
    private static func file(of claimed: ClaimedProgram) -> String? {
        let path = target(of: claimed.process.id.programLink)
        // Checked after the reading: the number may be another process's by now.
        guard RunningProcess(claimed.process.id) == claimed.process else { return nil }
        return path
    }

    /// Nil if it is not this user's process, or has ended.
    private static func target(of link: String) -> String? {
        Descriptor.target(ofLink: link).map { String(decoding: $0, as: UTF8.self) }
    }
}

extension Request {
    /// The kernel's link to the asking process's program file.
    public var programLink: String { processID.programLink }
}

extension ProcessID {
    fileprivate var programLink: String { "/proc/\(rawValue)/exe" }
}

extension FileIdentity {
    /// Nil if the path leads to no file that the caller may look at.
    fileprivate init?(at path: String) {
        guard let file = Descriptor.file(at: path) else { return nil }
        self.init(device: file.device, inode: file.inode)
    }
}
