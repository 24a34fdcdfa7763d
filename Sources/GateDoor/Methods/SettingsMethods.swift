import GateCore
import GateGuidance
import GateModel
import GateVault
import GateWire

extension MethodTable {
    static let settings: [any Method.Type] = [
        GetSettings.self, WatchSettings.self, ListOnboardings.self, GetLimits.self, GetLastLogin.self,
        EnableFingerprint.self, DisableFingerprint.self, AnswerOnboarding.self, SetPIN.self, RemovePIN.self,
        PreviewChange.self, RevokeAll.self, Reset.self,
    ]
}

enum GetSettings: StatusMethod {
    static let name = "GetSettings"
    static let callers = Callers.everybody

    static func read(_ parameters: WireObject) throws(CallFault) -> AppName? {
        try parameters.appNameIfPresent("app")
    }

    static func reply(_ app: AppName?, telling view: UserView, in context: CallContext) -> OutgoingFrame {
        .reply(["settings": .object(view.settings(of: app).wire)])
    }
}

enum WatchSettings: GateMethod {
    static let name = "WatchSettings"
    static let callers = Callers.everybody
    static let turn = MethodTurn.watchesUser

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let user = try context.user(call.parameters)
        try await context.watch(user) { () throws(CallFailure) in
            // A renamed label or a replaced item leaves the settings equal, so every change is sent.
            let settings = try await context.view(of: user).settings(of: nil)
            context.sendChange(["settings": .object(settings.wire)])
        }
        throw .refused(.cancelled(by: .shutdown))
    }
}

enum ListOnboardings: GateMethod {
    static let name = "ListOnboardings"
    static let callers = Callers.everybody

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let answers = try await context.view(of: try context.user(call.parameters)).onboarding
        let apps = answers.compactMap { app, answer in app.map { ($0.rawValue, answer) } }.sorted { $0.0 < $1.0 }
        return await ListWriter.ofAll.reply(apps.count) {
            [
                "apps": .array(
                    apps.map { .object(["app": .string($0.0), "answer": .string($0.1.rawValue)]) })
            ]
        }
    }
}

enum GetLimits: GateMethod, ImmediateMethod {
    static let name = "GetLimits"
    static let callers = Callers.everybody

    static func reply(in context: CallContext) -> OutgoingFrame {
        .reply(["limits": .object(context.rules.limits.wire)])
    }
}

enum GetLastLogin: GateMethod {
    static let name = "GetLastLogin"
    static let callers = Callers.everybody

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let user = try context.user(call.parameters)
        guard let result = await context.gatekeeper.lastLogin(of: user) else { return .reply([:]) }
        let guidance = result.refusal.flatMap { Guidance.for($0, in: context.language) }
        let age = context.clock.now().sinceBoot - result.at.sinceBoot
        return .reply(["login": .object(LoginReport(result.refusal, age: age, guidance: guidance).wire)])
    }
}

enum EnableFingerprint: GateMethod {
    static let name = "EnableFingerprint"
    static let callers = Callers.everybody
    static let operation: Operation? = .enable

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let parameters = call.parameters
        let asked = try reading { () throws(CallFault) in try AskParameters(parameters, context.rules) }
        let user = context.caller.peer.user
        let ask = await context.ask(.enable, factors: [.fingerprint], asked, user: user)
        try await context.gate { () throws(GateError) in try await context.gatekeeper.enableFingerprint(ask) }
        return .reply(["settings": .object(try await context.settings(of: user))])
    }
}

enum DisableFingerprint: GateMethod {
    static let name = "DisableFingerprint"
    static let callers = Callers.everybody

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let user = context.caller.peer.user
        let invalidated = try await context.gate { () throws(GateError) in
            try await context.gatekeeper.disableFingerprint(of: user, by: context.caller)
        }
        return .reply([
            "invalidatedItems": .integer(Int64(invalidated)), "settings": .object(try await context.settings(of: user)),
        ])
    }
}

enum AnswerOnboarding: GateMethod {
    static let name = "AnswerOnboarding"
    static let callers = Callers.everybody

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let parameters = call.parameters
        let app = try reading { () throws(CallFault) in try parameters.appNameIfPresent("app") }
        let accepted = parameters["answer"]?.stringValue == Settings.Onboarding.accepted.rawValue
        let user = context.caller.peer.user
        try await context.gate { () throws(GateError) in
            try await context.gatekeeper.answerOnboarding(app: app, accepted: accepted, of: user, by: context.caller)
        }
        return .reply(["settings": .object(try await context.settings(of: user, app: app))])
    }
}

enum SetPIN: GateMethod {
    static let name = "SetPIN"
    static let callers = Callers.everybody
    static let secret: String? = "pin"

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let pin = try takeSecret(of: &call)
        let credential = call.takeCredential()
        do throws(GateError) {
            let invalidated = try await context.gatekeeper.setPIN(
                pin, credential: credential, of: context.caller.peer.user, by: context.caller)
            return .reply(["invalidatedItems": .integer(Int64(invalidated))])
        } catch {
            throw .refused(error)
        }
    }
}

enum RemovePIN: GateMethod {
    static let name = "RemovePIN"
    static let callers = Callers.everybody

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let credential = call.takeCredential()
        do throws(GateError) {
            let invalidated = try await context.gatekeeper.removePIN(
                credential: credential, of: context.caller.peer.user, by: context.caller)
            return .reply(["invalidatedItems": .integer(Int64(invalidated))])
        } catch {
            throw .refused(error)
        }
    }
}

enum PreviewChange: GateMethod {
    static let name = "PreviewChange"
    static let callers = Callers.everybody

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let parameters = call.parameters
        let change: PreviewedChange = try reading { () throws(CallFault) in try parameters.choice("change") }
        let preview = try await context.gate { () throws(GateError) in
            try await context.gatekeeper.preview(change, of: context.caller.peer.user)
        }
        return await ListWriter.ofAll.reply(preview.invalidated.count + preview.losingFingerprint.count) {
            [
                "invalidated": .array(preview.invalidated.map { .string($0.rawValue) }),
                "losingFingerprint": .array(preview.losingFingerprint.map { .string($0.rawValue) }),
            ]
        }
    }
}

enum RevokeAll: GateMethod {
    static let name = "RevokeAll"
    static let callers = Callers.everybody

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let invalidated = try await context.gate { () throws(GateError) in
            try await context.gatekeeper.revokeAll(of: context.caller.peer.user, by: context.caller)
        }
        return .reply(["invalidatedItems": .integer(Int64(invalidated))])
    }
}

enum Reset: GateMethod {
    static let name = "Reset"
    static let callers = Callers.everybody

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let user = try context.user(call.parameters)
        let credential = call.takeCredential()
        do throws(GateError) {
            try await context.gatekeeper.reset(user, credential: credential, by: context.caller)
        } catch {
            throw .refused(error)
        }
        return .reply([:])
    }
}

extension CallContext {
    fileprivate func settings(of user: UserID, app: AppName? = nil) async throws(CallFailure) -> WireObject {
        try await view(of: user).settings(of: app).wire
    }
}
