import GateKeystore
import GateTPM
public import GateVault

/// Moves the root key between the file and the TPM while no daemon runs.
public struct SealingMove: Sendable {
    public enum Target: String, CaseIterable, Sendable { case file, tpm }

    private let configuration: Configuration

    public init(configuration: Configuration) {
        self.configuration = configuration
    }

    /// Moves the root key, and returns the keys that were given up. Running it again finishes an interrupted move.
    public func run(to target: Target, droppingKeys: Bool) async throws(StartError) -> [KeyInDevice] {
        let device = TPM(tcti: configuration.sealingTCTI ?? TPM.standardTCTI)
        let (file, tpm) = (configuration.fileRootKey, configuration.deviceRootKey(device))
        do throws(KeystoreError) {
            switch target {
            case .tpm:
                return try await Keystore.move(
                    configuration.stateDirectory, from: file, to: tpm, droppingKeys: droppingKeys)
            case .file:
                return try await Keystore.move(
                    configuration.stateDirectory, from: tpm, to: file, droppingKeys: droppingKeys)
            }
        } catch {
            throw .keystore(error)
        }
    }
}
