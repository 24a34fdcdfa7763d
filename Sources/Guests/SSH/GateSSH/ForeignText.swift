/// Texts by strangers, made fit to be shown: a commit's title, a host's name, a program's name.
public enum ForeignText {
    /// The longest title that is shown, in characters.
    public static let titleLimit = 60

    /// At most `limit` Unicode scalars on one line. White space becomes one space, and every character that is invisible,
    /// reorders text, or has no fixed form becomes U+FFFD.
    public static func cleaned(_ text: String, limit: Int) -> String {
        var cleaned = String.UnicodeScalarView()
        var isSpaceDue = false
        var marks = 0
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace {
                isSpaceDue = !cleaned.isEmpty
                marks = 0
                continue
            }
            marks = isMark(scalar) ? marks + 1 : 0
            // More marks than any script stacks would cover the lines above.
            guard marks <= 2 else { continue }
            if isSpaceDue { cleaned.append(" ") }
            isSpaceDue = false
            cleaned.append(isShown(scalar) ? scalar : "\u{FFFD}")
            if cleaned.count > limit {
                cleaned.removeLast(cleaned.count - limit + 1)
                cleaned.append("…")
                break
            }
        }
        return String(cleaned)
    }

    /// The text in UTF-8; bytes that are none become U+FFFD.
    public static func cleaned(_ bytes: some Sequence<UInt8>, limit: Int) -> String {
        // A scalar takes at most four bytes, and white space may be dropped.
        let longest = limit * 64
        let start = Array(bytes.prefix(longest + 1))
        let text = cleaned(String(decoding: start.prefix(longest), as: UTF8.self), limit: limit)
        guard start.count > longest, !text.hasSuffix("…") else { return text }
        return String(text.unicodeScalars.prefix(limit - 1)) + "…"
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        default: false
        }
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        // Fillers and variation selectors, which look like nothing.
        default: !scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
