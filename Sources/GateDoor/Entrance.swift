package import GateCore
import GateGuidance
package import GateModel
package import GateSocket
package import GateWire
import Synchronization

/// Stands between the sockets and the door. Until the root key is available, it answers every call with the reason, and
/// each call triggers another attempt.
package final class Entrance: Sendable {
    private enum State {
        case sealed(SealingReason)
        case open(Door)
    }

    private let state: Mutex<State>
    /// Fires at a call that arrives while the root key is unavailable.
    package let wishes = Inbox<Void>(capacity: 1)

    package init(sealed reason: SealingReason = .faulted) {
        state = Mutex(.sealed(reason))
    }

    /// Sets the reason why the root key is unavailable.
    package func seal(_ reason: SealingReason) { state.withLock { $0 = .sealed(reason) } }

    /// Passes all further calls to the door.
    package func open(_ door: Door) { state.withLock { $0 = .open(door) } }

    /// The handler for the socket that serves `interface`, and whose users have at most `connections` each.
    package func side(of interface: VarlinkInterface, connections: Int) -> some CallHandler {
        Side(
            entrance: self, interface: interface,
            connectionLimit: Limit(name: "limits.connectionsPerUser", maximum: connections))
    }

    private struct Side: CallHandler {
        let entrance: Entrance
        let interface: VarlinkInterface
        let connectionLimit: Limit
        /// Computed at the start: it parses the interface, which would delay the first call.
        let urgentMethods: Set<String>

        init(entrance: Entrance, interface: VarlinkInterface, connectionLimit: Limit) {
            self.connectionLimit = connectionLimit
            self.entrance = entrance
            self.interface = interface
            urgentMethods = MethodTable.urgent(of: interface)
        }

        private var door: Door? {
            entrance.state.withLock { if case .open(let door) = $0 { door } else { nil } }
        }

        func opened(_ client: ClientConnection) { door?.opened(client) }

        func handle(
            _ call: consuming IncomingCall, on client: ClientConnection, responder: CallResponder
        ) -> Handling {
            if client.isRefused { return .reply(refusal(of: call, by: client.peer, .limitExceeded(connectionLimit))) }
            if call.interface == VarlinkInterface.service.name {
                return .reply(ServiceDescription.answer(call, among: interface.onSocket))
            }
            switch entrance.state.withLock({ $0 }) {
            case .open(let door): return door.handle(call, on: client, responder: responder)
            case .sealed(let reason):
                entrance.wishes.post(())
                return .reply(refusal(of: call, by: client.peer, .sealingUnavailable(reason)))
            }
        }

        private func refusal(of call: borrowing IncomingCall, by peer: Peer, _ error: GateError) -> OutgoingFrame {
            guard interface.name == VarlinkInterface.gate.name else {
                let failure = FaceFailure.failed(.unavailable)
                return .error(failure.wireName, failure.wireParameters)
            }
            let locale = try? call.parameters.localeIfPresent("locale")
            let situation = GateGuidance.Situation(isAdministrator: peer.user == .root)
            let guidance = Guidance.for(error, situation: situation, in: Language(matching: locale))
            return .error(error.wireName, error.wireParameters(guidance: guidance))
        }

        func received(_ broken: BrokenMessage, on client: ClientConnection) { door?.received(broken, on: client) }

        func closed(_ client: ClientConnection) { door?.closed(client) }
    }
}
