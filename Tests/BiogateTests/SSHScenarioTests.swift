import Testing

/// The agent for ssh, with the system's OpenSSH and git and servers of this machine.
@Suite("ssh and git", .serialized)
struct SSHScenarioTests {
    @Test("Logins and signatures behave as their scenarios say")
    func signatures() async throws {
        try await play([
            "login_and_commit", "certificates", "imported", "host_keys", "names", "ways", "many_keys", "pins",
            "unbound", "at_once",
            "rebase", "hooks", "ssh_command", "rebase_by_pin",
        ])
    }

    @Test("The agent and the daemon refuse what does not fit together")
    func refusals() async throws {
        try await play(["forged", "afar", "relayed", "reuse_bounds", "unreadable", "other_users"])
    }

    @Test("The agent's verbs, its upstream and its end behave as their scenarios say")
    func agent() async throws {
        try await play([
            "verbs", "upstream", "leaving", "second_terminal", "reader_killed", "daemon_killed", "setups",
            "forwarded_session", "recipes",
        ])
    }

    /// One sandbox for all, because making a PIN takes longer than a scenario.
    private func play(_ names: [String]) async throws {
        let built = try CommandLineBench.program().split(separator: "/").dropLast().map { "/" + $0 }.joined()
        try await CommandLineBench.inSandbox(["python3", "Tests/SSH/scenario.py", built] + names)
    }
}
