package import Glibc

/// An open file that is closed with this value.
package struct Descriptor: ~Copyable, Sendable {
    package let number: Int32
    /// What messages call it.
    package let path: String
    private var isLocked = false

    package init(owning number: Int32, path: String) {
        self.number = number
        self.path = path
    }

    deinit {
        // A process that is being spawned holds a copy of the open file until it execs, and with it the lock.
        if isLocked { flock(number, LOCK_UN) }
        close(number)
    }

    /// Opens a file that children of this process do not inherit.
    package static func open(
        _ path: String, _ flags: Int32, mode: mode_t = 0o600
    ) throws(SystemCallFailure) -> Descriptor {
        // The path is lent to the call as a C string.
        let number = try GateSystem.checked("open", path) { unsafe Glibc.open(path, flags | O_CLOEXEC, mode) }
        return Descriptor(owning: number, path: path)
    }

    /// Makes a call on the file, again where a signal interrupted it.
    package borrowing func checked(_ function: String, _ call: (Int32) -> Int32) throws(SystemCallFailure) {
        try GateSystem.checked(function, path) { call(number) }
    }

    /// Takes the lock that one open file can have (`flock(2)`), until this value ends; fails where another one has it.
    package mutating func lock() throws(SystemCallFailure) {
        try checked("flock") { flock($0, LOCK_EX | LOCK_NB) }
        isLocked = true
    }

    package borrowing func status() throws(SystemCallFailure) -> stat {
        var status = stat()
        try checked("fstat") { unsafe fstat($0, &status) }
        return status
    }

    /// Everything up to the end of the file.
    package borrowing func readAll() throws(SystemCallFailure) -> [UInt8] { try readAll(atMost: .max) ?? [] }

    /// Everything up to the end of the file; nil where that is more than `limit` bytes.
    package borrowing func readAll(atMost limit: Int) throws(SystemCallFailure) -> [UInt8]? {
        let bytes = try readBeginning(limit)
        return bytes.count > limit ? nil : bytes
    }

    /// What the file begins with: more than `limit` bytes, or all that there are.
    package borrowing func readBeginning(_ limit: Int) throws(SystemCallFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while bytes.count <= limit {
            // The buffer is the call's alone, and its size is passed with it.
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(number, $0.baseAddress, $0.count) }
            if count == 0 { return bytes }
            if count > 0 {
                bytes += buffer.prefix(count)
            } else if errno != EINTR {
                throw SystemCallFailure(function: "read", path: path, errno: errno)
            }
        }
        return bytes
    }

    package borrowing func write(_ bytes: UnsafeRawBufferPointer) throws(SystemCallFailure) {
        var written = 0
        while written < bytes.count {
            let part = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
            let count = unsafe Glibc.write(number, part.baseAddress, part.count)
            if count < 0 && errno != EINTR { throw SystemCallFailure(function: "write", path: path, errno: errno) }
            written += max(0, count)
        }
    }
}
