import GateSandbox
import GateGuidance
import GateModel
import GateSystem
import GateWire
import Glibc
import Testing

@testable import biogate

@Suite("A machine's problems")
struct DoctorTests {
    @Test("A greeter whose PAM files lack our line or a keyring's is named; what they include counts, comments do not")
    func loginStacks() throws {
        let made = try MadeMachine()
        let stacks = LoginStacks(root: made.directory.path)
        try made.make("/etc/pam.d/login", "session required pam_unix.so\n")
        #expect(stacks.findings == [])
        try made.make("/etc/pam.d/common-session", "session optional pam_unix.so\n")
        try made.make("/etc/pam.d/gdm-fingerprint", "@include common-session\nsession optional pam_gnome_keyring.so\n")
        try made.make("/etc/pam.d/sddm", "session include common-session\n#session optional pam_kwallet5.so\n")
        #expect(stacks.findings == [.loginLineMissing("gdm-fingerprint, sddm")])
        try made.make("/etc/pam.d/common-session", "session optional pam_biogate_login.so\n")
        #expect(stacks.findings == [.keyringLineMissing("sddm")])
        try made.make("/etc/pam.d/sddm", "-session substack common-session\n-session optional pam_kwallet5.so\n")
        #expect(stacks.findings == [])
        // Debian's common-password has a line of the keyring's, and common-auth one of ours.
        try made.make("/etc/pam.d/sddm", "@include common-session\npassword optional pam_gnome_keyring.so\n")
        #expect(stacks.findings == [.keyringLineMissing("sddm")])
        try made.make("/etc/pam.d/sddm", "auth optional pam_biogate_login.so\nauth include common-session\n")
        #expect(stacks.findings == [.loginLineMissing("sddm")])
        try made.make("/etc/pam.d/sddm", "-session substack common-session\n-session optional pam_kwallet5.so\n")
        // A file that includes itself has an end.
        try made.make("/etc/pam.d/greetd", "@include greetd\n@include common-session\n")
        #expect(stacks.findings == [.keyringLineMissing("greetd")])
        // A keyring that listens needs no line.
        let control = "/run/user/\(stacks.user.rawValue)/keyring/control"
        try made.make(control)
        #expect(stacks.findings == [.keyringLineMissing("greetd")])
        made.remove(control)
        #expect(mknod(made.directory.path + control, S_IFSOCK | 0o600, 0) == 0)
        #expect(stacks.findings == [])
    }

    @Test("A greeter that asks for no finger is named, by its auth lines and what they include")
    func loginsWithoutFinger() throws {
        let made = try MadeMachine()
        let stacks = LoginStacks(root: made.directory.path)
        try made.make("/etc/pam.d/common-auth", "auth required pam_unix.so\n")
        try made.make("/etc/pam.d/login", "@include common-auth\n")
        #expect(stacks.withoutFinger == .fingerModuleMissing && !stacks.isAnyAsking)
        try made.make("/usr/lib/x86_64-linux-gnu/security/pam_fprintd.so")
        #expect(stacks.withoutFinger == .fingerLineMissing("login") && !stacks.isAnyAsking)
        // gdm has a file of its own for fingers.
        try made.make("/etc/pam.d/gdm-fingerprint", "auth required pam_fprintd.so\n")
        try made.make("/etc/pam.d/sddm", "@include common-auth\nsession optional pam_fprintd.so\n")
        #expect(stacks.withoutFinger == .fingerLineMissing("sddm") && stacks.isAnyAsking)
        try made.make("/etc/pam.d/common-auth", "auth [success=2 default=ignore] pam_fprintd.so max-tries=1\n")
        #expect(stacks.withoutFinger == nil)
        // The password or a finger at one prompt asks as well, but not behind that line.
        try made.make("/etc/pam.d/sudo", "@include common-auth\n")
        #expect(stacks.fingerFirst == nil)
        let either = "auth [success=1 default=ignore] pam_biogate.so\n"
        try made.make("/etc/pam.d/common-auth", either + "auth required pam_unix.so\n")
        #expect(stacks.withoutFinger == nil && stacks.isAnyAsking && stacks.fingerFirst == nil)
        #expect(stacks.isEitherOn && !stacks.isEitherInstalled)
        try made.make("/etc/pam.d/common-auth", "auth sufficient pam_fprintd.so\n" + either)
        #expect(stacks.fingerFirst == .fingerFirst("sudo, login, sddm"))
        try made.make("/etc/pam.d/common-auth", "auth sufficient pam_fprintd.so\n#" + either)
        #expect(!stacks.isEitherOn)
        for path in [
            "/usr/lib/x86_64-linux-gnu/security/pam_biogate.so", "/usr/share/pam-configs/biogate-either",
            LoginStacks.eitherProgram, "/usr/sbin/pam-auth-update",
        ] {
            #expect(!stacks.isEitherInstalled)
            try made.make(path)
        }
        #expect(stacks.isEitherInstalled)
    }

