internal import CSQLite
internal import GateModel
internal import GateSecret
internal import GateSystem
public import GateVault
internal import Glibc

extension KeystoreError: CustomStringConvertible {
    /// One line for an administrator: the problem and the remedy.
    public var description: String {
        switch self {
        case .directoryUnusable(let path, let number):
            "cannot use \(path): \(errorText(number)); \(Self.wayOut(ofUnusable: number))"
        case .notOwned(let path, let owner):
            "\(path) belongs to user \(owner); if what is in it is the daemon's, chown all of it to the daemon's user, else "
                + "choose another stateDirectory"
        case .inUse(let path): "\(path) is in use by another daemon; stop that one first"
        case .damaged(let path, let detail):
            "\(path) is damaged (\(detail)); nothing was changed; restore a backup, or move it away to start with an empty one"
        case .replaced(let path):
            "\(path) was removed or replaced while it was in use; nothing was changed; restart the daemon"
        case .newerSchema(let path): "\(path) was written by a newer release; install that one again"
        case .rootKey(let error): describe(error)
        case .sealing(let failure): describe(failure)
        case .wrongRootKey:
            "the root key is not the one the keystore was made with; restore that one, or move the keystore away"
        case .sealedElsewhere(let recorded, let configured):
            "the keystore was made with sealing.provider \(recorded.rawValue), not \(configured.rawValue); set it back, or "
                + "move it with biogated --move-sealing"
        case .storageFailed(let detail): "the disk failed (\(detail)); nothing was changed; check it"
        case .userChanged(let user, _):
            "user \(user) had another name before; rename the account back, or erase the user's data with biogate reset"
        case .rolledBack(let user):
            "the database is older than the TPM's counter: an old copy was put back; restore the newest, or reset user "
                + "\(user) with biogate reset"
        case .oldCopy(let path):
            "\(path) is older than the TPM's counter: an old copy was put back; restore the newest, or start the daemon with "
                + "the TPM and reset each user with biogate reset; nothing was changed"
        case .keysStay(let keys):
            "these keys are in the TPM and cannot leave it: \(keys.map(\.description).joined(separator: ", ")); "
                + "--drop-keys gives them up"
        case .nothingThere(let path): "there is no keystore in \(path) yet: set sealing.provider instead"
        case .tampered(let record):
            "a \(record.rawValue) record was changed from outside; restore a backup, or reset the user's data"
        case .itemNotFound(let name): "there is no item \(name)"
        case .itemExists(let name): "the item \(name) exists; replace it or choose another name"
        case .itemInvalidated(let name, let reason): "the item \(name) is gone (\(reason.rawValue)); store it again"
        case .slotMissing(let factor): "the item does not open by \(factor.rawValue); use another factor or renew it"
        case .proofRejected: "the authentication does not serve here; authenticate again"
        case .keyChanged(let reason): "the key does not sign this any more (\(reason.rawValue)); ask again"
        case .printNotFound(let print): "there is no print \(print)"
        case .printExists(let print): "the print \(print) exists"
        case .noPIN: "there is no PIN; set one first"
        case .pinChanged: "the PIN was changed meanwhile; give the present one"
        case .limit(let limit): "\(limit.name) is \(limit.maximum); delete something or raise it"
        }
    }

    private static func wayOut(ofUnusable number: Int32) -> String {
        switch number {
        case EROFS:
            "it is read-only: mount it writable; in its unit the daemon writes below /var/lib/biogate only, unless "
                + "ReadWritePaths= in a drop-in names another stateDirectory"
        case ENOSPC, EDQUOT: "make room on its disk"
        case EACCES, EPERM: "let the daemon's user own it, and pass through the directories above it"
        case ENOENT: "create the directory above it"
        case EIO: "check its disk"
        default: "make it a directory that the daemon's user owns"
        }
    }

    private func describe(_ error: RootKeyError) -> String {
        switch error {
        case .missing(let path):
            "the root key \(path) is missing; restore it, or move the keystore away to start with an empty one"
        case .damaged(let path): "\(path) is no root key; restore it from a backup"
        case .exposed(let path, let mode):
            "the root key \(path) could be read by others (mode \(String(mode & 0o7777, radix: 8))); chmod it to 600"
        case .unreadable(let path, let number): "cannot read the root key \(path): \(errorText(number))"
        case .unavailable(let failure): describe(failure)
        }
    }

    private func describe(_ failure: SealingFailure) -> String {
        let way =
            switch failure.reason {
            case .noTPM: "turn the TPM on, or check sealing.tcti"
            case .busy: "try again in a moment"
            case .dictionaryLockout: "wait, or clear the lockout with tpm2_dictionarylockout"
            case .otherMachine:
                "the TPM was cleared, or is another machine's: restore the keystore there, or move it away"
            case .policyFailed: "the TPM's owner hierarchy asks for an authorization, or is off"
            case .rootKeyMissing: "restore it from a backup"
            case .faulted: "check the device's permissions, or restart the machine"
            }
        return "the TPM cannot be used (\(failure.reason.rawValue): \(failure.detail)); \(way); nothing was changed"
    }
}

extension KeystoreError {
    /// Maps any error of the database to a `KeystoreError`.
    init(_ error: any Error, path: String) {
        switch error {
        case let error as KeystoreError:
            self = error
        case SQLiteError.failed(let code, let message):
            // An extended code's first byte is its basic code.
            switch code & 0xFF {
            case SQLITE_CORRUPT, SQLITE_NOTADB: self = .damaged(path: path, detail: message)
            case SQLITE_FULL: self = .storageFailed(detail: "full")
            case SQLITE_READONLY: self = .storageFailed(detail: "read-only")
            default: self = .storageFailed(detail: "SQLite \(code): \(message)")
            }
        default:
            // A column's type does not match the schema.
            self = .damaged(path: path, detail: "unreadable row")
        }
    }
}
