import GateSystem
import GateWire
import Glibc

/// The service's configuration, as the service itself reads it at its next start.
enum ServiceConfiguration {
    static let path = "/etc/biogate/biogated.conf"

    /// Nil where nobody can say: the caller may not read it, or no service is installed beside this program.
    static func finding(in environment: ProcessEnvironment) async -> Finding? {
        guard unsafe access(path, R_OK) == 0 || errno == ENOENT,
            let program = try? CompanionProgram.path(of: "biogated", in: environment), let output = try? Pipe(),
            let child = try? ChildProcess.start(
                program, [program, "--check"], environment, output: output.writer.number)
        else { return nil }
        // What it says is shorter than a pipe is deep.
        let status = await child.status()
        guard let said = try? output.readAll() else { return nil }
        return Finding(check: status, said: String(decoding: said, as: UTF8.self))
    }
}

extension Finding {
    /// What `biogated --check` ended with, and what it said; nil for an end that is none of its own.
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

    /// The unit makes it at the first start.
    static let standardStateDirectory = "/var/lib/biogate"

    /// The defaults where there is no text, or one with a mistake.
    init(_ text: String?) {
        guard let text, let entries = try? SettingsText.entries(of: Array(text.utf8)) else { return }
        for case .setting(let key, let value?) in entries.map(\.content) {
            switch key {
            case "stateDirectory": stateDirectory = value
            case "password.enabled": arePasswordsChecked = !["false", "no", "off", "0"].contains(value)
            case "sealing.provider": provider = value
            case "sealing.rootKeyFile": rootKeyFile = value
            default: break
            }
        }
    }
}

/// Why the service ended at its last start, as it told systemd; anybody may ask (`systemctl show`).
enum ServiceStatus {
    static func refusal(in environment: ProcessEnvironment) async -> Finding? {
        guard let path = environment.path(ofProgram: "systemctl"), let output = try? Pipe(),
            let child = try? ChildProcess.start(
                path, [path, "show", "--property=ExecMainStatus,StatusText", "biogated.service"], environment,
                output: output.writer.number)
        else { return nil }
        // What it says is shorter than a pipe is deep.
        _ = await child.status()
        guard let said = try? output.readAll() else { return nil }
        let lines = String(decoding: said, as: UTF8.self).split(separator: "\n")
        // EX_CONFIG of sysexits.h: an administrator has to mend something.
        guard lines.contains("ExecMainStatus=78"),
            let reason = lines.first(where: { $0.hasPrefix("StatusText=") })?.dropFirst("StatusText=".count),
            !reason.isEmpty
        else { return nil }
        return .startRefused(String(reason))
    }
}
