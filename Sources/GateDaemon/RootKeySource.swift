import GateKeystore
import GateModel
import GateSecret
import GateSystem
import GateTPM
import GateVault
import Logging

/// The provider of the root key, and the TPM if it holds the key.
struct RootKeySource: Sendable {
    let provider: any RootKeyProvider
    let device: TPM?

    /// As configured. `auto` means the keystore's recorded provider; a new keystore uses the TPM if one answers.
    init(_ configuration: Configuration, _ manager: ServiceManager, _ logger: Logger) async throws(KeystoreError) {
        switch configuration.sealingProvider {
        case .file: self = .file(configuration)
        case .tpm: self = .tpm(configuration)
        case .credential:
            guard let directory = manager.credentialsDirectory else {
                throw .rootKey(.missing(path: "$CREDENTIALS_DIRECTORY/biogate.root-key"))
            }
            self = RootKeySource(provider: CredentialRootKey(path: "\(directory)/biogate.root-key"), device: nil)
        case .auto:
            switch try Keystore.recordedSealing(in: configuration.stateDirectory) {
            case .tpm: self = .tpm(configuration)
            case .file, .credential: self = .file(configuration)
            case nil:
                let source = RootKeySource.tpm(configuration)
                do throws(SealingFailure) {
                    try await source.device?.connect()
                    self = source
                } catch {
                    logger.debug("the root key goes into a file", metadata: ["TPM": "\(error.detail)"])
                    self = .file(configuration)
                }
            }
        }
    }

    private init(provider: any RootKeyProvider, device: TPM?) {
        self.provider = provider
        self.device = device
    }

    private static func file(_ configuration: Configuration) -> RootKeySource {
        RootKeySource(provider: configuration.fileRootKey, device: nil)
    }

    private static func tpm(_ configuration: Configuration) -> RootKeySource {
        let device = TPM(tcti: configuration.sealingTCTI ?? TPM.standardTCTI)
        return RootKeySource(provider: configuration.deviceRootKey(device), device: device)
    }
}

extension Configuration {
    var fileRootKey: FileRootKey { FileRootKey(path: rootKeyFile ?? "\(stateDirectory)/root.key") }

    func deviceRootKey(_ device: TPM) -> DeviceRootKey {
        DeviceRootKey(path: "\(stateDirectory)/root.tpm", device: device)
    }
}
