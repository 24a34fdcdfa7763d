import BlockingTests
import Glibc
import Testing
import VirtualReaders

/// The caller's identity in the journal, for watchers of requests, and as an item's owner.
@Suite("The calling program", .blocking, .asRoot, .withControlGroups, .tags(.needsRoot, .needsPython))
struct CallerTests {
    private static let apps = "user.slice/user-1.slice/user@1.service/app.slice"

    /// A control group, with its unit and app.
    struct Place: Sendable {
        let path: String
        let unit: String?
        let app: String?
    }

    private static let places = [
        Place(
            path: "\(apps)/app-flatpak-org.example.some\\x2dApp-4711.scope",
            unit: "app-flatpak-org.example.some\\x2dApp-4711.scope", app: "flatpak:org.example.some-App"),
        Place(
            path: "\(apps)/snap.firefox.firefox-5c8a1f4e-9c2b-4d3e-8f7a-1b2c3d4e5f60.scope",
            unit: "snap.firefox.firefox-5c8a1f4e-9c2b-4d3e-8f7a-1b2c3d4e5f60.scope", app: "snap:firefox"),
        Place(path: "system.slice/snap.vault.daemon.service", unit: "snap.vault.daemon.service", app: "snap:vault"),
        Place(path: "\(apps)/app-gnome-org.example.App-12.scope", unit: "app-gnome-org.example.App-12.scope", app: nil),
        Place(path: "user.slice/user-1.slice/session-3.scope", unit: "session-3.scope", app: nil),
        Place(path: "system.slice/bank.service/payload", unit: "bank.service", app: nil),
        Place(path: "somewhere/else", unit: nil, app: nil),
    ]

    @Test("The process, command, executable, unit and sandboxed app are reported", arguments: places)
    func named(place: Place) throws {
        try with { daemon, groups, journal in
            let client = try groups.client(of: daemon, as: 1, in: place.path)
            try client.result(of: "SetPIN", ["pin": .string(Samples.pin)])
            let entry = try journal.entry("pinSet")
            #expect(entry["BIOGATE_PID"] == client.relayProcess.map { "\($0)" })
            let command = try #require(entry["BIOGATE_COMMAND"])
            let executable = try #require(entry["BIOGATE_EXECUTABLE"])
            #expect(command.hasPrefix("python"))
            #expect(executable.contains("/python"))
            #expect(entry["BIOGATE_UNIT"] == place.unit)
            #expect(entry["BIOGATE_APP"] == place.app)

            #expect(try client.storePINItem()["owner"].string == place.app ?? executable)

            let watcher = try daemon.client(as: 1)
            try watcher.ask("WatchRequests")
            try client.ask("Enroll", ["finger": "leftThumb", "credential": Samples.credential])
            let request = try watcher.receive().parameters["request"]
            #expect(request["processId"].integer == client.relayProcess)
            #expect(request["command"].string == command)
            #expect(request["executable"].string == executable)
            #expect(request["unit"].string == place.app ?? place.unit)
        }
    }

    @Test("A daemon without privileges cannot read another user's executable, and names the command")
    func withoutPrivileges() throws {
        try with(launcher: DaemonUnderTest.withoutPrivileges) { daemon, groups, journal in
            let client = try groups.client(of: daemon, as: 1, in: "system.slice/bank.service")
            try client.result(of: "SetPIN", ["pin": .string(Samples.pin)])
            let entry = try journal.entry("pinSet")
            #expect(entry["BIOGATE_EXECUTABLE"] == nil)
            #expect(entry["BIOGATE_UNIT"] == "bank.service")
            let command = try #require(entry["BIOGATE_COMMAND"])
            #expect(try client.storePINItem()["owner"].string == command)
        }
    }

    @Test("A process that has ended is not confused with another one of its number")
    func departed() throws {
        try with { daemon, groups, journal in
            let client = try groups.client(of: daemon, as: 1, in: "system.slice/bank.service", departed: true)
            try client.result(of: "SetPIN", ["pin": .string(Samples.pin)])
            let entry = try journal.entry("pinSet")
            #expect(entry["BIOGATE_UID"] == "1")
            #expect(entry["BIOGATE_COMMAND"] == "unknown")
            for name in ["BIOGATE_EXECUTABLE", "BIOGATE_UNIT", "BIOGATE_APP"] { #expect(entry[name] == nil) }
            #expect(try client.storePINItem()["owner"] == .null)
        }
    }

    private func with(
        launcher: [String] = [], _ body: (DaemonUnderTest, ControlGroups, JournalUnderTest) throws -> Void
    ) throws {
        try DaemonUnderTest.prepared { daemon in
            let groups = try ControlGroups()
            let journal = try JournalUnderTest(in: daemon.directory, errors: daemon.errorsPath)
            daemon.journal = journal
            try daemon.start(launcher: groups.launcher + journal.launcher + launcher)
            try body(daemon, groups, journal)
            try daemon.stop()
        }
    }
}

extension GateConnection {
    /// An item that the PIN opens, which needs no finger.
    fileprivate func storePINItem() throws -> JSON {
        try result(
            of: "StoreSecret",
            [
                "name": .string(Samples.item), "secret": .string(Samples.secretBase64),
                "credential": Samples.credential,
                "access": ["factors": ["pin"], "enrollment": "current", "maxAgeSeconds": 0],
            ])["item"]
    }
}
