import Testing

/// A client that watches the readers.
struct ReaderWatch {
    private let connection: GateConnection

    init(_ daemon: DaemonUnderTest) throws {
        connection = try daemon.client()
        try connection.ask("WatchReaders")
    }

    /// Reads on until a reader has this state.
    func awaitState(_ state: String, at location: SourceLocation = #_sourceLocation) throws {
        while try connection.receive(at: location).parameters["reader"]["state"].string != state {}
    }

    /// The reader of the next change other than one of a state. A reader that was there when the watch began is an
    /// added one.
    func next(_ change: String, at location: SourceLocation = #_sourceLocation) throws -> JSON {
        while true {
            let reply = try connection.receive(at: location).parameters
            let told = reply["change"].string
            if told == change || (told == "present" && change == "added") { return reply["reader"] }
            guard reply["change"] == "changed" else { throw HarnessFailure("not \(change), but \(reply)") }
        }
    }
}

extension DaemonUnderTest {
    /// Whether prints are noted that a reader's chip is to delete.
    func hasNotedChipCopies() throws -> Bool {
        try !execute("SELECT CAST(id AS BLOB) FROM chipDeletion").isEmpty
    }

    /// Returns once the chips have deleted them.
    func awaitNoChipCopies(at location: SourceLocation = #_sourceLocation) throws {
        try waitUntil("the chips have forgotten them", at: location) { try !hasNotedChipCopies() }
    }
}
