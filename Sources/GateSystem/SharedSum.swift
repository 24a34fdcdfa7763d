import CGateShims
import Glibc

/// A sum that another process adds to (eventfd(2)). Adding wakes nobody, and what was added outlives the process.
package final class SharedSum: Sendable {
    private static let path = "a shared sum"

    /// Readable while the sum is not zero.
    let descriptor: Descriptor

    private init(_ descriptor: consuming Descriptor) {
        self.descriptor = descriptor
    }

    /// A new sum of zero.
    package convenience init() throws(SystemCallFailure) {
        let number = try GateSystem.checked("eventfd", Self.path) { eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) }
        self.init(Descriptor(owning: number, path: Self.path))
    }

    /// Waits for the sum that the peer sends by `send`; nil if the peer leaves, or sends anything else first.
    package static func received(on socket: borrowing Descriptor) -> SharedSum? {
        guard let descriptor = Descriptor.received(on: socket.number, path: path) else { return nil }
        return SharedSum(descriptor)
    }

    /// Shares the sum with the peer of a connected socket, which receives it, with one NUL, before all later bytes.
    package func send(on socket: borrowing Descriptor) throws(SystemCallFailure) {
        guard Descriptor.send([0], with: descriptor.number, to: socket.number) == 1 else {
            throw SystemCallFailure(function: "sendmsg", path: socket.path, errno: errno)
        }
    }

    package func add(_ number: UInt32) { _ = eventfd_write(descriptor.number, UInt64(number)) }

    /// The sum of the numbers that were added since the last call.
    package func take() -> UInt64 {
        var sum: UInt64 = 0
        // The pointer is to a local that lives during the call. A sum of zero is an error (eventfd(2)).
        return unsafe eventfd_read(descriptor.number, &sum) == 0 ? sum : 0
    }
}
