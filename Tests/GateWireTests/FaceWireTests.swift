import GateModel
import GateSecret
import Testing

@testable import GateWire

@Suite("The face interface") struct FaceWireTests {
    @Test("The face interface has what biogate-fprintd and logins need, and opens nothing else")
    func methods() {
        #expect(VarlinkInterface.face.name == VarlinkInterface.faceName)
        #expect(
            VarlinkInterface.face.methodNames == [
                "WatchReaders", "ListFingers", "Hold", "Verify", "Enroll", "DeleteFingers", "Cancel", "ImportPrint",
                "ExportPrint", "PasswordTyped", "OpenLogin", "AwaitTouch", "Take",
            ])
        #expect(VarlinkInterface.face.errorNames == ["NotEnrolled", "Failed", "NotPermitted"])
    }

    @Test("A socket serves either the face interface or the gate's, never both")
    func served() throws {
        let gate = #"{"method":"org.biometricgate.Gate.ListReaders"}"#
        let face = #"{"method":"org.biometricgate.Face.WatchReaders","more":true}"#
        let service = #"{"method":"org.varlink.service.GetInfo"}"#
        #expect(throws: CallFault.interfaceNotFound("org.biometricgate.Gate")) { try name(gate, of: .face) }
        #expect(throws: CallFault.interfaceNotFound("org.biometricgate.Face")) { try name(face, of: .gate) }
        #expect(try name(face, of: .face) == "WatchReaders")
        #expect(try name(gate, of: .gate) == "ListReaders")
        for interface in [VarlinkInterface.face, .gate] { #expect(try name(service, of: interface) == "GetInfo") }
    }

    private func name(_ text: String, of interface: VarlinkInterface) throws -> String {
        let frame = SecretBytes(count: text.utf8.count) { $0.copyBytes(from: text.utf8) }
        let call = try IncomingCall.decode(frame, of: interface)
        return call.name
    }

    @Test("Messages of the face interface are read back as written")
    func roundTrips() {
        let answers: [FaceAnswer] =
            [
                .started(nil), .started(.leftRing), .waitingForFinger, .fingerPresent, .match(.rightThumb), .noMatch,
                .stagePassed, .enrolled, .opened, .queued, .fingerLifted, .settled,
            ]
            + ScanHint.allCases.map { .retry($0) }
        for answer in answers { #expect(FaceAnswer(wire: answer.wire) == answer) }
        let failures: [FaceFailure] = [.notEnrolled, .notPermitted] + FaceFailure.Cause.allCases.map { .failed($0) }
        for failure in failures {
            #expect(FaceFailure(wireName: failure.wireName, parameters: failure.wireParameters) == failure)
        }
        for reader in [true, false] {
            let told = FaceReader(
                id: ReaderID(rawValue: "r"), name: "Reader", scanType: .swipe, enrollStages: 5, identifies: reader)
            #expect(FaceReader(wire: told.wire) == told)
        }
    }

    @Test("A template arrives in wiped memory, within its size limit")
    func template() throws {
        func call(_ template: String) throws -> [UInt8]? {
            let text =
                #"{"method":"org.biometricgate.Face.ImportPrint","parameters":{"uid":0,"finger":"leftThumb","#
                + #""driver":"elan","deviceId":"0","template":""# + template + #""}}"#
            let frame = SecretBytes(count: text.utf8.count) { $0.copyBytes(from: text.utf8) }
            var call = try IncomingCall.decode(frame, of: .face)
            #expect(call.parameters["template"] == nil)
            guard let template = call.takePayload() else { return nil }
            return template.withBytes { Array($0) }
        }
        #expect(try call("RlAz") == Array("FP3".utf8))
        #expect(throws: CallFault.self) { try call("") }
        #expect(throws: CallFault.self) { try call(String(repeating: "AAAA", count: 21_846)) }
    }

    @Test("A password arrives in wiped memory, within its size limit")
    func password() throws {
        func call(_ password: String) throws -> [UInt8]? {
            let text =
                #"{"method":"org.biometricgate.Face.PasswordTyped","parameters":{"uid":0,"password":""# + password
                + #""}}"#
            let frame = SecretBytes(count: text.utf8.count) { $0.copyBytes(from: text.utf8) }
            var call = try IncomingCall.decode(frame, of: .face)
            #expect(call.parameters["password"] == nil)
            guard let password = call.takePayload() else { return nil }
            return password.withBytes { Array($0) }
        }
        #expect(try call(#"a\u0022\u005cæ"#) == Array(#"a"\æ"#.utf8))
        #expect(try call(String(repeating: "a", count: 4096))?.count == 4096)
        #expect(throws: CallFault.self) { try call(String(repeating: "a", count: 4097)) }
    }

    @Test("An unknown value of a newer daemon becomes a fault, or nil")
    func unknown() {
        #expect(FaceAnswer(wire: ["event": "hummed"]) == nil)
        #expect(FaceAnswer(wire: ["matched": true, "finger": "sixth"]) == nil)
        #expect(FaceAnswer(wire: ["event": "retry", "hint": "tooCold"]) == .retry(.poorScan))
        #expect(FaceFailure(wireName: "org.biometricgate.Face.Other", parameters: [:]) == .failed(.faulted))
        #expect(
            FaceFailure(wireName: FaceFailure.failed(.faulted).wireName, parameters: ["cause": "haunted"])
                == .failed(.faulted))
        #expect(FaceReader(wire: ["id": "r"]) == nil)
    }
}
