/// What is wrong with a call; all but `notACall` are answered with an error of `org.varlink.service`.
///
/// `oneway` is whether the call asked for no answer, and is false where that is for the thrower's caller to know.
public enum CallFault: Error, Hashable, Sendable {
    /// Not UTF-8, not JSON (RFC 8259), nested deeper than 32, a member given twice, or not a call: the connection is
    /// closed.
    case notACall
    /// Names the interface, or the whole method where it has no interface in front.
    case interfaceNotFound(String, oneway: Bool = false)
    /// Names the method in full.
    case methodNotFound(String, oneway: Bool = false)
    /// The method is known and not served in the way asked: an upgrade of the connection. Names the method in full.
    case methodNotImplemented(String, oneway: Bool = false)
    /// Names the parameter; where something inside it is wrong, the outermost one.
    case invalidParameter(String, oneway: Bool = false)
    /// The method answers more than once, and the call does not say that its caller expects that.
    case expectedMore(oneway: Bool = false)

    /// Whether the call asked for no answer.
    public var isOneway: Bool {
        switch self {
        case .notACall: false
        case .interfaceNotFound(_, let oneway), .methodNotFound(_, let oneway), .methodNotImplemented(_, let oneway),
            .invalidParameter(_, let oneway), .expectedMore(let oneway):
            oneway
        }
    }

    /// The error's full name; nil where the connection is closed instead.
    public var wireName: String? {
        switch self {
        case .notACall: nil
        case .interfaceNotFound: "org.varlink.service.InterfaceNotFound"
        case .methodNotFound: "org.varlink.service.MethodNotFound"
        case .methodNotImplemented: "org.varlink.service.MethodNotImplemented"
        case .invalidParameter: "org.varlink.service.InvalidParameter"
        case .expectedMore: "org.varlink.service.ExpectedMore"
        }
    }

    /// The error's parameters, as `org.varlink.service` declares them.
    public var wireParameters: WireObject {
        switch self {
        case .notACall, .expectedMore: [:]
        case .interfaceNotFound(let interface, _): ["interface": .string(interface)]
        case .methodNotFound(let method, _), .methodNotImplemented(let method, _): ["method": .string(method)]
        case .invalidParameter(let parameter, _): ["parameter": .string(parameter)]
        }
    }

    /// The answer; nil where the connection is closed instead, or the call asked for none.
    public var reply: OutgoingFrame? {
        guard !isOneway, let wireName else { return nil }
        return .error(wireName, wireParameters)
    }
}
