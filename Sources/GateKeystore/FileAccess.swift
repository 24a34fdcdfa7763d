internal import Glibc
internal import GateSecret

/// An open file of ours, closed when let go.
struct OwnedDescriptor: ~Copyable {
    let number: Int32

    init(_ number: Int32) {
        self.number = number
    }

    deinit {
        // A process that is being spawned holds a copy of the open file until it execs, and with it the lock.
        flock(number, LOCK_UN)
        close(number)
    }
}

/// A system call that failed, with its errno.
struct SystemCallFailed: Error {
    let errno: Int32
}

/// System calls with their errors thrown; paths are the daemon's own configuration.
enum FileAccess {
    /// `open(2)` with `O_CLOEXEC`.
    static func open(_ path: String, _ flags: Int32, mode: mode_t = 0) throws(SystemCallFailed) -> OwnedDescriptor {
        let number = try checked { unsafe Glibc.open(path, flags | O_CLOEXEC, mode) }
        return OwnedDescriptor(number)
    }

    static func status(_ file: borrowing OwnedDescriptor) throws(SystemCallFailed) -> stat {
        var status = stat()
        try checked { unsafe fstat(file.number, &status) }
        return status
    }

    /// The directory that holds `path`.
    static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Makes the directory's entries durable.
    static func synchronizeDirectory(_ path: String) throws(SystemCallFailed) {
        let directory = try open(path, O_RDONLY | O_DIRECTORY)
        try checked { fsync(directory.number) }
    }

    /// Writes everything at `offset`.
    static func write(
        _ bytes: UnsafeRawBufferPointer, to file: borrowing OwnedDescriptor, at offset: Int
    ) throws(SystemCallFailed) {
        var done = 0
        while done < bytes.count {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = unsafe pwrite(file.number, rest.baseAddress, rest.count, offset + done)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw SystemCallFailed(errno: count < 0 ? errno : ENOSPC) }
            done += count
        }
    }

    /// Reads until `bytes` is full or the file ends; how many bytes it was.
    static func read(
        into bytes: UnsafeMutableRawBufferPointer, from file: borrowing OwnedDescriptor
    ) throws(SystemCallFailed) -> Int {
        var done = 0
        while done < bytes.count {
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[done...])
            let count = unsafe pread(file.number, rest.baseAddress, rest.count, done)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw SystemCallFailed(errno: errno) }
            if count == 0 { break }
            done += count
        }
        return done
    }

    @discardableResult
    static func checked(_ call: () -> Int32) throws(SystemCallFailed) -> Int32 {
        while true {
            let result = call()
            if result >= 0 { return result }
            let number = errno
            guard number == EINTR else { throw SystemCallFailed(errno: number) }
        }
    }
}
