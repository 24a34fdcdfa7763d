import GateModel
import GateSocket
import GateWire
import Testing

@testable import GateDoor

@Suite("The table of methods") struct MethodTableTests {
    private static let fprintd = UserID(rawValue: 990)

    @Test("The table has every method of the three interfaces, and no other")
    func complete() {
        for (methods, interface) in [
            (MethodTable.gate, VarlinkInterface.gate), (MethodTable.passkeys, .passkeys), (MethodTable.face, .face),
        ] {
            #expect(methods.map { $0.name }.sorted() == interface.methodNames.sorted())
            #expect(methods.count >= 7)
            for method in methods {
                let found = MethodTable[interface.name + "." + method.name]
                #expect(found == method)
            }
        }
    }

    @Test("Methods that ask the user depend on who is in front, and only those about a waiting call overtake it")
    func kinds() {
        for method in MethodTable.gate + MethodTable.passkeys {
            let (name, turn, bearing) = (method.name, method.turn, method.bearing)
            let isAboutFingers = method.operation == nil || method.isAboutFingers
            #expect(isAboutFingers, "\(name)")
            #expect((bearing != .none) == ["AnswerRequest", "CancelRequest", "HoldRequest"].contains(name), "\(name)")
            #expect(turn.isWatch == name.hasPrefix("Watch"), "\(name)")
        }
        #expect(MethodTable.urgent(of: .face) == Set(["Cancel", "Take"].map { VarlinkInterface.face.name + "." + $0 }))
        #expect(MethodTable.urgent(of: .gate).count == 3)
    }

    @Test("Templates, passwords, touches and clearing readers are for root alone, and all other methods for everyone")
    func permitted() {
        let closed = (MethodTable.gate + MethodTable.passkeys + MethodTable.face).filter {
            !$0.callers.include(Self.fprintd)
        }
        #expect(
            closed.map { $0.name } == [
                "ClearReader", "ImportPrint", "ExportPrint", "PasswordTyped", "OpenLogin", "AwaitTouch", "Take",
            ])
        for method in MethodTable.gate + MethodTable.face { #expect(method.callers.include(.root)) }
    }

    @Test("A method that does not name its callers is for root alone")
    func closedByDefault() {
        #expect(NewMethod.callers.include(.root) && !NewMethod.callers.include(Self.fprintd))
        #expect(NewFaceMethod.callers.include(.root) && !NewFaceMethod.callers.include(Self.fprintd))
    }

    @Test("A method with a secret names the parameter that the wire keeps apart for it")
    func secrets() {
        let stated = (MethodTable.gate + MethodTable.face).compactMap { method in
            method.secret.map { "\(method.name) \($0)" }
        }
        #expect(
            stated.sorted() == [
                "ImportKey secret", "ImportPrint template", "PasswordTyped password", "SetPIN pin", "Sign challenge",
                "StoreSecret secret", "UpdateSecret secret",
            ])
    }
}

private enum NewMethod: GateMethod {
    static let name = "New"
    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        .reply([:])
    }
}

private enum NewFaceMethod: FaceMethod {
    static let name = "New"
    static func answer(_ call: inout IncomingCall, in context: CallContext) async throws(CallFailure) -> OutgoingFrame {
        .reply([:])
    }
}
