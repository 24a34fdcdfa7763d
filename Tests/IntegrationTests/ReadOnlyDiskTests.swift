import BlockingTests
import Testing
import VirtualReaders

/// The state directory is a separate file system, which a test fills, or which the kernel makes read-only after an
/// error.
@Suite("A disk that is full, or turns read-only", .blocking, .asRoot, .tags(.needsRoot))
struct ReadOnlyDiskTests {
    private func run(_ daemon: DaemonUnderTest, _ command: [String]) throws {
        let messages = "\(daemon.directory)/disk-errors"
        let tool = try ChildProcess(command, environment: Python.environment, errors: messages)
        guard try tool.ending() == .exited(0) else { throw HarnessFailure("\(command): \(Files.text(messages))") }
    }

    private func image(of daemon: DaemonUnderTest) -> String { "\(daemon.directory)/disk" }

    /// Makes a file system with the content of the state directory.
    private func makeDisk(_ daemon: DaemonUnderTest) throws {
        try run(daemon, ["mke2fs", "-q", "-t", "ext4", "-d", daemon.stateDirectory, image(of: daemon), "8M"])
    }

    /// Precedes the command of a daemon with its state on the disk; the kernel unmounts it when the daemon ends.
    private func onDisk(_ daemon: DaemonUnderTest) -> [String] {
        let script = #"mount -o loop,errors=remount-ro "$0" "$1" && chmod 700 "$1" && shift && exec "$@""#
        return ["unshare", "--mount", "sh", "-c", script, image(of: daemon), daemon.stateDirectory]
    }

    /// The kernel may release the previous daemon's disk only some time after its end.
    private func startOnDisk(_ daemon: DaemonUnderTest) throws {
        let image = image(of: daemon)
        try waitUntil("the disk is free") {
            !Files.names(in: "/sys/block").contains { name in
                name.hasPrefix("loop") && Files.text("/sys/block/\(name)/loop/backing_file").hasPrefix(image)
            }
        }
        try daemon.start(launcher: onDisk(daemon))
    }

