import GateGuidance

/// Rows with aligned columns.
enum Table {
    /// A wider cell shifts only the rest of its own row.
    private static let widest = 40

    static func lines(_ rows: [[String]]) -> [String] {
        let rows = rows.map { $0.map(\.escapingControls) }
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { column < $0.count ? width($0[column]) : 0 }.filter { $0 <= widest }.max() ?? 0
        }
        return rows.map { row in
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: max(0, $1 - width($0))) }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }

    /// The text, cut with an ellipsis if it is wider than `columns`.
    static func cut(_ text: String, to columns: Int) -> String {
        guard width(text) > columns else { return text }
        var short = text
        while width(short) >= max(columns, 1), !short.isEmpty { short.removeLast() }
        return short + "…"
    }

    /// The columns on a terminal: zero for combining characters, two for wide ones (UAX #11) and pictures.
    static func width(_ text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + width($1) }
    }

    private static func width(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        switch scalar.value {
        // Vowels and finals of Hangul join the syllable of the consonant before them.
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF,
            0x1F200...0x1F2FF, 0x20000...0x3FFFD:
            return 2
        default: return scalar.properties.isEmojiPresentation ? 2 : 1
        }
    }
}
