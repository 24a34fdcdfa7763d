import BlockingTests
import Testing
import VirtualReaders

/// libfaketime gives the daemon another time of day; its time since boot stays the machine's.
@Suite("A wall clock that is set", .blocking, .asRoot, .tags(.needsRoot, .needsPython))
struct WallClockTests {
    private static let wrong = Samples.authentication.with(["credential": Samples.wrongCredential])

    /// Sets the clock of the daemon, also while it runs.
    private func set(_ daemon: DaemonUnderTest, by days: Int) throws {
        try Files.write(Array("\(days < 0 ? "" : "+")\(days)d\n".utf8), to: clock(of: daemon))
    }

    private func clock(of daemon: DaemonUnderTest) -> String { "\(daemon.directory)/clock" }

    /// Precedes the command of a daemon whose clock can be set.
    private func withClock(_ daemon: DaemonUnderTest) -> [String] {
        // libfaketime leaves shared memory behind, so it gets a private place for it.
        ["unshare", "--mount", "sh", "-c", #"mount -t tmpfs tmpfs /dev/shm && exec "$@""#, "sh", "env"] + [
            // The dynamic linker knows where this system has its libraries.
            "LD_PRELOAD=/usr/$LIB/faketime/libfaketimeMT.so.1", "FAKETIME_TIMESTAMP_FILE=\(clock(of: daemon))",
            "FAKETIME_NO_CACHE=1", "FAKETIME_DONT_FAKE_MONOTONIC=1",
            // In the first program that it is loaded into, libfaketime adds to the environment, and what moves for that
            // hides its arguments from a Swift program.
            "sh", "-c", #"exec "$@""#, "sh",
        ]
    }

    /// The rest of a wait in milliseconds.
    private func wait(_ refusal: JSON) throws -> Int { try #require(refusal["retryAfterMilliseconds"].integer) }

    @Test("Setting the clock forwards or back, running or between two starts, shortens no lockout and no throttled PIN")
    func waits() throws {
        let limits: [String: JSON] = [
            "lockout.freeFailures": 1, "lockout.baseDelaySeconds": 3600, "pin.freeFailures": 0,
            "pin.baseDelaySeconds": 3600, "credential.maximumAgeHours": 0,
        ]
        try DaemonUnderTest.prepared([.device], limits, state: .stored) { daemon in
            try set(daemon, by: 0)
            try daemon.start(launcher: withClock(daemon))
            let client = try daemon.client()
            try client.ask("Authenticate", Samples.authentication)
            try client.miss(on: daemon.reader())
            try client.refusal("Lockout")
            try client.refusal("CredentialWrong", of: "Authenticate", Self.wrong)
            var left = (lockout: 3_600_000, pin: 3_600_000)
            for days in [10, -10, 400] {
                for isRestarted in [false, true] {
                    if isRestarted { try daemon.crash() }
                    try set(daemon, by: isRestarted ? -days : days)
                    if isRestarted { try daemon.start(launcher: withClock(daemon)) }
                    let again = try daemon.client()
                    #expect(try again.availability()["state"] == "lockout")
                    let lockout = try wait(again.refusal("Lockout", of: "Authenticate", Samples.authentication))
                    let pin = try wait(again.refusal("CredentialThrottled", of: "Authenticate", Self.wrong))
                    // Only the time that the test itself takes has passed.
                    #expect(lockout > 1_800_000 && lockout <= left.lockout)
                    #expect(pin > 1_800_000 && pin <= left.pin)
                    left = (lockout, pin)
                }
            }
            try daemon.stop()
        }
    }

    @Test("Setting the clock back makes the PIN no younger: the age counts the time since boot")
    func age() throws {
        try DaemonUnderTest.prepared(state: .stored) { daemon in
            try set(daemon, by: -10)
            let later = [Python.interpreter, Python.script("another_time.py"), "--later", "\(73 * 3600)"]
            try daemon.start(launcher: withClock(daemon) + later)
            #expect(try daemon.client().availability()["reason"] == "credentialAge")
            try daemon.stop()
        }
    }

    @Test("Setting the clock forwards ends no reuse early, and setting it back extends none")
    func reuse() throws {
        try DaemonUnderTest.prepared(state: .stored) { daemon in
            try set(daemon, by: 0)
            try daemon.start(launcher: withClock(daemon))
            let client = try daemon.client()
            try client.ask("Authenticate", Samples.authentication)
            try client.touch(daemon.reader())
            for days in [-10, 2] {
                try set(daemon, by: days)
                let authentication = try client.result(
                    of: "Authenticate", Samples.authentication.with(["maxAgeSeconds": 300]))["authentication"]
                #expect((0...300_000).contains(try #require(authentication["ageMilliseconds"].integer)))
            }
            try daemon.stop()
        }
    }
}
