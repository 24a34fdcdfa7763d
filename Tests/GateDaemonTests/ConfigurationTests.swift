import Foundation
import GatePolicy
import Testing

@testable import GateDaemon

@Suite("The configuration") struct ConfigurationTests {
    private func parse(_ text: String) throws(ConfigurationError) -> Configuration {
        try Configuration.parse(Array(text.utf8), path: "f")
    }

    private func refusal(_ text: String) -> String? {
        do throws(ConfigurationError) {
            _ = try parse(text)
            return nil
        } catch {
            return error.description
        }
    }

    @Test("A configuration means the same as INI, as nested JSON and as dotted JSON")
    func forms() throws {
        var expected = Configuration()
        expected.socket = "/run/a b"
        expected.policy.attemptsPerCall = 7
        expected.fingerprintEnabled = false
        expected.idleExit = .seconds(9)
        for text in [
            "socket=/run/a b\n[fingerprint]\nattemptsPerCall=7\nenabled=no\n[limits]\nidleExitSeconds=9\n",
            "[limits]\nidleExitSeconds=9\n[biogated]\nsocket=/run/a b\nfingerprint.enabled=0\nfingerprint.attemptsPerCall=7",
            #"{"socket":"/run/a b","fingerprint":{"attemptsPerCall":7,"enabled":false},"limits":{"idleExitSeconds":9}}"#,
            #"{"fingerprint.attemptsPerCall":"7","fingerprint.enabled":"off","socket":"\/run/a b","limits.idleExitSeconds":9}"#,
        ] {
            #expect(String(describing: try parse(text)) == String(describing: expected), "\(text)")
        }
        for text in ["", "{}", "[pin]\n[pin]\n[biogated]", #"{"pin":{}}"#] {
            #expect(String(describing: try parse(text)) == String(describing: Configuration()), "\(text)")
        }
    }

    @Test("The services whose logins open the keyring are names with blanks between them, or none")
    func services() throws {
        #expect(Configuration().loginServices.contains("gdm-fingerprint"))
        #expect(try parse("[login]\nservices=gdm-password  greetd").loginServices == ["gdm-password", "greetd"])
        #expect(try parse("login.services=none").loginServices == [])
        for text in ["", "/etc/pam.d/login"] {
            #expect(refusal("login.services=\(text)") != nil, "\(text)")
        }
        #expect(try parse("login.allowUnsealed=yes").allowsUnsealedLogins)
        #expect(Configuration().passwordFirst == .never)
        #expect(try parse("login.passwordFirst=boot").passwordFirst == .boot)
        #expect(try parse("[login]\npasswordFirst=72h").passwordFirst == .threeDays)
        #expect(refusal("login.passwordFirst=always") != nil)
    }

