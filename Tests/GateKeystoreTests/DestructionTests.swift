import FoundationEssentials
@testable import GateKeystore
import GateModel
import GateVault
import Testing

@Suite("Destroyed data is in no file")
struct DestructionTests {
    let sandbox: Sandbox
    let keystore: Keystore
    let token: ItemName
    let content = String(repeating: "a secret worth keeping ", count: 400)

    init() async throws {
        sandbox = try Sandbox()
        keystore = try await sandbox.keystore()
        token = try name("token")
        try await keystore.add("a")
        try await keystore.setPIN(secret("271828"), of: alice, authorizedBy: .first)
    }

    /// Runs `change`, and searches for the earlier results of these queries, after showing that the search finds them
    /// before.
    private func expectGone(_ queries: [String], after change: () async throws -> Void) async throws {
        let before = try queries.flatMap { try sandbox.blobs($0) }
        #expect(!before.isEmpty)
        for blob in before { #expect(try sandbox.holds(blob)) }
        try await change()
        for blob in before { #expect(try !sandbox.holds(blob)) }
        #expect(try !sandbox.holds(Data(content.utf8)))
        #expect(FileManager.default.contents(atPath: "\(sandbox.databasePath)-journal") == Data())
    }

    private let epochKey = "SELECT epochKey FROM user"
    private let fingerprintKey = "SELECT fingerprintKey FROM user"
    private let fingerprintSlots = "SELECT wrappedKey FROM slot WHERE factor = 'fingerprint'"
    private let pinSlots = "SELECT wrappedKey FROM slot WHERE factor = 'pin'"
    private let contents = "SELECT ciphertext FROM content"

    @Test("Adding a finger destroys the epoch's key, its slots and the content that only they opened")
    func epoch() async throws {
        try await keystore.put(content, as: token)
        try await expectGone([epochKey, fingerprintSlots, contents]) { try await keystore.add("b") }
    }

    @Test("Removing a finger destroys them too, with its template")
    func removal() async throws {
        try await keystore.put(content, as: token)
        try await expectGone([epochKey, fingerprintSlots, contents, "SELECT template FROM print"]) {
            _ = try await keystore.removePrint(PrintID(rawValue: "a"), of: alice)
        }
    }

    @Test("Turning off fingerprint unlocking destroys every fingerprint key")
    func disabled() async throws {
        try await keystore.put(content, as: token, permanent)
        try await expectGone([epochKey, fingerprintKey, fingerprintSlots, contents]) {
            try await keystore.setFingerprint(false, of: alice)
        }
    }

    @Test("Removing the PIN destroys its slots and the sealed private key")
    func pinRemoved() async throws {
        try await keystore.put(content, as: token, Access(factors: [.pin]))
        try await expectGone([pinSlots, contents, "SELECT pinPrivateKey FROM user"]) {
            try await keystore.removePIN(of: alice)
        }
    }

    @Test("Changing the PIN destroys the private key sealed by the old one")
    func pinChanged() async throws {
        try await expectGone(["SELECT pinPrivateKey FROM user", "SELECT pinSalt FROM user"]) {
            try await keystore.changePIN(from: "271828", to: "314159")
        }
    }

    @Test("Replacing an item destroys its old content and slots")
    func replaced() async throws {
        try await keystore.put(content, as: token, everything)
        try await expectGone([contents, "SELECT wrappedKey FROM slot"]) {
            try await keystore.put("new", as: token, everything, replace: true)
        }
    }

    @Test("Renewing an item destroys what it was sealed with before")
    func renewed() async throws {
        try await keystore.put(content, as: token, everything)
        try await keystore.add("b")
        try await expectGone([contents, "SELECT wrappedKey FROM slot"]) {
            let item = try await keystore.renew(
                token, of: alice, credential: proof(.renew, token, by: .password),
                finger: proof(.renew, token, by: .fingerprint), now: now)
            #expect(item.openableBy == [.fingerprint, .pin, .password])
        }
        for factor in Factor.allCases { #expect(try await keystore.get(token, by: factor) == content) }
    }

    @Test("Deleting an item, revoking all and resetting the user destroy everything", arguments: 0..<3)
    func gone(_ way: Int) async throws {
        try await keystore.put(content, as: token, everything)
        try await expectGone([contents, "SELECT wrappedKey FROM slot"]) {
            switch way {
            case 0: try await keystore.delete(token, of: alice)
            case 1: try await keystore.revokeAll(of: alice)
            default: try await keystore.reset(alice.id)
            }
        }
    }
}
