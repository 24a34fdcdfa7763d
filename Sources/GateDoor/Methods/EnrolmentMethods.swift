import GateCore
import GateModel
import GateWire

extension MethodTable {
    static let enrolment: [any Method.Type] = [
        ListPrints.self, Enroll.self, DeletePrint.self, VouchPrints.self, RenamePrint.self,
        DeleteAllPrints.self,
    ]
}

enum ListPrints: GateMethod {
    static let name = "ListPrints"
    static let callers = Callers.everybody

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let user = try context.user(call.parameters)
        let (prints, enrollment) = try await context.gate { () throws(GateError) in
            try await context.gatekeeper.prints(of: user)
        }
        return .reply([
            "prints": .array(prints.map { .object($0.wire) }), "enrollmentId": .string(enrollment.rawValue),
        ])
    }
}

enum Enroll: GateMethod {
    static let name = "Enroll"
    static let callers = Callers.everybody
    static let operation: Operation? = .enroll

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let parameters = call.parameters
        let (finger, label, asked) = try reading { () throws(CallFault) in
            (
                try parameters.finger("finger"), try parameters.labelIfPresent("label"),
                try AskParameters(parameters, context.rules)
            )
        }
        let user = try context.user(parameters)
        let ask = await context.ask(.enroll, factors: [.fingerprint], asked, user: user)
        let credential = call.takeCredential()
        do throws(GateError) {
            let (print, invalidated) = try await context.gatekeeper.enroll(
                finger, label: label, ask, credential: credential)
            return .reply(["print": .object(print.wire), "invalidatedItems": .integer(Int64(invalidated))])
        } catch {
            throw .refused(error)
        }
    }
}

enum DeletePrint: GateMethod {
    static let name = "DeletePrint"
    static let callers = Callers.everybody

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let parameters = call.parameters
        let print = try reading { () throws(CallFault) in try parameters.printID("printId") }
        let user = try context.user(parameters)
        let credential = call.takeCredential()
        do throws(GateError) {
            let invalidated = try await context.gatekeeper.deletePrint(
                print, credential: credential, of: user, by: context.caller)
            return .reply(["invalidatedItems": .integer(Int64(invalidated))])
        } catch {
            throw .refused(error)
        }
    }
}

enum VouchPrints: GateMethod {
    static let name = "VouchPrints"
    static let callers = Callers.everybody

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let parameters = call.parameters
        let prints = try reading { () throws(CallFault) in try parameters.printIDs("printIds") }
        let user = try context.user(parameters)
        let credential = call.takeCredential()
        do throws(GateError) {
            let invalidated = try await context.gatekeeper.vouchPrints(
                prints, credential: credential, of: user, by: context.caller)
            return .reply(["invalidatedItems": .integer(Int64(invalidated))])
        } catch {
            throw .refused(error)
        }
    }
}

enum RenamePrint: GateMethod {
    static let name = "RenamePrint"
    static let callers = Callers.everybody

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let parameters = call.parameters
        let (print, label) = try reading { () throws(CallFault) in
            (try parameters.printID("printId"), try parameters.labelIfPresent("label"))
        }
        let user = try context.user(parameters)
        let renamed = try await context.gate { () throws(GateError) in
            try await context.gatekeeper.renamePrint(print, to: label, of: user, by: context.caller)
        }
        return .reply(["print": .object(renamed.wire)])
    }
}

enum DeleteAllPrints: GateMethod {
    static let name = "DeleteAllPrints"
    static let callers = Callers.everybody

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let user = try context.user(call.parameters)
        let credential = call.takeCredential()
        do throws(GateError) {
            let invalidated = try await context.gatekeeper.deleteAllPrints(
                credential: credential, of: user, by: context.caller)
            return .reply(["invalidatedItems": .integer(Int64(invalidated))])
        } catch {
            throw .refused(error)
        }
    }
}
