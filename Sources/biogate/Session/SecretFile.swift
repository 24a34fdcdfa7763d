import GateSecret
import GateSystem
import Glibc

/// A file for a secret, readable only by its owner and written completely or not at all.
struct SecretFile {
    let path: String
    /// Whether to replace an existing file.
    var replaces = false

    var exists: Bool {
        var status = stat()
        // A dangling link exists, too.
        return unsafe lstat(path, &status) == 0
    }

    /// The failure that can be foreseen before writing.
    var obstacle: SystemCallFailure? {
        let slash = path.lastIndex(of: "/")
        let directory = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        // The paths are lent to the calls as C strings.
        guard unsafe access(directory, W_OK | X_OK) == 0 else {
            return SystemCallFailure(function: "access", path: path, errno: errno)
        }
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
        return SystemCallFailure(function: "open", path: path, errno: EISDIR)
    }

    func write(_ secret: borrowing SecretBytes) throws(SystemCallFailure) {
        // In the same directory: only there can it take the name in one step.
        var template = Array((path + ".XXXXXX").utf8CString)
        // The template belongs to the call alone; mkstemp makes the file with mode 0600 and O_EXCL.
        let number = try checked("mkstemp", path) { unsafe mkstemp(&template) }
        let temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let file = Descriptor(owning: number, path: path)
        // The names are lent to the calls as C strings.
        defer { unsafe unlink(temporary) }
        try file.write(secret)
        try file.checked("fsync", fsync)
        // link fails on an existing name; rename replaces it.
        try checked("link", path) { unsafe replaces ? rename(temporary, path) : link(temporary, path) }
    }
}
