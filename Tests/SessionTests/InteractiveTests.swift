import BlockingTests
import Glibc
import Testing
import VirtualReaders

/// `fingerprint.interactiveOnly`, which is on by default. All clients are root's: only their session matters.
@Suite("Callers away from the machine", .blocking, .asRoot, .withControlGroups, .tags(.needsRoot, .needsPython))
struct InteractiveTests {
    /// The client's session, beside one of the same user in the foreground.
    private static let session = "user.slice/user-0.slice/session-3.scope"
    private static let userService = "user.slice/user-0.slice/user@0.service/app.slice/app.scope"
    private static let systemService = "system.slice/bank.service"

    /// What logind reports, and how it takes that back.
    struct Obstacle: Sendable, CustomTestStringConvertible {
        let begins: String
        let ends: String

        var testDescription: String { begins }
    }

    private static let obstacles = [
        Obstacle(begins: "set 3 LockedHint true", ends: "set 3 LockedHint false"),
        Obstacle(begins: "set 3 Active false", ends: "set 3 Active true"),
        Obstacle(begins: "machine LidClosed true", ends: "machine LidClosed false"),
    ]

    // MARK: Calls

    /// A session as it is when the daemon starts.
    private static let refusedSessions = [
        ["new 3 0 Remote=true"], ["new 3 0 LockedHint=true"], ["new 3 0 Active=false"],
        ["new 3 0", "machine LidClosed true"], ["new 3 0", "machine LidClosed true", "machine Docked true"],
        ["new 3 0 Class=background", "set u0 LockedHint true"],
    ]

    @Test("From the first call on, callers away from the machine may use only the PIN", arguments: refusedSessions)
    func refused(said: [String]) throws {
        try with(said: said) { world in
            let client = try world.client(in: Self.session)
            try client.expectNotInteractive()
            let enrolment = try client.call("Enroll", ["finger": "leftThumb", "credential": Samples.credential])
            #expect(enrolment.error == "HardwareUnavailable")
            #expect(enrolment.parameters["reason"] == "notInteractive")
            try client.result(of: "Authenticate", Samples.authentication.with(["credential": Samples.credential]))
        }
    }

    private static let servedPlaces: [(said: [String], place: String)] = [
        (["new 3 0"], session), (["new 3 0", "set u0 LockedHint true"], session),
        (["new 3 0 Class=background"], session),
        (["new 3 0 LockedHint=true"], userService),
        (["new 3 0 Remote=true", "set u0 LockedHint true"], systemService),
    ]

    @Test(
        "A foreground session, its services, and system services are not affected",
        arguments: servedPlaces)
    func served(said: [String], place: String) throws {
        try with(said: said) { world in
            let client = try world.client(in: place)
            #expect(try client.availability()["state"] == "available")
            #expect(try client.retrieve(on: world.daemon.reader()) == Samples.secretBase64)
        }
    }

    @Test("If the configuration does not ask, callers away from the machine are served")
    func notAsked() throws {
        let said = ["new 3 0 Remote=true LockedHint=true", "machine LidClosed true"]
        try with(["fingerprint.interactiveOnly": false], said: said) { world in
            let client = try world.client(in: Self.session)
            #expect(try client.retrieve(on: world.daemon.reader()) == Samples.secretBase64)
        }
    }

    @Test("Under a closed lid, a reader that the configuration calls not built in serves")
    func external() throws {
        try with(["readers.builtIn": "none"], said: ["new 3 0", "machine LidClosed true"]) { world in
            let client = try world.client(in: Self.session)
            #expect(try client.result(of: "ListReaders")["readers"][0]["builtIn"] == true)
            #expect(try client.retrieve(on: world.daemon.reader()) == Samples.secretBase64)
        }
    }

    // MARK: Changes

