extension String {
    /// The text with everything written out that a terminal would obey, or that would change the order in which the
    /// rest is shown: controls, line ends, and invisible format characters other than joiners, as `\u{…}`.
    public var escapingControls: String {
        guard unicodeScalars.contains(where: \.isObeyed) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            if scalar.isObeyed {
                text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }

    /// The text between the language's quotation marks, which it cannot end by itself.
    public func quoted(in language: Language) -> String {
        switch language {
        case .en, .ko: quoted(from: "\"", to: "\"")
        case .nb: quoted(from: "«", to: "»")
        }
    }

    private func quoted(from opening: Unicode.Scalar, to closing: Unicode.Scalar) -> String {
        let inside = unicodeScalars.reduce(into: "") { text, scalar in
            if scalar == closing || scalar == "\\" { text += "\\" }
            text.unicodeScalars.append(scalar)
        }
        return "\(opening)\(inside.escapingControls)\(closing)"
    }
}

extension Unicode.Scalar {
    fileprivate var isObeyed: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: true
        case .format: value != 0x200C && value != 0x200D
        default: false
        }
    }
}
