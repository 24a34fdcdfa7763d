import Foundation
import Testing

/// The rooms and what each may import; a target that is not listed is a finding.
private let table: [String: Set<String>] = [
    // System libraries and C.
    "CFprint": [],
    "CPAM": [],
    "CTSS2": [],
    "CGio": [],
    "CSQLite": [],
    "CGateShims": [],
    // Ground floor: pure.
    "GateModel": [],
    // Beyond design: the protocols that hand secrets around speak of the model's users and reasons.
    "GateSecret": ["GateModel", "CGateShims"],
    "GatePolicy": ["GateModel"],
    "GateGuidance": ["GateModel"],
    "GateWire": ["GateModel", "GateSecret"],
    // Between the two: the kernel and the C library, for rooms of the first floor and above.
    "GateSystem": ["GateModel", "GateSecret", "CGateShims"],
    // What is kept, as those see it who do not keep it.
    "GateVault": ["GateModel", "GateSecret", "GatePolicy"],
    // First floor: one neighbour each.
    "GateBus": ["GateSystem", "CGateShims", "CGio"],
    "GateSensor": ["GateModel", "GateSystem", "CGateShims", "CFprint"],
    "GateReader": ["GateModel", "GateSecret", "GateWire", "GateSystem"],
    "GateKeystore": [
        "GateModel", "GateSecret", "GatePolicy", "GateVault", "GateSystem", "CSQLite", "Crypto", "CryptoExtras",
    ],
    "GateTPM": ["GateModel", "GateSecret", "GateSystem", "CTSS2"],
    "GateSocket": ["GateModel", "GateSecret", "GateWire", "GateSystem", "CGateShims", "NIOCore", "NIOPosix"],
    // Beyond design: the second interface's client, of two programs.
    "GateFace": ["GateModel", "GateSecret", "GateWire", "GateSocket"],
    // Roof.
    // Beyond design: the gate's screens say their texts from the one phrasebook that there is.
    "BiometricGate": ["GateModel", "GateSecret", "GateGuidance", "GateWire", "GateSystem", "GateSocket"],
    "GateDaemon": [
        "GateModel", "GateSecret", "GatePolicy", "GateGuidance", "GateWire", "GateReader", "GateVault", "GateKeystore",
        "GateTPM", "GateSocket", "GateBus", "GateSystem", "CGateShims", "Logging",
    ],
    "GateSandbox": ["BiometricGate", "GateModel", "GateWire", "GateSystem"],
    // Porches.
    "biogated": ["GateDaemon", "GateModel", "GateSystem", "Logging"],
    // Beyond design: what root moves from fprintd goes to the second socket, which no app's library knows.
    "biogate": [
        "BiometricGate", "GateSandbox", "GateFace", "GateModel", "GateSecret", "GateGuidance", "GateWire", "GateSystem",
        "GateSocket", "ArgumentParser",
    ],
    "biogate-agent": [
        "BiometricGate", "GateModel", "GateGuidance", "GateWire", "GateBus", "GateSystem", "ArgumentParser",
    ],
    "biogate-fprintd": [
        "GateFace", "GateGuidance", "GateModel", "GateWire", "GateBus", "GateSystem", "ArgumentParser",
    ],
    "biogate-reader": ["GateReader", "GateSensor", "GateSystem", "GateWire", "CGateShims"],
    "biogate-password": ["CPAM", "CGateShims", "GateSecret"],
    // What an app has to import.
    "example-bank": ["BiometricGate"],
    "example-sign-in": ["BiometricGate"],
]

@Suite("Layering")
struct LayeringTests {
    @Test("no target depends on more than the design allows, and none is unlisted")
    func dependencies() throws {
        #expect(PackageDump.reachingTooFar(try PackageDump.ours().targets, table) == [])
    }

