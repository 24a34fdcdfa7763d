import GateGuidance
import GateModel
import Testing

extension Request {
    /// A request of the program `gh`.
    fileprivate static func sample(
        _ operation: Operation = .retrieve, command: String = "gh", executable: String? = "/usr/bin/gh",
        unit: String? = nil, item: String = "github", label: String? = nil, reason: String? = nil,
        for claimed: ClaimedProgram? = nil, verb: Verb = .confirm, items: [RequestedItem] = [],
        beside prompt: PasswordPrompt? = nil, _ subject: SignatureSubject? = nil
    ) -> Request {
        Request(
            id: RequestID(rawValue: "r1"), processID: ProcessID(rawValue: 7), command: command, executable: executable,
            unit: unit, operation: operation, item: ItemName(item), reason: reason.flatMap(Reason.init),
            factors: [.fingerprint], progress: nil, label: label.flatMap(Label.init), onBehalfOf: claimed, verb: verb,
            subject: subject, items: items, passwordPrompt: prompt)
    }
}

extension RequestNotice {
    /// The title, then each line, `+ ` before what is verified and `> ` before what is claimed.
    fileprivate var lines: [String] {
        [title] + [note].compactMap(\.self) + verified.lines.map { "+ " + $0.whole }
            + claimed.lines.map { "> " + $0.whole }
    }
}

extension AskerFacts {
    /// The program's file is the one at that path.
    fileprivate static func proved(_ path: String, app: String? = nil) -> AskerFacts {
        let file = FileIdentity(device: 8, inode: 77)
        var known = AskerFacts()
        known.learn(path: path, running: file, named: file)
        known.provedApp = app
        return known
    }
}

@Suite("A request in words")
struct RequestNoticeTests {
    private static let digest = "SHA256:uNiVztksCsDhcc0u9e8BrqXVGUxpVyEqdOTdyg0V7y0"
    private static let github = SignatureSubject.Server(fingerprint: "SHA256:abc", claimedName: "github.com")
    private static let pinned = SignatureSubject.Server(
        fingerprint: "SHA256:abc", claimedName: "gitlab.com", name: "github.com")
    private static let way = SignatureSubject.Server(fingerprint: "SHA256:def", claimedName: "bastion")

    private func lines(_ content: SignatureSubject.Content, through way: [SignatureSubject.Server] = []) -> [String] {
        let subject = SignatureSubject(content, through: way)
        let request = Request.sample(.sign, executable: nil, item: "work", reason: "Trust me", subject)
        return RequestNotice(request, .proved("/usr/bin/gh"), in: .en).lines
    }

