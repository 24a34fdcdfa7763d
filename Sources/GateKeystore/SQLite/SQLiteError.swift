/// A failure of SQLite, or a row or value that does not fit.
enum SQLiteError: Error {
    /// With SQLite's extended result code.
    case failed(code: Int32, message: String)
    /// A value of a type that the schema does not allow, or a missing row.
    case unreadable
}
