/// What SQLite refuses, and what it holds that is of another type than was asked for.
enum SQLiteError: Error {
    /// With SQLite's extended result code.
    case failed(code: Int32, message: String)
    /// A value that the schema does not allow there, or a row that is not there although it has to be.
    case unreadable
}
