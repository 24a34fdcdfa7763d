import GateModel

/// An area that the doctor checks.
enum Checkup: String, CaseIterable, Sendable {
    case socket, service, configuration, data, account, reader, fprintd, permissions, tpm, pam, logind, ssh
}

/// The result of a check. It contains no secrets, so it can be pasted into a report.
enum Finding: Hashable, Sendable {
    case served
    case socketMissing
    case nobodyListens
    /// Nothing listens at the path that the caller named.
    case pathUnserved(String)
    case socketForbidden
    /// The service's version.
    case answers(String)
    case silent
    /// It closes connections of a caller that the kernel cannot name.
    case nameless
    /// Another user than the service's listens.
    case untrusted
    /// It ends at each start, for this reason.
    case startRefused(String)
    /// It runs without access to its root key.
    case sealed(SealingReason)
    /// The caller's data come from an old copy, according to the TPM's counter.
    case oldCopy
    /// The service cannot read the caller's data.
    case dataUnusable
    /// The service's own explanation of why it refuses the caller's account.
    case accountRefused(String)
    /// The caller's programs have all connections that one user may have; in the service's words.
    case connectionsTaken(String)
    /// The same for a number whose data are another name's.
    case accountChanged(String)
    /// Misses lock the caller's fingers at logins; with the command that ends it, nil without a PIN or a password.
    case loginsLocked(LoginLockout, LockoutEnd, command: String?)
    /// The state directory's disk is full.
    case diskFull(String)
    case diskReadOnly(String)
    /// The configured state directory does not exist.
    case stateDirectoryMissing(String)
    case diskWritable
    /// systemd may not start it.
    case masked(ServiceMask)
    /// The service's version, and this program's.
    case otherVersion(String, own: String)
    case configured
    /// The service's description of the mistake: the file, the line and the reason.
    case misconfigured(String)
    /// Its secrets are not locked into memory.
    case memoryUnlocked
    /// The readers' names.
    case readers([String])
    case noReader
    /// The reader's name.
    case readerInUse(String)
    case readerFaulted(String, driver: String)
    /// A reader that stores prints, and has none of the caller's: others' prints may fill it.
    case chipMayBeFull(String, ReaderID)
    /// The name of a reader with storage, and how many of the caller's fingers fprintd has there.
    case fprintdHasFingers(String, count: Int)
    case fprintdHasNone(String)
    /// How many fingers fprintd has while the service answers for it; nil if only root may look.
    case fprintdFingersWait(Int?)
    /// fprintd does not tell the caller.
    case fprintdKeepsQuiet(String)
    case readersPermitted
    case noReaderGroup
    case rulesMissing
    /// A reader's device file that the service may not open.
    case readerForbidden(String)
    /// The socket that starts the readers' process is not enabled.
    case readerSocketMissing
    case tpmPermitted
    case noTPM(RootKeyPlace)
    case oldTPM(RootKeyPlace)
    case tpmForbidden
    /// The configuration names a TPM of its own (`sealing.tcti`).
    case tpmNamed(String)
    case passwordsChecked
    case helperMissing
    case helperSilent
    case pamFileMissing
    /// Greeters that ask for no finger, though the caller has one that logs in.
    case fingerLineMissing(String)
    /// Programs whose prompt for the password or a finger stands behind a wait for the finger alone.
    case fingerFirst(String)
    /// pam_fprintd is not installed.
    case fingerModuleMissing
    /// Greeters whose PAM stacks lack our line, though the caller has stored a password for logins.
    case loginLineMissing(String)
    /// Greeters whose PAM stacks lack a keyring's line.
    case keyringLineMissing(String)
    /// The configuration turns password checks off.
    case passwordsOff
    /// The caller's account has no password that PAM could check.
    case noPassword
    case logind
    case noLogind
    case noSystemd
    /// Where `SSH_AUTH_SOCK` leads, of a caller who has keys for ssh.
    case sshVariable(SSHAgentVariable)

    /// How serious the finding is.
    enum Weight: String, Sendable {
        case fine
        /// It works, with less than possible.
        case note
        case wrong
    }

    var checkup: Checkup {
        switch self {
        case .served, .socketMissing, .nobodyListens, .pathUnserved, .socketForbidden: .socket
        case .answers, .silent, .memoryUnlocked, .nameless, .untrusted, .masked, .otherVersion, .startRefused, .sealed:
            .service
        case .oldCopy, .dataUnusable, .diskFull, .diskReadOnly, .stateDirectoryMissing, .diskWritable: .data
        case .accountRefused, .accountChanged, .connectionsTaken, .loginsLocked: .account
        case .configured, .misconfigured: .configuration
        case .readers, .noReader, .readerInUse, .readerFaulted, .chipMayBeFull: .reader
        case .fprintdHasFingers, .fprintdHasNone, .fprintdKeepsQuiet, .fprintdFingersWait: .fprintd
        case .readersPermitted, .noReaderGroup, .rulesMissing, .readerForbidden, .readerSocketMissing: .permissions
        case .tpmPermitted, .noTPM, .oldTPM, .tpmForbidden, .tpmNamed: .tpm
        case .passwordsChecked, .helperMissing, .helperSilent, .pamFileMissing, .passwordsOff, .noPassword,
            .loginLineMissing, .keyringLineMissing, .fingerLineMissing, .fingerFirst, .fingerModuleMissing:
            .pam
        case .logind, .noLogind, .noSystemd: .logind
        case .sshVariable: .ssh
        }
    }

