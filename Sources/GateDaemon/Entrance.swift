import GateGuidance
import GateModel
import GateSocket
import GateWire
import Synchronization

/// What the socket's calls come to: the service, once the root key could be had; until then every call of the gate is
/// answered with the reason, and is a wish to try again.
final class Entrance: CallHandler {
    private enum State {
        case sealed(SealingReason)
        case open(GateService)
    }

    private let state: Mutex<State>
    /// Had before there is a caller: the interface is read for them, and the first call would wait for that.
    let urgentMethods = MethodTable.urgent
    /// Fires when somebody called while the root key could not be had.
    let wishes = Inbox<Void>(capacity: 1)

    init(sealed reason: SealingReason = .faulted) {
        state = Mutex(.sealed(reason))
    }

    /// Why the root key cannot be had now.
    func seal(_ reason: SealingReason) { state.withLock { $0 = .sealed(reason) } }

    /// From now on the service answers.
    func open(_ service: GateService) { state.withLock { $0 = .open(service) } }

    private var service: GateService? {
        state.withLock { if case .open(let service) = $0 { service } else { nil } }
    }

    func handle(
        _ call: consuming IncomingCall, on client: ClientConnection, responder: CallResponder
    ) -> Handling {
        switch state.withLock({ $0 }) {
        case .open(let service): return service.handle(call, on: client, responder: responder)
        case .sealed(let reason):
            if call.interface == VarlinkInterface.service.name { return .reply(GateService.describe(call)) }
            wishes.post(())
            let locale = try? call.parameters.localeIfPresent("locale")
            let error = GateError.sealingUnavailable(reason)
            let guidance = Guidance.for(error, in: Language(matching: locale))
            return .reply(.error(error.wireName, error.wireParameters(guidance: guidance)))
        }
    }

    func received(_ broken: BrokenMessage, on client: ClientConnection) { service?.received(broken, on: client) }

    func closed(_ client: ClientConnection) { service?.closed(client) }

}
