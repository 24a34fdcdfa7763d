// Escapes foreign text for a terminal, a notification or the journal. Works by Unicode scalars, because the readers of
// these know no grapheme clusters: a combining mark after `<` makes a `Character` that is not `<`, but a parser of
// markup still sees `<`.

extension String {
    /// The text with dangerous characters escaped as `\u{…}`.
    ///
    /// A terminal would obey controls and line ends. Invisible format characters other than joiners can change the
    /// order in which the rest is shown. More than three combining marks on a character paint over the lines above and
    /// below.
    public var escapingControls: String {
        var marks = 0
        return replacing { scalar in
            if scalar.isStacked { marks += 1 } else if !scalar.isJoiner { marks = 0 }
            guard scalar.isObeyed || marks > Self.maximumMarks && scalar.isStacked else { return nil }
            return "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }
    }

    private static let maximumMarks = 3

    /// The text with markup characters escaped, for a notification's body: a program's words must not become markup.
    public var escapingMarkup: String {
        replacing { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            default: nil
            }
        }
    }

    /// The text as the value in `key=value` in a line of the journal.
    ///
    /// A text that could be read as several values is put in quotation marks, and its own quotation marks are doubled.
    public var journalValue: String {
        let isPlain =
            !isEmpty
            && unicodeScalars.allSatisfy { !$0.isBlank && $0 != "\"" && $0 != "=" && !$0.isObeyed }
        return isPlain ? self : "\"\(replacing { $0 == "\"" ? "\"\"" : nil }.escapingControls)\""
    }

    /// The text in the language's quotation marks. Escapes a closing mark in the text, so that it cannot end the
    /// quotation.
    public func quoted(in language: Language) -> String {
        let marks = language.phrasebook.quotationMarks.unicodeScalars
        return quoted(from: marks.first ?? "\"", to: marks.last ?? "\"")
    }

    private func quoted(from opening: Unicode.Scalar, to closing: Unicode.Scalar) -> String {
        let inside = replacing { $0 == closing || $0 == "\\" ? "\\\($0)" : nil }
        return "\(opening)\(inside.escapingControls)\(closing)"
    }

    /// The text with each scalar replaced by the result of `replacement`; nil keeps the scalar.
    private func replacing(_ replacement: (Unicode.Scalar) -> String?) -> String {
        unicodeScalars.reduce(into: "") { text, scalar in
            if let replacement = replacement(scalar) {
                text += replacement
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }
}

extension Unicode.Scalar {
    // Most text is ASCII, whose properties need no look-up in Unicode's tables.

    fileprivate var isBlank: Bool {
        isASCII ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
    }

    fileprivate var isObeyed: Bool {
        if isASCII { return value < 0x20 || value == 0x7F }
        return switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: true
        case .format: !isJoiner
        default: false
        }
    }

    fileprivate var isJoiner: Bool { value == 0x200C || value == 0x200D }

    /// Whether the scalar is drawn on the character before it and takes no width of its own.
    fileprivate var isStacked: Bool {
        if isASCII { return false }
        return switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        default: false
        }
    }
}
