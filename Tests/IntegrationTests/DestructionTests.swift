import BlockingTests
import Testing
import VirtualReaders

@Suite("what is destroyed", .blocking)
struct DestructionTests {
    private func expectNoTrace(of daemon: DaemonUnderTest, at location: SourceLocation = #_sourceLocation) throws {
        for (name, bytes) in try daemon.stateFiles() {
            for text in [Samples.secret, Samples.secretBase64, Samples.pin] {
                #expect(!bytes.contains(text), "\(name) holds \(text)", sourceLocation: location)
            }
        }
    }

    @Test("no file of the state directory ever holds a secret or a PIN, before the epoch ends or after")
    func secrets() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let client = try daemon.client()
            #expect(try client.retrieve(on: daemon.reader()) == Samples.secretBase64)
            try expectNoTrace(of: daemon)
            try client.enroll(Samples.otherFinger, as: "leftThumb", on: daemon.reader())
            #expect(try client.item()["openableBy"] == ["pin"])
            try expectNoTrace(of: daemon)
            try client.result(of: "RevokeAll")
            try expectNoTrace(of: daemon)
            try daemon.crash()
            try expectNoTrace(of: daemon)
            try daemon.start()
            #expect(try daemon.client().item()["state"] == "invalidated")
        }
    }

    @Test("every change of the enrolment ends the finger's access, and never brings it back")
    func epochs() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let client = try daemon.client()
            let reader = try daemon.reader()
            var identifiers: [String?] = [try client.result(of: "ListPrints")["enrollmentId"].string]
            try client.enroll(Samples.otherFinger, as: "leftThumb", on: reader)
            identifiers.append(try client.result(of: "ListPrints")["enrollmentId"].string)
            let added = try #require(try client.prints().first { $0["finger"] == "leftThumb" }?["id"])
            try client.result(of: "DeletePrint", ["printId": added, "credential": Samples.credential])
            identifiers.append(try client.result(of: "ListPrints")["enrollmentId"].string)
            #expect(Set(identifiers).count == 3)
            // The prints are those of the beginning, and the access is gone all the same.
            #expect(
                try client.refusal("FactorNotAllowed", of: "RetrieveSecret", Samples.retrieval)["allowed"] == ["pin"])
            try client.ask("RenewItem", ["name": .string(Samples.item), "credential": Samples.credential])
            try client.touch(reader)
            #expect(try client.retrieve(on: reader) == Samples.secretBase64)
        }
    }

    @Test("a replaced item is the old one until the new one is sealed")
    func replacing() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let client = try daemon.client()
            let reader = try daemon.reader()
            let store: JSON = ["name": .string(Samples.item), "secret": "bmV3"]
            try client.refusal("ItemExists", of: "StoreSecret", store)
            try client.ask("StoreSecret", store.with(["replace": true]))
            for _ in 1...3 { try client.miss(on: reader) }
            try client.refusal("AuthenticationFailed")
            #expect(try client.retrieve(on: reader) == Samples.secretBase64)
            try client.ask("StoreSecret", store.with(["replace": true]))
            try client.touch(reader)
            #expect(try client.retrieve(on: reader) == "bmV3")
        }
    }
}

extension [UInt8] {
    fileprivate func contains(_ text: String) -> Bool {
        let pattern = Array(text.utf8)
        guard let first = pattern.first else { return true }
        var from = startIndex
        while let start = self[from...].firstIndex(of: first) {
            if self[start...].starts(with: pattern) { return true }
            from = start + 1
        }
        return false
    }
}
