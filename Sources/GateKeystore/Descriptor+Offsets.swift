internal import GateSystem
internal import Glibc

extension Descriptor {
    /// The directory that contains `path`.
    static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Makes the directory's entries durable.
    static func synchronizeDirectory(_ path: String) throws(SystemCallFailure) {
        try open(path, O_RDONLY | O_DIRECTORY).checked("fsync", fsync)
    }

    /// Writes all bytes at `offset`.
    borrowing func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemCallFailure) {
        var done = 0
        while done < bytes.count {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = unsafe pwrite(number, rest.baseAddress, rest.count, offset + done)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else {
                throw SystemCallFailure(function: "pwrite", path: path, errno: count < 0 ? errno : ENOSPC)
            }
            done += count
        }
    }

    /// Reads until `bytes` is full or the file ends; returns the number of bytes.
    borrowing func read(into bytes: UnsafeMutableRawBufferPointer) throws(SystemCallFailure) -> Int {
        var done = 0
        while done < bytes.count {
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[done...])
            let count = unsafe pread(number, rest.baseAddress, rest.count, done)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw SystemCallFailure(function: "pread", path: path, errno: errno) }
            if count == 0 { break }
            done += count
        }
        return done
    }
}
