import GateModel
import GateSandbox
import GateSystem
import Glibc

/// Which agent for ssh `SSH_AUTH_SOCK` leads to, and who has set it.
enum SSHAgentVariable: Hashable, Sendable {
    case own
    case missing
    /// The name of the program that listens there, nil if none does; and a file that sets the variable, if one was found.
    case other(path: String, program: String?, file: String?)
    /// sshd has set it: it leads to the computer that the user came from.
    case forwarded(path: String)

    /// - Parameters:
    ///   - own: the socket of this project's agent.
    ///   - root: the prefix of the system's files, for another system's.
    init(_ environment: ProcessEnvironment, own: String, root: String = "") {
        guard let path = environment["SSH_AUTH_SOCK"], !path.isEmpty else {
            self = .missing
            return
        }
        if path == own {
            self = .own
        } else if environment["SSH_CONNECTION"] != nil, path.contains("/ssh-") || path.contains("/.ssh/agent/") {
            self = .forwarded(path: path)
        } else {
            self = .other(
                path: path, program: Self.listener(at: path),
                file: Self.candidates(environment["HOME"] ?? "", root).first(where: Self.sets))
        }
    }

    /// The socket of this project's agent, as `biogate-git-sign` finds it.
    static func ownSocket(in environment: ProcessEnvironment) -> String {
        environment["BIOGATE_SSH_SOCKET"]
            ?? (environment["XDG_RUNTIME_DIR"] ?? "/run/user/\(getuid())") + "/biogate/ssh-agent.sock"
    }

    /// The name of the process that listens, or of the service manager that would start it.
    private static func listener(at path: String) -> String? {
        guard let connection = try? Descriptor.connected(to: path), let peer = Peer(socket: connection.number) else {
            return nil
        }
        return readSmallFile("/proc/\(peer.process.rawValue)/comm")
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

    /// Whether a line of the file sets the variable, or starts an agent that does.
    private static func sets(_ path: String) -> Bool {
        guard let bytes = try? Descriptor.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY).readAll(atMost: 65_536) else {
            return false
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").contains { line in
            let line = line.drop { $0 == " " || $0 == "\t" }
            guard !line.hasPrefix("#") else { return false }
            // The words of sh and systemd, of fish and of pam_env.
            let isWord = line.hasPrefix("set ") || line.hasPrefix("SSH_AUTH_SOCK ")
            return line.contains("SSH_AUTH_SOCK=") || isWord && line.contains("SSH_AUTH_SOCK ")
                || line.contains("$(ssh-agent") || line.contains("`ssh-agent")
        }
    }
}
