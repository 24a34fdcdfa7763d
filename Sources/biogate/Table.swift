import GateGuidance

/// Rows whose columns begin below each other.
enum Table {
    static func lines(_ rows: [[String]]) -> [String] {
        let rows = rows.map { $0.map(\.escapingControls) }
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { column < $0.count ? width($0[column]) : 0 }.max() ?? 0
        }
        return rows.map { row in
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - width($0)) }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }

    /// The text's beginning, with an ellipsis where it is wider than so many columns.
    static func cut(_ text: String, to columns: Int) -> String {
        guard width(text) > columns else { return text }
        var short = text
        while width(short) >= max(columns, 1), !short.isEmpty { short.removeLast() }
        return short + "…"
    }

    /// The columns that a terminal needs: two for Hangul, Han and full-width forms.
    private static func width(_ text: String) -> Int {
        text.reduce(0) { sum, character in
            let scalar = character.unicodeScalars.first?.value ?? 0
            switch scalar {
            case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF00...0xFF60: return sum + 2
            default: return sum + 1
            }
        }
    }
}
