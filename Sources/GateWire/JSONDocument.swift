/// The bytes are not one JSON text (RFC 8259).
struct MalformedJSON: Error {
    /// The offset of the fault.
    let offset: Int
}

/// A value's place in a JSON text.
struct JSONNode {
    enum Kind: UInt8 {
        case null, `true`, `false`
        /// A number without fraction or exponent.
        case integer
        case number
        /// A string without escapes.
        case string
        case escapedString
        case array, object
    }

    let kind: Kind
    /// The first byte; for a string, the one after the quote.
    let start: Int32
    /// The offset after the last byte; for a string, of its closing quote.
    var end: Int32
    /// The index of the node after this one and its descendants.
    var next: Int32

    var isString: Bool { kind == .string || kind == .escapedString }
}

/// A JSON text parsed into offsets, without copying any of it: secrets stay where they are.
///
/// The nodes are in the text's order. An array is followed by its elements, an object by a key (a string) and a value
/// for each member. Reading a value takes the text's bytes again.
struct JSONDocument {
    /// The deepest nesting of objects and arrays.
    static let maximumDepth = 32
    /// Members of an object that are checked for repeated keys: each is compared with all before it.
    static let comparedMembers = 32
    /// Keys with escapes that are compared in a whole text, and the bytes of each: every comparison unescapes them
    /// again.
    static let comparedEscapes = 64
    static let comparedEscapedBytes = 128

    private(set) var nodes: [JSONNode] = []
    /// The first key that repeats an earlier one of its object; nil without a repetition among `comparedMembers`.
    let repeatedKey: Int?
    /// The first key beyond the compared ones; nil if all were compared.
    let uncomparedKey: Int?

    /// Checks the whole text: UTF-8, grammar and depth.
    init(_ bytes: Span<UInt8>) throws(MalformedJSON) {
        guard bytes.count < Int(Int32.max) else { throw MalformedJSON(offset: 0) }
        nodes.reserveCapacity(32)
        var scanner = JSONScanner()
        try scanner.scanText(bytes, into: &nodes)
        repeatedKey = scanner.repeatedKey
        uncomparedKey = scanner.uncomparedKey
    }

    /// Calls `body` with the node indices of each member's key and value.
    func forEachMember<Failure: Error>(
        of object: Int, _ body: (_ key: Int, _ value: Int) throws(Failure) -> Void
    ) throws(Failure) {
        let end = Int(nodes[object].next)
        var key = object + 1
        while key < end {
            try body(key, key + 1)
            key = Int(nodes[key + 1].next)
        }
    }

    /// Calls `body` with the node index of each element.
    func forEachElement<Failure: Error>(of array: Int, _ body: (Int) throws(Failure) -> Void) throws(Failure) {
        let end = Int(nodes[array].next)
        var element = array + 1
        while element < end {
            try body(element)
            element = Int(nodes[element].next)
        }
    }
}

/// Reads a JSON text once, front to back.
private struct JSONScanner {
    private var position = 0
    private var depth = 0
    private(set) var repeatedKey: Int?
    private(set) var uncomparedKey: Int?
    private var escapedKeys = 0

    mutating func scanText(_ bytes: Span<UInt8>, into nodes: inout [JSONNode]) throws(MalformedJSON) {
        skipSpace(bytes)
        try scanValue(bytes, into: &nodes)
        skipSpace(bytes)
        guard position == bytes.count else { throw MalformedJSON(offset: position) }
    }

    private mutating func scanValue(_ bytes: Span<UInt8>, into nodes: inout [JSONNode]) throws(MalformedJSON) {
        switch peek(bytes) {
        case UInt8(ascii: "{"): try scanObject(bytes, into: &nodes)
        case UInt8(ascii: "["): try scanArray(bytes, into: &nodes)
        case UInt8(ascii: "\""): try scanString(bytes, into: &nodes)
        case UInt8(ascii: "t"): try scanWord("true", .true, bytes, into: &nodes)
        case UInt8(ascii: "f"): try scanWord("false", .false, bytes, into: &nodes)
        case UInt8(ascii: "n"): try scanWord("null", .null, bytes, into: &nodes)
        default: try scanNumber(bytes, into: &nodes)
        }
    }

    private mutating func scanObject(_ bytes: Span<UInt8>, into nodes: inout [JSONNode]) throws(MalformedJSON) {
        let object = try openContainer(.object, into: &nodes)
        var members = 0
        skipSpace(bytes)
        if !skip(UInt8(ascii: "}"), bytes) {
            repeat {
                skipSpace(bytes)
                guard peek(bytes) == UInt8(ascii: "\"") else { throw MalformedJSON(offset: position) }
                let key = nodes.count
                try scanString(bytes, into: &nodes)
                members += 1
                if members > JSONDocument.comparedMembers || !mayUndoEscapes(of: nodes[key]) {
                    uncomparedKey = uncomparedKey ?? key
                } else if repeatedKey == nil, isRepeated(key, in: object, nodes, bytes) {
                    repeatedKey = key
                }
                skipSpace(bytes)
                guard skip(UInt8(ascii: ":"), bytes) else { throw MalformedJSON(offset: position) }
                skipSpace(bytes)
                try scanValue(bytes, into: &nodes)
                skipSpace(bytes)
            } while skip(UInt8(ascii: ","), bytes)
            guard skip(UInt8(ascii: "}"), bytes) else { throw MalformedJSON(offset: position) }
        }
        closeContainer(object, &nodes)
    }

