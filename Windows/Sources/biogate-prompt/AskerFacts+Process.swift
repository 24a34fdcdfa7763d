// The prompt's reading of the asking process.

import BiometricGate
import GateModel
import GateScreen
import GateWindows
import GateWire
import Glibc

extension AskerFacts {
    /// A path alone proves nothing: in its own mount namespace, which any user may create, a process has any file at
    /// any path. So the file behind the link is compared with the one that the path leads to here.
    init(of request: Request, _ app: InstalledApp?) {
        self.init()
        provedApp = app?.name
        claimedFor = request.onBehalfOf.flatMap(Self.file)
        let link = request.programLink
        guard let path = Self.target(of: link) else { return }
        learn(path: path, running: FileIdentity(of: link), named: FileIdentity(of: path))
    }

    /// The service may not read the file of another user's process; the prompt's user owns this one.
    private static func file(of claimed: ClaimedProgram) -> String? {
        let path = target(of: claimed.process.id.programLink)
        // Checked after the reading: the number may be another process's by now.
        guard RunningProcess(claimed.process.id) == claimed.process else { return nil }
        return path
    }

    /// Nil if it is not this user's process, or has ended.
    private static func target(of link: String) -> String? {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        // The array's own size is given, and no NUL is written.
        let count = unsafe readlink(link, &path, path.count)
        guard count > 0 else { return nil }
        return String(decoding: path.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

extension Request {
    /// The kernel's link to the asking process's program file.
    var programLink: String { processID.programLink }
}

extension ProcessID {
    fileprivate var programLink: String { "/proc/\(rawValue)/exe" }
}

extension FileIdentity {
    /// Nil if the path leads to no file that the caller may look at.
    fileprivate init?(of path: String) {
        var status = stat()
        // The path is a C string, and the structure a local, for the length of the call.
        guard unsafe stat(path, &status) == 0 else { return nil }
        self.init(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }
}
