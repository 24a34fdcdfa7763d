import BlockingTests
import Glibc
import Testing
import VirtualReaders

/// Everything that a client can make the daemon hold or do has a limit; each default limit is reached here.
@Suite("Limits", .blocking)
struct LimitTests {
    private static let pinOnly: JSON = ["factors": ["pin"], "enrollment": "current", "maxAgeSeconds": 0]

    private static func storing(_ name: String, _ secret: String = "c2VjcmV0") -> JSON {
        ["name": .string(name), "secret": .string(secret), "access": pinOnly]
    }

    private static let greeting = Array(#"{"method":"org.varlink.service.GetInfo"}"#.utf8)

    /// Whether a new connection is served, or closed at once.
    private func isServed(_ daemon: DaemonUnderTest) throws -> Bool {
        let client = try daemon.client()
        try client.send("org.varlink.service.GetInfo")
        return try client.receiveIfOpen().map { $0.error == nil } ?? false
    }

    /// Waits until the daemon has noticed a client's leaving.
    private func awaitRoom(_ daemon: DaemonUnderTest) throws {
        try waitUntil("there is room") { try isServed(daemon) }
    }

    // MARK: Connections

    @Test("64 connections of a user are served, the 65th hears why it is not, and there is room when one ends")
    func connectionsOfUser() throws {
        try DaemonUnderTest.with { daemon in
            var clients = try (0..<64).map { _ in try daemon.client() }
            for client in clients { try client.result(of: "ListReaders") }
            let refused = try daemon.client()
            let refusal = try refused.refusal("LimitExceeded", of: "GetAvailability")
            #expect(refusal["limit"] == "limits.connectionsPerUser" && refusal["maximum"] == 64)
            try refused.awaitClosing()
            for client in clients { try client.result(of: "ListReaders") }
            clients.removeLast()
            try awaitRoom(daemon)
        }
    }

    @Test(
        "512 connections are served, of whomever, and the next one is closed", .asRoot,
        .tags(.needsRoot, .needsPython))
    func connections() throws {
        try DaemonUnderTest.with { daemon in
            let users = (1...8).map(String.init)
            let (near, crowd) = try crowd(daemon, users)
            let served = try servedConnections(near, crowd, daemon, of: users.count)
            #expect(served == Dictionary(uniqueKeysWithValues: users.map { ($0, 64) }))
            #expect(try !isServed(daemon))
            shutdown(near.number, Int32(SHUT_WR))
            #expect(try crowd.ending() == .exited(0))
            try awaitRoom(daemon)
        }
    }

    @Test(
        "64 connections are served under the numbers of one range in /etc/subuid, and others have their room", .asRoot,
        .tags(.needsRoot, .needsPython), .enabled(if: Files.exists("/etc/subuid"), "there is nothing to mount over"))
    func connectionsOfRange() throws {
        try DaemonUnderTest.prepared { daemon in
            let ranges = "\(daemon.directory)/subuid"
            try Files.write(Array("ann:700000000:65536\n".utf8), to: ranges)
            try daemon.start(
                launcher: ["unshare", "--mount", "sh", "-c", "mount --bind \"$0\" /etc/subuid && exec \"$@\"", ranges])
            let users = (0..<8).map { "\(700_000_000 + $0)" }
            let (near, crowd) = try crowd(daemon, users)
            let served = try servedConnections(near, crowd, daemon, of: users.count)
            #expect(served.values.reduce(0, +) == 64)
            try #expect(isServed(daemon))
            shutdown(near.number, Int32(SHUT_WR))
            #expect(try crowd.ending() == .exited(0))
            try daemon.stop()
        }
    }

    /// Opens 64 connections for each user, until the descriptor's other end is shut.
    private func crowd(_ daemon: DaemonUnderTest, _ users: [String]) throws -> (Descriptor, ChildProcess) {
        let (near, far) = try Descriptor.socketPair()
        let crowd = try ChildProcess(
            [Python.interpreter, Python.script("crowd.py"), daemon.socketPath, "64"] + users,
            environment: Python.environment, errors: "\(daemon.directory)/crowd-errors", standard: far)
        return (near, crowd)
    }

    /// How many connections of each user are served.
    private func servedConnections(
        _ near: Descriptor, _ crowd: ChildProcess, _ daemon: DaemonUnderTest, of users: Int
    ) throws -> [String: Int] {
        var served: [String: Int] = [:]
        while served.count < users {
            guard try Descriptor.firstReady(of: [near, crowd.lifeline]) == 0 else {
                throw HarnessFailure(Files.text("\(daemon.directory)/crowd-errors"))
            }
            for line in String(decoding: try near.read(), as: UTF8.self).split(separator: "\n") {
                let words = line.split(separator: " ")
                served[String(words[0])] = Int(words[1])
            }
        }
        return served
    }

    // MARK: Told in advance

    @Test("GetLimits tells the limits that are configured")
    func told() throws {
        let set: [String: JSON] = [
            "fingerprint.attemptsPerCall": 4, "fingerprint.timeoutSeconds": 41, "pin.minimumLength": 8,
            "limits.itemsPerUser": 77,
        ]
        for (configuration, limits) in [([:], [3, 30, 6, 10, 1000]), (set, [4, 41, 8, 10, 77])] {
            try DaemonUnderTest.with([], configuration) { daemon in
                let told = try daemon.client().result(of: "GetLimits")["limits"]
                let names = [
                    "attemptsPerCall", "timeoutSeconds", "pinMinimumLength", "printsPerUser", "itemsPerUser",
                ]
                #expect(names.map { told[$0].integer } == limits)
            }
        }
    }

    // MARK: Items

    @Test("1,000 items are stored, the next is refused, and there is room when one is deleted")
    func items() throws {
        try DaemonUnderTest.with([], state: .pinSet) { daemon in
            let client = try daemon.client()
            // As many as fit into a connection's queue.
            for batch in 0..<125 {
                for number in 0..<8 { try client.send("StoreSecret", Self.storing("item \(batch * 8 + number)")) }
                for _ in 0..<8 { try client.result() }
            }
            #expect(try client.items().count == 1000)
            let refusal = try client.refusal("LimitExceeded", of: "StoreSecret", Self.storing("one more"))
            #expect(refusal["limit"] == "limits.itemsPerUser" && refusal["maximum"] == 1000)
            try client.result(of: "StoreSecret", Self.storing("item 7").with(["replace": true]))
            try client.result(of: "DeleteItem", ["name": "item 7"])
            try client.result(of: "StoreSecret", Self.storing("one more"))
            try client.refusal("LimitExceeded", of: "StoreSecret", Self.storing("item 7"))
            try daemon.stop()
            try daemon.start()
            #expect(try daemon.client().items().count == 1000)
        }
    }

    @Test("16 MiB of secrets are stored, not one byte more, and there is room when one is deleted")
    func itemBytes() throws {
        try DaemonUnderTest.with([], state: .pinSet) { daemon in
            let client = try daemon.client()
            // 65,536 bytes.
            let largest = String(repeating: "A", count: 65_535 / 3 * 4) + "AA=="
            for number in 0..<256 { try client.result(of: "StoreSecret", Self.storing("item \(number)", largest)) }
            let refusal = try client.refusal("LimitExceeded", of: "StoreSecret", Self.storing("a byte", "AA=="))
            #expect(refusal["limit"] == "limits.itemBytesPerUser" && refusal["maximum"] == 16_777_216)
            try client.result(of: "DeleteItem", ["name": "item 0"])
            try client.result(of: "StoreSecret", Self.storing("a byte", "AA=="))
            try client.refusal("LimitExceeded", of: "StoreSecret", Self.storing("item 0", largest))
        }
    }

    // MARK: Messages

    @Test("A message of 256 KiB is served, and one more byte closes its connection")
    func messages() throws {
        try DaemonUnderTest.with { daemon in
            let limit = 262_144
            let padding = [UInt8](repeating: UInt8(ascii: " "), count: limit - Self.greeting.count)
            let client = try daemon.client()
            try client.send("org.varlink.service.GetInfo")
            try client.receive()
            let longest = try Descriptor.connected(to: daemon.socketPath)
            try longest.write(Self.greeting + padding + [0])
            #expect(try String(decoding: longest.read(), as: UTF8.self).contains("biogated"))
            try longest.write(Self.greeting + padding + padding.prefix(1) + [0])
            #expect(try longest.read().isEmpty)
            // No other connection has noticed.
            try client.result(of: "ListReaders")
        }
    }

    @Test("A client that does not finish a message or read answers is dropped after 10 s, and a waiting one is not")
    func slowness() throws {
        try DaemonUnderTest.with { daemon in
            let idle = try daemon.client()
            try idle.result(of: "ListReaders")
            let stalled = try Descriptor.connected(to: daemon.socketPath)
            try stalled.write(Self.greeting.prefix(9))
            let trickling = try Descriptor.connected(to: daemon.socketPath)
            // The interface's text is long, and never read here.
            let deaf = try Descriptor.connected(to: daemon.socketPath)
            let question =
                #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":"#
                + #"{"interface":"org.biometricgate.Gate"}}"#
            for _ in 0..<12 { try deaf.write(Array(question.utf8) + [0]) }
            // Sending a byte now and then gives no more time.
            while try Descriptor.firstReady(of: [trickling], within: .milliseconds(300)) == nil {
                try trickling.write([UInt8(ascii: " ")])
            }
            #expect(try trickling.read().isEmpty)
            #expect(try stalled.read().isEmpty)
            #expect(try deaf.isHungUp())
            try idle.result(of: "ListReaders")
        }
    }

    // MARK: Floods

    /// Calls of a flooding user and of another one, with the most of the former that may be answered during one of the
    /// latter: enough for a busy machine, and far less than the sockets' buffers hold.
    enum Flood: String, CaseIterable, Sendable {
        case status, stores, asks, faults, answers, cancels

        /// The calls sent over and over.
        var calls: [JSON] {
            switch self {
            case .status: [["method": "org.biometricgate.Gate.GetAvailability"]]
            case .stores:
                [["method": "org.biometricgate.Gate.StoreSecret", "parameters": storing("x").with(["replace": true])]]
            case .asks:
                [["method": "org.biometricgate.Gate.Authenticate", "more": true, "parameters": Samples.authentication]]
            case .faults: [["method": "org.biometricgate.Gate.Nothing"]]
            // The last one tells how far they are.
            case .answers: urgent("AnswerRequest", ["credential": ["pin": "000000"]])
            case .cancels: urgent("CancelRequest", [:])
            }
        }

        private func urgent(_ method: String, _ parameters: JSON) -> [JSON] {
            let call: JSON = [
                "method": .string("org.biometricgate.Gate.\(method)"), "parameters": parameters, "oneway": true,
            ]
            return Array(repeating: call, count: 31) + [["method": "org.varlink.service.GetInfo"]]
        }

        var most: Int {
            switch self {
            case .status, .faults: 4096
            case .answers, .cancels: 128
            case .asks: 1024
            case .stores: 32
            }
        }
    }

    @Test(
        "A user who floods 64 connections with calls delays no other user", .asRoot,
        .tags(.needsRoot, .needsPython), arguments: Flood.allCases)
    func flood(flood: Flood) throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            try daemon.client(as: 1).setPIN()
            let (near, far) = try Descriptor.socketPair()
            let flooder = try ChildProcess(
                [Python.interpreter, Python.script("flood.py"), daemon.socketPath, "1", "64"]
                    + flood.calls.map(\.description),
                environment: Python.environment, errors: "\(daemon.directory)/flood-errors", standard: far)
            func answers() throws -> Int {
                try near.write([0])
                guard try Descriptor.firstReady(of: [near, flooder.lifeline]) == 0,
                    let number = Int(String(decoding: try near.read(), as: UTF8.self).dropLast())
                else { throw HarnessFailure(Files.text("\(daemon.directory)/flood-errors")) }
                return number
            }
            try waitUntil("the flood is there") { try answers() >= 1000 }
            let client = try daemon.client()
            let before = try answers()
            let calls = 20
            var locked = 0
            for _ in 0..<calls {
                locked = max(locked, try daemon.kilobytes("VmLck"))
                switch flood {
                case .status, .faults, .answers, .cancels: try client.availability()
                case .stores, .asks:
                    try client.result(of: "StoreSecret", Self.storing("mine").with(["replace": true]))
                }
            }
            let during = try answers() - before
            let held = try daemon.kilobytes("RssAnon")
            print(
                "Flood: \(during / calls) answers of \(flood) in one of another user's; \(locked) kB locked, \(held) held"
            )
            #expect(during <= calls * flood.most)
            // Waiting bytes are in the flooder's sockets; the daemon has at most two messages of each connection.
            #expect(locked < 4096 && held < 65_536)
            for _ in 1...2 {
                try client.ask("RetrieveSecret", Samples.retrieval)
                try client.progress("waitingForFinger")
                try daemon.reader().send(.scan(Samples.finger))
                try client.result()
            }
        }
    }
}
