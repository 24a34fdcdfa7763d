import CGateShims
import GateModel
import Glibc

/// A process by its pidfd (`pidfd_open(2)`): unlike a process number, it never names a later process.
public final class ProcessDescriptor: Sendable {
    private let descriptor: Int32

    /// The process at the other end of a socket that was just accepted; nil if it has ended.
    init?(of peer: Peer, on socket: Int32) {
        let descriptor = gate_peer_pidfd(socket, peer.process.rawValue)
        guard descriptor >= 0 else { return nil }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Lends the pidfd, which stays open at least until `body` returns.
    public func withDescriptor<Result, Failure: Error>(
        _ body: (Int32) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(descriptor)
    }
}
