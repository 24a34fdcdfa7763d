import GateModel
import GateSecret
import GateWire

/// An incoming call as a value with its secrets exposed; here they are not secret.
struct HeardCall: Equatable {
    let method: String
    let name: String
    let parameters: WireObject
    let more: Bool
    let oneway: Bool
    let payload: [UInt8]?
    let factor: Factor?
    let credential: [UInt8]

    init(_ call: consuming IncomingCall) {
        method = call.method
        name = call.name
        parameters = call.parameters
        more = call.more
        oneway = call.oneway
        switch call.takePayload() {
        case .some(let secret): payload = bytes(of: secret)
        case .none: payload = nil
        }
        switch call.takeCredential() {
        case .some(let given): (factor, credential) = (given.factor, bytes(of: given.secret))
        case .none: (factor, credential) = (nil, [])
        }
    }

    /// The frame that a client would send, without its NUL.
    func written() -> SecretBytes {
        var sent: OutgoingCall.Payload?
        if let payload {
            sent =
                switch name {
                case "SetPIN": OutgoingCall.Payload("pin", as: .text, secret(payload))
                case "Sign": OutgoingCall.Payload("challenge", as: .base64, secret(payload))
                default: OutgoingCall.Payload("secret", as: .base64, secret(payload))
                }
        }
        var presented: PresentedCredential?
        if let factor { presented = PresentedCredential(factor, secret(credential)) }
        let frame = OutgoingCall.call(
            method, parameters, payload: sent, credential: presented, more: more, oneway: oneway)
        return unsafe frame.withBytes { unsafe SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0.dropLast())) }
    }
}

private func bytes(of secret: borrowing SecretBytes) -> [UInt8] { unsafe secret.withBytes { unsafe Array($0) } }

private func secret(_ bytes: [UInt8]) -> SecretBytes {
    unsafe SecretBytes(count: bytes.count) { unsafe $0.copyBytes(from: bytes) }
}