    private func turnReadOnly(_ daemon: DaemonUnderTest) throws {
        let script = #"""
            loop=$(losetup --noheadings --output NAME --associated "$0") &&
            echo 1 >"/sys/fs/ext4/${loop##*/}/trigger_fs_error"
            """#
        try run(daemon, ["sh", "-c", script, image(of: daemon)])
    }

    /// A client after whose answers nothing is being written: the first write about a new user comes before a change. A
    /// disk that fails in the middle of a write leaves a journal, and is not even read until that can be undone.
    private func quietClient(of daemon: DaemonUnderTest) throws -> GateConnection {
        let client = try daemon.client()
        try client.result(of: "AnswerOnboarding", ["answer": "accepted"])
        return client
    }

    @Test("Every change is StorageFailed, nothing is half done, and existing data is still reported")
    func changes() throws {
        try DaemonUnderTest.prepared(state: .stored) { daemon in
            try makeDisk(daemon)
            try startOnDisk(daemon)
            let client = try quietClient(of: daemon)
            let (items, settings) = (try client.items(), try client.settings())
            let prints = try client.result(of: "ListPrints")
            let print = try #require(client.prints().first)["id"]
            try turnReadOnly(daemon)
            let pin: JSON = ["credential": Samples.credential]
            for (method, parameters) in [
                ("DisableFingerprint", [:]), ("RevokeAll", [:]), ("AnswerOnboarding", ["answer": "skipped"]),
                ("DeleteItem", ["name": .string(Samples.item)]), ("Reset", [:]),
                ("StoreSecret", ["name": "new", "secret": "bmV3", "access": Self.pinOnly]),
                ("SetPIN", pin.with(["pin": "402938"])),
                ("Enroll", pin.with(["finger": "leftThumb"])),
                ("DeletePrint", pin.with(["printId": print])),
                ("DeleteAllPrints", pin), ("RenewItem", pin.with(["name": .string(Samples.item)])),
                ("Authenticate", Samples.authentication), ("RetrieveSecret", Samples.retrieval),
                ("RetrieveSecret", Samples.retrieval.with(["credential": Samples.credential])),
            ] as [(String, JSON)] {
                let refusal = try client.call(method, parameters)
                #expect(refusal.error == "StorageFailed", "\(method) \(refusal)")
            }
            // Seven right PINs were not compared, and count as nothing.
            let told = try daemon.client()
            #expect(try told.settings() == settings)
            #expect(try told.items() == items)
            #expect(try told.result(of: "ListPrints") == prints)
            try daemon.stop()
            try startOnDisk(daemon)
            let again = try daemon.client()
            #expect(try again.settings() == settings)
            #expect(try again.items() == items)
            #expect(try again.result(of: "ListPrints") == prints)
            #expect(try again.retrieve(on: daemon.reader()) == Samples.secretBase64)
            try daemon.stop()
        }
    }

    private static let pinOnly: JSON = ["factors": ["pin"], "enrollment": "current", "maxAgeSeconds": 0]

    @Test("A disk that fails under a finger that does not match is reported, and the miss is not lost")
    func miss() throws {
        try DaemonUnderTest.prepared([.device], ["lockout.freeFailures": 1], state: .stored) { daemon in
            try makeDisk(daemon)
            try startOnDisk(daemon)
            let client = try quietClient(of: daemon)
            try client.ask("Authenticate", Samples.authentication)
            try client.progress("waitingForFinger")
            try turnReadOnly(daemon)
            try daemon.reader().send(.scan(Samples.strangeFinger))
            try client.refusal("StorageFailed")
            try client.refusal("Lockout", of: "Authenticate", Samples.authentication)
            try daemon.crash()
            try startOnDisk(daemon)
            #expect(try daemon.client().availability()["state"] == "lockout")
            try daemon.stop()
        }
    }

    @Test("A full disk refuses the next secret, and earlier ones open, until there is room again")
    func full() throws {
        try DaemonUnderTest.prepared(state: .stored) { daemon in
            let ballast = "\(daemon.stateDirectory)/ballast"
            try Files.write([UInt8](repeating: 1, count: 1 << 20), to: ballast)
            try makeDisk(daemon)
            try startOnDisk(daemon)
            let client = try daemon.client()
            func storing(_ number: Int) -> JSON {
                // 48 KiB, each one different.
                let digits = String(number)
                let secret = String(repeating: "A", count: 65_536 - digits.utf8.count) + digits
                return ["name": "item \(number)", "secret": .string(secret), "access": Self.pinOnly]
            }
            var stored = 0
            var refusal: GateConnection.Reply
            repeat {
                refusal = try client.call("StoreSecret", storing(stored))
                if refusal.error == nil { stored += 1 }
            } while refusal.error == nil
            #expect(refusal.error == "StorageFailed")
            #expect(stored > 50)
            #expect(try client.items().count == stored + 1)
            #expect(try client.item("item \(stored)") == .null)
            try daemon.crash()
            try startOnDisk(daemon)
            let again = try daemon.client()
            #expect(try again.items().count == stored + 1)
            // The record of an armed scan already has its place.
            #expect(try again.retrieve(on: daemon.reader()) == Samples.secretBase64)
            try again.refusal("StorageFailed", of: "StoreSecret", storing(stored))
            let process = try #require(daemon.processID)
            try run(daemon, ["nsenter", "--target", "\(process)", "--mount", "rm", ballast])
            try again.result(of: "StoreSecret", storing(stored))
            try again.result(of: "DeleteItem", ["name": "item 0"])
            try again.result(of: "StoreSecret", storing(0))
            let last = stored - 1
            let opening: JSON = ["name": "item \(last)", "reason": "Open", "credential": Samples.credential]
            #expect(try again.result(of: "RetrieveSecret", opening)["secret"] == storing(last)["secret"])
            try daemon.stop()
        }
    }
}