    var weight: Weight {
        switch self {
        case .noTPM(let place), .oldTPM(let place): place.weightWithoutTPM
        case .served, .answers, .configured, .diskWritable, .readers, .fprintdHasNone, .readersPermitted, .tpmPermitted,
            .tpmNamed, .passwordsChecked, .logind, .sshVariable(.own):
            .fine
        case .memoryUnlocked, .loginsLocked, .fprintdHasFingers, .fprintdKeepsQuiet, .fprintdFingersWait, .noSystemd,
            .passwordsOff,
            .noPassword, .loginLineMissing, .keyringLineMissing, .fingerLineMissing, .fingerFirst, .fingerModuleMissing,
            .chipMayBeFull, .sshVariable:
            .note
        case .socketMissing, .nobodyListens, .pathUnserved, .socketForbidden, .silent, .nameless, .untrusted, .masked,
            .startRefused, .sealed, .oldCopy, .dataUnusable, .accountRefused, .accountChanged, .connectionsTaken,
            .diskFull,
            .diskReadOnly, .stateDirectoryMissing, .otherVersion, .misconfigured, .noReader, .readerInUse,
            .readerFaulted,
            .noReaderGroup, .rulesMissing, .readerForbidden, .readerSocketMissing, .tpmForbidden, .helperMissing,
            .helperSilent, .pamFileMissing, .noLogind:
            .wrong
        }
    }

    /// The one command that fixes it, or a note's next step; nil if there is none.
    ///
    /// - Parameter state: the service's state directory.
    func command(isPackaged: Bool, state: String = ServiceSettings.standardStateDirectory) -> String? {
        switch self {
        // After a few failed starts, systemd refuses further ones for a while unless reset.
        case .socketMissing: "sudo systemctl reset-failed 'biogated.*' && sudo systemctl enable --now biogated.socket"
        case .nobodyListens: "sudo systemctl reset-failed 'biogated.*' && sudo systemctl restart biogated.socket"
        case .socketForbidden: "sudo systemctl restart biogated.socket"
        case .silent, .otherVersion, .readerFaulted, .sealed(.faulted): "sudo systemctl restart biogated.service"
        case .masked(let mask): mask.end
        case .misconfigured:
            "sudoedit \(ServiceConfiguration.path) && sudo systemctl reset-failed 'biogated.*' && sudo systemctl restart biogated.socket"
        case .readerInUse: "sudo systemctl stop fprintd.service"
        case .loginsLocked(_, _, let command): command
        case .fprintdHasFingers: "sudo fprintd-delete \"$USER\""
        case .fprintdKeepsQuiet: "sudo fprintd-list \"$USER\""
        case .fprintdFingersWait: "sudo biogate import-fprintd --dry-run"
        case .noReaderGroup: "sudo systemd-sysusers && sudo systemctl restart biogated.service"
        case .rulesMissing: isPackaged ? "sudo apt install --reinstall biogate" : "sudo make install"
        case .readerForbidden:
            "sudo udevadm control --reload && sudo udevadm trigger && sudo systemctl restart biogated.service"
        case .tpmForbidden: "sudo usermod --append --groups tss biogate && sudo systemctl restart biogated.service"
        case .readerSocketMissing:
            "sudo systemctl enable --now biogate-reader.socket && sudo systemctl restart biogated.service"
        case .helperMissing: "sudo systemctl enable --now biogate-password.socket"
        case .helperSilent: "sudo systemctl restart biogate-password.socket"
        case .pamFileMissing:
            isPackaged
                ? "sudo apt install --reinstall -o Dpkg::Options::=--force-confmiss biogate" : "sudo make install"
        case .loginLineMissing: "sudo pam-auth-update --enable biogate-login"
        case .fingerLineMissing: "sudo pam-auth-update --enable fprintd"
        case .fingerFirst: "sudo pam-auth-update --disable fprintd"
        case .fingerModuleMissing: "sudo apt install libpam-fprintd && sudo pam-auth-update --enable fprintd"
        case .chipMayBeFull(_, let reader): "sudo biogate reader clear \(reader.rawValue)"
        case .sealed(.otherMachine), .sealed(.rootKeyMissing): ServiceMask.beginning(without: state)
        case .oldCopy: "sudo biogate reset --user \"$USER\""
        case .accountChanged: "sudo biogate reset --user \"$(id -un)\""
        case .noLogind: "sudo systemctl start systemd-logind.service"
        case .sshVariable(.own): nil
        case .sshVariable: "biogate ssh setup"
        // No command fixes these: they need a reader, firmware or disk.
        case .pathUnserved, .noReader, .memoryUnlocked, .nameless, .untrusted, .startRefused, .sealed,
            .dataUnusable, .accountRefused, .connectionsTaken, .diskFull, .diskReadOnly, .stateDirectoryMissing, .noTPM,
            .oldTPM:
            nil
        case .served, .answers, .configured, .diskWritable, .readers, .fprintdHasNone, .readersPermitted, .tpmPermitted,
            .passwordsChecked, .passwordsOff, .noPassword, .keyringLineMissing, .logind, .noSystemd, .tpmNamed:
            nil
        }
    }

    var status: ExitStatus {
        switch self {
        case .socketMissing, .nobodyListens, .pathUnserved, .silent, .untrusted, .masked, .startRefused: .noDaemon
        case .socketForbidden, .nameless, .accountRefused, .accountChanged: .notPermitted
        case .noReader: .noHardware
        default: weight == .wrong ? .unexpected : .done
        }
    }
}
