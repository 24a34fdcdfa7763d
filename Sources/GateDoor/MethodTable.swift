import GateWire

/// All methods by their full names; a test compares the table with the interface files.
enum MethodTable {
    static let gate: [any Method.Type] = [
        ListReaders.self, WatchReaders.self, ClearReader.self, GetAvailability.self, WatchAvailability.self,
        Authenticate.self, GetLastAuthentication.self, ForgetAuthentication.self, WatchRequests.self,
        AnswerRequest.self, CancelRequest.self, HoldRequest.self, ListPrints.self, Enroll.self, DeletePrint.self,
        VouchPrints.self, RenamePrint.self, DeleteAllPrints.self, GetSettings.self, WatchSettings.self,
        ListOnboardings.self, GetLimits.self, GetLastLogin.self,
        EnableFingerprint.self, DisableFingerprint.self, AnswerOnboarding.self, SetPIN.self, RemovePIN.self,
        PreviewChange.self, RevokeAll.self, Reset.self, ListItems.self, WatchItems.self, GetItem.self, StoreSecret.self,
        UpdateSecret.self, RetrieveSecret.self, RetrieveSecrets.self, CreateKey.self, ImportKey.self, Sign.self,
        SignSSH.self,
        SetDestinations.self,
        RenewItem.self, DeleteItem.self,
    ]

    static let face: [any Method.Type] = [
        FaceMethods.WatchReaders.self, FaceMethods.ListFingers.self, FaceMethods.Hold.self, FaceMethods.Verify.self,
        FaceMethods.Enroll.self, FaceMethods.DeleteFingers.self, FaceMethods.Cancel.self,
        FaceMethods.ImportPrint.self, FaceMethods.ExportPrint.self, FaceMethods.PasswordTyped.self,
        FaceMethods.OpenLogin.self, FaceMethods.AwaitTouch.self, FaceMethods.Take.self,
    ]

    private static let byName: [String: any Method.Type] = Dictionary(
        (gate + face).map { ($0.fullName, $0) }, uniquingKeysWith: { $1 })

    /// The full names of an interface's methods that refer to the waiting call.
    static func urgent(of interface: VarlinkInterface) -> Set<String> {
        Set(byName.filter { $0.value.bearing != .none && $0.value.interface.name == interface.name }.keys)
    }

    static subscript(name: String) -> (any Method.Type)? { byName[name] }
}
