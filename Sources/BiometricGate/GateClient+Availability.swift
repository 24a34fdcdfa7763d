public import GateModel
public import GateWire

/// A reader that is there, came, went, or changed.
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
    /// Whether a fingerprint can be asked for now. Another user's (`user`) is root's to ask.
    public func availability(of user: UserID? = nil) async throws(GateClientError) -> AvailabilityReport {
        let reply = try await call("GetAvailability", availabilityParameters(of: user))
        return try reply.object("availability", AvailabilityReport.init(wire:))
    }

    /// The availability now, then whenever it changes; who reads slowly gets the newest alone.
    ///
    /// Over a connection of its own, which ends with the stream. Throws `GateClientError`.
    public func availabilityUpdates(of user: UserID? = nil) -> AsyncThrowingStream<AvailabilityReport, any Error> {
        watch("WatchAvailability", availabilityParameters(of: user), buffering: .bufferingNewest(1)) { reply in
            reply["availability"]?.objectValue.flatMap(AvailabilityReport.init(wire:))
        }
    }

    /// The readers that are plugged in.
    public func listReaders() async throws(GateClientError) -> [Reader] {
        try await call("ListReaders").list("readers", Reader.init(wire:))
    }

    /// Each reader that is plugged in, then each change; over a connection of its own. Throws `GateClientError`.
    public func watchReaders() -> AsyncThrowingStream<ReaderUpdate, any Error> {
        watch("WatchReaders", [:], ReaderUpdate.init(reply:))
    }

    /// Erases every print in the reader's own storage, whoever enrolled it. Root only.
    public func clearReader(_ reader: ReaderID) async throws(GateClientError) {
        _ = try await call("ClearReader", ["readerId": .string(reader.rawValue)])
    }

    private func availabilityParameters(of user: UserID?) -> WireObject {
        var parameters = WireObject()
        parameters.append("uid", user)
        parameters.append("locale", locale)
        return parameters
    }
}
