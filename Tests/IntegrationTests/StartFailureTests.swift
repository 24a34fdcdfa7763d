import BlockingTests
import Glibc
import Testing

/// One line with the problem and the way out, a failing exit status, and no changes.
@Suite("A daemon that cannot start", .blocking)
struct StartFailureTests {
    private func expectRefusal(
        naming words: [String], _ changes: [String: JSON] = [:], launcher: [String] = [],
        at location: SourceLocation = #_sourceLocation, after damage: (DaemonUnderTest) throws -> Void = { _ in }
    ) throws {
        try DaemonUnderTest.prepared(state: .stored) { daemon in
            try damage(daemon)
            let before = try daemon.stateFiles()
            let (ending, lines) = try daemon.startInVain(changes, launcher: launcher)
            // systemd does not restart a daemon whose problem an administrator must fix (EX_CONFIG).
            #expect(ending == .exited(78), sourceLocation: location)
            #expect(lines.count == 1, "\(lines)", sourceLocation: location)
            for word in words {
                #expect(
                    lines.first?.contains(word) == true, "\(lines) does not say \(word)", sourceLocation: location)
            }
            #expect(try daemon.stateFiles() == before, sourceLocation: location)
            #expect(!Files.exists(daemon.socketPath), sourceLocation: location)
        }
    }

    @Test("A state directory that is not writable is named")
    func unwritable() throws {
        let launcher = DaemonUnderTest.withoutPrivileges
        try expectRefusal(naming: ["/state", "own it"], launcher: launcher) { daemon in
            chmod(daemon.stateDirectory, 0o500)
            for name in Files.names(in: daemon.stateDirectory) { chmod("\(daemon.stateDirectory)/\(name)", 0o400) }
        }
    }

    @Test("A state directory that is a file is named, and kept")
    func stateIsFile() throws {
        try DaemonUnderTest.prepared { daemon in
            try Files.write([1, 2, 3], to: daemon.stateDirectory)
            let (ending, lines) = try daemon.startInVain()
            #expect(ending == .exited(78))
            #expect(lines.count == 1)
            #expect(lines.first?.contains(daemon.stateDirectory) == true)
            #expect(try Files.read(daemon.stateDirectory) == [1, 2, 3])
        }
    }

    @Test("A damaged database is named", arguments: [0, 4096])
    func damagedDatabase(from offset: Int) throws {
        try expectRefusal(naming: ["keystore.sqlite", "damaged", "restore"]) { daemon in
            let path = "\(daemon.stateDirectory)/keystore.sqlite"
            var bytes = try Files.read(path)
            for place in offset..<bytes.count { bytes[place] = UInt8(truncatingIfNeeded: place &* 37) }
            try Files.write(bytes, to: path)
        }
    }

    @Test("A truncated database is named")
    func shortDatabase() throws {
        try expectRefusal(naming: ["keystore.sqlite", "damaged", "restore"]) { daemon in
            let path = "\(daemon.stateDirectory)/keystore.sqlite"
            let bytes = try Files.read(path)
            try Files.write(Array(bytes.prefix(bytes.count / 2)), to: path)
        }
    }

    @Test("A pending-scans file that the daemon did not write, by its size, is named, and no scan is forgiven")
    func tooManyPendingScans() throws {
        try expectRefusal(naming: ["state/pending", "damaged", "1 MiB", "restore"]) { daemon in
            let path = "\(daemon.stateDirectory)/pending"
            try Files.write([UInt8](repeating: 0, count: (1 << 20) + 1), to: path)
        }
    }

    @Test("A missing root key is named, and none is made in its place")
    func missingRootKey() throws {
        try expectRefusal(naming: ["root.key", "missing", "restore"]) { daemon in
            unlink("\(daemon.stateDirectory)/root.key")
        }
    }

    @Test("Another keystore's root key is told apart from the right one")
    func wrongRootKey() throws {
        try expectRefusal(naming: ["root key", "restore"]) { daemon in
            let path = "\(daemon.stateDirectory)/root.key"
            let bytes = try Files.read(path)
            try Files.write(bytes.map { ~$0 }, to: path)
        }
    }

    @Test("A root key of the wrong size is named")
    func shortRootKey() throws {
        try expectRefusal(naming: ["root.key", "restore"]) { daemon in
            let path = "\(daemon.stateDirectory)/root.key"
            let bytes = try Files.read(path)
            try Files.write(Array(bytes.dropLast()), to: path)
        }
    }

    @Test("A root key that other users can read is named, with its mode")
    func exposedRootKey() throws {
        try expectRefusal(naming: ["root.key", "644", "chmod"]) { daemon in
            chmod("\(daemon.stateDirectory)/root.key", 0o644)
        }
    }

    private static let badSettings: [(String, JSON)] = [
        ("fingerprint.enabeld", true), ("pin.minimumLength", 3), ("lockout.freeFailures", "five"),
        ("sealing.provider", "vault"), ("sealing.rootKeyFile", "relative"), ("limits.messageBytes", 1),
        ("readers", ["red": 1]),
    ]

    @Test("A configuration with an unknown key or a value out of range is refused by its name", arguments: badSettings)
    func configuration(key: String, value: JSON) throws {
        try expectRefusal(naming: ["biogated.conf:1: ", key], [key: value])
    }

    @Test("A keystore made by another provider of the root key is the configuration's mistake, too")
    func otherProvider() throws {
        try expectRefusal(naming: ["sealing.provider", "file"], ["sealing.provider": "tpm"])
    }

    @Test("Checking a configuration reports the place and the mistake, and starts nothing")
    func check() throws {
        try DaemonUnderTest.prepared { daemon in
            let path = "\(daemon.directory)/checked"
            for (text, said) in [
                ("[pin]\nminimumLength=8\n", []),
                (
                    "# none\n\n[fingerprint]\nenabeld=true\n",
                    ["\(path):4: unknown key \"fingerprint.enabeld\": it is probably \"fingerprint.enabled\""]
                ),
                (
                    "pin.minimumLength=8\n[pin]\nminimumLength=8\n",
                    ["\(path):3: the key \"pin.minimumLength\" is there twice, first in line 1: keep one"]
                ),
                (
                    "\npin:\n  minimumLength: 8\n",
                    ["\(path):2: it is YAML, and the configuration is INI now: write \"[pin]\""]
                ),
                ("{\n\"pin\"}", ["\(path):2: it begins with {, and is not JSON from here on: correct it"]),
                ("\u{9B}31m=1\n", ["\(path):1: unknown key \"\\u{9B}31m\": remove it, or correct its spelling"]),
            ] {
                try Files.write(Array(text.utf8), to: path)
                let (ending, lines) = try daemon.startInVain(arguments: ["--config", path, "--check"])
                #expect(lines == said)
                #expect(ending == .exited(said.isEmpty ? 0 : 78))
            }
            #expect(!Files.exists(daemon.stateDirectory))
        }
    }

    @Test("A state directory whose parent is missing is named")
    func missingParent() throws {
        try DaemonUnderTest.prepared { daemon in
            let (ending, lines) = try daemon.startInVain(stateDirectory: "\(daemon.directory)/none/state")
            #expect(ending == .exited(78))
            #expect(lines.count == 1)
            #expect(lines.first?.contains("\(daemon.directory)/none/state") == true)
        }
    }
}
