import Testing
import VirtualReaders

/// Values that many tests use.
enum Samples {
    static let pin = "739154"
    static let wrongPIN = "840265"
    /// The first enrolled finger, as the virtual readers name it, and a finger that is never enrolled.
    static let finger = "first-finger"
    static let otherFinger = "second-finger"
    static let strangeFinger = "strange-finger"
    static let item = "org.example.Bank/token"
    /// 24 bytes, so that its base64 appears at no other offset.
    static let secret = "tr0ub4dor-and-3-horses!!"
    static let secretBase64 = "dHIwdWI0ZG9yLWFuZC0zLWhvcnNlcyEh"

    /// Values that no line of the daemon may contain: secrets and PINs, plain and as base64, and the names of fingers.
    static let neverTold =
        [
            secret, secretBase64, pin, "NzM5MTU0", wrongPIN, "ODQwMjY1", "402938",
            "NDAyOTM4",
        ]
        + ["left", "right"].flatMap { side in
            [("Thumb", "thumb"), ("Index", "index"), ("Middle", "middle"), ("Ring", "ring"), ("Little", "little")]
                .flatMap { ["\(side)\($0.0)", "\(side) \($0.1)", "\(side)-\($0.1)"] }
        }

    static let deviceID = "virtual_device-0"
    static let storageID = "virtual_device_storage-0"

    static let variety: [String: (factors: [String], enrollment: String)] = [
        "finger": (["fingerprint"], "current"), "any finger": (["fingerprint"], "any"),
        "finger or PIN": (["fingerprint", "pin"], "current"), "any finger or PIN": (["fingerprint", "pin"], "any"),
        "PIN": (["pin"], "current"),
    ]

    static let credential: JSON = ["pin": .string(pin)]
    static let wrongCredential: JSON = ["pin": .string(wrongPIN)]
    /// The parameters that retrieve the item, with a reason.
    static let retrieval: JSON = ["name": .string(item), "reason": "Sign in to the bank"]
    static let authentication: JSON = ["reason": "Confirm the payment"]
}

/// The content of the state directory at the beginning of a test.
enum StateFixture: Sendable {
    case empty
    /// A PIN, and no print.
    case pinSet
    /// A PIN, and a print of `Samples.finger` on the plain reader, which stores nothing that a restart could lose.
    case enrolled
    /// The same, and `Samples.item`, which the finger and the PIN open.
    case stored

    /// The same as `enrolled`, and an item of each kind of access, by `Samples.variety`.
    case variety

    /// Nil for `empty`.
    func files() throws -> [String: [UInt8]]? {
        switch self {
        case .empty: nil
        case .pinSet: try Self.pinSetFiles.get()
        case .enrolled: try Self.enrolledFiles.get()
        case .stored: try Self.storedFiles.get()
        case .variety: try Self.varietyFiles.get()
        }
    }

    // Made once by a daemon, when the first test needs it, because stretching each PIN takes time by design.
    private static let pinSetFiles = made { daemon in try daemon.client().setPIN() }
    private static let enrolledFiles = made(on: .pinSet) { daemon in
        try daemon.client().enroll(on: daemon.reader())
    }
    private static let storedFiles = made(on: .enrolled) { daemon in
        try daemon.client().store(factors: ["fingerprint", "pin"], on: daemon.reader())
    }

    private static let varietyFiles = made(on: .enrolled) { daemon in
        let client = try daemon.client()
        for (name, access) in Samples.variety {
            try client.store(
                name, factors: access.factors, enrollment: access.enrollment, on: daemon.reader())
        }
    }

    private static func made(
        on state: StateFixture = .empty, _ body: (DaemonUnderTest) throws -> Void
    ) -> Result<[String: [UInt8]], any Error> {
        Result {
            var files: [String: [UInt8]] = [:]
            try DaemonUnderTest.prepared([.device], state: state) { daemon in
                try daemon.start()
                try body(daemon)
                try daemon.stop()
                files = try daemon.stateFiles()
            }
            return files
        }
    }
}

