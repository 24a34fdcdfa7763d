public import GateSecret

enum UTF8Text {
    /// The length of a multi-byte character; nil if it is malformed (Unicode, table 3-7).
    static func wellFormedLength(at start: Int, in bytes: Span<UInt8>) -> Int? {
        let length: Int
        let second: ClosedRange<UInt8>
        switch bytes[start] {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return nil
        }
        guard bytes.count - start >= length, second.contains(bytes[start + 1]) else { return nil }
        for index in 2..<max(length, 2) where bytes[start + index] & 0xC0 != 0x80 { return nil }
        return length
    }

    static func isWellFormed(_ bytes: Span<UInt8>) -> Bool {
        var position = 0
        while position < bytes.count {
            guard bytes[position] >= 0x80 else {
                position += 1
                continue
            }
            guard let length = wellFormedLength(at: position, in: bytes) else { return false }
            position += length
        }
        return true
    }
}

extension SecretBytes {
    /// Whether the bytes are UTF-8. In a message, other bytes make invalid JSON, on which the daemon closes the
    /// connection.
    public var isUTF8: Bool { withSpan { UTF8Text.isWellFormed($0) } }
}
