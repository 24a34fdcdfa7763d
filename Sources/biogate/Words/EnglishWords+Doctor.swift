extension EnglishWords {
    func text(_ finding: Finding) -> String {
        switch finding {
        case .served: "somebody listens on it."
        case .socketMissing:
            "there is none. The service is not installed, its socket is not on, or it could not start. Why, says: journalctl --unit=biogated.service"
        case .nobodyListens: "nobody listens on it."
        case .pathUnserved(let path): nobodyListens(path)
        case .socketForbidden: "you may not use it."
        case .answers(let version): "version \(version) answers."
        case .silent: "it does not answer. Why, says: journalctl --unit=biogated.service"
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
        case .readersPermitted: "the service may open every reader on USB."
        case .noReaderGroup: "there is no group biogate-reader for the readers."
        case .rulesMissing: "there is no udev rule that gives readers to the service."
        case .readerForbidden(let node): "the service may not open the reader \(node)."
        case .readerSocketMissing: "the service has nobody to drive the readers: the socket of their process is not on."
        case .tpmPermitted: "there is one, and the service may use it."
        case .noTPM: "there is none: the root key is in a file, and a stolen disk holds it."
        case .oldTPM: "it is not a TPM 2.0: the root key is in a file, and a stolen disk holds it."
        case .tpmForbidden: "there is one, and the service is not in its group tss."
        case .passwordsChecked: "passwords can be checked."
        case .helperMissing: "nobody checks passwords: the helper's socket is not on."
        case .pamFileMissing: "nobody checks passwords: /etc/pam.d/biogate is missing."
        case .logind: "locking and sleep are seen."
        case .noLogind: "it does not run: locking and sleep end nothing."
        case .noSystemd: "this machine runs without systemd: locking and sleep end nothing."
        }
    }

    func weight(_ weight: Finding.Weight) -> String {
        switch weight {
        case .fine: "ok"
        case .note: "note"
        case .wrong: "WRONG"
        }
    }

    var mendFirst: String { "What is marked WRONG has to be mended." }
}
