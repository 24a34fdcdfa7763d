import Foundation
import SpawnedProcess
import Testing

/// The languages' catalogues, the generated Swift and the Swift that uses it, in a folder that a test may change.
private final class Catalogues {
    private static let parts = [
        "Languages", "Sources/GateGuidance", "Sources/biogate", "Windows/Sources/GateScreen",
        "Sources/Guests/Logins/pam_biogate",
    ]
    private let folder: URL

    init() throws {
        let files = FileManager.default
        folder = files.temporaryDirectory.appending(path: "catalogues-\(UUID().uuidString)")
        for part in Self.parts {
            let copy = folder.appending(path: part)
            try files.createDirectory(at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
            try files.copyItem(at: SourceFile.root.appending(path: part), to: copy)
        }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func copy(_ name: String, to other: String) throws {
        try FileManager.default.copyItem(at: folder.appending(path: name), to: folder.appending(path: other))
    }

    func read(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    func replace(_ text: String, with other: String, in name: String) throws {
        let old = try read(name)
        let range = try #require(old.range(of: text), "\(name) has no \(text)")
        try write(old.replacingCharacters(in: range, with: other), to: name)
    }

    func write(_ text: String, to name: String) throws {
        try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }

    /// The generator's output, and whether it succeeded.
    func run(_ arguments: String...) throws -> (text: String, isContent: Bool) {
        let (writing, reading) = try SpawnedProcess.channel()
        let script = SourceFile.root.appending(path: "Languages/generate.py").path
        let process = try SpawnedProcess(
            ["python3", "-B", script, "--root", folder.path] + arguments, output: writing, errors: writing)
        try writing.close()
        let text = String(decoding: reading.readDataToEndOfFile(), as: UTF8.self)
        return (text, process.status == 0)
    }
}

/// A fault, and the generator's message about it.
struct CatalogueFault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let file: String
    let old: String
    let new: String
    let said: String

    init(_ description: String, _ file: String, _ old: String, _ new: String, _ said: String) {
        testDescription = description
        self.file = file
        self.old = old
        self.new = new
        self.said = said
    }

    static let all = [
        CatalogueFault(
            "a translation that changed", "Languages/nb.po", "Lokket er lukket", "Lokket er igjen",
            "PhrasebookNb.swift is stale"),
        CatalogueFault(
            "Swift that was changed by hand", "Sources/GateGuidance/Catalogue/PhrasebookKo.swift", "노트북 덮개가", "노트북 덮개는",
            "PhrasebookKo.swift is stale"),
        CatalogueFault(
            "an entry without a translation", "Languages/ko.po", "msgstr \"노트북 덮개가 닫혀 있어요\"", "msgstr \"\"",
            "ko.po: guidance.lidClosedTitle is missing"),
        CatalogueFault(
            "an entry that a language does not have", "Languages/ko.po", "guidance.lidClosedTitle",
            "guidance.lidOpenTitle", "ko.po: guidance.lidClosedTitle is missing"),
        CatalogueFault(
            "a placeholder that is missing", "Languages/nb.po", "Prøv igjen om {wait}.\"", "Prøv igjen.\"",
            "lacks {wait}"),
        CatalogueFault(
            "a placeholder that there is not", "Languages/nb.po", "Prøv igjen om {wait}.\"",
            "Prøv igjen om {wait} {hours}.\"", "has {hours}, which the English has not"),
        CatalogueFault(
            "a placeholder that nothing explains", "Languages/biogate.pot", "#. {wait}: ", "#. ",
            "no comment says what {wait} is"),
        CatalogueFault(
            "an English text that changed", "Languages/biogate.pot", "msgid \"The lid is closed\"",
            "msgid \"The lid is down\"", "ko.po: guidance.lidClosedTitle has another English text now"),
        CatalogueFault(
            "a plural form that is missing", "Languages/nb.po", "msgstr[1] \"{count} sekunder\"\n", "",
            "nb.po: guidance.seconds has not 2 plural forms"),
        CatalogueFault(
            "a sentence that nothing says", "Sources/GateGuidance/Phrasebook+Errors.swift",
            "Words(lidClosedTitle, lidClosedBody)", "Words(lidClosedTitle)",
            "guidance.lidClosedBody is said nowhere in Sources/GateGuidance"),
    ]
}

@Suite("Catalogues of the languages")
struct CatalogueTests {
    @Test("Every sentence exists in every language, is used, and matches the generated Swift")
    func agree() throws {
        let (text, isContent) = try Catalogues().run("--check")
        #expect(text == "" && isContent)
    }

    @Test("A fault is found, and nothing is changed", arguments: CatalogueFault.all)
    func faults(fault: CatalogueFault) throws {
        let catalogues = try Catalogues()
        try catalogues.replace(fault.old, with: fault.new, in: fault.file)
        let (text, isContent) = try catalogues.run("--check")
        #expect(text.contains(fault.said), "\(text)")
        #expect(!isContent)
        #expect(try catalogues.run("--check").text == text)
    }

    @Test("A changed English text is marked in each language until its translation follows")
    func merge() throws {
        let catalogues = try Catalogues()
        try catalogues.replace(
            "msgid \"The lid is closed\"", with: "msgid \"The lid is down\"", in: "Languages/biogate.pot")
        #expect(try !catalogues.run().isContent)
        for (language, old, new) in [
            ("ko", "노트북 덮개가 닫혀 있어요", "노트북 뚜껑이 닫혀 있어요"), ("nb", "Lokket er lukket", "Lokket er nede"),
        ] {
            let context = "msgctxt \"guidance.lidClosedTitle\"\nmsgid \"The lid is down\"\nmsgstr \""
            try catalogues.replace(
                "#, fuzzy\n\(context)\(old)", with: "\(context)\(new)", in: "Languages/\(language).po")
        }
        let (text, isContent) = try catalogues.run()
        #expect(text == "" && isContent)
        #expect(try catalogues.run("--check").isContent)
    }

    @Test("A language is one file, with its own plural forms")
    func language() throws {
        let catalogues = try Catalogues()
        try catalogues.copy("Languages/nb.po", to: "Languages/pl.po")
        try catalogues.replace("Language: nb", with: "Language: pl", in: "Languages/pl.po")
        try catalogues.replace(
            "nplurals=2; plural=(n != 1);",
            with: "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
            in: "Languages/pl.po")
        #expect(try catalogues.run().text.contains("pl.po: guidance.seconds has not 3 plural forms"))
        // Adds a plural form to each sentence that has any.
        let forms = /msgstr\[1\] (.*)/
        let whole = try catalogues.read("Languages/pl.po").replacing(forms) { "\($0.0)\nmsgstr[2] \($0.1)" }
        try catalogues.write(whole, to: "Languages/pl.po")
        let (text, isContent) = try catalogues.run()
        #expect(text == "" && isContent)
        let swift = try catalogues.read("Sources/GateGuidance/Catalogue/PhrasebookPl.swift")
        let few = "count % 10 >= 2 && count % 10 <= 4 && (count % 100 < 10 || count % 100 >= 20)"
        let cases = #"case 0: "\(count) sekund"; case 1: "\(count) sekunder"; default: "#
        #expect(swift.contains("switch (count == 1 ? 0 : \(few) ? 1 : 2) { \(cases)"))
        let choice = try catalogues.read("Sources/GateGuidance/Catalogue/Phrasebook.swift")
        #expect(choice.contains("case .pl: PhrasebookPl()"))
    }
}
