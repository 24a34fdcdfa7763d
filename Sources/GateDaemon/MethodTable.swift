import GateWire

/// The methods that the daemon has, by their names in full; the interface's text is held against it by a test.
enum MethodTable {
    static let all: [any GateMethod.Type] = [
        ListReaders.self, WatchReaders.self, ClearReader.self, GetAvailability.self, WatchAvailability.self,
        Authenticate.self, GetLastAuthentication.self, ForgetAuthentication.self, WatchRequests.self,
        AnswerRequest.self, CancelRequest.self, HoldRequest.self, ListPrints.self, Enroll.self, DeletePrint.self,
        VouchPrints.self, RenamePrint.self, DeleteAllPrints.self, GetSettings.self, WatchSettings.self,
        ListOnboardings.self,
        EnableFingerprint.self, DisableFingerprint.self, AnswerOnboarding.self, SetPIN.self, RemovePIN.self,
        PreviewChange.self, RevokeAll.self, Reset.self, ListItems.self, GetItem.self, StoreSecret.self,
        RetrieveSecret.self, CreateKey.self, Sign.self, RenewItem.self, DeleteItem.self,
    ]

    private static let byName: [String: any GateMethod.Type] = Dictionary(
        all.map { (VarlinkInterface.gate.name + "." + $0.name, $0) }, uniquingKeysWith: { $1 })

    /// Those that are about the call that waits, by their names in full.
    static let urgent = Set(byName.filter { $0.value.isUrgent }.keys)

    static subscript(name: String) -> (any GateMethod.Type)? { byName[name] }
}
