import GateModel
import GateSocket
import GateWire
import Glibc
import Testing

@Suite struct ConnectionEndTests {
    @Test("Bytes that are not a call close only their connection, after its due answers")
    func garbage() async throws {
        try await withListener { path, _ in
            let other = try RawClient(path)
            let client = try RawClient(path)
            try await client.send(call("ListReaders"), "no call at all", call("GetSettings"))
            #expect(try await client.receive() == #"{"parameters":{"readers":[]}}"#)
            #expect(try await client.receive() == nil)
            try await other.send(call("ListReaders"))
            #expect(try await other.receive() == #"{"parameters":{"readers":[]}}"#)
        }
    }

    @Test("A message over the limit closes its connection before it is complete")
    func oversize() async throws {
        try await withListener {
            $0.messageBytes = 1000
        } _: { path, _ in
            let other = try RawClient(path)
            let client = try RawClient(path)
            try await client.write(Array(repeating: UInt8(ascii: " "), count: 1001))
            #expect(try await client.receive() == nil)
            try await other.send(call("ListReaders"))
            #expect(try await other.receive() == #"{"parameters":{"readers":[]}}"#)
        }
    }

    @Test("A message that is begun and not completed closes its connection")
    func halfMessage() async throws {
        try await withListener {
            $0.messageTimeout = .milliseconds(50)
        } _: { path, _ in
            let client = try RawClient(path)
            try await client.send(call("ListReaders"))
            #expect(try await client.receive() == #"{"parameters":{"readers":[]}}"#)
            try await client.write(Array(#"{"method":"#.utf8))
            #expect(try await client.receive() == nil)
        }
    }

    @Test("A message in two pieces is one message")
    func pieces() async throws {
        try await withListener { path, _ in
            let client = try RawClient(path)
            let bytes = Array(call("ListReaders").utf8) + [0]
            try await client.write(Array(bytes.prefix(20)))
            try await client.send(String(decoding: bytes.dropFirst(20).dropLast(), as: UTF8.self), call("GetSettings"))
            #expect(try await client.receive() == #"{"parameters":{"readers":[]}}"#)
            #expect(try await client.receive() == #"{"parameters":{"settings":{}}}"#)
        }
    }

    @Test("A client that leaves is reported while its call is pending, and later answers are dropped")
    func leaving() async throws {
        try await withListener { path, handler in
            let client = try RawClient(path)
            try await client.send(authenticate)
            let responder = try await handler.nextPending("Authenticate")
            client.leave()
            let closed = try await handler.nextClosed()
            #expect(closed.id == responder.client.id)
            #expect(responder.client.isClosed)
            responder.send(.reply(["authentication": [:]]), as: .result)
        }
    }

    @Test("A client that leaves is reported even while reading from it is paused")
    func leavingWithFullQueue() async throws {
        try await withListener { path, handler in
            let client = try RawClient(path)
            try await client.send(authenticate)
            for _ in 0..<100 { try await client.send(call("ListReaders")) }
            _ = try await handler.nextPending("Authenticate")
            client.leave()
            _ = try await handler.nextClosed()
            #expect(handler.handled == ["Authenticate"])
        }
    }

    @Test("A client that sends nothing more still gets its answers, and then the end")
    func halfClosed() async throws {
        try await withListener { path, handler in
            let client = try RawClient(path)
            try await client.send(authenticate, call("ListReaders"))
            client.shutdownWriting()
            let responder = try await handler.nextPending("Authenticate")
            responder.send(.reply(["authentication": [:]]), as: .result)
            #expect(try await client.receive() == #"{"parameters":{"authentication":{}}}"#)
            #expect(try await client.receive() == #"{"parameters":{"readers":[]}}"#)
            #expect(try await client.receive() == nil)
        }
    }

    @Test("A client that never reads is dropped after its time, while others are served")
    func neverReads() async throws {
        let large = WireObject(dictionaryLiteral: ("readers", .string(String(repeating: "x", count: 100_000))))
        try await withListener(handler: ScriptedHandler(readersReply: large)) {
            $0.writeTimeout = .milliseconds(50)
        } _: { path, handler in
            let deaf = try RawClient(path)
            let other = try RawClient(path)
            // In one system call: a later one would find the connection closed.
            try await deaf.write(Array(repeating: Array(call("ListReaders").utf8) + [0], count: 8).flatMap { $0 })
            try await other.send(call("GetSettings"))
            #expect(try await other.receive() == #"{"parameters":{"settings":{}}}"#)
            _ = try await handler.nextClosed()
            try await other.send(call("GetSettings"))
            #expect(try await other.receive() == #"{"parameters":{"settings":{}}}"#)
        }
    }

    @Test("Unread answers are limited in bytes")
    func bounded() async throws {
        try await withListener {
            $0.outboundBytes = 500_000
            $0.writeTimeout = .seconds(3600)
        } _: { path, handler in
            let deaf = try RawClient(path)
            try await deaf.send(call("WatchReaders", "{}", #","more":true"#))
            let responder = try await handler.nextPending("WatchReaders")
            let text = WireValue.string(String(repeating: "x", count: 100_000))
            for _ in 0..<20 { responder.send(.reply(["reader": text], continues: true), as: .change) }
            _ = try await handler.nextClosed()
        }
    }

    @Test("A slow client gets the newest progress and the result, not the progress in between")
    func coalesced() async throws {
        try await withListener {
            $0.writeTimeout = .seconds(3600)
        } _: { path, handler in
            let client = try RawClient(path)
            try await client.send(authenticate)
            let responder = try await handler.nextPending("Authenticate")
            let filler = WireValue.string(String(repeating: "x", count: 10_000))
            let count = 1000
            for number in 0..<count {
                responder.send(
                    .reply(["stage": .integer(Int64(number)), "message": filler], continues: true), as: .progress)
            }
            var seen = 0
            while let frame = try await client.receive() {
                seen += 1
                if frame.contains(#""stage":\#(count - 1),"#) { break }
            }
            #expect(seen < count)
            responder.send(.reply(["authentication": [:]]), as: .result)
            #expect(try await client.receive() == #"{"parameters":{"authentication":{}}}"#)
        }
    }

    @Test("A close by the daemon first sends what was written before")
    func closedByDaemon() async throws {
        try await withListener { path, handler in
            let client = try RawClient(path)
            try await client.send(authenticate)
            let responder = try await handler.nextPending("Authenticate")
            responder.send(.reply(["progress": [:]], continues: true), as: .progress)
            responder.client.close()
            #expect(try await client.receive() == #"{"parameters":{"progress":{}},"continues":true}"#)
            #expect(try await client.receive() == nil)
        }
    }
}
