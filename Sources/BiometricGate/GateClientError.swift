import GateGuidance
public import GateModel
import GateSocket
import GateSystem
public import GateWire

/// Why a call to the gate did not succeed.
public struct GateClientError: Error, Hashable, Sendable {
    /// The kind of failure. Later versions may add kinds: a switch over them needs a default.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The contract's full error name, or a name of this library, without a dot.
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public var description: String { rawValue }
    }

    public let code: Code
    /// The daemon's refusal; nil for another failure, or one that this version cannot read.
    public let gateError: GateError?
    /// The text for the user, in the client's language; nil if the daemon gave none.
    public let guidance: Guidance?
    /// The parameters of the daemon's error, as received.
    public let parameters: WireObject
    /// A complete sentence: the daemon's, in the client's language, or one for developers, in English.
    public let explanation: String

    init(_ code: Code, _ explanation: String) {
        self.code = code
        self.explanation = explanation
        gateError = nil
        guidance = nil
        parameters = [:]
    }

    /// No finger could match, as this library found out without the daemon.
    static var notEnrolled: GateClientError {
        GateClientError(wireName: Code.notEnrolled.rawValue, parameters: ["printsVanished": false, "fallbacks": []])
    }

    /// An error reply, by its full name. A method without the parameter `locale` is refused in English, so its error gets
    /// this library's own text.
    package init(wireName: String, parameters: WireObject, locale: String? = nil) {
        code = Code(rawValue: wireName)
        self.parameters = parameters
        let error = GateError(wireName: wireName, parameters: parameters)
        gateError = error
        let received = parameters["guidance"]?.objectValue.flatMap(Guidance.init(wire:))
        let language = locale.map { Language(matching: $0) }
        guidance =
            if let error, let received, let language, Language(matching: received.locale) != language {
                .for(error, in: language)
            } else { received }
        explanation =
            guidance?.spoken ?? gateError?.screenText(offering: .own, in: .en)
            ?? Self.explanation(of: code, parameters)
    }

    /// The explanation of an error without guidance: a fault of the call, or an error newer than this library.
    private static func explanation(of code: Code, _ parameters: WireObject) -> String {
        func named(_ member: String) -> String { parameters[member]?.stringValue ?? "?" }
        switch code {
        case .invalidParameter:
            let rule = parameters["rule"]?.stringValue.map { " (\($0))" } ?? ""
            return "the daemon refuses the parameter \(named("parameter"))\(rule)"
        case .methodNotFound, .methodNotImplemented: return "the daemon does not know the method \(named("method"))"
        case .interfaceNotFound: return "the daemon does not know the interface \(named("interface"))"
        case .expectedMore: return "the daemon answers this method only if the call accepts several answers"
        default: return "the daemon answered \(code)"
        }
    }

    init(_ error: GateTransportError) {
        switch error {
        case .unreachable(let path, let errno):
            self.init(.notRunning, "nobody serves \(path)\(errno.map { ": " + errorText($0) } ?? "")")
        case .untrusted(let path, let user):
            self.init(.untrusted, "user \(user) serves \(path), who is not the daemon")
        case .disconnected: self.init(.disconnected, "the connection ended before the answer")
        case .protocolViolation: self.init(.protocolViolation, "what came is no answer to the call")
        case .cancelled: self.init(.taskCancelled, "the call was cancelled")
        }
    }

    /// A value that cannot be sent; found before sending.
    static func notText(_ parameter: String) -> GateClientError {
        GateClientError(
            wireName: Code.invalidParameter.rawValue,
            parameters: ["parameter": .string(parameter), "rule": "text in UTF-8"])
    }

    /// An answer without a member that the contract promises, or with an unknown value.
    static func unreadable(_ member: String) -> GateClientError {
        GateClientError(.protocolViolation, "the answer has no readable \(member)")
    }

    /// The credentials that would have let the same call succeed; empty if the daemon named none.
    public var fallbacks: [Factor] { gateError?.fallbacks ?? [] }

    /// Whether the caller itself ended the call.
    public var isCancellation: Bool {
        code == .taskCancelled || gateError == .cancelled(by: .client)
    }
}

extension GateClientError: CustomStringConvertible {
    public var description: String { "\(code): \(explanation)" }

    /// The explanation, replacing Foundation's generic text.
    public var localizedDescription: String { explanation }
}
