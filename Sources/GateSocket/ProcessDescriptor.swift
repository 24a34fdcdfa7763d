import CGateShims
import GateModel
import GateSystem
import Glibc

/// A process as the kernel holds on to it (`pidfd_open(2)`): unlike its number, never that of a later process.
public final class ProcessDescriptor: Sendable {
    private let descriptor: Int32

    /// Takes over an open pidfd.
    init(owning descriptor: Int32) {
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

/// Who is at the other end of a socket that was just accepted.
struct AcceptedPeer {
    let peer: Peer
    /// Nil where the process is gone already.
    let process: ProcessDescriptor?

    /// Nil where the kernel does not say (`SO_PEERCRED`).
    init?(socket: Int32) {
        guard let peer = Peer(socket: socket) else { return nil }
        self.peer = peer
        let descriptor = gate_peer_pidfd(socket, peer.process.rawValue)
        process = descriptor < 0 ? nil : ProcessDescriptor(owning: descriptor)
    }
}
