import GateSystem
import Glibc
import Testing

/// A failure of the harness itself; the test has failed.
struct HarnessFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    /// A system call's failure.
    init(system call: String, _ code: Int32 = errno) {
        description = "\(call): errno \(code)"
    }
}

/// Checks repeatedly until the condition holds; fails with its description if that takes too long.
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

/// A file descriptor of this process alone, which started processes do not inherit. Closed when the last reference is
/// released.
final class Descriptor: Sendable {
    let number: Int32

    init(_ number: Int32, of call: String) throws {
        guard number >= 0 else { throw HarnessFailure(system: call) }
        self.number = number
    }

    deinit { close(number) }

    /// How long a test waits for an event that must happen. It only limits a failing test, and never decides one.
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

    /// A socket bound to a path that did not exist.
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

    /// The first of the descriptors that is readable or at its end; nil if none is in time.
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

    /// Waits until the peer has closed the connection; false if it does not.
    func isHungUp() throws -> Bool {
        var polled = pollfd(fd: number, events: 0, revents: 0)
        let count = poll(&polled, 1, Int32(Self.patience / .milliseconds(1)))
        guard count >= 0 else { throw HarnessFailure(system: "poll") }
        return count > 0
    }

    /// The available bytes, or none at the end.
    func read() throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(number, &buffer, buffer.count)
            if count >= 0 { return Array(buffer.prefix(count)) }
            // The peer closed with unread bytes of ours.
            if errno == ECONNRESET { return [] }
            if errno != EINTR { throw HarnessFailure(system: "read") }
        }
    }

    /// Writes everything; false if the peer is gone. Fails if the peer reads nothing for too long.
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
