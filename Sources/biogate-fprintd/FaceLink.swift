import GateModel
import GateSocket
import GateWire
import Synchronization

/// What the daemon says to one call; the stream ends behind the last.
enum FaceReply: Sendable {
    case answer(WireObject)
    case failed(FaceFailure)
}

/// The daemon, by its second socket. Each call has a connection of its own, whose end ends the call: no call waits for
/// another.
struct FaceLink: Sendable {
    let socket: String
    /// Nobody but root can have put a socket there.
    let isSystemPath: Bool

    static let systemSocket = "/run/biogate/org.biometricgate.Face"

    /// One call that goes on, until `cancel` or the end of `replies`.
    struct Call: Sendable {
        let replies: AsyncStream<FaceReply>
        fileprivate let transport: GateTransport
        fileprivate let receiver: Receiver

        /// The call ends, which is told; within some seconds in any case.
        func cancel() {
            receiver.isCancelled = true
            transport.cancel(receiver, with: OutgoingCall.call(FaceLink.method("Cancel"), oneway: true))
        }
    }

    /// Every list of the readers, until the connection is lost.
    func watchReaders() -> Call { begin("WatchReaders", [:], more: true) }

    /// Opens a reader, and keeps it open.
    func hold(_ reader: ReaderID) -> Call { begin("Hold", ["readerId": .string(reader.rawValue)], more: true) }

    /// Begins a scan.
    func verify(_ user: UserID, _ finger: Finger?, on reader: ReaderID, for asker: Asker) -> Call {
        begin("Verify", parameters(user, finger, reader, asker), more: true)
    }

    /// Begins an enrolment.
    func enroll(_ user: UserID, _ finger: Finger, on reader: ReaderID, for asker: Asker) -> Call {
        begin("Enroll", parameters(user, finger, reader, asker), more: true)
    }

    /// Deletes the user's print of a finger on a reader, or all of them there; nil where all of it was done.
    func delete(_ user: UserID, _ finger: Finger?, on reader: ReaderID, for asker: Asker) async -> FaceFailure? {
        let call = begin("DeleteFingers", parameters(user, finger, reader, asker), more: false)
        defer { call.transport.close() }
        for await reply in call.replies {
            switch reply {
            case .answer: return nil
            case .failed(let failure): return failure
            }
        }
        return .failed(.unavailable)
    }

    private func parameters(_ user: UserID, _ finger: Finger?, _ reader: ReaderID, _ asker: Asker) -> WireObject {
        var parameters: WireObject = ["uid": .integer(Int64(user.rawValue)), "readerId": .string(reader.rawValue)]
        parameters.append("finger", finger?.rawValue)
        parameters.append("callerUid", asker.user.map { Int($0.rawValue) })
        parameters.append("callerPid", asker.process.map { Int($0.rawValue) })
        return parameters
    }

    /// The user's fingers on a reader.
    func fingers(of user: UserID, on reader: ReaderID) async throws(FaceFailure) -> [Finger] {
        let call = begin(
            "ListFingers", ["uid": .integer(Int64(user.rawValue)), "readerId": .string(reader.rawValue)], more: false)
        defer { call.transport.close() }
        for await reply in call.replies {
            switch reply {
            case .answer(let answer):
                return answer["fingers"]?.arrayValue?.compactMap { $0.stringValue.flatMap(Finger.init(rawValue:)) }
                    ?? []
            case .failed(let failure): throw failure
            }
        }
        throw .failed(.unavailable)
    }

    private func begin(_ name: String, _ parameters: WireObject, more: Bool) -> Call {
        let (replies, continuation) = AsyncStream<FaceReply>.makeStream()
        let receiver = Receiver(continuation)
        let transport = GateTransport(path: socket, isSystemPath: isSystemPath)
        transport.send(OutgoingCall.call(Self.method(name), parameters, more: more), to: receiver)
        return Call(replies: replies, transport: transport, receiver: receiver)
    }

    private static func method(_ name: String) -> String { VarlinkInterface.face.name + "." + name }
}

/// Takes one call's answers, on the transport's thread.
private final class Receiver: AnswerReceiver {
    private let replies: AsyncStream<FaceReply>.Continuation
    private let cancelled = Atomic(false)

    var isCancelled: Bool {
        get { cancelled.load(ordering: .relaxed) }
        set { cancelled.store(newValue, ordering: .relaxed) }
    }

    init(_ replies: AsyncStream<FaceReply>.Continuation) {
        self.replies = replies
    }

    func received(_ reply: consuming IncomingReply) {
        if let error = reply.error {
            replies.yield(.failed(FaceFailure(wireName: error, parameters: reply.parameters)))
        } else {
            replies.yield(.answer(reply.parameters))
        }
        if !reply.continues { replies.finish() }
    }

    func ended(_ error: GateTransportError) {
        // Whatever it was, the daemon has nothing to say.
        replies.yield(.failed(.failed(.unavailable)))
        replies.finish()
    }
}
