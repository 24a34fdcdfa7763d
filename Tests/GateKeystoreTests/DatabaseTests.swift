import FoundationEssentials
@testable import GateKeystore
import GateModel
import GateVault
import Glibc
import OutsideDatabase
import Testing

@Suite("The connection to SQLite")
struct DatabaseTests {
    private let sandbox: Sandbox
    private let db: Database

    init() throws {
        sandbox = try Sandbox()
        let path = "\(sandbox.path)/sample.sqlite"
        try OutsideDatabase(path).execute("CREATE TABLE sample (number INTEGER PRIMARY KEY, content ANY) STRICT")
        db = try Database(path: path, patience: 0)
    }

    private func content<Value: Storable>(_ number: Int64, as: Value.Type = Value.self) throws(SQLiteError) -> Value? {
        try db.value("SELECT content FROM sample WHERE number = ?", [number])
    }

    @Test("Values are read back as written")
    func values() throws {
        let texts = ["", "a", "\0 in \0 it", "ä 指紋", String(repeating: "long ", count: 1000)]
        let blobs = [Data(), Data([0]), Data((0...255).map { UInt8($0) }), Data([1, 2, 3, 4]).dropFirst(2)]
        for (number, text) in texts.enumerated() {
            try db.run("INSERT INTO sample VALUES (?, ?)", [Int64(number), text])
            #expect(try content(Int64(number)) == text)
        }
        for (number, blob) in blobs.enumerated() {
            try db.run("INSERT OR REPLACE INTO sample VALUES (?, ?)", [Int64(number), blob])
            #expect(try content(Int64(number)) == blob)
        }
        for number in [Int64.min, -1, 0, 1, .max] {
            try db.run("INSERT OR REPLACE INTO sample VALUES (0, ?)", [number])
            #expect(try content(0) == number)
        }
        try db.run("INSERT OR REPLACE INTO sample VALUES (0, ?)", [nil as String?])
        #expect(try content(0, as: String?.self) == .some(nil))
        #expect(try content(99, as: String?.self) == nil)
    }

    @Test("A value of another type, or of no type, is unreadable")
    func types() throws {
        try db.execute("INSERT INTO sample VALUES (0, 'text'), (1, x'00'), (2, 3), (3, 0.5), (4, NULL)")
        func isUnreadable<Value: Storable>(_ number: Int64, as type: Value.Type) -> Bool {
            do {
                _ = try content(number, as: type)
                return false
            } catch {
                if case .unreadable = error { return true }
                return false
            }
        }
        for number: Int64 in [1, 2, 3, 4] { #expect(isUnreadable(number, as: String.self)) }
        for number: Int64 in [0, 2, 3, 4] { #expect(isUnreadable(number, as: Data.self)) }
        for number: Int64 in [0, 1, 3, 4] { #expect(isUnreadable(number, as: Int64.self)) }
        for number: Int64 in [0, 1, 3, 4] { #expect(isUnreadable(number, as: Bool.self)) }
        #expect(isUnreadable(2, as: String?.self))
        #expect(throws: SQLiteError.self) {
            try db.first("SELECT number FROM sample") { row throws(SQLiteError) in
                (try row.next() as Int64, try row.next() as Int64)
            }
        }
    }

    @Test("An error undoes the transaction, and the next one is complete")
    func undone() throws {
        struct Thrown: Error {}
        #expect(throws: Thrown.self) {
            try db.transaction(.writing) {
                try db.run("INSERT INTO sample VALUES (1, 1)")
                throw Thrown()
            }
        }
        #expect(try content(1, as: Int64.self) == nil)
        try db.transaction(.writing) { _ = try db.run("INSERT INTO sample VALUES (1, 1)") }
        #expect(try content(1) == Int64(1))
    }

    @Test("A transaction that SQLite undid cannot go on, even if its error was ignored")
    func undoneBySQLite() throws {
        #expect(throws: SQLiteError.self) {
            try db.transaction(.writing) {
                try db.run("INSERT INTO sample VALUES (1, 1)")
                _ = try? db.run("INSERT OR ROLLBACK INTO sample VALUES (1, 2)")
                try db.run("INSERT INTO sample VALUES (2, 2)")
            }
        }
        #expect(try db.value("SELECT COUNT(*) FROM sample", as: Int64.self) == 0)
        #expect(throws: SQLiteError.self) {
            try db.transaction(.writing) {
                try db.run("INSERT INTO sample VALUES (1, 1)")
                _ = try? db.run("INSERT OR ROLLBACK INTO sample VALUES (1, 2)")
            }
        }
    }

    @Test("A refusal has SQLite's extended code, and the statement can run again")
    func refused() throws {
        let insert = "INSERT INTO sample VALUES (?, 1)"
        try db.run(insert, [Int64(1)])
        do {
            try db.run(insert, [Int64(1)])
            Issue.record("accepted")
        } catch {
            guard case .failed(let code, let message) = error else { throw error }
            // SQLITE_CONSTRAINT_PRIMARYKEY
            #expect(code == 1555)
            #expect(message.contains("sample.number"))
        }
        try db.run(insert, [Int64(2)])
        #expect(try db.all("SELECT number FROM sample") { row throws(SQLiteError) in try row.next() } == [Int64(1), 2])
    }

    @Test("A closed connection throws, and its file is free")
    func closed() throws {
        try db.run("INSERT INTO sample VALUES (1, 1)")
        try db.close()
        try db.close()
        #expect(throws: SQLiteError.self) { try db.execute("DELETE FROM sample") }
        #expect(throws: SQLiteError.self) { try db.run("DELETE FROM sample") }
        #expect(throws: SQLiteError.self) { try Database(path: "\(sandbox.path)/missing.sqlite", patience: 0) }
        #expect(access("\(sandbox.path)/missing.sqlite", F_OK) != 0)
    }

    @Test(
        "Lists of texts are read back as written",
        arguments: [[], [""], ["a", "b"], ["\"", "\\", "/", ",", "[]"], ["\u{0}\u{1F}\n\t", "ä 指紋 🫆"]])
    func lists(_ texts: [String]) throws {
        #expect(TextList.texts(of: TextList.text(of: texts)) == texts)
        // Existing databases have lists written by JSONEncoder.
        #expect(TextList.texts(of: String(decoding: try JSONEncoder().encode(texts), as: UTF8.self)) == texts)
        #expect(try JSONDecoder().decode([String].self, from: Data(TextList.text(of: texts).utf8)) == texts)
    }

    @Test(
        "Any other text is not a list of texts",
        arguments: [
            "", "[", "]", "no json", "{}", "[1]", "[null]", "[\"a\"", "[\"a\",]", "[,\"a\"]", "[\"a\" \"b\"]",
            "[\"a\"]x",
            "[]x",
            "[\"\\u12\"]", "[\"\\ud800\"]", "[\"\\x\"]", "[\"\\\"]", "[\"a]",
        ])
    func noLists(_ text: String) {
        #expect(TextList.texts(of: text) == nil)
    }
}
