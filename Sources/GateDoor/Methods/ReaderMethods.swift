import GateCore
import GateModel
import GateWire

extension MethodTable {
    static let readers: [any Method.Type] = [ListReaders.self, WatchReaders.self, ClearReader.self]
}

enum ListReaders: GateMethod, ImmediateMethod {
    static let name = "ListReaders"
    static let callers = Callers.everybody

    static func reply(in context: CallContext) -> OutgoingFrame {
        .reply(["readers": .array(context.gatekeeper.assumeIsolated { $0.presentReaders }.map { .object($0.wire) })])
    }
}

enum WatchReaders: GateMethod {
    static let name = "WatchReaders"
    static let callers = Callers.everybody
    static let turn = MethodTurn.watches

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        var told: [Reader]?
        try await context.watch(nil) { () throws(CallFailure) in
            let present = await context.gatekeeper.presentReaders
            defer { told = present }
            guard let known = told else { return send("present", present, context) }
            send("removed", known.filter { old in !present.contains { $0.id == old.id } }, context)
            send("added", present.filter { new in !known.contains { $0.id == new.id } }, context)
            send("changed", present.filter { new in known.contains { $0.id == new.id && $0 != new } }, context)
        }
        throw .refused(.cancelled(by: .shutdown))
    }

    private static func send(_ change: String, _ readers: [Reader], _ context: CallContext) {
        for reader in readers {
            context.sendChange(["change": .string(change), "reader": .object(reader.wire)])
        }
    }
}

enum ClearReader: GateMethod {
    static let name = "ClearReader"

    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        let parameters = call.parameters
        let reader = try reading { () throws(CallFault) in try parameters.readerID("readerId") }
        try await context.gate { () throws(GateError) in
            try await context.gatekeeper.clearReader(reader, by: context.caller)
        }
        return .reply([:])
    }
}
