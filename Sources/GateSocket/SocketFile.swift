import GateSystem
import Glibc

/// The file of a socket bound by this process, and the lock that keeps other processes from binding it.
struct SocketFile: ~Copyable, Sendable {
    private struct Identity: Equatable {
        let device: dev_t
        let inode: ino_t

        init(_ status: stat) {
            device = status.st_dev
            inode = status.st_ino
        }

        /// The identity of the file itself, not of a symbolic link's target; nil with errno if there is none.
        init?(path: String) {
            var status = stat()
            guard unsafe lstat(path, &status) == 0 else { return nil }
            self.init(status)
        }
    }

    private let path: String
    private let identity: Identity
    private let lock: Descriptor

    /// Binds a socket, which does not listen yet, in place of a file that nothing serves, and hands it to `use`.
    ///
    /// The lock, a file beside the socket, is held until `remove`.
    static func bind(
        _ path: String, mode: UInt32, _ use: (Int32) -> Void
    ) throws(GateListenerError) -> SocketFile {
        guard let address = UnixAddress(path: path) else { throw .invalidPath(path) }
        let lock = try takeLock(beside: path)
        do throws(GateListenerError) {
            try clear(path, address)
            let socket = try makeSocket()
            do throws(GateListenerError) {
                let identity = try bind(socket, to: path, address, mode: mode)
                use(socket)
                return SocketFile(path: path, identity: identity, lock: lock)
            } catch {
                close(socket)
                throw error
            }
        } catch {
            releaseLock(lock, beside: path)
            throw error
        }
    }

    /// Removes the socket's file, if it is still the one bound here, and then the lock.
    consuming func remove() {
        if Identity(path: path) == identity { unsafe unlink(path) }
        Self.releaseLock(lock, beside: path)
    }

    private static func lockPath(beside path: String) -> String { path + ".lock" }

    private static func takeLock(beside path: String) throws(GateListenerError) -> Descriptor {
        let lockPath = lockPath(beside: path)
        while true {
            do throws(SystemCallFailure) {
                var lock = try Descriptor.open(lockPath, O_RDWR | O_CREAT | O_NOFOLLOW)
                try lock.lock()
                // The previous holder may have removed the file before the lock: this one would exclude nobody.
                if Identity(path: lockPath) == Identity(try lock.status()) { return lock }
            } catch {
                switch error.errno {
                case ENOENT: throw .directoryMissing(path: path)
                case EWOULDBLOCK: throw .inUse(path: path)
                default: throw .system(call: error.function, errno: error.errno)
                }
            }
        }
    }

    private static func releaseLock(_ lock: consuming Descriptor, beside path: String) {
        unsafe unlink(lockPath(beside: path))
        _ = consume lock
    }

    /// Removes a socket at the path that refuses connections.
    private static func clear(_ path: String, _ address: UnixAddress) throws(GateListenerError) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else {
            let code = errno
            guard code == ENOENT else { throw .system(call: "lstat", errno: code) }
            return
        }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path: path) }
        let probe = try makeSocket()
        defer { close(probe) }
        let code = unsafe address.apply(Glibc.connect, to: probe)
        switch code {
        case ECONNREFUSED:
            guard unsafe unlink(path) == 0 || errno == ENOENT else { throw .system(call: "unlink", errno: errno) }
        case ENOENT: break
        // It accepts, its queue is full, or it is served as another type of socket.
        case 0, EAGAIN, EPROTOTYPE: throw .inUse(path: path)
        default: throw .system(call: "connect", errno: code)
        }
    }

    private static func makeSocket() throws(GateListenerError) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else { throw .system(call: "socket", errno: errno) }
        return descriptor
    }

    private static func bind(
        _ socket: Int32, to path: String, _ address: UnixAddress, mode: UInt32
    ) throws(GateListenerError) -> Identity {
        // The file gets the socket's mode less the umask, so it is never more open than asked for.
        guard fchmod(socket, mode) == 0 else { throw .system(call: "fchmod", errno: errno) }
        let code = unsafe address.apply(Glibc.bind, to: socket)
        guard code == 0 else { throw .system(call: "bind", errno: code) }
        guard unsafe chmod(path, mode) == 0, let identity = Identity(path: path) else {
            let code = errno
            unsafe unlink(path)
            throw .system(call: "chmod", errno: code)
        }
        return identity
    }
}