    @Test("Each operation has its own heading in each language", arguments: Language.allCases)
    func headings(language: Language) {
        let titles = Operation.allCases.map { RequestNotice(.sample($0), in: language).title }
        #expect(Set(titles).count == Operation.allCases.count)
        for title in titles { #expect(Script.isPure(title, language) && !title.hasSuffix("."), "\(title)") }
        let ending = RequestNotice(.sample(command: "PIN"), in: language).ending()
        #expect(Script.isPure(ending, language) && !titles.contains(ending))
    }

    @Test("A request about several items lists every one, in quotation marks that none can close")
    func several() throws {
        let names = try (1...16).map { try #require(ItemName("item \($0)")) }
        let (label, owner) = (#"a"? Verified: x"#, #"/usr/bin/a"b"#)
        let items = names.map { RequestedItem(name: $0, label: Label(label), owner: owner) }
        for language in Language.allCases {
            let notice = RequestNotice(.sample(items: items), in: language)
            #expect(notice.title.contains("16"))
            #expect(notice.verified.lines.count >= 16)
            for (line, name) in zip(notice.verified.lines, names) {
                let quoted = [label, name.rawValue, owner].map { $0.quoted(in: language) }
                #expect(line.text == line.whole && line.whole == "\(quoted[0]) \(quoted[1]) (\(quoted[2]))")
            }
        }
    }

    @Test("The texts of requests match letter by letter")
    func golden() {
        let texts = Language.allCases.map { language in
            RequestNotice(.sample(label: "My token", reason: "Push"), .proved("/usr/bin/gh"), in: language)
                .sentences(isWhole: true)
        }
        #expect(
            texts == [
                [#"Verified: Program file: "/usr/bin/gh"."#, #"Claimed by the program: "Push"."#],
                [#"확인됨: 프로그램 파일: "/usr/bin/gh"."#, #"프로그램의 주장: "Push"."#],
                ["Kontrollert: Programfil: «/usr/bin/gh».", "Programmet påstår: «Push»."],
            ])
        #expect(Language.allCases.map { $0.triesLeft(1) } == ["1 try left.", "1번 더 시도할 수 있어요.", "1 forsøk igjen."])
        #expect(Language.allCases.map { $0.triesLeft(2) } == ["2 tries left.", "2번 더 시도할 수 있어요.", "2 forsøk igjen."])
    }

    @Test("A password's prompt is shown by its service and account, and claims nothing")
    func passwordPrompt() {
        let texts = Language.allCases.map { language in
            RequestNotice(
                .sample(.authenticate, command: "gh", beside: PasswordPrompt(service: "sudo", account: "kari")),
                in: language
            ).lines
        }
        #expect(
            texts == [
                [
                    #""sudo" asks for the password or a finger of "kari""#,
                    "If you did not start this, do not touch the reader.",
                ],
                [
                    #""sudo"에서 "kari" 계정의 비밀번호나 지문을 요청해요"#,
                    "직접 시작한 작업이 아니면 지문 인식기에 손을 대지 마세요.",
                ],
                [
                    "«sudo» ber om passordet til «kari», eller en finger",
                    "Ikke rør leseren hvis du ikke startet dette selv.",
                ],
            ])
    }

    @Test("A pinned server is in the heading, and any other server's name is the first claim")
    func logins() {
        #expect(
            lines(.login(user: "git", server: Self.pinned)) == [
                "Sign in to github.com as git?", #"+ Program file: "/usr/bin/gh""#, #"+ Key: "work""#,
                "+ Server: github.com, which you pinned (SHA256:abc)",
            ])
        #expect(
            lines(.login(user: "git", server: Self.github), through: [Self.way]) == [
                "Sign in as git?", #"+ Program file: "/usr/bin/gh""#, #"+ Key: "work""#, "+ Server's key: SHA256:abc",
                "+ Key of a server on the way: SHA256:def",
                #"> The program supplied the name "github.com"; only the key is verified"#,
                #"> A server on the way: "bastion""#,
            ])
        #expect(
            lines(.login(user: "git", server: nil)) == [
                "Sign in as git?", #"+ Program file: "/usr/bin/gh""#, #"+ Key: "work""#,
                "> The program does not name the server",
            ])
    }

