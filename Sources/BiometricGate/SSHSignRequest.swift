import GateModel
import GateWire

/// Bytes to be signed for OpenSSH, with the evidence that the daemon verifies.
public struct SSHSignRequest: Hashable, Sendable {
    /// A login or an SSHSIG, at most 16384 bytes.
    public var data: [UInt8]
    /// The bodies of the connection's `session-bind@openssh.com` requests, without the extension's name, in their order.
    public var bindings: [[UInt8]]
    /// The caller's names for the servers of `bindings`, in the same order; an empty text for none.
    public var hostNames: [String]
    /// The commit or tag that is signed, at most 131072 bytes.
    public var object: [UInt8]?

    public init(_ data: [UInt8], bindings: [[UInt8]] = [], hostNames: [String] = [], object: [UInt8]? = nil) {
        self.data = data
        self.bindings = bindings
        self.hostNames = hostNames
        self.object = object
    }

    func parameters(_ name: ItemName) -> WireObject {
        WireObject(present: [
            "name": .string(name.rawValue), "data": .string(Base64.encode(data)),
            "bindings": .when(!bindings.isEmpty, .array(bindings.map { .string(Base64.encode($0)) })),
            "hostNames": .when(!hostNames.isEmpty, .array(hostNames.map { .string($0) })),
            "object": .text(object.map { Base64.encode($0) }),
        ])
    }
}
