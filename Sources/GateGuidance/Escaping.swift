// Escapes foreign text for a terminal, a notification or the journal. Works by Unicode scalars, because the readers of
// these know no grapheme clusters: a combining mark after `<` makes a `Character` that is not `<`, but a parser of
// markup still sees `<`.

extension String {
    /// The text with dangerous characters escaped as `\u{…}`.
    ///
    /// A terminal would obey controls and line ends. Invisible format characters other than joiners can change the
    /// order in which the rest is shown. More than three combining marks on a character paint over the lines above and
    /// below, and one at the beginning over the character before the text.
    public var escapingControls: String {
        var marks = Self.maximumMarks
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

    /// The text with one space for each run of blanks, which could push words of it onto a line of their own.
    var squeezingBlanks: String {
        var isInRun = false
        return replacing { scalar in
            let isFirst = !isInRun
            isInRun = scalar.isBlank || scalar.isEmptyMark || isInRun && scalar.isJoiner
            return isInRun ? isFirst ? " " : "" : nil
        }
    }

    /// With `…` in the place of the middle, if there is more than these scalars of the beginning and the end.
    func cutInTheMiddle(keeping first: Int, and last: Int) -> String {
        let scalars = unicodeScalars
        guard scalars.count > first + last + 1 else { return self }
        return "\(String(scalars.prefix(first)))…\(String(scalars.suffix(last)))"
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

    /// Whether it is drawn as nothing and counts as a symbol or a letter: braille's blank, and Hangul's fillers.
    fileprivate var isEmptyMark: Bool { [0x2800, 0x115F, 0x1160, 0x3164, 0xFFA0].contains(value) }

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
