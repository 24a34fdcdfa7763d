import GateModel
import GateSecret
import GateSocket
import GateWire
import Synchronization

/// The daemon's second socket, as root uses it: prints that come from fprintd, and go back to it.
struct FaceClient: Sendable {
    static let systemSocket = "/run/biogate/org.biometricgate.Face"

    let socket: String
    private let transport: GateTransport

    /// Nil for the system's.
    init(socket: String?) {
        self.socket = socket ?? Self.systemSocket
        transport = GateTransport(path: self.socket, isSystemPath: socket == nil)
    }

    enum Failure: Error {
        case refused(FaceFailure)
        /// The daemon is older than this program.
        case unknownMethod
        case lost(GateTransportError)
    }

    func importPrint(
        _ template: consuming SecretBytes, from place: FprintdFiles.Place, of user: UserID, to reader: ReaderID?,
        isDryRun: Bool
    ) async throws(Failure) -> ImportOutcome {
        var parameters: WireObject = [
            "uid": .integer(Int64(user.rawValue)), "finger": .string(place.finger.rawValue),
            "driver": .string(place.driver), "deviceId": .string(place.device), "dryRun": .bool(isDryRun),
        ]
        parameters.append("readerId", reader?.rawValue)
        let payload: OutgoingCall.Payload? = .init("template", as: .base64, template)
        let frame = OutgoingCall.call(Self.method("ImportPrint"), parameters, payload: payload)
        let answer = try await answer(to: frame)
        guard let outcome = answer.parameters["outcome"]?.stringValue.flatMap(ImportOutcome.init) else {
            throw .lost(.protocolViolation)
        }
        return outcome
    }

    /// A print as it leaves the daemon, and where fprintd keeps it.
    struct Exported: ~Copyable {
        let template: SecretBytes
        let place: FprintdFiles.Place
    }

    func exportPrint(
        _ print: PrintID, of user: UserID, named name: String
    ) async throws(Failure) -> Exported {
        var answer = try await answer(
            to: OutgoingCall.call(
                Self.method("ExportPrint"),
                ["uid": .integer(Int64(user.rawValue)), "printId": .string(print.rawValue)]))
        let parameters = answer.parameters
        // Names of directories, which may lead nowhere else.
        guard let driver = Self.fileName(parameters["driver"]), let device = Self.fileName(parameters["deviceId"]),
            let finger = parameters["finger"]?.stringValue.flatMap(Finger.init(rawValue:)),
            let template = answer.takeSecret()
        else { throw .lost(.protocolViolation) }
        return Exported(
            template: template, place: FprintdFiles.Place(user: name, driver: driver, device: device, finger: finger))
    }

    private static func fileName(_ value: WireValue?) -> String? {
        guard let name = value?.stringValue, !name.isEmpty, !name.contains("/"), name != ".", name != ".." else {
            return nil
        }
        return name
    }

    private static func method(_ name: String) -> String { VarlinkInterface.face.name + "." + name }

    private func answer(to call: consuming OutgoingFrame) async throws(Failure) -> IncomingReply {
        let receiver = Receiver()
        transport.send(call, to: receiver)
        let reply: IncomingReply
        do throws(GateTransportError) {
            reply = try await receiver.reply()
        } catch {
            throw .lost(error)
        }
        guard let error = reply.error else { return reply }
        if error.hasPrefix("org.varlink.service.") { throw .unknownMethod }
        throw .refused(FaceFailure(wireName: error, parameters: reply.parameters))
    }
}

/// Takes one answer.
private final class Receiver: AnswerReceiver {
    private struct State: ~Copyable {
        var reply: IncomingReply?
        var error: GateTransportError?
        var continuation: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    var isCancelled: Bool { false }

    func received(_ reply: consuming IncomingReply) {
        var reply: IncomingReply? = consume reply
        end { $0.reply = reply.take() }
    }

    func ended(_ error: GateTransportError) { end { $0.error = error } }

    private func end(_ note: (inout sending State) -> Void) {
        state.withLock { state in
            note(&state)
            return state.continuation.take()
        }?.resume()
    }

    func reply() async throws(GateTransportError) -> IncomingReply {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let isThere = state.withLock { state in
                guard state.reply == nil, state.error == nil else { return true }
                state.continuation = continuation
                return false
            }
            if isThere { continuation.resume() }
        }
        guard let reply = state.withLock({ $0.reply.take() }) else {
            throw state.withLock { $0.error } ?? .disconnected
        }
        return reply
    }
}
