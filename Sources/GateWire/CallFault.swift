/// The fault of a parameter, with its place.
public struct ParameterFault: Error, Hashable, Sendable {
    /// The path of the parameter, for example `access.maxAgeSeconds` or `factors[1]`.
    public let path: String
    /// The rule it breaks, for developers, in English.
    public let rule: String

    public init(_ path: String, _ rule: String) {
        self.path = path
        self.rule = rule
    }

    /// A missing parameter.
    static func missing(_ path: String) -> ParameterFault { ParameterFault(path, "must be given") }

    /// An unknown name.
    static func unknown(_ path: String, among names: [String]) -> ParameterFault {
        ParameterFault(path, names.isEmpty ? "unknown: there are none" : "unknown: one of \(list(names))")
    }

    static func list(_ names: [String]) -> String { names.joined(separator: ", ") }

    /// The same fault, inside the member `outer`.
    func inside(_ outer: String) -> ParameterFault {
        ParameterFault(
            path.isEmpty ? outer : path.utf8.first == UInt8(ascii: "[") ? outer + path : "\(outer).\(path)", rule)
    }
}

/// The fault of a call; every fault but `notACall` is answered with an error of `org.varlink.service`.
///
/// `oneway` is whether the call wants no answer; false if only the thrower's caller knows.
public enum CallFault: Error, Hashable, Sendable {
    /// Not UTF-8, not JSON (RFC 8259), nested deeper than 32, or not an object: the connection is closed.
    case notACall
    /// An object that is not a call: it has an unknown or repeated member, or one of another type. It is answered as an
    /// invalid parameter, and the connection is closed.
    case malformedCall(ParameterFault, oneway: Bool = false)
    /// Names the interface, or the whole method if that has no interface.
    case interfaceNotFound(String, oneway: Bool = false)
    /// Names the method in full.
    case methodNotFound(String, oneway: Bool = false)
    /// The method is known but cannot be served with an upgrade of the connection. Names the method in full.
    case methodNotImplemented(String, oneway: Bool = false)
    case invalidParameter(ParameterFault, oneway: Bool = false)
    /// The method answers more than once, and the call lacks `more`.
    case expectedMore(oneway: Bool = false)

    /// A required parameter is missing.
    public static func missing(_ parameter: String, oneway: Bool = false) -> CallFault {
        .invalidParameter(.missing(parameter), oneway: oneway)
    }

    /// Whether the call wants no answer.
    public var isOneway: Bool {
        switch self {
        case .notACall: false
        case .interfaceNotFound(_, let oneway), .methodNotFound(_, let oneway), .methodNotImplemented(_, let oneway),
            .invalidParameter(_, let oneway), .malformedCall(_, let oneway), .expectedMore(let oneway):
            oneway
        }
    }

    /// Whether nothing more is read from the connection.
    public var endsConnection: Bool {
        switch self {
        case .notACall, .malformedCall: true
        case .interfaceNotFound, .methodNotFound, .methodNotImplemented, .invalidParameter, .expectedMore: false
        }
    }

    /// The error's full name; nil if the connection is closed without an answer.
    public var wireName: String? {
        switch self {
        case .notACall: nil
        case .interfaceNotFound: "org.varlink.service.InterfaceNotFound"
        case .methodNotFound: "org.varlink.service.MethodNotFound"
        case .methodNotImplemented: "org.varlink.service.MethodNotImplemented"
        case .invalidParameter, .malformedCall: "org.varlink.service.InvalidParameter"
        case .expectedMore: "org.varlink.service.ExpectedMore"
        }
    }

    /// The error's parameters, as `org.varlink.service` declares them, with the rule of a parameter.
    public var wireParameters: WireObject {
        switch self {
        case .notACall, .expectedMore: [:]
        case .interfaceNotFound(let interface, _): ["interface": .string(interface)]
        case .methodNotFound(let method, _), .methodNotImplemented(let method, _): ["method": .string(method)]
        case .invalidParameter(let fault, _), .malformedCall(let fault, _):
            ["parameter": .string(fault.path), "rule": .string(fault.rule)]
        }
    }

    /// The answer; nil if the connection is closed instead, or the call wants none.
    public var reply: OutgoingFrame? {
        guard !isOneway, let wireName else { return nil }
        return .error(wireName, wireParameters)
    }
}
