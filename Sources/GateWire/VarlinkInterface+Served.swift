extension VarlinkInterface {
    /// The gate's interface, with its documentation: `org.biometricgate.Gate.varlink`.
    public static let gate = served(PackageResources.org_biometricgate_Gate_varlink)

    /// The interface for programs that ask for a finger in other ways: `org.biometricgate.Face.varlink`.
    public static let face = served(PackageResources.org_biometricgate_Face_varlink)

    /// The interface for passkeys: `org.biometricgate.Passkeys.varlink`.
    public static let passkeys = served(PackageResources.org_biometricgate_Passkeys_varlink)

    /// The interface of every Varlink service (varlink.org, "Service"): `org.varlink.service.varlink`.
    public static let service = served(PackageResources.org_varlink_service_varlink)

    /// The gate interface's name.
    static let gateName = "org.biometricgate.Gate"

    /// The interfaces on the socket of this one.
    public var onSocket: [VarlinkInterface] {
        name == Self.gateName ? [.service, self, .passkeys] : [.service, self]
    }

    /// The face interface's name.
    static let faceName = "org.biometricgate.Face"

    /// An interface whose text is a file of this module, without the annotations of the clients' generator
    /// (`Clients/generator`).
    private static func served(_ text: [UInt8]) -> VarlinkInterface {
        let newline = UInt8(ascii: "\n")
        let lines = text.split(separator: newline, omittingEmptySubsequences: false)
        let served = lines.filter { !$0.starts(with: "# @".utf8) }
        do {
            return try VarlinkInterface(parsing: Array(served.joined(separator: [newline])))
        } catch {
            // The texts are constants, and a test parses each of them.
            preconditionFailure("line \(error.line) of an interface of this module")
        }
    }
}
