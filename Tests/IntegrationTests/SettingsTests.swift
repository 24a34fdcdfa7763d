import BlockingTests
import Testing
import VirtualReaders

@Suite("Settings", .blocking)
struct SettingsTests {
    @Test("The first print turns fingerprint unlocking on")
    func firstPrint() throws {
        try DaemonUnderTest.with(state: .pinSet) { daemon in
            let client = try daemon.client()
            let before = try client.settings()
            #expect(before["fingerprintEnabled"] == false)
            #expect(before["method"] == "none")
            #expect(before["onboarding"] == "pending")
            #expect(before["pinSet"] == true)
            #expect(before["passwordAvailable"] == false)
            try client.enroll(on: daemon.reader())
            let after = try client.settings()
            #expect(after["fingerprintEnabled"] == true)
            #expect(after["method"] == "fingerprint")
            #expect(after["enrolledPrints"] == 1)
        }
    }

    @Test("When DisableFingerprint returns, the finger's access is gone, even if the daemon is killed at once")
    func disable() throws {
        try DaemonUnderTest.with(state: .variety) { daemon in
            let client = try daemon.client()
            let result = try client.result(of: "DisableFingerprint")
            try daemon.crash()
            #expect(result["invalidatedItems"] == 2)
            #expect(result["settings"]["fingerprintEnabled"] == false)
            try daemon.start()
            let again = try daemon.client()
            #expect(try again.settings()["fingerprintEnabled"] == false)
            #expect(try again.settings()["method"] == "none")
            #expect(try again.prints().count == 1)
            #expect(try again.availability()["state"] == "disabled")
            for (name, access) in Samples.variety {
                let item = try again.item(name)
                let left = access.factors.filter { $0 != "fingerprint" }
                #expect(item["openableBy"].strings == left, "\(name)")
                #expect(item["state"] == (left.isEmpty ? "invalidated" : "valid"), "\(name)")
                #expect(item["invalidatedBy"].string == (left.isEmpty ? "fingerprintDisabled" : nil), "\(name)")
            }
        }
    }

