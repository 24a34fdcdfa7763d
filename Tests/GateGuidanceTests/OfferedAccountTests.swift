import GateGuidance
import GateModel
import Testing

@Suite("The accounts that a sign-in offers, in words")
struct OfferedAccountTests {
    private func offered(
        _ names: [(String?, String?)], in language: Language = .en
    ) -> [RequestNotice.Account] {
        notice(names, in: language).accounts
    }

    private func notice(
        _ names: [(String?, String?)], at site: String = "bank.example", in language: Language = .en
    ) -> RequestNotice {
        let accounts = names.enumerated().map { place, name in
            PasskeyAccount(id: [UInt8(place)], userName: name.0, userDisplayName: name.1, isChosen: place == 0)
        }
        let request = Request(
            id: RequestID(rawValue: "r1"), processID: ProcessID(rawValue: 7), command: "firefox", executable: nil,
            unit: nil, operation: .sign, item: nil, reason: nil, factors: [.fingerprint], progress: nil,
            subject: RelyingPartyID(site).map {
                SignatureSubject(.passkey($0, account: names[0].0, derivesSecret: false))
            },
            accounts: accounts)
        return RequestNotice(request, in: language)
    }

    @Test("A site is whole in what is verified, however long it and the account's name are")
    func site() {
        let site = String(repeating: "login.", count: 40) + "example"
        let notice = notice([(String(repeating: "w", count: 64), nil)], at: site)
        #expect(notice.verified.lines.map(\.text) == ["Site: " + site] && !notice.isCut)
    }

    @Test("An account has its name, its owner's if that is another, or its number")
    func names() {
        let shown = offered([("kari", "Kari Nordmann"), ("ola", "ola"), (nil, "Per"), (nil, nil), ("\u{2800} ", nil)])
        #expect(shown.map(\.lines) == [["kari", "Kari Nordmann"], ["ola"], ["Per"], ["Account 4"], ["Account 5"]])
        #expect(
            shown.map(\.quoted) == [#""kari" "Kari Nordmann""#, #""ola""#, #""Per""#, "Account 4", "Account 5"])
        #expect(
            offered([(nil, nil)], in: .ko)[0].quoted == "계정 1" && offered([(nil, nil)], in: .nb)[0].quoted == "Konto 1")
        #expect(offered([("kari", nil)], in: .nb)[0].quoted == "«kari»")
    }

    @Test(
        "A site's name for an account stays in its line, visible and short",
        arguments: [
            "kari\u{202E}\u{2066}", "a\r\nb\u{2028}c\u{1B}[2J", String(repeating: "w", count: 400),
            "x" + String(repeating: "\u{336}", count: 400), #"" "Ola"#, #"» «Ola"#,
        ])
    func hostile(name: String) {
        for language in Language.allCases {
            let shown = offered([(name, name + "!")], in: language)[0]
            #expect(shown.lines.count == 2)
            for text in shown.lines + [shown.quoted] {
                #expect(text == text.escapingControls && text.unicodeScalars.count < 900, "\(text)")
            }
            let close: Character = language == .nb ? "»" : "\""
            let inside = Array(shown.quoted.dropFirst().dropLast())
            let ends = inside.indices.filter { inside[$0] == close && ($0 == 0 || inside[$0 - 1] != "\\") }
            // The end of the first name; the second's begins behind it.
            #expect(ends.count == (language == .nb ? 1 : 2), "\(shown.quoted)")
        }
    }
}
