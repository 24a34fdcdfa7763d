/// A configuration file of git's as text (git-config(1), "Syntax"), in which an own section is placed and found again.
///
/// git itself would join an earlier section, or write behind an `includeIf`, whose settings would then lose.
struct GitText {
    /// A line that sets something, or an include.
    struct Setting: Hashable {
        /// With section and setting in lower case: `gpg.ssh.program`.
        let name: String
        let value: String
        let place: Range<Int>
        /// The place of its section's header.
        let header: Range<Int>
    }

    /// The file that the section includes.
    static let included = "~/.ssh/biogate/gitconfig"
    static let section = """
        [include]
        \t# biogate git setup; back again: biogate git setup --undo
        \tpath = \(included)

        """

    /// The section's lines as a terminal shows them.
    static var shownLines: [String] {
        section.split(separator: "\n").map { String($0).replacing("\t", with: "    ") }
    }

    private let bytes: [UInt8]
    private(set) var settings: [Setting] = []
    /// Where each section begins, with its name in lower case.
    private var sections: [(name: String, header: Range<Int>)] = []
    /// False if git could not read it, either.
    private(set) var isSound = true

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var parser = Parser(bytes)
        isSound = parser.read(&settings, &sections)
    }

    /// The text with the section: behind the settings that it replaces, and before what git applies to some repositories
    /// only. Nil if no place is both.
    func withSection(replacing values: [(name: String, value: String)]) -> [UInt8]? {
        guard isSound else { return nil }
        let replaced = settings.filter { setting in
            values.contains { $0.name.lowercased() == setting.name && $0.value != setting.value }
        }
        var place = bytes.count
        if let first = sections.first(where: { $0.name == "includeif" }) {
            place = first.header.lowerBound
            // A section on the line of another one.
            guard let start = lineStart(place), bytes[start..<place].allSatisfy(Self.isSpace) else { return nil }
            place = startOfRemarks(before: start)
        }
        guard replaced.allSatisfy({ $0.place.upperBound <= place }) else { return nil }
        let section = Array(Self.section.utf8)
        guard place == bytes.count, let last = bytes.last, last != UInt8(ascii: "\n") else {
            return Array(bytes[..<place] + section + bytes[place...])
        }
        // Without the last line's end, as the text has none: so the section can be taken away without a trace.
        return bytes + [UInt8(ascii: "\n")] + section.dropLast()
    }

    /// The text without the section; the same if there is none.
    var withoutSection: [UInt8] {
        let section = Array(Self.section.utf8)
        if let place = bytes.firstRange(of: section) {
            return Array(bytes[..<place.lowerBound] + bytes[place.upperBound...])
        }
        let atEnd = [UInt8(ascii: "\n")] + section.dropLast()
        if bytes.suffix(atEnd.count).elementsEqual(atEnd) { return bytes.dropLast(atEnd.count) }
        // Changed since: the line alone, and its header if nothing else stands below it.
        guard let own = settings.first(where: { $0.name == "include.path" && $0.value == Self.included }) else {
            return bytes
        }
        var kept = bytes
        kept.removeSubrange(own.place)
        if settings.count(where: { $0.header == own.header }) == 1, own.header.upperBound <= own.place.lowerBound {
            kept.removeSubrange(own.header)
        }
        return kept
    }

    var hasSection: Bool { settings.contains { $0.name == "include.path" && $0.value == Self.included } }

    private func lineStart(_ place: Int) -> Int? {
        guard place <= bytes.count else { return nil }
        return bytes[..<place].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    }

    /// Remarks directly above a section belong to it.
    private func startOfRemarks(before place: Int) -> Int {
        var start = place
        while start > 0, let line = lineStart(start - 1),
            let mark = bytes[line..<start].first(where: { !Self.isSpace($0) }),
            mark == UInt8(ascii: "#") || mark == UInt8(ascii: ";")
        {
            start = line
        }
        return start
    }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

    /// A value as the file has it: between quotation marks.
    static func quoted(_ value: String) -> String {
        let escaped = value.map { character in
            switch character {
            case "\\": "\\\\"
            case "\"": "\\\""
            case "\n": "\\n"
            default: String(character)
            }
        }
        return "\"\(escaped.joined())\""
    }
}

extension GitText {
    /// Reads the text from the front, as git's own reader does.
    private struct Parser {
        private let bytes: [UInt8]
        private var place = 0

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
            // A byte order mark.
            if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
        }

        private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

