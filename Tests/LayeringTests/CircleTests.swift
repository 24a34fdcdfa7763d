import Testing

/// In GateDaemon: the rooms that a room's files may not name.
private let rooms = [
    "Core": ["Door", "Readers", "Seats"], "Readers": ["Core", "Door", "Seats"], "Seats": ["Door", "Readers"],
]

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

    @Test("No room of the daemon names a room beyond its own walls")
    func walls() throws {
        let (circle, _) = try Self.sources.get()
        for (room, others) in rooms {
            for other in others {
                let arrows = circle.arrows(from: "Sources/GateDaemon/\(room)/", to: "Sources/GateDaemon/\(other)/")
                #expect(arrows == [])
            }
        }
    }

    @Test("The daemon's deciding room names no file that composes it")
    func composition() throws {
        let (circle, _) = try Self.sources.get()
        let composing = try SourceFile.all(in: "Sources/GateDaemon", ending: ".swift").map(\.name)
            .filter { $0.split(separator: "/").count == 3 }
        try #require(!composing.isEmpty)
        for file in composing {
            #expect(circle.arrows(from: "Sources/GateDaemon/Core/", to: file) == [])
        }
    }

    @Test("A circle by types and calls is found, and names in comments and texts do not count")
    func samples() {
        let core = SourceFile("Core/A.swift", "struct A { let b: B }\n// names C\nlet text = \"C\"")
        let door = SourceFile("Door/B.swift", "struct B { func begin() { beginAgain() } }")
        let call = SourceFile("Door/C.swift", "struct C {}\nfunc beginAgain() -> A { A() }")
        let circle = Circle([core, door, call])
        #expect(circle.largest(in: "") == ["Core/A.swift", "Door/B.swift", "Door/C.swift"])
        #expect(circle.arrows(from: "Core/", to: "Door/") == ["Core/A.swift → Door/B.swift"])
        #expect(Circle([core, door]).largest(in: "") == [])
    }
}
