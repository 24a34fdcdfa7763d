public import GateModel

extension Reader {
    /// The contract's `Reader`; capabilities in libfprint's order.
    public var wire: WireObject {
        [
            "id": .string(id.rawValue), "name": .string(name), "driver": .string(driver), "bus": .name(bus),
            "scanType": .name(scanType), "enrollStages": .count(enrollStages), "matching": .name(matching),
            "capabilities": .names(Capability.allCases.filter(capabilities.contains)), "builtIn": .bool(isBuiltIn),
            "state": .name(state),
        ]
    }

    /// Nil if a member is missing or unknown to this version; unknown capabilities are left out.
    public init?(wire: WireObject) {
        guard let id = wire.text("id"), let name = wire.text("name"), let driver = wire.text("driver"),
            let bus = wire.known("bus", as: Bus.self), let scanType = wire.known("scanType", as: ScanType.self),
            let enrollStages = wire.number("enrollStages"),
            let matching = wire.known("matching", as: Matching.self),
            let capabilities = wire["capabilities"]?.arrayValue, let state = wire.known("state", as: State.self)
        else { return nil }
        self.init(
            id: ReaderID(rawValue: id), name: name, driver: driver, bus: bus, scanType: scanType,
            enrollStages: enrollStages, matching: matching,
            capabilities: Set(capabilities.compactMap { $0.stringValue.flatMap(Capability.init(name:)) }),
            isBuiltIn: wire.bool("builtIn") ?? true, state: state)
    }
}