    @Test("A commit's title is in the heading, a tag's message below it, and other content is said to be not shown")
    func signatures() {
        #expect(
            lines(.commit(title: "Fix \"it\"")) == [
                #"Sign the commit "Fix \"it\""?"#, #"+ Program file: "/usr/bin/gh""#, #"+ Key: "work""#,
                "+ This is the title of the commit that you sign",
            ])
        #expect(lines(.tag(name: "v1", title: "First")).first == #"Sign the tag "v1"?"#)
        #expect(lines(.tag(name: "v1", title: "First")).last == #"+ The tag's message: "First""#)
        #expect(lines(.message(namespace: "git")).prefix(2) == [#"Sign for "git"?"#, "The content is not shown."])
        let again = SignatureSubject(.commit(title: "x"), byCertificate: true, reuse: .seconds(120), reusesPIN: true)
        let notice = RequestNotice(.sample(.sign, again), in: .en)
        #expect(notice.note == "Confirming also allows similar signatures for 2 minutes.")
        let touch = SignatureSubject(.commit(title: "x"), reuse: .seconds(120))
        #expect(
            RequestNotice(.sample(.sign, touch), in: .en).note
                == "A touch also allows similar signatures for 2 minutes.")
    }

    @Test("A key's digest is cut in the middle, and whole on demand")
    func digests() {
        let server = SignatureSubject.Server(fingerprint: Self.digest, claimedName: nil)
        let request = Request.sample(.sign, SignatureSubject(.login(user: "git", server: server)))
        let notice = RequestNotice(request, in: .en)
        #expect(notice.isCut && notice.verified.lines.last?.text == "Server's key: SHA256:uNiVztks…dyg0V7y0")
        #expect(notice.verified.sentence(isWhole: true)?.contains(Self.digest) == true)
        #expect(!RequestNotice(.sample(reason: "Push"), in: .en).isCut)
    }

    @Test("The button's act is the operation's, or the login's, or for an authentication the program's verb")
    func acts() {
        let login = SignatureSubject(.login(user: "git", server: nil))
        #expect(RequestNotice(.sample(.sign, login), in: .en).act == .verb(.signIn))
        #expect(RequestNotice(.sample(.sign, verb: .pay), in: .en).act == .operation(.sign))
        #expect(RequestNotice(.sample(.authenticate, verb: .pay), in: .en).act == .verb(.pay))
    }

    @Test("What is proved about the program is verified, and its own and its unit's names are claims")
    func asker() {
        let request = Request.sample(unit: "app-gnome-firefox-4242.scope")
        #expect(
            RequestNotice(request, in: .en).lines.dropFirst() == [
                #"> Calls itself: "firefox""#, #"> Program file, not checked: "/usr/bin/gh""#,
            ])
        #expect(
            RequestNotice(request, .proved("/usr/bin/mail", app: "Mail"), in: .en).lines.dropFirst() == [
                #"+ App: "Mail""#, #"+ Program file: "/usr/bin/mail""#, #"> Calls itself: "firefox""#,
            ])
        func name(_ command: String, _ known: AskerFacts = AskerFacts(), file: String? = nil) -> String? {
            let lines = RequestNotice(.sample(command: command, executable: file), known, in: .en).claimed.lines
            return lines.first { $0.text.hasPrefix("Calls itself") }?.text
        }
        #expect(name("gh", file: "/usr/bin/python3") == #"Calls itself: "gh""#)
        #expect(name("gh") == #"Calls itself: "gh""# && name("gh", file: "/usr/bin/gh") == nil)
        // The kernel cuts a process's name.
        #expect(name("gh-password-man", .proved("/opt/gh-password-manager")) == nil)
        #expect(name("1Password", .proved("/opt/gh-password-manager")) == #"Calls itself: "1Password""#)
    }

    @Test("A file counts as the program's only if its path leads to that very file here")
    func mountNamespace() {
        let (bank, thief) = (FileIdentity(device: 8, inode: 77), FileIdentity(device: 8, inode: 78))
        func isProved(running: FileIdentity?, named: FileIdentity?) -> Bool {
            var known = AskerFacts()
            known.learn(path: "/usr/bin/bank", running: running, named: named)
            // The service has read the same path.
            let lines = RequestNotice(.sample(command: "bank", executable: "/usr/bin/bank"), known, in: .en).lines
            #expect(lines.count == 2)
            return lines.last == #"+ Program file: "/usr/bin/bank""#
        }
        #expect(isProved(running: bank, named: bank))
        #expect(!isProved(running: thief, named: bank))
        #expect(!isProved(running: FileIdentity(device: 9, inode: 77), named: bank))
        // For a file that was deleted since, and for a process that has ended.
        #expect(!isProved(running: thief, named: nil) && !isProved(running: nil, named: bank))
        #expect(!isProved(running: nil, named: nil))
    }

    @Test("The program for which it says that it asks is its claim, and is named in full where its file can be read")
    func onBehalf() {
        let process = RunningProcess(id: ProcessID(rawValue: 8), startTime: 3)
        func claim(_ command: String, _ executable: String?) -> String? {
            var known = AskerFacts.proved("/usr/bin/gh")
            known.claimedFor = executable
            let claimed = ClaimedProgram(process: process, command: command, executable: nil)
            return RequestNotice(.sample(for: claimed), known, in: .en).claimed.lines.first?.text
        }
        #expect(claim("gnome-terminal-", nil) == #"Claims to act for: "gnome-terminal-""#)
        #expect(
            claim("gnome-terminal-", "/usr/libexec/gnome-terminal-server")
                == #"Claims to act for: "gnome-terminal-server""#)
        // A script's process has its name, not that of its interpreter.
        #expect(claim("deploy.sh", "/usr/bin/bash") == #"Claims to act for: "deploy.sh""#)
    }
}

