internal import Glibc

// Facts about paths that need no open file.
extension Descriptor {
    /// The names in a directory, in no order.
    package static func names(in path: String) throws(SystemCallFailure) -> [String] {
        guard let directory = unsafe opendir(path) else {
            throw SystemCallFailure(function: "opendir", path: path, errno: errno)
        }
        // Closed here and not used elsewhere.
        defer { unsafe closedir(directory) }
        var names: [String] = []
        while let entry = unsafe readdir(directory) {
            // The name ends with a NUL inside the entry, which is valid until the next call.
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Where a symbolic link leads; nil if it is none, or cannot be read.
    package static func target(ofLink path: String) -> [UInt8]? {
        var room = [UInt8](repeating: 0, count: Int(PATH_MAX))
        // The buffer belongs to the call alone; its size is passed with it (readlink(2), which writes no NUL).
        let count = unsafe room.withUnsafeMutableBytes { room in
            unsafe room.withMemoryRebound(to: CChar.self) { room in
                unsafe room.baseAddress.map { unsafe readlink(path, $0, room.count) } ?? 0
            }
        }
        return (1..<room.count).contains(count) ? Array(room[..<count]) : nil
    }

    /// The numbers of the file that a path leads to (stat(2)); nil if there is none that the caller may look at.
    package static func file(at path: String) -> (device: UInt64, inode: UInt64)? {
        var status = stat()
        // The path is a C string, and the structure a local, for the length of the call.
        guard unsafe stat(path, &status) == 0 else { return nil }
        return (UInt64(status.st_dev), UInt64(status.st_ino))
    }

    /// The path without symbolic links; nil if nothing is there.
    package static func realPath(of path: String) -> String? {
        // realpath(3) allocates its result.
        guard let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }
}
