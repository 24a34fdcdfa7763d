public import GateModel
public import GateSecret
package import GateSystem
import GateWire

/// The daemon's face socket, which admits root and the account `biogate-fprintd`. Each call has its own connection.
public struct FaceClient: Sendable {
    public static let systemSocket = "/run/biogate/org.biometricgate.Face"

    public let socket: String
    private let trust: ServerTrust
    /// Where the connections are served and answers come.
    let loop: PollLoop
    private let cancellationGrace: Duration

    /// - Parameters:
    ///   - socket: nil for the system's, which only root can have put there.
    ///   - cancellationGrace: how long the daemon may take to end a cancelled call.
    package init(
        socket: String?, on loop: PollLoop = PollLoop(named: "biogate-face"), cancellationGrace: Duration = .seconds(5)
    ) {
        self.cancellationGrace = cancellationGrace
        self.socket = socket ?? Self.systemSocket
        trust = .current(atSystemPath: socket == nil)
        self.loop = loop
    }

    /// The program behind a call, for the journal.
    public struct Asker: Sendable {
        public var user: UserID?
        public var process: ProcessID?

        public init(user: UserID? = nil, process: ProcessID? = nil) {
            self.user = user
            self.process = process
        }
    }

    /// Why a call failed.
    public enum Failure: Error {
        case refused(FaceFailure)
        /// The daemon is older than this program.
        case unknownMethod
        case lost(Loss)

        /// The failure in the daemon's terms.
        public var faced: FaceFailure {
            switch self {
            case .refused(let failure): failure
            case .unknownMethod, .lost: .failed(.unavailable)
            }
        }
    }

    /// Why a call got no answer.
    public enum Loss: Error, Hashable, Sendable {
        /// Nothing listens on the socket.
        case unreachable
        /// Another user than the daemon's serves the socket; nothing was sent.
        case untrusted
        /// The connection ended before the last answer, or the daemon broke the protocol.
        case disconnected
    }

    // MARK: Calls with several answers

    /// Takes a call's replies, on the loop.
    public typealias Heard = @Sendable (FaceReply) -> Void

    /// The list of readers now and after each change, until the connection is lost.
    public func watchReaders(_ heard: @escaping Heard) -> FaceCall { begin("WatchReaders", [:], heard) }

    /// Opens a reader and keeps it open.
    public func hold(_ reader: ReaderID, _ heard: @escaping Heard) -> FaceCall {
        begin("Hold", ["readerId": .string(reader.rawValue)], heard)
    }

    /// Begins a scan.
    public func verify(
        _ user: UserID, _ finger: Finger?, on reader: ReaderID, for asker: Asker, _ heard: @escaping Heard
    ) -> FaceCall {
        begin("Verify", Self.parameters(user, finger, reader, asker), heard)
    }

    /// Begins an enrolment.
    public func enroll(
        _ user: UserID, _ finger: Finger, on reader: ReaderID, for asker: Asker, _ heard: @escaping Heard
    ) -> FaceCall {
        begin("Enroll", Self.parameters(user, finger, reader, asker), heard)
    }

    // MARK: Calls with one answer

    /// The user's fingers on a reader.
    public func fingers(of user: UserID, on reader: ReaderID) async throws(Failure) -> [Finger] {
        let answer = try await answer(
            to: "ListFingers", ["uid": .integer(Int64(user.rawValue)), "readerId": .string(reader.rawValue)])
        return answer.parameters["fingers"]?.arrayValue?
            .compactMap { $0.stringValue.flatMap(Finger.init(rawValue:)) } ?? []
    }

    /// Deletes the user's print of a finger on a reader, or all of them there.
    public func delete(
        _ user: UserID, _ finger: Finger?, on reader: ReaderID, for asker: Asker
    ) async throws(Failure) {
        _ = try await answer(to: "DeleteFingers", Self.parameters(user, finger, reader, asker))
    }

