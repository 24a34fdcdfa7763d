import CSQLite

/// A database file, seen and changed as by any program that can write it: only through SQLite, past the keystore, and
/// without its foreign keys.
@safe
public final class OutsideDatabase: Sendable {
    public struct Failure: Error {
        public let message: String
    }

    // SQLite serialises the calls on it (SQLITE_OPEN_FULLMUTEX).
    private nonisolated(unsafe) let connection: OpaquePointer?

    /// Creates the file, which must not exist.
    public init(_ path: String) throws {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX
        let code = unsafe sqlite3_open_v2(path, &opened, flags, nil)
        unsafe connection = opened
        try check(code)
        unsafe _ = sqlite3_busy_timeout(connection, 5000)
    }

    deinit { unsafe _ = sqlite3_close_v2(connection) }

    /// Runs statements, one after another.
    public func execute(_ script: String) throws {
        try unsafe check(sqlite3_exec(connection, script, nil, nil, nil))
    }

    /// Commits all of it, or nothing.
    public func transaction(_ body: () throws -> Void) throws {
        try execute("BEGIN IMMEDIATE")
        do {
            try body()
            try execute("COMMIT")
        } catch {
            try? execute("ROLLBACK")
            throw error
        }
    }

    @discardableResult
    public func rows(_ sql: String, _ values: [Cell] = []) throws -> [OutsideRow] {
        var statement: OpaquePointer?
        try unsafe check(sqlite3_prepare_v2(connection, sql, -1, &statement, nil))
        defer { unsafe _ = sqlite3_finalize(statement) }
        for (index, value) in values.enumerated() {
            try unsafe check(value.bind(to: statement, at: Int32(index + 1)))
        }
        let columns = (0..<(unsafe sqlite3_column_count(statement))).map { index in
            unsafe sqlite3_column_name(statement, index).map { unsafe String(cString: $0) } ?? ""
        }
        var rows: [OutsideRow] = []
        while true {
            let code = unsafe sqlite3_step(statement)
            guard code == SQLITE_ROW else {
                try check(code == SQLITE_DONE ? SQLITE_OK : code)
                return rows
            }
            let cells = columns.indices.map { unsafe Cell(statement, Int32($0)) }
            rows.append(OutsideRow(columns: columns, cells: cells))
        }
    }

    /// The first column of each row.
    public func column(_ sql: String, _ values: [Cell] = []) throws -> [Cell] {
        try rows(sql, values).compactMap(\.cells.first)
    }

    private func check(_ code: Int32) throws {
        guard code != SQLITE_OK else { return }
        throw Failure(message: unsafe sqlite3_errmsg(connection).map { unsafe String(cString: $0) } ?? "")
    }
}

public struct OutsideRow: Hashable, Sendable {
    public let columns: [String]
    public let cells: [Cell]

    public subscript(column: String) -> Cell {
        columns.firstIndex(of: column).map { cells[$0] } ?? .null
    }
}

/// A value of any of SQLite's types.
public enum Cell: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])

    /// The bytes of a blob; nil for any other value.
    public var bytes: [UInt8]? { if case .blob(let bytes) = self { bytes } else { nil } }

    fileprivate init(_ statement: OpaquePointer?, _ index: Int32) {
        let type = unsafe sqlite3_column_type(statement, index)
        switch type {
        case SQLITE_INTEGER: self = unsafe .integer(sqlite3_column_int64(statement, index))
        case SQLITE_FLOAT: self = unsafe .real(sqlite3_column_double(statement, index))
        case SQLITE_NULL: self = .null
        default:
            let start = unsafe sqlite3_column_blob(statement, index)
            let count = unsafe start == nil ? 0 : Int(sqlite3_column_bytes(statement, index))
            let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
            self = type == SQLITE_TEXT ? .text(String(decoding: bytes, as: UTF8.self)) : .blob(bytes)
        }
    }

    fileprivate func bind(to statement: OpaquePointer?, at index: Int32) -> Int32 {
        switch self {
        case .null: return unsafe sqlite3_bind_null(statement, index)
        case .integer(let number): return unsafe sqlite3_bind_int64(statement, index, number)
        case .real(let number): return unsafe sqlite3_bind_double(statement, index, number)
        case .text(let text):
            let count = Int32(clamping: text.utf8.count)
            return unsafe sqlite3_bind_text(statement, index, text, count, csqlite_copied())
        case .blob(let bytes):
            guard !bytes.isEmpty else { return unsafe sqlite3_bind_zeroblob(statement, index, 0) }
            return unsafe sqlite3_bind_blob(statement, index, bytes, Int32(clamping: bytes.count), csqlite_copied())
        }
    }
}