    @Test("A watcher learns when the obstacle begins and when it ends", arguments: obstacles)
    func pushed(obstacle: Obstacle) throws {
        try with(said: ["new 3 0"]) { world in
            let watcher = try world.client(in: Self.session)
            try watcher.ask("WatchAvailability")
            try watcher.awaitAvailability("available", reason: nil)
            for _ in 1...2 {
                try world.bus.tell(obstacle.begins)
                try watcher.awaitAvailability("hardwareUnavailable", reason: "notInteractive")
                let title =
                    obstacle.begins.contains("LockedHint")
                    ? "The screen is locked"
                    : obstacle.begins.contains("LidClosed")
                        ? "The lid is closed" : "Fingerprint does not work from here"
                try world.client(in: Self.session).expectNotInteractive(title: title)
                try world.bus.tell(obstacle.ends)
                try watcher.awaitAvailability("available", reason: nil)
            }
            let client = try world.client(in: Self.session)
            #expect(try client.retrieve(on: world.daemon.reader()) == Samples.secretBase64)
        }
    }

    @Test("A user's services are affected once none of the user's sessions is in the foreground")
    func services() throws {
        try with { world in
            let watcher = try world.client(in: Self.userService)
            try watcher.ask("WatchAvailability")
            try watcher.awaitAvailability("available", reason: nil)
            try world.bus.tell("removed u0")
            try watcher.awaitAvailability("hardwareUnavailable", reason: "notInteractive")
            // Another user's session, and a remote one, do not help.
            try world.bus.tell("new 7 1")
            try world.bus.tell("new 8 0 Remote=true")
            try world.client(in: Self.userService).expectNotInteractive()
            try world.bus.tell("new 9 0")
            try watcher.awaitAvailability("available", reason: nil)
            try world.bus.tell("set 9 LockedHint true")
            try watcher.awaitAvailability("hardwareUnavailable", reason: "notInteractive")
        }
    }

    @Test("A closed lid that logind does not report is found at a call, or when UPower reports it")
    func unsaidLid() throws {
        try with(said: ["new 3 0"]) { world in
            let watcher = try world.client(in: Self.session)
            try watcher.ask("WatchAvailability")
            try watcher.awaitAvailability("available", reason: nil)
            let waiting = try world.client(in: Self.session)
            try world.unsaid("LidClosed true")
            try waiting.ask("Authenticate", Samples.authentication)
            #expect(try waiting.refusal("HardwareUnavailable")["reason"] == "notInteractive")
            try watcher.awaitAvailability("hardwareUnavailable", reason: "notInteractive")
            try world.unsaid("LidClosed false")
            try world.bus.tell("upower")
            try watcher.awaitAvailability("available", reason: nil)
        }
    }

    // MARK: Calls that wait

    @Test("A waiting call is ended by the lock, or because the reader is out of reach", arguments: obstacles)
    func interrupted(obstacle: Obstacle) throws {
        try with(said: ["new 3 0"]) { world in
            let clients = try (0..<3).map { _ in try world.client(in: Self.session) }
            let credential = Samples.credential
            try clients[0].ask("Enroll", ["finger": "leftThumb", "credential": credential])
            try clients[0].progress("waitingForFinger")
            for client in clients[1...] {
                try client.ask("Authenticate", Samples.authentication)
                try client.progress("queued")
            }
            // A user in front of the machine goes on.
            let other = try world.client(in: Self.userService)
            try other.ask("Authenticate", Samples.authentication)
            try other.progress("queued")
            try world.bus.tell(obstacle.begins)
            for (index, client) in clients.enumerated() {
                if obstacle.begins.contains("LockedHint") {
                    #expect(try client.refusal("Cancelled")["by"] == "sessionLocked")
                } else {
                    let refusal = try client.refusal("HardwareUnavailable")
                    #expect(refusal["reason"] == "notInteractive")
                    #expect(refusal["fallbacks"] == (index == 0 ? [] : ["pin"]))
                }
            }
            if obstacle.begins.contains("Active") {
                #expect(try other.touch(world.daemon.reader())["authentication"]["factor"] == "fingerprint")
            }
        }
    }

