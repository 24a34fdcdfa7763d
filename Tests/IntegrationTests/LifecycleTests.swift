import BlockingTests
import Glibc
import Testing
import VirtualReaders

@Suite("The daemon's life", .blocking)
struct LifecycleTests {
    @Test("A daemon that may not lock its memory serves, and says so once")
    func unlockedMemory() throws {
        try DaemonUnderTest.prepared(state: .stored) { daemon in
            try daemon.start(launcher: ["prlimit", "--memlock=0"] + DaemonUnderTest.withoutPrivileges)
            for _ in 1...3 { #expect(try daemon.client().items().count == 1) }
            #expect(try daemon.kilobytes("VmLck") == 0)
            try daemon.stop()
            #expect(daemon.errors.split(separator: "\n").count { $0.contains("LimitMEMLOCK=") } == 1)
        }
    }

    @Test("Stored data is there after a clean end and after a crash, and the socket that the crash left is replaced")
    func persistence() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let before = try daemon.client().result(of: "ListPrints")
            for isCrash in [false, true] {
                try isCrash ? daemon.crash() : daemon.stop()
                #expect(Files.exists(daemon.socketPath) == isCrash)
                try daemon.start()
                let client = try daemon.client()
                #expect(try client.result(of: "ListPrints") == before)
                #expect(try client.retrieve(on: daemon.reader()) == Samples.secretBase64)
            }
        }
    }

    @Test("A second daemon on the same state directory is refused, and the first goes on")
    func secondDaemon() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let client = try daemon.client()
            let (ending, lines) = try daemon.startInVain(socket: "\(daemon.directory)/second")
            #expect(ending != .exited(0))
            #expect(lines.count == 1)
            #expect(lines.first?.contains("\(daemon.stateDirectory) is in use by another daemon") == true)
            #expect(!Files.exists("\(daemon.directory)/second"))
            #expect(try client.retrieve(on: daemon.reader()) == Samples.secretBase64)
        }
    }

    @Test("A socket that is served is not taken over, and a file that is not a socket is left alone")
    func servedSocket() throws {
        try DaemonUnderTest.with { daemon in
            let other = "\(daemon.directory)/other-state"
            let (ending, lines) = try daemon.startInVain(stateDirectory: other)
            #expect(ending != .exited(0))
            #expect(lines.count == 1)
            #expect(lines.first?.contains("another daemon serves \(daemon.socketPath)") == true)
            try daemon.client().availability()

            let file = "\(daemon.directory)/file"
            try Files.write([1, 2, 3], to: file)
            let (fileEnding, fileLines) = try daemon.startInVain(socket: file, stateDirectory: other)
            #expect(fileEnding != .exited(0))
            #expect(fileLines.first?.contains("\(file) is not a socket") == true)
            #expect(try Files.read(file) == [1, 2, 3])
        }
    }

    @Test("Every user may connect, and only the daemon's user can read its files")
    func modes() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            func mode(_ path: String) -> mode_t {
                var status = stat()
                lstat(path, &status)
                return status.st_mode & 0o7777
            }
            #expect(mode(daemon.socketPath) == 0o666)
            #expect(mode(daemon.stateDirectory) == 0o700)
            for name in Files.names(in: daemon.stateDirectory) {
                #expect(mode("\(daemon.stateDirectory)/\(name)") == 0o600, "\(name)")
            }
        }
    }

    @Test("A virtual reader is not listed unless the configuration allows it")
    func virtualRefused() throws {
        try DaemonUnderTest.with([.device], ["readers.allowVirtual": false]) { daemon in
            let client = try daemon.client()
            #expect(try client.result(of: "ListReaders")["readers"] == [])
            #expect(try client.availability()["state"] == "noHardware")
        }
    }

    @Test("No job of the daemon reaches Swift's pool, whatever is asked of it")
    func noPool() throws {
        try DaemonUnderTest.with(state: .pinSet) { daemon in
            try daemon.expectNoPool()
            let client = try daemon.client()
            try client.availability()
            try client.enroll(on: daemon.reader())
            try daemon.expectNoPool()
            do {
                let leaving = try daemon.client()
                try leaving.ask("Authenticate", Samples.authentication)
                try leaving.awaitProgress("waitingForFinger")
            }
            try client.store(on: daemon.reader())
            try daemon.expectNoPool()
            #expect(try client.retrieve(on: daemon.reader()) == Samples.secretBase64)
        }
    }

    @Test("If configured, the daemon ends when no client has been connected for a while, and not before")
    func idleExit() throws {
        try DaemonUnderTest.with([.device], ["limits.idleExitSeconds": 1], state: .stored) { daemon in
            do {
                let client = try daemon.client()
                // Longer than the idle time, with a client connected.
                try client.ask("RetrieveSecret", Samples.retrieval.with(["timeoutSeconds": 2]))
                try client.refusal("TimedOut")
                #expect(try client.retrieve(on: daemon.reader()) == Samples.secretBase64)
            }
            #expect(try daemon.ending() == .exited(0))
            #expect(!Files.exists(daemon.socketPath))
        }
    }
}
