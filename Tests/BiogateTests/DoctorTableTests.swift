import GateSandbox
import GateGuidance
import GateModel
import GateSystem
import Glibc
import Testing

@testable import biogate

/// Every state whose error points people to `biogate doctor`: the error, how to produce the state, and doctor's
/// finding.
private enum State: String, CaseIterable {
    case oldCopy, oldCopyOfEverything, noTPM, otherTPM, tpmBroken, rootKeyGone, passwordsOff, noPassword, helperOff,
        helperSilent, diskFull, diskReadOnly, dataDamaged, stateDirectoryMisspelled, stateDirectoryUnwritable,
        fingerOfFprintd

    /// The error that people saw before they called `doctor`; nil if the service does not answer.
    var error: GateError? {
        switch self {
        case .oldCopy, .oldCopyOfEverything: .sealingUnavailable(.policyFailed)
        case .noTPM: .sealingUnavailable(.noTPM)
        case .otherTPM: .sealingUnavailable(.otherMachine)
        case .tpmBroken: .sealingUnavailable(.faulted)
        case .rootKeyGone: .sealingUnavailable(.rootKeyMissing)
        case .passwordsOff, .noPassword: .credentialNotSet(.password)
        case .helperOff, .helperSilent: .credentialUnavailable(.password)
        case .diskFull, .diskReadOnly, .dataDamaged: .storageFailed
        case .fingerOfFprintd: .fingerKnownToReader(ReaderID(rawValue: "chip"))
        case .stateDirectoryMisspelled, .stateDirectoryUnwritable: nil
        }
    }

    /// The finding that explains the state.
    var finding: Finding {
        switch self {
        case .oldCopy: .oldCopy
        case .oldCopyOfEverything: .sealed(.policyFailed)
        case .noTPM: .noTPM(.tpm)
        case .otherTPM: .sealed(.otherMachine)
        case .tpmBroken: .sealed(.faulted)
        case .rootKeyGone: .sealed(.rootKeyMissing)
        case .passwordsOff: .passwordsOff
        case .noPassword: .noPassword
        case .helperOff: .helperMissing
        case .helperSilent: .helperSilent
        case .diskFull: .diskFull("/srv/secrets")
        case .diskReadOnly: .diskReadOnly("/var/lib/biogate")
        case .dataDamaged: .dataUnusable
        case .stateDirectoryMisspelled: .stateDirectoryMissing("/srv/secret")
        case .stateDirectoryUnwritable: .startRefused("cannot use /srv/secrets: it is read-only")
        case .fingerOfFprintd: .fprintdHasFingers("Chip", count: 1)
        }
    }
}

@Suite("Doctor's findings for the errors that point to it")
struct DoctorTableTests {
    /// Produces the state, and runs `doctor`'s checks.
    private func play(_ state: State) async throws -> [Finding] {
        let made = try MadeMachine()
        try made.makeSound()
        var report = ServiceReport([.served, .answers("1")])
        var disk = FileSystem()
        // The refusal of a call that any user may make, or of the password.
        func refused(_ error: GateError?) -> [Finding] {
            [error.flatMap { Finding(refusal: $0, words: "") }].compactMap { $0 }
        }
        func sealed(_ reason: SealingReason) -> ServiceReport {
            ServiceReport([.served, .answers("1"), .sealed(reason)])
        }
        switch state {
        case .oldCopy, .dataDamaged:
            report = ServiceReport([.served, .answers("1")] + refused(state.error))
        case .oldCopyOfEverything: report = sealed(.policyFailed)
        case .noTPM:
            made.remove("/sys/class/tpm/tpm0/tpm_version_major")
            rmdir(made.directory.file("sys/class/tpm/tpm0"))
            report = sealed(.noTPM)
        case .otherTPM: report = sealed(.otherMachine)
        case .tpmBroken: report = sealed(.faulted)
        case .rootKeyGone: report = sealed(.rootKeyMissing)
        case .passwordsOff:
            try made.make("/etc/biogate/biogated.conf", "[password]\nenabled=no\n")
            report.passwords = refused(state.error).first
        case .noPassword, .helperSilent: report.passwords = refused(state.error).first
        case .helperOff:
            made.remove("/run/biogate/password")
            report.passwords = refused(state.error).first
        case .diskFull:
            try made.make("/etc/biogate/biogated.conf", "stateDirectory=/srv/secrets\n")
            disk = FileSystem(isFull: true)
        case .diskReadOnly: disk = FileSystem(isReadOnly: true)
        case .stateDirectoryMisspelled:
            try made.make("/etc/biogate/biogated.conf", "stateDirectory=/srv/secret\n")
            disk = FileSystem(isMissing: true)
        case .stateDirectoryUnwritable:
            try made.make(
                "/systemctl",
                """
                #!/bin/sh
                echo ExecMainStatus=78
                echo 'StatusText=cannot use /srv/secrets: it is read-only'

                """, mode: 0o755)
            let environment = ProcessEnvironment(["PATH": made.directory.path])
            return [await ServiceStatus.refusal(in: environment)].compactMap { $0 }
        case .fingerOfFprintd:
            try made.make(
                "/dbus-send",
                """
                #!/bin/sh
                case "$*" in
                *GetDevices*) echo '      object path "/net/reactivated/Fprint/Device/0"' ;;
                *Properties.Get*) echo '   variant       string "Chip"' ;;
                *) echo '      string "right-index-finger"' ;;
                esac

                """, mode: 0o755)
            return await Fprintd(environment: ProcessEnvironment(["PATH": made.directory.path])).findings(on: ["Chip"])
        }
        return report.findings + made.machine(disk: disk).findings(behind: report)
    }