    @Test("Data that no key opens any more are set aside while nothing can start the service")
    func beginning() {
        let lost = Finding.sealed(.otherMachine)
        #expect(
            lost.command(isPackaged: true)
                == "\(ServiceMask.stop) && sudo mv /var/lib/biogate /var/lib/biogate.lost && \(ServiceMask.runtime.end)"
        )
        #expect(lost.command(isPackaged: true, state: "/srv/x y")?.contains("--mode=700 '/srv/x y' && ") == true)
    }

    @Test("A TPM that the configuration names is not looked for in the machine")
    func namedTPM() throws {
        let made = try MadeMachine()
        try made.makeSound()
        try made.make("/etc/biogate/biogated.conf", "[sealing]\ntcti=swtpm:path=/run/x\n")
        #expect(made.finding(.tpm) == .tpmNamed("swtpm:path=/run/x"))
        try made.make("/etc/biogate/biogated.conf", "[sealing]\ntcti=device:/dev/tpmrm0\n")
        #expect(made.finding(.tpm) == .tpmPermitted)
    }

    @Test("A complete machine has no problem")
    func sound() throws {
        let made = try MadeMachine()
        try made.makeSound()
        let findings = made.machine().findings()
        #expect(findings == [.diskWritable, .readersPermitted, .tpmPermitted, .passwordsChecked, .logind])
        #expect(findings.allSatisfy { $0.weight == .fine && $0.command(isPackaged: true) == nil })
    }

    @Test("Each missing part is named")
    func missing() throws {
        let made = try MadeMachine()
        #expect(
            made.machine(group: nil, disk: FileSystem(isMissing: true)).findings()
                == [.noReaderGroup, .noTPM(.unknown), .pamFileMissing, .noSystemd])
        #expect(made.finding(.permissions) == .rulesMissing)
        try made.makeSound()
        made.remove("/run/biogate/reader")
        #expect(made.finding(.permissions) == .readerSocketMissing)
        made.remove("/run/biogate/password")
        #expect(made.finding(.pam) == .helperMissing)
        made.remove("/run/systemd/seats/x")
        rmdir(made.directory.file("run/systemd/seats"))
        #expect(made.finding(.logind) == .noLogind)
        #expect(made.finding(.tpm, inTPMGroup: false) == .tpmForbidden)
        try made.make("/sys/class/tpm/tpm0/tpm_version_major", "1\n")
        #expect(made.finding(.tpm) == .oldTPM(.unknown))
    }

    @Test("A masked service is recognized")
    func masked() throws {
        let made = try MadeMachine()
        try made.make("/etc/systemd/system/biogated.service", "[Service]\n")
        #expect(made.machine().mask == nil)
        made.remove("/etc/systemd/system/biogated.service")
        #expect(symlink("/dev/null", made.directory.path + "/etc/systemd/system/biogated.service") == 0)
        #expect(made.machine().mask == .lasting)
        made.remove("/etc/systemd/system/biogated.service")
        try made.make("/run/systemd/system/x", "")
        #expect(symlink("/dev/null", made.directory.path + "/run/systemd/system/biogated.socket") == 0)
        #expect(made.machine().mask == .runtime)
    }

    @Test("The service's report on its configuration is shown, unless another release made it")
    func configuration() {
        let mistake = "/etc/biogate/biogated.conf:3: unknown key \"a\""
        #expect(Finding(check: 0, said: "") == .configured)
        #expect(Finding(check: 78, said: mistake + "\n") == .misconfigured(mistake))
        #expect(Finding(check: 64, said: "Error: Unknown option '--check'\n") == nil)
    }

    @Test("A service without locked memory is recognized, and not confused with another process")
    func memory() throws {
        let made = try MadeMachine()
        let status = "Name:\tbiogated\nVmPeak:\t  112640 kB\nVmLck:\t      %s kB\n"
        try made.make("/proc/7/comm", "biogated\n")
        try made.make("/proc/7/status", status.replacing("%s", with: "0"))
        #expect(made.machine().memory(of: 7) == .memoryUnlocked)
        try made.make("/proc/7/status", status.replacing("%s", with: "32"))
        #expect(made.machine().memory(of: 7) == nil)
        try made.make("/proc/1/comm", "systemd\n")
        try made.make("/proc/1/status", status.replacing("%s", with: "0"))
        #expect(made.machine().memory(of: 1) == nil && made.machine().memory(of: 2) == nil)
    }

    @Test("A reader that the service may not open is named by its device file, and other devices are not named")
    func permissions() throws {
        let made = try MadeMachine()
        try made.makeSound()
        try made.make("/dev/bus/usb/001/004", mode: 0o640)
        #expect(made.finding(.permissions) == .readerForbidden("/dev/bus/usb/001/004"))
        try made.make("/dev/bus/usb/001/004", mode: 0o660)
        #expect(made.finding(.permissions, group: getgid() + 1) == .readerForbidden("/dev/bus/usb/001/004"))
    }

    @Test("The parser understands the shipped udev rule")
    func rules() throws {
        let models = USBModel.named(inRules: try MadeMachine.rules())
        #expect(models.count > 100)
        #expect(models.contains(USBModel(vendor: "27c6", product: "6094")))
        #expect(!models.contains(USBModel(vendor: "046d", product: "c31c")))
        let groups = try MadeMachine.rules().matches(of: /GROUP="([^"]*)"/).map(\.1)
        #expect(Set(groups) == [Machine.readerGroupName[...]])
    }

    /// dbus-send's output for fprintd 1.94.2 with two readers.
    private static let devices = """
        case "$*" in
        *GetDevices*) printf 'method return time=1.5 sender=:1.3 -> destination=:1.4 serial=8 reply_serial=2\\n'
            printf '   array [\\n      object path "/net/reactivated/Fprint/Device/0"\\n'
            printf '      object path "/net/reactivated/Fprint/Device/1"\\n   ]\\n' ;;
        *Device/0*Properties.Get*) printf '   variant       string "Elan MOC Sensors"\\n' ;;
        *Device/1*Properties.Get*) printf '   variant       string "Elan Sensors"\\n' ;;
        *Device/1*) exit 2 ;;

        """

    @Test(
        "Doctor reports fprintd's prints on a reader's chip, or that fprintd may not be asked",
        arguments: [
            (
                #"printf '   array [\n      string "right-index-finger"\n      string "left-thumb"\n   ]\n'"#,
                Finding.fprintdHasFingers("Elan MOC Sensors", count: 2)
            ),
            (
                "echo 'Error net.reactivated.Fprint.Error.NoEnrolledPrints: Failed to discover prints' >&2; exit 1",
                .fprintdHasNone("Elan MOC Sensors")
            ),
            (
                "echo 'Error net.reactivated.Fprint.Error.PermissionDenied: Not Authorized: x' >&2; exit 1",
                .fprintdKeepsQuiet("Elan MOC Sensors")
            ),
        ])
    func fprintd(answer: String, finding: Finding) async throws {
        let made = try MadeMachine()
        try made.make("/dbus-send", "#!/bin/sh\n\(Self.devices)*) \(answer) ;;\nesac\n", mode: 0o755)
        let fprintd = Fprintd(environment: ProcessEnvironment(["PATH": made.directory.path]))
        #expect(await fprintd.findings(on: ["Elan MOC Sensors", "Other"]) == [finding])
        // The path of a unit that may be the service's own.
        let unit = "\(made.directory.path)/fprintd.service"
        // The link's target need not exist.
        try #require(unsafe symlink("/lib/systemd/system/biogate-fprintd.service", unit) == 0)
        var own = Fprintd(environment: ProcessEnvironment(["PATH": made.directory.path]), unit: unit)
        #expect(await own.findings(on: ["Elan MOC Sensors"]).isEmpty)
        own.directory = "\(made.directory.path)/prints"
        #expect(own.fingersThatWait == nil)
        try made.make("/prints/root/elanmoc/0/7", "FP3", mode: 0o600)
        #expect(own.fingersThatWait == .fprintdFingersWait(1))
        let other = Fprintd(
            environment: ProcessEnvironment([:]), unit: made.directory.path, directory: own.directory)
        #expect(other.fingersThatWait == nil)
    }

    @Test("Without fprintd, or a way to ask it, there is no finding about it")
    func noFprintd() async throws {
        let made = try MadeMachine()
        #expect(
            await Fprintd(environment: ProcessEnvironment(["PATH": made.directory.path])).findings(on: ["A"]).isEmpty)
        let error = "Error org.freedesktop.DBus.Error.ServiceUnknown: The name net.reactivated.Fprint was not provided"
        try made.make("/dbus-send", "#!/bin/sh\necho '\(error)' >&2\nexit 1\n", mode: 0o755)
        #expect(
            await Fprintd(environment: ProcessEnvironment(["PATH": made.directory.path])).findings(on: ["A"]).isEmpty)
    }

    @Test("Only a problem sets the exit status")
    func statuses() {
        for finding in Finding.samples {
            #expect((finding.status != .done) == (finding.weight == .wrong))
            let hasCommand = finding.command(isPackaged: true) != nil
            switch finding.weight {
            case .fine: #expect(!hasCommand)
            case .note: break
            case .wrong: #expect(hasCommand != finding.isForHands, "\(finding)")
            }
        }
    }

    @Test("A lockout at logins is a note with the command that ends it")
    func loginsLocked() {
        func finding(_ lockout: LoginLockout?, _ fallbacks: [Factor], hasPIN: Bool = true) -> Finding? {
            let guidance = Guidance.for(.available, fallbacks: fallbacks, in: .en)
            return Finding(
                locking: AvailabilityReport(
                    .available, fallbacks: fallbacks, guidance: guidance, loginLockout: lockout),
                Settings(
                    fingerprintEnabled: true, method: .fingerprint, onboarding: .pending, pinSet: hasPIN,
                    passwordAvailable: false, enrolledPrints: 1, items: 0), in: .en)
        }
        #expect(finding(nil, [.pin]) == nil)
        let locked = finding(LoginLockout(retryAfter: nil), [.password, .pin])
        #expect(locked?.weight == .note)
        #expect(locked?.command(isPackaged: true) == "biogate ask 'Use fingerprint again' --pin")
        #expect(finding(LoginLockout(retryAfter: .seconds(30)), [])?.command(isPackaged: true) == nil)
        let bare = finding(LoginLockout(retryAfter: nil), [], hasPIN: false)
        #expect(bare?.command(isPackaged: true) == "biogate pin set")
        #expect(bare.map { Language.en.words.text($0) }?.hasSuffix("did not match. Set a PIN to unlock it.") == true)
        let refused = finding(LoginLockout(retryAfter: nil), [])
        #expect(refused?.command(isPackaged: true) == nil)
        #expect(refused.map { Language.en.words.text($0) }?.hasSuffix("or ask an administrator.") == true)
        #expect(finding(LoginLockout(retryAfter: .seconds(30)), [], hasPIN: false)?.command(isPackaged: true) == nil)
    }

    @Test("Each finding has a text in each language")
    func words() {
        #expect(Finding.samplesAreComplete)
        for finding in Finding.samples {
            let texts = Language.allCases.map { $0.words.text(finding) }
            // A name reads the same in every language.
            if ![
                .readers(["A", "B"]), .accountRefused("Renamed."), .accountChanged("Renamed."),
                .connectionsTaken("Renamed."),
            ].contains(finding) {
                #expect(Set(texts).count == Language.allCases.count, "\(texts)")
            }
            #expect(texts.allSatisfy { $0.hasSuffix(".") || $0.contains("journalctl") }, "\(texts)")
        }
        for place in RootKeyPlace.allCases {
            #expect(Set(Language.allCases.map { $0.words.text(.noTPM(place)) }).count == Language.allCases.count)
        }
        for reason in SealingReason.allCases {
            #expect(Set(Language.allCases.map { $0.words.text(.sealed(reason)) }).count == Language.allCases.count)
        }
    }
}
