package import GateModel

/// How a protected item of the keyring and its secret in the gate are named after each other.
///
/// The keyring keeps a note in place of the secret, which names the gate's item. The note decides whether an item is
/// protected; the gate's list only says it sooner. Any program can write a note into any item, and change attributes beneath the
/// front, so the gate's name for an item has its path and a digest of its attributes: a note is good for that item as it was
/// protected. So a lost list, an old copy of the keyring or a number that is used again never hands out a wrong secret, and a
/// program that reads the keyring itself finds an explanation.
package enum ProtectedItem {
    /// The largest secret of the gate, in bytes.
    package static let longest = 65_536

    private static let prefix = "keyring/"
    private static let opening = "This secret is in BiometricGate. To read it, run: biogate get '"
    private static let closing = "'\n"

    /// The name of the gate's item for an item of the keyring; nil for another object, or if the name would be too long.
    ///
    /// - Parameters:
    ///   - tag: the digest of the item's `matter`.
    ///   - number: for a name that an earlier item had.
    package static func name(of path: String, tag: String, number: Int = 1) -> ItemName? {
        guard isItem(path) else { return nil }
        let rest = path.dropFirst(SecretServiceNames.collections.count)
        return ItemName(prefix + rest + "-" + tag + (number > 1 ? "-\(number)" : ""))
    }

    /// Whether the name is that of an item at this path with this tag.
    package static func isName(_ name: ItemName, of path: String, tag: String) -> Bool {
        guard let first = Self.name(of: path, tag: tag) else { return false }
        return name == first || name.rawValue.hasPrefix(first.rawValue + "-")
    }

    /// The attributes by which programs find an item, in one order, for its tag: without those that a keyring adds later.
    package static func matter(_ attributes: [String: String]) -> [UInt8] {
        attributes.filter { $0.key != "xdg:schema" && !$0.key.hasPrefix("gkr:compat:") }
            .flatMap { [[Array($0.key.utf8), Array($0.value.utf8)]] }
            .sorted { $0[0].lexicographicallyPrecedes($1[0]) }
            .flatMap { $0.flatMap { $0 + [0] } }
    }

    /// The path that the name was made of; nil for the gate's other items.
    package static func path(of name: ItemName) -> String? {
        guard name.rawValue.hasPrefix(prefix) else { return nil }
        let rest = name.rawValue.dropFirst(prefix.count).prefix { $0 != "-" }
        let path = SecretServiceNames.collections + rest
        return isItem(path) ? path : nil
    }

    /// The note in place of the secret.
    package static func note(_ name: ItemName) -> [UInt8] { Array((opening + name.rawValue + closing).utf8) }

    /// The gate's item that a note names; nil for any other secret.
    package static func name(in secret: Span<UInt8>) -> ItemName? {
        let (opening, closing) = (Array(opening.utf8), Array(closing.utf8))
        let frame = opening.count + closing.count
        // A secret is looked at no further than a note can be long.
        guard secret.count > frame, secret.count <= frame + 255 else { return nil }
        for (index, byte) in opening.enumerated() where secret[index] != byte { return nil }
        for (index, byte) in closing.enumerated() where secret[secret.count - closing.count + index] != byte {
            return nil
        }
        let bytes = (opening.count..<secret.count - closing.count).map { secret[$0] }
        guard let text = String(validating: bytes, as: UTF8.self), let name = ItemName(text), path(of: name) != nil
        else {
            return nil
        }
        return name
    }

    /// Whether the path is an item's: two elements below the collections.
    package static func isItem(_ path: String) -> Bool {
        guard path.hasPrefix(SecretServiceNames.collections) else { return false }
        let parts = path.dropFirst(SecretServiceNames.collections.count)
            .split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(isAllowed) }
    }

    /// D-Bus allows no other bytes in an element of a path.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
