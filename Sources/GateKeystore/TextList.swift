/// A list of texts in one column: a JSON array of strings.
enum TextList {
    static func text(of texts: [String]) -> String {
        "[" + texts.map(quoted).joined(separator: ",") + "]"
    }

    private static func quoted(_ text: String) -> String {
        var bytes = Array("\"".utf8)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x00...0x0F: bytes += "\\u000".utf8 + [digits[Int(byte)]]
            case 0x10...0x1F: bytes += "\\u001".utf8 + [digits[Int(byte) - 16]]
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes + [UInt8(ascii: "\"")], as: UTF8.self)
    }

    private static let digits = Array("0123456789abcdef".utf8)

    /// Nil if it is not a list. Accepts the escapes that `text` makes, and other single-character ones.
    static func texts(of list: String) -> [String]? {
        var bytes = list.utf8[...]
        var texts: [String] = []
        guard bytes.popFirst() == UInt8(ascii: "[") else { return nil }
        if bytes.first == UInt8(ascii: "]") { return bytes.count == 1 ? [] : nil }
        while true {
            guard let text = nextText(of: &bytes) else { return nil }
            texts.append(text)
            switch bytes.popFirst() {
            case UInt8(ascii: ","): continue
            case UInt8(ascii: "]"): return bytes.isEmpty ? texts : nil
            default: return nil
            }
        }
    }

    private static func nextText(of bytes: inout Substring.UTF8View) -> String? {
        guard bytes.popFirst() == UInt8(ascii: "\"") else { return nil }
        var text: [UInt8] = []
        while let byte = bytes.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let escaped = nextEscaped(of: &bytes) else { return nil }
                text.append(contentsOf: escaped)
            default: text.append(byte)
            }
        }
        return nil
    }

    private static func nextEscaped(of bytes: inout Substring.UTF8View) -> String.UTF8View? {
        switch bytes.popFirst() {
        case UInt8(ascii: "\""): return "\"".utf8
        case UInt8(ascii: "\\"): return "\\".utf8
        case UInt8(ascii: "/"): return "/".utf8
        case UInt8(ascii: "b"): return "\u{8}".utf8
        case UInt8(ascii: "f"): return "\u{C}".utf8
        case UInt8(ascii: "n"): return "\n".utf8
        case UInt8(ascii: "r"): return "\r".utf8
        case UInt8(ascii: "t"): return "\t".utf8
        case UInt8(ascii: "u"):
            let digits = bytes.prefix(4)
            bytes = bytes.dropFirst(4)
            guard digits.count == 4, let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16) else {
                return nil
            }
            return Unicode.Scalar(number).map { String($0).utf8 }
        default: return nil
        }
    }
}
