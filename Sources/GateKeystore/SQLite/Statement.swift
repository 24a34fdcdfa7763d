internal import CSQLite
internal import FoundationEssentials

/// A prepared statement, finalized with this value.
@safe
final class Statement {
    fileprivate let pointer: OpaquePointer

    init(adopting pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }

    deinit { unsafe _ = sqlite3_finalize(pointer) }

    /// SQLite's result code.
    func step() -> Int32 { unsafe sqlite3_step(pointer) }

    /// Makes it ready to run again, with nothing bound.
    func reset() {
        unsafe _ = sqlite3_reset(pointer)
        unsafe _ = sqlite3_clear_bindings(pointer)
    }
}

/// A statement's present row, read column by column.
struct Row: ~Copyable {
    private let statement: Statement
    private var index: Int32 = 0

    init(of statement: Statement) { self.statement = statement }

    /// Throws `unreadable` if the column has another type or does not exist.
    mutating func next<Value: Storable>(as: Value.Type = Value.self) throws(SQLiteError) -> Value {
        defer { index += 1 }
        return try Value(Column(statement: statement, index: index))
    }
}

/// One value of a row.
struct Column {
    fileprivate let statement: Statement
    fileprivate let index: Int32

    fileprivate func expect(_ type: Int32) throws(SQLiteError) {
        guard unsafe sqlite3_column_type(statement.pointer, index) == type else { throw .unreadable }
    }

    fileprivate var isNull: Bool { unsafe sqlite3_column_type(statement.pointer, index) == SQLITE_NULL }

    /// Lends the bytes of a text or blob, valid until the statement's next step; `body` copies them.
    fileprivate func withBytes<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        // SQLite requires this order of calls (sqlite3_column_blob); nil without bytes.
        let start = unsafe sqlite3_column_blob(statement.pointer, index)
        let count = unsafe Int(sqlite3_column_bytes(statement.pointer, index))
        return unsafe body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }
}

/// A parameter of a statement.
struct Parameter {
    fileprivate let statement: Statement
    fileprivate let index: Int32

    init(of statement: Statement, _ index: Int) {
        self.statement = statement
        self.index = Int32(clamping: index)
    }
}

/// A type that a column can hold.
protocol Storable: SendableMetatype {
    init(_ column: Column) throws(SQLiteError)

    /// SQLite's result code.
    func bind(_ parameter: Parameter) -> Int32
}

extension Int64: Storable {
    init(_ column: Column) throws(SQLiteError) {
        try column.expect(SQLITE_INTEGER)
        self = unsafe sqlite3_column_int64(column.statement.pointer, column.index)
    }

    func bind(_ parameter: Parameter) -> Int32 {
        unsafe sqlite3_bind_int64(parameter.statement.pointer, parameter.index, self)
    }
}

extension Bool: Storable {
    init(_ column: Column) throws(SQLiteError) { self = try Int64(column) != 0 }

    func bind(_ parameter: Parameter) -> Int32 { Int64(self ? 1 : 0).bind(parameter) }
}

extension String: Storable {
    init(_ column: Column) throws(SQLiteError) {
        try column.expect(SQLITE_TEXT)
        self = unsafe column.withBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }

    func bind(_ parameter: Parameter) -> Int32 {
        var text = self
        // SQLite copies the bytes, which this text owns during the call.
        return text.withUTF8 { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
                guard let start = bytes.baseAddress else {
                    return unsafe sqlite3_bind_text(parameter.statement.pointer, parameter.index, "", 0, nil)
                }
                return unsafe sqlite3_bind_text64(
                    parameter.statement.pointer, parameter.index, start, UInt64(bytes.count), csqlite_copied(),
                    UInt8(SQLITE_UTF8))
            }
        }
    }
}

extension Data: Storable {
    init(_ column: Column) throws(SQLiteError) {
        try column.expect(SQLITE_BLOB)
        self = unsafe column.withBytes { unsafe Data($0) }
    }

    func bind(_ parameter: Parameter) -> Int32 {
        // Without an address SQLite would bind NULL.
        guard !isEmpty else { return unsafe sqlite3_bind_zeroblob(parameter.statement.pointer, parameter.index, 0) }
        // SQLite copies the bytes, which this value owns during the call.
        return unsafe withUnsafeBytes { bytes in
            unsafe sqlite3_bind_blob64(
                parameter.statement.pointer, parameter.index, bytes.baseAddress, UInt64(bytes.count), csqlite_copied())
        }
    }
}

extension Optional: Storable where Wrapped: Storable {
    init(_ column: Column) throws(SQLiteError) { self = column.isNull ? nil : try Wrapped(column) }

    func bind(_ parameter: Parameter) -> Int32 {
        guard let self else { return unsafe sqlite3_bind_null(parameter.statement.pointer, parameter.index) }
        return self.bind(parameter)
    }
}

extension Storable where Self: RawRepresentable<String> {
    init(_ column: Column) throws(SQLiteError) {
        guard let value = Self(rawValue: try String(column)) else { throw .unreadable }
        self = value
    }

    func bind(_ parameter: Parameter) -> Int32 { rawValue.bind(parameter) }
}

/// A JSON array of strings.
extension [String]: Storable {
    init(_ column: Column) throws(SQLiteError) {
        guard let texts = TextList.texts(of: try String(column)) else { throw .unreadable }
        self = texts
    }

    func bind(_ parameter: Parameter) -> Int32 { TextList.text(of: self).bind(parameter) }
}
