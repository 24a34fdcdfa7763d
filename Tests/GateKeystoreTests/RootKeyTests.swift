import FoundationEssentials
import GateKeystore
import GateModel
import GateSecret
import GateVault
import Glibc
import Testing

@Suite("Root keys in files")
struct RootKeyTests {
    let sandbox: Sandbox
    var path: String { sandbox.rootKey.path }

    init() throws { sandbox = try Sandbox() }

    private func bytes(mayCreate: Bool) async throws -> [UInt8] {
        try await sandbox.rootKey.rootKey(mayCreate: mayCreate).withBytes { [UInt8]($0) }
    }

    private func put(_ bytes: [UInt8], mode: mode_t = 0o600) throws {
        try Data(bytes).write(to: URL(filePath: path))
        chmod(path, mode)
    }

    @Test("A key is made once, has 32 bytes, and leaves no other file")
    func made() async throws {
        let first = try await bytes(mayCreate: true)
        #expect(first.count == 32)
        #expect(try await bytes(mayCreate: true) == first)
        #expect(try await bytes(mayCreate: false) == first)
        #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.path) == ["root.key"])
    }

    @Test("Concurrent makers get the same key")
    func concurrent() async throws {
        let provider = sandbox.rootKey
        let keys = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<8 {
                group.addTask { try await provider.rootKey(mayCreate: true).withBytes { [UInt8]($0) } }
            }
            return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
        }
        #expect(keys.count == 1)
    }

    @Test("A missing key that may not be made is reported as missing")
    func missing() async throws {
        await #expect(throws: RootKeyError.missing(path: path)) { try await bytes(mayCreate: false) }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test(
        "A file of another length, or of zeros, is not a key",
        arguments: [[], [UInt8](1...31), [UInt8](1...33)] + [[UInt8](repeating: 0, count: 32)])
    func damaged(_ content: [UInt8]) async throws {
        try put(content)
        await #expect(throws: RootKeyError.damaged(path: path)) { try await bytes(mayCreate: true) }
    }

    @Test("A key that other users could read is refused", arguments: [0o640, 0o604, 0o620] as [mode_t])
    func exposed(_ mode: mode_t) async throws {
        try put([UInt8](1...32), mode: mode)
        await #expect(throws: RootKeyError.exposed(path: path, mode: mode)) { try await bytes(mayCreate: false) }
    }

    @Test("A directory is not a key")
    func directory() async throws {
        mkdir(path, 0o700)
        await #expect(throws: RootKeyError.damaged(path: path)) { try await bytes(mayCreate: true) }
    }

    @Test("A credential may have its group's bits, which are an ACL's mask, and is never made")
    func credential() async throws {
        let provider = CredentialRootKey(path: path)
        await #expect(throws: RootKeyError.missing(path: path)) { _ = try await provider.rootKey(mayCreate: true) }
        try put([UInt8](1...32), mode: 0o440)
        #expect(try await provider.rootKey(mayCreate: false).withBytes { [UInt8]($0) } == [UInt8](1...32))
        chmod(path, 0o444)
        await #expect(throws: RootKeyError.exposed(path: path, mode: 0o444)) {
            _ = try await provider.rootKey(mayCreate: false)
        }
    }
}
