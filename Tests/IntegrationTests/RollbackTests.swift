import BlockingTests
import SoftwareTPM
import Testing
import VirtualReaders

/// Changes that no old copy of the database undoes if a TPM counts.
enum Setback: Sendable {
    case miss, newFinger, revoke, deletion

    var itemsLeft: Int { self == .deletion ? 0 : 1 }

    func happen(_ daemon: DaemonUnderTest) throws {
        let client = try daemon.client()
        switch self {
        case .miss:
            try client.ask("Authenticate", Samples.authentication)
            try client.miss(on: daemon.reader())
        case .newFinger: try client.enroll(Samples.otherFinger, as: "leftIndex", on: daemon.reader())
        case .revoke: try client.result(of: "RevokeAll")
        case .deletion: try client.result(of: "DeleteItem", ["name": Samples.retrieval["name"]])
        }
    }
}

@Suite("An old copy of the database, with a TPM", .blocking, .tags(.needsTPM))
struct RollbackTests {
    @Test(
        "An old copy is told apart from the newest, refused, and ended by a reset",
        arguments: [Setback.miss, .deletion])
    func oldCopy(setback: Setback) throws {
        try TPMTests.withTPM { daemon, _ in
            try daemon.client().store(factors: ["fingerprint", "pin"], on: daemon.reader())
            try daemon.stop()
            let old = try daemon.stateFiles()
            try daemon.start()
            try setback.happen(daemon)
            try daemon.stop()
            let newest = try daemon.stateFiles()

            try daemon.restore(old)
            try daemon.start()
            for (method, parameters) in [
                ("ListItems", [:]), ("GetSettings", [:]), ("RetrieveSecret", Samples.retrieval), ("RevokeAll", [:]),
                ("SetPIN", ["pin": "505184", "credential": Samples.credential]),
            ] as [(String, JSON)] {
                let refusal = try daemon.client().refusal("SealingUnavailable", of: method, parameters)
                #expect(refusal["reason"] == "policyFailed")
            }
            try daemon.awaitLine("an old copy was put back")
            try daemon.stop()

            // The newest database is still accepted.
            try daemon.restore(newest)
            try daemon.start()
            #expect(try daemon.client().items().count == setback.itemsLeft)
            try daemon.stop()

            // It is refused again after a restart, until the reset, which stays in force.
            try daemon.restore(old)
            for _ in 1...2 {
                try daemon.start()
                try daemon.client().refusal("SealingUnavailable", of: "ListItems")
                try daemon.stop()
            }
            try daemon.start()
            try daemon.client().result(of: "Reset")
            #expect(try daemon.client().items().isEmpty)
            try daemon.client().setPIN()
            try daemon.stop()
            try daemon.start()
            #expect(try daemon.client().settings()["pinSet"] == true)
        }
    }

    @Test("After the directory was removed and another keystore made in it, an old copy is refused as a whole")
    func removedDirectory() throws {
        try TPMTests.withTPM { daemon, _ in
            try daemon.stop()
            let old = try daemon.stateFiles()
            try daemon.restore([:])
            try daemon.start()
            try daemon.client().setPIN()
            try daemon.stop()
            let newest = try daemon.stateFiles()
            try daemon.restore(old)
            try daemon.start()
            #expect(
                try daemon.client().refusal("SealingUnavailable", of: "GetSettings")["reason"] == "policyFailed")
            try daemon.awaitLine("this is an old copy")
            try daemon.stop()
            try daemon.restore(newest)
            try daemon.start()
            #expect(try daemon.client().settings()["pinSet"] == true)
        }
    }

    @Test("A crash at any time does not turn the newest copy into an old one")
    func crashes() throws {
        try TPMTests.withTPM { daemon, tpm in
            for setback in [Setback.miss, .newFinger, .revoke] {
                try setback.happen(daemon)
                try daemon.crash()
                // The kernel's resource manager does this when its client is gone; there is none here.
                try tpm.tool("tpm2_flushcontext", "-t")
                try daemon.start()
                _ = try daemon.client().items()
            }
        }
    }

    @Test("A TPM whose counter was removed reveals as little as an old copy does, and is refused")
    func counterGone() throws {
        try TPMTests.withTPM { daemon, tpm in
            try daemon.stop()
            let index = try #require(
                try tpm.tool("tpm2_getcap", "handles-nv-index").split(separator: "\n").first { $0.contains("0x") })
            try tpm.tool("tpm2_nvundefine", "0x" + index.split(separator: "x")[1])
            try daemon.start()
            try daemon.client().refusal("SealingUnavailable", of: "ListItems")
            try daemon.client().result(of: "Reset")
            #expect(try daemon.client().items().isEmpty)
        }
    }
}
