internal import Crypto
internal import CryptoExtras
internal import FoundationEssentials
internal import GateSecret
internal import GateSystem

/// scrypt, one PIN at a time in the whole process, on its own thread.
actor PINStretcher {
    static let shared = PINStretcher()

    private let executor = BlockingExecutor(label: "biogate.scrypt")

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    func stretch(_ pin: borrowing SecretBytes, salt: Data, _ parameters: ScryptParameters) throws -> SymmetricKey {
        // The library frees a copy of the output unwiped; without the root key it opens nothing.
        try unsafe pin.withBytes { bytes in
            try unsafe KDF.Scrypt.deriveKey(
                from: bytes, salt: salt, outputByteCount: 32, rounds: parameters.rounds,
                blockSize: parameters.blockSize, parallelism: parameters.parallelism)
        }
    }
}
