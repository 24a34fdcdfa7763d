import GateModel
import GateSocket
import GateWire
import Synchronization
import Testing

/// Answers `ListReaders` and `GetSettings` at once, leaves other calls pending, and reports all of them to the test.
final class ScriptedHandler: CallHandler {
    enum Event: Sendable {
        case pending(String, CallResponder)
        case broken(BrokenMessage)
        case closed(ClientConnection)
    }

    let readersReply: WireObject
    private let log = Mutex<[String]>([])
    private let opened = Mutex<[ConnectionID]>([])
    private let events: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation

    init(readersReply: WireObject = ["readers": []]) {
        self.readersReply = readersReply
        (events, continuation) = AsyncStream.makeStream()
    }

    /// The methods' names, in the order in which they were passed on.
    var handled: [String] { log.withLock { $0 } }

    /// The connections that were announced, in this order.
    var announced: [ConnectionID] { opened.withLock { $0 } }

    func opened(_ client: ClientConnection) { opened.withLock { $0.append(client.id) } }

    func handle(
        _ call: consuming IncomingCall, on client: ClientConnection, responder: CallResponder
    ) -> Handling {
        let name = call.name
        log.withLock { $0.append(name) }
        switch name {
        case "ListReaders": return .reply(.reply(readersReply))
        case "GetSettings": return .reply(.reply(["settings": [:]]))
        case "ForgetAuthentication":
            // Answers from inside, and only then returns that the call is pending.
            responder.send(.reply([:]), as: .result)
            return .pending
        default:
            continuation.yield(.pending(name, responder))
            return .pending
        }
    }

    func received(_ broken: BrokenMessage, on client: ClientConnection) {
        continuation.yield(.broken(broken))
    }

    func closed(_ client: ClientConnection) {
        continuation.yield(.closed(client))
    }

    let urgentMethods: Set = ["org.biometricgate.Gate.CancelRequest", "org.biometricgate.Gate.AnswerRequest"]

    /// The next pending call, which must be of that method.
    func nextPending(_ name: String) async throws -> CallResponder {
        var iterator = events.makeAsyncIterator()
        guard case .pending(let method, let responder)? = await iterator.next() else {
            throw Unexpected()
        }
        try #require(method == name)
        return responder
    }

    /// The next connection that ends.
    func nextClosed() async throws -> ClientConnection {
        var iterator = events.makeAsyncIterator()
        guard case .closed(let client)? = await iterator.next() else { throw Unexpected() }
        return client
    }

    /// An event other than the expected one.
    struct Unexpected: Error {}
}

func call(_ name: String, _ parameters: String = "{}", _ flags: String = "") -> String {
    #"{"method":"org.biometricgate.Gate.\#(name)","parameters":\#(parameters)\#(flags)}"#
}

let authenticate = call("Authenticate", #"{"reason":"test"}"#, #","more":true"#)

extension ServingLoop {
    /// Shared by all tests, because a loop is never shut down.
    static let ofTests = ServingLoop()
}

/// A listener on its own path, stopped at the end of `body`.
func withListener(
    handler: ScriptedHandler = ScriptedHandler(),
    configure: (inout GateListenerConfiguration) -> Void = { _ in },
    _ body: (String, ScriptedHandler) async throws -> Void
) async throws {
    let directory = try TemporaryDirectory()
    var configuration = GateListenerConfiguration(source: .path(directory.socket))
    // Tests run side by side, so a step may take its time; a test of a limit sets that limit.
    configuration.messageTimeout = .seconds(3600)
    configuration.writeTimeout = .seconds(3600)
    configure(&configuration)
    let listener = try await GateListener.start(configuration, on: .ofTests, handler: handler)
    do {
        try await body(directory.socket, handler)
    } catch {
        await listener.close(grace: .zero)
        throw error
    }
    await listener.close(grace: .zero)
}
