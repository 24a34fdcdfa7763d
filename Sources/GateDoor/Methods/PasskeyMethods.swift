import GateCore
import GateGuidance
import GateModel
import GateSSH
import GateWire

extension MethodTable {
    static let passkeys: [any Method.Type] = [
        MakeCredential.self, GetAssertion.self, Probe.self, ListPasskeys.self, DeletePasskey.self, RenamePasskey.self,
        PasskeyInfo.self,
    ]
}

/// A method of the passkeys interface, which shares the socket and the errors of the gate interface.
protocol PasskeyMethod: GateMethod {}

extension PasskeyMethod {
    static var interface: VarlinkInterface { .passkeys }
    static var callers: Callers { .everybody }
}

enum MakeCredential: PasskeyMethod {
    static let name = "MakeCredential"
    static let operation: Operation? = .createKey

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let parameters = call.parameters
        let (creation, asked) = try reading { () throws(CallFault) in
            (try PasskeyCreation(parameters), try AskParameters(parameters, context.rules))
        }
        let ask = await context.ask(.createKey, factors: [], asked, user: context.caller.peer.user)
        let credential = call.takeCredential()
        let result: Result<PasskeyAnswer, PasskeyRefusal>
        do throws(GateError) {
            result = try await context.gatekeeper.makePasskey(creation, ask, credential: credential)
        } catch {
            throw .refused(error)
        }
        return context.reply(result) { answer in
            ["publicKey": answer.publicKey.map { .string(Base64.encode($0)) }]
        }
    }
}

enum GetAssertion: PasskeyMethod {
    static let name = "GetAssertion"
    static let operation: Operation? = .sign

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let parameters = call.parameters
        let (signIn, asked) = try reading { () throws(CallFault) in
            (
                SignIn(
                    to: try parameters.relyingParty("rpId"),
                    clientDataHash: try parameters.bytes("clientDataHash", 32...32),
                    allowing: try parameters.passkeyIDsIfPresent("allow"),
                    deriving: try parameters.derivationIfPresent("hmac")),
                try AskParameters(parameters, context.rules)
            )
        }
        let ask = await context.ask(.sign, factors: [], asked, user: context.caller.peer.user)
        let credential = call.takeCredential()
        let result: Result<PasskeyAnswer, PasskeyRefusal>
        do throws(GateError) {
            result = try await context.gatekeeper.signIn(signIn, ask, credential: credential)
        } catch {
            throw .refused(error)
        }
        return context.reply(result) { answer in
            let passkey = answer.passkey
            return [
                "userId": .string(Base64.encode(passkey.userID)), "userName": .text(passkey.userName),
                "userDisplayName": .text(passkey.userDisplayName), "accounts": .count(answer.accounts),
            ]
        }
    }
}

enum Probe: PasskeyMethod {
    static let name = "Probe"

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let parameters = call.parameters
        let (party, ids) = try reading { () throws(CallFault) in
            (try parameters.relyingParty("rpId"), try parameters.passkeyIDsIfPresent("credentialIds") ?? [])
        }
        let known = try await context.gate { () throws(GateError) in
            try await context.gatekeeper.knownPasskeys(among: ids, to: party, of: context.caller.peer.user)
        }
        return .reply(["known": .array(known.map { .string(Base64.encode($0)) })])
    }
}

enum ListPasskeys: PasskeyMethod {
    static let name = "ListPasskeys"

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let items = try await context.gate { () throws(GateError) in
            try await context.gatekeeper.passkeys(of: context.caller.peer.user)
        }
        return await ListWriter.ofAll.reply(items.count) {
            ["passkeys": .array(items.compactMap(\.passkeyWire).map { .object($0) })]
        }
    }
}

