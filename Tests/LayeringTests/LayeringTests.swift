import Foundation
import Testing

/// The rooms and the modules that each may import; an unlisted target is a finding.
private let table: [String: Set<String>] = [
    // System libraries and C.
    "CFprint": [],
    "CPAM": [],
    "CTSS2": [],
    "CSDBus": [],
    "CSQLite": [],
    "CGateShims": [],
    // Ground floor: pure.
    "GateModel": [],
    // Beyond the design: the protocols that pass secrets mention the model's users and reasons.
    "GateSecret": ["GateModel", "CGateShims"],
    "GatePolicy": ["GateModel"],
    "GateGuidance": ["GateModel"],
    "GateWire": ["GateModel", "GateSecret"],
    // For base64.
    "GateSSH": ["GateModel", "GateSecret", "GateWire"],
    // The landing: the kernel and the C library, for the first floor and above.
    "GateSystem": ["GateModel", "GateSecret", "CGateShims"],
    // The protocols of what is stored, without the storage.
    "GateVault": ["GateModel", "GateSecret", "GatePolicy"],
    // First floor: one neighbour each.
    "GateBus": ["GateSecret", "GateSystem", "CGateShims", "CSDBus"],
    "GateSensor": ["GateModel", "GateSystem", "CGateShims", "CFprint"],
    "GateReader": ["GateModel", "GateSecret", "GateWire", "GateSystem"],
    "GateKeystore": [
        "GateModel", "GateSecret", "GatePolicy", "GateVault", "GateSystem", "CSQLite", "Crypto", "CryptoExtras",
    ],
    "GateTPM": ["GateModel", "GateSecret", "GateSystem", "CTSS2"],
    "GateCipher": ["GateModel", "GateSSH", "GateSecret", "Crypto", "CryptoExtras"],
    "GateSocket": ["GateModel", "GateSecret", "GateWire", "GateSystem", "CGateShims", "NIOCore", "NIOPosix"],
    // Beyond the design: the client of the face interface, for two programs.
    "GateFace": ["GateModel", "GateSecret", "GateWire", "GateSystem"],
    // Roof. Beyond the design: the gate's screens take their texts from the only phrasebook.
    "BiometricGate": ["GateModel", "GateSecret", "GateGuidance", "GateWire", "GateSystem", "GateSocket"],
    // What decides knows no neighbour by name; the others are its neighbours, and the daemon puts them together.
    "GateCore": ["GateModel", "GateSecret", "GatePolicy", "GateGuidance", "GateVault", "GateSystem", "Logging"],
    "GateReaders": [
        "GateModel", "GateSecret", "GateWire", "GateReader", "GateSocket", "GateSystem", "CGateShims", "Logging",
    ],
    "GateSeats": [
        "GateCore", "GateModel", "GateSecret", "GatePolicy", "GateSocket", "GateBus", "GateSystem", "CGateShims",
        "Logging",
    ],
    "GateDoor": [
        "GateCore", "GateSeats", "GateModel", "GateSecret", "GatePolicy", "GateGuidance", "GateWire", "GateVault",
        "GateSocket", "GateSystem", "GateSSH", "Logging",
    ],
    "GateDaemon": [
        "GateCore", "GateDoor", "GateReaders", "GateSeats", "GateModel", "GateSecret", "GatePolicy", "GateGuidance",
        "GateWire", "GateVault", "GateKeystore", "GateTPM", "GateSocket", "GateSystem", "GateCipher", "CGateShims",
        "Logging",
    ],
    "GateSandbox": ["BiometricGate", "GateModel", "GateWire", "GateSystem"],
    // Porches.
    "biogated": ["GateDaemon", "GateReaders", "GateModel", "GateSystem", "Logging"],
    // Beyond the design: root moves fprintd's prints through the face socket, which the apps' library does not know.
    "biogate": [
        "BiometricGate", "GateSandbox", "GateFace", "GateModel", "GateSecret", "GateGuidance", "GateWire", "GateSystem",
        "GateSocket", "GateSSH", "GateCipher", "biogate-agent", "biogate-passkeys", "biogate-secrets",
        "biogate-ssh-agent",
        "GateBus", "GateSecretService", "ArgumentParser",
    ],
    "biogate-sandbox": ["GateSandbox", "GateSystem", "GateWire", "ArgumentParser"],
    "biogate-agent": [
        "BiometricGate", "GateModel", "GateGuidance", "GateWire", "GateBus", "GateSystem", "ArgumentParser",
    ],
    "biogate-ssh-agent": [
        "BiometricGate", "GateSSH", "GateCipher", "GateModel", "GateGuidance", "GateSystem", "NIOCore", "NIOPosix",
        "ArgumentParser",
    ],
    "GateCTAP": ["GateModel"],
    "biogate-passkeys": [
        "BiometricGate", "GateCTAP", "GateModel", "GateSecret", "GateGuidance", "GateWire", "GateSystem", "Crypto",
        "CryptoExtras", "ArgumentParser",
    ],
    "GateSecretService": ["GateModel", "GateSecret"],
    "biogate-secrets": [
        "BiometricGate", "GateSecretService", "GateModel", "GateSecret", "GateGuidance", "GateBus", "GateSystem",
        "Crypto", "ArgumentParser",
    ],
    "biogate-fprintd": [
        "GateFace", "GateGuidance", "GateModel", "GateWire", "GateBus", "GateSystem", "ArgumentParser",
    ],
    "biogate-reader": ["GateReader", "GateSensor", "GateSystem", "CGateShims"],
    "biogate-password": ["CPAM", "CGateShims", "Crypto", "GateSecret"],
    // The only import that an app needs.
    "example-bank": ["BiometricGate"],
    "example-sign-in": ["BiometricGate"],
]

