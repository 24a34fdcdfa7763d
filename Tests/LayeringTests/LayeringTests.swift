import Foundation
import SpawnedProcess
import Testing

/// The rooms and what each may import; a target that is not listed is a finding.
private let table: [String: Set<String>] = [
    // System libraries and C.
    "CFprint": [],
    "CPAM": [],
    "CTSS2": [],
    "CGio": [],
    "CGateShims": [],
    // Ground floor: pure.
    "GateModel": [],
    // Beyond design: the protocols that hand secrets around speak of the model's users and reasons.
    "GateSecret": ["GateModel", "CGateShims"],
    "GatePolicy": ["GateModel"],
    "GateGuidance": ["GateModel"],
    "GateWire": ["GateModel", "GateSecret"],
    // First floor: one neighbour each.
    "GateSensor": ["GateModel", "CFprint"],
    "GateKeystore": ["GateModel", "GateSecret", "GatePolicy", "GRDB", "Crypto", "CryptoExtras"],
    "GateTPM": ["GateModel", "GateSecret", "CTSS2"],
    "GateSocket": ["GateModel", "GateSecret", "GateWire", "CGateShims", "NIOCore", "NIOPosix"],
    // Roof.
    // Beyond design: the gate's screens say their texts from the one phrasebook that there is.
    "BiometricGate": ["GateModel", "GateSecret", "GateGuidance", "GateWire", "GateSocket"],
    "GateDaemon": [
        "GateModel", "GateSecret", "GatePolicy", "GateGuidance", "GateWire", "GateSensor", "GateKeystore", "GateTPM",
        "GateSocket", "CGateShims", "CFprint", "Yams", "Logging", "ServiceLifecycle", "UnixSignals",
    ],
    // Porches.
    "biogated": ["GateDaemon", "GateModel", "ArgumentParser", "Logging"],
    "biogate": [
        "BiometricGate", "GateModel", "GateSecret", "GateGuidance", "GateWire", "ArgumentParser",
    ],
    "biogate-agent": ["BiometricGate", "GateModel", "GateGuidance", "GateWire", "CGio", "ArgumentParser"],
    "biogate-password": ["CPAM", "CGateShims", "GateSecret"],
    // What an app has to import.
    "example-bank": ["BiometricGate"],
]

/// Rooms without windows: neither I/O nor clocks, so nothing of Foundation or the C library.
private let pureRooms = ["GateModel", "GatePolicy", "GateGuidance", "GateWire"]

@Suite("Layering")
struct LayeringTests {
    @Test("no target depends on more than the design allows, and none is unlisted")
    func dependencies() throws {
        let package = try dumpPackage()
        let targets = package.targets.filter { $0.type != "test" && !$0.isTestSupport }
        #expect(Set(targets.map(\.name)) == Set(table.keys))
        for target in targets {
            let allowed = table[target.name] ?? []
            #expect(target.dependencyNames.isSubset(of: allowed), "\(target.name) reaches too far")
        }
    }

