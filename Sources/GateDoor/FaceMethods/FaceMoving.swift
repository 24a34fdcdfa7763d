import GateCore
import GateModel
import GateSecret
import GateWire

/// Moves prints from fprintd and back, and serves logins. For root alone.
extension FaceMethods {
    enum ImportPrint: FaceMethod {
        static let name = "ImportPrint"
        static let secret: String? = "template"

        static func answer(
            _ call: inout IncomingCall, in context: CallContext
        ) async throws(CallFailure) -> OutgoingFrame {
            let parameters = call.parameters
            guard
                let finger = try reading({ () throws(CallFault) in
                    try parameters.choiceIfPresent("finger", of: Finger.self)
                })
            else { throw .fault(.missing("finger", oneway: call.oneway)) }
            let template = try takeSecret(of: &call)
            // Templates stay in ordinary memory, here as everywhere in the daemon.
            let bytes = unsafe template.withBytes { unsafe Array($0) }
            let move = try reading { () throws(CallFault) in
                PrintImport(
                    user: try Self.user(parameters), finger: finger, driver: parameters["driver"]?.stringValue ?? "",
                    deviceID: parameters["deviceId"]?.stringValue ?? "",
                    reader: try parameters.readerIDIfPresent("readerId"),
                    isDryRun: parameters["dryRun"]?.boolValue ?? false, template: Template(bytes: bytes))
            }
            let outcome = try await context.face { () throws(FaceFailure) in
                try await context.gatekeeper.importPrint(move, by: context.caller)
            }
            return .reply(["outcome": .string(outcome.rawValue)])
        }
    }

    enum ExportPrint: FaceMethod {
        static let name = "ExportPrint"

        static func answer(
            _ call: inout IncomingCall, in context: CallContext
        ) async throws(CallFailure) -> OutgoingFrame {
            let parameters = call.parameters
            let user = try reading { () throws(CallFault) in try Self.user(parameters) }
            let id = PrintID(rawValue: parameters["printId"]?.stringValue ?? "")
            let (print, finger) = try await context.face { () throws(FaceFailure) in
                try await context.gatekeeper.exportPrint(id, of: user, by: context.caller)
            }
            let bytes = print.template.bytes
            let secret = unsafe SecretBytes(count: bytes.count) { unsafe $0.copyBytes(from: bytes) }
            return .reply(
                [
                    "driver": .string(print.driver), "deviceId": .string(print.deviceID),
                    "finger": .string(finger.rawValue),
                ], secretMember: "secret", secret)
        }
    }

    enum PasswordTyped: FaceMethod {
        static let name = "PasswordTyped"
        static let secret: String? = "password"

        static func answer(
            _ call: inout IncomingCall, in context: CallContext
        ) async throws(CallFailure) -> OutgoingFrame {
            let parameters = call.parameters
            let user = try reading { () throws(CallFault) in try Self.user(parameters) }
            await context.gatekeeper.passwordTyped(try takeSecret(of: &call), of: user, by: context.caller)
            return .reply([:])
        }
    }

    enum OpenLogin: FaceMethod {
        static let name = "OpenLogin"

        static func answer(
            _ call: inout IncomingCall, in context: CallContext
        ) async throws(CallFailure) -> OutgoingFrame {
            let parameters = call.parameters
            let user = try reading { () throws(CallFault) in try Self.user(parameters) }
            let service = parameters["service"]?.stringValue ?? ""
            guard
                let secret = await context.gatekeeper.openLogin(of: user, service: service, by: context.caller)
            else { return .reply([:]) }
            return .reply([:], secretMember: "secret", secret)
        }
    }
}
