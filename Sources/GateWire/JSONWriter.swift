import GateSecret

/// Writes a JSON text of values that are not secret, piece by piece; adds the commas.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    /// The offsets inside the empty strings.
    private(set) var holes: [Int] = []
    private var needsComma = false

    /// More than most messages have, so that these are allocated once.
    private static let usualCapacity = 512

    init() { bytes.reserveCapacity(Self.usualCapacity) }

    mutating func open() {
        separate()
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
    }

    mutating func close() {
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    /// Adds the NUL that ends a frame.
    mutating func end() {
        bytes.append(0)
    }

    /// A member with an empty string, filled in later where no copy lingers. Without quotes, it is filled with a value.
    mutating func hole(_ key: String, isQuoted: Bool = true) {
        self.key(key)
        hole(isQuoted: isQuoted)
    }

    /// A member with an array of `count` empty strings, filled in like a hole.
    mutating func holes(_ key: String, _ count: Int) {
        self.key(key)
        bytes.append(UInt8(ascii: "["))
        for _ in 0..<count {
            separate()
            hole(isQuoted: true)
        }
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    private mutating func hole(isQuoted: Bool) {
        let quote = isQuoted ? [UInt8(ascii: "\"")] : []
        bytes += quote
        holes.append(bytes.count)
        bytes += quote
        needsComma = true
    }

    mutating func key(_ key: String) {
        separate()
        write(key)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    mutating func member(_ key: String, _ value: WireValue) {
        self.key(key)
        write(value)
    }

    mutating func write(_ object: WireObject) {
        openWith(object)
        close()
    }

    /// Opens an object with these members; more may follow.
    mutating func openWith(_ object: WireObject) {
        open()
        for member in object.members { self.member(member.key, member.value) }
    }

    mutating func write(_ value: WireValue) {
        separate()
        switch value {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
        case .integer(let value): bytes.append(contentsOf: String(value).utf8)
        case .number(let value): bytes.append(contentsOf: (value.isFinite ? value.description : "null").utf8)
        case .string(let value): write(value)
        case .array(let values):
            bytes.append(UInt8(ascii: "["))
            needsComma = false
            for value in values { write(value) }
            bytes.append(UInt8(ascii: "]"))
        case .object(let value):
            write(value)
        }
        needsComma = true
    }

    private mutating func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        if JSONString.isPlain(text) {
            bytes.append(contentsOf: text.utf8)
        } else {
            writeEscaped(text)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func writeEscaped(_ text: String) {
        var previous: UInt8 = 0
        for byte in text.utf8 {
            if previous == JSONString.controlLead, byte < 0xA0 {
                bytes.removeLast()
                JSONString.escapeControl(byte) { bytes.append($0) }
            } else {
                JSONString.escape(byte) { bytes.append($0) }
            }
            previous = byte
        }
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = false
    }
}

/// Encodes UTF-8 as the inside of a JSON string (RFC 8259, section 7).
enum JSONString {
    /// Begins U+0080 to U+009F in UTF-8, control characters that a terminal may obey; and U+00A0 to U+00BF.
    static let controlLead: UInt8 = 0xC2

    /// Whether the text may be written as it is, which most may.
    static func isPlain(_ text: String) -> Bool {
        let bytes = text.utf8.span
        for index in bytes.indices {
            switch bytes[index] {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0..<0x20, 0x7F, controlLead: return false
            default: break
            }
        }
        return true
    }

    /// Passes on one byte: itself, or its escape.
    static func escape(_ byte: UInt8, to output: (UInt8) -> Void) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            output(UInt8(ascii: "\\"))
            output(byte)
        case 0..<0x20, 0x7F: escapeControl(byte, to: output)
        default: output(byte)
        }
    }

    /// Passes on the escape of a character up to U+00FF.
    static func escapeControl(_ value: UInt8, to output: (UInt8) -> Void) {
        output(UInt8(ascii: "\\"))
        output(UInt8(ascii: "u"))
        output(UInt8(ascii: "0"))
        output(UInt8(ascii: "0"))
        output(hexadecimal(value >> 4))
        output(hexadecimal(value & 15))
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8 {
        digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }
}

extension JSONWriter {
    /// The text with `secretCount` bytes in its holes, as for a frame.
    func completed(
        secretCount: Int, fill: (_ hole: Int, _ room: inout UnsafeMutableRawBufferPointer) -> Void
    ) -> SecretBytes {
        unsafe SecretBytes(count: bytes.count + secretCount) { target in
            var room = unsafe target
            var copied = 0
            for (hole, offset) in holes.enumerated() {
                unsafe SecretText.copy(bytes[copied..<offset], to: &room)
                unsafe fill(hole, &room)
                copied = offset
            }
            unsafe SecretText.copy(bytes[copied...], to: &room)
        }
    }
}
