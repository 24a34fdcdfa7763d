import GateGuidance
public import GateModel
import GateSocket
import GateSystem
public import GateWire

/// Why a call to the gate did not succeed.
public struct GateClientError: Error, Hashable, Sendable {
    /// The kind of failure. More kinds may come: a switch over them has a default.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The contract's error in full, or a name of this library's without a dot.
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public var description: String { rawValue }
    }

    public let code: Code
    /// The daemon's refusal with what it says; nil where the failure is another, or one that this version cannot read.
    public let gateError: GateError?
    /// What to tell the user, in the client's language; nil where the daemon did not say.
    public let guidance: Guidance?
    /// The parameters of the daemon's error as they came.
    public let parameters: WireObject
    /// What happened, in complete words: the daemon's own in the client's language, else for developers, in English.
    public let explanation: String

    init(_ code: Code, _ explanation: String) {
        self.code = code
        self.explanation = explanation
        gateError = nil
        guidance = nil
        parameters = [:]
    }

    /// There is no finger that could match, found out before or behind the daemon's back.
    static var notEnrolled: GateClientError {
        GateClientError(wireName: Code.notEnrolled.rawValue, parameters: ["printsVanished": false, "fallbacks": []])
    }

    /// From a reply that is an error, by its full name.
    package init(wireName: String, parameters: WireObject) {
        code = Code(rawValue: wireName)
        self.parameters = parameters
        gateError = GateError(wireName: wireName, parameters: parameters)
        guidance = parameters["guidance"]?.objectValue.flatMap(Guidance.init(wire:))
        explanation =
            guidance?.spoken ?? gateError?.screenText(offering: .own, in: .en)
            ?? Self.explanation(of: code, parameters)
    }

    /// An error that the daemon has no words for, since the call itself was wrong, or is newer than this library.
    private static func explanation(of code: Code, _ parameters: WireObject) -> String {
        func named(_ member: String) -> String { parameters[member]?.stringValue ?? "?" }
        switch code {
        case .invalidParameter:
            let rule = parameters["rule"]?.stringValue.map { " (\($0))" } ?? ""
            return "the daemon refuses the parameter \(named("parameter"))\(rule)"
        case .methodNotFound, .methodNotImplemented: return "the daemon does not know the method \(named("method"))"
        case .interfaceNotFound: return "the daemon does not know the interface \(named("interface"))"
        case .expectedMore: return "the daemon answers the method only to who reads all its answers"
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

    /// A value that cannot be sent, found out before anything is sent.
    static func notText(_ parameter: String) -> GateClientError {
        GateClientError(
            wireName: Code.invalidParameter.rawValue,
            parameters: ["parameter": .string(parameter), "rule": "text in UTF-8"])
    }

    /// An answer without what the contract promises, or with a value that this version cannot name.
    static func unreadable(_ member: String) -> GateClientError {
        GateClientError(.protocolViolation, "the answer has no readable \(member)")
    }

    /// The credentials with which the same call would have succeeded; none where the daemon did not say.
    public var fallbacks: [Factor] { gateError?.fallbacks ?? [] }

    /// Whether the call was ended on the caller's own wish.
    public var isCancellation: Bool {
        code == .taskCancelled || gateError == .cancelled(by: .client)
    }
}

extension GateError {
    /// The credentials with which the same call would have succeeded.
    var fallbacks: [Factor] {
        switch self {
        case .noHardware(let fallbacks), .hardwareUnavailable(_, _, let fallbacks), .notEnrolled(_, let fallbacks),
            .disabled(let fallbacks), .lockout(_, _, let fallbacks), .lockoutPermanent(_, _, let fallbacks),
            .authenticationFailed(let fallbacks), .timedOut(_, let fallbacks):
            fallbacks
        case .credentialRequired(let accepted, _): accepted
        case .cancelled, .credentialNotSet, .credentialWrong, .credentialUnavailable, .credentialThrottled,
            .signInRequired, .pinUnacceptable, .factorNotAllowed, .itemNotFound, .itemExists, .itemInvalidated,
            .printNotFound, .fingerAlreadyEnrolled, .fingerKnownToReader, .readerNotFound, .readerFull,
            .requestNotFound, .limitExceeded, .sealingUnavailable, .storageFailed, .notPermitted:
            []
        }
    }
}

extension GateClientError: CustomStringConvertible {
    public var description: String { "\(code): \(explanation)" }

    /// The explanation, in the place of what Foundation says of every error.
    public var localizedDescription: String { explanation }
}
