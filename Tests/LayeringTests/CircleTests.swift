import Testing

/// The rooms within a target, each with those that its files may not name; "" has the files that compose the target.
private let rooms = [
    "biogate": [
        "Guests/Logins": ["Guests/SSH", "Guests/Sandbox", "Guests/Keyring", ""],
        "Guests/SSH": ["Guests/Logins", "Guests/Sandbox", "Guests/Keyring", ""],
        "Guests/Sandbox": ["Guests/Logins", "Guests/SSH", "Guests/Keyring", "Commands", ""],
        "Guests/Keyring": ["Guests/Logins", "Guests/SSH", "Guests/Sandbox", ""], "Commands": [""],
        "Session": ["Commands", "Guests", ""], "Words": ["Commands", "Guests", "Session", ""],
        "Catalogue": ["Commands", "Guests", "Session", "Words", ""],
    ]
]

/// The folders of a target by floors: a folder may name those of the floors before its own.
private let floors = [
    "GateCore": [
        ["State"], ["Turns"], ["Users"], ["Presence"], ["Items", "Prints", "Settings"], ["Logins"], ["Gatekeeper"],
    ]
]

extension SourceFile {
    /// The folder of its target.
    fileprivate var target: String {
        let folders = name.split(separator: "/")
        return folders.prefix(folders[1] == "Guests" ? 4 : 2).joined(separator: "/")
    }
}

@Suite("Circles of files")
struct CircleTests {
    private static let sources = Result {
        let files = try SourceFile.all(in: "Sources", ending: ".swift")
        return (Circle(files), targets: Set(files.map(\.target)))
    }

    @Test("No circle within a target is larger than ten files")
    func limited() throws {
        let (circle, targets) = try Self.sources.get()
        for target in targets {
            let largest = circle.largest(in: "\(target)/")
            #expect(largest.count <= 10, "\(target): \(largest)")
        }
    }

    @Test("No room within a target names a room beyond its own walls", arguments: rooms.keys)
    func walls(target: String) throws {
        let (circle, _) = try Self.sources.get()
        let composing = try SourceFile.all(in: "Sources/\(target)", ending: ".swift").map(\.name)
            .filter { $0.split(separator: "/").count == 3 }
        try #require(!composing.isEmpty)
        for (room, others) in rooms[target] ?? [:] {
            let places = others.flatMap { $0.isEmpty ? composing : ["Sources/\(target)/\($0)/"] }
            for place in places {
                #expect(circle.arrows(from: "Sources/\(target)/\(room)/", to: place) == [])
            }
        }
    }

    @Test("No folder of a target with floors names one of its own floor or of a later one", arguments: floors.keys)
    func order(target: String) throws {
        let (circle, _) = try Self.sources.get()
        let order = floors[target] ?? []
        let folders = try SourceFile.all(in: "Sources/\(target)", ending: ".swift").map { file in
            file.name.split(separator: "/").dropFirst(2).dropLast().joined(separator: "/")
        }
        #expect(Set(folders) == Set(order.joined()))
        for (floor, own) in order.enumerated() {
            for folder in own {
                let room = "Sources/\(target)/\(folder)/"
                for other in order[floor...].joined() where other != folder {
                    #expect(circle.arrows(from: room, to: "Sources/\(target)/\(other)/") == [])
                }
            }
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
