import GateVault
import OutsideDatabase
import Trial

extension RecordBench {
    /// Removes the types from the tables' columns, as anybody who can write the file can.
    static func loosen(_ rows: OutsideDatabase) throws -> [Table] {
        try rows.execute(
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = replace(replace(sql, 'STRICT', ''), ' NOT NULL', '')
            WHERE type = 'table' AND sql LIKE '%STRICT%';
            PRAGMA writable_schema = RESET;
            """)
        let names = try texts(
            rows.column("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'grdb%' ORDER BY name"))
        return try names.map { name in
            let columns = try texts(rows.column("SELECT name FROM pragma_table_info(?)", [.text(name)]))
            return Table(name: "\"\(name)\"", columns: columns.map { "\"\($0)\"" })
        }
    }

    private static func texts(_ cells: [Cell]) -> [String] {
        cells.compactMap { if case .text(let text) = $0 { text } else { nil } }
    }

    /// Keeps a copy of every row in a separate database.
    static func keep(_ tables: [Table], of rows: OutsideDatabase, in path: String) throws {
        try rows.rows("ATTACH ? AS kept", [.text(path)])
        for table in tables {
            try rows.execute("CREATE TABLE kept.\(table.name) AS SELECT rowid AS number, * FROM \(table.name)")
        }
    }

    /// Restores tables, by their numbers.
    func restore(_ changed: Set<Int>) throws {
        try rows.transaction {
            for table in changed.map({ tables[$0] }) {
                let columns = table.columns.joined(separator: ", ")
                try rows.rows("DELETE FROM main.\(table.name)")
                try rows.rows(
                    """
                    INSERT INTO main.\(table.name) (rowid, \(columns))
                    SELECT number, \(columns) FROM kept.\(table.name)
                    """)
            }
        }
    }

    /// Changes as many rows as the trial says, and returns the numbers of their tables; a change that SQLite refuses
    /// does not count.
    func change(_ trial: inout Trial) throws -> Set<Int> {
        var changed: Set<Int> = []
        try rows.transaction {
            for _ in 0..<16 where !trial.isAtEnd {
                if let table = try? changeOne(&trial) { changed.insert(table) }
            }
        }
        return changed
    }

    /// The number of the table; nil if nothing was changed.
    private func changeOne(_ trial: inout Trial) throws -> Int? {
        let kind = trial.byte()
        let number = Int(trial.byte()) % tables.count
        let table = tables[number]
        let column = table.columns[Int(trial.byte()) % table.columns.count]
        let numbers = try rows.column("SELECT rowid FROM main.\(table.name) ORDER BY rowid")
        guard !numbers.isEmpty else { return nil }
        let row = numbers[Int(trial.byte()) % numbers.count]
        let length = Int(trial.byte())
        switch kind % 9 {
        case 0: try set(.null)
        case 1: try set(.integer(trial.integer()))
        case 2: try set(.real(Double(bitPattern: UInt64(bitPattern: trial.integer()))))
        case 3: try set(.text(String(decoding: trial.bytes(length), as: UTF8.self)))
        case 4: try set(.blob(trial.bytes(length)))
        case 5, 6:
            let cell = try rows.column("SELECT \(column) FROM main.\(table.name) WHERE rowid = ?", [row]).first
            try set(Self.spoiled(cell ?? .null, at: length, with: trial.byte()))
        case 7:
            let other = tables[Int(trial.byte()) % tables.count]
            let source = other.columns[Int(trial.byte()) % other.columns.count]
            let place = Cell.integer(Int64(length % 8))
            let value = try rows.column("SELECT \(source) FROM main.\(other.name) LIMIT 1 OFFSET ?", [place]).first
            try set(value ?? .null)
        default: try rows.rows("DELETE FROM main.\(table.name) WHERE rowid = ?", [row])
        }
        return number

        func set(_ value: Cell) throws {
            try rows.rows("UPDATE main.\(table.name) SET \(column) = ? WHERE rowid = ?", [value, row])
        }
    }

    /// The value with at least one bit changed.
    private static func spoiled(_ value: Cell, at place: Int, with mask: UInt8) -> Cell {
        switch value {
        case .null: return .null
        case .integer(let number): return .integer(number ^ Int64(mask) << Int64(place % 64))
        case .real(let number): return .real(-number)
        case .text(let text):
            var bytes = Array(text.utf8)
            guard !bytes.isEmpty else { return value }
            bytes[place % bytes.count] ^= mask
            return .text(String(decoding: bytes, as: UTF8.self))
        case .blob(var bytes):
            guard !bytes.isEmpty else { return value }
            bytes[place % bytes.count] ^= mask
            return .blob(bytes)
        }
    }
}