    @Test("An ended call leaves no free guess: a seen finger is judged first")
    func judgement() throws {
        try with(["lockout.freeFailures": 1], said: ["new 3 0"]) { world in
            let client = try world.client(in: Self.session)
            try client.ask("Authenticate", Samples.authentication)
            try client.progress("waitingForFinger")
            try world.daemon.reader().send(.finger(present: true))
            try client.awaitProgress("fingerPresent")
            let watcher = try world.client(in: Self.session)
            try watcher.ask("WatchAvailability")
            try world.bus.tell("set 3 Active false")
            try watcher.awaitAvailability("hardwareUnavailable", reason: "notInteractive")
            try world.daemon.reader().send(.scan(Samples.strangeFinger))
            #expect(try client.refusal("HardwareUnavailable")["reason"] == "notInteractive")
            #expect(try client.availability()["state"] == "lockout")
        }
    }

    @Test(
        "No enrolment takes a touch that another user's prompt asks for, even if its caller may ask: it ends",
        arguments: [("Remote=true", true), ("Seat=", false)])
    func othersTouch(property: String, isInteractiveOnly: Bool) throws {
        let configuration: [String: JSON] = ["fingerprint.interactiveOnly": .bool(isInteractiveOnly)]
        try with(configuration, said: ["new 3 0 \(property)", "set u0 LockedHint true"]) { world in
            let parameters: JSON = ["finger": "leftThumb", "credential": Samples.credential]
            let absent = try world.client(in: Self.systemService)
            try absent.ask("Enroll", parameters)
            try absent.progress("waitingForFinger")
            // A waiting call of the same user does not end it.
            let own = try world.client(in: Self.systemService)
            try own.ask("Enroll", parameters)
            try own.progress("queued")
            try own.send("CancelRequest", oneway: true)
            try own.refusal("Cancelled")
            let other = try world.daemon.client(as: 1)
            try other.result(of: "SetPIN", ["pin": "402938"])
            try other.ask("Enroll", ["finger": "leftThumb", "credential": ["pin": "402938"]])
            #expect(try absent.refusal("HardwareUnavailable")["reason"] == "notInteractive")
            try other.touch(world.daemon.reader(), with: Samples.otherFinger)
            #expect(try world.client(in: Self.systemService).prints().count == 1)
        }
    }

    // MARK: A logind that says nothing

    @Test("No enrolment of an unconfirmed user takes a touch that another user's prompt asks for")
    func silentEnrolment() throws {
        try DaemonUnderTest.prepared(state: .stored) { daemon in
            let groups = try ControlGroups()
            let bus = SystemBus(of: daemon)
            try bus.start()
            try bus.tell("silent")
            try bus.hear("done")
            try daemon.start(launcher: groups.launcher)
            let client = try groups.client(of: daemon, as: 0, in: Self.session)
            try client.ask("Enroll", ["finger": "leftThumb", "credential": Samples.credential])
            try client.progress("waitingForFinger")
            let other = try daemon.client(as: 1)
            try other.result(of: "SetPIN", ["pin": "402938"])
            try other.ask("Enroll", ["finger": "leftThumb", "credential": ["pin": "402938"]])
            #expect(try client.refusal("HardwareUnavailable")["reason"] == "notInteractive")
            try daemon.stop()
        }
    }

    @Test("If logind is silent when the daemon starts, nobody is refused")
    func silentFromTheStart() throws {
        try DaemonUnderTest.prepared(state: .stored) { daemon in
            let groups = try ControlGroups()
            let bus = SystemBus(of: daemon)
            try bus.start()
            try bus.tell("new 3 0 Remote=true")
            try bus.tell("silent")
            try bus.hear("done")
            try daemon.start(launcher: groups.launcher)
            let client = try groups.client(of: daemon, as: 0, in: Self.session)
            #expect(try client.availability()["state"] == "available")
            #expect(try client.retrieve(on: daemon.reader()) == Samples.secretBase64)
            try daemon.stop()
        }
    }