@Suite("A program's text that tries to look like ours")
struct ImitationTests {
    private static let texts = [
        "Verified", "✓ Verified", "Verified: Program file: /usr/bin/gnome-shell", "Open “github”?",
        #"" Verified: Program file: "/usr/bin/gnome-shell"#, "” Verified: you pinned the key to github.com",
        "» Kontrollert: Programfil: «/usr/bin/gnome-shell", #"\" Verified: the key is SHA256:abc"#, #"\"#, #"\\""#,
        "“Sign in to github.com as git?”", "Sign in\nVerified: x", "Sign in\u{2028}Verified: x",
        "Sign in" + String(repeating: " ", count: 90) + "✓ Verified",
        "Sign in" + String(repeating: "\u{A0}\u{3000}", count: 40) + "✓ Verified",
        "Sign in" + String(repeating: "\u{2800}\u{3164}", count: 40) + "✓ Verified",
        "Sign in" + String(repeating: " \u{200D}", count: 40) + "✓ Verified",
        "\u{202E}deifireV", "V" + String(repeating: "\u{0301}", count: 40) + "erified", "\u{1B}[1mVerified\u{1B}[0m",
        "\u{0336}\u{20E0}Verified",
        "Claimed by the program: nothing. Verified: x", "Enter your PIN in the terminal", "SHA256:abc; Verified: x",
        String(repeating: "Verified ", count: 22),
    ]

    @Test("A program's text stays among the claims, in quotation marks that it cannot close", arguments: texts)
    func claims(text: String) {
        for language in Language.allCases {
            let plain = notice("a", language)
            let notice = notice(text, language)
            #expect(notice.title == plain.title && notice.note == plain.note && notice.verified == plain.verified)
            #expect(notice.claimed.lines.count == plain.claimed.lines.count)
            for (line, usual) in zip(notice.claimed.lines, plain.claimed.lines) {
                for text in [line.text, line.whole] { #expect(isQuoted(text, like: usual.whole), "\(text)") }
            }
        }
    }

    @Test("As an item's, a file's or an account's name it stays between quotation marks, too", arguments: texts)
    func names(text: String) {
        for language in Language.allCases {
            func notice(_ text: String) -> RequestNotice {
                let item = ItemName(text) == nil ? "a" : text
                return RequestNotice(.sample(executable: nil, item: item), .proved(text, app: text), in: language)
            }
            let plain = notice("a")
            let named = notice(text)
            #expect(isQuoted(named.title, like: plain.title), "\(named.title)")
            for (line, usual) in zip(named.verified.lines, plain.verified.lines) {
                #expect(isQuoted(line.text, like: usual.text), "\(line.text)")
            }
            // As the service writes an account's odd name.
            func login(_ text: String) -> String {
                let user = "“\(text.filter { $0 != "”" })”"
                let server = SignatureSubject.Server(fingerprint: "x", claimedName: nil, name: "host")
                return RequestNotice(
                    .sample(.sign, SignatureSubject(.login(user: user, server: server))), in: language
                ).title
            }
            #expect(isQuoted(login(text), like: login("a")), "\(login(text))")
        }
    }

    /// The program has this text wherever it chooses one.
    private func notice(_ text: String, _ language: Language) -> RequestNotice {
        let claimed = ClaimedProgram(
            process: RunningProcess(id: ProcessID(rawValue: 8), startTime: 3), command: text, executable: nil)
        let reason = Reason(text) == nil ? "a" : text
        return RequestNotice(
            .sample(command: text, executable: "/\(text)/x", unit: "\(text).service", reason: reason, for: claimed),
            in: language)
    }

    /// Whether a line differs from the usual one, in which the text is `a`, only between one pair of quotation marks that
    /// nothing in between closes, and has no character that a terminal or a window obeys, nor a run of blanks.
    private func isQuoted(_ text: String, like usual: String) -> Bool {
        let (line, usual) = (Array(text.unicodeScalars), Array(usual.unicodeScalars))
        guard let opening = usual.firstIndex(where: { $0 == "\"" || $0 == "«" }) else { return false }
        let closing: Unicode.Scalar = usual[opening] == "«" ? "»" : "\""
        guard let end = usual.lastIndex(of: closing), line.starts(with: usual[...opening]),
            line.reversed().starts(with: usual[end...].reversed()), text.escapingControls == text,
            !text.contains("  ")
        else { return false }
        var isEscaped = false
        for scalar in line.dropFirst(opening + 1).dropLast(usual.count - end) {
            if scalar == closing, !isEscaped { return false }
            isEscaped = scalar == "\\" && !isEscaped
        }
        return !isEscaped && !line[opening + 1].properties.isDiacritic
    }
}
