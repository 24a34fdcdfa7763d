extension VarlinkInterface {
    /// The interface of the gate, with everything that it says about itself: `org.biometricgate.Gate.varlink`.
    public static let gate = served(PackageResources.org_biometricgate_Gate_varlink)

    /// The interface of the program that answers for other ways of asking for a finger: `org.biometricgate.Face.varlink`.
    public static let face = served(PackageResources.org_biometricgate_Face_varlink)

    /// The interface that every Varlink service has (varlink.org, "Service"): `org.varlink.service.varlink`.
    public static let service = served(PackageResources.org_varlink_service_varlink)

    /// The gate's interface by name.
    static let gateName = "org.biometricgate.Gate"

    /// The second interface by name.
    static let faceName = "org.biometricgate.Face"

    /// An interface whose text is a file of this module.
    private static func served(_ text: [UInt8]) -> VarlinkInterface {
        do {
            return try VarlinkInterface(parsing: text)
        } catch {
            // The texts are constants, and a test reads each of them.
            preconditionFailure("line \(error.line) of an interface of this module")
        }
    }
}
