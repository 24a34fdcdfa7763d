import GateCore
import GateGuidance
import GateModel
import GatePolicy
import GateSSH
import GateWire

extension MethodTable {
    static let keys: [any Method.Type] = [
        CreateKey.self, ImportKey.self, Sign.self, SignSSH.self, SetDestinations.self,
    ]
}

enum CreateKey: GateMethod {
    static let name = "CreateKey"
    static let callers = Callers.everybody
    static let operation: Operation? = .createKey

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let parameters = call.parameters
        let (sealing, algorithm, asked) = try reading { () throws(CallFault) in
            (
                try SealParameters(parameters, usage: parameters.choiceIfPresent("usage") ?? .general),
                try parameters.choice("algorithm", of: Item.Algorithm.self),
                try AskParameters(parameters, context.rules)
            )
        }
        guard sealing.access.openers == [.user] else {
            throw .fault(.invalidParameter(ParameterFault("access.openers", "[\"user\"]"), oneway: call.oneway))
        }
        guard sealing.usage != .passkey else {
            throw .fault(.invalidParameter(ParameterFault("usage", "general or ssh"), oneway: call.oneway))
        }
        let ask = await context.ask(
            .createKey, item: sealing.name, label: sealing.label, factors: sealing.access.factors, asked,
            user: context.caller.peer.user,
            reuse: .storing(asked.maximumAge))
        let credential = call.takeCredential()
        do throws(GateError) {
            let item = try await context.gatekeeper.createKey(algorithm, sealing, ask, credential: credential)
            return .reply(["item": .object(item.wire)])
        } catch {
            throw .refused(error)
        }
    }
}

enum ImportKey: GateMethod {
    static let name = "ImportKey"
    static let callers = Callers.everybody
    static let secret: String? = "secret"
    static let operation: Operation? = .createKey

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let parameters = call.parameters
        let (sealing, asked) = try reading { () throws(CallFault) in
            (try SealParameters(parameters, usage: .ssh), try AskParameters(parameters, context.rules))
        }
        guard sealing.access.openers == [.user] else {
            throw .fault(.invalidParameter(ParameterFault("access.openers", "[\"user\"]"), oneway: call.oneway))
        }
        let file = try takeSecret(of: &call)
        let key: FilePrivateKey
        do throws(ParameterFault) {
            key = try await context.verifier.privateKey(in: file)
        } catch {
            throw .fault(.invalidParameter(error, oneway: call.oneway))
        }
        let ask = await context.ask(
            .createKey, item: sealing.name, label: sealing.label, factors: sealing.access.factors, asked,
            user: context.caller.peer.user,
            reuse: .storing(asked.maximumAge))
        let credential = call.takeCredential()
        do throws(GateError) {
            let item = try await context.gatekeeper.importKey(
                key.privateKey, key.publicKey.algorithm, sealing, ask, credential: credential)
            return .reply(["item": .object(item.wire)])
        } catch {
            throw .refused(error)
        }
    }
}

enum Sign: GateMethod {
    static let name = "Sign"
    static let callers = Callers.everybody
    static let secret: String? = "challenge"
    static let operation: Operation? = .sign
    static let hasSignIn = true

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let parameters = call.parameters
        let (name, asked) = try reading { () throws(CallFault) in
            (
                try parameters.itemName("name"),
                try AskParameters(parameters, context.rules, isReasonRequired: true)
            )
        }
        let challenge = try takeSecret(of: &call)
        let user = context.caller.peer.user
        let credential = call.takeCredential()
        do throws(GateError) {
            let signature = try await context.gatekeeper.sign(
                challenge, with: name, asking: await context.ask(.sign, item: name, factors: [], asked, user: user),
                maximumAge: asked.maximumAge, credential: credential)
            return .reply([
                "signature": .string(Base64.encode(signature.bytes)),
                "authentication": .object(signature.authentication.wire(at: context.clock.now())),
            ])
        } catch {
            throw .refused(error)
        }
    }
}

enum SignSSH: GateMethod {
    static let name = "SignSSH"
    static let callers = Callers.everybody
    static let operation: Operation? = .sign
    static let hasSignIn = true

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let parameters = call.parameters
        let (name, request, asked) = try reading { () throws(CallFault) in
            (
                try parameters.itemName("name"), try SSHSigningRequest(parameters),
                try AskParameters(parameters, context.rules)
            )
        }
        let user = context.caller.peer.user
        let credential = call.takeCredential()
        do throws(GateError) {
            let item = try await context.gatekeeper.item(name, of: user)
            let reuse = await context.gatekeeper.reuse(atMost: asked.maximumAge, of: user)
            let signing = try await context.verifier.verified(
                request, for: item, reuse: reuse, at: context.clock.now().wall)
            let ask = await context.ask(
                .sign, item: name, factors: [], asked, user: user,
                reason: Reason.clipped(signing.subject.sentence(in: context.language)))
            let signature = try await context.gatekeeper.signSSH(
                signing, with: name, asking: ask, maximumAge: asked.maximumAge, credential: credential)
            return .reply([
                "signature": .string(Base64.encode(signature.bytes)),
                "authentication": .object(signature.authentication.wire(at: context.clock.now())),
            ])
        } catch {
            throw .refused(error)
        }
    }
}
