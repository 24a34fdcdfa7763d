/// A value kept in one row of a table.
protocol Record {
    static var table: Table { get }

    /// Decodes a row with the table's columns.
    init(_ row: inout Row) throws(SQLiteError)

    /// In the order of the table's columns.
    var values: [any Storable] { get }
}

/// A table's columns, the key's first, with the statements that all records share.
struct Table: Sendable {
    let name: String
    /// Selects all columns; a condition may follow.
    let select: String
    let find: String
    let insert: String
    let upsert: String
    let update: String
    let delete: String

    init(_ name: String, key: [String], _ others: [String] = []) {
        let columns = (key + others).joined(separator: ", ")
        let marks = (1...key.count + others.count).map { "?\($0)" }.joined(separator: ", ")
        let isRecord = key.enumerated().map { "\($1) = ?\($0 + 1)" }.joined(separator: " AND ")
        let changes = others.enumerated().map { "\($1) = ?\(key.count + $0 + 1)" }.joined(separator: ", ")
        self.name = name
        select = "SELECT \(columns) FROM \(name)"
        find = "\(select) WHERE \(isRecord)"
        insert = "INSERT INTO \(name) (\(columns)) VALUES (\(marks))"
        upsert = "\(insert) ON CONFLICT (\(key.joined(separator: ", "))) DO UPDATE SET \(changes)"
        update = "UPDATE \(name) SET \(changes) WHERE \(isRecord)"
        delete = "DELETE FROM \(name) WHERE \(isRecord)"
    }
}

extension Record {
    static func find(_ key: any Storable..., in db: Database) throws(SQLiteError) -> Self? {
        try db.first(table.find, key, read)
    }

    static func first(_ sql: String, _ values: any Storable..., in db: Database) throws(SQLiteError) -> Self? {
        try db.first(sql, values, read)
    }

    static func all(_ sql: String, _ values: any Storable..., in db: Database) throws(SQLiteError) -> [Self] {
        try db.all(sql, values, read)
    }

    /// Returns whether the row existed.
    @discardableResult
    static func delete(_ key: any Storable..., in db: Database) throws(SQLiteError) -> Bool {
        try db.run(table.delete, key) > 0
    }

    func insert(_ db: Database) throws(SQLiteError) { try db.run(Self.table.insert, values) }

    func upsert(_ db: Database) throws(SQLiteError) { try db.run(Self.table.upsert, values) }

    /// Throws `unreadable` if the row does not exist.
    func update(_ db: Database) throws(SQLiteError) {
        guard try db.run(Self.table.update, values) > 0 else { throw .unreadable }
    }

    private static func read(_ row: inout Row) throws(SQLiteError) -> Self { try Self(&row) }
}