extension GateConnection {
    func setPIN() throws {
        try result(of: "SetPIN", ["pin": .string(Samples.pin)])
    }

    /// Enrols a finger in as many touches as needed, and returns the result.
    @discardableResult
    func enroll(
        _ finger: String = Samples.finger, as name: String = "rightIndex", on reader: VirtualReader
    ) throws -> JSON {
        try ask("Enroll", ["finger": .string(name), "credential": Samples.credential])
        return try touch(reader, with: finger)
    }

    /// Puts a finger on whenever one is wanted, until the call succeeds.
    @discardableResult
    func touch(_ reader: VirtualReader, with finger: String = Samples.finger) throws -> JSON {
        while true {
            let reply = try receive()
            if let error = reply.error { throw HarnessFailure("refused with \(error): \(reply.parameters)") }
            guard reply.continues else { return reply.parameters }
            if reply.parameters["progress"]["event"] == "waitingForFinger" { try reader.send(.scan(finger)) }
        }
    }

    /// Stores `Samples.secret`, with a touch if one is wanted.
    @discardableResult
    func store(
        _ name: String = Samples.item, factors: [String] = ["fingerprint"], enrollment: String = "current",
        maxAgeSeconds: Int = 0, with finger: String = Samples.finger, on reader: VirtualReader
    ) throws -> JSON {
        try ask(
            "StoreSecret",
            [
                "name": .string(name), "secret": .string(Samples.secretBase64),
                "access": [
                    "factors": .array(factors.map { .string($0) }), "enrollment": .string(enrollment),
                    "maxAgeSeconds": .integer(maxAgeSeconds),
                ],
            ])
        return try touch(reader, with: finger)["item"]
    }

    /// Enrols the recording's finger, and stores an item that it opens.
    func enrollAndStore() throws {
        try ask("Enroll", ["finger": "rightIndex", "credential": Samples.credential])
        try result()
        try result(
            of: "StoreSecret",
            [
                "name": .string(Samples.item), "secret": .string(Samples.secretBase64),
                "access": ["factors": ["fingerprint", "pin"], "enrollment": "current", "maxAgeSeconds": 0],
                "credential": Samples.credential,
            ])
    }

    /// Opens an item with a finger, and returns the secret in base64.
    func retrieve(
        _ name: String = Samples.item, with finger: String = Samples.finger, on reader: VirtualReader
    ) throws -> String? {
        try ask("RetrieveSecret", Samples.retrieval.with(["name": .string(name)]))
        return try touch(reader, with: finger)["secret"].string
    }

    /// A finger that does not match, as the waiting call sees it.
    @discardableResult
    func miss(on reader: VirtualReader) throws -> JSON {
        try awaitProgress("waitingForFinger")
        try reader.send(.scan(Samples.strangeFinger))
        return try awaitProgress("noMatch")
    }

    @discardableResult
    func availability() throws -> JSON { try result(of: "GetAvailability")["availability"] }

    @discardableResult
    func settings() throws -> JSON { try result(of: "GetSettings")["settings"] }

    @discardableResult
    func prints() throws -> [JSON] { try result(of: "ListPrints")["prints"].elements }

    @discardableResult
    func items() throws -> [JSON] { try result(of: "ListItems")["items"].elements }

    func item(_ name: String = Samples.item) throws -> JSON {
        try items().first { $0["name"] == .string(name) } ?? .null
    }
}

extension VirtualReader {
    /// Returns when the storage contains exactly these fingers, at once or after the daemon has tidied it up while the
    /// reader is unused. The reader's socket must stay when the reader is closed.
    func awaitStored(_ fingers: Set<String>, at location: SourceLocation = #_sourceLocation) throws {
        try waitUntil("the reader stores \(fingers.sorted())", at: location) { try storedFingers() == fingers }
    }
}