    /// The origin or target of a print, as fprintd names its files.
    public struct Origin: Hashable, Sendable {
        public let driver: String
        public let device: String
        public let finger: Finger

        public init(driver: String, device: String, finger: Finger) {
            self.driver = driver
            self.device = device
            self.finger = finger
        }
    }

    /// Imports a print from fprintd into the daemon; root only.
    public func importPrint(
        _ template: consuming SecretBytes, from origin: Origin, of user: UserID, to reader: ReaderID?, isDryRun: Bool
    ) async throws(Failure) -> ImportOutcome {
        let parameters = WireObject(present: [
            "uid": .number(of: user), "finger": .name(origin.finger), "driver": .string(origin.driver),
            "deviceId": .string(origin.device), "dryRun": .bool(isDryRun), "readerId": .name(reader),
        ])
        let payload: OutgoingCall.Payload? = .init("template", as: .base64, template)
        let answer = try await answer(to: "ImportPrint", parameters, payload: payload)
        guard let outcome = answer.parameters["outcome"]?.stringValue.flatMap(ImportOutcome.init) else {
            throw .lost(.disconnected)
        }
        return outcome
    }

    /// A print exported by the daemon. Its origin has only safe file names.
    public struct Exported: ~Copyable {
        public let template: SecretBytes
        public let origin: Origin
    }

    /// Exports a print from the daemon, which keeps it; root only.
    public func exportPrint(_ print: PrintID, of user: UserID) async throws(Failure) -> Exported {
        var answer = try await answer(
            to: "ExportPrint", ["uid": .integer(Int64(user.rawValue)), "printId": .string(print.rawValue)])
        let parameters = answer.parameters
        guard let driver = Self.fileName(parameters["driver"]), let device = Self.fileName(parameters["deviceId"]),
            let finger = parameters["finger"]?.stringValue.flatMap(Finger.init(rawValue:)),
            let template = answer.takeSecret()
        else { throw .lost(.disconnected) }
        return Exported(template: template, origin: Origin(driver: driver, device: device, finger: finger))
    }

    private static func fileName(_ value: WireValue?) -> String? {
        guard let name = value?.stringValue, !name.isEmpty, !name.contains("/"), name != ".", name != ".." else {
            return nil
        }
        return name
    }

    // MARK: Parameters

    static func fullName(_ name: String) -> String { VarlinkInterface.face.name + "." + name }

    private static func parameters(
        _ user: UserID, _ finger: Finger?, _ reader: ReaderID, _ asker: Asker
    ) -> WireObject {
        WireObject(present: [
            "uid": .number(of: user), "readerId": .name(reader), "finger": .name(finger),
            "callerUid": .number(of: asker.user), "callerPid": .count(asker.process.map { Int($0.rawValue) }),
        ])
    }

    private func line() -> FaceLine { FaceLine(to: socket, trusting: trust, on: loop, grace: cancellationGrace) }

    private func begin(_ name: String, _ parameters: WireObject, _ heard: @escaping Heard) -> FaceCall {
        FaceCall(OutgoingCall.call(Self.fullName(name), parameters, more: true), of: self, over: line(), heard)
    }

    /// Whether the daemon answers a call that needs nothing, within 400 ms.
    func isAnswered() async -> Bool {
        let question = OutgoingCall.call("org.varlink.service.GetInfo")
        return (try? await line().answer(to: question, within: .milliseconds(400))) != nil
    }

    private func answer(
        to name: String, _ parameters: WireObject, payload: borrowing OutgoingCall.Payload? = nil
    ) async throws(Failure) -> IncomingReply {
        let call = OutgoingCall.call(Self.fullName(name), parameters, payload: payload)
        let reply: IncomingReply
        do throws(Loss) {
            reply = try await line().answer(to: call)
        } catch {
            throw .lost(error)
        }
        guard let error = reply.error else { return reply }
        if error.hasPrefix("org.varlink.service.") { throw .unknownMethod }
        throw .refused(FaceFailure(wireName: error, parameters: reply.parameters))
    }
}
