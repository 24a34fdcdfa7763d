/// The bytes that are signed to sign in to a server by a key (RFC 4252, section 7), plain or bound to the host key.
public struct LoginRequest: Hashable, Sendable {
    public let sessionID: [UInt8]
    public let user: String
    /// SSH's name of the signature's algorithm.
    public let algorithm: String
    public let key: [UInt8]
    /// The host key in the request, if its method is `publickey-hostbound-v00@openssh.com`.
    public let hostKey: [UInt8]?

    /// SSH_MSG_USERAUTH_REQUEST.
    private static let message: UInt8 = 50

    public init(_ bytes: [UInt8]) throws(SSHFault) {
        var reader = SSHReader(bytes)
        sessionID = try reader.string(limit: SSHLimits.sessionID)
        guard try reader.byte() == Self.message else { throw .malformed }
        user = try reader.text(limit: SSHLimits.name)
        guard try reader.text(limit: SSHLimits.name) == "ssh-connection" else { throw .unknown }
        let isBound: Bool
        switch try reader.text(limit: SSHLimits.name) {
        case "publickey": isBound = false
        case "publickey-hostbound-v00@openssh.com": isBound = true
        default: throw .unknown
        }
        guard try reader.bool() else { throw .malformed }
        algorithm = try reader.text(limit: SSHLimits.name)
        key = try reader.string(limit: SSHLimits.hostKey)
        hostKey = isBound ? try reader.string(limit: SSHLimits.hostKey) : nil
        try reader.end()
    }
}

/// Why a login is not signed, although it has the right form.
public enum DestinationFault: Error, Hashable, Sendable {
    /// A binding of the connection was refused, so its server is unknown.
    case unsoundBinding(BindingFault?)
    /// The request is for another session than the connection's last binding.
    case foreignSession
    /// A host that the agent was forwarded to asks for a server that did not prove its key.
    case beyondForwarding
    /// A hop before the last one is not a forwarding.
    case brokenPath
    /// A request through other hosts does not contain the host key, or one contains another.
    case otherHostKey
    /// The request is for another key.
    case otherKey
    /// A connection that is bound to a login asks for something else.
    case notALogin
}

/// The server that a login is for, as far as it proved itself.
public enum Destination: Hashable, Sendable {
    /// The program did not bind its connection: the server is known to it alone.
    case unbound
    /// The server has this key, and was reached through the others, the nearest first.
    case host(HostKey, through: [HostKey])
}

extension LoginRequest {
    /// Checks the request against the bindings of its connection, as OpenSSH's agent does for restricted keys.
    ///
    /// Without the check of the host key, a host in between could present its own session with another server.
    public func destination(_ bindings: SessionBindings) throws(DestinationFault) -> Destination {
        guard !bindings.isBroken else { throw .unsoundBinding(nil) }
        guard let last = bindings.all.last else { return .unbound }
        guard !last.isForwarding else { throw .beyondForwarding }
        guard bindings.all.dropLast().allSatisfy(\.isForwarding) else { throw .brokenPath }
        guard last.sessionID == sessionID else { throw .foreignSession }
        guard hostKey == last.hostKey.blob || (hostKey == nil && bindings.all.count == 1) else { throw .otherHostKey }
        return .host(last.hostKey, through: bindings.all.dropLast().map(\.hostKey))
    }
}
