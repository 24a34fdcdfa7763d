import BlockingTests
import Glibc
import Testing
import VirtualReaders

/// The journal's lines: the test plays journald's socket, and journalctl reads them.
@Suite("The audit trail", .blocking, .asRoot, .tags(.needsRoot))
struct AuditTests {
    @Test("Each grant, denial, enrolment and setting is one entry with an identifier, the user and the caller")
    func mainFlows() throws {
        try with(state: .empty) { daemon, journal in
            let client = try daemon.client()
            let reader = try daemon.reader()
            var identifiers: Set<String> = []
            func expect(_ event: String, _ fields: [String: String] = [:]) throws {
                let caller = ["BIOGATE_PID": "\(getpid())"]
                let entry = try expectEntry(event, caller.merging(fields) { $1 }, in: journal)
                #expect(entry["BIOGATE_COMMAND"] != nil)
                let identifier = try #require(entry["MESSAGE_ID"])
                #expect(identifiers.insert(identifier).inserted, "\(event) has an identifier of its own")
            }

            try client.setPIN()
            try expect("pinSet")
            try client.enroll(on: reader)
            try expect("enrolled", ["BIOGATE_READER": Samples.deviceID])
            try client.store(factors: ["fingerprint", "pin"], on: reader)
            _ = try client.retrieve(on: reader)
            let granted = ["BIOGATE_ITEM": Samples.item, "BIOGATE_FACTOR": "fingerprint"]
            _ = try journal.entry("granted")
            try expect("granted", granted.merging(["BIOGATE_OPERATION": "retrieve"]) { $1 })
            try client.result(of: "AnswerOnboarding", ["answer": "accepted"])
            try expect("onboardingAnswered")
            _ = try client.call(
                "RetrieveSecret", Samples.retrieval.with(["credential": Samples.wrongCredential]))
            try expect(
                "denied",
                [
                    "BIOGATE_ITEM": Samples.item, "BIOGATE_FACTOR": "pin", "BIOGATE_METHOD": "RetrieveSecret",
                    "BIOGATE_ERROR": "org.biometricgate.Gate.CredentialWrong",
                ])
            try client.result(of: "DeleteItem", ["name": .string(Samples.item)])
            try expect("itemDeleted", ["BIOGATE_ITEM": Samples.item])
            try client.result(of: "DisableFingerprint")
            try expect("fingerprintDisabled")
            try client.ask("EnableFingerprint", [:])
            try client.touch(reader)
            try expect("fingerprintEnabled")
            try client.result(of: "DeleteAllPrints", ["credential": Samples.credential])
            try expect("printsDeleted", ["BIOGATE_PRINTS": "1"])
            try client.result(of: "RemovePIN", ["credential": Samples.credential])
            try expect("pinRemoved")
            try client.result(of: "RevokeAll")
            try expect("everythingRevoked")
            try client.result(of: "Reset")
            try expect("reset")
        }
    }

    @Test("A print that a reader lost is a warning for its user, with no caller")
    func vanished() throws {
        try with(state: .stored) { daemon, journal in
            let client = try daemon.client()
            for _ in 1...2 {
                try client.ask("RetrieveSecret", Samples.retrieval)
                try client.awaitProgress("waitingForFinger")
                // FP_DEVICE_ERROR_DATA_NOT_FOUND.
                try daemon.reader().send(.error(7))
                try client.refusal("NotEnrolled")
            }
            let fields = ["PRIORITY": "4", "BIOGATE_PRINTS": "1", "BIOGATE_INVALIDATED_ITEMS": "0"]
            let entry = try expectEntry("printsVanished", fields, in: journal)
            #expect(entry["BIOGATE_PID"] == nil)
        }
    }

    @Test("A template changed in the database is an error, for its user", .tags(.needsPython))
    func tampered() throws {
        try with(state: .stored) { daemon, journal in
            try daemon.execute("UPDATE print SET template = zeroblob(length(template))")
            try daemon.client().refusal("NotEnrolled", of: "Authenticate", Samples.authentication)
            let entry = try expectEntry(
                "templatesTampered", ["PRIORITY": "3", "BIOGATE_PRINTS": "1"], in: journal)
            #expect(entry["BIOGATE_PID"] == nil)
        }
    }