    @Test("every target of ours is built strictly, those that touch C or raw memory with strict memory safety")
    func settings() throws {
        for target in try dumpPackage().targets where target.type != "system" && target.name != "CGateShims" {
            let settings = target.settingNames
            #expect(settings.contains("treatAllWarnings"), "\(target.name)")
            let touchesC = !target.dependencyNames.isDisjoint(with: ["CFprint", "CGio", "CPAM", "CGateShims"])
            if touchesC { #expect(settings.contains("strictMemorySafety"), "\(target.name)") }
        }
    }

    @Test("pure rooms import nothing that could read a file or a clock", arguments: pureRooms)
    func purity(room: String) throws {
        for file in try swiftFiles(in: "Sources/\(room)") {
            let imports = file.lines.filter { $0.contains("import ") }.compactMap { $0.split(separator: " ").last }
            for name in imports {
                #expect(name.hasPrefix("Gate"), "\(file.name) imports \(name)")
            }
        }
    }

    @Test("only the policy makes a proof, and only the sensor says that a finger matched")
    func authorities() throws {
        for file in try swiftFiles(in: "Sources") {
            let makesProof = file.lines.contains { $0.contains("PresenceProof(") && !$0.contains("consuming") }
            #expect(!makesProof || file.path.contains("GatePolicy/"), "\(file.name)")
            let claimsMatch = file.lines.contains { line in
                ["return .matched(", "= .matched(", "ScanOutcome.matched("].contains { line.contains($0) }
            }
            #expect(!claimsMatch || file.path.contains("GateSensor/"), "\(file.name)")
        }
    }

    /// What the keystore opens is authenticated, and TamperTests shows it for each column.
    @Test("libfprint reads a template only where the keystore opened it, or libfprint itself wrote it")
    func templates() throws {
        for file in try swiftFiles(in: "Sources") {
            let code = file.code.joined(separator: "\n")
            let makers = code.matches(of: /\bTemplate\(/).count
            switch file.name {
            case "Sources/GateSensor/FprintPrint.swift":
                #expect(makers == 1 && code.contains("fp_print_serialize("))
            case "Sources/GateKeystore/Keystore+Prints.swift":
                #expect(makers == code.matches(of: /Sealing\.openBytes\(/).count)
            case "Sources/GateModel/Print.swift": break
            default:
                #expect(makers == 0, "\(file.name) makes a template")
                #expect(!code.contains("fp_print_deserialize("), "\(file.name) reads a template")
            }
        }
    }

    @Test("a finger's image is for diagnosis: nothing but the sensor's own room knows of it")
    func images() throws {
        for file in try swiftFiles(in: "Sources") where !file.path.contains("Sources/GateSensor/") {
            let takesImage = file.code.contains { $0.contains("CapturedImage") || $0.contains(".capture(") }
            #expect(!takesImage, "\(file.name)")
        }
    }

    @Test("what the compiler cannot check carries the sentence that justifies it")
    func justifications() throws {
        for file in try swiftFiles(in: "Sources") {
            for (number, line) in file.lines.enumerated()
            where line.contains("@unchecked Sendable") || line.contains("nonisolated(unsafe)") {
                let before = file.lines[max(0, number - 3)..<number]
                #expect(before.contains { $0.contains("//") }, "\(file.name):\(number + 1)")
            }
        }
    }

    @Test("nothing traps on purpose, and the environment is read at the edges alone")
    func noTraps() throws {
        let readers = ["biogated/", "biogate/", "biogate-agent/", "BiometricGate/", "GateDaemon/PasswordHelper.swift"]
        for file in try swiftFiles(in: "Sources") {
            for (number, line) in file.code.enumerated() {
                for trap in ["try!", "fatalError(", " as! "] {
                    #expect(!line.contains(trap), "\(file.name):\(number + 1): \(trap)")
                }
                guard line.contains("getenv(") || line.contains("environ") else { continue }
                #expect(
                    readers.contains { file.path.contains($0) } || !line.contains("getenv("),
                    "\(file.name):\(number + 1) reads the environment")
            }
        }
    }

    @Test("the C of ours stays within 150 lines")
    func shims() throws {
        let folder = root.appending(path: "Sources/CGateShims")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".c") }
        let lines = try files.map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
            .flatMap { $0.split(separator: "\n") }
        #expect(lines.count <= 150)
    }
}

// MARK: The package

private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

private struct Package: Decodable {
    struct Target: Decodable {
        struct Setting: Decodable {
            let kind: [String: Kind]

            /// What a setting is set to does not matter here.
            struct Kind: Decodable {
                init(from decoder: any Decoder) {}
            }
        }

        /// A dependency is one key, its kind, with a list that begins with the name.
        struct Dependency: Decodable {
            let name: String

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                let kinds = try container.decode([String: [Part]].self)
                name = kinds.values.first?.first?.text ?? ""
            }

            private struct Part: Decodable {
                let text: String?

                init(from decoder: any Decoder) {
                    text = try? decoder.singleValueContainer().decode(String.self)
                }
            }
        }

        let name: String
        let type: String
        let path: String?
        let dependencies: [Dependency]
        let settings: [Setting]

        var dependencyNames: Set<String> { Set(dependencies.map(\.name)) }
        var settingNames: Set<String> { Set(settings.flatMap(\.kind.keys)) }
        /// Libraries that only tests use stand among the tests.
        var isTestSupport: Bool { path?.hasPrefix("Tests/") ?? false }
    }

    let targets: [Target]
}

/// With a build folder of its own: the tests' own run holds the lock of the usual one.
private func dumpPackage() throws -> Package {
    let scratch = FileManager.default.temporaryDirectory.appending(path: "layering-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: scratch) }
    let (writing, reading) = try SpawnedProcess.channel()
    let process = try SpawnedProcess(
        ["swift", "package", "--package-path", root.path, "--scratch-path", scratch.path, "dump-package"],
        output: writing)
    try writing.close()
    let data = reading.readDataToEndOfFile()
    // Its scratch folder goes once it has ended.
    _ = process.status
    return try JSONDecoder().decode(Package.self, from: data)
}

// MARK: The sources

private struct SourceFile {
    let path: String
    let lines: [String]

    var name: String { path.replacingOccurrences(of: root.path + "/", with: "") }

    /// The lines without comments.
    var code: [String] { lines.map { $0.components(separatedBy: "//")[0] } }
}

private func swiftFiles(in folder: String) throws -> [SourceFile] {
    let start = root.appending(path: folder)
    let paths = FileManager.default.enumerator(atPath: start.path)?.compactMap { $0 as? String } ?? []
    try #require(!paths.isEmpty)
    return try paths.filter { $0.hasSuffix(".swift") }.map { path in
        let file = start.appending(path: path)
        return SourceFile(
            path: file.path,
            lines: try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n"))
    }
}
