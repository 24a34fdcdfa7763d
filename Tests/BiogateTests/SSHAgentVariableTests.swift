import GateSandbox
import GateSystem
import Glibc
import Testing

@testable import biogate

@Suite("SSH_AUTH_SOCK")
struct SSHAgentVariableTests {
    private static let own = "/run/user/1000/biogate/ssh-agent.sock"

    private func variable(_ values: KeyValuePairs<String, String>, _ directory: TemporaryDirectory) -> SSHAgentVariable
    {
        SSHAgentVariable(ProcessEnvironment(values), own: Self.own, root: directory.file("system"))
    }

    @Test("It names this agent, none, a forwarded one or another one")
    func standing() throws {
        let directory = try TemporaryDirectory.make(in: ProcessEnvironment())
        defer { directory.remove() }
        #expect(variable(["SSH_AUTH_SOCK": Self.own], directory) == .own)
        #expect(variable([:], directory) == .missing)
        let forwarded = "/tmp/ssh-abc/agent.7"
        #expect(
            variable(["SSH_AUTH_SOCK": forwarded, "SSH_CONNECTION": "::1 1 ::1 22"], directory)
                == .forwarded(path: forwarded))
        #expect(
            variable(["SSH_AUTH_SOCK": forwarded, "HOME": directory.path], directory)
                == .other(path: forwarded, program: nil, file: nil))
    }

    @Test(
        "The file that sets it is found, and one that only reads it is not",
        arguments: [
            "export SSH_AUTH_SOCK=/x", "  SSH_AUTH_SOCK=/x", "[ \"$A\" ] || export SSH_AUTH_SOCK=/x",
            "set -gx SSH_AUTH_SOCK /x", "SSH_AUTH_SOCK DEFAULT=/x", "eval \"$(ssh-agent -s)\"",
        ])
    func file(line: String) throws {
        let directory = try TemporaryDirectory.make(in: ProcessEnvironment())
        defer { directory.remove() }
        try write("# SSH_AUTH_SOCK=/x\necho \"$SSH_AUTH_SOCK\"\n", to: directory.file(".profile"))
        let path = directory.file(".bashrc")
        try write("true\n\(line)\n", to: path)
        #expect(
            variable(["SSH_AUTH_SOCK": "/y", "HOME": directory.path], directory)
                == .other(path: "/y", program: nil, file: path))
    }

    private func write(_ text: String, to path: String) throws {
        try Descriptor.open(path, O_WRONLY | O_CREAT, mode: 0o600).write(text)
    }
}
