// Foreign text on its way to a terminal, a notification or the journal. It is taken scalar by scalar: what reads it there
// knows no grapheme clusters, and a mark behind a `<`, or a prepended letter in front of it, makes another `Character`
// of it.

extension String {
    /// The text with everything written out that a terminal would obey, or that would change the order in which the
    /// rest is shown: controls, line ends, and invisible format characters other than joiners, as `\u{…}`; and all
    /// combining marks beyond the third on a character, which would paint over the lines above and below.
    public var escapingControls: String {
        var marks = 0
        return replacing { scalar in
            if scalar.isStacked { marks += 1 } else if !scalar.isJoiner { marks = 0 }
            guard scalar.isObeyed || marks > Self.maximumMarks && scalar.isStacked else { return nil }
            return "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }
    }

    private static let maximumMarks = 3

    /// The text where markup is understood, as Desktop Notifications have it: a program's words are no markup.
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

    /// The text as a field's value in a line of the journal, `key=value`: where it could be taken for more than one value
    /// it stands between quotation marks, and its own are doubled.
    public var journalValue: String {
        let isPlain =
            !isEmpty
            && unicodeScalars.allSatisfy { !$0.properties.isWhitespace && $0 != "\"" && $0 != "=" && !$0.isObeyed }
        return isPlain ? self : "\"\(replacing { $0 == "\"" ? "\"\"" : nil }.escapingControls)\""
    }

    /// The text between the language's quotation marks, which it cannot end by itself.
    public func quoted(in language: Language) -> String {
        let marks = language.phrasebook.quotationMarks.unicodeScalars
        return quoted(from: marks.first ?? "\"", to: marks.last ?? "\"")
    }

    private func quoted(from opening: Unicode.Scalar, to closing: Unicode.Scalar) -> String {
        let inside = replacing { $0 == closing || $0 == "\\" ? "\\\($0)" : nil }
        return "\(opening)\(inside.escapingControls)\(closing)"
    }

    /// The text with what `replacement` gives in a scalar's place; nil keeps it.
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
    fileprivate var isObeyed: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: true
        case .format: !isJoiner
        default: false
        }
    }

    fileprivate var isJoiner: Bool { value == 0x200C || value == 0x200D }

    /// Whether it is drawn above, below or around the character in front of it, and takes no place of its own.
    fileprivate var isStacked: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        default: false
        }
    }
}
