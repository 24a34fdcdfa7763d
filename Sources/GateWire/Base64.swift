/// Base64 with padding (RFC 4648, section 4), without branches or look-ups that depend on the bytes' values.
public enum Base64 {
    /// Encodes bytes that are not secret.
    public static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(encodedCount(bytes.count))
        encode(bytes.span) { text.append($0) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes a text that is not secret; nil if it is not canonical base64: a character outside the alphabet, missing
    /// or misplaced padding, or unused bits that are set.
    public static func decode(_ text: String) -> [UInt8]? {
        var decoder = Base64Decoder()
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count / 4 * 3)
        for character in text.utf8 { decoder.feed(character) { bytes.append($0) } }
        return decoder.isComplete ? bytes : nil
    }

    /// The number of characters that encode `count` bytes.
    static func encodedCount(_ count: Int) -> Int { (count + 2) / 3 * 4 }

    /// Passes the characters of `bytes` to `output`, in order.
    static func encode(_ bytes: Span<UInt8>, to output: (UInt8) -> Void) {
        var index = 0
        while index < bytes.count {
            let rest = bytes.count - index
            let group =
                Int32(bytes[index]) << 16 | (rest > 1 ? Int32(bytes[index + 1]) << 8 : 0)
                | (rest > 2 ? Int32(bytes[index + 2]) : 0)
            output(character(group >> 18))
            output(character(group >> 12 & 63))
            output(rest > 1 ? character(group >> 6 & 63) : padding)
            output(rest > 2 ? character(group & 63) : padding)
            index += 3
        }
    }

    static let padding = UInt8(ascii: "=")

    /// The character of six bits.
    private static func character(_ sextet: Int32) -> UInt8 {
        // All ones from `first` on, else zero: the sign bit, spread by the arithmetic shift.
        func from(_ first: Int32) -> Int32 { (first - 1 - sextet) >> 31 }
        // A-Z, then the jump in ASCII at each border of the alphabet's runs: a, 0, + and /.
        return UInt8(
            truncatingIfNeeded: sextet + 65 + (from(26) & 6) - (from(52) & 75) - (from(62) & 15) + (from(63) & 3))
    }

    /// The six bits of a character; negative for one outside the alphabet.
    static func sextet(_ character: UInt8) -> Int32 {
        let code = Int32(character)
        // All ones within the range, else zero.
        func within(_ first: Int32, _ last: Int32) -> Int32 { ~(((code - first) | (last - code)) >> 31) }
        let upper = within(65, 90)
        let lower = within(97, 122)
        let digit = within(48, 57)
        let plus = within(43, 43)
        let slash = within(47, 47)
        let value = upper & (code - 65) | lower & (code - 71) | digit & (code + 4) | plus & 62 | slash & 63
        return value | ~(upper | lower | digit | plus | slash)
    }
}

/// Decodes base64 character by character, without an intermediate copy of a secret.
package struct Base64Decoder {
    private var group: Int32 = 0
    private var position = 0
    private var paddings = 0
    private var fault: Int32 = 0
    /// Bytes passed on so far.
    package private(set) var count = 0

    package init() {}

    /// Takes a character and passes on the bytes that it completes; they are valid only if `isComplete` at the end.
    package mutating func feed(_ character: UInt8, to output: (UInt8) -> Void) {
        if character == Base64.padding {
            paddings += 1
            // Padding stands only in the last two places of a group.
            if position < 2 { fault |= -1 }
            group <<= 6
        } else {
            let sextet = Base64.sextet(character)
            fault |= sextet >> 31
            // Nothing follows padding.
            if paddings > 0 { fault |= -1 }
            group = group << 6 | (sextet & 63)
        }
        position += 1
        guard position == 4 else { return }
        // A group's unused low bits are zero.
        if paddings == 1, group >> 6 & 3 != 0 { fault |= -1 }
        if paddings == 2, group >> 12 & 15 != 0 { fault |= -1 }
        for index in 0..<max(0, 3 - paddings) {
            output(UInt8(truncatingIfNeeded: group >> Int32(16 - 8 * index)))
            count += 1
        }
        group = 0
        position = 0
    }

    /// Whether the input is canonical base64 as a whole.
    package var isComplete: Bool { fault == 0 && position == 0 && paddings <= 2 }
}
