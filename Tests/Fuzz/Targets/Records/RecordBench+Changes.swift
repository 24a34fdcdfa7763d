import FoundationEssentials
import GRDB
import Trial

extension RecordBench {
    /// Takes from the tables what keeps values of other types out of them, as whoever can write the file can.
    static func loosen(_ rows: DatabaseQueue) throws -> [Table] {
        try rows.writeWithoutTransaction { db in
            try db.execute(
                sql: """
                    PRAGMA writable_schema = ON;
                    UPDATE sqlite_schema SET sql = replace(replace(sql, 'STRICT', ''), ' NOT NULL', '')
                    WHERE type = 'table' AND sql LIKE '%STRICT%';
                    PRAGMA writable_schema = RESET;
                    """)
        }
        return try rows.read { db in
            let names = try String.fetchAll(
                db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'grdb%' ORDER BY name")
            return try names.map { name in Table(name: "\"\(name)\"", columns: try columns(of: name, db)) }
        }
    }

    private static func columns(of table: String, _ db: Database) throws -> [String] {
        try db.columns(in: table).map { "\"\($0.name)\"" }
    }

    /// Keeps a copy of every row in a database of its own.
    static func keep(_ tables: [Table], of rows: DatabaseQueue, in path: String) throws {
        try rows.inDatabase { db in
            try db.execute(sql: "ATTACH ? AS kept", arguments: [path])
            for table in tables {
                try db.execute(sql: "CREATE TABLE kept.\(table.name) AS SELECT rowid AS number, * FROM \(table.name)")
            }
        }
    }

    /// Puts tables back, by their numbers.
    func restore(_ changed: Set<Int>) throws {
        try rows.inDatabase { db in
            try db.inTransaction {
                for table in changed.map({ tables[$0] }) {
                    let columns = table.columns.joined(separator: ", ")
                    try db.cachedStatement(sql: "DELETE FROM main.\(table.name)").execute()
                    try db.cachedStatement(
                        sql: """
                            INSERT INTO main.\(table.name) (rowid, \(columns))
                            SELECT number, \(columns) FROM kept.\(table.name)
                            """
                    ).execute()
                }
                return .commit
            }
        }
    }

    /// Changes as many rows as the trial says, and returns the numbers of their tables; a change that SQLite refuses is
    /// none.
    func change(_ trial: inout Trial) throws -> Set<Int> {
        var changed: Set<Int> = []
        try rows.inDatabase { db in
            try db.inTransaction {
                for _ in 0..<16 where !trial.isAtEnd {
                    if let table = try? change(db, &trial) { changed.insert(table) }
                }
                return .commit
            }
        }
        return changed
    }

    /// The number of the table; nil where nothing was changed.
    private func change(_ db: Database, _ trial: inout Trial) throws -> Int? {
        let kind = trial.byte()
        let number = Int(trial.byte()) % tables.count
        let table = tables[number]
        let column = table.columns[Int(trial.byte()) % table.columns.count]
        let rows = try Int64.fetchAll(
            db.cachedStatement(sql: "SELECT rowid FROM main.\(table.name) ORDER BY rowid"))
        guard !rows.isEmpty else { return nil }
        let row = rows[Int(trial.byte()) % rows.count]
        let length = Int(trial.byte())
        switch kind % 9 {
        case 0: try set(.null)
        case 1: try set(trial.integer().databaseValue)
        case 2: try set(Double(bitPattern: UInt64(bitPattern: trial.integer())).databaseValue)
        case 3: try set(String(decoding: trial.bytes(length), as: UTF8.self).databaseValue)
        case 4: try set(Data(trial.bytes(length)).databaseValue)
        case 5, 6:
            let cell = try DatabaseValue.fetchOne(
                db.cachedStatement(sql: "SELECT \(column) FROM main.\(table.name) WHERE rowid = ?"), arguments: [row])
            try set(spoiled(cell ?? .null, at: length, with: trial.byte()))
        case 7:
            let other = tables[Int(trial.byte()) % tables.count]
            let source = other.columns[Int(trial.byte()) % other.columns.count]
            let value = try DatabaseValue.fetchOne(
                db.cachedStatement(sql: "SELECT \(source) FROM main.\(other.name) LIMIT 1 OFFSET ?"),
                arguments: [length % 8])
            try set(value ?? .null)
        default:
            try db.cachedStatement(sql: "DELETE FROM main.\(table.name) WHERE rowid = ?").execute(arguments: [row])
        }
        return number

        func set(_ value: DatabaseValue) throws {
            try db.cachedStatement(sql: "UPDATE main.\(table.name) SET \(column) = ? WHERE rowid = ?")
                .execute(arguments: [value, row])
        }
    }

    /// The same with one bit or more of it another one.
    private func spoiled(_ value: DatabaseValue, at place: Int, with mask: UInt8) -> DatabaseValue {
        switch value.storage {
        case .null: return .null
        case .int64(let number): return (number ^ Int64(mask) << Int64(place % 64)).databaseValue
        case .double(let number): return (-number).databaseValue
        case .string(let text):
            var bytes = Array(text.utf8)
            guard !bytes.isEmpty else { return value }
            bytes[place % bytes.count] ^= mask
            return String(decoding: bytes, as: UTF8.self).databaseValue
        case .blob(let data):
            var bytes = Array(data)
            guard !bytes.isEmpty else { return value }
            bytes[place % bytes.count] ^= mask
            return Data(bytes).databaseValue
        }
    }
}
