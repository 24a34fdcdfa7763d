/// A value in the canonical CBOR of CTAP 2: each value has one form, which is read and written here, and no other.
///
/// Without tags, floats, null and indefinite lengths, which no command has.
package indirect enum CBOR: Hashable, Sendable {
    case unsigned(UInt64)
    /// -1 minus the number.
    case negative(UInt64)
    case bytes([UInt8])
    case text(String)
    case array([CBOR])
    /// In any order, each key once; written in the canonical order.
    case map([Pair])
    case bool(Bool)

    /// A member of a map.
    package struct Pair: Hashable, Sendable {
        package let key: CBOR
        package let value: CBOR

        package init(_ key: CBOR, _ value: CBOR) { (self.key, self.value) = (key, value) }
    }

    /// The bytes are no canonical CBOR.
    package struct Fault: Error, Hashable {}

    /// The most arrays and maps around a value.
    static let depth = 4

    /// Reads one value that takes up all bytes.
    package init(decoding bytes: [UInt8]) throws(Fault) {
        var reader = CBORReader(bytes)
        self = try reader.value(within: 0)
        guard reader.isAtEnd else { throw Fault() }
    }

    /// The members that have a value.
    package init(present members: KeyValuePairs<CBOR, CBOR?>) {
        self = .map(members.compactMap { key, value in value.map { Pair(key, $0) } })
    }

    package var encoded: [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return bytes
    }

    /// The member of a map with this key; nil for any other value.
    package subscript(key: CBOR) -> CBOR? {
        guard case .map(let pairs) = self else { return nil }
        return pairs.first { $0.key.isIdentical(to: key) }?.value
    }

    /// Compares texts byte by byte: equal texts may differ in form, and comparing them as such takes quadratic time.
    private func isIdentical(to other: CBOR) -> Bool {
        if case (.text(let mine), .text(let others)) = (self, other) { return mine.utf8.elementsEqual(others.utf8) }
        return self == other
    }

    // MARK: Writing

    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .unsigned(let number): Self.head(0, number, to: &bytes)
        case .negative(let number): Self.head(1, number, to: &bytes)
        case .bytes(let content):
            Self.head(2, UInt64(content.count), to: &bytes)
            bytes += content
        case .text(let text):
            Self.head(3, UInt64(text.utf8.count), to: &bytes)
            bytes += text.utf8
        case .array(let values):
            Self.head(4, UInt64(values.count), to: &bytes)
            for value in values { value.write(to: &bytes) }
        case .map(let pairs):
            Self.head(5, UInt64(pairs.count), to: &bytes)
            let members = pairs.map { (key: $0.key.encoded, value: $0.value) }
            for member in members.sorted(by: { Self.isBefore($0.key[...], $1.key[...]) }) {
                bytes += member.key
                member.value.write(to: &bytes)
            }
        case .bool(let value): bytes.append(value ? 0xF5 : 0xF4)
        }
    }

    private static func head(_ major: UInt8, _ number: UInt64, to bytes: inout [UInt8]) {
        let width: (code: UInt8, count: UInt64) =
            switch number {
            case 0..<24: (UInt8(number), 0)
            case 24...0xFF: (24, 1)
            case 0x100...0xFFFF: (25, 2)
            case 0x1_0000...0xFFFF_FFFF: (26, 4)
            default: (27, 8)
            }
        bytes.append(major << 5 | width.code)
        for place in (0..<width.count).reversed() { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
    }

    /// The order of a map's encoded keys: by type, then by length, then by bytes.
    fileprivate static func isBefore(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>) -> Bool {
        // Both begin with the byte that has the type.
        let types = (first[first.startIndex] >> 5, second[second.startIndex] >> 5)
        if types.0 != types.1 { return types.0 < types.1 }
        if first.count != second.count { return first.count < second.count }
        return first.lexicographicallyPrecedes(second)
    }
}

private struct CBORReader {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { place == bytes.count }

