import GateModel
import GateSystem
import Glibc

/// Which agent for ssh `SSH_AUTH_SOCK` leads to, and who has set it.
enum SSHAgentVariable: Hashable, Sendable {
    case own
    case missing
    /// Another agent's socket, the program that listens there, and a file that sets the variable, if one was found.
    case other(path: String, Listener, file: String?)
    /// sshd has set it: it leads to the computer that the user came from.
    case forwarded(path: String)

    /// The program behind a socket.
    enum Listener: Hashable, Sendable {
        case none
        case named(String)
        /// The process that began to listen has ended: a program that went to the background, as ssh-agent does.
        case unnamed

        var name: String? { if case .named(let name) = self { name } else { nil } }
    }

    /// - Parameters:
    ///   - own: the socket of this project's agent.
    ///   - root: the prefix of the system's files, for another system's.
    init(
        _ environment: ProcessEnvironment, own: String, root: String = "",
        listener: (String) -> Listener = Self.listener
    ) {
        guard let path = environment["SSH_AUTH_SOCK"], !path.isEmpty else {
            self = .missing
            return
        }
        guard path != own else {
            self = .own
            return
        }
        let listener = listener(path)
        // sshd listens itself, by a process of the connection's.
        if environment["SSH_CONNECTION"] != nil, listener.name?.hasPrefix("sshd") == true {
            self = .forwarded(path: path)
        } else {
            let setting = SettingOfVariable(path: path, environment)
            self = .other(
                path: path, listener,
                file: Self.candidates(environment["HOME"] ?? "", root).first(where: setting.isMade))
        }
    }

    /// The socket of this project's agent, as `biogate-git-sign` finds it.
    static func ownSocket(in environment: ProcessEnvironment) -> String {
        environment["BIOGATE_SSH_SOCKET"]
            ?? (environment["XDG_RUNTIME_DIR"] ?? "/run/user/\(getuid())") + "/biogate/ssh-agent.sock"
    }

    private static func listener(at path: String) -> Listener {
        guard let connection = try? Descriptor.connected(to: path) else { return .none }
        let name = Peer(socket: connection.number).flatMap { readSmallFile("/proc/\($0.process.rawValue)/comm") }
        return name.map(Listener.named) ?? .unnamed
    }

    /// Files that are read at a login, at a shell's start, or by the service manager.
    private static func candidates(_ home: String, _ root: String) -> [String] {
        let ofHome = [
            ".config/environment.d", ".pam_environment", ".profile", ".bash_profile", ".bash_login", ".bashrc",
            ".zshenv",
            ".zprofile", ".zshrc", ".config/fish/config.fish", ".xsessionrc", ".xprofile",
        ].map { "\(home)/\($0)" }
        let ofSystem = [
            "/etc/environment", "/etc/environment.d", "/usr/lib/environment.d", "/etc/profile", "/etc/profile.d",
            "/etc/bash.bashrc", "/etc/X11/Xsession.d",
        ].map { root + $0 }
        return (ofHome + ofSystem).flatMap { path in
            (try? Descriptor.names(in: path))?.sorted().map { "\(path)/\($0)" } ?? [path]
        }
    }
}

/// Whether a file has set the variable to the path that it has. A file that sets another path has not: something later
/// did.
private struct SettingOfVariable {
    private let path: String
    private let variables: [(name: String, value: String)]

    init(path: String, _ environment: ProcessEnvironment) {
        self.path = path
        variables = ["HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "UID", "USER"].compactMap { name in
            environment[name].map { (name, $0) }
        }
    }

    func isMade(in file: String) -> Bool {
        guard let bytes = try? Descriptor.open(file, O_RDONLY | O_NONBLOCK | O_NOCTTY).readAll(atMost: 65_536) else {
            return false
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").contains { line in
            let line = line.drop { $0 == " " || $0 == "\t" }
            return !line.hasPrefix("#") && isMade(by: String(line))
        }
    }

    private func isMade(by line: String) -> Bool {
        // ssh-agent prints lines that set it.
        if line.contains("$(ssh-agent") || line.contains("`ssh-agent") {
            return path.contains("/ssh-") || path.contains("/.ssh/agent/") || line.contains(path)
        }
        guard let value = value(in: line) else { return false }
        // A program's output, of which its name alone is known.
        if value.contains("gpgconf") { return path.hasSuffix("S.gpg-agent.ssh") }
        return expanded(value) == path
    }

    /// The value in the words of sh and systemd, of fish and of pam_env.
    private func value(in line: String) -> String? {
        let name = "SSH_AUTH_SOCK"
        let rest: Substring
        if let range = line.firstRange(of: "\(name)=") {
            rest = line[range.upperBound...]
        } else if line.hasPrefix("set "), let range = line.firstRange(of: "\(name) ") {
            rest = line[range.upperBound...]
        } else if line.hasPrefix("\(name) "), let range = line.firstRange(of: "=") {
            rest = line[range.upperBound...]
        } else {
            return nil
        }
        if let mark = rest.first, mark == "\"" || mark == "'" {
            return String(rest.dropFirst().prefix { $0 != mark })
        }
        if rest.hasPrefix("$(") { return String(rest) }
        return String(rest.prefix { !" \t;&|".contains($0) })
    }

    private func expanded(_ value: String) -> String {
        var value = value
        if value.hasPrefix("~/"), let home = variables.first(where: { $0.name == "HOME" }) {
            value = home.value + value.dropFirst()
        }
        for (name, known) in variables {
            for form in ["${\(name)}", "@{\(name)}", "$\(name)"] { value = value.replacing(form, with: known) }
        }
        return value.replacing("$(id -u)", with: String(getuid())).replacing("%t", with: "/run/user/\(getuid())")
    }
}