    @Test("EnableFingerprint turns it on only after a match; destroyed access stays destroyed until it is renewed")
    func enable() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let reader = try daemon.reader()
            let client = try daemon.client()
            try client.result(of: "DisableFingerprint")
            // Another finger changes nothing about it.
            try client.enroll(Samples.otherFinger, as: "leftThumb", on: reader)
            #expect(try client.settings()["fingerprintEnabled"] == false)
            try client.ask("EnableFingerprint", ["reason": "Turn it on"])
            for _ in 1...3 { try client.miss(on: reader) }
            try client.refusal("AuthenticationFailed")
            #expect(try client.settings()["fingerprintEnabled"] == false)
            try client.ask("EnableFingerprint", [:])
            try client.awaitProgress("waitingForFinger")
            try client.send("CancelRequest", oneway: true)
            try client.refusal("Cancelled")
            #expect(try client.settings()["fingerprintEnabled"] == false)
            try client.ask("EnableFingerprint", [:])
            let asked = try client.awaitProgress("waitingForFinger")["finger"]
            try reader.send(.scan(asked == "leftThumb" ? Samples.otherFinger : Samples.finger))
            #expect(try client.result()["settings"]["fingerprintEnabled"] == true)
            #expect(try client.availability()["state"] == "available")
            #expect(try client.item()["openableBy"] == ["pin"])
            try client.ask("RenewItem", ["name": .string(Samples.item), "credential": Samples.credential])
            let renewed = try client.awaitProgress("waitingForFinger")["finger"]
            try reader.send(.scan(renewed == "leftThumb" ? Samples.otherFinger : Samples.finger))
            #expect(try client.result()["item"]["openableBy"] == ["fingerprint", "pin"])
        }
    }

    @Test("Fingerprint unlocking turned off while a finger is awaited to turn it on stays off")
    func disabledMeanwhile() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            try daemon.client().result(of: "DisableFingerprint")
            let waiting = try daemon.client()
            try waiting.ask("EnableFingerprint", [:])
            try waiting.progress("waitingForFinger")
            let client = try daemon.client()
            try client.result(of: "DisableFingerprint")
            #expect(try waiting.refusal("Cancelled")["by"] == "revoked")
            #expect(try client.availability()["state"] == "disabled")
        }
    }

    @Test("Enrolling after declining leaves it off until the user withdraws the refusal; no app does that for them")
    func declinedThenAccepted() throws {
        try DaemonUnderTest.with(state: .pinSet) { daemon in
            let client = try daemon.client()
            try client.result(of: "AnswerOnboarding", ["answer": "skipped"])
            try client.enroll(on: daemon.reader())
            #expect(try client.availability()["state"] == "disabled")
            try client.result(of: "AnswerOnboarding", ["app": "org.example.Mail", "answer": "accepted"])
            #expect(try client.availability()["state"] == "disabled")
            #expect(try client.settings()["fingerprintEnabled"] == false)
            let accepted = try client.result(of: "AnswerOnboarding", ["answer": "accepted"])
            #expect(accepted["settings"]["fingerprintEnabled"] == true)
            #expect(try client.availability()["state"] == "available")
            // Turned off is not the same as declined.
            try client.result(of: "DisableFingerprint")
            try client.result(of: "AnswerOnboarding", ["answer": "accepted"])
            #expect(try client.availability()["state"] == "disabled")
            try client.ask("EnableFingerprint", [:])
            #expect(try client.touch(daemon.reader())["settings"]["fingerprintEnabled"] == true)
            #expect(try client.availability()["state"] == "available")
        }
    }

    @Test("Onboarding is answered for each app, and kept; one app's \"not now\" leaves fingerprint to the others")
    func onboarding() throws {
        try DaemonUnderTest.with(state: .pinSet) { daemon in
            let client = try daemon.client()
            func onboarding(_ app: String) throws -> String? {
                try client.result(of: "GetSettings", ["app": .string(app)])["settings"]["onboarding"].string
            }
            let declined = try client.result(of: "AnswerOnboarding", ["app": "org.example.Bank", "answer": "skipped"])
            #expect(declined["settings"]["onboarding"] == "skipped")
            #expect(try onboarding("org.example.Bank") == "skipped")
            #expect(try onboarding("org.example.Mail") == "pending")
            #expect(try client.availability()["state"] == "notEnrolled")
            try client.enroll(on: daemon.reader())
            #expect(try client.settings()["fingerprintEnabled"] == true)
            // Also for that app itself, if the user wants it later.
            try client.ask("StoreSecret", ["name": "org.example.Bank/login", "secret": "eA=="])
            #expect(try client.touch(daemon.reader())["item"]["openableBy"] == ["fingerprint"])
            try daemon.crash()
            try daemon.start()
            let again = try daemon.client()
            let settings = try again.result(of: "GetSettings", ["app": "org.example.Bank"])["settings"]
            #expect(settings["onboarding"] == "skipped")
            try again.result(of: "AnswerOnboarding", ["app": "org.example.Bank", "answer": "accepted"])
            #expect(
                try again.result(of: "GetSettings", ["app": "org.example.Bank"])["settings"]["onboarding"] == "accepted"
            )
            try again.result(of: "AnswerOnboarding", ["app": "org.example.Auction", "answer": "skipped"])
            #expect(
                try again.result(of: "ListOnboardings")["apps"] == [
                    ["app": "org.example.Auction", "answer": "skipped"],
                    ["app": "org.example.Bank", "answer": "accepted"],
                ])
        }
    }

    @Test("RevokeAll destroys every item, ends waiting calls, and leaves the rows as a record")
    func revokeAll() throws {
        try DaemonUnderTest.with(state: .variety) { daemon in
            let waiting = try daemon.client()
            try waiting.ask("RetrieveSecret", ["name": "finger", "reason": "Read it"])
            try waiting.progress("waitingForFinger")
            let client = try daemon.client()
            #expect(try client.result(of: "RevokeAll")["invalidatedItems"].integer == Samples.variety.count)
            #expect(try waiting.refusal("Cancelled")["by"] == "revoked")
            try daemon.crash()
            try daemon.start()
            let again = try daemon.client()
            for item in try again.items() {
                #expect(item["state"] == "invalidated")
                #expect(item["invalidatedBy"] == "revoked")
            }
            #expect(try again.prints().count == 1)
            // "replace" is for items that something opens.
            try again.store("finger", on: daemon.reader())
            #expect(try again.item("finger")["state"] == "valid")
        }
    }

    @Test(
        "Reset leaves nothing of the user, on the chip either; without root and password it is refused", .asRoot,
        .tags(.needsRoot))
    func reset() throws {
        try DaemonUnderTest.with([.storage], state: .pinSet) { daemon in
            let client = try daemon.client()
            let reader = try daemon.reader(.storage)
            try client.enroll(on: reader)
            try client.store(on: reader)
            try client.result(of: "AnswerOnboarding", ["answer": "accepted"])
            let other = try daemon.client(as: 1)
            // A user with a PIN is not told to set one.
            try other.setPIN()
            let refusal = try other.refusal("CredentialNotSet", of: "Reset")["guidance"]
            #expect(refusal["title"] == "No password can be checked")
            #expect(refusal["command"] == "sudo biogate reset --user \"$USER\"")
            try client.result(of: "Reset")
            #expect(try client.prints().isEmpty)
            #expect(try client.items().isEmpty)
            let settings = try client.settings()
            #expect(settings["pinSet"] == false)
            #expect(settings["fingerprintEnabled"] == false)
            #expect(settings["onboarding"] == "pending")
            try client.setPIN()
            // The finger is new to the reader as well.
            try client.enroll(on: reader)
            #expect(try reader.storedFingers() == [Samples.finger])
        }
    }
}