    private mutating func mayUndoEscapes(of key: JSONNode) -> Bool {
        guard key.kind == .escapedString else { return true }
        escapedKeys += 1
        return escapedKeys <= JSONDocument.comparedEscapes && key.end - key.start <= JSONDocument.comparedEscapedBytes
    }

    private func isRepeated(_ key: Int, in object: Int, _ nodes: [JSONNode], _ bytes: Span<UInt8>) -> Bool {
        var other = object + 1
        while other < key {
            if nodes[other].isSameString(as: nodes[key], in: bytes) { return true }
            other = Int(nodes[other + 1].next)
        }
        return false
    }

    private mutating func scanArray(_ bytes: Span<UInt8>, into nodes: inout [JSONNode]) throws(MalformedJSON) {
        let array = try openContainer(.array, into: &nodes)
        skipSpace(bytes)
        if !skip(UInt8(ascii: "]"), bytes) {
            repeat {
                skipSpace(bytes)
                try scanValue(bytes, into: &nodes)
                skipSpace(bytes)
            } while skip(UInt8(ascii: ","), bytes)
            guard skip(UInt8(ascii: "]"), bytes) else { throw MalformedJSON(offset: position) }
        }
        closeContainer(array, &nodes)
    }

    private mutating func openContainer(
        _ kind: JSONNode.Kind, into nodes: inout [JSONNode]
    ) throws(MalformedJSON) -> Int {
        guard depth < JSONDocument.maximumDepth else { throw MalformedJSON(offset: position) }
        depth += 1
        let start = Int32(position)
        nodes.append(JSONNode(kind: kind, start: start, end: start, next: 0))
        position += 1
        return nodes.count - 1
    }

    private mutating func closeContainer(_ container: Int, _ nodes: inout [JSONNode]) {
        nodes[container].end = Int32(position)
        nodes[container].next = Int32(nodes.count)
        depth -= 1
    }

    private mutating func scanWord(
        _ word: StaticString, _ kind: JSONNode.Kind, _ bytes: Span<UInt8>, into nodes: inout [JSONNode]
    ) throws(MalformedJSON) {
        let start = position
        guard bytes.count - start >= word.utf8CodeUnitCount else { throw MalformedJSON(offset: position) }
        for index in 0..<word.utf8CodeUnitCount {
            // A static string's bytes live forever, and the index is below their number.
            guard unsafe bytes[start + index] == word.utf8Start[index] else { throw MalformedJSON(offset: position) }
        }
        position += word.utf8CodeUnitCount
        append(kind, start, position, to: &nodes)
    }

    private mutating func scanNumber(_ bytes: Span<UInt8>, into nodes: inout [JSONNode]) throws(MalformedJSON) {
        let start = position
        var kind = JSONNode.Kind.integer
        _ = skip(UInt8(ascii: "-"), bytes)
        if !skip(UInt8(ascii: "0"), bytes) { try scanDigits(bytes) }
        if skip(UInt8(ascii: "."), bytes) {
            kind = .number
            try scanDigits(bytes)
        }
        if skip(UInt8(ascii: "e"), bytes) || skip(UInt8(ascii: "E"), bytes) {
            kind = .number
            if !skip(UInt8(ascii: "-"), bytes) { _ = skip(UInt8(ascii: "+"), bytes) }
            try scanDigits(bytes)
        }
        append(kind, start, position, to: &nodes)
    }

    private mutating func scanDigits(_ bytes: Span<UInt8>) throws(MalformedJSON) {
        let start = position
        while let byte = peek(bytes), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        guard position > start else { throw MalformedJSON(offset: position) }
    }

    private mutating func scanString(_ bytes: Span<UInt8>, into nodes: inout [JSONNode]) throws(MalformedJSON) {
        position += 1
        let start = position
        var kind = JSONNode.Kind.string
        while let byte = peek(bytes) {
            switch byte {
            case UInt8(ascii: "\""):
                append(kind, start, position, to: &nodes)
                position += 1
                return
            case UInt8(ascii: "\\"):
                kind = .escapedString
                guard let escape = JSONEscape(at: position, in: bytes) else { throw MalformedJSON(offset: position) }
                position += escape.length
            case 0..<0x20: throw MalformedJSON(offset: position)
            case 0x20..<0x80: position += 1
            default:
                guard let length = UTF8Text.wellFormedLength(at: position, in: bytes) else {
                    throw MalformedJSON(offset: position)
                }
                position += length
            }
        }
        throw MalformedJSON(offset: position)
    }

    private mutating func append(_ kind: JSONNode.Kind, _ start: Int, _ end: Int, to nodes: inout [JSONNode]) {
        nodes.append(JSONNode(kind: kind, start: Int32(start), end: Int32(end), next: Int32(nodes.count + 1)))
    }

    private func peek(_ bytes: Span<UInt8>) -> UInt8? {
        position < bytes.count ? bytes[position] : nil
    }

    private mutating func skip(_ byte: UInt8, _ bytes: Span<UInt8>) -> Bool {
        guard peek(bytes) == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace(_ bytes: Span<UInt8>) {
        while let byte = peek(bytes), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }
}
