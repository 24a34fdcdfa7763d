import GateSystem
import Glibc

/// A configuration file of the user's, in bytes: it may be in any encoding.
struct UserFile {
    let path: String
    /// Nil if there is no file.
    let bytes: [UInt8]?

    init(_ path: String) throws(CommandFailure) {
        self.path = path
        do throws(SystemCallFailure) {
            bytes = try Descriptor.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY).readAll()
        } catch {
            guard error.errno == ENOENT else { throw .system(error) }
            bytes = nil
        }
    }

    /// Replaces the file's content, and with nil the file. False if it is not for this command to change: it is read-only,
    /// another user's, linked under another name, or a link to a place where nothing can be written.
    func replace(by content: [UInt8]?) throws(CommandFailure) -> Bool {
        guard let target = Self.target(of: path) else { return false }
        guard let content else { return unsafe unlink(target) == 0 }
        var facts = stat()
        let rights = unsafe stat(target, &facts) == 0 ? facts.st_mode & 0o777 : 0o600
        do throws(SystemCallFailure) {
            try Self.write(content, to: target, rights: rights)
        } catch {
            if [EACCES, EPERM, EROFS].contains(error.errno) { return false }
            throw .system(error)
        }
        return true
    }

    /// Writes a file as a whole.
    static func write(_ content: [UInt8], to target: String, rights: mode_t) throws(SystemCallFailure) {
        let temporary = "\(target).biogate"
        // Removes a file or link that an earlier run or somebody else left there, so that nothing is written through it.
        unsafe unlink(temporary)
        let file = try Descriptor.open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
        try file.checked("fchmod") { fchmod($0, rights) }
        try file.write(content)
        try file.checked("fsync", fsync)
        guard unsafe rename(temporary, target) == 0 else {
            throw SystemCallFailure(function: "rename", path: target, errno: errno)
        }
    }

    /// The file that is replaced: links are followed, as for people who keep their files elsewhere. Nil if it must stay.
    private static func target(of path: String) -> String? {
        var facts = stat()
        guard unsafe lstat(path, &facts) == 0 else { return path }
        guard let target = Descriptor.realPath(of: path), unsafe stat(target, &facts) == 0,
            facts.st_mode & S_IFMT == S_IFREG, facts.st_uid == geteuid(), facts.st_nlink == 1,
            facts.st_mode & S_IWUSR != 0
        else { return nil }
        return target
    }
}
