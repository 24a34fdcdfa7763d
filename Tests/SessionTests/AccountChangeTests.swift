import Glibc
import Testing
import VirtualReaders

extension AccountTests {
    @Suite("A user number whose account changed or was deleted", .tags(.needsPython))
    struct AccountChangeTests {
        private static let renamed = "This account was renamed"
        private static let unknown = "Your account cannot be looked up now"

        /// Runs `body` on a daemon, and a user with a PIN, a finger and an item.
        private func with(_ body: (DaemonUnderTest, SystemUser, GateConnection) throws -> Void) throws {
            try DaemonUnderTest.prepared { daemon in
                let user = try SystemUser(for: daemon, password: nil)
                try daemon.start()
                let client = try daemon.client(as: user.number)
                try client.setPIN()
                try client.enroll(on: daemon.reader())
                try client.store(factors: ["fingerprint", "pin"], on: daemon.reader())
                try body(daemon, user, client)
                try daemon.stop()
            }
        }

        /// Expects that a caller with this number learns, opens and changes nothing, and is told the way out.
        private func expectRefused(
            _ client: GateConnection, as title: String, at location: SourceLocation = #_sourceLocation
        ) throws {
            for (method, parameters) in [
                ("GetAvailability", [:]), ("GetSettings", [:]), ("ListPrints", [:]), ("ListItems", [:]),
                ("RetrieveSecret", Samples.retrieval),
                ("RetrieveSecret", Samples.retrieval.with(["credential": Samples.credential])),
                ("Authenticate", Samples.authentication), ("SetPIN", ["pin": "402938"]),
                ("Enroll", ["finger": "leftThumb", "credential": Samples.credential]), ("RevokeAll", [:]),
                ("Reset", ["credential": Samples.credential]),
            ] as [(String, JSON)] {
                let refusal = try client.refusal("NotPermitted", of: method, parameters, at: location)
                #expect(refusal["guidance"]["title"].string == title, "\(method)", sourceLocation: location)
                // An account that cannot be looked up heals by itself.
                let command: JSON = title == Self.renamed ? #"sudo biogate reset --user "$(id -un)""# : .null
                #expect(refusal["guidance"]["command"] == command, "\(method)", sourceLocation: location)
            }
        }

        @Test("A renamed account is refused at once and after a restart, and admitted again under its former name")
        func renamed() throws {
            try with { daemon, user, client in
                let formerName = user.name
                let watcher = try daemon.client(as: user.number)
                try watcher.ask("WatchAvailability")
                #expect(try watcher.receive().parameters["availability"]["state"] == "available")
                try client.result(of: "Authenticate", Samples.authentication.with(["credential": Samples.credential]))
                let waiting = try daemon.client(as: user.number)
                try waiting.ask("RetrieveSecret", Samples.retrieval)
                try waiting.progress("waitingForFinger")

                try user.rename(to: formerName + "r")
                #expect(try waiting.refusal("Cancelled")["by"] == "revoked")
                try watcher.refusal("NotPermitted")
                try expectRefused(client, as: Self.renamed)
                #expect(try client.result(of: "GetLastAuthentication")["authentication"] == .null)
                // A scan of another user that was armed at a crash must not prevent the start.
                try user.rename(to: formerName)
                let armed = try daemon.client(as: user.number)
                try armed.ask("RetrieveSecret", Samples.retrieval)
                try armed.progress("waitingForFinger")
                try daemon.crash()
                try user.rename(to: formerName + "r")
                try daemon.start()
                let again = try daemon.client(as: user.number)
                try expectRefused(again, as: Self.renamed)
                try daemon.awaitLine("user \(user.number) had another name before")

                try user.rename(to: formerName)
                #expect(try again.retrieve(on: daemon.reader()) == Samples.secretBase64)
            }
        }

        @Test("A number given to another account is refused until root resets it, and then starts over")
        func givenAway() throws {
            try with { daemon, user, client in
                let watcher = try daemon.client(as: user.number)
                try watcher.ask("WatchAvailability")
                try watcher.receive()
                try user.remove()
                try watcher.refusal("NotPermitted")
                try expectRefused(client, as: Self.unknown)
                let successor = try SystemUser(for: daemon, password: nil, after: user)
                try expectRefused(client, as: Self.renamed)
                try daemon.client().result(of: "Reset", ["uid": .integer(successor.number)])
                let settings = try client.settings()
                #expect(settings["pinSet"] == false)
                #expect(settings["enrolledPrints"] == 0)
                #expect(settings["items"] == 0)
                try client.refusal("ItemNotFound", of: "RetrieveSecret", Samples.retrieval)
                try client.setPIN()
                #expect(
                    try client.refusal("NotEnrolled", of: "Authenticate", Samples.authentication)["printsVanished"]
                        == false)
            }
        }
    }
}
