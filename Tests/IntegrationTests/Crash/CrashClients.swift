import SeededRandom
import Testing
import VirtualReaders

/// A client of a daemon that is killed. It makes its next request whenever it has none running, and goes on with the
/// next daemon.
protocol CrashClient: AnyObject {
    var connection: GateConnection? { get set }
    var isBusy: Bool { get }

    /// Makes a request on a connection.
    func begin(_ connection: GateConnection) throws

    /// Records an answer, and goes on if the daemon still lives.
    func take(_ reply: GateConnection.Reply, isAlive: Bool) throws

    /// The daemon is gone, and with it the running request.
    func lost()
}

/// Stores and deletes items that no finger opens, so no prompt is needed.
final class CrashWriter: CrashClient {
    var connection: GateConnection?
    private let name: String
    private let ledger: CrashLedger
    private var random: SplitMix
    private var current: (item: String, isStore: Bool)?

    init(_ name: String, _ ledger: CrashLedger, seed: UInt64) {
        self.name = name
        self.ledger = ledger
        random = SplitMix(seed: seed)
    }

    var isBusy: Bool { current != nil }

    func begin(_ connection: GateConnection) throws {
        let item = "\(name)/\(Int.random(in: 0..<4, using: &random))"
        let isStore = Int.random(in: 0..<10, using: &random) < 7
        current = (item, isStore)
        guard isStore else {
            ledger.asked(of: item) { $0 == .absent ? nil : .absent }
            return try connection.send("DeleteItem", ["name": .string(item)])
        }
        let factors = [["password"], ["pin"], ["password", "pin"]].randomElement(using: &random) ?? []
        let version = ledger.newVersion()
        ledger.asked(of: item) { _ in
            .valid(version: version, openableBy: Set(factors), survivesEnrolment: false)
        }
        try connection.send("StoreSecret", .storing(item, version: version, factors: factors))
    }

    func take(_ reply: GateConnection.Reply, isAlive: Bool) throws {
        guard let (item, isStore) = current else { return }
        current = nil
        if reply.error != nil, isStore || reply.error != "ItemNotFound" { Issue.record("\(item): \(reply)") }
        ledger.answered(of: item, isDone: reply.error == nil)
        if reply.error == nil { ledger.acknowledged(isStore ? "items stored" : "items deleted") }
    }

    func lost() { current = nil }
}

extension JSON {
    /// The parameters of a call that stores a version of an item, replacing an earlier one.
    static func storing(_ item: String, version: Int, factors: [String], survivesEnrolment: Bool = false) -> JSON {
        [
            "name": .string(item), "secret": CrashLedger.secret(of: version), "label": "\(version)", "replace": true,
            "access": [
                "factors": .array(factors.map { .string($0) }), "enrollment": survivesEnrolment ? "any" : "current",
                "maxAgeSeconds": 300,
            ],
        ]
    }
}

/// Has the fingers, the password and the right to revoke.
final class CrashToucher: CrashClient {
    /// The running request.
    private enum Task {
        case store(String, version: Int, factors: [String], survivesEnrolment: Bool)
        case authenticate(misses: Int, matches: Bool)
        case wrongPassword
        case enrol(finger: String)
        case deletePrint(finger: String)
        case revoke
    }

    var connection: GateConnection?
    private let reader: VirtualReader
    private let ledger: CrashLedger
    private var random: SplitMix
    private var current: Task?
    private var touches = 0
    /// Keyed by finger; the first finger's print is never deleted.
    var prints: [String: JSON] = [:]

    static let firstFinger = "rightIndex"
    private static let fingers = ["leftThumb", "leftIndex", "leftMiddle", "leftRing"]
    /// From this many misses on, the count is cleared to avoid a lockout.
    private static let manyMisses = 60

    init(_ reader: VirtualReader, _ ledger: CrashLedger, seed: UInt64) {
        self.reader = reader
        self.ledger = ledger
        random = SplitMix(seed: seed)
    }

    var isBusy: Bool { current != nil }

    /// The virtual reader's command for a finger.
    static func scan(of finger: String?) -> VirtualReader.Command {
        .scan(finger == firstFinger || finger == nil ? Samples.finger : "finger-\(finger ?? "")")
    }

