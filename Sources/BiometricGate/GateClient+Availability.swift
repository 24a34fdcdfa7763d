public import GateModel
public import GateWire

/// A reader that is present, or was added, removed or changed.
public struct ReaderUpdate: Hashable, Sendable {
    /// The raw value is the contract's name.
    public enum Change: String, CaseIterable, Sendable { case present, added, removed, changed }

    public let change: Change
    public let reader: Reader

    public init(change: Change, reader: Reader) {
        self.change = change
        self.reader = reader
    }

    init?(reply: WireObject) {
        guard let change = reply["change"]?.stringValue.flatMap(Change.init(rawValue:)),
            let reader = reply["reader"]?.objectValue.flatMap(Reader.init(wire:))
        else { return nil }
        self.init(change: change, reader: reader)
    }
}

extension GateClient {
    /// Whether a fingerprint can be requested now. Only root may ask about another `user`.
    public func availability(of user: UserID? = nil) async throws(GateClientError) -> AvailabilityReport {
        let reply = try await call("GetAvailability", availabilityParameters(of: user))
        return try reply.object("availability", AvailabilityReport.init(wire:))
    }

    /// The availability now and after each change; a slow reader gets only the newest.
    ///
    /// Uses its own connection, which ends with the stream. Throws `GateClientError`.
    public func availabilityUpdates(of user: UserID? = nil) -> AsyncThrowingStream<AvailabilityReport, any Error> {
        watch("WatchAvailability", availabilityParameters(of: user), buffering: .bufferingNewest(1)) { reply in
            reply["availability"]?.objectValue.flatMap(AvailabilityReport.init(wire:))
        }
    }

    public func listReaders() async throws(GateClientError) -> [Reader] {
        try await call("ListReaders").list("readers", Reader.init(wire:))
    }

    /// Each reader present, then each change, over a separate connection. Throws `GateClientError`.
    public func watchReaders() -> AsyncThrowingStream<ReaderUpdate, any Error> {
        watch("WatchReaders", [:], ReaderUpdate.init(reply:))
    }

    /// Erases every print in the reader's own storage, including other programs'. Root only.
    public func clearReader(_ reader: ReaderID) async throws(GateClientError) {
        _ = try await call("ClearReader", ["readerId": .string(reader.rawValue)])
    }

    private func availabilityParameters(of user: UserID?) -> WireObject {
        WireObject(present: ["uid": .number(of: user), "locale": .text(locale)])
    }
}
