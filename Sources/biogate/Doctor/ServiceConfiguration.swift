import GateSystem
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