    /// - Parameter within: The number of arrays and maps around the value.
    mutating func value(within depth: Int) throws(CBOR.Fault) -> CBOR {
        let first = try take(1)[place - 1]
        let major = first >> 5
        guard major != 7 else {
            guard first == 0xF4 || first == 0xF5 else { throw CBOR.Fault() }
            return .bool(first == 0xF5)
        }
        let number = try number(first & 31)
        if major == 0 { return .unsigned(number) }
        if major == 1 { return .negative(number) }
        // Each byte, element or member takes at least one byte.
        guard number <= bytes.count - place else { throw CBOR.Fault() }
        let count = Int(number)
        switch major {
        case 2: return .bytes(Array(try take(count)))
        case 3:
            guard let text = String(validating: try take(count), as: UTF8.self) else { throw CBOR.Fault() }
            return .text(text)
        case 4, 5:
            guard depth < CBOR.depth else { throw CBOR.Fault() }
            return major == 4 ? try array(count, depth + 1) : try map(count, depth + 1)
        default: throw CBOR.Fault()
        }
    }

    private mutating func array(_ count: Int, _ depth: Int) throws(CBOR.Fault) -> CBOR {
        var values: [CBOR] = []
        for _ in 0..<count { values.append(try value(within: depth)) }
        return .array(values)
    }

    private mutating func map(_ count: Int, _ depth: Int) throws(CBOR.Fault) -> CBOR {
        var pairs: [CBOR.Pair] = []
        var last: Range<Int>?
        for _ in 0..<count {
            let start = place
            let key = try value(within: depth)
            let range = start..<place
            // Also finds a key that is there already.
            if let last, !CBOR.isBefore(bytes[last], bytes[range]) { throw CBOR.Fault() }
            last = range
            pairs.append(CBOR.Pair(key, try value(within: depth)))
        }
        return .map(pairs)
    }

    /// The number of a value's head, in the shortest form that has it.
    private mutating func number(_ code: UInt8) throws(CBOR.Fault) -> UInt64 {
        if code < 24 { return UInt64(code) }
        guard code < 28 else { throw CBOR.Fault() }
        let number = try take(1 << Int(code - 24)).reduce(0) { $0 << 8 | UInt64($1) }
        let shortest: UInt64 = [24, 0x100, 0x1_0000, 0x1_0000_0000][Int(code - 24)]
        guard number >= shortest else { throw CBOR.Fault() }
        return number
    }

    private mutating func take(_ count: Int) throws(CBOR.Fault) -> ArraySlice<UInt8> {
        guard count <= bytes.count - place else { throw CBOR.Fault() }
        defer { place += count }
        return bytes[place..<place + count]
    }
}

// MARK: Values in code

extension CBOR: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(_ number: Int) {
        self = number < 0 ? .negative(UInt64(-1 - number)) : .unsigned(UInt64(number))
    }

    package init(integerLiteral value: Int) { self.init(value) }

    package init(stringLiteral value: String) { self = .text(value) }

    package init(booleanLiteral value: Bool) { self = .bool(value) }

    package init(arrayLiteral elements: CBOR...) { self = .array(elements) }

    /// The keys must differ from each other.
    package init(dictionaryLiteral elements: (CBOR, CBOR)...) { self = .map(elements.map { Pair($0.0, $0.1) }) }

    package var bytesValue: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }

    package var textValue: String? { if case .text(let value) = self { value } else { nil } }

    package var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }

    package var arrayValue: [CBOR]? { if case .array(let value) = self { value } else { nil } }

    /// Itself, if it is a map.
    package var mapValue: CBOR? { if case .map = self { self } else { nil } }

    /// Nil if it is no integer that fits.
    package var integerValue: Int? {
        switch self {
        case .unsigned(let number): Int(exactly: number)
        case .negative(let number): Int(exactly: number).map { -1 - $0 }
        default: nil
        }
    }
}
