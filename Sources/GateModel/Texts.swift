/// Whether a text contains a control character (Unicode general category Cc), a line or paragraph separator, or a
/// character that reorders the text around it.
private func containsControlCharacter(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
        }
    }
}

/// An item's name: 1 to 255 bytes of UTF-8 without control characters.
public struct ItemName: Hashable, Comparable, Sendable, CustomStringConvertible {
    public let rawValue: String

    /// Nil if the text breaks the rule.
    public init?(_ text: String) {
        guard (1...255).contains(text.utf8.count), !containsControlCharacter(text) else { return nil }
        rawValue = text
    }

    public static func < (left: ItemName, right: ItemName) -> Bool { left.rawValue < right.rawValue }

    /// Compared by bytes, as in the database: two spellings of one character are two names.
    public static func == (left: ItemName, right: ItemName) -> Bool {
        left.rawValue.utf8.elementsEqual(right.rawValue.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        for byte in rawValue.utf8 { hasher.combine(byte) }
    }

    public var description: String { rawValue }
}

/// A person's name for an item or a print: 1 to 200 characters without control characters.
public struct Label: Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    /// Nil if the text breaks the rule.
    public init?(_ text: String) {
        guard (1...200).contains(text.unicodeScalars.count), !containsControlCharacter(text) else { return nil }
        rawValue = text
    }

    public var description: String { rawValue }
}

/// A window of the calling program, in the form of XDG's portals: `x11:` and its number in hexadecimal, or `wayland:`
/// and the handle exported by xdg-foreign; at most 255 bytes without control characters.
public struct WindowHandle: Hashable, Sendable {
    public let rawValue: String

    /// Nil if the text breaks the rule.
    public init?(_ text: String) {
        guard text.utf8.count <= 255, !containsControlCharacter(text) else { return nil }
        if text.hasPrefix("x11:") {
            let digits = text.dropFirst("x11:".count)
            guard digits.utf8.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }), UInt32(digits, radix: 16) != nil
            else { return nil }
        } else {
            guard text.hasPrefix("wayland:"), text.utf8.count > "wayland:".utf8.count else { return nil }
        }
        rawValue = text
    }
}

/// The calling program's token from its desktop (xdg-activation, or X11's startup notification), which lets a new
/// window take the keyboard focus: 1 to 255 bytes without control characters.
public struct ActivationToken: Hashable, Sendable {
    public let rawValue: String

    /// Nil if the text breaks the rule.
    public init?(_ text: String) {
        guard (1...255).contains(text.utf8.count), !containsControlCharacter(text) else { return nil }
        rawValue = text
    }
}

/// An app's reason for asking, in its own words, shown to the user: 1 to 200 characters without control characters.
public struct Reason: Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    /// Nil if the text breaks the rule.
    public init?(_ text: String) {
        guard (1...200).contains(text.unicodeScalars.count), !containsControlCharacter(text) else { return nil }
        rawValue = text
    }

    /// A reason that the service words itself: cut to the rule's length. Nil if it breaks the rule otherwise.
    package static func clipped(_ text: String) -> Reason? {
        let scalars = text.unicodeScalars
        return Reason(scalars.count > 200 ? String(scalars.prefix(199)) + "…" : text)
    }

    public var description: String { rawValue }
}

extension Reason: ExpressibleByStringLiteral {
    /// A reason in source code, where nil could not be handled: it is made to fit the rule. Forbidden characters become
    /// spaces, the text is cut after 200 characters, and an empty text becomes `…`.
    ///
    /// Only literals: text from elsewhere is not a `StaticString` and goes through `init?`, which refuses it.
    public init(stringLiteral text: StaticString) {
        let scalars = text.description.unicodeScalars.prefix(200).map { scalar -> Unicode.Scalar in
            containsControlCharacter(String(scalar)) ? " " : scalar
        }
        rawValue = scalars.isEmpty ? "…" : String(String.UnicodeScalarView(scalars))
    }
}

/// The app that an onboarding answer belongs to: 1 to 255 bytes of UTF-8 without control characters.
public struct AppName: Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    /// Nil if the text breaks the rule.
    public init?(_ text: String) {
        guard (1...255).contains(text.utf8.count), !containsControlCharacter(text) else { return nil }
        rawValue = text
    }

    /// Compared by bytes, like items' names.
    public static func == (left: AppName, right: AppName) -> Bool {
        left.rawValue.utf8.elementsEqual(right.rawValue.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        for byte in rawValue.utf8 { hasher.combine(byte) }
    }

    public var description: String { rawValue }
}
