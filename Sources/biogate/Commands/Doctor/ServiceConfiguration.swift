import GateSystem
import GateWire
import Glibc

/// The service's configuration, as the service will read it at its next start.
enum ServiceConfiguration {
    static let path = "/etc/biogate/biogated.conf"

    /// Nil if the caller may not read it, or no service is installed beside this program.
    static func finding(in environment: ProcessEnvironment) async -> Finding? {
        guard unsafe access(path, R_OK) == 0 || errno == ENOENT,
            let program = try? CompanionProgram.path(of: "biogated", in: environment),
            let (status, said) = await ChildProcess.output([program, "--check"], in: environment)
        else { return nil }
        return Finding(check: status, said: said)
    }
}

extension Finding {
    /// The status and output of `biogated --check`; nil for any other status.
    init?(check status: Int32, said: String) {
        switch status {
        case 0: self = .configured
        // EX_CONFIG of sysexits.h.
        case 78: self = .misconfigured(said.split(whereSeparator: \.isNewline).joined(separator: " "))
        default: return nil
        }
    }
}

/// The settings of the service that change a finding; `biogated --check` judges the configuration.
struct ServiceSettings: Hashable {
    var stateDirectory = Self.standardStateDirectory
    var arePasswordsChecked = true
    var provider = "auto"
    var rootKeyFile: String?
    /// Another TPM than the machine's.
    var tcti: String?

    /// The unit creates it at the first start.
    static let standardStateDirectory = "/var/lib/biogate"

    /// Keeps the defaults without a text, or with a faulty one.
    init(_ text: String?) {
        guard let text, let entries = try? SettingsText.entries(of: Array(text.utf8)) else { return }
        for case .setting(let key, let value?) in entries.map(\.content) {
            switch key {
            case "stateDirectory": stateDirectory = value
            case "password.enabled": arePasswordsChecked = !["false", "no", "off", "0"].contains(value)
            case "sealing.provider": provider = value
            case "sealing.rootKeyFile": rootKeyFile = value
            case "sealing.tcti": tcti = value
            default: break
            }
        }
    }
}

/// The reason of the service's last exit, as systemd shows to everybody (`systemctl show`).
enum ServiceStatus {
    static func refusal(in environment: ProcessEnvironment) async -> Finding? {
        guard let path = environment.path(ofProgram: "systemctl"),
            let (_, said) = await ChildProcess.output(
                [path, "show", "--property=ExecMainStatus,StatusText", "biogated.service"], in: environment)
        else { return nil }
        let lines = said.split(separator: "\n")
        // EX_CONFIG of sysexits.h: an administrator has to fix something.
        guard lines.contains("ExecMainStatus=78"),
            let reason = lines.first(where: { $0.hasPrefix("StatusText=") })?.dropFirst("StatusText=".count),
            !reason.isEmpty
        else { return nil }
        return .startRefused(String(reason))
    }
}
