import FoundationEssentials
@testable import GateKeystore
import GateModel
import GateVault
import Glibc
import OutsideDatabase
import Testing

@Suite("A release's database")
struct ReleasedDatabaseTests {
    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        try FileManager.default.createDirectory(atPath: sandbox.state, withIntermediateDirectories: false)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: sandbox.state)
    }

    /// A dump's text, and the root key in its first line.
    private func dump(_ name: String) throws -> (script: String, rootKey: [UInt8]) {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Released/\(name).sql")
        let script = String(decoding: try Data(contentsOf: path), as: UTF8.self)
        let digits = Array(try #require(script.split(separator: "\n").first?.dropLast().suffix(64)))
        let key = stride(from: 0, to: 64, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
        return (script, key)
    }

    /// All rows, without the columns that later migrations add.
    private func rows() throws -> [[OutsideRow]] {
        let database = try sandbox.outside()
        let names = """
            SELECT name FROM pragma_table_info(?)
            WHERE name NOT IN ('vouched', 'loginBinding', 'reusesPIN', 'destinations', 'servers', 'updatedBy', 'updatedAt',
                'opensAlone', 'passkey', 'counter')
            """
        return try Schema.sealedTables.map(\.name).map { table in
            let columns = try database.rows(names, [.text(table)]).map { row in
                guard case .text(let name) = row["name"] else { return "" }
                return name
            }
            return try database.rows("SELECT \(columns.joined(separator: ", ")) FROM \(table)")
        }
    }

    @Test("A database of the fifth migration opens with all its content, and nothing else changes")
    func fifth() async throws {
        let (script, rootKey) = try dump("migration-5")
        try Data(rootKey).write(to: URL(filePath: sandbox.rootKey.path))
        chmod(sandbox.rootKey.path, 0o600)
        try sandbox.outside().execute(script)
        let before = try rows()

        let keystore = try await sandbox.keystore()
        let state = try await keystore.state(of: alice)
        #expect(state.prints.map(\.id.rawValue) == ["a/\"x\""])
        #expect(state.prints.map(\.vouched) == [true])
        #expect(state.policy == [1, 2, 3])
        #expect(state.onboarding.count == 1)
        #expect(state.pinSet)
        let templates = try await keystore.gallery(of: alice).prints.map(\.template.bytes)
        #expect(templates == [Array("template of a/\"x\"".utf8)])
        #expect(try await keystore.chipDeletions(on: reader).map(\.template.bytes) == [Array("template of b".utf8)])
        #expect(try await keystore.knownUsers() == [alice])
        let token = try name("token")
        #expect(try await keystore.item(token, of: alice).fingerprintLostBy == .enrollmentChanged)
        #expect(try await keystore.get(token, by: .pin) == "of then")
        #expect(try await keystore.get(token, by: .password) == "of then")
        #expect(try await keystore.get(name("finger"), by: .fingerprint) == "of then")
        // Nothing else was written for it.
        #expect(try rows() == before)

        try await keystore.add("c")
        try await keystore.close()
        let again = try await sandbox.keystore()
        #expect(try await again.state(of: alice).prints.map(\.id.rawValue) == ["a/\"x\"", "c"])
    }

    @Test("A new database has the same columns, keys and references as a migrated one")
    func sameSchema() async throws {
        let released = try Sandbox()
        try FileManager.default.createDirectory(atPath: released.state, withIntermediateDirectories: false)
        let (script, rootKey) = try dump("migration-5")
        try released.outside().execute(script)
        try Data(rootKey).write(to: URL(filePath: released.rootKey.path))
        chmod(released.rootKey.path, 0o600)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: released.state)
        try await released.keystore().close()
        try await sandbox.keystore().close()
        let (old, new) = (try released.outside(), try sandbox.outside())
        let tables = try old.column("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
        #expect(try new.column("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name") == tables)
        for table in tables {
            for pragma in ["table_xinfo", "foreign_key_list", "index_list"] {
                let columns = "SELECT * FROM pragma_\(pragma)(?)"
                #expect(try new.rows(columns, [table]) == old.rows(columns, [table]))
            }
            let isStrict = "SELECT strict, wr FROM pragma_table_list(?)"
            #expect(try new.rows(isStrict, [table]) == old.rows(isStrict, [table]))
        }
        let applied = "SELECT identifier FROM grdb_migrations ORDER BY identifier"
        #expect(try new.column(applied) == old.column(applied))
    }
}
