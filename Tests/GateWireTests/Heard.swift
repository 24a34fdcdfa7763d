import GateModel
import GateSecret
import GateWire
import Testing

extension SecretBytes {
    /// A test's secret, which need not be kept.
    init(_ bytes: [UInt8]) {
        self = bytes.span.withUnsafeBytes { SecretBytes(copying: $0) }
    }

    init(_ text: String) {
        self.init(Array(text.utf8))
    }

    borrowing func bytes() -> [UInt8] {
        withBytes { Array($0) }
    }
}

extension OutgoingFrame {
    /// The message as a text, including its NUL.
    borrowing func text() -> String {
        withBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// The message as the other side's decoder gives it.
    borrowing func received() -> SecretBytes {
        withBytes { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0.dropLast())) }
    }
}

extension CallFault {
    /// The answer as a text, including its NUL.
    var replyText: String? {
        switch reply {
        case .some(let frame): frame.text()
        case .none: nil
        }
    }
}

/// An incoming call as comparable values.
struct Heard: Hashable, Sendable {
    var method: String
    var interface: String
    var name: String
    var more: Bool
    var oneway: Bool
    var parameters: WireObject
    var payload: [UInt8]?
    var factor: Factor?
    var credential: [UInt8]?

    init(_ call: consuming IncomingCall) {
        method = call.method
        interface = call.interface
        name = call.name
        more = call.more
        oneway = call.oneway
        parameters = call.parameters
        switch call.takePayload() {
        case .some(let secret): payload = secret.bytes()
        case .none: payload = nil
        }
        switch call.takeCredential() {
        case .some(let given):
            factor = given.factor
            credential = given.secret.bytes()
        case .none:
            factor = nil
            credential = nil
        }
    }
}

/// The call in a frame.
func hear(_ frame: borrowing SecretBytes) throws(CallFault) -> Heard {
    Heard(try IncomingCall.decode(frame))
}

/// The call in a frame of these bytes.
func hear(_ bytes: [UInt8]) throws(CallFault) -> Heard {
    try hear(SecretBytes(bytes))
}

/// The call in a frame of this text.
func hear(_ text: String) throws(CallFault) -> Heard {
    try hear(Array(text.utf8))
}

/// A call of the gate's method with parameters in JSON.
func hear(_ method: String, _ parameters: String) throws(CallFault) -> Heard {
    try hear(#"{"method":"org.biometricgate.Gate.\#(method)","parameters":\#(parameters)}"#)
}

/// Expects a parameter at that path to be refused with a rule.
func rejects<Result>(
    _ path: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Result
) {
    let fault = #expect(throws: CallFault.self, sourceLocation: sourceLocation) { _ = try body() }
    guard case .invalidParameter(let parameter, _) = fault else {
        Issue.record("\(fault.debugDescription) names no parameter", sourceLocation: sourceLocation)
        return
    }
    #expect(parameter.path == path && !parameter.rule.isEmpty, sourceLocation: sourceLocation)
}
