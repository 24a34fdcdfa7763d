internal import GateSecret

/// One escape within a JSON string.
struct JSONEscape {
    /// The escape's length in the text, in bytes.
    let length: Int
    let scalar: Unicode.Scalar

    /// Reads the escape whose backslash is at `start`; nil for one that RFC 8259 does not define, and for half a
    /// surrogate pair.
    init?(at start: Int, in bytes: Span<UInt8>) {
        guard bytes.count - start >= 2 else { return nil }
        let simple: Unicode.Scalar
        switch bytes[start + 1] {
        case UInt8(ascii: "\""): simple = "\""
        case UInt8(ascii: "\\"): simple = "\\"
        case UInt8(ascii: "/"): simple = "/"
        case UInt8(ascii: "b"): simple = "\u{8}"
        case UInt8(ascii: "f"): simple = "\u{C}"
        case UInt8(ascii: "n"): simple = "\n"
        case UInt8(ascii: "r"): simple = "\r"
        case UInt8(ascii: "t"): simple = "\t"
        case UInt8(ascii: "u"):
            guard let (scalar, length) = Self.unicode(at: start, in: bytes) else { return nil }
            self.length = length
            self.scalar = scalar
            return
        default: return nil
        }
        length = 2
        scalar = simple
    }

    /// The character of one or two `\uXXXX` from `start` on, and their length.
    private static func unicode(at start: Int, in bytes: Span<UInt8>) -> (Unicode.Scalar, Int)? {
        guard let unit = codeUnit(at: start, in: bytes) else { return nil }
        if let scalar = Unicode.Scalar(unit) { return (scalar, 6) }
        guard (0xD800..<0xDC00).contains(unit), let low = codeUnit(at: start + 6, in: bytes),
            (0xDC00..<0xE000).contains(low),
            let scalar = Unicode.Scalar(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00))
        else { return nil }
        return (scalar, 12)
    }

    /// The UTF-16 code unit of the `\uXXXX` at `start`.
    private static func codeUnit(at start: Int, in bytes: Span<UInt8>) -> UInt32? {
        guard bytes.count - start >= 6, bytes[start] == UInt8(ascii: "\\"), bytes[start + 1] == UInt8(ascii: "u")
        else { return nil }
        var unit: UInt32 = 0
        for index in start + 2..<start + 6 {
            let digit: UInt8
            switch bytes[index] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = bytes[index] - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = bytes[index] - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = bytes[index] - UInt8(ascii: "A") + 10
            default: return nil
            }
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }
}

// Every method takes the bytes that the node was parsed from.
extension JSONNode {
    /// Passes a string's bytes in UTF-8 to `body`, unescaped and in order.
    func forEachByte(in bytes: Span<UInt8>, _ body: (UInt8) -> Void) {
        var position = Int(start)
        while position < Int(end) {
            let byte = bytes[position]
            // The scanner rejects malformed escapes.
            if byte == UInt8(ascii: "\\"), let escape = JSONEscape(at: position, in: bytes) {
                for unit in escape.scalar.utf8 { body(unit) }
                position += escape.length
            } else {
                body(byte)
                position += 1
            }
        }
    }

    func unescapedBytes(in bytes: Span<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(Int(end - start))
        forEachByte(in: bytes) { result.append($0) }
        return result
    }

    /// The text of a string that is not secret.
    func text(in bytes: Span<UInt8>) -> String {
        switch kind {
        case .string:
            // The pointer does not escape, and the bytes are UTF-8.
            unsafe bytes.extracting(Int(start)..<Int(end)).withUnsafeBufferPointer {
                unsafe String(decoding: $0, as: UTF8.self)
            }
        case .escapedString: String(decoding: unescapedBytes(in: bytes), as: UTF8.self)
        case .null, .true, .false, .integer, .number, .array, .object: ""
        }
    }

    /// Whether it is a string of exactly these bytes: two spellings of a character differ.
    func isString(_ text: String, in bytes: Span<UInt8>) -> Bool {
        switch kind {
        case .string:
            guard Int(end - start) == text.utf8.count else { return false }
            var position = Int(start)
            for byte in text.utf8 {
                guard bytes[position] == byte else { return false }
                position += 1
            }
            return true
        // An escape takes at most six bytes for each byte of its character.
        case .escapedString:
            return Int(end - start) <= 6 * text.utf8.count && unescapedBytes(in: bytes).elementsEqual(text.utf8)
        case .null, .true, .false, .integer, .number, .array, .object: return false
        }
    }

