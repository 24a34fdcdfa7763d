/// A server's proof that it has a host key, for one session: the body of OpenSSH's `session-bind@openssh.com`.
public struct SessionBinding: Hashable, Sendable {
    public let hostKey: HostKey
    public let sessionID: [UInt8]
    /// By the host key over `sessionID`.
    public let signature: [UInt8]
    /// Whether the connection to the agent was forwarded through this session, instead of signing in with it.
    public let isForwarding: Bool

    public init(hostKey: HostKey, sessionID: [UInt8], signature: [UInt8], isForwarding: Bool) {
        self.hostKey = hostKey
        self.sessionID = sessionID
        self.signature = signature
        self.isForwarding = isForwarding
    }

    public init(_ bytes: [UInt8]) throws(SSHFault) {
        var reader = SSHReader(bytes)
        let key = try reader.string(limit: SSHLimits.hostKey)
        sessionID = try reader.string(limit: SSHLimits.sessionID)
        signature = try reader.string(limit: SSHLimits.hostKey)
        isForwarding = try reader.bool()
        try reader.end()
        hostKey = try HostKey(blob: key)
    }

    /// The body of the extension's request.
    public var bytes: [UInt8] {
        SSHWriter.bytes { writer in
            writer.string(hostKey.blob)
            writer.string(sessionID)
            writer.string(signature)
            writer.bool(isForwarding)
        }
    }
}

/// Why a binding is refused.
public enum BindingFault: Error, Hashable, Sendable {
    /// The host key did not sign the session, or not by an algorithm that can be checked.
    case notSigned
    /// The connection is already bound to a session that signs in.
    case boundForLogin
    /// The connection has the same session with another host key.
    case otherHostKey
    case tooMany
}

/// The sessions that a connection to an agent is bound to, in the order of the hops.
///
/// Bindings only accumulate: a later message that could replace one would let a client choose what is shown.
public struct SessionBindings: Hashable, Sendable {
    /// OpenSSH's limit.
    public static let limit = 16

    public private(set) var all: [SessionBinding] = []
    /// Whether a binding was refused. From then on nothing is known of the connection's way.
    public private(set) var isBroken = false

    public init() {}

    /// Verifies all of `bindings` in order.
    public init(
        _ bindings: [SessionBinding], _ cryptography: some SSHCryptography
    ) throws(BindingFault) {
        for binding in bindings { try bind(binding, cryptography) }
    }

    /// Adds a binding, or keeps the one that the same session already has.
    public mutating func bind(
        _ binding: SessionBinding, _ cryptography: some SSHCryptography
    ) throws(BindingFault) {
        do throws(BindingFault) {
            guard let check = try? binding.hostKey.check(binding.signature),
                cryptography.isRight(check, of: binding.sessionID)
            else { throw BindingFault.notSigned }
            for earlier in all {
                guard earlier.isForwarding else { throw BindingFault.boundForLogin }
                guard earlier.sessionID == binding.sessionID else { continue }
                guard earlier.hostKey == binding.hostKey else { throw BindingFault.otherHostKey }
                return
            }
            guard all.count < Self.limit else { throw BindingFault.tooMany }
            all.append(binding)
        } catch {
            isBroken = true
            throw error
        }
    }

    /// Records a binding that could not be read.
    public mutating func failed() { isBroken = true }
}
