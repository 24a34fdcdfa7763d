import BlockingTests
import Testing

/// Root, who runs the tests, and numbers without an account.
@Suite("Users without an account", .blocking, .asRoot, .tags(.needsRoot))
struct NamelessUserTests {
    private static let number = 1_234_567_890

    private static let storing: JSON = [
        "name": .string(Samples.item), "secret": "b3RoZXI=",
        "access": ["factors": ["pin"], "enrollment": "current", "maxAgeSeconds": 0],
    ]

    @Test("Users without an account see the state of a new user, and store nothing")
    func refused() throws {
        try DaemonUnderTest.with { daemon in
            let nobody = try daemon.client(as: Self.number)
            let settings = try nobody.settings()
            #expect(settings["pinSet"] == false && settings["items"] == 0 && settings["enrolledPrints"] == 0)
            #expect(try nobody.availability()["state"] == "notEnrolled")
            #expect(try nobody.items().isEmpty && nobody.prints().isEmpty)
            try nobody.refusal("ItemNotFound", of: "RetrieveSecret", Samples.retrieval)
            try nobody.refusal(
                "CredentialNotSet", of: "Authenticate", Samples.authentication.with(["factors": ["pin"]]))
            for (method, parameters) in [
                ("SetPIN", ["pin": "402938"]), ("RemovePIN", [:]), ("AnswerOnboarding", ["answer": "skipped"]),
                ("DisableFingerprint", [:]), ("EnableFingerprint", [:]), ("RevokeAll", [:]),
                ("StoreSecret", Self.storing), ("DeleteItem", ["name": "x"]), ("DeleteAllPrints", [:]),
                ("Enroll", ["finger": "leftThumb", "credential": ["pin": "402938"]]),
            ] as [(String, JSON)] {
                let refusal = try nobody.refusal("NotPermitted", of: method, parameters)
                #expect(refusal["guidance"]["title"] == "Nothing can be stored for you here", "\(method)")
            }
            #expect(try daemon.execute("SELECT uid FROM user").isEmpty)
        }
    }

    @Test("Users without an account are like others if the configuration says so")
    func allowed() throws {
        try DaemonUnderTest.with([], ["users.allowNameless": true]) { daemon in
            let nobody = try daemon.client(as: Self.number)
            try nobody.result(of: "SetPIN", ["pin": "402938"])
            try nobody.result(of: "StoreSecret", Self.storing)
            try daemon.stop()
            // Their data stays theirs, and they can add none.
            try daemon.start(["users.allowNameless": false])
            let again = try daemon.client(as: Self.number)
            #expect(try again.items().count == 1)
            try again.refusal("NotPermitted", of: "AnswerOnboarding", ["answer": "skipped"])
        }
    }

    @Test("A failed look-up does not mean a user without an account")
    func failedLookUp() throws {
        try DaemonUnderTest.with { daemon in
            let client = try daemon.client(as: 1)
            // The connection is accepted, although its user is not known yet.
            try #expect(client.call("org.varlink.service.GetInfo").error == nil)
            try daemon.limitDescriptors(to: 3)
            for (method, parameters) in [("SetPIN", ["pin": "402938"]), ("ListItems", [:])] as [(String, JSON)] {
                let refusal = try client.refusal("NotPermitted", of: method, parameters)
                #expect(refusal["guidance"]["title"] == "Your account cannot be looked up now")
            }
            try daemon.limitDescriptors(to: 1024)
            try client.result(of: "SetPIN", ["pin": "402938"])
            try daemon.awaitLine("the account could not be looked up")
        }
    }
}

@Suite("Users who have left", .blocking, .asRoot, .tags(.needsRoot))
struct DepartedUserTests {
    @Test("Users who come back are loaded again, and nothing is forgiven them")
    func reloaded() throws {
        try DaemonUnderTest.with([], ["pin.freeFailures": 4]) { daemon in
            try daemon.client(as: 1).result(of: "SetPIN", ["pin": "402938"])
            try daemon.client(as: 1).result(of: "AnswerOnboarding", ["answer": "skipped", "app": "one"])
            try daemon.execute("DELETE FROM onboarding")
            // A change on the disk is seen once the user is no longer in memory, soon after the connection closed.
            var answer: JSON = "skipped"
            for _ in 1...1000 where answer == "skipped" {
                answer = try daemon.client(as: 1).result(of: "GetSettings", ["app": "one"])["settings"]["onboarding"]
            }
            #expect(answer == "pending")
            let wrong = Samples.authentication.with(["factors": ["pin"], "credential": ["pin": "402939"]])
            for _ in 1...4 {
                try daemon.client(as: 1).refusal("CredentialWrong", of: "Authenticate", wrong)
                try daemon.execute("DELETE FROM onboarding")
            }
            try daemon.client(as: 1).refusal("CredentialWrong", of: "Authenticate", wrong)
            try daemon.client(as: 1).refusal("CredentialThrottled", of: "Authenticate", wrong)
        }
    }

    @Test("All users' items together have a limit, beyond which others can still set a PIN and authenticate")
    func everybodysItems() throws {
        try DaemonUnderTest.with([], ["limits.databaseBytes": 1_048_576], state: .pinSet) { daemon in
            let root = try daemon.client()
            let secret = JSON.string(String(repeating: "A", count: 65_536 / 3 * 4))
            var refusal: JSON?
            for number in 1...32 where refusal == nil {
                let call: JSON = [
                    "name": .string("\(number)"), "secret": secret,
                    "access": ["factors": ["pin"], "enrollment": "current", "maxAgeSeconds": 0],
                ]
                let reply = try root.call("StoreSecret", call)
                if reply.error != nil { refusal = reply.parameters }
            }
            #expect(refusal?["limit"] == "limits.databaseBytes")
            #expect(refusal?["maximum"] == 1_048_576)
            let other = try daemon.client(as: 1)
            try other.result(of: "SetPIN", ["pin": "402938"])
            try other.result(
                of: "Authenticate",
                Samples.authentication.with(["factors": ["pin"], "credential": ["pin": "402938"]]))
            for number in 1...40 {
                let reply = try other.call("AnswerOnboarding", ["app": .string("\(number)"), "answer": "skipped"])
                if reply.error != nil { #expect(reply.parameters["limit"] == "limits.databaseBytes") }
            }
            // A deleted item makes room.
            try root.result(of: "DeleteItem", ["name": "1"])
            try root.result(of: "DeleteItem", ["name": "2"])
            try other.result(of: "AnswerOnboarding", ["app": "after", "answer": "skipped"])
        }
    }
}