    /// Whether two strings are the same bytes once unescaped.
    func isSameString(as other: JSONNode, in bytes: Span<UInt8>) -> Bool {
        guard kind == .string, other.kind == .string else {
            // An escape is never shorter than its character.
            if kind == .string, end - start > other.end - other.start { return false }
            if other.kind == .string, other.end - other.start > end - start { return false }
            return unescapedBytes(in: bytes) == other.unescapedBytes(in: bytes)
        }
        guard end - start == other.end - other.start else { return false }
        for offset in 0..<Int(end - start) where bytes[Int(start) + offset] != bytes[Int(other.start) + offset] {
            return false
        }
        return true
    }

    /// A number written as an integer; nil if it does not fit.
    func integer(in bytes: Span<UInt8>) -> Int64? {
        guard kind == .integer else { return nil }
        let isNegative = bytes[Int(start)] == UInt8(ascii: "-")
        var value: Int64 = 0
        for position in Int(start) + (isNegative ? 1 : 0)..<Int(end) {
            let digit = Int64(bytes[position] - UInt8(ascii: "0"))
            let (shifted, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carried) =
                isNegative ? shifted.subtractingReportingOverflow(digit) : shifted.addingReportingOverflow(digit)
            guard !overflow, !carried else { return nil }
            value = sum
        }
        return value
    }

    /// Any number; nil if it is too large for a `Double`.
    func number(in bytes: Span<UInt8>) -> Double? {
        guard kind == .integer || kind == .number else { return nil }
        // The pointer does not escape.
        let text = unsafe bytes.extracting(Int(start)..<Int(end)).withUnsafeBufferPointer {
            unsafe String(decoding: $0, as: UTF8.self)
        }
        guard let value = Double(text), value.isFinite else { return nil }
        return value
    }

    /// A string's bytes in UTF-8, unescaped straight into memory that is wiped; nil if there are more than `limit`.
    func secretText(in bytes: Span<UInt8>, atMost limit: Int) -> SecretBytes? {
        guard isString else { return nil }
        var count = 0
        forEachByte(in: bytes) { _ in count += 1 }
        guard count <= limit else { return nil }
        return unsafe SecretBytes(count: count) { target in
            var index = 0
            forEachByte(in: bytes) { byte in
                unsafe target[index] = byte
                index += 1
            }
        }
    }

    /// A string's base64, decoded straight into memory that is wiped; nil if it is not base64.
    func secretBase64(in bytes: Span<UInt8>) -> SecretBytes? {
        guard isString else { return nil }
        // First checks the form and length, then decodes.
        var checker = Base64Decoder()
        forEachByte(in: bytes) { character in checker.feed(character) { _ in } }
        guard checker.isComplete else { return nil }
        return unsafe SecretBytes(count: checker.count) { target in
            var decoder = Base64Decoder()
            var index = 0
            forEachByte(in: bytes) { character in
                decoder.feed(character) { byte in
                    unsafe target[index] = byte
                    index += 1
                }
            }
        }
    }
}

extension JSONDocument {
    /// The value of a node that holds no secret; nil if it contains a number that is too large.
    func value(at index: Int, in bytes: Span<UInt8>) -> WireValue? {
        let node = nodes[index]
        switch node.kind {
        case .null: return .null
        case .true: return .bool(true)
        case .false: return .bool(false)
        case .integer:
            if let integer = node.integer(in: bytes) { return .integer(integer) }
            return node.number(in: bytes).map { .number($0) }
        case .number: return node.number(in: bytes).map { .number($0) }
        case .string, .escapedString: return .string(node.text(in: bytes))
        case .array:
            var elements: [WireValue] = []
            var isWhole = true
            forEachElement(of: index) { element in
                if let value = value(at: element, in: bytes) { elements.append(value) } else { isWhole = false }
            }
            return isWhole ? .array(elements) : nil
        case .object:
            var members: [WireObject.Member] = []
            var isWhole = true
            forEachMember(of: index) { key, value in
                if let value = self.value(at: value, in: bytes) {
                    members.append(WireObject.Member(key: nodes[key].text(in: bytes), value: value))
                } else {
                    isWhole = false
                }
            }
            return isWhole ? .object(WireObject(members)) : nil
        }
    }
}
