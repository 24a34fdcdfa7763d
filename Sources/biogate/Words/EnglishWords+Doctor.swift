import GateModel

extension EnglishWords {
    func text(_ finding: Finding) -> String {
        switch finding {
        case .served: "somebody listens on it."
        case .socketMissing:
            "there is none. The service is not installed, its socket is not on, or it could not start. See why: journalctl --unit=biogated.service"
        case .nobodyListens: "nobody listens on it."
        case .pathUnserved(let path): nobodyListens(path)
        case .socketForbidden: "you may not use it."
        case .answers(let version): "version \(version) answers."
        case .silent: "it does not answer. See why: journalctl --unit=biogated.service"
        case .startRefused(let reason): "it does not start: \(reason)."
        case .sealed(let reason): sealed(reason)
        case .oldCopy:
            "what is stored of yours is an old copy: a backup or a snapshot was put back. Put the newest copy back. Only where there is none, an administrator erases it with biogate reset."
        case .dataUnusable:
            "the service cannot use what is stored of yours. See why: journalctl --unit=biogated.service"
        case .accountRefused(let words): words
        case .loginsLocked(let lockout, let end, _): loginsLocked(lockout, end)
        case .diskFull(let path): "the disk of \(path) is full. Make room on it."
        case .diskReadOnly(let path): "the disk of \(path) is read-only. Mount it writable."
        case .stateDirectoryMissing(let path): "there is no \(path), which the configuration names as stateDirectory."
        case .diskWritable: "its disk has room."
        case .nameless: nameless
        case .untrusted: "somebody else than the service answers there. Nothing was sent."
        case .masked: "it is masked, so that nothing starts it."
        case .otherVersion(let version, let own): "version \(version) runs, and this program is \(own)."
        case .configured: "there is no mistake in it."
        case .misconfigured(let mistake): "the service does not start with it. \(mistake)."
        case .memoryUnlocked:
            "it may not lock its memory, so that secrets can reach the swap. LimitMEMLOCK= of biogated.service says how much it may."
        case .readers(let names): "\(names.joined(separator: ", "))."
        case .noReader: "none that works here. Plug one in; if there is one, libfprint has no driver for it."
        case .readerInUse(let name): "\(name) is open in another program."
        case .readerFaulted(let name, let driver):
            "\(name) (driver \(driver)) does not work. Pull it out and plug it in again, or restart the service."
        case .fprintdHasFingers(let name, let count):
            "it has \(count) of your fingers on the chip of \(name). Such a finger can be added here once it was deleted there."
        case .fprintdHasNone(let name): "it has none of your fingers on the chip of \(name)."
        case .fprintdKeepsQuiet(let name):
            "it tells only in a session at this machine, or to root, whether it has fingers of yours on the chip of \(name)."
        case .fprintdFingersWait(let count?):
            "fingers in /var/lib/fprint: \(count). Those that were not taken over from there log nobody in."
        case .fprintdFingersWait(nil):
            "fingers that were added with fprintd log nobody in until an administrator takes them over."
        case .readersPermitted: "the service may open every reader on USB."
        case .noReaderGroup: "there is no group biogate-reader for the readers."
        case .rulesMissing: "there is no udev rule that gives readers to the service."
        case .readerForbidden(let node): "the service may not open the reader \(node)."
        case .readerSocketMissing: "the service has nobody to drive the readers: the socket of their process is not on."
        case .tpmPermitted: "there is one, and the service may use it."
        case .noTPM(let place): "there is none: \(withoutTPM(place))"
        case .oldTPM(let place): "it is not a TPM 2.0: \(withoutTPM(place))"
        case .tpmForbidden: "there is one, and the service is not in its group tss."
        case .passwordsChecked: "passwords can be checked."
        case .helperMissing: "nobody checks passwords: the helper's socket is not on."
        case .helperSilent:
            "passwords cannot be checked: the helper does not answer. See why: journalctl --unit='biogate-password@*'"
        case .passwordsOff: "passwords are turned off by password.enabled in the configuration."
        case .noPassword: "your account has no password that can be checked."
        case .pamFileMissing: "nobody checks passwords: /etc/pam.d/biogate is missing."
        case .logind: "locking and sleep are seen."
        case .noLogind: "it does not run: locking and sleep end nothing."
        case .noSystemd: "this machine runs without systemd: locking and sleep end nothing."
        }
    }

    private func sealed(_ reason: SealingReason) -> String {
        switch reason {
        case .noTPM:
            "it waits for the TPM that its root key is sealed by, and finds none. Turn it on in the firmware, or check sealing.tcti."
        case .busy: "it waits for the TPM that its root key is sealed by, which is busy."
        case .dictionaryLockout: "it waits for the TPM that its root key is sealed by, which pauses after wrong tries."
        case .otherMachine:
            "the TPM is not the one that its root key was sealed by, or was cleared. Go back to that one; nothing else opens what is stored."
        case .policyFailed:
            "its data are an old copy, or the TPM's owner hierarchy has an authorization. Put the newest copy back, or see: journalctl --unit=biogated.service"
        case .rootKeyMissing: "its root key is missing. Put it back from a backup."
        case .faulted:
            "the TPM that its root key is sealed by does not work. See why: journalctl --unit=biogated.service"
        }
    }

    private func withoutTPM(_ place: RootKeyPlace) -> String {
        switch place {
        case .besideData: "the root key is in a file, and a stolen disk holds it."
        case .otherFile: "the root key is in the file that sealing.rootKeyFile names."
        case .credential: "the root key is a systemd credential."
        case .tpm: "the root key is sealed by one, and nothing opens without it."
        case .unknown: "a root key that is not sealed is in a file."
        }
    }

    func weight(_ weight: Finding.Weight) -> String {
        switch weight {
        case .fine: "ok"
        case .note: "note"
        case .wrong: "WRONG"
        }
    }

    var mendFirst: String { "Fix what is marked WRONG." }
}