    @Test("a target that reaches too far, one that is unlisted and one that is gone are found")
    func foundDependencies() {
        let table: [String: Set<String>] = ["Ground": [], "Roof": ["Ground"]]
        let (ground, roof) = (PackageDump.Target("Ground"), PackageDump.Target("Roof", ["Ground"]))
        #expect(PackageDump.reachingTooFar([ground, roof], table) == [])
        #expect(PackageDump.reachingTooFar([PackageDump.Target("Ground", ["Roof"]), roof], table) == ["Ground"])
        #expect(PackageDump.reachingTooFar([ground, roof, PackageDump.Target("Attic")], table) == ["Attic"])
        #expect(PackageDump.reachingTooFar([ground], table) == ["Roof"])
        let tests = [
            PackageDump.Target("RoofTests", ["Roof"], type: "test"), .init("Prop", ["Roof"], path: "Tests/Prop"),
        ]
        #expect(PackageDump.reachingTooFar([ground, roof] + tests, table) == [])
    }

    @Test("every target of ours is built strictly, those that touch C with strict memory safety")
    func settings() throws {
        let targets = try PackageDump.ours().targets
        #expect(PackageDump.builtLaxly(targets) == [])
        // All that the rule looks for is there.
        #expect(
            PackageDump.touchingC(targets).isSuperset(of: ["GateSensor", "GateTPM", "GateBus", "biogate-password"]))
    }

    @Test("a target that is built laxly is found")
    func foundSettings() {
        let library = PackageDump.Target("CLibrary", type: "system")
        for c in ["CLibrary", "CGateShims"] {
            let strict = PackageDump.Target("Room", [c], settings: ["enableUpcomingFeature", "strictMemorySafety"])
            #expect(PackageDump.builtLaxly([library, .init("CGateShims"), strict]) == [])
            let unsafe = PackageDump.Target("Room", [c], settings: ["enableUpcomingFeature"])
            #expect(PackageDump.builtLaxly([library, unsafe]) == ["Room"])
        }
        let lax = PackageDump.Target("RoomTests", type: "test", settings: ["strictMemorySafety"])
        #expect(PackageDump.builtLaxly([lax]) == ["RoomTests"])
    }

    @Test("a warning is an error in CI and nowhere else, and no target decides that by itself")
    func warnings() throws {
        #expect(PackageDump.decidingAboutWarnings(try PackageDump.ours().targets) == [])
        #expect(PackageDump.decidingAboutWarnings([.init("Strict", settings: ["treatAllWarnings"])]) == ["Strict"])
        for words in [[], ["windows"]] {
            #expect(try PackageDump.buildFlags(words, ci: "true").contains("-warnings-as-errors"))
            let users = try PackageDump.buildFlags(words, ci: nil)
            #expect(users.contains("--pkg-config-path") && !users.contains("warning"))
        }
    }

    @Test("the sources keep the rule", arguments: Rule.all)
    func sources(rule: Rule) throws {
        for file in try SourceFile.all(in: "Sources", ending: ".swift") {
            for line in rule.broken(by: file) {
                Issue.record("\(file.name):\(line + 1): \(file.lines[line].trimmingCharacters(in: .whitespaces))")
            }
        }
    }

    @Test("what breaks the rule is found, what keeps it is not", arguments: Rule.all)
    func samples(rule: Rule) {
        #expect(!rule.breaches.isEmpty)
        for sample in rule.breaches { #expect(!rule.broken(by: sample).isEmpty, "\(sample.lines)") }
        for sample in rule.fitting { #expect(rule.broken(by: sample).isEmpty, "\(sample.lines)") }
    }

    @Test("whoever is exempt from the rule needs it", arguments: Rule.all)
    func exemptions(rule: Rule) throws {
        let files = try SourceFile.all(in: "Sources", ending: ".swift")
        for exempt in rule.exempt {
            let needs = files.contains { $0.name.hasPrefix(exempt) && !rule.findings($0).isEmpty }
            #expect(needs, "\(exempt) may be under the rule")
        }
    }

    @Test("the C of ours stays within 150 lines")
    func shims() throws {
        let lines = try SourceFile.all(in: "Sources/CGateShims", ending: ".c").flatMap(\.lines)
        #expect(lines.filter { !$0.isEmpty }.count <= 150)
    }
}