    @Test("A reader that root cleared is named, and so is the caller")
    func cleared() throws {
        try with([.storage], state: .pinSet) { daemon, journal in
            let client = try daemon.client()
            let reader = try daemon.reader(.storage)
            try client.ask("Enroll", ["finger": "rightIndex", "credential": Samples.credential])
            try client.awaitProgress("waitingForFinger")
            // Its socket stays if the daemon closes it before the order to clear it.
            try reader.send([.keepAlive(true), .scan(Samples.finger)])
            try client.touch(reader)
            try client.send("ClearReader", ["readerId": .string(Samples.storageID)])
            // The driver waits for it.
            try reader.send(.proceed)
            try client.result()
            try expectEntry(
                "readerCleared", ["BIOGATE_PID": "\(getpid())", "BIOGATE_READER": Samples.storageID], in: journal)
        }
    }

    @Test("A refused change is a denial, of the user whom it was about, and names the caller")
    func aboutAnother() throws {
        try with(state: .stored) { daemon, journal in
            let other = try daemon.client(as: 1)
            #expect(try other.call("Reset", ["uid": 0]).error == "NotPermitted")
            let entry = try journal.entry("denied")
            #expect(entry["BIOGATE_UID"] == "0")
            #expect(entry["BIOGATE_CALLER_UID"] == "1")
            #expect(entry["BIOGATE_METHOD"] == "Reset")
        }
    }

    @Test("A user with hundreds of refused calls does not fill the journal, and every grant is logged")
    func refusedOften() throws {
        try DaemonUnderTest.prepared(state: .stored) { daemon in
            let journal = try JournalUnderTest(in: daemon.directory, errors: daemon.errorsPath)
            daemon.journal = journal
            try daemon.start(launcher: journal.launcher)
            let refused = try daemon.client(as: 1)
            let granted = try daemon.client()
            for number in 1...300 {
                try refused.refusal("ItemNotFound", of: "RetrieveSecret", Samples.retrieval)
                try refused.refusal("PrintNotFound", of: "DeletePrint", ["printId": "none"])
                if number.isMultiple(of: 100) {
                    let presented = Samples.authentication.with(["credential": Samples.credential])
                    try granted.result(of: "Authenticate", presented)
                }
                // journald's queue is short.
                try journal.takeWhatCame()
            }
            // Sums are logged at the end.
            try daemon.stop()
            try journal.takeWhatCame()
            func entries(_ event: String) -> [[String: String]] {
                journal.waiting.filter { $0["BIOGATE_EVENT"] == event }
            }
            let counts = entries("deniedOften").compactMap { $0["BIOGATE_COUNT"].flatMap { Int($0) } }
            #expect(counts.reduce(entries("denied").count, +) == 600)
            #expect(entries("denied").count < 300)
            #expect(entries("granted").count == 3)
            let sum = try expectEntry("deniedOften", ["BIOGATE_UID": "1"], in: journal)
            let kinds = try #require(sum["BIOGATE_KINDS"])
            #expect(kinds.contains("RetrieveSecret ItemNotFound ") && kinds.contains("DeletePrint PrintNotFound "))
            #expect(sum["BIOGATE_SINCE"]?.hasSuffix("Z") == true && sum["BIOGATE_PID"] == nil)
        }
    }

