/// The relation of an item's attributes, as a program sets them, to those of a protected item.
package enum AttributeOverlap: Hashable, Sendable {
    /// A search finds one of them, or both of them for less than each has.
    case none
    case equal
    /// A search for the protected item could find the other one instead.
    case shadowing

    package init(_ new: [String: String], _ protected: [String: String]) {
        let schemas = [new, protected].compactMap { $0["xdg:schema"] }
        let (new, protected) = (Self.matched(new), Self.matched(protected))
        func isPart(_ part: [String: String?], of whole: [String: String?]) -> Bool {
            part.allSatisfy { key, value in
                guard let other = whole[key] else { return false }
                return value == nil || other == nil || value == other
            }
        }
        // No search finds a protected item that has no attributes, and any item may be replaced by such a one.
        if protected.isEmpty { self = new.isEmpty ? .shadowing : .none; return }
        // A keyring that is to replace an item would take the protected one, too.
        if Self.bytes(new) == Self.bytes(protected), !protected.values.contains(nil), Set(schemas).count < 2 {
            self = .equal
            return
        }
        self = isPart(new, of: protected) || isPart(protected, of: new) ? .shadowing : .none
    }

    /// For comparing as the keyring does, for which texts of other code points are others.
    private static func bytes(_ attributes: [String: String?]) -> Set<[[UInt8]]> {
        Set(attributes.map { [Array($0.utf8), Array(($1 ?? "").utf8)] })
    }

    /// The attributes by which the keyring matches items, with nil for an unknown value.
    ///
    /// libsecret or the keyring adds the schema's name, perhaps later, and some clients do not. gnome-keyring ignores its own
    /// notes about attributes, and of a locked collection knows an attribute's digest alone.
    private static func matched(_ attributes: [String: String]) -> [String: String?] {
        var matched: [String: String?] = [:]
        for (key, value) in attributes where key != "xdg:schema" {
            if key.hasPrefix("gkr:compat:hashed:") {
                matched[String(key.dropFirst("gkr:compat:hashed:".count))] = .some(nil)
            } else if !key.hasPrefix("gkr:compat:") {
                matched[key] = .some(value)
            }
        }
        return matched
    }
}
