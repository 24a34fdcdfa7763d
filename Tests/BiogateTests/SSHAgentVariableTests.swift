import GateSandbox
import GateSystem
import Glibc
import Testing

@testable import biogate

@Suite("SSH_AUTH_SOCK")
struct SSHAgentVariableTests {
    private static let own = "/run/user/1000/biogate/ssh-agent.sock"

    private func variable(
        _ values: KeyValuePairs<String, String>, _ directory: TemporaryDirectory,
        _ listener: SSHAgentVariable.Listener = .none
    ) -> SSHAgentVariable {
        SSHAgentVariable(ProcessEnvironment(values), own: Self.own, root: directory.file("system")) { _ in listener }
    }

    @Test("The variable names this agent, none, a forwarded one or another one")
    func standing() throws {
        let directory = try TemporaryDirectory.make(in: ProcessEnvironment())
        defer { directory.remove() }
        #expect(variable(["SSH_AUTH_SOCK": Self.own], directory) == .own)
        #expect(variable([:], directory) == .missing)
        let forwarded = "/tmp/ssh-abc/agent.7"
        #expect(
            variable(["SSH_AUTH_SOCK": forwarded, "SSH_CONNECTION": "::1 1 ::1 22"], directory, .named("sshd-session"))
                == .forwarded(path: forwarded))
        for listener in [SSHAgentVariable.Listener.none, .unnamed, .named("gnome-keyring-d")] {
            #expect(
                variable(["SSH_AUTH_SOCK": forwarded, "HOME": directory.path], directory, listener)
                    == .other(path: forwarded, listener, file: nil))
        }
    }

    @Test(
        "The file that sets it to its value is found, and one that reads it or sets another value is not",
        arguments: [
            ("export SSH_AUTH_SOCK=/x", "/x"), ("  SSH_AUTH_SOCK=/x", "/x"),
            ("[ \"$A\" ] || export SSH_AUTH_SOCK=\"/x\" && true", "/x"), ("set -gx SSH_AUTH_SOCK /x", "/x"),
            ("SSH_AUTH_SOCK DEFAULT=/x", "/x"), ("eval \"$(ssh-agent -s)\"", "/tmp/ssh-abc/agent.7"),
            ("SSH_AUTH_SOCK=${XDG_RUNTIME_DIR}/keyring/ssh", "/run/u/keyring/ssh"),
            ("SSH_AUTH_SOCK=$(gpgconf --list-dirs agent-ssh-socket)", "/run/u/gnupg/S.gpg-agent.ssh"),
        ])
    func file(line: String, value: String) throws {
        let directory = try TemporaryDirectory.make(in: ProcessEnvironment())
        defer { directory.remove() }
        try write(
            "# SSH_AUTH_SOCK=\(value)\necho \"$SSH_AUTH_SOCK\"\nSSH_AUTH_SOCK=/z\n", to: directory.file(".profile"))
        let path = directory.file(".bashrc")
        try write("true\n\(line)\n", to: path)
        #expect(
            variable(
                ["SSH_AUTH_SOCK": value, "HOME": directory.path, "XDG_RUNTIME_DIR": "/run/u"], directory)
                == .other(path: value, .none, file: path))
        #expect(
            variable(["SSH_AUTH_SOCK": "/y", "HOME": directory.path], directory)
                == .other(path: "/y", .none, file: nil))
    }

    private func write(_ text: String, to path: String) throws {
        try Descriptor.open(path, O_WRONLY | O_CREAT, mode: 0o600).write(text)
    }
}
