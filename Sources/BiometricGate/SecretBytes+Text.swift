public import GateSecret

extension SecretBytes {
    /// The UTF-8 of a text that came from a text field, say; the text's own memory is not wiped.
    public init(utf8 text: String) {
        self.init(copying: Array(text.utf8))
    }

    /// A copy of bytes, whose own memory is not wiped.
    public init(copying bytes: [UInt8]) {
        self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
    }
}
