import Glibc
import Testing
import VirtualReaders

extension JSON {
    fileprivate static let password: JSON = ["password": .string(SystemUser.password)]
    fileprivate static let wrongPassword: JSON = ["password": .string(SystemUser.wrongPassword)]
}

extension AccountTests {
    /// Real users of this system, whose passwords real PAM judges.
    @Suite("The system's password", .tags(.needsPython))
    struct PasswordTests {
        /// Runs `body` on a daemon with a helper, and a client of a user who has a password.
        private func with(
            _ configuration: [String: JSON] = [:], _ body: (DaemonUnderTest, SystemUser, GateConnection) throws -> Void
        ) throws {
            try DaemonUnderTest.prepared { daemon in
                let user = try SystemUser(for: daemon)
                let tool = try PasswordTool(for: daemon)
                try daemon.start(configuration.merging(Self.enabled(tool.path)) { $1 })
                // On a busy machine the first answer may come late.
                let watcher = try daemon.client(as: user.number)
                try watcher.ask("WatchAvailability")
                try watcher.awaitFallbacks(["password"])
                try body(daemon, user, try daemon.client(as: user.number))
                try daemon.stop()
                for secret in [SystemUser.password, SystemUser.wrongPassword] {
                    #expect(!daemon.errors.contains(secret))
                }
            }
        }

        private static func enabled(_ helper: String) -> [String: JSON] {
            ["password.enabled": true, "password.helper": .string(helper)]
        }

        private static let pin: JSON = ["pin": .string(Samples.pin)]

        // MARK: Permissions

