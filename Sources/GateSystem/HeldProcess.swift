import CGateShims
package import GateModel
import Glibc

/// A process that was running when this was made, by its pidfd (`pidfd_open(2)`): until it has ended, no other process
/// has its number.
package final class HeldProcess: Sendable {
    package let number: ProcessID
    private let descriptor: Descriptor

    /// Nil if there is no such process.
    package init?(_ number: ProcessID) {
        guard number.rawValue > 0 else { return nil }
        let descriptor = gate_pidfd(number.rawValue)
        guard descriptor >= 0 else { return nil }
        self.number = number
        self.descriptor = Descriptor(owning: descriptor, path: "pidfd")
    }

    package var hasEnded: Bool {
        var poll = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
        // The pointer is to a local that lives during the call. A pidfd becomes readable when its process ends.
        return unsafe Glibc.poll(&poll, 1, 0) != 0
    }
}
