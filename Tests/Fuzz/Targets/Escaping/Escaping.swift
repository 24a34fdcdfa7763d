import Trial

@testable import GateGuidance

/// Escaped text is interpreted nowhere, and none of it is lost. Each scalar is escaped by itself, whatever its
/// neighbours, except for a mark that is stacked on three others.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: unsafe Trial(start, count).rest, as: UTF8.self)
    let scalars = text.unicodeScalars

    let shown = text.escapingControls.unicodeScalars
    require(!shown.contains(where: isObeyed), "a terminal obeys nothing")
    var marks = 0
    let expected = scalars.flatMap { scalar in
        if isStacked(scalar) { marks += 1 } else if !isJoiner(scalar) { marks = 0 }
        guard marks > 3, isStacked(scalar) else { return Array(String(scalar).escapingControls.unicodeScalars) }
        return Array("\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
    }
    require(shown.elementsEqual(expected), "each for itself, a fourth mark written out")

    let markup = text.escapingMarkup.unicodeScalars
    require(!markup.contains { $0 == "<" || $0 == ">" }, "no markup begins or ends")
    require(markup.elementsEqual(scalars.flatMap { String($0).escapingMarkup.unicodeScalars }), "each for itself")
    let entities = markup.split(separator: "&", omittingEmptySubsequences: false).dropFirst()
    require(
        entities.allSatisfy { entity in
            ["amp;", "lt;", "gt;"].contains { entity.starts(with: $0.unicodeScalars) }
        }, "every & begins an entity")

    for language in Language.allCases {
        let quoted = Array(text.quoted(in: language).unicodeScalars)
        let marks: (Unicode.Scalar, Unicode.Scalar) = language == .nb ? ("«", "»") : ("\"", "\"")
        require(quoted.first == marks.0 && quoted.last == marks.1, "it stands between the marks")
        require(!endsEarly(quoted.dropFirst().dropLast(), at: marks.1), "it does not end them")
        require(!quoted.contains(where: isObeyed), "a terminal obeys nothing between the marks")
    }

    let value = Array(text.journalValue.unicodeScalars)
    require(!value.contains(where: isObeyed), "the journal's line goes on")
    if value.first == "\"" {
        require(value.count > 1 && value.last == "\"", "a value in quotation marks ends with one")
        let runs = value.dropFirst().dropLast().split(omittingEmptySubsequences: false) { $0 != "\"" }
        require(runs.allSatisfy { $0.count.isMultiple(of: 2) }, "its own are doubled")
    } else {
        require(
            !value.isEmpty && !value.contains { $0 == "\"" || $0 == "=" || $0.properties.isWhitespace },
            "a plain value is one word")
    }

    let line = ShellCommand("get", text).line
    let before = ["biogate", "get"] + (text.utf8.first == UInt8(ascii: "-") ? ["--"] : [])
    require(words(of: line) == (before + [text]).map { Array($0.utf8) }, "a shell reads the name: \(line)")
    return 0
}

/// By number, not by the property that the room uses.
private func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0xAD, 0x61C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
        0xE000...0xF8FF, 0xE0001...0xE007F:
        true
    default: false
    }
}

private func isStacked(_ scalar: Unicode.Scalar) -> Bool {
    let category = scalar.properties.generalCategory
    return category == .nonspacingMark || category == .enclosingMark
}

private func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0x200C || scalar.value == 0x200D
}

private func endsEarly(_ inside: ArraySlice<Unicode.Scalar>, at closing: Unicode.Scalar) -> Bool {
    var isEscaped = false
    for scalar in inside {
        if scalar == closing && !isEscaped { return true }
        isEscaped = scalar == "\\" && !isEscaped
    }
    return isEscaped
}

/// The words that a shell makes of a line of plain words, `'…'` and `\'`.
private func words(of line: String) -> [[UInt8]] {
    var words: [[UInt8]] = [[]]
    var isQuoted = false
    var isEscaped = false
    for byte in line.utf8 {
        switch byte {
        case _ where isEscaped:
            words[words.count - 1].append(byte)
            isEscaped = false
        case UInt8(ascii: "'"): isQuoted.toggle()
        case _ where isQuoted: words[words.count - 1].append(byte)
        case UInt8(ascii: "\\"): isEscaped = true
        case UInt8(ascii: " "): words.append([])
        default: words[words.count - 1].append(byte)
        }
    }
    return words
}
