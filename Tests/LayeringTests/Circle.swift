import Foundation

/// Finds files of a target that name each other in a circle.
///
/// File A names file B if it names a type that only B declares in all sources, or calls a function whose name only B
/// declares.
struct Circle {
    private let files: [String]
    private let byType: [Set<Int>]
    private let byAny: [Set<Int>]

    init(_ sources: [SourceFile]) {
        let words = sources.map { Words($0.code) }
        let types = Self.only(words.map(\.types))
        let functions = Self.only(words.map(\.functions))
        files = sources.map(\.name)
        byType = words.enumerated().map { place, words in
            Set(words.all.compactMap { types[$0] }).subtracting([place])
        }
        byAny = zip(byType, words).enumerated().map { place, file in
            // Shorter names also exist in the standard library.
            file.0.union(file.1.calls.filter { $0.count > 5 }.compactMap { functions[$0] }).subtracting([place])
        }
    }

    /// The file of each name that only one file declares.
    private static func only(_ declared: [Set<String>]) -> [String: Int] {
        var places: [String: Set<Int>] = [:]
        for (place, names) in declared.enumerated() {
            for name in names { places[name, default: []].insert(place) }
        }
        return places.compactMapValues { $0.count == 1 ? $0.first : nil }
    }

    /// The files of a target that a file names, directly or through others.
    private func reached(from place: Int, in target: Set<Int>) -> Set<Int> {
        var reached: Set<Int> = []
        var open = [place]
        while let next = open.popLast() {
            for other in byAny[next] where target.contains(other) && reached.insert(other).inserted {
                open.append(other)
            }
        }
        return reached
    }

    /// The largest circle of files whose names begin with `target`; empty if there is none.
    func largest(in target: String) -> [String] {
        let places = Set(files.indices.filter { files[$0].hasPrefix(target) })
        let named = Dictionary(uniqueKeysWithValues: places.map { ($0, reached(from: $0, in: places)) })
        let circles = named.map { place, others in others.filter { named[$0]?.contains(place) == true } }
        return (circles.max { $0.count < $1.count } ?? []).map { files[$0] }.sorted()
    }

    /// Each file whose name begins with `from` and that names a type of a file whose name begins with `to`, with that
    /// file.
    func arrows(from: String, to: String) -> [String] {
        files.indices.filter { files[$0].hasPrefix(from) }.flatMap { place in
            byType[place].filter { files[$0].hasPrefix(to) }.map { "\(files[place]) → \(files[$0])" }
        }.sorted()
    }
}

/// The words of a file's code, without its string literals.
private struct Words {
    private(set) var all: Set<String> = []
    private(set) var types: Set<String> = []
    private(set) var functions: Set<String> = []
    private(set) var calls: Set<String> = []

    private static let typeKeywords: Set<String> = ["struct", "class", "enum", "actor", "protocol", "typealias"]
    private static let memberKeywords: Set<String> = ["func", "var", "let"]

    init(_ lines: [String]) {
        var isInText = false
        for line in lines {
            // The lines inside a multi-line string are not code.
            let quotes = line.components(separatedBy: "\"\"\"")
            if !isInText { read(Array((quotes.first ?? "").utf8)) }
            if quotes.count % 2 == 0 { isInText.toggle() }
        }
    }

    private mutating func read(_ line: [UInt8]) {
        var (place, before, isText) = (0, "", false)
        while place < line.count {
            let start = place
            while place < line.count, Self.isWord(line[place]) { place += 1 }
            guard place > start else {
                if line[place] == UInt8(ascii: "\"") { isText.toggle() }
                place += isText && line[place] == UInt8(ascii: "\\") ? 2 : 1
                continue
            }
            let word = String(decoding: line[start..<place], as: UTF8.self)
            guard !isText else { continue }
            all.insert(word)
            if Self.typeKeywords.contains(before), word.first?.isUppercase == true { types.insert(word) }
            if Self.memberKeywords.contains(before) { functions.insert(word) }
            if place < line.count, line[place] == UInt8(ascii: "(") { calls.insert(word) }
            before = word
        }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
