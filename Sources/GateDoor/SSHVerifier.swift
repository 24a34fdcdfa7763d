import GateCore
import GateModel
import GateSSH
import GateSecret
import GateSystem
import GateWire

/// Verifies what is to be signed for ssh, on a thread of its own: the caller chooses how many bindings, up to sixteen, and
/// how large their keys are.
actor SSHVerifier {
    private nonisolated let executor = BlockingExecutor(label: "biogate.ssh")
    private let cryptography: any PrivateKeyCryptography

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    init(_ cryptography: any PrivateKeyCryptography) { self.cryptography = cryptography }

    /// `reuse` is how long the caller wants a confirmation to count again.
    func verified(
        _ request: SSHSigningRequest, for item: Item, reuse: Duration, at now: WallTime
    ) throws(GateError) -> SSHSigning {
        try request.verified(for: item, reuse: reuse, at: now, cryptography)
    }

    /// The key in a file's bytes. Faults are of the parameter `secret`.
    func privateKey(in file: consuming SecretBytes) throws(ParameterFault) -> FilePrivateKey {
        let key: FilePrivateKey
        do throws(PrivateKeyFault) {
            key = try PrivateKeyFile(file).key()
        } catch {
            throw ParameterFault("secret", Self.rule(against: error))
        }
        guard cryptography.isPair(key) else { throw ParameterFault("secret", "a private key that fits its public one") }
        return key
    }

    private static func rule(against fault: PrivateKeyFault) -> String {
        switch fault {
        case .notOpenSSH: "a private key in OpenSSH's form"
        case .otherAlgorithm(let name): "a key of P-256 or Ed25519, not \(ForeignText.cleaned(name, limit: 48))"
        case .needsPassphrase, .otherProtection, .wrongPassphrase: "a private key without a passphrase"
        }
    }
}
