/// What was looked at.
enum Checkup: String, CaseIterable, Sendable {
    case socket, service, configuration, reader, fprintd, permissions, tpm, pam, logind
}

/// What was found there. Nothing in it is secret: it is made to be pasted into a report.
enum Finding: Hashable, Sendable {
    case served
    case socketMissing
    case nobodyListens
    /// The same of a path that the caller has named.
    case pathUnserved(String)
    case socketForbidden
    /// The service's version.
    case answers(String)
    case silent
    /// It ends the connections of a caller whom the kernel cannot name.
    case nameless
    /// Somebody else than the service listens.
    case untrusted
    /// systemd is told to start it for nobody.
    case masked
    /// The service's version, and this program's.
    case otherVersion(String, own: String)
    case configured
    /// What the service says of the mistake: the file, the line and the reason.
    case misconfigured(String)
    /// Its secrets are not locked into memory.
    case memoryUnlocked
    /// The readers' names.
    case readers([String])
    case noReader
    /// The reader's name.
    case readerInUse(String)
    case readerFaulted(String, driver: String)
    /// The name of a reader that keeps prints on its chip, and how many of the caller's fingers fprintd has there.
    case fprintdHasFingers(String, count: Int)
    case fprintdHasNone(String)
    /// fprintd does not tell the caller.
    case fprintdKeepsQuiet(String)
    case readersPermitted
    case noReaderGroup
    case rulesMissing
    /// A reader's node that the service may not open.
    case readerForbidden(String)
    /// What starts the process that drives the readers is not on.
    case readerSocketMissing
    case tpmPermitted
    case noTPM
    case oldTPM
    case tpmForbidden
    case passwordsChecked
    case helperMissing
    case pamFileMissing
    case logind
    case noLogind
    case noSystemd

    /// Whether something has to be done.
    enum Weight: String, Sendable {
        case fine
        /// It works, with less than there could be.
        case note
        case wrong
    }

    var checkup: Checkup {
        switch self {
        case .served, .socketMissing, .nobodyListens, .pathUnserved, .socketForbidden: .socket
        case .answers, .silent, .memoryUnlocked, .nameless, .untrusted, .masked, .otherVersion: .service
        case .configured, .misconfigured: .configuration
        case .readers, .noReader, .readerInUse, .readerFaulted: .reader
        case .fprintdHasFingers, .fprintdHasNone, .fprintdKeepsQuiet: .fprintd
        case .readersPermitted, .noReaderGroup, .rulesMissing, .readerForbidden, .readerSocketMissing: .permissions
        case .tpmPermitted, .noTPM, .oldTPM, .tpmForbidden: .tpm
        case .passwordsChecked, .helperMissing, .pamFileMissing: .pam
        case .logind, .noLogind, .noSystemd: .logind
        }
    }

    var weight: Weight {
        switch self {
        case .served, .answers, .configured, .readers, .fprintdHasNone, .readersPermitted, .tpmPermitted,
            .passwordsChecked, .logind:
            .fine
        case .memoryUnlocked, .fprintdHasFingers, .fprintdKeepsQuiet, .noTPM, .oldTPM, .noSystemd: .note
        case .socketMissing, .nobodyListens, .pathUnserved, .socketForbidden, .silent, .nameless, .untrusted, .masked,
            .otherVersion, .misconfigured, .noReader, .readerInUse, .readerFaulted, .noReaderGroup, .rulesMissing,
            .readerForbidden, .readerSocketMissing, .tpmForbidden, .helperMissing, .pamFileMissing, .noLogind:
            .wrong
        }
    }

    /// The one command that mends it, or for a note the next step; nil where none does, or nothing has to be done.
    func command(isPackaged: Bool) -> String? {
        switch self {
        // After a few starts that failed, systemd refuses the next ones for a while, unless it is told to forget them.
        case .socketMissing: "sudo systemctl reset-failed 'biogated.*' && sudo systemctl enable --now biogated.socket"
        case .nobodyListens: "sudo systemctl reset-failed 'biogated.*' && sudo systemctl restart biogated.socket"
        case .socketForbidden: "sudo systemctl restart biogated.socket"
        case .silent, .otherVersion, .readerFaulted: "sudo systemctl restart biogated.service"
        case .masked:
            "sudo systemctl unmask biogated.socket biogated.service && sudo systemctl restart biogated.socket"
        case .misconfigured:
            "sudoedit \(ServiceConfiguration.path) && sudo systemctl reset-failed 'biogated.*' && sudo systemctl restart biogated.socket"
        case .readerInUse: "sudo systemctl stop fprintd.service"
        case .fprintdHasFingers: "sudo fprintd-delete \"$USER\""
        case .fprintdKeepsQuiet: "sudo fprintd-list \"$USER\""
        case .noReaderGroup: "sudo systemd-sysusers && sudo systemctl restart biogated.service"
        case .rulesMissing: isPackaged ? "sudo apt install --reinstall biogate" : "sudo make install"
        case .readerForbidden:
            "sudo udevadm control --reload && sudo udevadm trigger && sudo systemctl restart biogated.service"
        case .tpmForbidden: "sudo usermod --append --groups tss biogate && sudo systemctl restart biogated.service"
        case .readerSocketMissing:
            "sudo systemctl enable --now biogate-reader.socket && sudo systemctl restart biogated.service"
        case .helperMissing: "sudo systemctl enable --now biogate-password.socket"
        case .pamFileMissing:
            isPackaged
                ? "sudo apt install --reinstall -o Dpkg::Options::=--force-confmiss biogate" : "sudo make install"
        case .noLogind: "sudo systemctl start systemd-logind.service"
        case .pathUnserved, .noReader, .memoryUnlocked, .nameless, .untrusted, .served, .answers, .configured, .readers,
            .fprintdHasNone,
            .readersPermitted,
            .tpmPermitted,
            .noTPM,
            .oldTPM, .passwordsChecked, .logind, .noSystemd:
            nil
        }
    }

    var status: ExitStatus {
        switch self {
        case .socketMissing, .nobodyListens, .pathUnserved, .silent, .untrusted, .masked: .noDaemon
        case .socketForbidden, .nameless: .notPermitted
        case .noReader: .noHardware
        default: weight == .wrong ? .unexpected : .done
        }
    }
}
