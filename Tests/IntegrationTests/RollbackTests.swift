import BlockingTests
import SoftwareTPM
import Testing
import VirtualReaders

/// What no old copy of the database undoes, where a TPM counts.
enum Setback: CaseIterable {
    case miss, newFinger, revoke, pinChange, deletion, replacement

    var itemsLeft: Int { self == .deletion ? 0 : 1 }

    func happen(_ daemon: DaemonUnderTest) throws {
        let client = try daemon.client()
        switch self {
        case .miss:
            try client.ask("Authenticate", Samples.authentication)
            try client.miss(on: daemon.reader())
        case .newFinger: try client.enroll(Samples.otherFinger, as: "leftIndex", on: daemon.reader())
        case .revoke: try client.result(of: "RevokeAll")
        case .pinChange:
            try client.result(of: "SetPIN", ["pin": .string(Samples.wrongPIN), "credential": Samples.credential])
        case .deletion: try client.result(of: "DeleteItem", ["name": Samples.retrieval["name"]])
        case .replacement:
            try client.result(
                of: "StoreSecret",
                [
                    "name": Samples.retrieval["name"], "secret": "bmV3", "replace": true,
                    "access": ["factors": ["pin"], "enrollment": "current", "maxAgeSeconds": 0],
                    "credential": Samples.credential,
                ])
        }
    }
}

@Suite("an old copy of the database, with a TPM", .blocking, .tags(.needsTPM))
struct RollbackTests {
    @Test("is told from the newest, refused, and ended by a reset", arguments: Setback.allCases)
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

            // The newest is still the newest.
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

    @Test("is refused as a whole where the directory was removed, and another keystore was made in it since")
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

    @Test("a crash at any time makes no old copy of the newest")
    func crashes() throws {
        try TPMTests.withTPM { daemon, tpm in
            for setback in [Setback.miss, .newFinger, .revoke] {
                try setback.happen(daemon)
                try daemon.crash()
                // As the kernel's resource manager does when its client is gone; here is none.
                try tpm.tool("tpm2_flushcontext", "-t")
                try daemon.start()
                _ = try daemon.client().items()
            }
        }
    }

    @Test("a TPM whose counter was taken away tells as little as an old copy, and is refused")
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
