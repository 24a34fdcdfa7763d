import Testing

@Suite("Circles of files")
struct CircleTests {
    private static let sources = Result {
        let files = try SourceFile.all(in: "Sources", ending: ".swift")
        return (Circle(files), targets: Set(files.map { String($0.name.split(separator: "/")[1]) }))
    }

    @Test("No circle within a target is larger than ten files")
    func limited() throws {
        let (circle, targets) = try Self.sources.get()
        for target in targets {
            let largest = circle.largest(in: "Sources/\(target)/")
            #expect(largest.count <= 10, "\(target): \(largest)")
        }
    }

    @Test("A circle by types and calls is found, and names in comments and texts do not count")
    func samples() {
        let core = SourceFile("Core/A.swift", "struct A { let b: B }\n// names C\nlet text = \"C\"")
        let door = SourceFile("Door/B.swift", "struct B { func begin() { beginAgain() } }")
        let call = SourceFile("Door/C.swift", "struct C {}\nfunc beginAgain() -> A { A() }")
        let circle = Circle([core, door, call])
        #expect(circle.largest(in: "") == ["Core/A.swift", "Door/B.swift", "Door/C.swift"])
        #expect(Circle([core, door]).largest(in: "") == [])
    }
}
