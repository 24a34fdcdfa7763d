internal import CSQLite

/// A connection to a database file, with its prepared statements; for one thread at a time.
@safe
final class Database {
    private let connection: OpaquePointer
    private var isOpen = true
    /// By their texts; the number is bounded by the source's.
    private var statements: [String: Statement] = [:]
    private var isInTransaction = false

    /// Opens an existing file; waits up to `patience` milliseconds for a lock.
    init(path: String, patience: Int32) throws(SQLiteError) {
        var opened: OpaquePointer?
        // The path is a C string during the call, and the pointer is this function's variable.
        let code = unsafe sqlite3_open_v2(
            path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard let connection = unsafe opened, code == SQLITE_OK else {
            // A failed connection must be closed, too; nil is harmless.
            defer { unsafe _ = sqlite3_close(opened) }
            throw unsafe Self.failure(code, of: opened)
        }
        unsafe self.connection = connection
        unsafe _ = sqlite3_busy_timeout(connection, patience)
        try unsafe check(csqlite_forbid_triggers_and_views(connection))
    }

    deinit { try? close() }

    /// Closes the connection; every later call but this one throws.
    func close() throws(SQLiteError) {
        guard isOpen else { return }
        statements = [:]
        try unsafe check(sqlite3_close(connection))
        isOpen = false
    }

    /// Rows inserted, changed and deleted on this connection, including by foreign keys.
    var changeCount: Int64 { unsafe isOpen ? sqlite3_total_changes64(connection) : 0 }

    /// Runs statements without results and without keeping them.
    func execute(_ script: String) throws(SQLiteError) {
        try expectTransaction()
        // The script is a C string during the call.
        try unsafe check(sqlite3_exec(connection, script, nil, nil, nil))
    }

    /// Runs a statement; returns the number of rows that it changed itself.
    @discardableResult
    func run(_ sql: String, _ values: [any Storable] = []) throws(SQLiteError) -> Int {
        try each(sql, values) { _ in true }
        return unsafe Int(sqlite3_changes64(connection))
    }

    func first<Value>(
        _ sql: String, _ values: [any Storable] = [], _ read: (inout Row) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> Value? {
        var found: Value?
        try each(sql, values) { row throws(SQLiteError) in
            found = try read(&row)
            return false
        }
        return found
    }

    func all<Value>(
        _ sql: String, _ values: [any Storable] = [], _ read: (inout Row) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> [Value] {
        var found: [Value] = []
        try each(sql, values) { row throws(SQLiteError) in
            found.append(try read(&row))
            return true
        }
        return found
    }

    /// The first column of the first row; nil if there is no row.
    func value<Value: Storable>(
        _ sql: String, _ values: [any Storable] = [], as: Value.Type = Value.self
    ) throws(SQLiteError) -> Value? {
        try first(sql, values) { row throws(SQLiteError) in try row.next() }
    }

    /// Passes each row to `body` until it returns false; `body` must not run the same statement.
    func each(
        _ sql: String, _ values: [any Storable] = [], _ body: (inout Row) throws(SQLiteError) -> Bool
    ) throws(SQLiteError) {
        let statement = try prepared(sql)
        // Errors of a step were thrown before.
        defer { statement.reset() }
        for (index, value) in values.enumerated() { try check(value.bind(Parameter(of: statement, index + 1))) }
        while true {
            let code = statement.step()
            guard code == SQLITE_ROW else { return try check(code == SQLITE_DONE ? SQLITE_OK : code) }
            var row = Row(of: statement)
            guard try body(&row) else { return }
        }
    }

    private func prepared(_ sql: String) throws(SQLiteError) -> Statement {
        try expectTransaction()
        if let statement = statements[sql] { return statement }
        var pointer: OpaquePointer?
        // The text is a C string during the call, and the pointer is this function's variable.
        try unsafe check(sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil))
        guard let pointer = unsafe pointer else { throw .failed(code: SQLITE_MISUSE, message: "no statement") }
        let statement = unsafe Statement(adopting: pointer)
        statements[sql] = statement
        return statement
    }
}

// MARK: Transactions

extension Database {
    enum Kind: String {
        /// One consistent view, from the first read on.
        case reading = "BEGIN DEFERRED"
        /// Excludes other writers from its start.
        case writing = "BEGIN IMMEDIATE"
    }

    /// Rolls back on any error of `body` or the commit; a change may stand only if the disk failed after the commit.
    func transaction<Value>(_ kind: Kind, _ body: () throws -> Value) throws -> Value {
        try run(kind.rawValue)
        isInTransaction = true
        do {
            let value = try body()
            try run("COMMIT")
            isInTransaction = false
            return value
        } catch {
            isInTransaction = false
            // SQLite rolls back by itself after some errors (sqlite3_get_autocommit).
            if unsafe sqlite3_get_autocommit(connection) == 0 { _ = try? run("ROLLBACK") }
            throw error
        }
    }

    /// Throws if SQLite rolled the transaction back: a later statement would take effect at once and alone.
    private func expectTransaction() throws(SQLiteError) {
        guard isOpen else { throw .failed(code: SQLITE_MISUSE, message: "closed") }
        guard unsafe !isInTransaction || sqlite3_get_autocommit(connection) == 0 else {
            throw .failed(code: SQLITE_ABORT, message: "the transaction was undone")
        }
    }
}

// MARK: Errors

extension Database {
    private func check(_ code: Int32) throws(SQLiteError) {
        guard code != SQLITE_OK else { return }
        throw unsafe Self.failure(code, of: connection)
    }

    private static func failure(_ code: Int32, of connection: OpaquePointer?) -> SQLiteError {
        // A C string valid until the connection's next call; nil for lack of memory.
        let message = unsafe sqlite3_errmsg(connection).map { unsafe String(cString: $0) }
        return .failed(code: code, message: message ?? "")
    }
}
