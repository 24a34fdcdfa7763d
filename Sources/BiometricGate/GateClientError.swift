public import GateModel
import GateSocket
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
    /// For developers, in English.
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
    init(wireName: String, parameters: WireObject) {
        code = Code(rawValue: wireName)
        self.parameters = parameters
        gateError = GateError(wireName: wireName, parameters: parameters)
        guidance = parameters["guidance"]?.objectValue.flatMap(Guidance.init(wire:))
        explanation = guidance.map { "\($0.title). \($0.body)" } ?? "the daemon answered \(wireName)"
    }

    init(_ error: GateTransportError) {
        switch error {
        case .unreachable(let path, let errno):
            let cause = errno.map { " (errno \($0))" } ?? ""
            self.init(.notRunning, "nobody serves \(path)\(cause)")
        case .disconnected: self.init(.disconnected, "the connection ended before the answer")
        case .protocolViolation: self.init(.protocolViolation, "what came is no answer to the call")
        case .cancelled: self.init(.taskCancelled, "the call was cancelled")
        }
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
            .authenticationFailed(let fallbacks), .timedOut(let fallbacks):
            fallbacks
        case .credentialRequired(let accepted): accepted
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
}
