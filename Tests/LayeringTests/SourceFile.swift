import Foundation
import Testing

/// A file of the sources.
struct SourceFile {
    /// The path within the checkout.
    let name: String
    let lines: [String]
    /// The lines without comments.
    let code: [String]

    init(_ name: String, _ text: String) {
        self.name = name
        lines = text.components(separatedBy: "\n")
        code = lines.map { $0.components(separatedBy: "//")[0] }
    }

    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static func all(in folder: String, ending: String) throws -> [SourceFile] {
        let names = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
        let files = (names?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(ending) }
        try #require(!files.isEmpty)
        return try files.map { file in
            let name = "\(folder)/\(file)"
            return SourceFile(name, try String(contentsOf: root.appending(path: name), encoding: .utf8))
        }
    }
}
