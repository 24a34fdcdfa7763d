/// A commit or a tag, as git signs it.
public struct GitObject: Hashable, Sendable {
    /// The largest object that is looked at, in bytes.
    public static let limit = 131_072

    public enum Kind: Hashable, Sendable {
        case commit
        /// With the tag's name.
        case tag(String)
    }

    public let kind: Kind
    /// The first line of the message, cleaned for showing; empty if there is none.
    public let title: String

    /// Nil if the bytes are neither a commit nor a tag.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.limit else { return nil }
        var rest = bytes[...]
        var headers: [ArraySlice<UInt8>] = []
        while true {
            guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            let line = rest[..<end]
            rest = rest[(end + 1)...]
            guard !line.isEmpty else { break }
            headers.append(line)
        }
        func value(_ name: String, at place: Int) -> ArraySlice<UInt8>? {
            guard headers.indices.contains(place), headers[place].starts(with: (name + " ").utf8) else { return nil }
            return headers[place].dropFirst(name.utf8.count + 1)
        }
        if let tree = value("tree", at: 0), Self.isName(tree) {
            kind = .commit
        } else if let object = value("object", at: 0), Self.isName(object), value("type", at: 1) != nil,
            let name = value("tag", at: 2)
        {
            kind = .tag(ForeignText.cleaned(name, limit: ForeignText.titleLimit))
        } else {
            return nil
        }
        // git would show the text in that encoding, and this one does not.
        for header in headers where header.starts(with: "encoding ".utf8) {
            let name = String(decoding: header.dropFirst("encoding ".utf8.count), as: UTF8.self).lowercased()
            guard name == "utf-8" || name == "utf8" else { return nil }
        }
        // git takes the message without the blank lines before it.
        var message = rest
        while let end = message.firstIndex(of: UInt8(ascii: "\n")), message[..<end].allSatisfy(Self.isSpace) {
            message = message[(end + 1)...]
        }
        title = ForeignText.cleaned(message.prefix { $0 != UInt8(ascii: "\n") }, limit: ForeignText.titleLimit)
    }

    /// As isspace(3) in git.
    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    /// A SHA-1 or SHA-256 in hexadecimal.
    private static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
        (bytes.count == 40 || bytes.count == 64)
            && bytes.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
