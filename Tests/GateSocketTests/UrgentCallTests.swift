import GateModel
import GateSocket
import GateWire
import Testing

@Suite("Urgent calls") struct UrgentCallTests {
    private let cancel = call("CancelRequest", "{}", #","oneway":true"#)

    /// Returns once the event loop has served what others had sent before.
    private func settle(_ witness: RawClient) async throws {
        try await witness.send(call("ListReaders"))
        #expect(try await witness.receive() != nil)
    }

    private func urgentCalls(_ handler: ScriptedHandler) -> Int { handler.handled.count { $0 == "CancelRequest" } }

    @Test("An urgent call beyond a connection's limit waits for an earlier one, and so does everything sent behind it")
    func connection() async throws {
        try await withListener {
            $0.urgentCalls = 2
        } _: { path, handler in
            let witness = try RawClient(path)
            let client = try RawClient(path)
            try await client.send(cancel, cancel, cancel, cancel, call("GetSettings"))
            var served = [try await handler.nextPending("CancelRequest")]
            served.append(try await handler.nextPending("CancelRequest"))
            try await settle(witness)
            #expect(handler.handled == ["CancelRequest", "CancelRequest", "ListReaders"])
            served.removeFirst()
            served.append(try await handler.nextPending("CancelRequest"))
            try await settle(witness)
            #expect(urgentCalls(handler) == 3)
            served.removeAll()
            _ = try await handler.nextPending("CancelRequest")
            #expect(try await client.receive() == #"{"parameters":{"settings":{}}}"#)
        }
    }

    @Test("Urgent calls are counted over a user's connections; the longest-waiting one is next, unless it has left")
    func user() async throws {
        try await withListener {
            $0.urgentCallsPerUser = 1
        } _: { path, handler in
            let witness = try RawClient(path)
            let clients = [try RawClient(path), try RawClient(path), try RawClient(path)]
            for client in clients {
                try await client.send(cancel)
                try await settle(witness)
            }
            #expect(urgentCalls(handler) == 1)
            var served: [CallResponder] = [try await handler.nextPending("CancelRequest")]
            let first = served[0].client.id
            clients[1].leave()
            _ = try await handler.nextClosed()
            served.removeAll()
            served.append(try await handler.nextPending("CancelRequest"))
            #expect(served[0].client.id.rawValue > first.rawValue)
            #expect(urgentCalls(handler) == 2)
        }
    }

    @Test("Behind an endless watch, each ended urgent call makes room for the next")
    func behindAWatch() async throws {
        try await withListener {
            $0.urgentCalls = 1
        } _: { path, handler in
            let witness = try RawClient(path)
            let client = try RawClient(path)
            try await client.send(call("WatchReaders", "{}", #","more":true"#), cancel, cancel, cancel)
            let watch = try await handler.nextPending("WatchReaders")
            for number in 1...3 {
                let served = try await handler.nextPending("CancelRequest")
                try await settle(witness)
                #expect(urgentCalls(handler) == number)
                withExtendedLifetime(served) {}
            }
            watch.send(.reply(["readers": []], continues: true), as: .change)
            #expect(try await client.receive() == #"{"parameters":{"readers":[]},"continues":true}"#)
        }
    }

    @Test("Oneway calls that cannot be served take no place of urgent calls behind a watch")
    func behindFaults() async throws {
        try await withListener {
            $0.queuedCalls = 2
        } _: { path, handler in
            let client = try RawClient(path)
            try await client.send(call("WatchReaders", "{}", #","more":true"#))
            let watch = try await handler.nextPending("WatchReaders")
            for _ in 0..<3 { try await client.send(call("ListReaders", #"{"unknown":1}"#, #","oneway":true"#)) }
            try await client.send(cancel)
            _ = try await handler.nextPending("CancelRequest")
            watch.send(.reply(["readers": []], continues: true), as: .change)
            #expect(try await client.receive() == #"{"parameters":{"readers":[]},"continues":true}"#)
        }
    }

    @Test("A waiting urgent call is served even if its client sends nothing more")
    func halfClosed() async throws {
        try await withListener {
            $0.urgentCalls = 1
        } _: { path, handler in
            let witness = try RawClient(path)
            let client = try RawClient(path)
            try await client.send(cancel, cancel)
            client.shutdownWriting()
            var served: [CallResponder] = [try await handler.nextPending("CancelRequest")]
            try await settle(witness)
            #expect(urgentCalls(handler) == 1)
            served.removeAll()
            _ = try await handler.nextPending("CancelRequest")
            #expect(try await client.receive() == nil)
        }
    }
}
