import GateSocket
import GateWire
import Testing

@Suite struct OrderTests {
    @Test("A call that asks nobody is answered")
    func answersAtOnce() async throws {
        try await withListener { path, _ in
            let client = try RawClient(path)
            try await client.send(call("ListReaders"))
            #expect(try await client.receive() == #"{"parameters":{"readers":[]}}"#)
        }
    }

    @Test("Calls behind a pending one are handled after its last answer, in order")
    func keepsOrder() async throws {
        try await withListener { path, handler in
            let client = try RawClient(path)
            try await client.send(authenticate, call("ListReaders"), call("GetSettings"))
            let responder = try await handler.nextPending("Authenticate")
            responder.send(.reply(["progress": [:]], continues: true), as: .progress)
            #expect(try await client.receive() == #"{"parameters":{"progress":{}},"continues":true}"#)
            #expect(handler.handled == ["Authenticate"])
            responder.send(.reply(["authentication": [:]]), as: .result)
            #expect(try await client.receive() == #"{"parameters":{"authentication":{}}}"#)
            #expect(try await client.receive() == #"{"parameters":{"readers":[]}}"#)
            #expect(try await client.receive() == #"{"parameters":{"settings":{}}}"#)
            #expect(handler.handled == ["Authenticate", "ListReaders", "GetSettings"])
        }
    }

    @Test("An answer given from inside the handler ends the call before the handler returns")
    func answersFromInside() async throws {
        try await withListener { path, _ in
            let client = try RawClient(path)
            try await client.send(call("ForgetAuthentication"), call("ListReaders"))
            #expect(try await client.receive() == #"{"parameters":{}}"#)
            #expect(try await client.receive() == #"{"parameters":{"readers":[]}}"#)
        }
    }

    @Test("An urgent oneway call is handled although a call is pending, and is not answered")
    func urgent() async throws {
        try await withListener { path, handler in
            let client = try RawClient(path)
            try await client.send(authenticate, call("ListReaders"), call("CancelRequest", "{}", #","oneway":true"#))
            let pending = try await handler.nextPending("Authenticate")
            let urgent = try await handler.nextPending("CancelRequest")
            urgent.send(.reply(["never": true]), as: .result)
            pending.send(.error("org.biometricgate.Gate.Cancelled", [:]), as: .result)
            let first = try #require(try await client.receive())
            #expect(first.contains("Cancelled"))
            #expect(try await client.receive() == #"{"parameters":{"readers":[]}}"#)
            #expect(handler.handled == ["Authenticate", "CancelRequest", "ListReaders"])
        }
    }

    @Test("An urgent method that wants an answer waits its turn")
    func urgentWithAnswer() async throws {
        try await withListener { path, handler in
            let client = try RawClient(path)
            try await client.send(authenticate, call("CancelRequest", #"{"requestId":"7"}"#), call("ListReaders"))
            let pending = try await handler.nextPending("Authenticate")
            pending.send(.reply(["authentication": [:]]), as: .result)
            let cancel = try await handler.nextPending("CancelRequest")
            cancel.send(.reply([:]), as: .result)
            #expect(try await client.receive() == #"{"parameters":{"authentication":{}}}"#)
            #expect(try await client.receive() == #"{"parameters":{}}"#)
            #expect(try await client.receive() == #"{"parameters":{"readers":[]}}"#)
        }
    }

    @Test("Nothing is written for oneway calls, and the next call waits for their end")
    func oneway() async throws {
        try await withListener { path, handler in
            let client = try RawClient(path)
            try await client.send(
                call("ListReaders", "{}", #","oneway":true"#), call("DeleteAllPrints", "{}", #","oneway":true"#),
                call("GetSettings"))
            let responder = try await handler.nextPending("DeleteAllPrints")
            #expect(handler.handled == ["ListReaders", "DeleteAllPrints"])
            responder.send(.reply(["invalidatedItems": 0]), as: .result)
            #expect(try await client.receive() == #"{"parameters":{"settings":{}}}"#)
        }
    }

    @Test("A call without more gets only its result, and nothing after it")
    func withoutMore() async throws {
        try await withListener { path, handler in
            let client = try RawClient(path)
            try await client.send(call("Authenticate", #"{"reason":"test"}"#), call("ListReaders"))
            let responder = try await handler.nextPending("Authenticate")
            responder.send(.reply(["progress": [:]], continues: true), as: .progress)
            responder.send(.reply(["authentication": [:]]), as: .result)
            responder.send(.reply(["late": true]), as: .result)
            #expect(try await client.receive() == #"{"parameters":{"authentication":{}}}"#)
            #expect(try await client.receive() == #"{"parameters":{"readers":[]}}"#)
        }
    }

    @Test("A faulty call is answered with its fault, in its turn")
    func faults() async throws {
        try await withListener { path, handler in
            let client = try RawClient(path)
            try await client.send(authenticate, call("NoSuchMethod"), call("ListReaders"))
            let responder = try await handler.nextPending("Authenticate")
            responder.send(.reply(["authentication": [:]]), as: .result)
            #expect(try await client.receive() == #"{"parameters":{"authentication":{}}}"#)
            let fault = try #require(try await client.receive())
            #expect(fault.contains("org.varlink.service.MethodNotFound"))
            #expect(try await client.receive() == #"{"parameters":{"readers":[]}}"#)
        }
    }

    @Test("More calls than the queue holds are all answered in order once there is room")
    func longQueue() async throws {
        try await withListener { path, handler in
            let client = try RawClient(path)
            try await client.send(authenticate)
            for _ in 0..<50 { try await client.send(call("ListReaders"), call("GetSettings")) }
            let responder = try await handler.nextPending("Authenticate")
            responder.send(.reply(["authentication": [:]]), as: .result)
            #expect(try await client.receive() == #"{"parameters":{"authentication":{}}}"#)
            for _ in 0..<50 {
                #expect(try await client.receive() == #"{"parameters":{"readers":[]}}"#)
                #expect(try await client.receive() == #"{"parameters":{"settings":{}}}"#)
            }
        }
    }
}
