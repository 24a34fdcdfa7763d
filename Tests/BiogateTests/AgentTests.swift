import GateGuidance
import GateModel
import GateWire
import Testing

@testable import biogate_agent

@Suite("A waiting call in the agent")
struct ShownRequestTests {
    private func shown(_ events: [(Progress, String)], in language: Language = .en) -> ShownRequest {
        let request = Request(
            id: RequestID(rawValue: "r1"), processID: ProcessID(rawValue: 7), command: "gh\u{1B}", executable: nil,
            unit: nil, operation: .retrieve, item: ItemName("github"), reason: Reason("Push \"now\""),
            factors: [.fingerprint], progress: nil)
        var shown = ShownRequest(request, AskerFacts(), in: language)
        for (progress, message) in events { _ = shown.report(progress, message) }
        return shown
    }

    @Test("A notification has the request's heading, and its claims below, with control characters escaped")
    func title() {
        #expect(shown([]).notice.title == #"Open "github"?"#)
        #expect(shown([]).lines == [#"Claimed by the program: "Push \"now\""; Calls itself: "gh\u{1B}"."#])
    }

    @Test("A password's prompt cannot be cancelled in the agent")
    func passwordPrompt() {
        let request = Request(
            id: RequestID(rawValue: "r1"), processID: ProcessID(rawValue: 7), command: "sudo", executable: nil,
            unit: nil, operation: .authenticate, item: nil, reason: nil, factors: [.fingerprint], progress: nil,
            passwordPrompt: PasswordPrompt(service: "sudo", account: "kari"))
        #expect(ShownRequest(request, AskerFacts(), in: .en).isPasswordPrompt && !shown([]).isPasswordPrompt)
    }

    @Test("A choice of another account changes the heading")
    func account() throws {
        let site = try #require(RelyingPartyID("bank.example"))
        func request(_ account: String) -> Request {
            Request(
                id: RequestID(rawValue: "r1"), processID: ProcessID(rawValue: 7), command: "firefox", executable: nil,
                unit: nil, operation: .sign, item: nil, reason: nil, factors: [.fingerprint], progress: nil,
                subject: SignatureSubject(.passkey(site, account: account, derivesSecret: false)),
                accounts: ["kari", "ola"].map {
                    PasskeyAccount(id: Array($0.utf8), userName: $0, userDisplayName: nil, isChosen: $0 == account)
                })
        }
        var shown = ShownRequest(request("kari"), AskerFacts(), in: .en)
        shown.saw(request("ola"), in: .en)
        #expect(shown.notice.title == #"Sign in to bank.example as "ola"?"#)
    }

    @Test("The remaining tries are shown below the call for a touch, or in the last miss")
    func tries() {
        let first = (Progress(.waitingForFinger, attemptsRemaining: 3), "Touch the fingerprint reader")
        #expect(shown([first]).lines.dropFirst() == ["Touch the fingerprint reader.", "3 tries left."])
        let miss = (Progress(.noMatch, attemptsRemaining: 2), "No match. 2 tries left.")
        let second = (Progress(.waitingForFinger, attemptsRemaining: 2), "Touch the fingerprint reader")
        #expect(
            shown([first, miss, second]).lines.dropFirst() == [
                "No match. 2 tries left.", "Touch the fingerprint reader.",
            ])
    }

    @Test("A brief state causes no new notification")
    func passing() {
        var shown = shown([])
        for event in Progress.Event.allCases {
            let isTime = [.waitingForFinger, .queued, .credentialWrong, .credentialWanted].contains(event)
            #expect(shown.report(Progress(event), "x") == isTime)
        }
    }
}

/// The agent itself, with the real daemon, a real message bus and python-dbusmock's notification daemon.
@Suite("The agent", .serialized)
struct AgentScenarioTests {
    @Test("The agent on a desktop behaves as its scenarios say")
    func desktop() async throws {
        try await play(
            [
                "notification", "bus_lost", "cancel_clicked", "notification_closed", "stopping", "daemon_gone",
                "nobody_notifies",
                "lines_wanted",
            ], onEach: "dbus-run-session --")
    }

    @Test("The agent with the desktop's prompt behaves as its scenarios say")
    func prompt() async throws {
        try await play(["prompt", "prompt_fails"], onEach: "dbus-run-session --")
    }

    @Test("The agent without a desktop behaves as its scenarios say")
    func lines() async throws {
        try await play(["no_bus", "no_daemon", "json_lines"], onEach: "")
    }

    /// One sandbox for all, because making a PIN takes longer than a scenario. Debian's Python has Debian's
    /// python-dbusmock.
    private func play(_ names: [String], onEach bus: String) async throws {
        let each =
            #"for name; do \#(bus) /usr/bin/python3 Tests/Agent/scenario.py "$0" "$name" || exit; done"#
        try await CommandLineBench.inSandbox(["sh", "-c", each, try CommandLineBench.program()] + names)
    }
}
