import FoundationEssentials
@testable import GateKeystore
import GateModel
import GateSecret
import GateVault
import Glibc
import Testing

@Suite("Opening the keystore")
struct OpeningTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private func mode(_ path: String) throws -> mode_t {
        var status = stat()
        try #require(stat(path, &status) == 0)
        return status.st_mode & 0o7777
    }

    @Test("Only the daemon's user can read the stored files")
    func modes() async throws {
        let keystore = try await sandbox.keystore()
        try await keystore.add("a")
        #expect(try mode(sandbox.state) == 0o700)
        for file in ["keystore.sqlite", "keystore.sqlite-journal", "lock"] {
            #expect(try mode("\(sandbox.state)/\(file)") == 0o600)
        }
        #expect(try mode(sandbox.rootKey.path) == 0o600)
    }

    @Test("A state directory that other users can read is closed to them")
    func directoryMode() async throws {
        mkdir(sandbox.state, 0o755)
        _ = try await sandbox.keystore()
        #expect(try mode(sandbox.state) == 0o700)
    }

    @Test(
        "Another user's state directory is refused and left as it is",
        .enabled(if: geteuid() == 0, "only root can give a directory away"))
    func foreignDirectory() async throws {
        mkdir(sandbox.state, 0o755)
        try #require(chown(sandbox.state, 65_534, 65_534) == 0)
        let error = KeystoreError.notOwned(path: sandbox.state, owner: UserID(rawValue: 65_534))
        await #expect(throws: error) { _ = try await sandbox.keystore() }
        #expect(error.description.contains(sandbox.state))
        #expect(try mode(sandbox.state) == 0o755)
        #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.state) == [])
    }

    @Test("A second opener is told that the directory is in use, and gets it after the first one closed it")
    func inUse() async throws {
        let first = try await sandbox.keystore()
        await #expect(throws: KeystoreError.inUse(path: sandbox.state)) { _ = try await sandbox.keystore() }
        try await first.close()
        _ = try await sandbox.keystore()
    }

    @Test("A closed keystore fails its calls")
    func closed() async throws {
        let keystore = try await sandbox.keystore()
        try await keystore.close()
        await #expect(throws: KeystoreError.self) { try await keystore.state(of: alice) }
    }

    @Test("A path that cannot be a directory is reported with its errno")
    func unusable() async throws {
        let file = "\(sandbox.path)/file"
        #expect(FileManager.default.createFile(atPath: file, contents: Data()))
        await #expect(throws: KeystoreError.directoryUnusable(path: "\(file)/state", errno: ENOTDIR)) {
            _ = try await Keystore(directory: "\(file)/state", rootKey: sandbox.rootKey)
        }
    }

    @Test("A file that is not a database is refused and left unchanged")
    func noDatabase() async throws {
        mkdir(sandbox.state, 0o700)
        let bytes = Data(String(repeating: "no database ", count: 1000).utf8)
        try bytes.write(to: URL(filePath: sandbox.databasePath))
        do {
            _ = try await sandbox.keystore()
            Issue.record("opened")
        } catch {
            guard case .damaged(let path, _) = error as? KeystoreError else { throw error }
            #expect(path == sandbox.databasePath)
        }
        #expect(FileManager.default.contents(atPath: sandbox.databasePath) == bytes)
        #expect(!FileManager.default.fileExists(atPath: sandbox.rootKey.path))
    }

    @Test("A database with a broken page is refused and left as it is")
    func brokenPage() async throws {
        let keystore = try await sandbox.keystore()
        for index in 0..<40 {
            try await keystore.savePolicy(
                [UInt8](repeating: 7, count: 900),
                of: User(id: UserID(rawValue: UInt32(2000 + index)), name: UserName(rawValue: "user\(index)")))
        }
        try await keystore.close()
        var bytes = try #require(FileManager.default.contents(atPath: sandbox.databasePath))
        for index in stride(from: bytes.count / 2, to: bytes.count, by: 64) { bytes[index] = 0xA5 }
        try bytes.write(to: URL(filePath: sandbox.databasePath))
        do {
            _ = try await sandbox.keystore()
            Issue.record("opened")
        } catch {
            guard case .damaged = error as? KeystoreError else { throw error }
        }
        #expect(FileManager.default.contents(atPath: sandbox.databasePath) == bytes)
    }

    @Test("A newer release's database is refused")
    func newerSchema() async throws {
        try await sandbox.keystore().close()
        try sandbox.execute("INSERT INTO grdb_migrations (identifier) VALUES ('2: of the future')")
        await #expect(throws: KeystoreError.newerSchema(path: sandbox.databasePath)) {
            _ = try await sandbox.keystore()
        }
    }

    @Test("An older release's database reports how it is sealed, and opens")
    func olderSchema() async throws {
        let keystore = try await sandbox.keystore()
        try await keystore.put("secret", as: name("token"), Access(factors: [.password]))
        try await keystore.close()
        try sandbox.execute("ALTER TABLE seal DROP COLUMN owesRaise; ALTER TABLE print DROP COLUMN vouched")
        try sandbox.execute("DELETE FROM grdb_migrations WHERE identifier LIKE '5:%' OR identifier LIKE '6:%'")
        #expect(try Keystore.recordedSealing(in: sandbox.state) == .file)
        #expect(try await sandbox.keystore().get(name("token"), by: .password) == "secret")
    }

    @Test("A used keystore never gets a new root key")
    func missingRootKey() async throws {
        try await sandbox.keystore().close()
        try FileManager.default.removeItem(atPath: sandbox.rootKey.path)
        await #expect(throws: KeystoreError.rootKey(.missing(path: sandbox.rootKey.path))) {
            _ = try await sandbox.keystore()
        }
        #expect(!FileManager.default.fileExists(atPath: sandbox.rootKey.path))
    }

    @Test("A keystore with rows but without its seal is not new, and no root key is made for it")
    func removedSeal() async throws {
        let keystore = try await sandbox.keystore()
        try await keystore.add("a")
        try await keystore.close()
        try sandbox.execute("DELETE FROM seal")
        try FileManager.default.removeItem(atPath: sandbox.rootKey.path)
        await #expect(throws: KeystoreError.damaged(path: sandbox.databasePath, detail: "its seal is gone")) {
            _ = try await sandbox.keystore()
        }
        #expect(!FileManager.default.fileExists(atPath: sandbox.rootKey.path))
    }

    @Test("Another root key is recognised")
    func wrongRootKey() async throws {
        try await sandbox.keystore().close()
        try Data(repeating: 9, count: 32).write(to: URL(filePath: sandbox.rootKey.path))
        await #expect(throws: KeystoreError.wrongRootKey) { _ = try await sandbox.keystore() }
    }

    @Test("The provider is recorded and never changed automatically")
    func provider() async throws {
        #expect(try Keystore.recordedSealing(in: sandbox.state) == nil)
        try await sandbox.keystore().close()
        #expect(try Keystore.recordedSealing(in: sandbox.state) == .file)
        await #expect(throws: KeystoreError.sealedElsewhere(recorded: .file, configured: .credential)) {
            _ = try await Keystore(directory: sandbox.state, rootKey: CredentialRootKey(path: sandbox.rootKey.path))
        }
    }

    @Test(
        "Each error says in one line what to do",
        arguments: [
            KeystoreError.inUse(path: "/p"), .damaged(path: "/p", detail: "d"), .wrongRootKey, .newerSchema(path: "/p"),
            .directoryUnusable(path: "/p", errno: EACCES), .notOwned(path: "/p", owner: .root),
            .rootKey(.exposed(path: "/p", mode: 0o644)), .sealedElsewhere(recorded: .tpm, configured: .file),
        ])
    func description(_ error: KeystoreError) {
        #expect(!error.description.contains("\n"))
        #expect(error.description.contains("; "))
    }

    @Test(
        "A state directory that cannot be used is reported with the remedy for its cause",
        arguments: [
            (EROFS, "ReadWritePaths="), (ENOSPC, "make room"), (EACCES, "own it"),
            (ENOENT, "create the directory above"), (EIO, "check its disk"), (ENOTDIR, "make it a directory"),
        ])
    func unusable(number: Int32, wayOut: String) {
        let text = KeystoreError.directoryUnusable(path: "/srv/secrets", errno: number).description
        #expect(text.contains("/srv/secrets") && text.contains(wayOut))
        #expect(text.contains("make it a directory") == (number == ENOTDIR))
    }
}
