import GateModel

/// A stored item in a file: `biogate://ITEM`, percent-encoded.
struct ItemReference: Hashable {
    /// Nil if the text behind the scheme names no item.
    let item: ItemName?

    /// Nil if the text is something else. Spaces and tabs around it do not count.
    init?(_ text: Substring) {
        let scheme = "biogate://"
        let text = Self.trimmed(text)
        guard text.hasPrefix(scheme) else { return nil }
        item = Self.percentDecoded(text.dropFirst(scheme.count)).flatMap { ItemName($0) }
    }

    static func trimmed(_ text: Substring) -> Substring {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\r\n" }
        var text = text.drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        return text
    }

    /// Nil if an escape is broken, or the bytes are not UTF-8.
    private static func percentDecoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