        mutating func read(_ settings: inout [Setting], _ sections: inout [(name: String, header: Range<Int>)]) -> Bool
        {
            var prefix = ""
            var header = 0..<0
            while let byte = next {
                switch byte {
                case 0x20, 0x09, 0x0D, 0x0A: place += 1
                case UInt8(ascii: "#"), UInt8(ascii: ";"): skipLine()
                case UInt8(ascii: "["):
                    let start = place
                    guard let (name, full) = sectionName() else { return false }
                    prefix = full
                    header = start..<endOfBlank()
                    sections.append((name, header))
                default:
                    let start = place
                    guard let (name, value) = setting() else { return false }
                    settings.append(
                        Setting(
                            name: "\(prefix).\(name)", value: value, place: startOfBlank(start)..<place, header: header)
                    )
                }
            }
            return true
        }

        private mutating func skipLine() {
            while let byte = next, byte != 0x0A { place += 1 }
        }

        /// Behind a header, the end of its line if nothing else stands there.
        private func endOfBlank() -> Int {
            var end = place
            while end < bytes.count, GitText.isSpace(bytes[end]) { end += 1 }
            return end < bytes.count && bytes[end] == 0x0A ? end + 1 : place
        }

        /// The start of a line, if nothing but space stands before the place.
        private func startOfBlank(_ place: Int) -> Int {
            var start = place
            while start > 0, GitText.isSpace(bytes[start - 1]) { start -= 1 }
            return start == 0 || bytes[start - 1] == 0x0A ? start : place
        }

        /// The name of a section alone, and with its subsection.
        private mutating func sectionName() -> (name: String, full: String)? {
            place += 1
            var (name, sub): ([UInt8], [UInt8]?) = ([], nil)
            while let byte = next {
                place += 1
                switch byte {
                case UInt8(ascii: "]"):
                    let text = String(decoding: name, as: UTF8.self).lowercased()
                    // `[gpg.ssh]` is an old form of `[gpg "ssh"]`.
                    return (text, sub.map { "\(text).\(String(decoding: $0, as: UTF8.self))" } ?? text)
                case 0x0A: return nil
                case UInt8(ascii: "\""):
                    guard sub == nil, let text = quotedName() else { return nil }
                    sub = text
                case 0x20, 0x09: continue
                default: name.append(byte)
                }
            }
            return nil
        }

        private mutating func quotedName() -> [UInt8]? {
            var text: [UInt8] = []
            while let byte = next, byte != 0x0A {
                place += 1
                if byte == UInt8(ascii: "\"") { return text }
                guard byte == UInt8(ascii: "\\") else {
                    text.append(byte)
                    continue
                }
                guard let escaped = next else { return nil }
                place += 1
                text.append(escaped)
            }
            return nil
        }

        /// A setting's name in lower case, and its value; leaves the place behind its line's end.
        private mutating func setting() -> (name: String, value: String)? {
            var name: [UInt8] = []
            while let byte = next, byte != UInt8(ascii: "="), byte != 0x0A, byte != UInt8(ascii: "#"),
                byte != UInt8(ascii: ";")
            {
                name.append(byte)
                place += 1
            }
            let text = String(decoding: name, as: UTF8.self).lowercased()
            let trimmed = text.filter { !$0.isWhitespace }
            guard let first = trimmed.first, first.isLetter, text.hasPrefix(trimmed) else { return nil }
            guard next == UInt8(ascii: "=") else {
                skipLine()
                place += next == nil ? 0 : 1
                return (trimmed, "true")
            }
            place += 1
            return value().map { (trimmed, $0) }
        }

        private mutating func value() -> String? {
            var (text, kept): ([UInt8], Int) = ([], 0)
            var isQuoted = false
            while let byte = next {
                place += 1
                switch byte {
                case 0x0A:
                    return isQuoted ? nil : String(decoding: text[..<kept], as: UTF8.self)
                case UInt8(ascii: "\""):
                    isQuoted.toggle()
                    kept = text.count
                case UInt8(ascii: "\\"):
                    if next == 0x0D, place + 1 < bytes.count, bytes[place + 1] == 0x0A { place += 1 }
                    guard let escaped = next else { return nil }
                    place += 1
                    if escaped == 0x0A { continue }
                    text.append(escaped == UInt8(ascii: "n") ? 0x0A : escaped == UInt8(ascii: "t") ? 0x09 : escaped)
                    kept = text.count
                case UInt8(ascii: "#") where !isQuoted, UInt8(ascii: ";") where !isQuoted:
                    skipLine()
                default:
                    let isBlank = GitText.isSpace(byte) && !isQuoted
                    if isBlank, text.isEmpty { continue }
                    text.append(byte)
                    if !isBlank { kept = text.count }
                }
            }
            return isQuoted ? nil : String(decoding: text[..<kept], as: UTF8.self)
        }
    }
}