@Suite("Layering")
struct LayeringTests {
    @Test("No target depends on more than the design allows, and every target is listed")
    func dependencies() throws {
        #expect(PackageDump.reachingTooFar(try PackageDump.ours().targets, table) == [])
    }

    @Test("A target that reaches too far, an unlisted one and a missing one are found")
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

    @Test("The daemon knows a guest by its door alone, and no guest knows another")
    func guests() throws {
        let targets = try PackageDump.ours().targets
        // `SignSSH`, and the cryptography for its checks. The user's program is composed of guests' commands.
        #expect(
            PackageDump.knowingGuests(targets).filter { !$0.hasPrefix("biogate → ") } == [
                "GateDaemon → GateCipher", "GateDoor → GateSSH",
            ])
        #expect(PackageDump.knowingGuests(targets).count > 2)
    }

    @Test("A target that knows a guest is found, and a guest's own targets may know each other")
    func foundGuests() {
        let (agent, words) = (
            PackageDump.Target("Agent", ["Words"], path: "Sources/Guests/A/Agent"),
            PackageDump.Target("Words", path: "Sources/Guests/A/Words"),
        )
        let other = PackageDump.Target("Other", ["Words"], path: "Sources/Guests/B/Other")
        #expect(PackageDump.knowingGuests([agent, words]) == [])
        #expect(PackageDump.knowingGuests([agent, words, other]) == ["Other → Words"])
        #expect(PackageDump.knowingGuests([words, .init("Core", ["Words"])]) == ["Core → Words"])
        #expect(PackageDump.knowingGuests([words, .init("WordsTests", ["Words"], type: "test")]) == [])
    }

    @Test("Every Swift target is built strictly, and those that touch C with strict memory safety")
    func settings() throws {
        let targets = try PackageDump.ours().targets
        #expect(PackageDump.builtLaxly(targets) == [])
        // The rule's subjects exist.
        #expect(
            PackageDump.touchingC(targets).isSuperset(of: ["GateSensor", "GateTPM", "GateBus", "biogate-password"]))
    }

    @Test("A target that is built without the strict settings is found")
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

    @Test("A warning is an error in CI and nowhere else, and no target decides that by itself")
    func warnings() throws {
        #expect(PackageDump.decidingAboutWarnings(try PackageDump.ours().targets) == [])
        #expect(PackageDump.decidingAboutWarnings([.init("Strict", settings: ["treatAllWarnings"])]) == ["Strict"])
        for words in [[], ["windows"]] {
            #expect(try PackageDump.buildFlags(words, ci: "true").contains("-warnings-as-errors"))
            let users = try PackageDump.buildFlags(words, ci: nil)
            #expect(users.contains("--pkg-config-path") && !users.contains("warning"))
        }
    }

    @Test("The sources keep the rule", arguments: Rule.all)
    func sources(rule: Rule) throws {
        for file in try SourceFile.all(in: "Sources", ending: ".swift") {
            for line in rule.broken(by: file) {
                Issue.record("\(file.name):\(line + 1): \(file.lines[line].trimmingCharacters(in: .whitespaces))")
            }
        }
    }

    @Test("Samples that break the rule are found, and samples that keep it are not", arguments: Rule.all)
    func samples(rule: Rule) {
        #expect(!rule.breaches.isEmpty)
        for sample in rule.breaches { #expect(!rule.broken(by: sample).isEmpty, "\(sample.lines)") }
        for sample in rule.fitting { #expect(rule.broken(by: sample).isEmpty, "\(sample.lines)") }
    }

    @Test("Every file that is exempt from the rule needs the exemption", arguments: Rule.all)
    func exemptions(rule: Rule) throws {
        let files = try SourceFile.all(in: "Sources", ending: ".swift")
        for exempt in rule.exempt {
            let needs = files.contains { $0.name.hasPrefix(exempt) && !rule.findings($0).isEmpty }
            #expect(needs, "\(exempt) may be under the rule")
        }
    }

    @Test("The C code that Swift calls stays within 250 lines")
    func shims() throws {
        let lines = try ["CGateShims", "CSDBus"].flatMap { try SourceFile.all(in: "Sources/\($0)", ending: ".c") }
            .flatMap(\.lines)
        #expect(lines.filter { !$0.isEmpty }.count <= 250)
    }
}
