/// Whether a text holds a control character (Unicode general category Cc), a line or paragraph separator, or a
/// character that reorders what is shown around it.
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

    /// Nil where the text breaks the rule.
    public init?(_ text: String) {
        guard (1...255).contains(text.utf8.count), !containsControlCharacter(text) else { return nil }
        rawValue = text
    }

    public static func < (left: ItemName, right: ItemName) -> Bool { left.rawValue < right.rawValue }

    /// Names are told apart by their bytes, as the database does: two spellings of one character are two names.
    public static func == (left: ItemName, right: ItemName) -> Bool {
        left.rawValue.utf8.elementsEqual(right.rawValue.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        for byte in rawValue.utf8 { hasher.combine(byte) }
    }

    public var description: String { rawValue }
}

/// What a person calls an item or a print: 1 to 200 characters without control characters.
public struct Label: Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    /// Nil where the text breaks the rule.
    public init?(_ text: String) {
        guard (1...200).contains(text.unicodeScalars.count), !containsControlCharacter(text) else { return nil }
        rawValue = text
    }

    public var description: String { rawValue }
}

/// The window of an asking program, as XDG's portals name it: `x11:` and its number in hexadecimal, or `wayland:` and the
/// handle that xdg-foreign exported; at most 255 bytes without control characters.
public struct WindowHandle: Hashable, Sendable {
    public let rawValue: String

    /// Nil where the text breaks the rule.
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

/// What lets a new window take the keyboard, as the asking program's desktop gave it (xdg-activation, or X11's startup
/// notification): 1 to 255 bytes without control characters.
public struct ActivationToken: Hashable, Sendable {
    public let rawValue: String

    /// Nil where the text breaks the rule.
    public init?(_ text: String) {
        guard (1...255).contains(text.utf8.count), !containsControlCharacter(text) else { return nil }
        rawValue = text
    }
}

/// Why an app asks, in its own words, shown to the user: 1 to 200 characters without control characters.
public struct Reason: Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    /// Nil where the text breaks the rule.
    public init?(_ text: String) {
        guard (1...200).contains(text.unicodeScalars.count), !containsControlCharacter(text) else { return nil }
        rawValue = text
    }

    public var description: String { rawValue }
}

extension Reason: ExpressibleByStringLiteral {
    /// A reason that stands in the source, where nobody could handle a nil: one that breaks the rule is made to fit. What
    /// the rule forbids becomes a space, what is behind 200 characters is left out, and nothing at all becomes `…`.
    ///
    /// A text from elsewhere is no `StaticString`: it goes through `init?`, which refuses it.
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

    /// Nil where the text breaks the rule.
    public init?(_ text: String) {
        guard (1...255).contains(text.utf8.count), !containsControlCharacter(text) else { return nil }
        rawValue = text
    }

    /// Told apart by their bytes, as items' names are.
    public static func == (left: AppName, right: AppName) -> Bool {
        left.rawValue.utf8.elementsEqual(right.rawValue.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        for byte in rawValue.utf8 { hasher.combine(byte) }
    }

    public var description: String { rawValue }
}
