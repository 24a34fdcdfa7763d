import GateSystem
import Glibc
import NIOPosix
import Testing

/// A client made only of system calls, which sends frames as a test writes them.
final class RawClient: Sendable {
    /// A failure of a system call in the test itself.
    struct SystemFailure: Error {
        let call: String
        let errno: Int32
    }

    private let descriptor: Int32

    /// Without `waits`, connecting fails if it would block.
    init(_ path: String, waits: Bool = true) throws {
        descriptor = try Self.makeSocket()
        _ = fcntl(descriptor, F_SETFL, waits ? 0 : O_NONBLOCK)
        let code = Self.apply(Glibc.connect, to: descriptor, path)
        guard code == 0 else { throw SystemFailure(call: "connect", errno: code) }
        // Only a failing test waits this long.
        var patience = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit {
        close(descriptor)
    }

    static func makeSocket() throws -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw SystemFailure(call: "socket", errno: errno) }
        return descriptor
    }

    static func bound(to path: String, listening: Bool) throws -> Int32 {
        let descriptor = try makeSocket()
        let code = apply(Glibc.bind, to: descriptor, path)
        guard code == 0 else { throw SystemFailure(call: "bind", errno: code) }
        guard !listening || listen(descriptor, 16) == 0 else { throw SystemFailure(call: "listen", errno: errno) }
        return descriptor
    }

    private static func apply(
        _ call: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32, to descriptor: Int32, _ path: String
    ) -> Int32 {
        UnixAddress(path: path)?.apply(call, to: descriptor) ?? ENAMETOOLONG
    }

    /// Writes the texts as frames in one system call; beyond the socket's room it waits on a separate thread.
    func send(_ frames: String...) async throws {
        try await write(frames.flatMap { Array($0.utf8) + [0] })
    }

    func write(_ bytes: [UInt8]) async throws {
        let descriptor = descriptor
        try await NIOThreadPool.singleton.runIfActive {
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                // A process that was stopped for a while, such as by a debugger, gets this here.
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { throw SystemFailure(call: "send", errno: errno) }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// The next frame; nil if the server closed the connection.
    func receive() async throws -> String? {
        let descriptor = descriptor
        return try await NIOThreadPool.singleton.runIfActive {
            var bytes: [UInt8] = []
            while true {
                var byte: UInt8 = 0
                switch recv(descriptor, &byte, 1, 0) {
                case 1 where byte == 0: return String(decoding: bytes, as: UTF8.self)
                case 1: bytes.append(byte)
                case -1 where errno == EINTR: continue
                // With unread bytes of ours, the close appears as a reset.
                case -1 where errno != ECONNRESET: throw SystemFailure(call: "recv", errno: errno)
                default:
                    #expect(bytes.isEmpty, "half a frame was sent")
                    return nil
                }
            }
        }
    }

    func shutdownWriting() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    func leave() {
        // The value keeps the descriptor until deinit; the peer sees both directions end.
        shutdown(descriptor, Int32(SHUT_RDWR))
    }
}

/// A test's own directory, removed with its content.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/gate-socket-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw RawClient.SystemFailure(call: "mkdtemp", errno: errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        for name in ["gate", "gate.lock"] { unlink(path + "/" + name) }
        rmdir(path)
    }

    var socket: String { path + "/gate" }
}
