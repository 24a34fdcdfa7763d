import GateCore
import GateModel
import GateSSH
import GateSystem

/// Verifies what is to be signed for ssh, on a thread of its own: the caller chooses how many bindings, up to sixteen, and
/// how large their keys are.
actor SSHVerifier {
    private nonisolated let executor = BlockingExecutor(label: "biogate.ssh")
    private let cryptography: any SSHCryptography

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    init(_ cryptography: any SSHCryptography) { self.cryptography = cryptography }

    /// `reuse` is how long the caller wants a confirmation to count again.
    func verified(_ request: SSHSigningRequest, for item: Item, reuse: Duration) throws(GateError) -> SSHSigning {
        try request.verified(for: item, reuse: reuse, cryptography)
    }
}
