import Testing
import VirtualReaders

/// A call that changes something on disk, from the same state each time.
enum DiskOperation: String, CaseIterable, Sendable {
    case store, storeTouched, replace, createKey, delete, retrieve, retrieveTouched, revoke, enrol, deletePrint
    case disable, enable, answerOnboarding, match, miss, wrongPassword, setPIN, reset

    private static let other = "leftThumb"
    private static let kept = "kept"
    private static let made = "made"
    private static let right: JSON = ["credential": FixedPassword.right]

    /// Takes one or two seconds each time.
    var isSlow: Bool { self == .setPIN }

    // MARK: The state before

    /// Prepares the state: one finger, one item that it and the password open, and no counts.
    func prepare(_ daemon: DaemonUnderTest) throws {
        let client = try daemon.client()
        let reader = try daemon.reader()
        try client.result(of: "Authenticate", Samples.authentication.with(["credential": FixedPassword.right]))
        if try client.prints().isEmpty { try enrol("rightIndex", client, reader) }
        if try client.settings()["fingerprintEnabled"] == false {
            try client.ask("EnableFingerprint")
            try client.touch(reader)
        }
        for print in try client.prints() where print["finger"].string == Self.other {
            try client.result(of: "DeletePrint", Self.right.with(["printId": print["id"]]))
        }
        if self == .deletePrint { try enrol(Self.other, client, reader) }
        for item in try client.items() where item["name"] != .string(Self.kept) {
            try client.result(of: "DeleteItem", ["name": item["name"]])
        }
        let item = try client.item(Self.kept)
        if item["openableBy"] != ["fingerprint", "password"] || item["label"] != "1" {
            try client.ask("StoreSecret", .storing(Self.kept, version: 1, factors: ["fingerprint", "password"]))
            try client.touch(reader)
        }
        if try client.settings()["onboarding"] != "accepted" {
            try client.result(of: "AnswerOnboarding", ["answer": "accepted"])
        }
        if self == .enable { try client.result(of: "DisableFingerprint") }
    }

    private func enrol(_ finger: String, _ client: GateConnection, _ reader: VirtualReader) throws {
        try client.ask("Enroll", Self.right.with(["finger": .string(finger)]))
        try client.touch(reader)
    }

    // MARK: The call

    /// Makes the call to its end; nil if the daemon ended instead.
    func run(_ daemon: DaemonUnderTest, _ client: GateConnection) throws -> GateConnection.Reply? {
        let name: JSON = ["name": .string(Self.kept)]
        switch self {
        case .store:
            return try call(client, "StoreSecret", .storing(Self.made, version: 2, factors: ["password"]))
        case .storeTouched:
            return try call(client, "StoreSecret", .storing(Self.made, version: 2, factors: ["fingerprint"]), daemon)
        case .replace:
            return try call(
                client, "StoreSecret", .storing(Self.kept, version: 2, factors: ["fingerprint", "password"]), daemon)
        case .createKey:
            return try call(
                client, "CreateKey",
                [
                    "name": .string(Self.made), "algorithm": "ed25519",
                    "access": ["factors": ["password"], "enrollment": "current", "maxAgeSeconds": 0],
                ])
        case .delete: return try call(client, "DeleteItem", name)
        case .retrieve: return try call(client, "RetrieveSecret", name.with(["reason": "Open"]).with(Self.password))
        case .retrieveTouched: return try call(client, "RetrieveSecret", name.with(["reason": "Open"]), daemon)
        case .revoke: return try call(client, "RevokeAll", [:])
        case .enrol:
            return try call(client, "Enroll", Self.right.with(["finger": .string(Self.other)]), daemon)
        case .deletePrint:
            let print = try client.prints().first { $0["finger"].string == Self.other }
            return try call(client, "DeletePrint", Self.right.with(["printId": print?["id"] ?? .null]))
        case .disable: return try call(client, "DisableFingerprint", [:])
        case .enable: return try call(client, "EnableFingerprint", [:], daemon)
        case .answerOnboarding: return try call(client, "AnswerOnboarding", ["answer": "skipped"])
        case .match: return try call(client, "Authenticate", Samples.authentication, daemon)
        case .miss: return try call(client, "Authenticate", Samples.authentication, daemon)
        case .wrongPassword:
            return try call(client, "Authenticate", Samples.authentication.with(["credential": FixedPassword.wrong]))
        case .setPIN: return try call(client, "SetPIN", Self.right.with(["pin": "402938"]))
        case .reset: return try call(client, "Reset", [:])
        }
    }

    private static let password: [String: JSON] = ["credential": FixedPassword.right]

    private func call(
        _ client: GateConnection, _ method: String, _ parameters: JSON, _ daemon: DaemonUnderTest? = nil
    ) throws -> GateConnection.Reply? {
        try client.send(method, parameters, more: daemon != nil)
        var isTouched = false
        while let reply = try client.receiveIfOpen() {
            guard reply.continues else { return reply }
            guard reply.parameters["progress"]["event"] == "waitingForFinger", let daemon else { continue }
            let isMiss = self == .miss
            if isMiss, isTouched {
                try client.send("CancelRequest", oneway: true)
            } else {
                isTouched = true
                // The reader may be gone with its daemon.
                try? daemon.reader().send(.scan(isMiss ? Samples.strangeFinger : Samples.finger))
            }
        }
        return nil
    }

    /// Whether a reply says that it is done.
    func isDone(_ reply: GateConnection.Reply) -> Bool {
        switch self {
        case .miss: reply.error == "Cancelled"
        case .wrongPassword: reply.error == "CredentialWrong"
        default: reply.error == nil
        }
    }

    // MARK: The state after

    /// The state that the call can change, as the daemon reports it.
    func view(_ daemon: DaemonUnderTest) throws -> JSON {
        let client = try daemon.client()
        let settings = try client.settings()
        let items = try client.items().map { item -> JSON in
            ["name": item["name"], "label": item["label"], "state": item["state"], "openableBy": item["openableBy"]]
        }
        let prints = try client.prints().map { $0["finger"] }
        var view: JSON = [
            "items": .array(items), "prints": .array(prints), "onboarding": settings["onboarding"],
            "isEnabled": settings["fingerprintEnabled"],
        ]
        // A PIN removed by a reset is not set again for the next one.
        if self == .setPIN { view = view.with(["pinSet": settings["pinSet"]]) }
        if self == .miss {
            try client.ask("Authenticate", Samples.authentication)
            view = view.with(["left": try client.awaitProgress("waitingForFinger")["attemptsRemaining"]])
            try client.send("CancelRequest", oneway: true)
            try client.refusal("Cancelled")
        }
        return view
    }
}
