// The accounts among which a prompt's user chooses.

import GateGuidance
import GateModel
import GateScreen
import Testing

@Suite("The choice of an account in the prompt")
struct PromptAccountTests {
    private let names = [("kari@example.org", "Kari Nordmann"), ("ola", "ola"), (nil, nil)]
    private let waiting = Progress(.waitingForFinger, attemptsRemaining: 3)

    private func request(_ chosen: Int, _ progress: Progress? = nil, of count: Int = 3) throws -> Request {
        let site = try #require(RelyingPartyID("bank.example"))
        let accounts = names.prefix(count).enumerated().map { place, name in
            PasskeyAccount(
                id: [UInt8(place)], userName: name.0, userDisplayName: name.1, isChosen: place == chosen)
        }
        return .sample(
            "r1", progress ?? waiting, operation: .sign,
            subject: SignatureSubject(.passkey(site, account: names[chosen].0, derivesSecret: false)),
            accounts: accounts)
    }

    private func state(_ chosen: Int, in language: Language = .en) throws -> PromptState {
        let message = waiting.message(for: Situation(operation: .sign), in: language)
        return PromptState(try request(chosen), message: message, in: language)
    }

    @Test("Several accounts are listed with the chosen one, which the heading names")
    func listed() throws {
        let screen = try state(0).screen()
        #expect(
            screen.lines == [
                "(~fingerprint)", "Sign in to bank.example as “kari@example.org”?", "Choose an account",
                "(x) kari@example.org, Kari Nordmann", "( ) ola", "( ) Account 3", "+ Verified:",
                "+ Site: bank.example", "> Claimed by the program:",
                "> Program file, not checked: “/usr/bin/gh”", "Touch the fingerprint reader.",
                "[pin: Or type your PIN]",
                "<Cancel> <Sign in>",
            ])
        #expect(screen.accounts[0].lines == "kari@example.org\nKari Nordmann")
        #expect(try state(0, in: .ko).screen().lines[2...5].joined(separator: "|").hasSuffix("|( ) ola|( ) 계정 3"))
        #expect(try state(0, in: .nb).screen().choice == "Velg en konto")
    }

    @Test("The service's choice is shown, in the heading, too, and announced")
    func chosen() throws {
        var state = try state(0)
        let before = state.screen()
        state.take(try request(1), message: "Touch the fingerprint reader.")
        let after = state.screen()
        #expect(after.accounts.map(\.isChosen) == [false, true, false] && state.account?.userName == "ola")
        #expect(after.heading == "Sign in to bank.example as “ola”?")
        #expect(after.announcement(after: before) == "Sign in to bank.example as “ola”?")
        #expect(
            before.announcement(after: nil)?.hasPrefix("Choose an account. Verified: Site: bank.example. Claimed by")
                == true)
        // An account without a name.
        state.take(try request(2), message: "Touch the fingerprint reader.")
        #expect(state.screen().heading == "Sign in to bank.example?")
    }

    @Test("A choice repeats no problem, and clears none")
    func problem() throws {
        var state = try state(0)
        let miss = Progress(.noMatch, attemptsRemaining: 2)
        state.take(try request(0, miss), message: "No match. 2 tries left.")
        let before = state.screen()
        #expect(before.alert != nil)
        state.take(try request(1, miss), message: "No match. 2 tries left.")
        #expect(state.screen().alert == before.alert)
    }

    @Test("While typed text is compared, the account that it was typed for stays; afterwards there is no choice")
    func fixed() throws {
        var state = try state(1)
        #expect(state.mayChoose)
        state.answer()
        #expect(!state.mayChoose && state.screen().accounts.count == 3)
        state.answerRefused(nil)
        #expect(state.mayChoose)
        state.end(RequestOutcome(confirmedBy: .pin))
        #expect(!state.mayChoose && state.screen().accounts.isEmpty && state.screen().choice == nil)
        #expect(state.screen().heading == "Sign in to bank.example as “ola”?")
    }
}
