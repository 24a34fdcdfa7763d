import BlockingTests
import Testing
import VirtualReaders

@Suite("Destruction", .blocking)
struct DestructionTests {
    private func expectNoTrace(of daemon: DaemonUnderTest, at location: SourceLocation = #_sourceLocation) throws {
        for (name, bytes) in try daemon.stateFiles() {
            for text in [Samples.secret, Samples.secretBase64, Samples.pin] {
                #expect(!bytes.contains(text), "\(name) holds \(text)", sourceLocation: location)
            }
        }
    }

    @Test("No file of the state directory ever contains a secret or a PIN, before the epoch ends or after")
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

    @Test(
        "A template changed in the database opens nothing, and its print is reported as gone",
        .tags(.needsPython))
    func tamperedTemplate() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            try daemon.execute("UPDATE print SET template = zeroblob(length(template))")
            let client = try daemon.client()
            try #expect(
                client.refusal("NotEnrolled", of: "Authenticate", Samples.authentication)["printsVanished"] == true)
            try #expect(
                client.refusal("FactorNotAllowed", of: "RetrieveSecret", Samples.retrieval)["allowed"] == ["pin"])
            #expect(try client.availability()["reason"] == "printsVanished")
            #expect(try client.prints().isEmpty)
            #expect(try client.item()["openableBy"] == ["pin"])
            try daemon.awaitLine("templates were changed in the database")
        }
    }

    @Test("Every change of the enrolment ends the finger's access, and never restores it")
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
            // The prints are those of the beginning, but the access is still gone.
            #expect(
                try client.refusal("FactorNotAllowed", of: "RetrieveSecret", Samples.retrieval)["allowed"] == ["pin"])
            try client.ask("RenewItem", ["name": .string(Samples.item), "credential": Samples.credential])
            try client.touch(reader)
            #expect(try client.retrieve(on: reader) == Samples.secretBase64)
        }
    }

    @Test("A replaced item stays the old one until the new one is sealed")
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
    fileprivate func contains(_ text: String) -> Bool { contains(Array(text.utf8)) }

    fileprivate func contains(_ pattern: [UInt8]) -> Bool {
        guard let first = pattern.first else { return true }
        var from = startIndex
        while let start = self[from...].firstIndex(of: first) {
            if self[start...].starts(with: pattern) { return true }
            from = start + 1
        }
        return false
    }
}
