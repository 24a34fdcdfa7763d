import GateModel
import GateSocket
import GateWire

/// One method of the second interface: who may call it, and how it begins.
struct FaceMethod: Sendable {
    enum Callers {
        case root
        /// The account `biogate-fprintd` too.
        case fprintdToo
    }

    typealias Begin =
        @Sendable (isolated FaceService, Arrival, ClientConnection, CallResponder) throws(CallFault) -> Void

    /// The part of the method's name behind the interface.
    let name: String
    private let callers: Callers
    let needsMore: Bool
    /// Whether the answer, which is empty, goes out when the method has begun.
    let isImmediate: Bool
    let begin: Begin

    /// A method is root's alone unless it says otherwise: one that is added stays closed until somebody opens it.
    init(
        _ name: String, for callers: Callers = .root, needsMore: Bool = false, isImmediate: Bool = false,
        begin: @escaping Begin
    ) {
        self.name = name
        self.callers = callers
        self.needsMore = needsMore
        self.isImmediate = isImmediate
        self.begin = begin
    }

    /// The socket lets in root and `biogate-fprintd` alone.
    func isPermitted(to user: UserID) -> Bool {
        switch callers {
        case .root: user == .root
        case .fprintdToo: true
        }
    }

    /// Templates and passwords are root's alone.
    static let all = [
        FaceMethod("WatchReaders", for: .fprintdToo, needsMore: true) { service, _, client, responder in
            service.watchReaders(client, responder)
        },
        FaceMethod("ListFingers", for: .fprintdToo) { service, arrival, client, responder throws(CallFault) in
            try service.listFingers(arrival.call.parameters, client, responder)
        },
        FaceMethod("Hold", for: .fprintdToo, needsMore: true) {
            service, arrival, client, responder throws(CallFault) in
            try service.hold(arrival.call.parameters, client, responder)
        },
        FaceMethod("Verify", for: .fprintdToo, needsMore: true) {
            service, arrival, client, responder throws(CallFault) in
            try service.verify(arrival.call.parameters, client, responder)
        },
        FaceMethod("Enroll", for: .fprintdToo, needsMore: true) {
            service, arrival, client, responder throws(CallFault) in
            try service.enroll(arrival.call.parameters, client, responder)
        },
        FaceMethod("DeleteFingers", for: .fprintdToo) { service, arrival, client, responder throws(CallFault) in
            try service.deleteFingers(arrival.call.parameters, client, responder)
        },
        FaceMethod("Cancel", for: .fprintdToo, isImmediate: true) { service, _, client, _ in
            service.endCalls(of: client)
        },
        FaceMethod("ImportPrint") { service, arrival, client, responder throws(CallFault) in
            try service.importPrint(arrival, client, responder)
        },
        FaceMethod("ExportPrint") { service, arrival, client, responder throws(CallFault) in
            try service.exportPrint(arrival.call.parameters, client, responder)
        },
        FaceMethod("PasswordTyped") { service, arrival, client, responder throws(CallFault) in
            try service.passwordTyped(arrival, client, responder)
        },
    ]
}
