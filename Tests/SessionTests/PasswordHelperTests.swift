import Glibc
import Testing

extension AccountTests {
    /// The helper's two ways of being started, and the ways in which it fails.
    @Suite("The password helper", .tags(.needsPython))
    struct PasswordHelperTests {
        private static let setPIN: JSON = ["pin": .string(Samples.pin)]
        private static let credential: JSON = ["password": .string(SystemUser.password)]

        // MARK: Not there

        @Test("While the helper is missing, the password is no way in; once it is there, watchers hear of it")
        func missing() throws {
            try DaemonUnderTest.prepared { daemon in
                let user = try SystemUser(for: daemon)
                try daemon.start(["password.enabled": true, "password.helper": .string("\(daemon.directory)/helper")])
                let client = try daemon.client(as: user.number)
                #expect(try client.settings()["passwordAvailable"] == false)
                for (method, parameters) in [
                    ("SetPIN", Self.setPIN), ("SetPIN", Self.setPIN.with(["credential": Self.credential])),
                    ("Enroll", ["finger": "rightIndex"]), ("Reset", ["credential": Self.credential]),
                    ("Authenticate", Samples.authentication.with(["credential": Self.credential])),
                ] {
                    let refusal = try client.refusal("CredentialUnavailable", of: method, parameters)
                    #expect(refusal["factor"] == "password")
                    #expect(refusal["guidance"]["command"] == "biogate doctor")
                }
                try daemon.awaitLine("the password helper is missing")
                let watcher = try daemon.client(as: user.number)
                try watcher.ask("WatchAvailability")
                try watcher.awaitFallbacks([])
                _ = try PasswordTool(for: daemon)
                try watcher.awaitFallbacks(["password"])
                #expect(try client.settings()["passwordAvailable"] == true)
                try client.result(of: "SetPIN", Self.setPIN.with(["credential": Self.credential]))
                try daemon.awaitLine("the password helper answers again")
                // A PIN needs no helper.
                unlink("\(daemon.directory)/helper")
                try client.result(of: "RemovePIN", ["credential": Samples.credential])
                try daemon.stop()
            }
        }

        /// A helper that knows of a password, and runs this script to compare one.
        private static func comparing(_ script: String) -> String {
            "kind=$(head -c 1); if [ \"$kind\" = H ]; then printf y >&0; else \(script); fi"
        }

        @Test("A helper that never answers is given up, and the try stays counted, because it may have been compared")
        func hanging() throws {
            try DaemonUnderTest.prepared { daemon in
                let path = "\(daemon.directory)/helper"
                try PasswordTool.write(Self.comparing("exec sleep 600"), to: path)
                try daemon.start(["password.enabled": true, "password.helper": .string(path), "pin.freeFailures": 0])
                let client = try daemon.client()
                let call = Self.setPIN.with(["credential": Self.credential])
                try client.send("SetPIN", call)
                // No other call waits for it.
                #expect(try daemon.client().availability()["state"] == "notEnrolled")
                #expect(try client.refusal("CredentialUnavailable")["factor"] == "password")
                try client.refusal("CredentialThrottled", of: "SetPIN", call)
                try daemon.stop()
            }
        }

        @Test("No availability call waits for a helper that hangs, and the helper's late answer is pushed")
        func hangingQuestion() throws {
            try DaemonUnderTest.prepared { daemon in
                let path = "\(daemon.directory)/helper"
                let (asked, freed) = ("\(daemon.directory)/asked", "\(daemon.directory)/freed")
                guard mkfifo("\(daemon.directory)/answer", 0o600) == 0 else { throw HarnessFailure(system: "mkfifo") }
                // The first question is answered when a test writes into the pipe.
                try PasswordTool.write(
                    "echo $$ >'\(asked)'; [ -e '\(freed)' ] || read -r _ <'\(daemon.directory)/answer'; printf y >&0",
                    to: path)
                try daemon.start(["password.enabled": true, "password.helper": .string(path)])
                let client = try daemon.client()
                #expect(try client.availability()["fallbacks"] == [])
                try waitUntil("the helper is asked") { Files.text(asked).hasSuffix("\n") }
                // The daemon has neither received an answer nor given the helper up.
                let number = try #require(pid_t(Files.text(asked).dropLast()))
                #expect(kill(number, 0) == 0)
                #expect(try client.settings()["passwordAvailable"] == false)
                let watcher = try daemon.client()
                try watcher.ask("WatchAvailability")
                try watcher.awaitFallbacks([])
                try Files.write([], to: freed)
                let pipe = try Descriptor(open("\(daemon.directory)/answer", O_WRONLY | O_CLOEXEC), of: "open")
                #expect(write(pipe.number, "\n", 1) == 1)
                try watcher.awaitFallbacks(["password"])
                #expect(try client.settings()["passwordAvailable"] == true)
                try daemon.stop()
            }
        }

