import GateModel
import GateSecret
import GateSocket
import GateWire
import Glibc
import Synchronization
import Testing

@testable import BiometricGate

/// A daemon on a separate socket that leaves every call to the test.
final class ScriptedDaemon: CallHandler {
    /// Shared by all tests, because a loop is never shut down.
    private static let loop = ServingLoop()

    /// A call with its secrets exposed.
    struct Received: Sendable {
        let name: String
        let parameters: WireObject
        let more: Bool
        let oneway: Bool
        let payload: [UInt8]?
        let factor: Factor?
        let credential: [UInt8]?
        let responder: CallResponder
    }

    enum Event: Sendable {
        case call(Received)
        case closed(ConnectionID)
    }

    /// An event other than the expected one.
    struct Unexpected: Error {
        let event: Event?
    }

    let path: String
    private let directory: String
    private let events: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation

    init() throws {
        var template = Array("/tmp/gate-client-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        path = directory + "/gate"
        (events, continuation) = AsyncStream.makeStream()
    }

    deinit {
        rmdir(directory)
    }

    /// Serves while `body` runs.
    static func serving(
        cancellationGrace: Duration = .seconds(600), interaction: Interaction = .caller,
        _ body: (ScriptedDaemon, GateClient) async throws -> Void
    ) async throws {
        let daemon = try ScriptedDaemon()
        let transport = GateTransport(path: daemon.path, cancellationGrace: cancellationGrace)
        let client = GateClient(locale: "en", interaction: interaction, transport, to: daemon.path)
        try await daemon.listening { try await body(daemon, client) }
    }

    /// Listens while `body` runs.
    func listening(_ body: () async throws -> Void) async throws {
        let listener = try await GateListener.start(
            GateListenerConfiguration(source: .path(path)), on: Self.loop, handler: self)
        do {
            try await body()
        } catch {
            await listener.close(grace: .zero)
            throw error
        }
        await listener.close(grace: .zero)
    }

    func handle(
        _ call: consuming IncomingCall, on client: ClientConnection, responder: CallResponder
    ) -> Handling {
        let credential = call.takeCredential()
        var factor: Factor?
        var secret: [UInt8]?
        if let credential {
            factor = credential.factor
            secret = credential.secret.withBytes { Array($0) }
        }
        let payload = call.takePayload()
        continuation.yield(
            .call(
                Received(
                    name: call.name, parameters: call.parameters, more: call.more, oneway: call.oneway,
                    payload: payload?.withBytes { Array($0) }, factor: factor, credential: secret,
                    responder: responder)))
        return .pending
    }

    func received(_ broken: BrokenMessage, on client: ClientConnection) {}

    func closed(_ client: ClientConnection) {
        continuation.yield(.closed(client.id))
    }

    let urgentMethods: Set = ["org.biometricgate.Gate.CancelRequest", "org.biometricgate.Gate.AnswerRequest"]

    /// The next event, which must be a call of that method.
    func next(_ name: String) async throws -> Received {
        var iterator = events.makeAsyncIterator()
        let event = await iterator.next()
        guard case .call(let received)? = event, received.name == name else { throw Unexpected(event: event) }
        return received
    }

    /// The next event, which must be the end of a connection.
    func nextClosed() async throws -> ConnectionID {
        var iterator = events.makeAsyncIterator()
        let event = await iterator.next()
        guard case .closed(let id)? = event else { throw Unexpected(event: event) }
        return id
    }
}

extension CallResponder {
    func finish(_ parameters: WireObject) {
        send(.reply(parameters), as: .result)
    }

    func fail(_ error: GateError) {
        send(.error(error.wireName, error.wireParameters(guidance: guidance)), as: .result)
    }

    func progress(_ progress: Progress, _ message: String) {
        send(.reply(["progress": .object(progress.wire(message: message))], continues: true), as: .progress)
    }
}

let guidance = Guidance(
    title: "No match", body: "Use your PIN instead.", action: .usePIN, actionLabel: "Use PIN", command: nil,
    locale: "en")

let receiptWire: WireObject = [
    "factor": "fingerprint", "at": "2026-03-01T09:30:00.250Z", "ageMilliseconds": 1500, "readerId": "usb:1",
]

let receipt = AuthenticationReceipt(
    factor: .fingerprint, at: WallTime(millisecondsSinceEpoch: 1_772_357_400_250), age: .milliseconds(1500),
    reader: ReaderID(rawValue: "usb:1"))

let item: WireObject = [
    "name": "github", "kind": "secret",
    "access": ["factors": ["fingerprint"], "enrollment": "current", "maxAgeSeconds": 0],
    "openableBy": ["fingerprint"], "state": "valid", "sealedBy": "file", "createdAt": "2026-03-01T09:30:00.250Z",
]

func secret(_ text: String) -> SecretBytes {
    let bytes = Array(text.utf8)
    return SecretBytes(count: bytes.count) { $0.copyBytes(from: bytes) }
}

func reason() throws -> Reason { "to pay" }

func name() throws -> ItemName { try #require(ItemName("github")) }