    private func nextTask() -> Task {
        if ledger.misses.bounds.upperBound > Self.manyMisses { return .authenticate(misses: 0, matches: true) }
        let others = prints.keys.filter { $0 != Self.firstFinger }.sorted()
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<25:
            return .store(
                "touched/\(Int.random(in: 0..<4, using: &random))", version: ledger.newVersion(),
                factors: Bool.random(using: &random) ? ["fingerprint"] : ["fingerprint", "password"],
                survivesEnrolment: Int.random(in: 0..<4, using: &random) == 0)
        case 25..<60:
            return .authenticate(
                misses: Int.random(in: 1...4, using: &random), matches: Int.random(in: 0..<4, using: &random) == 0)
        case 60..<68: return .wrongPassword
        case 68..<84:
            guard let finger = Self.fingers.first(where: { prints[$0] == nil }) else { fallthrough }
            return .enrol(finger: finger)
        case 84..<90:
            guard let finger = others.randomElement(using: &random) else { return .revoke }
            return .deletePrint(finger: finger)
        default: return .revoke
        }
    }

    func begin(_ connection: GateConnection) throws {
        let task = nextTask()
        current = task
        touches = 0
        switch task {
        case .store(let item, let version, let factors, let survives):
            try connection.ask(
                "StoreSecret", .storing(item, version: version, factors: factors, survivesEnrolment: survives))
        case .authenticate: try connection.ask("Authenticate", Samples.authentication)
        case .wrongPassword:
            ledger.wrongPasswords.risked()
            try connection.send("Authenticate", Samples.authentication.with(["credential": FixedPassword.wrong]))
        case .enrol(let finger):
            passwordGiven()
            try connection.ask("Enroll", ["finger": .string(finger), "credential": FixedPassword.right])
        case .deletePrint(let finger):
            passwordGiven()
            ledger.askedOfEverything(items: \.withoutEpoch, prints: { $0.subtracting([finger]) })
            try connection.send(
                "DeletePrint", ["printId": prints[finger] ?? .null, "credential": FixedPassword.right])
        case .revoke:
            ledger.askedOfEverything(items: \.revoked, prints: { $0 })
            try connection.send("RevokeAll")
        }
    }

    /// A right password counts as a try until it is compared, and then clears all counts.
    private func passwordGiven() {
        ledger.wrongPasswords.risked()
        ledger.wrongPasswords.forgiving()
        ledger.misses.forgiving()
    }

    private func passwordAccepted() {
        ledger.wrongPasswords.settle(at: 0)
        ledger.misses.settle(at: 0)
    }

    func take(_ reply: GateConnection.Reply, isAlive: Bool) throws {
        guard let current else { return }
        guard reply.continues else { return try ended(current, reply) }
        if case .enrol = current { passwordAccepted() }
        switch reply.parameters["progress"]["event"] {
        case "waitingForFinger": if isAlive { try touch(current, reply.parameters["progress"]) }
        case "noMatch":
            ledger.misses.failed()
            ledger.acknowledged("misses")
        default: break
        }
    }

    private func touch(_ task: Task, _ progress: JSON) throws {
        touches += 1
        let finger = progress["finger"].string
        switch task {
        case .store(let item, let version, let factors, let survives):
            ledger.hasArmed = true
            ledger.misses.forgiving()
            ledger.asked(of: item) { _ in
                .valid(version: version, openableBy: Set(factors), survivesEnrolment: survives)
            }
            try reader.send(Self.scan(of: finger))
        case .authenticate(let misses, let matches):
            ledger.hasArmed = true
            if touches <= misses {
                ledger.misses.risked()
                try reader.send(.scan(Samples.strangeFinger))
            } else if matches {
                ledger.misses.forgiving()
                try reader.send(Self.scan(of: finger))
            } else {
                try connection?.send("CancelRequest", oneway: true)
            }
        case .enrol(let finger):
            if touches == progress["stages"].integer {
                ledger.askedOfEverything(items: \.withoutEpoch, prints: { $0.union([finger]) })
            }
            try reader.send(Self.scan(of: finger))
        case .wrongPassword, .deletePrint, .revoke: break
        }
    }

    private func ended(_ task: Task, _ reply: GateConnection.Reply) throws {
        current = nil
        switch (task, reply.error) {
        case (.store(let item, _, _, _), nil):
            ledger.misses.forgiven()
            ledger.answered(of: item, isDone: true)
            ledger.acknowledged("items stored with a finger")
        case (.authenticate, nil):
            ledger.misses.forgiven()
            ledger.acknowledged("matches")
        case (.authenticate, "Cancelled"): break
        case (.wrongPassword, "CredentialWrong"):
            ledger.wrongPasswords.failed()
            // The whole policy is written with it.
            ledger.misses.written()
            ledger.acknowledged("wrong passwords")
        case (.enrol(let finger), nil):
            ledger.answeredOfEverything(isDone: true)
            prints[finger] = reply.parameters["print"]["id"]
            ledger.acknowledged("fingers enrolled")
        case (.deletePrint(let finger), nil):
            passwordAccepted()
            ledger.answeredOfEverything(isDone: true)
            prints[finger] = nil
            ledger.acknowledged("prints deleted")
        case (.revoke, nil):
            ledger.answeredOfEverything(isDone: true)
            ledger.acknowledged("revokes")
        default: Issue.record("\(task): \(reply)")
        }
    }

    func lost() { current = nil }
}
