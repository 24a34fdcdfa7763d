import GateSystem
import Glibc
import Testing

/// Why the harness cannot go on; the test that it serves has failed.
struct HarnessFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    /// A system call's.
    init(system call: String, _ code: Int32 = errno) {
        description = "\(call): errno \(code)"
    }
}

/// Asks again and again until it holds; where that does not come, fails with what was awaited.
func waitUntil(
    _ awaited: String, at location: SourceLocation = #_sourceLocation, _ holds: () throws -> Bool
) throws {
    let end = ContinuousClock.now + Descriptor.patience
    while try !holds() {
        guard ContinuousClock.now < end else {
            throw HarnessFailure("waited in vain until \(awaited) (at \(location))")
        }
    }
}

/// A file descriptor of this process alone; nothing that it starts inherits it. Closed when nobody holds it.
final class Descriptor: Sendable {
    let number: Int32

    init(_ number: Int32, of call: String) throws {
        guard number >= 0 else { throw HarnessFailure(system: call) }
        self.number = number
    }

    deinit { close(number) }

    /// How long anything is awaited that must happen: so long that it fails, never so short that it decides.
    ///
    /// A PIN costs more than a second and a half of processor time in a debug build, some calls wait for four of them,
    /// and other tests and builds may leave a daemon a tenth of a processor.
    static let patience: Duration = .seconds(120)

    /// A stream socket connected to a path.
    static func connected(to path: String) throws -> Descriptor {
        let descriptor = try Descriptor(
            socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0), of: "socket")
        let code = UnixAddress(path: path)?.apply(connect, to: descriptor.number) ?? ENAMETOOLONG
        guard code == 0 else { throw HarnessFailure(system: "connect \(path)", code) }
        return descriptor
    }

    /// A socket bound to a path, of which nothing was there.
    static func bound(to path: String, type: __socket_type) throws -> Descriptor {
        let descriptor = try Descriptor(socket(AF_UNIX, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0), of: "socket")
        let code = UnixAddress(path: path)?.apply(bind, to: descriptor.number) ?? ENAMETOOLONG
        guard code == 0 else { throw HarnessFailure(system: "bind \(path)", code) }
        return descriptor
    }

    static func socketPair() throws -> (Descriptor, Descriptor) {
        var numbers: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &numbers) == 0 else {
            throw HarnessFailure(system: "socketpair")
        }
        return (try Descriptor(numbers[0], of: "socketpair"), try Descriptor(numbers[1], of: "socketpair"))
    }

    /// The first of the descriptors that can be read or has ended; nil where none did in time.
    static func firstReady(of descriptors: [Descriptor], within time: Duration = patience) throws -> Int? {
        let end = ContinuousClock.now + time
        while true {
            var polled = descriptors.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
            let left = max(.zero, end - .now)
            let count = poll(&polled, nfds_t(polled.count), Int32(left / .milliseconds(1)) + 1)
            if let first = polled.firstIndex(where: { $0.revents != 0 }), count > 0 { return first }
            if count < 0 && errno != EINTR { throw HarnessFailure(system: "poll") }
            if count == 0 && ContinuousClock.now >= end { return nil }
        }
    }

    /// Waits until the peer has closed the connection; false where it does not.
    func isHungUp() throws -> Bool {
        var polled = pollfd(fd: number, events: 0, revents: 0)
        let count = poll(&polled, 1, Int32(Self.patience / .milliseconds(1)))
        guard count >= 0 else { throw HarnessFailure(system: "poll") }
        return count > 0
    }

    /// What there is to read, or nothing at the end of it.
    func read() throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(number, &buffer, buffer.count)
            if count >= 0 { return Array(buffer.prefix(count)) }
            // The peer closed with bytes of ours unread.
            if errno == ECONNRESET { return [] }
            if errno != EINTR { throw HarnessFailure(system: "read") }
        }
    }

    /// Writes all; false where the peer is gone. Fails where the peer takes nothing for too long.
    @discardableResult
    func write(_ bytes: some Collection<UInt8>) throws -> Bool {
        let bytes = Array(bytes)
        var written = 0
        while written < bytes.count {
            let rest = bytes[written...]
            let count = rest.withUnsafeBytes {
                send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
            if count >= 0 {
                written += count
            } else if errno == EPIPE || errno == ECONNRESET {
                return false
            } else if errno == EAGAIN {
                var polled = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
                guard poll(&polled, 1, Int32(Self.patience / .milliseconds(1))) > 0 else {
                    throw HarnessFailure("nobody reads what is written")
                }
            } else if errno != EINTR {
                throw HarnessFailure(system: "send")
            }
        }
        return true
    }
}
