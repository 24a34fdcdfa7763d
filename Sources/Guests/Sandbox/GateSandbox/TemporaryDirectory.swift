internal import Glibc
package import GateSystem

/// A new directory that only its owner can read.
package struct TemporaryDirectory: Sendable {
    package let path: String

    /// Below `TMPDIR`, or in `/tmp` if that is too long for sockets below it.
    package static func make(in environment: ProcessEnvironment) throws(SystemCallFailure) -> TemporaryDirectory {
        let wanted = environment["TMPDIR"] ?? "/tmp"
        let parent = wanted.utf8.count > 60 ? "/tmp" : wanted
        var template = Array((parent + "/biogate-sandbox-XXXXXX").utf8CString)
        // The template belongs to the call alone; mkdtemp makes the directory with mode 0700.
        guard unsafe mkdtemp(&template) != nil else {
            throw SystemCallFailure(function: "mkdtemp", path: parent, errno: errno)
        }
        return TemporaryDirectory(
            path: String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }

    package func file(_ name: String) -> String { path + "/" + name }

    /// Deletes the directory with its content.
    package func remove() {
        Self.remove(path)
    }

    private static func remove(_ path: String) {
        // A directory is emptied first; a link is deleted, never followed.
        if unsafe unlink(path) == 0 || errno == ENOENT { return }
        for name in (try? Descriptor.names(in: path)) ?? [] { remove(path + "/" + name) }
        unsafe rmdir(path)
    }
}