enum DeletePasskey: PasskeyMethod {
    static let name = "DeletePasskey"

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let parameters = call.parameters
        let id = try reading { () throws(CallFault) in try parameters.bytes("credentialId", atMost: 1023) }
        let user = context.caller.peer.user
        let item = try await context.gate { () throws(GateError) in
            try await context.gatekeeper.passkey(id, of: user)
        }
        guard let item else { return PasskeyRefusal.noneFits.frame }
        try await context.gate { () throws(GateError) in
            try await context.gatekeeper.deleteItem(item.name, of: user, by: context.caller)
        }
        return .reply([:])
    }
}

enum RenamePasskey: PasskeyMethod {
    static let name = "RenamePasskey"

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let parameters = call.parameters
        let (id, label) = try reading { () throws(CallFault) in
            (try parameters.bytes("credentialId", atMost: 1023), try parameters.labelIfPresent("label"))
        }
        let renamed = try await context.gate { () throws(GateError) in
            try await context.gatekeeper.renamePasskey(id, to: label, of: context.caller.peer.user, by: context.caller)
        }
        return renamed ? .reply([:]) : PasskeyRefusal.noneFits.frame
    }
}

enum PasskeyInfo: PasskeyMethod, StatusMethod {
    static let name = "PasskeyInfo"

    static func read(_ parameters: WireObject) throws(CallFault) {}

    static func reply(_ parameters: Void, telling view: UserView, in context: CallContext) -> OutgoingFrame {
        let settings = view.settings(of: nil)
        return .reply([
            "aaguid": .string(Base64.encode(AuthenticatorData.aaguid)),
            "uv": .bool(settings.pinSet || settings.method == .fingerprint),
            "remaining": .integer(Int64(max(0, context.rules.limits.itemsPerUser - settings.items))),
        ])
    }
}

extension PasskeyCreation {
    fileprivate init(_ parameters: WireObject) throws(CallFault) {
        func name(_ key: String) -> String? {
            let name = ForeignText.cleaned(parameters[key]?.stringValue ?? "", limit: 64)
            return name.isEmpty ? nil : name
        }
        let passkey = Passkey(
            id: Passkey.randomID(), relyingParty: try parameters.relyingParty("rpId"), relyingPartyName: name("rpName"),
            userID: try parameters.bytes("userId", 1...64), userName: name("userName"),
            userDisplayName: name("userDisplayName"),
            isDiscoverable: try parameters.boolIfPresent("discoverable") ?? false,
            protection: try parameters.protectionIfPresent("credProtect"),
            derivesSecrets: try parameters.boolIfPresent("hmacSecret") ?? false)
        self.init(
            passkey, try parameters.choice("algorithm"),
            clientDataHash: try parameters.bytes("clientDataHash", 32...32),
            excluding: try parameters.passkeyIDsIfPresent("exclude") ?? [],
            try parameters.choiceIfPresent("enrollment") ?? .any)
    }
}

extension CallContext {
    /// The reply of a call in which a passkey signs; `more` are its members beside those that all such replies have.
    fileprivate func reply(
        _ result: Result<PasskeyAnswer, PasskeyRefusal>,
        with more: (PasskeyAnswer) -> KeyValuePairs<String, WireValue?>
    ) -> OutgoingFrame {
        switch result {
        case .failure(let refusal): return refusal.frame
        case .success(let answer):
            var reply: WireObject = [
                "credentialId": .string(Base64.encode(answer.passkey.id)),
                "authData": .string(Base64.encode(answer.data.bytes)),
                "signature": .string(Base64.encode(answer.signature)),
                "authentication": .object(answer.authentication.wire(at: clock.now())),
            ]
            reply.append(WireObject(present: more(answer)))
            return .reply(reply)
        }
    }
}

extension PasskeyRefusal {
    fileprivate var frame: OutgoingFrame {
        func error(_ name: String, _ parameters: WireObject = [:]) -> OutgoingFrame {
            .error("\(VarlinkInterface.passkeys.name).\(name)", parameters)
        }
        return switch self {
        case .excluded: error("CredentialExcluded")
        case .noneFits: error("NoCredential")
        case .tooManyCancelled(let wait):
            error("TooManyCancelled", ["retryAfterMilliseconds": .integer(wait.millisecondsRoundedUp)])
        }
    }
}
