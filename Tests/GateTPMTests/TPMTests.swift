import BlockingTests
import Crypto
import Foundation
import GateModel
import GateSecret
import SoftwareTPM
import Testing

@testable import GateTPM

extension Tag {
    /// Needs `swtpm` and `tpm2-tools`.
    @Tag static var needsTPM: Self
}

@Suite("The TPM", .blocking, .tags(.needsTPM))
struct TPMTests {
    private let software: SoftwareTPM
    private let tpm: TPM

    init() throws {
        software = try SoftwareTPM()
        tpm = TPM(tcti: software.tcti)
    }

    private func secret(_ byte: UInt8 = 7, count: Int = 32) -> SecretBytes {
        SecretBytes(count: count) { for index in $0.indices { $0[index] = byte &+ UInt8(truncatingIfNeeded: index) } }
    }

    private func opens(_ sealed: [UInt8]) async throws -> Bool {
        let opened = try await tpm.unseal(sealed)
        return opened.isEqual(to: secret())
    }

    private func isValid(_ signature: [UInt8], of text: String, by point: [UInt8]) throws -> Bool {
        try P256.Signing.PublicKey(x963Representation: point).isValidSignature(
            P256.Signing.ECDSASignature(rawRepresentation: signature), for: Data(text.utf8))
    }

    private func digest(_ text: String) -> [UInt8] { Array(SHA256.hash(data: Data(text.utf8))) }

    @Test("Sealed bytes can be unsealed, also after the TPM was off", arguments: [1, 32, 128])
    func sealing(count: Int) async throws {
        let sealed = try await tpm.seal(secret(count: count))
        var opened = try await tpm.unseal(sealed)
        var isSame = opened.isEqual(to: secret(count: count))
        #expect(isSame)
        await tpm.disconnect()
        software.stop()
        try software.start()
        opened = try await tpm.unseal(sealed)
        isSame = opened.isEqual(to: secret(count: count))
        #expect(isSame)
    }

    @Test("A key signs only with its authorization")
    func keys() async throws {
        let made = try await tpm.makeKey(authorization: secret(1))
        let point = made.point
        let signature = try await tpm.sign(digest: digest("x"), with: made.key, authorization: secret(1))
        #expect(try isValid(signature, of: "x", by: point))
        #expect(try !isValid(signature, of: "y", by: point))
        await expect(.policyFailed) {
            try await tpm.sign(digest: digest("x"), with: made.key, authorization: secret(2))
        }
        let renewed = try await tpm.changeAuthorization(of: made.key, from: secret(1), to: secret(3))
        let later = try await tpm.sign(digest: digest("x"), with: renewed, authorization: secret(3))
        #expect(try isValid(later, of: "x", by: point))
        await expect(.policyFailed) {
            try await tpm.sign(digest: digest("x"), with: renewed, authorization: secret(1))
        }
    }

    @Test("A counter goes up and never back, and exists until it is removed")
    func counters() async throws {
        let counter = DeviceCounter(number: 77, authorization: [UInt8](repeating: 5, count: 32))
        #expect(try await tpm.value(of: counter) == nil)
        let first = try await tpm.makeCounter(counter)
        #expect(try await tpm.raise(counter, to: first + 1) == first + 1)
        #expect(try await tpm.value(of: counter) == first + 1)
        let stranger = DeviceCounter(number: 77, authorization: [UInt8](repeating: 6, count: 32))
        await expect(.policyFailed) { try await tpm.raise(stranger, to: first + 2) }
        try await tpm.remove(counter)
        #expect(try await tpm.value(of: counter) == nil)
        try await tpm.remove(counter)
        // A recreated counter begins above the old one.
        let again = try await tpm.makeCounter(counter)
        #expect(again > first + 1)
        // So does one that replaces another, whose authorization is then void.
        #expect(try await tpm.makeCounter(stranger) > again)
        await expect(.policyFailed) { _ = try await tpm.value(of: counter) }
    }

    @Test("An index of another kind is left alone")
    func foreignIndex() async throws {
        let counter = DeviceCounter(number: 79, authorization: [UInt8](repeating: 5, count: 32))
        try software.tool("tpm2_nvdefine", "0x180004f", "-s", "8", "-a", "ownerread|ownerwrite")
        await expect(.faulted) { _ = try await tpm.makeCounter(counter) }
        await tpm.disconnect()
        #expect(try software.tool("tpm2_getcap", "handles-nv-index").contains("0x180004F"))
    }

    @Test("A rate-limited TPM is awaited, and reported if that does not help")
    func writeRate() async throws {
        let limiting = try WriteLimitingTPM(in: software.directory)
        let limited = TPM(tcti: limiting.tcti)
        let counter = DeviceCounter(number: 78, authorization: [UInt8](repeating: 5, count: 32))
        let first = try await limited.makeCounter(counter)
        limiting.refuse(3)
        #expect(try await limited.raise(counter, to: first + 1) == first + 1)
        #expect(limiting.refused == 3)
        #expect(try await limited.raise(counter, to: first + 1) == first + 1)
        limiting.refuse(.max)
        await expect(.busy) { try await limited.raise(counter, to: first + 2) }
        limiting.refuse(0)
        #expect(try await limited.value(of: counter) == first + 1)
        await limited.disconnect()
    }

