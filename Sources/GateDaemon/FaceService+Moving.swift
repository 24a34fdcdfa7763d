import GateModel
import GateSecret
import GateSocket
import GateWire

/// Prints on their way from fprintd and back to it, at root's word.
extension FaceService {
    func importPrint(
        _ arrival: Arrival, _ client: ClientConnection, _ responder: CallResponder
    ) throws(CallFault) {
        let parameters = arrival.call.parameters
        guard let finger = try parameters.choiceIfPresent("finger", of: Finger.self) else { throw .missing("finger") }
        guard let template = arrival.call.takePayload() else { throw .missing("template") }
        // Templates are in ordinary memory, here as everywhere in the daemon.
        let bytes = unsafe template.withBytes { unsafe Array($0) }
        let move = PrintImport(
            user: try user(parameters), finger: finger, driver: parameters["driver"]?.stringValue ?? "",
            deviceID: parameters["deviceId"]?.stringValue ?? "", reader: try parameters.readerIDIfPresent("readerId"),
            isDryRun: parameters["dryRun"]?.boolValue ?? false, template: Template(bytes: bytes))
        perform(for: client, responder) { gatekeeper, caller async throws(FaceFailure) in
            .reply(["outcome": .string(try await gatekeeper.importPrint(move, by: caller).rawValue)])
        }
    }

    func exportPrint(
        _ parameters: WireObject, _ client: ClientConnection, _ responder: CallResponder
    ) throws(CallFault) {
        let user = try user(parameters)
        let id = PrintID(rawValue: parameters["printId"]?.stringValue ?? "")
        perform(for: client, responder) { gatekeeper, caller async throws(FaceFailure) in
            let (print, finger) = try await gatekeeper.exportPrint(id, of: user, by: caller)
            let bytes = print.template.bytes
            let secret = unsafe SecretBytes(count: bytes.count) { unsafe $0.copyBytes(from: bytes) }
            return .reply(
                [
                    "driver": .string(print.driver), "deviceId": .string(print.deviceID),
                    "finger": .string(finger.rawValue),
                ], secretMember: "secret", secret)
        }
    }
}