    /// `biogate log` asks journalctl exactly this.
    @Test("journalctl finds a user's own entries by BIOGATE_UID, and none of other users")
    func found() throws {
        try with(state: .stored) { daemon, journal in
            let own = try daemon.client()
            let other = try daemon.client(as: 1)
            try own.result(of: "Authenticate", Samples.authentication.with(["credential": Samples.credential]))
            _ = try journal.entry("granted")
            #expect(try other.call("RetrieveSecret", Samples.retrieval).error == "ItemNotFound")
            _ = try journal.entry("denied")
            let directory = "\(daemon.directory)/kept"
            mkdir(directory, 0o700)
            // The export format is the native one with a time and an empty line (systemd.io/JOURNAL_EXPORT_FORMATS). An
            // entry also has its boot, or systemd 257 ignores it.
            let export = journal.datagrams.enumerated().flatMap { index, entry in
                let time = "__REALTIME_TIMESTAMP=\(1_700_000_000_000_000 + index)\n"
                let boot = "__MONOTONIC_TIMESTAMP=\(1_000 + index)\n_BOOT_ID=0123456789abcdef0123456789abcdef\n"
                return Array((time + boot).utf8) + entry + [UInt8(ascii: "\n")]
            }
            try Files.write(export, to: "\(directory)/export")
            let errors = "\(directory)/errors"
            let keeping = try ChildProcess(
                ["/lib/systemd/systemd-journal-remote", "-o", "\(directory)/x.journal", "\(directory)/export"],
                environment: Python.environment, errors: errors)
            guard try keeping.ending() == .exited(0) else { throw HarnessFailure(Files.text(errors)) }
            func lines(of user: Int) throws -> String {
                let path = "\(directory)/\(user)"
                let reading = try ChildProcess(
                    ["journalctl", "--directory=\(directory)", "--output=cat", "BIOGATE_UID=\(user)"],
                    environment: Python.environment, errors: path)
                #expect(try reading.ending() == .exited(0))
                return Files.text(path)
            }
            #expect(try lines(of: 0).hasPrefix("granted "))
            #expect(try !lines(of: 0).contains("denied"))
            #expect(try lines(of: 1).hasPrefix("denied "))
            #expect(try !lines(of: 1).contains("granted"))
        }
    }

    @Test("A line that journald does not accept goes to standard error, and without a journal all do")
    func standardError() throws {
        try DaemonUnderTest.prepared(state: .pinSet) { daemon in
            let unmounted = ["env", "JOURNAL_STREAM=1:1"]
            try daemon.start(launcher: unmounted)
            try daemon.client().result(
                of: "Authenticate", Samples.authentication.with(["credential": Samples.credential]))
            try daemon.stop()
            #expect(daemon.errors.contains("<5>granted command="))
            #expect(daemon.errors.contains(" uid=\(geteuid())"))

            let journal = try JournalUnderTest(in: daemon.directory, errors: daemon.errorsPath)
            unlink("\(daemon.directory)/journal/socket")
            try daemon.start(launcher: journal.launcher)
            try daemon.client().result(of: "RemovePIN", ["credential": Samples.credential])
            try daemon.stop()
            #expect(daemon.errors.contains("<5>PIN removed command="))
        }
    }

    /// The next entry of this event, which must be about the tests' own user, and in the manual page.
    @discardableResult
    private func expectEntry(
        _ event: String, _ fields: [String: String], in journal: JournalUnderTest
    ) throws -> [String: String] {
        let entry = try journal.entry(event)
        let usual = ["BIOGATE_UID": "\(geteuid())", "SYSLOG_IDENTIFIER": "biogated", "PRIORITY": "5"]
        for (name, value) in usual.merging(fields, uniquingKeysWith: { $1 }) {
            #expect(entry[name] == value, "\(name) of \(event)")
        }
        #expect(entry["MESSAGE"]?.isEmpty == false)
        let checkout = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let manual = Files.text("/\(checkout)/man/biogated.8")
        // Where programmers look for them.
        let identifier = try #require(entry["MESSAGE_ID"])
        #expect(manual.contains("\n.I \(event)\n") && manual.contains("\n\(identifier)\n"))
        return entry
    }

    private func with(
        _ readers: [VirtualReader.Kind] = [.device], state: StateFixture,
        _ body: (DaemonUnderTest, JournalUnderTest) throws -> Void
    ) throws {
        try DaemonUnderTest.prepared(readers, state: state) { daemon in
            let journal = try JournalUnderTest(in: daemon.directory, errors: daemon.errorsPath)
            daemon.journal = journal
            try daemon.start(launcher: journal.launcher)
            try body(daemon, journal)
            try daemon.stop()
        }
    }
}