        @Test("Connecting again and again does not make the daemon ask the helper each time")
        func reconnecting() throws {
            try DaemonUnderTest.prepared { daemon in
                let (path, asked) = ("\(daemon.directory)/helper", "\(daemon.directory)/asked")
                try PasswordTool.write("echo >>'\(asked)'; printf y >&0", to: path)
                try daemon.start(["password.enabled": true, "password.helper": .string(path)])
                for _ in 1...200 { #expect(try daemon.client().availability()["state"] == "notEnrolled") }
                try daemon.stop()
                // Other tests' changes of the system's accounts also make the daemon ask.
                #expect(Files.text(asked).count <= 50)
            }
        }

        @Test("A try that the helper could not judge is not counted", arguments: ["printf u >&0", "exit 1"])
        func notJudged(script: String) throws {
            try DaemonUnderTest.prepared { daemon in
                let path = "\(daemon.directory)/helper"
                try PasswordTool.write(Self.comparing(script), to: path)
                try daemon.start(["password.enabled": true, "password.helper": .string(path), "pin.freeFailures": 0])
                let client = try daemon.client()
                let call = Self.setPIN.with(["credential": Self.credential])
                for _ in 0..<3 { try client.refusal("CredentialUnavailable", of: "SetPIN", call) }
                try PasswordTool.write(Self.comparing("printf y >&0"), to: path)
                try client.result(of: "SetPIN", call)
                try daemon.stop()
            }
        }

        @Test("The helper's invalid answer counts as none", arguments: ["exit 1", "printf '?' >&0", "printf u >&0"])
        func noAnswer(script: String) throws {
            try DaemonUnderTest.prepared { daemon in
                let path = "\(daemon.directory)/helper"
                try PasswordTool.write(script, to: path)
                try daemon.start(["password.enabled": true, "password.helper": .string(path)])
                try daemon.client().refusal("CredentialUnavailable", of: "SetPIN", Self.setPIN)
                try daemon.stop()
            }
        }

        @Test("The helper inherits neither blocked signals nor the daemon's environment and descriptors")
        func inheritance() throws {
            try DaemonUnderTest.prepared { daemon in
                let path = "\(daemon.directory)/helper"
                let facts = "\(daemon.directory)/facts"
                try PasswordTool.write(
                    "{ grep -E '^Sig(Blk|Ign):' /proc/self/status; env; ls /proc/$$/fd; } >'\(facts)'; printf n >&0",
                    to: path)
                try daemon.start(["password.enabled": true, "password.helper": .string(path)])
                // A call that needs to know waits for the helper's answer.
                try daemon.client().result(of: "SetPIN", Self.setPIN)
                let said = Files.text(facts).split(separator: "\n").map(String.init)
                #expect(said.contains("SigBlk:\t0000000000000000"))
                let ignored = said.first { $0.hasPrefix("SigIgn:") }?.split(separator: "\t").last
                let mask = try #require(ignored.flatMap { UInt64($0, radix: 16) })
                #expect(mask & (1 << (UInt64(SIGPIPE) - 1)) == 0)
                #expect(!said.contains { $0.hasPrefix("FP_") || $0.hasPrefix("NOTIFY_SOCKET") })
                // Its own three, and those that the shell keeps from ten on: the script and what it redirects.
                #expect(Set(said.compactMap { Int($0) }).isSubset(of: [0, 1, 2, 10, 11, 12]))
                try daemon.stop()
            }
        }

        // MARK: Its socket

        @Test("The helper also works behind a systemd socket")
        func socket() throws {
            try DaemonUnderTest.prepared { daemon in
                let user = try SystemUser(for: daemon)
                let listener = try PasswordListener(try PasswordTool(for: daemon), for: daemon, client: "root")
                try daemon.start(["password.enabled": true, "password.helper": .string(listener.path)])
                let client = try daemon.client(as: user.number)
                try client.refusal(
                    "CredentialWrong", of: "SetPIN",
                    Self.setPIN.with(["credential": ["password": .string(SystemUser.wrongPassword)]]))
                try client.result(of: "SetPIN", Self.setPIN.with(["credential": Self.credential]))
                try daemon.stop()
            }
        }

        @Test("The helper answers only the daemon's user")
        func peers() throws {
            try DaemonUnderTest.prepared { daemon in
                let user = try SystemUser(for: daemon)
                let tool = try PasswordTool(for: daemon)
                let question = PasswordTool.question("C", of: user.number, Array(SystemUser.password.utf8))
                #expect(try tool.answer(to: question).0 == Array("y".utf8))
                #expect(try tool.answer(to: question, ["--client", "root"]).0 == Array("y".utf8))
                // These accounts did not ask.
                for client in ["daemon", user.name, "nobody-of-this-name"] {
                    let (answer, ending) = try tool.answer(to: question, ["--client", client])
                    #expect(answer.isEmpty)
                    #expect(ending == .exited(EX_NOPERM))
                }
                let listener = try PasswordListener(tool, for: daemon, client: "root")
                chmod(listener.path, 0o666)
                let (near, far) = try Descriptor.socketPair()
                let relay = try ChildProcess(
                    [Python.interpreter, Python.script("as_user.py"), "\(user.number)", listener.path],
                    environment: Python.environment, errors: "\(daemon.directory)/relay-errors", standard: far)
                try near.write(question)
                _ = try relay.ending()
                #expect(try Descriptor.firstReady(of: [near], within: .zero) == nil)
                // A daemon that runs as an unexpected user gets no answer, either.
                let stranger = try PasswordListener(tool, for: daemon, client: "daemon", at: "stranger")
                try daemon.start(["password.enabled": true, "password.helper": .string(stranger.path)])
                try daemon.client(as: user.number).refusal("CredentialUnavailable", of: "SetPIN", Self.setPIN)
                try daemon.stop()
            }
        }

        // MARK: Its questions

        @Test("The helper reports the users' actual state")
        func answers() throws {
            try DaemonUnderTest.prepared { daemon in
                let tool = try PasswordTool(for: daemon)
                let user = try SystemUser(for: daemon)
                func answer(_ kind: Character, _ number: Int, _ password: String = "") throws -> String {
                    let question = PasswordTool.question(kind, of: number, Array(password.utf8))
                    return String(decoding: try tool.answer(to: question).0, as: UTF8.self)
                }
                #expect(try answer("H", user.number) == "y")
                #expect(try answer("C", user.number, SystemUser.password) == "y")
                #expect(try answer("C", user.number) == "n")
                #expect(try answer("C", user.number, SystemUser.password + "\u{0}x") == "n")
                // No account has this number, and the system's user 1 cannot sign in.
                #expect(try answer("H", 3_999_999_999) == "n")
                #expect(try answer("C", 3_999_999_999, SystemUser.password) == "n")
                #expect(try answer("H", 1) == "n")
                try user.expire()
                #expect(try answer("H", user.number) == "y")
                #expect(try answer("C", user.number, SystemUser.password) == "r")
                #expect(try answer("C", user.number, SystemUser.wrongPassword) == "n")
                try user.lock()
                #expect(try answer("H", user.number) == "n")
            }
        }

        @Test("Without the right to read the shadow database, the helper says that it does not know")
        func unprivileged() throws {
            try DaemonUnderTest.prepared { daemon in
                let user = try SystemUser(for: daemon)
                let helper = "\(daemon.directory)/biogate-password"
                try Files.write(
                    try Files.read(try DaemonUnderTest.executable("biogate-password")), to: helper, mode: 0o755)
                let path = "\(daemon.directory)/helper"
                try PasswordTool.write("exec setpriv --reuid 1 --clear-groups '\(helper)' --client root", to: path)
                try daemon.start(["password.enabled": true, "password.helper": .string(path)])
                let client = try daemon.client(as: user.number)
                try client.refusal("CredentialUnavailable", of: "SetPIN", Self.setPIN)
                #expect(try client.settings()["passwordAvailable"] == false)
                try daemon.stop()
            }
        }

        @Test("The helper does not answer anything but a question")
        func noQuestions() throws {
            try DaemonUnderTest.prepared { daemon in
                let tool = try PasswordTool(for: daemon)
                let long = PasswordTool.question("C", of: 0, Array(repeating: 0x61, count: 4097))
                let short = Array(PasswordTool.question("C", of: 0, Array("password".utf8)).dropLast())
                for bytes in [[], [0x43], PasswordTool.question("X", of: 0), short, long] {
                    let (answer, ending) = try tool.answer(to: bytes)
                    #expect(answer.isEmpty)
                    #expect(ending == .exited(EX_DATAERR))
                }
                let question = PasswordTool.question("H", of: 0)
                for options in [["--service"], ["--client"], ["--help"], ["root"]] {
                    #expect(try tool.answer(to: question, options) == ([], .exited(EX_USAGE)))
                }
            }
        }
    }
}

extension GateConnection {
    /// Reads on in a watch until these are the fallbacks.
    func awaitFallbacks(_ fallbacks: [String]) throws {
        while try receive().parameters["availability"]["fallbacks"].strings != fallbacks {}
    }
}
