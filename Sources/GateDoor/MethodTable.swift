import GateWire

/// All methods by their full names; a test compares the table with the interface files.
enum MethodTable {
    /// Each file in `Methods` lists its own.
    static let gate: [any Method.Type] = readers + availability + authentication + enrolment + settings + items + keys

    static let face: [any Method.Type] = [
        FaceMethods.WatchReaders.self, FaceMethods.ListFingers.self, FaceMethods.Hold.self, FaceMethods.Verify.self,
        FaceMethods.Enroll.self, FaceMethods.DeleteFingers.self, FaceMethods.Cancel.self,
        FaceMethods.ImportPrint.self, FaceMethods.ExportPrint.self, FaceMethods.PasswordTyped.self,
        FaceMethods.OpenLogin.self, FaceMethods.AwaitTouch.self, FaceMethods.Take.self,
    ]

    private static let byName: [String: any Method.Type] = Dictionary(
        (gate + passkeys + face).map { ($0.fullName, $0) }, uniquingKeysWith: { $1 })

    /// The full names of an interface's methods that refer to the waiting call.
    static func urgent(of interface: VarlinkInterface) -> Set<String> {
        Set(byName.filter { $0.value.bearing != .none && $0.value.interface.name == interface.name }.keys)
    }

    static subscript(name: String) -> (any Method.Type)? { byName[name] }
}
