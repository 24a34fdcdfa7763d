import GateCore
import GateModel
import GatePolicy
import GateWire

extension MethodTable {
    static let items: [any Method.Type] = [
        ListItems.self, WatchItems.self, GetItem.self, StoreSecret.self, UpdateSecret.self, RetrieveSecret.self,
        RetrieveSecrets.self, RenewItem.self, DeleteItem.self,
    ]
}

enum ListItems: GateMethod {
    static let name = "ListItems"
    static let callers = Callers.everybody

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let user = try context.user(call.parameters)
        let items = try await context.gate { () throws(GateError) in try await context.gatekeeper.items(of: user) }
        return await ListWriter.ofAll.reply(items.count) { ["items": .array(items.map { .object($0.wire) })] }
    }
}

enum WatchItems: GateMethod {
    static let name = "WatchItems"
    static let callers = Callers.everybody
    static let turn = MethodTurn.watchesUser

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let user = try context.user(call.parameters)
        try await context.watch(user) { () throws(CallFailure) in
            let items = try await context.gate { () throws(GateError) in
                try await context.gatekeeper.items(of: user)
            }
            context.sendChange(
                await ListWriter.ofAll.reply(items.count, continues: true) {
                    ["items": .array(items.map { .object($0.wire) })]
                })
        }
        throw .refused(.cancelled(by: .shutdown))
    }
}

enum GetItem: GateMethod {
    static let name = "GetItem"
    static let callers = Callers.everybody

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let parameters = call.parameters
        let name = try reading { () throws(CallFault) in try parameters.itemName("name") }
        let user = try context.user(parameters)
        let item = try await context.gate { () throws(GateError) in
            try await context.gatekeeper.item(name, of: user)
        }
        return .reply(["item": .object(item.wire)])
    }
}

enum StoreSecret: GateMethod {
    static let name = "StoreSecret"
    static let callers = Callers.everybody
    static let secret: String? = "secret"
    static let operation: Operation? = .store

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let parameters = call.parameters
        let (sealing, asked) = try reading { () throws(CallFault) in
            (try SealParameters(parameters), try AskParameters(parameters, context.rules))
        }
        let secret = try takeSecret(of: &call)
        let ask = await context.ask(
            .store, item: sealing.name, label: sealing.label, factors: sealing.access.factors, asked,
            user: context.caller.peer.user,
            reuse: .storing(asked.maximumAge))
        let credential = call.takeCredential()
        do throws(GateError) {
            let item = try await context.gatekeeper.store(secret, sealing, ask, credential: credential)
            return .reply(["item": .object(item.wire)])
        } catch {
            throw .refused(error)
        }
    }
}

enum UpdateSecret: GateMethod {
    static let name = "UpdateSecret"
    static let callers = Callers.everybody
    static let secret: String? = "secret"
    static let operation: Operation? = .store

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let parameters = call.parameters
        let (name, asked) = try reading { () throws(CallFault) in
            (try parameters.itemName("name"), try AskParameters(parameters, context.rules))
        }
        let secret = try takeSecret(of: &call)
        let ask = await context.ask(.store, item: name, factors: [], asked, user: context.caller.peer.user)
        let credential = call.takeCredential()
        do throws(GateError) {
            let item = try await context.gatekeeper.update(
                name, to: secret, asking: ask, maximumAge: asked.maximumAge, credential: credential)
            return .reply(["item": .object(item.wire)])
        } catch {
            throw .refused(error)
        }
    }
}

enum RetrieveSecret: GateMethod {
    static let name = "RetrieveSecret"
    static let callers = Callers.everybody
    static let operation: Operation? = .retrieve
    static let hasSignIn = true

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let parameters = call.parameters
        let (name, asked) = try reading { () throws(CallFault) in
            (
                try parameters.itemName("name"),
                try AskParameters(parameters, context.rules, isReasonRequired: true)
            )
        }
        let user = try context.user(parameters)
        let credential = call.takeCredential()
        do throws(GateError) {
            let opened = try await context.gatekeeper.retrieve(
                name, asking: await context.ask(.retrieve, item: name, factors: [], asked, user: user),
                maximumAge: asked.maximumAge, credential: credential)
            return .reply(
                ["authentication": .object(opened.authentication.wire(at: context.clock.now()))],
                secretMember: "secret", opened.secret)
        } catch {
            throw .refused(error)
        }
    }
}

enum RetrieveSecrets: GateMethod {
    static let name = "RetrieveSecrets"
    static let callers = Callers.everybody
    static let operation: Operation? = .retrieve
    static let hasSignIn = true

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let parameters = call.parameters
        let (names, asked) = try reading { () throws(CallFault) in
            (
                try parameters.itemNames("names"),
                try AskParameters(parameters, context.rules, isReasonRequired: true)
            )
        }
        let user = try context.user(parameters)
        for (index, name) in names.enumerated() {
            let item = try await context.gate { () throws(GateError) in
                try await context.gatekeeper.item(name, of: user)
            }
            guard item.access.openers == [.user], !item.access.opensAlone else {
                let fault = ParameterFault("names[\(index)]", "an item that may be opened together with others")
                throw .fault(.invalidParameter(fault, oneway: call.oneway))
            }
        }
        let credential = call.takeCredential()
        do throws(GateError) {
            let opened = try await context.gatekeeper.retrieve(
                names, asking: await context.ask(.retrieve, factors: [], asked, user: user),
                maximumAge: asked.maximumAge, credential: credential)
            return .reply(
                ["authentication": .object(opened.authentication.wire(at: context.clock.now()))],
                secretsMember: "secrets", opened.secrets)
        } catch {
            throw .refused(error)
        }
    }
}

enum RenewItem: GateMethod {
    static let name = "RenewItem"
    static let callers = Callers.everybody
    static let operation: Operation? = .renew

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let parameters = call.parameters
        let (name, asked) = try reading { () throws(CallFault) in
            (try parameters.itemName("name"), try AskParameters(parameters, context.rules))
        }
        guard let credential = call.takeCredential() else {
            throw .fault(.missing("credential", oneway: call.oneway))
        }
        let ask = await context.ask(
            .renew, item: name, factors: [.fingerprint], asked, user: context.caller.peer.user,
            reuse: .recent(asked.maximumAge))
        do throws(GateError) {
            let item = try await context.gatekeeper.renew(ask, name, credential: credential)
            return .reply(["item": .object(item.wire)])
        } catch {
            throw .refused(error)
        }
    }
}

enum DeleteItem: GateMethod {
    static let name = "DeleteItem"
    static let callers = Callers.everybody

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let parameters = call.parameters
        let name = try reading { () throws(CallFault) in try parameters.itemName("name") }
        try await context.gate { () throws(GateError) in
            try await context.gatekeeper.deleteItem(name, of: context.caller.peer.user, by: context.caller)
        }
        return .reply([:])
    }
}

extension SealParameters {
    init(_ parameters: WireObject, usage: Item.Usage = .general) throws(CallFault) {
        self.init(
            name: try parameters.itemName("name"), label: try parameters.labelIfPresent("label"),
            access: try parameters.accessIfPresent("access") ?? Access(),
            replace: parameters["replace"]?.boolValue ?? false,
            usage: usage)
    }
}