        @Test("The first PIN and print need the password; later the password or, in this order, the PIN is enough")
        func authority() throws {
            try with { daemon, _, client in
                #expect(try client.settings()["passwordAvailable"] == true)
                #expect(try client.refusal("CredentialRequired", of: "SetPIN", Self.pin)["accepted"] == ["password"])
                #expect(
                    try client.refusal("CredentialWrong", of: "SetPIN", Self.pin.with(["credential": .wrongPassword]))[
                        "factor"]
                        == "password")
                try client.result(of: "SetPIN", Self.pin.with(["credential": .password]))
                #expect(try client.settings()["pinSet"] == true)
                let enrolment: JSON = ["finger": "rightIndex"]
                #expect(
                    try client.refusal("CredentialRequired", of: "Enroll", enrolment)["accepted"] == [
                        "password", "pin",
                    ])
                try client.ask("Enroll", enrolment.with(["credential": .password]))
                try client.touch(daemon.reader())
                #expect(try client.availability()["state"] == "available")
                #expect(try client.availability()["fallbacks"] == ["password", "pin"])
                #expect(
                    try client.result(of: "Authenticate", Samples.authentication.with(["credential": .password]))[
                        "authentication"]["factor"] == "password")
            }
        }

        @Test("A print needs no PIN if there is a password, and the PIN may be removed")
        func withoutPIN() throws {
            try with { daemon, _, client in
                try client.ask("Enroll", ["finger": "rightIndex", "credential": .password])
                try client.touch(daemon.reader())
                try client.result(of: "SetPIN", Self.pin.with(["credential": .password]))
                try client.result(of: "RemovePIN", ["credential": .password])
                #expect(try client.availability()["fallbacks"] == ["password"])
            }
        }

        @Test("A password's item opens with nothing else, before and after a restart")
        func item() throws {
            try with { daemon, user, client in
                try client.result(of: "SetPIN", Self.pin.with(["credential": .password]))
                let stored = try client.store(factors: ["password"], on: daemon.reader())
                #expect(stored["openableBy"] == ["password"])
                let open = Samples.retrieval.with(["credential": .password])
                #expect(try client.result(of: "RetrieveSecret", open)["secret"].string == Samples.secretBase64)
                let refusal = try client.refusal(
                    "FactorNotAllowed", of: "RetrieveSecret", Samples.retrieval.with(["credential": Samples.credential])
                )
                #expect(refusal["allowed"] == ["password"])
                try client.refusal("FactorNotAllowed", of: "RetrieveSecret", Samples.retrieval)
                try client.refusal(
                    "CredentialWrong", of: "RetrieveSecret", Samples.retrieval.with(["credential": .wrongPassword]))
                try daemon.stop()
                try daemon.start()
                let later = try daemon.client(as: user.number)
                #expect(try later.result(of: "RetrieveSecret", open)["secret"].string == Samples.secretBase64)
            }
        }

        @Test("A new PIN set by the password keeps what the password opens, and by the old PIN everything")
        func newPIN() throws {
            try with { daemon, _, client in
                try client.result(of: "SetPIN", Self.pin.with(["credential": .password]))
                try client.store("both", factors: ["pin", "password"], on: daemon.reader())
                try client.store("pin", factors: ["pin"], on: daemon.reader())
                let newer: JSON = ["pin": "402938"]
                try #expect(
                    client.result(of: "SetPIN", newer.with(["credential": Samples.credential]))["invalidatedItems"] == 0
                )
                func retrieval(_ name: String, _ credential: JSON) -> JSON {
                    Samples.retrieval.with(["name": .string(name), "credential": credential])
                }
                for name in ["both", "pin"] { try client.result(of: "RetrieveSecret", retrieval(name, newer)) }

                let newest: JSON = ["pin": "617283"]
                try #expect(
                    client.result(of: "SetPIN", newest.with(["credential": .password]))["invalidatedItems"] == 1)
                let lost = try client.refusal("ItemInvalidated", of: "RetrieveSecret", retrieval("pin", newest))
                #expect(lost["by"] == "pinReset")
                for credential in [newest, .password] {
                    #expect(
                        try client.result(of: "RetrieveSecret", retrieval("both", credential))["secret"].string
                            == Samples.secretBase64)
                }
            }
        }

        @Test("While a finger is awaited the password may be given instead")
        func answer() throws {
            try with { daemon, _, client in
                try client.ask("Enroll", ["finger": "rightIndex", "credential": .password])
                try client.touch(daemon.reader())
                try client.store(factors: ["fingerprint", "password"], on: daemon.reader())
                try client.ask("RetrieveSecret", Samples.retrieval)
                try client.progress("waitingForFinger")
                try client.send("AnswerRequest", ["credential": .wrongPassword], oneway: true)
                try client.awaitProgress("credentialWrong")
                try client.send("AnswerRequest", ["credential": .password], oneway: true)
                let result = try client.result()
                #expect(result["secret"].string == Samples.secretBase64)
                #expect(result["authentication"]["factor"] == "password")
            }
        }

        @Test("A user who forgot the PIN sets a new one with the password")
        func reset() throws {
            try with { daemon, _, client in
                try client.ask("Enroll", ["finger": "rightIndex", "credential": .password])
                try client.touch(daemon.reader())
                try client.result(of: "SetPIN", Self.pin.with(["credential": .password]))
                try client.store(factors: ["fingerprint", "pin"], on: daemon.reader())
                #expect(
                    try client.refusal("CredentialRequired", of: "Reset")["accepted"] == ["password"])
                try client.refusal("FactorNotAllowed", of: "Reset", ["credential": Samples.credential])
                try client.result(of: "Reset", ["credential": .password])
                #expect(try client.items().isEmpty)
                #expect(try client.prints().isEmpty)
                #expect(try client.settings()["pinSet"] == false)
                try client.refusal("CredentialRequired", of: "SetPIN", Self.pin)
            }
        }

        // MARK: Verdicts

        @Test("Wrong passwords have to wait, and meanwhile the password is no way out")
        func throttle() throws {
            try with(["pin.freeFailures": 0]) { daemon, user, client in
                let call = Self.pin.with(["credential": .wrongPassword])
                #expect(
                    try client.refusal("CredentialWrong", of: "SetPIN", call)["retryAfterMilliseconds"].integer ?? 0 > 0
                )
                let right = Self.pin.with(["credential": .password])
                #expect(try client.refusal("CredentialThrottled", of: "SetPIN", right)["factor"] == "password")
                #expect(try client.availability()["fallbacks"] == [])
                try daemon.crash()
                try daemon.start()
                try daemon.client(as: user.number).refusal("CredentialThrottled", of: "SetPIN", right)
            }
        }

        @Test("Only the whole password is right")
        func wholePassword() throws {
            try with { _, _, client in
                let beginning = String(SystemUser.password.dropLast())
                for wrong in [beginning, SystemUser.password + "\u{0}", SystemUser.password + " "] {
                    let call = Samples.authentication.with(["credential": ["password": .string(wrong)]])
                    try client.refusal("CredentialWrong", of: "Authenticate", call)
                }
            }
        }

        @Test("An expired account has a password, and opens nothing with it")
        func expired() throws {
            try with { _, user, client in
                try user.expire()
                #expect(try client.settings()["passwordAvailable"] == true)
                try client.refusal("CredentialRequired", of: "SetPIN", Self.pin)
                try client.refusal("CredentialWrong", of: "SetPIN", Self.pin.with(["credential": .password]))
            }
        }

        @Test("A locked password is none, and the daemon follows the system's changes")
        func locked() throws {
            try with { daemon, user, client in
                #expect(try client.settings()["passwordAvailable"] == true)
                let watcher = try daemon.client(as: user.number)
                try watcher.ask("WatchAvailability")
                try watcher.awaitFallbacks(["password"])
                try user.lock()
                try watcher.awaitFallbacks([])
                #expect(try client.settings()["passwordAvailable"] == false)
                try client.refusal("CredentialNotSet", of: "Enroll", ["finger": "rightIndex"])
                // The user could give no password, so none is asked for.
                try client.result(of: "SetPIN", Self.pin)
            }
        }
    }
}
