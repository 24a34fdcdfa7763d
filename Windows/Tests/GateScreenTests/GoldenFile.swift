// Texts that a reviewer has read, kept in files beside the tests.

import Foundation
import GateGuidance
import Testing

/// One file of lines, which `BIOGATE_WRITE_GOLDEN=1` writes again.
struct GoldenFile {
    private let url: URL
    let lines: [String]

    /// `name` precedes the language in the file's name.
    init(_ name: String, _ language: Language, _ lines: [String]) {
        url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Golden/\(name).\(language.tag).txt")
        self.lines = lines
    }

    /// Compares line by line, and names each difference.
    func compare() throws {
        if ProcessInfo.processInfo.environment["BIOGATE_WRITE_GOLDEN"] != nil {
            try (lines.joined(separator: "\n") + "\n").write(to: url, atomically: true, encoding: .utf8)
        }
        let kept = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map(String.init)
        for difference in lines.difference(from: kept) {
            switch difference {
            case .insert(_, let line, _): Issue.record("\(url.lastPathComponent) has not: \(line)")
            case .remove(_, let line, _): Issue.record("only \(url.lastPathComponent) has: \(line)")
            }
        }
    }
}
