import BlockingTests
import SeededRandom
import Testing
import VirtualReaders

/// Whatever happens to the readers in any order: every call ends as the contract says, which each connection checks for
/// each reply, the daemon lives, and everything that it lists exists.
@Suite("Chaos at the readers", .blocking, .tags(.needsPython))
struct ChaosTests {
    private static let steps = 80

    @Test(
        "Calls, fingers, errors, cancellations, sleep and unplugging in random order break no promise",
        arguments: 1...8 as ClosedRange<UInt64>)
    func chaos(seed: UInt64) throws {
        let limits: [String: JSON] = [
            "lockout.freeFailures": 100, "lockout.permanentAfter": 1000, "fingerprint.timeoutSeconds": 5,
        ]
        try DaemonUnderTest.prepared([.device, .storage], limits, state: .stored) { daemon in
            let bus = SystemBus(of: daemon)
            try bus.start()
            try daemon.start()
            try bus.hear("inhibited sleep delay")
            var chaos = try Chaos(daemon, bus, seed: seed)
            for _ in 0..<Self.steps { try chaos.step() }
            try chaos.settle()
            try daemon.stop()
        }
    }
}

/// One course of events, the same for the same seed as far as the daemon answers in time.
private struct Chaos {
    /// A connection, and whether one of its calls is unanswered.
    private struct Client {
        let connection: GateConnection
        var isWaiting = false
    }

    private let daemon: DaemonUnderTest
    private let bus: SystemBus
    private var random: SplitMix
    private var clients: [Client]
    private var plugged: Set<VirtualReader.Kind> = [.device, .storage]
    private var isAsleep = false

    init(_ daemon: DaemonUnderTest, _ bus: SystemBus, seed: UInt64) throws {
        self.daemon = daemon
        self.bus = bus
        random = SplitMix(seed: seed)
        clients = try (0..<4).map { _ in Client(connection: try daemon.client()) }
    }

    mutating func step() throws {
        let client = Int.random(in: clients.indices, using: &random)
        let kind: VirtualReader.Kind = Bool.random(using: &random) ? .device : .storage
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<35: try ask(client, kind)
        case 35..<45: try clients[client].connection.send("CancelRequest", oneway: true)
        case 45..<50: clients[client] = Client(connection: try daemon.client())
        case 50..<70:
            say(
                .scan(
                    [Samples.finger, Samples.otherFinger, Samples.strangeFinger].randomElement(using: &random) ?? ""),
                kind)
        // DATA_NOT_FOUND would remove the prints.
        case 70..<80: say(.error([0, 1, 2, 3, 4, 5, 6, 8, 9, 256, 257].randomElement(using: &random) ?? 0), kind)
        case 80..<84: say(.retry(Int.random(in: 0...3, using: &random)), kind)
        case 84..<88: say(.finger(present: Bool.random(using: &random)), kind)
        case 88..<91: say(.cancellation(enabled: Bool.random(using: &random)), kind)
        case 91..<93: say(.keepAlive(Bool.random(using: &random)), kind)
        case 93..<98: try turnOver()
        // The plain reader stays, to show that everything works in the end.
        default: if plugged.count == 2, (try? daemon.reader(.storage).send(.unplug)) != nil { plugged.remove(.storage) }
        }
        let listed = try daemon.client().result(of: "ListReaders")["readers"].elements
        #expect(listed.count <= 2)
    }

    /// A closed reader does not receive the command.
    private func say(_ command: VirtualReader.Command, _ kind: VirtualReader.Kind) {
        try? daemon.reader(kind).send(command)
    }

    private mutating func ask(_ index: Int, _ kind: VirtualReader.Kind) throws {
        if clients[index].isWaiting { try finish(index) }
        let client = clients[index].connection
        let reader: [String: JSON] = ["readerId": .string(kind == .device ? Samples.deviceID : Samples.storageID)]
        switch Int.random(in: 0..<4, using: &random) {
        case 0: try client.ask("RetrieveSecret", Samples.retrieval)
        case 1: try client.ask("Authenticate", Samples.authentication.with(reader))
        case 2:
            try client.ask(
                "Enroll", JSON.object(["finger": "leftThumb", "credential": Samples.credential]).with(reader))
        default: try client.ask("Authenticate", Samples.authentication)
        }
        clients[index].isWaiting = true
    }

    /// Ends a client's call, and expects that it has ended.
    private mutating func finish(_ index: Int) throws {
        try clients[index].connection.send("CancelRequest", oneway: true)
        try clients[index].connection.last()
        clients[index].isWaiting = false
    }

    private mutating func turnOver() throws {
        isAsleep.toggle()
        try bus.tell("sleep \(isAsleep)")
        try bus.hear(isAsleep ? "released" : "inhibited sleep delay")
    }

    mutating func settle() throws {
        if isAsleep { try turnOver() }
        for kind in plugged { say(.cancellation(enabled: true), kind) }
        for index in clients.indices where clients[index].isWaiting { try finish(index) }
        let client = try daemon.client()
        let watch = try daemon.client()
        let names = Set(plugged.map { $0 == .device ? Samples.deviceID : Samples.storageID })
        try watch.ask("WatchReaders")
        var states: [String: String] = [:]
        // An abandoned scan ends with the next finger, and a fault passes by itself.
        while Set(states.keys) != names || states.values.contains(where: { $0 != "ready" }) {
            for kind in plugged where states[kind == .device ? Samples.deviceID : Samples.storageID] == "faulted" {
                say(.scan(Samples.strangeFinger), kind)
            }
            let change = try watch.receive().parameters
            let id = try #require(change["reader"]["id"].string)
            states[id] = change["change"] == "removed" ? nil : change["reader"]["state"].string
        }
        // The reader first receives earlier commands that it has not read.
        for _ in 0..<100 where !(try opens(client)) {}
        #expect(try opens(client))
    }

    /// Whether the enrolled finger opens at the plain reader.
    private func opens(_ client: GateConnection) throws -> Bool {
        try client.ask("Authenticate", Samples.authentication.with(["readerId": .string(Samples.deviceID)]))
        while true {
            let reply = try client.receive()
            guard reply.continues else { return reply.error == nil }
            if reply.parameters["progress"]["event"] == "waitingForFinger" { say(.scan(Samples.finger), .device) }
        }
    }
}
