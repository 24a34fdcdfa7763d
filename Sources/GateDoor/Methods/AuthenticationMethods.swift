import GateCore
import GateModel
import GatePolicy
import GateWire

extension MethodTable {
    static let authentication: [any Method.Type] = [
        Authenticate.self, GetLastAuthentication.self, ForgetAuthentication.self, WatchRequests.self,
        AnswerRequest.self, CancelRequest.self, HoldRequest.self,
    ]
}

enum Authenticate: GateMethod {
    static let name = "Authenticate"
    static let callers = Callers.everybody
    static let operation: Operation? = .authenticate
    static let hasSignIn = true

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let parameters = call.parameters
        let (asked, factors, verb) = try reading { () throws(CallFault) in
            (
                try AskParameters(parameters, context.rules, isReasonRequired: true),
                try parameters.factorsIfPresent("factors") ?? Factor.allCases,
                try parameters.choiceIfPresent("verb") ?? Verb.confirm
            )
        }
        let user = try context.user(parameters)
        let ask = await context.ask(
            .authenticate, factors: factors, asked, user: user, verb: verb, reuse: .recent(asked.maximumAge))
        let credential = call.takeCredential()
        let authentication: Authentication
        do throws(GateError) {
            authentication = try await context.gatekeeper.authenticate(ask, credential: credential)
        } catch {
            throw .refused(error)
        }
        return .reply(["authentication": .object(authentication.wire(at: context.clock.now()))])
    }
}

enum GetLastAuthentication: GateMethod, ImmediateMethod {
    static let name = "GetLastAuthentication"
    static let callers = Callers.everybody

    static func reply(in context: CallContext) -> OutgoingFrame {
        let caller = context.caller
        let newest = context.gatekeeper.assumeIsolated {
            $0.lastAuthentication(on: caller.connection, of: caller.peer.user)
        }
        return .reply(
            ["authentication": newest.map { .object($0.wire(at: context.clock.now())) } ?? .null])
    }
}

enum ForgetAuthentication: GateMethod, ImmediateMethod {
    static let name = "ForgetAuthentication"
    static let callers = Callers.everybody

    static func reply(in context: CallContext) -> OutgoingFrame {
        context.gatekeeper.assumeIsolated { $0.forgetAuthentications(on: context.caller.connection) }
        return .reply([:])
    }
}

enum WatchRequests: GateMethod {
    static let name = "WatchRequests"
    static let callers = Callers.everybody
    static let turn = MethodTurn.watches

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let parameters = call.parameters
        let (prompts, remote, several, passwordPrompts) = try reading { () throws(CallFault) in
            (
                try parameters.boolIfPresent("prompts") ?? false, try parameters.boolIfPresent("remote") ?? false,
                try parameters.boolIfPresent("several") ?? false,
                try parameters.boolIfPresent("passwordPrompts") ?? false
            )
        }
        let (watcher, changes) = try await context.gate { () throws(GateError) in
            try await context.gatekeeper.watchRequests(
                of: context.caller.peer.user, prompts: prompts, remote: remote, several: several,
                passwordPrompts: passwordPrompts)
        }
        while let change = await changes.nextUnlessCancelled() {
            context.sendChange(change.wire(in: context.language))
        }
        await context.gatekeeper.forget(watcher)
        throw .refused(.cancelled(by: .shutdown))
    }
}

enum AnswerRequest: GateMethod {
    static let name = "AnswerRequest"
    static let callers = Callers.everybody
    static let bearing = Bearing.aboutWaitingCall

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let parameters = call.parameters
        let (id, account) = try reading { () throws(CallFault) in
            (
                try parameters.requestIDIfPresent("requestId"),
                try parameters.bytesIfPresent("credentialId", atMost: Passkey.idBytes)
            )
        }
        let credential = call.takeCredential()
        guard credential != nil || account != nil else { throw .fault(.missing("credential", oneway: call.oneway)) }
        await context.caller.about?.placed()
        if let account {
            let isOffered = try await context.gate { () throws(GateError) in
                try await context.gatekeeper.choose(account, for: id, by: context.caller)
            }
            guard isOffered else {
                let fault = ParameterFault("credentialId", "one of the request's accounts")
                throw .fault(.invalidParameter(fault, oneway: call.oneway))
            }
        }
        guard let credential else { return .reply([:]) }
        do throws(GateError) {
            try await context.gatekeeper.answer(id, credential, by: context.caller)
        } catch {
            throw .refused(error)
        }
        return .reply([:])
    }
}

enum CancelRequest: GateMethod {
    static let name = "CancelRequest"
    static let callers = Callers.everybody
    static let turn = MethodTurn.immediate
    static let bearing = Bearing.endsWaitingCall

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let parameters = call.parameters
        let id = try reading { () throws(CallFault) in try parameters.requestIDIfPresent("requestId") }
        try await context.gate { () throws(GateError) in
            try await context.gatekeeper.cancelRequest(id, by: context.caller)
        }
        return .reply([:])
    }
}

enum HoldRequest: GateMethod {
    static let name = "HoldRequest"
    static let callers = Callers.everybody
    static let bearing = Bearing.aboutWaitingCall

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let parameters = call.parameters
        let id = try reading { () throws(CallFault) in try parameters.requestIDIfPresent("requestId") }
        try await context.gate { () throws(GateError) in
            await context.caller.about?.placed()
            try await context.gatekeeper.holdRequest(id, by: context.caller)
        }
        return .reply([:])
    }
}
