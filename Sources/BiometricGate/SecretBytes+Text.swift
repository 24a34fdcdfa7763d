public import GateSecret

extension SecretBytes {
    /// The UTF-8 of a text that came from a text field, say; the text's own memory is not wiped.
    public init(utf8 text: String) {
        self.init(copying: Array(text.utf8))
    }

    /// Lends the bytes as the text that they are in UTF-8, for the length of `body`; nil, without calling it, where they are
    /// none. Nothing is copied; a `String(copying:)` of it is a copy that nobody wipes.
    public borrowing func withText<Result, Failure: Error>(
        _ body: (UTF8Span) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        try withBytes { (bytes) throws(Failure) in
            let text: UTF8Span
            do {
                text = try UTF8Span(validating: bytes.bindMemory(to: UInt8.self).span)
            } catch {
                return nil
            }
            return try body(text)
        }
    }

    /// A copy of bytes, whose own memory is not wiped.
    public init(copying bytes: [UInt8]) {
        self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
    }
}
