/// The storage of the root key, as far as the configuration and the service's answers tell.
enum RootKeyPlace: Hashable, CaseIterable, Sendable {
    /// A file in the state directory, beside the data.
    case besideData
    /// A file that the configuration names.
    case otherFile
    case credential
    case tpm
    /// `sealing.provider` is `auto`, and the service does not tell.
    case unknown

    init(_ settings: ServiceSettings, isServed: Bool, isSealed: Bool) {
        self =
            switch settings.provider {
            case "credential": .credential
            case "tpm": .tpm
            case "file": settings.rootKeyFile == nil ? .besideData : .otherFile
            // Only a keystore with a TPM can be sealed; one that is served without a TPM has its key in a file.
            default: isSealed ? .tpm : !isServed ? .unknown : settings.rootKeyFile == nil ? .besideData : .otherFile
            }
    }

    /// The weight of a missing TPM.
    var weightWithoutTPM: Finding.Weight {
        switch self {
        case .besideData, .otherFile, .unknown: .note
        case .credential: .fine
        case .tpm: .wrong
        }
    }
}