    @Test("Calls do not wait for logind, and nobody is refused once it has been silent, or gone, for a while")
    func silentLater() throws {
        try with(said: ["new 3 0 Remote=true"]) { world in
            for isGone in [false, true] {
                let watcher = try world.client(in: Self.session)
                try watcher.ask("WatchAvailability")
                try watcher.awaitAvailability("hardwareUnavailable", reason: "notInteractive")
                if isGone {
                    try world.bus.stopLogind()
                } else {
                    try world.bus.tell("silent")
                    try world.bus.hear("done")
                    // logind's last report is the answer: no call waits for a new one.
                    try world.client(in: Self.session).expectNotInteractive()
                }
                try watcher.awaitAvailability("available", reason: nil)
                let client = try world.client(in: Self.session)
                #expect(try client.retrieve(on: world.daemon.reader()) == Samples.secretBase64)
                if !isGone { try world.bus.stopLogind() }
                try world.bus.startLogind()
                try world.bus.tell("new 3 0 Remote=true")
                try world.bus.hear("inhibited sleep delay")
            }
        }
    }

    // MARK: Harness

    fileprivate struct World {
        let daemon: DaemonUnderTest
        let bus: SystemBus
        let groups: ControlGroups

        func client(in place: String) throws -> GateConnection { try groups.client(of: daemon, as: 0, in: place) }

        func unsaid(_ change: String) throws {
            try bus.tell("unsaid \(change)")
            try bus.hear("done")
        }
    }

    /// Runs `body` on a daemon that starts when logind has been told all of `said`.
    fileprivate func with(
        _ configuration: [String: JSON] = [:], said: [String] = [], _ body: (World) throws -> Void
    ) throws {
        try DaemonUnderTest.prepared([.device], configuration, state: .stored) { daemon in
            let groups = try ControlGroups()
            let bus = SystemBus(of: daemon)
            try bus.start()
            for line in said + ["sync"] { try bus.tell(line) }
            try bus.hear("done")
            try daemon.start(launcher: groups.launcher)
            try bus.hear("inhibited sleep delay")
            try body(World(daemon: daemon, bus: bus, groups: groups))
            try daemon.stop()
        }
    }
}

extension AccountTests {
    @Suite("A person's jobs in a system service, such as cron's", .withControlGroups, .tags(.needsPython))
    struct JobTests {
        private static let job = "system.slice/cron.service"

        @Test("A job may ask only while its person is in front of the machine")
        func jobs() throws {
            try InteractiveTests().with { world in
                let user = try SystemUser(for: world.daemon, password: nil)
                let client = try world.groups.client(of: world.daemon, as: user.number, in: Self.job)
                try client.setPIN()
                let enrolment: JSON = ["finger": "leftThumb", "credential": Samples.credential]
                // No user of that number is logged in.
                let refusal = try client.refusal("HardwareUnavailable", of: "Enroll", enrolment)
                #expect(refusal["reason"] == "notInteractive")
                try world.bus.tell("new 7 \(user.number) Remote=true")
                try world.bus.tell("new 8 \(user.number)")
                try waitUntil("the daemon knows of the session") {
                    try client.ask("Enroll", enrolment)
                    return try client.receive().error == nil
                }
                try world.bus.tell("removed 8")
                #expect(try client.refusal("HardwareUnavailable")["reason"] == "notInteractive")
            }
        }
    }
}

extension GateConnection {
    fileprivate func expectNotInteractive(title: String? = nil) throws {
        let availability = try availability()
        #expect(availability["state"] == "hardwareUnavailable")
        #expect(availability["reason"] == "notInteractive")
        #expect(availability["fallbacks"] == ["pin"])
        let refusal = try refusal("HardwareUnavailable", of: "Authenticate", Samples.authentication)
        #expect(refusal["reason"] == "notInteractive")
        #expect(refusal["fallbacks"] == ["pin"])
        guard let title else { return }
        for guidance in [availability["guidance"], refusal["guidance"]] { #expect(guidance["title"].string == title) }
    }
}
