import GateModel
import GateSocket
import GateWire

/// A password that a login has taken.
extension FaceService {
    func passwordTyped(
        _ arrival: Arrival, _ client: ClientConnection, _ responder: CallResponder
    ) throws(CallFault) {
        let user = try user(arrival.call.parameters)
        let life = begin(client)
        let caller = caller(client, life)
        Task.immediate(executorPreference: gatekeeper.tasks) { [gatekeeper] in
            if let password = arrival.call.takePayload() {
                await gatekeeper.passwordTyped(password, of: user, by: caller)
            }
            end(life, of: client)
            responder.send(.reply([:]), as: .result)
            await gatekeeper.answered(life)
        }
    }
}
