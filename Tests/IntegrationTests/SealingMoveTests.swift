import BlockingTests
import SoftwareTPM
import Testing
import VirtualReaders

@Suite("Moving the root key", .blocking, .tags(.needsTPM))
struct SealingMoveTests {
    private func move(_ daemon: DaemonUnderTest, to target: String, _ more: String...) throws -> [String] {
        let (ending, lines) = try daemon.startInVain(arguments: ["--move-sealing", target] + more)
        #expect(ending == .exited(0), "\(lines)")
        return lines
    }

    private func expectStored(_ daemon: DaemonUnderTest, sealedBy: String) throws {
        let client = try daemon.client()
        #expect(try client.item()["sealedBy"] == .string(sealedBy))
        #expect(try client.retrieve(on: daemon.reader()) == Samples.secretBase64)
        let byPIN = Samples.retrieval.with(["credential": Samples.credential])
        #expect(try client.result(of: "RetrieveSecret", byPIN)["secret"].string == Samples.secretBase64)
    }

    @Test("Moving into the TPM and back keeps every item, and leaves no key in the old place")
    func thereAndBack() throws {
        let tpm = try SoftwareTPM()
        try DaemonUnderTest.with([.device], ["sealing.tcti": .string(tpm.tcti)], state: .stored) { daemon in
            // A software key stays one, wherever the root key is.
            let client = try daemon.client()
            try client.ask("CreateKey", TPMTests.creation)
            let key = try client.touch(daemon.reader())["item"]
            try daemon.stop()
            let root = try #require(daemon.stateFiles()["root.key"])
            _ = try move(daemon, to: "tpm")
            let files = try daemon.stateFiles()
            #expect(files["root.key"] == nil && files["root.tpm"] != nil)
            #expect(files.values.allSatisfy { $0.windowCount(of: root) == 0 })
            try daemon.start()
            try expectStored(daemon, sealedBy: "tpm")
            let later = try daemon.client()
            try later.ask("Sign", TPMTests.signing)
            let signature = try later.touch(daemon.reader())["signature"]
            #expect(
                try OpenSSL.verifies(
                    signature, of: TPMTests.challenge, by: key["publicKey"], "p256", in: daemon.directory))
            try daemon.stop()
            _ = try move(daemon, to: "file")
            #expect(try daemon.stateFiles()["root.tpm"] == nil)
            try daemon.start()
            try expectStored(daemon, sealedBy: "file")
        }
    }

    @Test("Moving out of the TPM is refused while it has keys, names them, and gives them up only when told to")
    func keysStay() throws {
        try TPMTests.withTPM { daemon, _ in
            let client = try daemon.client()
            try client.store(factors: ["fingerprint", "pin"], on: daemon.reader())
            try client.ask("CreateKey", TPMTests.creation)
            try client.touch(daemon.reader())
            try daemon.stop()
            let before = try daemon.stateFiles()
            let (ending, lines) = try daemon.startInVain(arguments: ["--move-sealing", "file"])
            #expect(ending != .exited(0))
            #expect(lines.count == 1 && lines[0].contains(TPMTests.key) && lines[0].contains("--drop-keys"))
            #expect(try daemon.stateFiles() == before)
            #expect(try move(daemon, to: "file", "--drop-keys").contains { $0.contains(TPMTests.key) })
            try daemon.start()
            try expectStored(daemon, sealedBy: "file")
            #expect(try daemon.client().refusal("ItemInvalidated", of: "Sign", TPMTests.signing)["by"] == "revoked")
        }
    }

    @Test("A move interrupted before or after it counted is finished by repeating it")
    func interrupted() throws {
        let tpm = try SoftwareTPM()
        try DaemonUnderTest.with([.device], ["sealing.tcti": .string(tpm.tcti)], state: .stored) { daemon in
            try daemon.stop()
            let before = try daemon.stateFiles()
            _ = try move(daemon, to: "tpm")
            let after = try daemon.stateFiles()

            // The TPM has the key, and the database does not record it yet.
            try daemon.restore(before.merging(["root.tpm": try #require(after["root.tpm"])]) { $1 })
            try daemon.start()
            try expectStored(daemon, sealedBy: "file")
            try daemon.stop()
            _ = try move(daemon, to: "tpm")
            #expect(try daemon.stateFiles()["root.key"] == nil)

            // The database records it, and the file is still there.
            let moved = try daemon.stateFiles()
            let root = try #require(before["root.key"])
            try daemon.restore(moved.merging(["root.key": root]) { $1 })
            _ = try move(daemon, to: "tpm")
            #expect(try daemon.stateFiles()["root.key"] == nil)
            try daemon.restore(moved.merging(["root.key": root]) { $1 })
            try daemon.start()
            #expect(try daemon.stateFiles()["root.key"] == nil)
            try expectStored(daemon, sealedBy: "tpm")
            try daemon.stop()
            // A foreign file of that name is not the daemon's.
            let stranger = [UInt8](repeating: 9, count: 32)
            try Files.write(stranger, to: "\(daemon.stateDirectory)/root.key")
            try daemon.start()
            #expect(try daemon.stateFiles()["root.key"] == stranger)
        }
    }

    @Test("Moving is refused while a daemon runs, without a TPM, and without a keystore, and changes nothing")
    func refused() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let (running, said) = try daemon.startInVain(arguments: ["--move-sealing", "tpm"])
            #expect(running != .exited(0) && said.count == 1)
            try daemon.stop()
            let before = try daemon.stateFiles()
            let (ending, lines) = try daemon.startInVain(arguments: ["--move-sealing", "tpm"])
            #expect(ending != .exited(0) && lines.count == 1 && lines[0].contains("noTPM"))
            #expect(try daemon.stateFiles() == before)
            try daemon.start()
            try expectStored(daemon, sealedBy: "file")
        }
    }
}

extension [UInt8] {
    /// How often another array's bytes appear in this one.
    fileprivate func windowCount(of other: [UInt8]) -> Int {
        guard count >= other.count else { return 0 }
        return (0...(count - other.count)).count {
            self[$0] == other[0] && self[$0..<($0 + other.count)].elementsEqual(other)
        }
    }
}
