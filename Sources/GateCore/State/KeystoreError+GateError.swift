import GateModel
import GateSecret
import GateVault
import Logging

extension Audit {
    /// Maps the keystore's errors to the contract's. Faults that an administrator must fix go to the journal.
    ///
    /// `fallbacks` serve the errors for a missing fingerprint slot and for a PIN that was changed meanwhile.
    func refused(_ error: KeystoreError, item: ItemName? = nil, fallbacks: [Factor] = []) -> GateError {
        switch error {
        case .itemNotFound(let name): return .itemNotFound(name)
        case .itemExists(let name): return .itemExists(name)
        case .itemInvalidated(let name, let reason): return .itemInvalidated(name, by: reason)
        case .printNotFound(let print): return .printNotFound(print)
        case .noPIN: return .credentialNotSet(.pin)
        case .pinChanged: return .credentialRequired(accepted: fallbacks.isEmpty ? [.pin] : fallbacks)
        case .limit(let limit): return .limitExceeded(limit)
        case .slotMissing: return .factorNotAllowed(allowed: fallbacks)
        case .proofRejected: return .authenticationFailed(fallbacks: fallbacks)
        case .keyChanged(let reason): return .signatureRefused(reason)
        case .userChanged:
            failed(error)
            return .notPermitted(.accountChanged)
        case .rootKey(let error):
            failed(error)
            return .sealingUnavailable(error.reason)
        case .sealing(let failure):
            failed(error)
            return .sealingUnavailable(failure.reason)
        case .rolledBack:
            failed(error)
            return .sealingUnavailable(.policyFailed)
        case .wrongRootKey, .sealedElsewhere, .oldCopy, .keysStay, .nothingThere:
            failed(error)
            return .sealingUnavailable(.otherMachine)
        case .directoryUnusable, .notOwned, .inUse, .damaged, .newerSchema, .replaced, .storageFailed, .tampered,
            .printExists:
            failed(error)
            return .storageFailed
        }
    }

    private func failed(_ error: some Error) {
        failed("the keystore refused", ["error": "\(error)"])
    }
}

extension RootKeyError {
    /// The reason in the contract's terms.
    fileprivate var reason: SealingReason {
        switch self {
        case .missing: .rootKeyMissing
        case .damaged, .exposed, .unreadable: .faulted
        case .unavailable(let failure): failure.reason
        }
    }
}
