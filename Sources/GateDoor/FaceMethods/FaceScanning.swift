import GateCore
import GateGuidance
import GateModel
import GateSeats
import GateSystem
import GateWire

/// Readers and their fingers, as fprintd's clients see them.
extension FaceMethods {
    enum WatchReaders: FaceMethod {
        static let name = "WatchReaders"
        static let callers = Callers.everybody
        static let turn = MethodTurn.watches

        static func answer(
            _ call: inout IncomingCall, in context: CallContext
        ) async throws(CallFailure) -> OutgoingFrame {
            // Sent with the readers, because biogate-fprintd has no configuration file of its own.
            var settings: WireObject = ["broadcastStatuses": .bool(context.rules.broadcastsStatuses)]
            settings.append("statuses", context.rules.fprintdStatuses)
            var told: [FaceReader]?
            try await context.watch(nil) { () throws(CallFailure) in
                let readers = await context.gatekeeper.presentReaders.map(FaceReader.init)
                // The reply leaves out a reader's state, so a change of state alone sends nothing.
                guard readers != told else { return }
                told = readers
                var answer = settings
                answer.append("readers", .array(readers.map { .object($0.wire) }))
                context.sendChange(answer)
            }
            throw .faced(.failed(.cancelled))
        }
    }

    enum ListFingers: FaceMethod {
        static let name = "ListFingers"
        static let callers = Callers.everybody

        static func answer(
            _ call: inout IncomingCall, in context: CallContext
        ) async throws(CallFailure) -> OutgoingFrame {
            let parameters = call.parameters
            let (user, reader) = try reading { () throws(CallFault) in
                (try Self.user(parameters), try parameters.readerID("readerId"))
            }
            let fingers = try await context.face { () throws(FaceFailure) in
                try await context.gatekeeper.fingers(of: user, on: reader)
            }
            return .reply(["fingers": .array(fingers.map { .string($0.rawValue) })])
        }
    }

    enum Hold: FaceMethod {
        static let name = "Hold"
        static let callers = Callers.everybody
        static let needsMore = true

        static func answer(
            _ call: inout IncomingCall, in context: CallContext
        ) async throws(CallFailure) -> OutgoingFrame {
            let parameters = call.parameters
            let reader = try reading { () throws(CallFault) in try parameters.readerID("readerId") }
            try await context.face { () throws(FaceFailure) in
                try await context.gatekeeper.keepOpen(reader, for: context.caller) {
                    context.sendChange((.opened as FaceAnswer).wire)
                }
            }
            return .reply([:])
        }
    }

    enum Verify: FaceMethod {
        static let name = "Verify"
        static let callers = Callers.everybody
        static let needsMore = true
        static let isAboutFingers = true

        static func answer(
            _ call: inout IncomingCall, in context: CallContext
        ) async throws(CallFailure) -> OutgoingFrame {
            let ask = try context.faceAsk(call.parameters)
            try await context.face { () throws(FaceFailure) in
                try await context.gatekeeper.verify(ask, by: context.caller)
            }
            return .reply((.settled as FaceAnswer).wire)
        }
    }

    enum AwaitTouch: FaceMethod {
        static let name = "AwaitTouch"
        static let needsMore = true
        static let isAboutFingers = true

        // The PAM module shows its own prompt only.
        static func answer(
            telling progress: Progress, for situation: GateGuidance.Situation, in language: Language
        ) -> WireObject? { nil }

        static func answer(
            _ call: inout IncomingCall, in context: CallContext
        ) async throws(CallFailure) -> OutgoingFrame {
            let parameters = call.parameters
            let user = try reading { () throws(CallFault) in try Self.user(parameters) }
            let service = parameters["service"]?.stringValue.map { String($0.prefix(64)) }
            var caller = context.caller
            if caller.program.isPolkitHelper,
                let peer = parameters["peerPid"]?.integerValue.flatMap(Int32.init(exactly:))
            {
                let place = await context.programs.place(of: ProcessID(rawValue: peer)).value()
                caller = caller.placed(at: place)
            }
            try await context.face { [caller] () throws(FaceFailure) in
                try await context.gatekeeper.awaitTouch(of: user, service: service, by: caller) {
                    context.sendChange($0.wire)
                }
            }
            return .reply(AwaitedTouch.taken.wire)
        }
    }

    /// Takes the match of the connection's waiting call.
    enum Take: FaceMethod, ImmediateMethod {
        static let name = "Take"
        static let turn = MethodTurn.immediate
        static let bearing = Bearing.aboutWaitingCall

        static func reply(in context: CallContext) -> OutgoingFrame {
            context.gatekeeper.assumeIsolated { $0.takeTouch(on: context.caller.connection) }
            return .reply([:])
        }
    }

    enum Enroll: FaceMethod {
        static let name = "Enroll"
        static let callers = Callers.everybody
        static let needsMore = true
        static let isAboutFingers = true

        static func answer(
            _ call: inout IncomingCall, in context: CallContext
        ) async throws(CallFailure) -> OutgoingFrame {
            let ask = try context.faceAsk(call.parameters)
            guard let finger = ask.finger else { throw .fault(.missing("finger", oneway: call.oneway)) }
            try await context.face { () throws(FaceFailure) in
                try await context.gatekeeper.enroll(finger, ask, by: context.caller)
            }
            return .reply((.enrolled as FaceAnswer).wire)
        }
    }

    enum DeleteFingers: FaceMethod {
        static let name = "DeleteFingers"
        static let callers = Callers.everybody

        static func answer(
            _ call: inout IncomingCall, in context: CallContext
        ) async throws(CallFailure) -> OutgoingFrame {
            let ask = try context.faceAsk(call.parameters)
            try await context.face { () throws(FaceFailure) in
                try await context.gatekeeper.deletePrints(ask, by: context.caller)
            }
            return .reply([:])
        }
    }

    /// Cancels the connection's waiting call, which then receives its answer.
    enum Cancel: FaceMethod, ImmediateMethod {
        static let name = "Cancel"
        static let callers = Callers.everybody
        static let turn = MethodTurn.immediate
        static let bearing = Bearing.endsWaitingCall

        static func reply(in context: CallContext) -> OutgoingFrame {
            context.gatekeeper.assumeIsolated { $0.endCalls(on: context.caller.connection) }
            return .reply([:])
        }
    }
}

extension CallContext {
    fileprivate func faceAsk(_ parameters: WireObject) throws(CallFailure) -> FaceAsk {
        try reading { () throws(CallFault) in
            let process = parameters["callerPid"]?.integerValue.flatMap(Int32.init(exactly:))
                .map(ProcessID.init(rawValue:))
            return FaceAsk(
                user: try FaceMethods.Verify.user(parameters), reader: try parameters.readerID("readerId"),
                finger: try parameters.choiceIfPresent("finger", of: Finger.self),
                asker: FaceAsker(
                    user: try parameters.userIDIfPresent("callerUid"), process: process,
                    isOutsideSessions: { process?.isOutsideSessions }),
                report: { sendChange($0.wire) })
        }
    }
}
