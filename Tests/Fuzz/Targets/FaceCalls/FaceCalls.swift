import GateModel
import GateSecret
import GateWire
import Trial

/// A frame on the face socket is a call that its interface allows, or a fault that can be answered. A call is the same
/// after it is written again. biogate-fprintd reads or refuses the daemon's messages there.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    do {
        let call = FaceCall(try IncomingCall.decode(secret(bytes), of: .face))
        read(call.parameters)
        do {
            require(
                FaceCall(try IncomingCall.decode(call.written(), of: .face)) == call,
                "a call is the same when written anew")
        } catch {
            require(false, "what was written anew is a call: \(error)")
        }
    } catch {
        if let reply = error.reply {
            require(unsafe reply.withBytes { unsafe $0.last } == 0, "a fault is answered with a message")
        }
    }
    if let reply = try? IncomingReply.decode(secret(bytes)) { heard(reply.parameters, error: reply.error) }
    return 0
}

/// Reads the parameters like each method of the face interface.
private func read(_ parameters: WireObject) {
    _ = try? parameters.userIDIfPresent("uid")
    _ = try? parameters.userIDIfPresent("callerUid")
    _ = try? parameters.readerID("readerId")
    _ = try? parameters.readerIDIfPresent("readerId")
    _ = try? parameters.choiceIfPresent("finger", of: Finger.self)
    _ = parameters["callerPid"]?.integerValue.flatMap(Int32.init(exactly:))
}

/// Reads an answer like biogate-fprintd.
private func heard(_ parameters: WireObject, error: String?) {
    if let answer = FaceAnswer(wire: parameters) {
        require(FaceAnswer(wire: answer.wire) == answer, "an answer is the same when written anew")
    }
    for reader in parameters["readers"]?.arrayValue ?? [] {
        guard let reader = reader.objectValue.flatMap(FaceReader.init(wire:)) else { continue }
        require(FaceReader(wire: reader.wire) == reader, "a reader is the same when written anew")
    }
    if let error {
        let failure = FaceFailure(wireName: error, parameters: parameters)
        require(
            FaceFailure(wireName: failure.wireName, parameters: failure.wireParameters) == failure,
            "a failure is the same when written anew")
    }
}

private func secret(_ bytes: [UInt8]) -> SecretBytes {
    unsafe SecretBytes(count: bytes.count) { unsafe $0.copyBytes(from: bytes) }
}

/// A call as a value with its template or password exposed; here they are not secret.
private struct FaceCall: Equatable {
    let method: String
    let name: String
    let parameters: WireObject
    let more: Bool
    let oneway: Bool
    let payload: [UInt8]?

    init(_ call: consuming IncomingCall) {
        method = call.method
        name = call.name
        parameters = call.parameters
        more = call.more
        oneway = call.oneway
        switch call.takePayload() {
        case .some(let payload): self.payload = unsafe payload.withBytes { unsafe Array($0) }
        case .none: payload = nil
        }
    }

    /// The frame that a client would send, without its NUL.
    func written() -> SecretBytes {
        var sent: OutgoingCall.Payload?
        if let payload {
            sent =
                name == "PasswordTyped"
                ? OutgoingCall.Payload("password", as: .text, secret(payload))
                : OutgoingCall.Payload("template", as: .base64, secret(payload))
        }
        let frame = OutgoingCall.call(method, parameters, payload: sent, more: more, oneway: oneway)
        return unsafe frame.withBytes { unsafe SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0.dropLast())) }
    }
}
