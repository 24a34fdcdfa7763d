/// A value kept in one row of a table.
protocol Record {
    static var table: Table<Self> { get }
}

/// A table's columns, the key's first, with the statements that all records share.
struct Table<Value>: Sendable {
    let name: String
    /// Selects all columns; a condition may follow.
    let select: String
    let find: String
    let insert: String
    let upsert: String
    let update: String
    let delete: String
    /// Decodes a row with the table's columns.
    let read: @Sendable (inout Row) throws(SQLiteError) -> Value
    /// In the order of the table's columns.
    let values: @Sendable (Value) -> [any Storable]

    /// - Parameters:
    ///   - keys: how many columns are the key.
    ///   - make: makes a value of the columns' values.
    init<each Property: Storable>(
        _ name: String, keys: Int, make: @escaping @Sendable (repeat each Property) -> Value,
        _ columns: repeat (String, any KeyPath<Value, each Property> & Sendable)
    ) {
        var all: [String] = []
        for (column, _) in repeat each columns { all.append(column) }
        let (key, others) = (all.prefix(keys), all.dropFirst(keys))
        let marks = all.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        let isRecord = key.enumerated().map { "\($1) = ?\($0 + 1)" }.joined(separator: " AND ")
        let changes = others.enumerated().map { "\($1) = ?\(keys + $0 + 1)" }.joined(separator: ", ")
        self.name = name
        select = "SELECT \(all.joined(separator: ", ")) FROM \(name)"
        find = "\(select) WHERE \(isRecord)"
        insert = "INSERT INTO \(name) (\(all.joined(separator: ", "))) VALUES (\(marks))"
        upsert = "\(insert) ON CONFLICT (\(key.joined(separator: ", "))) DO UPDATE SET \(changes)"
        update = "UPDATE \(name) SET \(changes) WHERE \(isRecord)"
        delete = "DELETE FROM \(name) WHERE \(isRecord)"
        read = { row throws(SQLiteError) in make(repeat try row.next(as: (each Property).self)) }
        values = { value in
            var values: [any Storable] = []
            for (_, property) in repeat each columns { values.append(value[keyPath: property]) }
            return values
        }
    }
}

extension Record {
    static func find(_ key: any Storable..., in db: Database) throws(SQLiteError) -> Self? {
        try db.first(table.find, key, table.read)
    }

    static func first(_ sql: String, _ values: any Storable..., in db: Database) throws(SQLiteError) -> Self? {
        try db.first(sql, values, table.read)
    }

    static func all(_ sql: String, _ values: any Storable..., in db: Database) throws(SQLiteError) -> [Self] {
        try db.all(sql, values, table.read)
    }

    /// Returns whether the row existed.
    @discardableResult
    static func delete(_ key: any Storable..., in db: Database) throws(SQLiteError) -> Bool {
        try db.run(table.delete, key) > 0
    }

    func insert(_ db: Database) throws(SQLiteError) { try db.run(Self.table.insert, Self.table.values(self)) }

    func upsert(_ db: Database) throws(SQLiteError) { try db.run(Self.table.upsert, Self.table.values(self)) }

    /// Throws `unreadable` if the row does not exist.
    func update(_ db: Database) throws(SQLiteError) {
        guard try db.run(Self.table.update, Self.table.values(self)) > 0 else { throw .unreadable }
    }
}
