import CGateShims
import GateModel
import GateSystem
import Glibc

/// A process as the kernel holds on to it (`pidfd_open(2)`): unlike its number, never that of a later process.
public final class ProcessDescriptor: Sendable {
    private let descriptor: Int32

    /// Of who is at the other end of a socket that was just accepted; nil where the process is gone already.
    init?(of peer: Peer, on socket: Int32) {
        let descriptor = gate_peer_pidfd(socket, peer.process.rawValue)
        guard descriptor >= 0 else { return nil }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Lends the pidfd, which stays open for at least the length of `body`.
    public func withDescriptor<Result, Failure: Error>(
        _ body: (Int32) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(descriptor)
    }
}