    @Test("Doctor finds the state and describes it in every language", arguments: State.allCases)
    fileprivate func found(state: State) async throws {
        let findings = try await play(state)
        #expect(findings.contains(state.finding), "\(findings)")
        #expect(state.finding.weight != .fine)
    }

    @Test(
        "A full disk and a read-only one are found on a real file system",
        .enabled(if: geteuid() == 0, "needs root, to mount"),
        arguments: [
            ("dd if=/dev/zero of=/var/lib/biogate/ballast bs=4k 2>/dev/null || true", "is full"),
            ("mount -o remount,ro /var/lib/biogate", "is read-only"), ("true", "has room"),
        ])
    func realDisk(step: String, said: String) async throws {
        // Runs in a private mount namespace, which ends with the script.
        let script = """
            mount -t tmpfs -o size=1m tmpfs /var/lib && mkdir /var/lib/biogate &&
            mount -t tmpfs -o size=4m tmpfs /var/lib/biogate && \(step) && exec "$0" doctor
            """
        let (_, output) = try await CommandLineBench.run(
            program: "/usr/bin/unshare", ["--mount", "sh", "-c", script, try CommandLineBench.program()])
        #expect(output.contains(said), "\(output)")
    }

    @Test("Every error whose next step is doctor is in the table")
    func complete() {
        let errors: [GateError] =
            SealingReason.allCases.map { .sealingUnavailable($0) } + Factor.allCases.map { .credentialNotSet($0) } + [
                .credentialUnavailable(.password), .fingerKnownToReader(ReaderID(rawValue: "chip")), .storageFailed,
                .signInRequired, .notPermitted(.accountUnknown), .readerFull(ReaderID(rawValue: "chip")),
            ]
        for error in errors {
            let guidance = Guidance.for(error, situation: Situation(hasSignIn: false), in: .en)
            guard guidance.command == "biogate doctor" else { continue }
            #expect(State.allCases.contains { $0.error == error }, "\(error)")
        }
    }

    @Test("Doctor warns of a stolen disk only if the root key is in a file beside the data")
    func rootKey() throws {
        for (text, isServed, isSealed, place) in [
            ("", true, false, RootKeyPlace.besideData), ("", true, true, .tpm), ("", false, false, .unknown),
            ("[sealing]\nprovider=credential\n", true, false, .credential),
            ("[sealing]\nprovider=tpm\n", false, false, .tpm),
            ("[sealing]\nprovider=file\nrootKeyFile=/media/key\n", true, false, .otherFile),
            ("not a configuration", true, false, .besideData),
        ] {
            let found = RootKeyPlace(ServiceSettings(text), isServed: isServed, isSealed: isSealed)
            #expect(found == place, "\(text)")
            let words = Language.en.words.text(.noTPM(found))
            #expect(words.contains("stolen disk") == (place == .besideData), "\(words)")
        }
    }

    @Test("systemd's status of a running or crashed service is not a reason for a refused start")
    func status() async throws {
        for said in [
            "ExecMainStatus=0\nStatusText=Serving.", "ExecMainStatus=1\nStatusText=x", "ExecMainStatus=78\nStatusText=",
        ] {
            let made = try MadeMachine()
            try made.make("/systemctl", "#!/bin/sh\nprintf '\(said)'\n", mode: 0o755)
            let environment = ProcessEnvironment(["PATH": made.directory.path])
            #expect(await ServiceStatus.refusal(in: environment) == nil)
        }
    }
}
