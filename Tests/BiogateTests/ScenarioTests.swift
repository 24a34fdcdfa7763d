import GateSandbox
import GateSystem
import Glibc
import SpawnedProcess
import Testing

@testable import biogate

/// Plays a person's session with the real daemon, on a virtual reader.
@Suite("The command line at a terminal", .serialized)
struct TerminalScenarioTests {
    @Test(
        "The command line at a terminal behaves as its scenarios say",
        arguments: [
            // All in one sandbox, because setting a PIN takes longer than a scenario.
            [
                "pin_races_finger", "finger_wins", "interrupt", "interrupt_shows_input", "plain_on_a_terminal",
                "korean",
                "narrow", "known_before", "typed_secret", "stopped_at_a_hidden_prompt", "typing_outlasts_the_finger",
                "text_ends_with_a_line_on_a_terminal", "renames_a_finger", "offers_pin", "queued_offers_pin",
                "lockout_is_sat_out",
            ],
            [
                "looked_up_before_typing", "key_gives_way_on_a_yes", "end_of_input_cancels",
                "wrong_pin_outlasts_the_finger", "asks_on_the_terminal",
            ],
            ["setup_looks_first"],
            ["asks_before_items_are_lost"], ["setup"],
            ["setup_skipped", "setup_without_pin"], ["hints"], ["newcomer"],
        ])
    func terminal(names: [String]) async throws {
        try await CommandLineBench.play(names)
    }

    @Test("The README's terminal output is that of a user with a password")
    func readme() async throws {
        try await CommandLineBench.play(["screens"], ["--password", "open sesame"])
    }

    @Test("A blocked PIN is not asked for")
    func blocked() async throws {
        try await CommandLineBench.play(["pin_blocked"], settings: ["pin.blockedAfter=2"])
        try await CommandLineBench.play(
            ["pin_blocked_with_password"], ["--password", "open sesame"], settings: ["pin.blockedAfter=2"])
    }

    @Test("A new PIN may be as short as the administrator allows")
    func short() async throws {
        try await CommandLineBench.play(["short_pin"], settings: ["pin.minimumLength=4"])
    }

    @Test("After waiting out a lockout, the finger is asked for again")
    func lockoutEnds() async throws {
        try await CommandLineBench.play(["lockout_ends"], settings: ["lockout.baseDelaySeconds=1"])
    }
}

/// Plays a script with the real daemon, on a virtual reader.
@Suite("The command line in a script", .serialized)
struct ScriptScenarioTests {
    @Test("Doctor says why a service has no root key")
    func sealed() async throws {
        try await CommandLineBench.play(["sealed"])
    }

    @Test(
        "The command line in a script behaves as its scenarios say",
        arguments: [
            [
                "cancelled_elsewhere", "bytes_are_exact", "run_with_secrets", "json_lines", "watching",
                "touches_are_taken_one_by_one", "strange_surroundings", "sandbox_has_ended", "own_log", "replugged",
                "signing_keys", "as_somebody_else", "journal_of_others",
            ],
            ["statuses"], ["lockout"], ["unplugged"], ["renewal"], ["changes"], ["verify_only"],
            ["costs_as_json", "common_options", "sandbox_for_programs", "killed_sandbox_leaves_nothing"],
            [
                "output_that_is_lost", "own_errors_as_json", "names_and_words", "owner_under_sudo",
                "waits_within_its_time",
            ],
            [
                "programs_have_what_their_caller_had", "programs_of_ours_inherit_nothing",
                "signals_reach_a_started_program", "started_programs_lock_nobody_out",
            ],
        ])
    func script(names: [String]) async throws {
        try await CommandLineBench.play(names, names == ["verify_only"] ? ["--verify-only"] : [])
    }

    @Test("A sandbox plays lock, sleep, a reader in use, a password, and lockouts of one second")
    func played() async throws {
        try await CommandLineBench.play(["machine_plays"], ["--short-lockouts", "--password", "open sesame"])
    }

