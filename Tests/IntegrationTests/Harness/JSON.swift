/// A JSON value. The tests read and write with their own code, so that they do not share the daemon's mistakes.
enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    /// A member; null if there is none, or this is not an object.
    subscript(key: String) -> JSON {
        if case .object(let members) = self { members[key] ?? .null } else { .null }
    }

    /// An element; null if there is none, or this is not an array.
    subscript(index: Int) -> JSON {
        if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { .null }
    }

    var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    var integer: Int? {
        if case .integer(let value) = self { value } else { nil }
    }

    var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// Empty if this is not an array.
    var elements: [JSON] {
        if case .array(let value) = self { value } else { [] }
    }

    /// Empty if this is not an object.
    var keys: [String] {
        if case .object(let members) = self { Array(members.keys) } else { [] }
    }

    /// The texts in an array.
    var strings: [String] { elements.compactMap(\.string) }

    /// This object with members added or replaced.
    func with(_ more: [String: JSON]) -> JSON {
        guard case .object(let members) = self else { return .object(more) }
        return .object(members.merging(more) { $1 })
    }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    init(nilLiteral: ()) { self = .null }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(integerLiteral value: Int) { self = .integer(value) }
    init(stringLiteral value: String) { self = .string(value) }
    init(arrayLiteral elements: JSON...) { self = .array(elements) }
    init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(Dictionary(elements) { $1 })
    }
}

extension JSON: CustomStringConvertible {
    /// The text as sent.
    var description: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .string(let value): Self.quoted(value)
        case .array(let elements): "[\(elements.map(\.description).joined(separator: ","))]"
        case .object(let members):
            "{\(members.sorted { $0.key < $1.key }.map { "\(Self.quoted($0)):\($1)" }.joined(separator: ","))}"
        }
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar -> String in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case _ where scalar.value < 0x20:
                "\\u00" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16)
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }
}

extension JSON {
    /// Nil if the bytes are not exactly one JSON text (RFC 8259).
    init?(_ bytes: some Collection<UInt8>) {
        guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
        var reader = Reader(bytes: Array(bytes))
        guard let value = reader.value(), reader.isAtEnd() else { return nil }
        self = value
    }

    private struct Reader {
        let bytes: [UInt8]
        var position = 0

        var next: UInt8? { position < bytes.count ? bytes[position] : nil }

        mutating func isAtEnd() -> Bool {
            skipSpace()
            return next == nil
        }

        mutating func value() -> JSON? {
            skipSpace()
            switch next {
            case UInt8(ascii: "{"): return object()
            case UInt8(ascii: "["): return array()
            case UInt8(ascii: "\""): return text().map { .string($0) }
            case UInt8(ascii: "t"): return take("true") ? .bool(true) : nil
            case UInt8(ascii: "f"): return take("false") ? .bool(false) : nil
            case UInt8(ascii: "n"): return take("null") ? .null : nil
            default: return number()
            }
        }

        private mutating func object() -> JSON? {
            var members: [String: JSON] = [:]
            position += 1
            guard !take("}") else { return .object([:]) }
            repeat {
                skipSpace()
                guard let key = text(), take(":"), let value = value(),
                    members.updateValue(value, forKey: key) == nil
                else { return nil }
            } while take(",")
            return take("}") ? .object(members) : nil
        }

        private mutating func array() -> JSON? {
            var elements: [JSON] = []
            position += 1
            guard !take("]") else { return .array([]) }
            repeat {
                guard let value = value() else { return nil }
                elements.append(value)
            } while take(",")
            return take("]") ? .array(elements) : nil
        }

        private mutating func text() -> String? {
            guard next == UInt8(ascii: "\"") else { return nil }
            position += 1
            var text: [UInt8] = []
            while let byte = next {
                position += 1
                switch byte {
                case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
                case UInt8(ascii: "\\"):
                    guard let scalar = escape() else { return nil }
                    text += Array(String(scalar).utf8)
                case 0..<0x20: return nil
                default: text.append(byte)
                }
            }
            return nil
        }

        private mutating func escape() -> Unicode.Scalar? {
            guard let byte = next else { return nil }
            position += 1
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
            case UInt8(ascii: "b"): return "\u{8}"
            case UInt8(ascii: "f"): return "\u{c}"
            case UInt8(ascii: "n"): return "\n"
            case UInt8(ascii: "r"): return "\r"
            case UInt8(ascii: "t"): return "\t"
            case UInt8(ascii: "u"): return unicodeEscape()
            default: return nil
            }
        }

        private mutating func unicodeEscape() -> Unicode.Scalar? {
            guard let high = hexadecimal() else { return nil }
            guard (0xD800..<0xDC00).contains(high) else { return Unicode.Scalar(high) }
            guard take("\\u"), let low = hexadecimal(), (0xDC00..<0xE000).contains(low) else { return nil }
            return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
        }

        private mutating func hexadecimal() -> UInt32? {
            guard bytes.count - position >= 4 else { return nil }
            defer { position += 4 }
            return UInt32(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
        }

        private mutating func number() -> JSON? {
            let start = position
            while let byte = next, "+-.0123456789eE".utf8.contains(byte) { position += 1 }
            let text = String(decoding: bytes[start..<position], as: UTF8.self)
            return Int(text).map { .integer($0) } ?? Double(text).map { .number($0) }
        }

        private mutating func take(_ expected: String) -> Bool {
            if expected.utf8.count == 1 { skipSpace() }
            guard bytes[position...].starts(with: expected.utf8) else { return false }
            position += expected.utf8.count
            return true
        }

        private mutating func skipSpace() {
            while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
        }
    }
}
