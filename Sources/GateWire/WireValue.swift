/// A JSON value as messages carry it; never a secret.
public enum WireValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number without fraction or exponent that fits.
    case integer(Int64)
    /// Any other number; written as null if it is not finite.
    case number(Double)
    case string(String)
    case array([WireValue])
    case object(WireObject)

    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// Nil if it is not an integer that fits.
    public var integerValue: Int64? {
        if case .integer(let value) = self { value } else { nil }
    }

    public var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    public var arrayValue: [WireValue]? {
        if case .array(let value) = self { value } else { nil }
    }

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

/// A JSON object that keeps the order of its members.
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

    /// In the order of writing.
    public private(set) var members: [Member]

    /// The keys must differ from each other.
    public init(_ members: [Member] = []) {
        self.members = members
    }

    /// The keys must differ from each other.
    public init(dictionaryLiteral elements: (String, WireValue)...) {
        members = elements.map { Member(key: $0.0, value: $0.1) }
    }

    public var isEmpty: Bool { members.isEmpty }

    /// The value of the member with that key; nil if there is none.
    public subscript(key: String) -> WireValue? {
        // A peer may choose the keys, and comparing combining marks takes time quadratic in their length.
        members.first { $0.key.utf8.count == key.utf8.count && $0.key == key }?.value
    }

    /// Adds a member at the end, with a new key; does nothing for nil.
    public mutating func append(_ key: String, _ value: WireValue?) {
        guard let value else { return }
        members.append(Member(key: key, value: value))
    }

    /// Adds another object's members at the end; their keys must be new.
    package mutating func append(_ other: WireObject) { members += other.members }

    /// Adds a text at the end; does nothing for nil.
    public mutating func append(_ key: String, _ text: String?) {
        append(key, text.map { .string($0) })
    }

    /// Adds a number at the end; does nothing for nil.
    public mutating func append(_ key: String, _ number: Int?) {
        append(key, number.map { .integer(Int64($0)) })
    }
}
