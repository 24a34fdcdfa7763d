public import GateModel
public import GateSecret
public import GateSocket
import GateWire

/// The daemon's face socket, which admits root and the account `biogate-fprintd`. Each call has its own connection.
public struct FaceClient: Sendable {
    public static let systemSocket = "/run/biogate/org.biometricgate.Face"

    public let socket: String
    /// Only root can have put a socket there.
    private let isSystemPath: Bool
    private let cancellationGrace: Duration

    /// - Parameters:
    ///   - socket: nil for the system's.
    ///   - cancellationGrace: how long the daemon may take to end a cancelled call.
    public init(socket: String?, cancellationGrace: Duration = .seconds(5)) {
        self.cancellationGrace = cancellationGrace
        self.socket = socket ?? Self.systemSocket
        isSystemPath = socket == nil
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
        case lost(GateTransportError)

        /// The failure in the daemon's terms.
        public var faced: FaceFailure {
            switch self {
            case .refused(let failure): failure
            case .unknownMethod, .lost: .failed(.unavailable)
            }
        }
    }

    // MARK: Calls with several answers

    /// The list of readers now and after each change, until the connection is lost.
    public func watchReaders() -> FaceCall { begin("WatchReaders", [:]) }

    /// Opens a reader and keeps it open.
    public func hold(_ reader: ReaderID) -> FaceCall { begin("Hold", ["readerId": .string(reader.rawValue)]) }

    /// Begins a scan.
    public func verify(_ user: UserID, _ finger: Finger?, on reader: ReaderID, for asker: Asker) -> FaceCall {
        begin("Verify", Self.parameters(user, finger, reader, asker))
    }

    /// Begins an enrolment.
    public func enroll(_ user: UserID, _ finger: Finger, on reader: ReaderID, for asker: Asker) -> FaceCall {
        begin("Enroll", Self.parameters(user, finger, reader, asker))
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
            throw .lost(.protocolViolation)
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
        else { throw .lost(.protocolViolation) }
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

    private func begin(_ name: String, _ parameters: WireObject) -> FaceCall {
        FaceCall(
            OutgoingCall.call(Self.fullName(name), parameters, more: true),
            of: self,
            over: GateTransport(path: socket, isSystemPath: isSystemPath, cancellationGrace: cancellationGrace))
    }

    /// Whether the daemon answers a call that needs nothing, within 400 ms.
    func isAnswered() async -> Bool {
        let transport = GateTransport(path: socket, isSystemPath: isSystemPath)
        let pending = PendingReply()
        transport.send(OutgoingCall.call("org.varlink.service.GetInfo"), to: pending)
        let limit = Task {
            try await Task.sleep(for: .milliseconds(400))
            transport.close()
        }
        await pending.untilEnded()
        limit.cancel()
        transport.close()
        do throws(GateTransportError) {
            _ = try pending.reply()
            return true
        } catch {
            return false
        }
    }

    private func answer(
        to name: String, _ parameters: WireObject, payload: borrowing OutgoingCall.Payload? = nil
    ) async throws(Failure) -> IncomingReply {
        let transport = GateTransport(path: socket, isSystemPath: isSystemPath)
        defer { transport.close() }
        let pending = PendingReply()
        transport.send(OutgoingCall.call(Self.fullName(name), parameters, payload: payload), to: pending)
        await pending.untilEnded()
        let reply: IncomingReply
        do throws(GateTransportError) {
            reply = try pending.reply()
        } catch {
            throw .lost(error)
        }
        guard let error = reply.error else { return reply }
        if error.hasPrefix("org.varlink.service.") { throw .unknownMethod }
        throw .refused(FaceFailure(wireName: error, parameters: reply.parameters))
    }
}
