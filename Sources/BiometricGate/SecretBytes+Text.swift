public import GateSecret

extension SecretBytes {
    /// The UTF-8 of a text, for example from a text field; the text's own memory is not wiped.
    public init(utf8 text: String) {
        self.init(copying: Array(text.utf8))
    }

    /// Lends the bytes as UTF-8 text to `body`; nil, without calling it, if they are not UTF-8. Copies nothing; a
    /// `String(copying:)` of the text is a copy that nothing wipes.
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

    /// A copy of bytes; their own memory is not wiped.
    public init(copying bytes: [UInt8]) {
        self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
    }
}
