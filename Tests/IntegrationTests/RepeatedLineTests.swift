import BlockingTests
import Testing

/// Lines that a user can cause in the journal without limit.
@Suite("Summed-up lines", .blocking, .asRoot, .tags(.needsRoot))
struct RepeatedLineTests {
    /// Runs `body` on a daemon with a PIN, stops it so that all sums are logged, and returns all entries.
    private func entries(
        _ body: (DaemonUnderTest, JournalUnderTest) throws -> Void
    ) throws -> (all: [[String: String]], elapsed: Duration) {
        var entries: [[String: String]] = []
        let begin = ContinuousClock.now
        try DaemonUnderTest.prepared([], state: .pinSet) { daemon in
            let journal = try JournalUnderTest(in: daemon.directory, errors: daemon.errorsPath)
            daemon.journal = journal
            try daemon.start(launcher: journal.launcher)
            try body(daemon, journal)
            try daemon.stop()
            try journal.takeWhatCame()
            entries = journal.waiting
        }
        return (entries, begin.duration(to: .now))
    }

    /// Among that many lines of the same kind, expects at most 20 single ones in ten seconds, plus `asked` for which the
    /// user was asked; the rest is counted.
    private func expectFew(
        _ event: String, _ sum: String, _ kind: String, of count: Int, asked: Int = 0,
        in entries: (all: [[String: String]], elapsed: Duration)
    ) {
        func told(_ event: String) -> [[String: String]] {
            entries.all.filter { $0["BIOGATE_EVENT"] == event }
        }
        let sums = told(sum)
        #expect(sums.compactMap { $0["BIOGATE_COUNT"].flatMap(Int.init) }.reduce(told(event).count, +) == count)
        #expect(told(event).count <= 20 * (Int(entries.elapsed / .seconds(10)) + 1) + asked)
        #expect(sums.allSatisfy { $0["BIOGATE_KINDS"]?.hasPrefix("\(kind) ") == true })
    }

    @Test("Answers to the offer that go to and fro are summed up")
    func onboarding() throws {
        let entries = try entries { daemon, journal in
            let client = try daemon.client()
            for _ in 1...50 {
                for answer in ["accepted", "skipped"] as [JSON] {
                    try client.result(of: "AnswerOnboarding", ["answer": answer])
                    try journal.takeWhatCame()
                }
            }
        }
        expectFew("onboardingAnswered", "doneOften", "onboardingAnswered", of: 100, in: entries)
    }

    @Test("An authentication that is reused over and over is summed up, and a given PIN has its own line")
    func reuse() throws {
        let entries = try entries { daemon, journal in
            let client = try daemon.client()
            try client.result(of: "Authenticate", Samples.authentication.with(["credential": Samples.credential]))
            for _ in 1...99 {
                try client.result(of: "Authenticate", Samples.authentication.with(["maxAgeSeconds": 300]))
                try journal.takeWhatCame()
            }
            try client.result(of: "Authenticate", Samples.authentication.with(["credential": Samples.credential]))
        }
        expectFew("granted", "doneOften", "granted authenticate", of: 101, asked: 2, in: entries)
        #expect(entries.all.filter { $0["BIOGATE_EVENT"] == "granted" }.count > 20)
    }

    /// Without descriptors the journal's socket is not opened either: the lines go to standard error.
    @Test("Opening a secret without asking is logged singly while it is rare, and then counted")
    func secrets() throws {
        let entries = try entries { daemon, journal in
            let client = try daemon.client()
            for number in 1...50 {
                let access: JSON = ["factors": ["pin"], "enrollment": "current", "maxAgeSeconds": 0]
                try client.result(
                    of: "StoreSecret",
                    [
                        "name": "bare", "secret": .string(Samples.secretBase64), "access": access,
                        "replace": .bool(number > 1),
                    ])
                try journal.takeWhatCame()
            }
        }
        expectFew("granted", "doneOften", "granted store", of: 50, in: entries)
    }

    @Test("Repeated failures are summed up")
    func failures() throws {
        try DaemonUnderTest.prepared([]) { daemon in
            let begin = ContinuousClock.now
            try daemon.start()
            let client = try daemon.client(as: 1)
            // The connection is accepted, although its user is not known yet.
            try #expect(client.call("org.varlink.service.GetInfo").error == nil)
            try daemon.limitDescriptors(to: 3)
            for _ in 1...100 { try client.refusal("NotPermitted", of: "ListItems") }
            try daemon.limitDescriptors(to: 1024)
            try daemon.stop()
            let text = "the account could not be looked up"
            let lines = daemon.errors.split(separator: "\n")
            let told = lines.count { $0.hasPrefix("<3>\(text) ") }
            let sums = lines.filter { $0.hasPrefix("<3>failed often ") }
            let counts = sums.compactMap { $0.firstMatch(of: #/ count=(\d+)/#).flatMap { Int($0.1) } }
            #expect(counts.reduce(told, +) == 100)
            #expect(told <= 20 * (Int(begin.duration(to: .now) / .seconds(10)) + 1))
            #expect(sums.allSatisfy { $0.contains(text) })
        }
    }

    @Test("A wrong PIN has its own line, however often the user is refused otherwise")
    func wrongPIN() throws {
        let entries = try entries { daemon, journal in
            let client = try daemon.client()
            for _ in 1...100 {
                try client.refusal("PrintNotFound", of: "DeletePrint", ["printId": "none"])
                try journal.takeWhatCame()
            }
            try client.refusal(
                "CredentialWrong", of: "Authenticate",
                Samples.authentication.with(["credential": Samples.wrongCredential]))
        }
        let denials = entries.all.filter { $0["BIOGATE_EVENT"] == "denied" }
        #expect(denials.count <= 20 * (Int(entries.elapsed / .seconds(10)) + 1) + 1)
        #expect(denials.last?["BIOGATE_ERROR"]?.hasSuffix(".CredentialWrong") == true)
    }

    @Test("Users without an account share a sum, whatever number each has")
    func nameless() throws {
        let entries = try entries { daemon, journal in
            for number in 0..<100 {
                let client = try daemon.client(as: 1_234_567_890 + number)
                try client.refusal("ItemNotFound", of: "RetrieveSecret", Samples.retrieval)
                try journal.takeWhatCame()
            }
        }
        expectFew("denied", "deniedOften", "RetrieveSecret ItemNotFound", of: 100, in: entries)
    }
}
