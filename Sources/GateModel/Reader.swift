/// A fingerprint reader that is plugged in.
public struct Reader: Hashable, Sendable {
    /// How the reader is attached; the raw value is the contract's name.
    public enum Bus: String, CaseIterable, Sendable { case usb, spi, virtual }

    /// How the finger moves; the raw value is the contract's name.
    public enum ScanType: String, CaseIterable, Sendable { case press, swipe }

    /// Where prints are compared; the raw value is the contract's name.
    public enum Matching: String, CaseIterable, Sendable { case onHost, onChip }

    /// The driver's features (`FpDeviceFeature`), in the order of libfprint's bits.
    public enum Capability: String, CaseIterable, Sendable {
        case capture, identify, verify, storage, storageList, storageDelete, storageClear, duplicatesCheck, alwaysOn
        case updatePrint
    }

    /// The reader's activity; the raw value is the contract's name.
    public enum State: String, CaseIterable, Sendable { case ready, busy, inUse, suspended, overheated, faulted }

    public let id: ReaderID
    public let name: String
    public let driver: String
    public let bus: Bus
    public let scanType: ScanType
    /// The number of touches in an enrolment.
    public let enrollStages: Int
    public let matching: Matching
    public let capabilities: Set<Capability>
    /// Whether it is part of the machine, so that a closed lid covers it; true if unknown.
    public let isBuiltIn: Bool
    public var state: State

    public init(
        id: ReaderID, name: String, driver: String, bus: Bus, scanType: ScanType, enrollStages: Int,
        matching: Matching, capabilities: Set<Capability>, isBuiltIn: Bool = true, state: State
    ) {
        self.id = id
        self.name = name
        self.driver = driver
        self.bus = bus
        self.scanType = scanType
        self.enrollStages = enrollStages
        self.matching = matching
        self.capabilities = capabilities
        self.isBuiltIn = isBuiltIn
        self.state = state
    }
}
