import Glibc
import SeededRandom
import Testing
import VirtualReaders

/// Kills a loaded daemon at random moments, and each time compares the next one with what was acknowledged.
///
/// The same seed makes the same requests and kills after the same times; how far the daemon has come by then depends on
/// the machine.
final class CrashCourse {
    private let daemon: DaemonUnderTest
    private let ledger = CrashLedger(prints: [CrashToucher.firstFinger])
    private let toucher: CrashToucher
    private let clients: [any CrashClient]
    private var random: SplitMix

    /// With counts that can be read, and locks that never happen.
    static let configuration: [String: JSON] = [
        "fingerprint.attemptsPerCall": .integer(mostMisses), "lockout.freeFailures": .integer(mostMisses),
        "lockout.permanentAfter": .integer(10 * mostMisses), "pin.freeFailures": .integer(mostWrongPasswords),
    ]
    private static let mostMisses = 100
    private static let mostWrongPasswords = 1000

    init(_ daemon: DaemonUnderTest, seed: UInt64) throws {
        self.daemon = daemon
        random = SplitMix(seed: seed)
        toucher = CrashToucher(try daemon.reader(), ledger, seed: random.next())
        var clients: [any CrashClient] = [toucher]
        for name in ["a", "b", "c"] { clients.append(CrashWriter(name, ledger, seed: random.next())) }
        self.clients = clients
    }

    var figures: CrashLedger.Figures { ledger.figures }

    func run(kills: Int) throws {
        try daemon.start(FixedPassword.install(for: daemon))
        try look()
        for _ in 0..<kills {
            try load(for: .microseconds(Int.random(in: 0...longest(), using: &random)))
            try kill()
            if Int.random(in: 0..<6, using: &random) == 0 {
                try daemon.crashStarting(after: .microseconds(Int.random(in: 0...300_000, using: &random)))
                ledger.killed(atStart: true)
            }
            try daemon.start()
            try look()
        }
        try openEverything()
    }

    /// Most daemons live just long enough to be killed at their first work, some long enough for an enrolment and more.
    private func longest() -> Int { Int.random(in: 0..<8, using: &random) == 0 ? 1_500_000 : 250_000 }

    // MARK: Load

    private func load(for time: Duration) throws {
        let end = ContinuousClock.now + time
        for client in clients { client.connection = try daemon.client() }
        while true {
            for client in clients where !client.isBusy {
                if let connection = client.connection { try client.begin(connection) }
            }
            let connections = clients.compactMap(\.connection)
            guard ContinuousClock.now < end,
                let first = try GateConnection.firstReady(of: connections, within: max(.zero, end - .now))
            else { return }
            guard let reply = try connections[first].receiveIfOpen() else {
                throw HarnessFailure("the daemon ended by itself")
            }
            try clients[first].take(reply, isAlive: true)
        }
    }

    private func kill() throws {
        try daemon.crash()
        ledger.killed(atStart: false)
        for client in clients {
            // Answers that it sent before the kill count.
            while let reply = try client.connection?.receiveIfOpen() { try client.take(reply, isAlive: false) }
            client.connection = nil
            client.lost()
        }
    }

    // MARK: Looking

    private func look() throws {
        let client = try daemon.client()
        let prints = try client.prints()
        toucher.prints = Dictionary(prints.map { ($0["finger"].string ?? "", $0["id"]) }) { $1 }
        try ledger.found(items: client.items(), prints: Set(toucher.prints.keys))
        try client.ask("Authenticate", Samples.authentication)
        let remaining = try #require(client.awaitProgress("waitingForFinger")["attemptsRemaining"].integer)
        ledger.found(misses: Self.mostMisses - remaining)
        try client.send("CancelRequest", oneway: true)
        try client.refusal("Cancelled")
        ledger.hasArmed = true
        // Each time, because a try that the kill interrupted may count or not, and the next comparison starts from
        // there.
        let call = Samples.authentication.with(["credential": FixedPassword.wrong])
        let remainingPasswords = try client.refusal("CredentialWrong", of: "Authenticate", call)["attemptsRemaining"]
        // The remaining tries after the first try show how many were counted.
        ledger.found(wrongPasswords: Self.mostWrongPasswords - (try #require(remainingPasswords.integer)))
        ledger.wrongPasswords.failed()
        // Looking at the secrets takes a password, which forgives misses, so this is not done every time.
        if Int.random(in: 0..<4, using: &random) == 0 { try open(most: 4) }
        try expectSoundness()
    }

    private func expectSoundness() throws {
        let said = try daemon.execute(
            """
            SELECT CAST(integrity_check AS BLOB) FROM pragma_integrity_check
            UNION ALL SELECT CAST('a broken reference' AS BLOB) FROM pragma_foreign_key_check
            UNION ALL SELECT CAST('content that nothing opens' AS BLOB) FROM content
            WHERE item NOT IN (SELECT item FROM slot)
            """
        ).map { String(decoding: $0, as: UTF8.self) }
        #expect(said == ["ok"])
    }

    /// Opens some of the valid items that need no PIN.
    private func open(most: Int) throws {
        let client = try daemon.client()
        try client.result(of: "Authenticate", Samples.authentication.with(["credential": FixedPassword.right]))
        ledger.misses.settle(at: 0)
        ledger.wrongPasswords.settle(at: 0)
        for (name, history) in ledger.items.shuffled(using: &random).prefix(most) {
            guard case .valid(let version, let factors, _) = history.states.first, factors != ["pin"] else { continue }
            let call = Samples.retrieval.with(["name": .string(name), "maxAgeSeconds": 300])
            try client.ask("RetrieveSecret", factors.contains("password") ? call : call.with(["maxAgeSeconds": 0]))
            try expect(version, of: name, try answer(client))
        }
    }

    /// The result, after a touch if one is asked for.
    private func answer(_ client: GateConnection) throws -> JSON {
        while true {
            let reply = try client.receive()
            guard reply.continues else {
                if let error = reply.error { throw HarnessFailure("refused with \(error)") }
                return reply.parameters
            }
            let progress = reply.parameters["progress"]
            guard progress["event"] == "waitingForFinger" else { continue }
            try daemon.reader().send(CrashToucher.scan(of: progress["finger"].string))
        }
    }

    private func expect(_ version: Int, of name: String, _ result: JSON) throws {
        #expect(result["secret"] == CrashLedger.secret(of: version), "\(name), version \(version)")
    }

    /// At the end: opens every item that can be opened, one of them by the PIN.
    private func openEverything() throws {
        try open(most: .max)
        let client = try daemon.client()
        for (name, history) in ledger.items.sorted(by: { $0.key < $1.key }) {
            guard case .valid(let version, let factors, _) = history.states.first, factors.contains("pin") else {
                continue
            }
            let call = Samples.retrieval.with(["name": .string(name), "credential": Samples.credential])
            return try expect(version, of: name, client.result(of: "RetrieveSecret", call))
        }
    }
}
