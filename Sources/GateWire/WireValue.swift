/// A JSON value, as messages carry it; never one that is secret.
public enum WireValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number written without fraction and exponent that fits.
    case integer(Int64)
    /// Any other number; written as null where it is not finite.
    case number(Double)
    case string(String)
    case array([WireValue])
    case object(WireObject)

    /// Nil where it is not true or false.
    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// Nil where it is not an integer that fits.
    public var integerValue: Int64? {
        if case .integer(let value) = self { value } else { nil }
    }

    /// Nil where it is not a string.
    public var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// Nil where it is not an array.
    public var arrayValue: [WireValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// Nil where it is not an object.
    public var objectValue: WireObject? {
        if case .object(let value) = self { value } else { nil }
    }
}

extension WireValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(nilLiteral: ()) { self = .null }

    public init(booleanLiteral value: Bool) { self = .bool(value) }

    public init(integerLiteral value: Int64) { self = .integer(value) }

    public init(floatLiteral value: Double) { self = .number(value) }

    public init(stringLiteral value: String) { self = .string(value) }

    public init(arrayLiteral elements: WireValue...) { self = .array(elements) }

    public init(dictionaryLiteral elements: (String, WireValue)...) {
        self = .object(WireObject(elements.map { WireObject.Member(key: $0.0, value: $0.1) }))
    }
}

/// A JSON object whose members keep their order.
public struct WireObject: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// One member of an object.
    public struct Member: Hashable, Sendable {
        public let key: String
        public let value: WireValue

        public init(key: String, value: WireValue) {
            self.key = key
            self.value = value
        }
    }

    /// In the order in which they are written.
    public private(set) var members: [Member]

    /// The members' keys differ from each other.
    public init(_ members: [Member] = []) {
        self.members = members
    }

    /// The elements' keys differ from each other.
    public init(dictionaryLiteral elements: (String, WireValue)...) {
        members = elements.map { Member(key: $0.0, value: $0.1) }
    }

    /// Whether it has no member.
    public var isEmpty: Bool { members.isEmpty }

    /// The value of the member with that key; nil where there is none.
    public subscript(key: String) -> WireValue? {
        // Keys may be anybody's, and to compare a text of combining marks takes time with the square of its length.
        members.first { $0.key.utf8.count == key.utf8.count && $0.key == key }?.value
    }

    /// Adds a member behind the others, whose keys differ from its own; nil adds none.
    public mutating func append(_ key: String, _ value: WireValue?) {
        guard let value else { return }
        members.append(Member(key: key, value: value))
    }

    /// Adds a text behind the others; nil adds none.
    public mutating func append(_ key: String, _ text: String?) {
        append(key, text.map { .string($0) })
    }

    /// Adds a number behind the others; nil adds none.
    public mutating func append(_ key: String, _ number: Int?) {
        append(key, number.map { .integer(Int64($0)) })
    }
}