    @Test("A configuration has systemd's booleans, and one way to write a number")
    func values() throws {
        for word in ["1", "yes", "y", "true", "t", "on", "Yes", "TRUE"] {
            #expect(try parse("readers.allowVirtual=\(word)").allowVirtualReaders, "\(word)")
        }
        for word in ["0", "no", "n", "false", "f", "off", "No", "OFF"] {
            #expect(try !parse("fingerprint.enabled=\(word)").fingerprintEnabled, "\(word)")
        }
        for word in ["", "2", "oui", "truee", "\"yes\"", "null"] {
            #expect(refusal("fingerprint.enabled=\(word)") != nil, "\(word)")
        }
        let ages = try ["2", "0"].map { try parse("credential.maximumAgeHours=\($0)").policy.credentialMaximumAge }
        #expect(ages == [Duration.seconds(7200), nil])
        #expect(try parse("credential.afterBoot=yes").policy.credentialAfterBoot)
        for word in ["", "08", "+8", "8.0", "0x8", "8 # why", "8s", "-8", "٨", "99999999999999999999", "true"] {
            #expect(refusal("pin.minimumLength=\(word)") != nil, "\(word)")
        }
        for text in ["socket=run", "stateDirectory=", "socket=/\(String(repeating: "x", count: 107))"] {
            #expect(refusal(text)?.contains("an absolute path") == true)
        }
        for word in ["null", "[true]", "\"\"", #""a\u0000""#] {
            for key in ["pin.minimumLength", "sealing.rootKeyFile", "password.service", "sealing.provider"] {
                #expect(
                    refusal("{\"\(key)\":\(word)}")?.hasPrefix("f:1: \"\(key)\" must be ") == true, "\(key) \(word)")
            }
        }
        #expect(refusal(#"{"sealing.tcti":"a\u0000"}"#) != nil)
    }

    @Test("A wrong configuration is refused with the line, the key, the mistake and the remedy")
    func refusals() {
        for (text, said) in [
            ("[pin]\nminimumLength=3", #"2: "pin.minimumLength" must be a whole number from 4 to 64, not "3""#),
            ("fingerprint.enabled=maybe", #"1: "fingerprint.enabled" must be true or false, not "maybe""#),
            (
                "[sealing]\nprovider=vault",
                #"2: "sealing.provider" must be one of auto, tpm, file, credential, not "vault""#
            ),
            ("\n[fingerprnt]\n", #"2: unknown group "fingerprnt": it is probably "fingerprint""#),
            ("[vault]", #"1: unknown group "vault": remove it, or correct its spelling"#),
            ("[limits]\nmesageBytes=1", #"2: unknown key "limits.mesageBytes": it is probably "limits.messageBytes""#),
            ("Socket=/a", #"1: unknown key "Socket": it is probably "socket""#),
            ("attemptsPerCall=1", #"1: unknown key "attemptsPerCall": it is probably "fingerprint.attemptsPerCall""#),
            ("pin.maximum_age_hours=1", #"1: unknown key "pin.maximum_age_hours": remove it, or correct its spelling"#),
            ("enabled=1", #"1: unknown key "enabled": remove it, or correct its spelling"#),
            (
                "[lockout]\npassword.enabled=no",
                #"2: unknown key "lockout.password.enabled": write enabled= below [password], or password.enabled= above all groups"#
            ),
            (
                "[pin]\nsocket=/a",
                #"2: unknown key "pin.socket": write socket= below [biogated], or socket= above all groups"#
            ),
            ("\n\n{", "3: it begins with {, and is not JSON from here on: correct it"),
            (#"{"pin":{"length":1}}"#, #"1: unknown key "pin.length": remove it, or correct its spelling"#),
            ("a\u{9B}=1", #"1: unknown key "a\u{9B}": remove it, or correct its spelling"#),
            ("pin.minimumLength: 8", #"1: it is YAML, and the configuration is INI now: write "pin.minimumLength=8""#),
            (
                "pin: {}",
                "1: it is YAML, and the configuration is INI now: write [group] and key=value, see biogated.conf(5)"
            ),
        ] {
            #expect(refusal(text) == "f:" + said)
        }
        let long = String(repeating: "k", count: 4000)
        for text in [
            "\(long)=1", "[\(long)]", "fingerprint.enabled=\(long)", "{\"\(long)\":1}", "a.\(long)=\na.\(long)=",
        ] {
            #expect((refusal(text)?.utf8.count ?? .max) < 300)
        }
    }

    @Test("The key probably meant is named for every key with a missing letter or in the wrong case")
    func nearest() {
        for key in Configuration.Key.allCases.map(\.rawValue) {
            for typed in [String(key.dropLast()), key.uppercased(), key + "s", "x" + key] {
                #expect(refusal("\(typed)=1")?.hasSuffix("it is probably \"\(key)\"") == true, "\(typed)")
            }
        }
    }

    @Test("The installed configuration is optional; beside an earlier release's one, the daemon refuses to start")
    func installed() throws {
        let directory = FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let (path, old) = ("\(directory)/biogated.conf", "\(directory)/biogated.yaml")
        func installed() -> Result<Configuration, ConfigurationError> {
            Result { () throws(ConfigurationError) in try Configuration.installed(in: directory) }
        }
        func mistake() -> ConfigurationError.Mistake? {
            if case .failure(let error) = installed() { error.mistake } else { nil }
        }
        #expect(try installed().get().pinMinimumLength == 6)
        try Data("[pin]\nminimumLength=9\n".utf8).write(to: URL(filePath: path))
        #expect(try installed().get().pinMinimumLength == 9)
        try Data("".utf8).write(to: URL(filePath: old))
        #expect(mistake() == .abandoned(now: path))
        remove(path)
        #expect(mistake() == .abandoned(now: path))
        if case .failure(let error) = installed() {
            #expect(
                error.description
                    == "\(old): it is not read any more, and nothing starts beside it: write what it sets into "
                    + "\(path) (see biogated.conf(5)), and move it away")
        }
        remove(old)
        // A path that is given and cannot be read does not count as missing.
        symlink("\(directory)/none", path)
        #expect(mistake() == .unreadable(errno: ENOENT))
        #expect(
            throws: ConfigurationError(path: directory, line: nil, mistake: .unreadable(errno: EISDIR))
        ) { try Configuration.load(path: directory) }
        remove(path)
        try Data(String(repeating: "\n", count: (1 << 20) + 1).utf8).write(to: URL(filePath: path))
        #expect(mistake() == .tooLarge)
    }
}