    @Test("A sandbox ends with its command's status, passes on signals, and leaves nothing behind")
    func sandbox() async throws {
        let ended = try await CommandLineBench.run([
            "sandbox", "--daemon", try CommandLineBench.daemon(), "--", "sh", "-c", "echo $BIOGATE_SANDBOX; exit 9",
        ])
        #expect(ended.status == 9)
        let directory = ended.output.split(separator: "\n").last.map(String.init) ?? ""
        #expect(directory.contains("biogate-sandbox-") && !SecretFile(path: directory).exists)
        // The command signals the sandbox above it, and receives the signal from it.
        let asking = "echo $BIOGATE_SANDBOX; trap 'exit 5' TERM; kill -TERM $PPID; while :; do :; done"
        let signalled = try await CommandLineBench.run([
            "sandbox", "--daemon", try CommandLineBench.daemon(), "--", "sh", "-c", asking,
        ])
        #expect(signalled.status == 5)
        #expect(!SecretFile(path: String(signalled.output.dropLast())).exists)
        let missing = try await CommandLineBench.run([
            "sandbox", "--daemon", try CommandLineBench.daemon(), "--", "no-such-command",
        ])
        #expect(missing.status == 127)
        let broken = try await CommandLineBench.run(["sandbox", "--daemon", "/bin/false", "--", "true"])
        #expect(broken.status == 1 && broken.output.contains("did not start"))
    }

    @Test("A daemon that fails at its end fails the sandbox of this project's tests, which says what it said")
    func failingEnd() async throws {
        let directory = try TemporaryDirectory.make(in: ProcessEnvironment())
        defer { directory.remove() }
        let daemon = directory.file("biogated")
        try Descriptor.open(daemon, O_WRONLY | O_CREAT | O_EXCL, mode: 0o700).write(
            """
            #!/bin/sh
            '\(try CommandLineBench.daemon())' "$@" & daemon=$!
            trap 'kill $daemon' TERM
            wait $daemon || wait $daemon
            echo "memory was lost"
            exit 23

            """)
        awaitRunnable(daemon)
        let ended = try await CommandLineBench.run(
            program: try CommandLineBench.sandbox(), ["--daemon", daemon, "--", "true"])
        #expect(ended.status == 23 && ended.output.contains("memory was lost"), "\(ended)")
    }

    @Test("A shell can complete every verb", arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) async throws {
        let script = try await CommandLineBench.run(["--generate-completion-script", shell])
        #expect(script.status == 0)
        for verb in ["revoke-all", "biogate list --names", "sandbox", "renew", "doctor", "agent", "log"] {
            #expect(script.output.contains(verb))
        }
        // The shell parses the script without running it.
        let directory = try TemporaryDirectory.make(in: ProcessEnvironment())
        defer { directory.remove() }
        let path = directory.file("completion")
        try Descriptor.open(path, O_WRONLY | O_CREAT | O_EXCL).write(script.output)
        let read = try await CommandLineBench.run(program: "/usr/bin/env", [shell, "-n", path])
        #expect(read.status == 0 && read.output == "", "\(read.output)")
    }
}

/// Runs the README's examples for other projects as those would.
@Suite("The examples of tests with a sandbox")
struct SandboxExampleTests {
    @Test("The workflow's last step runs the pytest example, and every test passes")
    func workflow() async throws {
        let examples = CommandLineBench.sources + "/Tests/Examples"
        let workflow = String(decoding: try Descriptor.open(examples + "/ci.yml", O_RDONLY).readAll(), as: UTF8.self)
        let steps = workflow.split(separator: "\n").compactMap { line in
            line.split(separator: "run: ", maxSplits: 1).last.map(String.init)
        }
        let step = try #require(steps.last { $0.hasPrefix("biogate sandbox -- ") })
        let python = try #require(ProcessEnvironment.ofThisProcess()["BIOGATE_TEST_PYTHON"])
        let path = [try CommandLineBench.program(), python]
            .map { $0.split(separator: "/").dropLast().map { "/" + $0 }.joined() }.joined(separator: ":")
        let ended = try await CommandLineBench.run(
            program: "/bin/sh",
            ["-c", #"cd "$0/pytest" && PATH="$1:$PATH" && \#(step) -p no:cacheprovider"#, examples, path],
            environment: ["PYTHONDONTWRITEBYTECODE": "1"])
        #expect(ended.status == 0 && ended.output.contains("3 passed"), "\(ended.output)")
    }
}
