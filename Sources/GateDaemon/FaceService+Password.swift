import GateModel
import GateSocket
import GateSystem
import GateWire

/// A password that a login has taken.
extension FaceService {
    func passwordTyped(
        _ arrival: Arrival, _ client: ClientConnection, _ responder: CallResponder
    ) throws(CallFault) {
        let user = try user(arrival.call.parameters)
        let (life, program) = begin(client)
        Task.immediate(executorPreference: gatekeeper.tasks) { [gatekeeper] in
            let caller = Self.caller(client, await program.value(), life)
            if let password = arrival.call.takePayload() {
                await gatekeeper.passwordTyped(password, of: user, by: caller)
            }
            end(life, of: client)
            responder.send(.reply([:]), as: .result)
            await gatekeeper.answered(life)
        }
    }
}