    @Test("A thousand seals, unseals and signatures leave nothing in the TPM")
    func nothingLeaks() async throws {
        let made = try await tpm.makeKey(authorization: secret(1))
        for round in 0..<1000 {
            let sealed = try await tpm.seal(secret(UInt8(truncatingIfNeeded: round)))
            let opened = try await tpm.unseal(sealed)
            let isSame = opened.isEqual(to: secret(UInt8(truncatingIfNeeded: round)))
            #expect(isSame)
            _ = try await tpm.sign(digest: digest("\(round)"), with: made.key, authorization: secret(1))
            // A failure leaves nothing behind, either.
            if round % 10 == 0 {
                await expect(.policyFailed) {
                    try await tpm.sign(digest: digest("x"), with: made.key, authorization: secret(2))
                }
            }
        }
        await tpm.disconnect()
        for kind in ["handles-transient", "handles-loaded-session", "handles-saved-session"] {
            #expect(try software.tool("tpm2_getcap", kind).isEmpty, "\(kind)")
        }
    }

    @Test("A missing TPM is reported, and used once it is there")
    func missing() async throws {
        let sealed = try await tpm.seal(secret())
        await tpm.disconnect()
        software.stop()
        await expect(.noTPM) { try await tpm.unseal(sealed) }
        try software.start()
        #expect(try await opens(sealed))
        await expect(.noTPM) { try await TPM(tcti: "device:/dev/no-such-tpm").connect() }
        await expect(.faulted) { try await TPM(tcti: "device:/dev/null").connect() }
    }

    @Test("A TPM that was off in between is found again")
    func restarted() async throws {
        let sealed = try await tpm.seal(secret())
        software.stop()
        try software.start()
        // The first call finds the connection dead.
        _ = try? await tpm.unseal(sealed)
        #expect(try await opens(sealed))
    }

    @Test("A cleared or different TPM does not unseal")
    func otherTPM() async throws {
        let sealed = try await tpm.seal(secret())
        let other = try SoftwareTPM()
        let otherTPM = TPM(tcti: other.tcti)
        await expect(.otherMachine) { try await otherTPM.unseal(sealed) }
        await tpm.disconnect()
        try software.tool("tpm2_clear", "-c", "p")
        await expect(.otherMachine) { try await tpm.unseal(sealed) }
    }

    @Test("An owner hierarchy with an authorization is named")
    func ownerAuthorization() async throws {
        try software.tool("tpm2_changeauth", "-c", "owner", "secret")
        await expect(.policyFailed) { try await tpm.seal(secret()) }
    }

    @Test("A dictionary lockout by other programs' guesses locks none of our objects")
    func lockout() async throws {
        let sealed = try await tpm.seal(secret())
        let made = try await tpm.makeKey(authorization: secret(1))
        await tpm.disconnect()
        try software.tool(
            "tpm2_dictionarylockout", "--setup-parameters", "--max-tries=1", "--recovery-time=1000",
            "--lockout-recovery-time=1000")
        let files = ["p", "u", "r"].map { "\(software.directory)/\($0)" }
        try software.tool("tpm2_createprimary", "-C", "o", "-p", "secret", "-c", files[0])
        try software.tool("tpm2_flushcontext", "-t")
        #expect(throws: SoftwareTPM.DidNotStart.self) {
            try software.tool("tpm2_create", "-C", files[0], "-P", "wrong", "-u", files[1], "-r", files[2])
        }
        try software.tool("tpm2_flushcontext", "-t")
        #expect(try software.tool("tpm2_getcap", "properties-variable").contains("inLockout:                 1"))
        #expect(try await opens(sealed))
        let signature = try await tpm.sign(digest: digest("x"), with: made.key, authorization: secret(1))
        #expect(try isValid(signature, of: "x", by: made.point))
    }

    @Test("Bytes that no TPM made are refused")
    func nonsense() async throws {
        for bytes in [[], [0], [UInt8](repeating: 0, count: 200), [UInt8](repeating: 0xFF, count: 4096)] {
            await expect(.faulted) { try await tpm.unseal(bytes) }
        }
        var sealed = try await tpm.seal(secret())
        sealed[sealed.count - 1] ^= 1
        await expect(.otherMachine) { try await tpm.unseal(sealed) }
    }

    private func expect<Value: ~Copyable>(
        _ reason: SealingReason, at location: SourceLocation = #_sourceLocation, _ body: () async throws -> Value
    ) async {
        do {
            _ = try await body()
            Issue.record("it worked", sourceLocation: location)
        } catch {
            #expect((error as? SealingFailure)?.reason == reason, "\(error)", sourceLocation: location)
        }
    }
}

@Suite("The wait for a TPM that limits writes")
struct NVWriteRateTests {
    @Test("The pause follows the TPM's own time, grows each time, and is limited in all")
    func pauses() {
        for recovery in [nil, .zero, .milliseconds(1), .milliseconds(250), .seconds(3)] as [Duration?] {
            var waited: Duration = .zero
            var tries = 0
            while let pause = NVWriteRate.pause(recovery: recovery, after: waited) {
                #expect(pause >= recovery ?? .zero || waited + pause == NVWriteRate.patience)
                waited += pause
                tries += 1
            }
            #expect(waited == NVWriteRate.patience && tries <= 12)
        }
        #expect(NVWriteRate.pause(recovery: .seconds(4), after: .zero) == nil)
    }
}

@Suite("A TPM's response")
struct TPMResponseTests {
    @Test(
        "A TPM's response has a meaning in the contract, whatever its subject and the layer that passed it on",
        arguments: [
            (0x921, .dictionaryLockout), (0x922, .busy), (0x908, .busy), (0x90A, .busy), (0x920, .busy), (0x902, .busy),
            (0x903, .busy), (0x9A2, .policyFailed), (0x98E, .policyFailed), (0x1DF, .otherMachine),
            (0x18B, .faulted), (0x101, .faulted), (0xA000A, .faulted), (0x7000B, .faulted), (0xC0922, .busy),
        ] as [(UInt32, SealingReason)])
    func reason(code: UInt32, reason: SealingReason) {
        #expect(TPMResponse(code: code).reason == reason)
    }
}
