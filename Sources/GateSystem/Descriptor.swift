package import CGateShims
internal import GateModel
package import Glibc

/// An open file, closed with this value.
package struct Descriptor: ~Copyable, Sendable {
    package let number: Int32
    /// Its name in messages.
    package let path: String
    private var isLocked = false

    package init(owning number: Int32, path: String) {
        self.number = number
        self.path = path
    }

    deinit {
        // A child process holds a copy of the open file, and so the lock, until it calls exec.
        if isLocked { flock(number, LOCK_UN) }
        close(number)
    }

    /// Opens a file that child processes do not inherit.
    package static func open(
        _ path: String, _ flags: Int32, mode: mode_t = 0o600
    ) throws(SystemCallFailure) -> Descriptor {
        // The path is lent to the call as a C string.
        let number = try GateSystem.checked("open", path) { unsafe Glibc.open(path, flags | O_CLOEXEC, mode) }
        return Descriptor(owning: number, path: path)
    }

    /// A pipe's ends, which child processes do not inherit.
    package static func pipe() throws(SystemCallFailure) -> (reader: Int32, writer: Int32) {
        var ends: [Int32] = [-1, -1]
        // Room for the two descriptors that the call fills in.
        try GateSystem.checked("pipe") { unsafe gate_pipe(&ends) }
        return (ends[0], ends[1])
    }

    /// Accepts a listener's next connection as a socket that child processes do not inherit; negative if accept(2)
    /// fails.
    package static func accepted(on listener: Int32) -> Int32 { gate_accept(listener) }

    /// Connects to the listener at a path, by a stream socket that child processes do not inherit.
    ///
    /// - Parameter waits: false makes the socket non-blocking, and fails if the listener's queue is full.
    package static func connected(to path: String, waits: Bool = true) throws(SystemCallFailure) -> Descriptor {
        guard let address = UnixAddress(path: path) else {
            throw SystemCallFailure(function: "connect", path: path, errno: path.isEmpty ? ENOENT : ENAMETOOLONG)
        }
        let flags = SOCK_CLOEXEC.rawValue | (waits ? 0 : SOCK_NONBLOCK.rawValue)
        let number = try GateSystem.checked("socket", path) {
            socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | flags), 0)
        }
        let made = Descriptor(owning: number, path: path)
        let code = unsafe address.apply(connect, to: number)
        guard code == 0 else { throw SystemCallFailure(function: "connect", path: path, errno: code) }
        return made
    }

    /// Fills closed standard input, output and error, before a file of this process takes their place and is used as
    /// such. The fillers fail on use in their direction, and a started program finds the place closed.
    package static func holdStandardPlaces() {
        for (place, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(place, F_GETFD) < 0 {
            // The lowest free descriptor is this one: those below it are taken.
            _ = unsafe Glibc.open("/dev/null", mode | O_CLOEXEC)
        }
    }

    /// Makes a call on the file; repeats it after an interruption by a signal.
    package borrowing func checked(_ function: String, _ call: (Int32) -> Int32) throws(SystemCallFailure) {
        try GateSystem.checked(function, path) { call(number) }
    }

    /// Takes the file's exclusive lock (`flock(2)`) until this value ends; fails if another open file has it.
    package mutating func lock() throws(SystemCallFailure) {
        try checked("flock") { flock($0, LOCK_EX | LOCK_NB) }
        isLocked = true
    }

    package borrowing func status() throws(SystemCallFailure) -> stat {
        var status = stat()
        try checked("fstat") { unsafe fstat($0, &status) }
        return status
    }

    /// Reads to the end of the file.
    package borrowing func readAll() throws(SystemCallFailure) -> [UInt8] { try readAll(atMost: .max) ?? [] }

    /// Reads to the end of the file; nil if that is more than `limit` bytes.
    package borrowing func readAll(atMost limit: Int) throws(SystemCallFailure) -> [UInt8]? {
        let bytes = try readBeginning(limit)
        return bytes.count > limit ? nil : bytes
    }

    /// Reads the beginning of the file: all of it, or more than `limit` bytes.
    package borrowing func readBeginning(_ limit: Int) throws(SystemCallFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while bytes.count <= limit {
            // The buffer belongs to the call alone; its size is passed with it.
            var span = buffer.mutableSpan
            let count = try unsafe span.withUnsafeMutableBytes { room throws(SystemCallFailure) in
                try unsafe readSome(into: room)
            }
            if count == 0 { break }
            bytes += buffer.prefix(count)
        }
        return bytes
    }

    /// Returns once there are bytes to read, or the end of the file.
    package borrowing func awaitInput() {
        // The pointer is to a local that lives during the call (poll(2)). An interrupted wait repeats itself in `read`.
        var input = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&input, 1, -1)
    }

    /// Whether there are bytes to read, or the end of the file, before the deadline.
    package borrowing func awaitsInput(until deadline: ContinuousClock.Instant) -> Bool {
        while true {
            let left = (deadline - .now).millisecondsRoundedUp
            guard left > 0 else { return false }
            var input = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
            // The pointer is to a local that lives during the call (poll(2)).
            let count = unsafe poll(&input, 1, Int32(clamping: left))
            if count > 0 { return true }
            guard count < 0, errno == EINTR else { return false }
        }
    }

    /// Waits for bytes and reads at most the room's length; returns their number, 0 at the end of the file.
    package borrowing func readSome(into room: UnsafeMutableRawBufferPointer) throws(SystemCallFailure) -> Int {
        while true {
            let count = unsafe read(number, room.baseAddress, room.count)
            if count >= 0 { return count }
            guard errno == EINTR else { throw SystemCallFailure(function: "read", path: path, errno: errno) }
        }
    }

    /// Writes all bytes. If the file does not block (`O_NONBLOCK`, perhaps set by a process that shares it), waits for
    /// room or the reader's end; without `isWaiting` it throws `EAGAIN` instead.
    package borrowing func write(
        _ bytes: UnsafeRawBufferPointer, isWaiting: Bool = true
    ) throws(SystemCallFailure) {
        var written = 0
        while written < bytes.count {
            let part = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
            let count = unsafe Glibc.write(number, part.baseAddress, part.count)
            let code = count < 0 ? errno : 0
            if code == EAGAIN && isWaiting {
                // The pointer is to a local that lives during the call (poll(2)).
                var output = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&output, 1, -1)
            } else if code != 0 && code != EINTR {
                throw SystemCallFailure(function: "write", path: path, errno: code)
            }
            written += max(0, count)
        }
    }
}

extension Descriptor {
    package borrowing func write(_ text: String) throws(SystemCallFailure) {
        try write(Array(text.utf8))
    }

    package borrowing func write(_ bytes: [UInt8]) throws(SystemCallFailure) {
        try unsafe bytes.span.withUnsafeBytes { (bytes) throws(SystemCallFailure) in try unsafe write(bytes) }
    }
}
