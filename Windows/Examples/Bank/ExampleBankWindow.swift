import ArgumentParser
import BiometricGate
import CAdwaita
import Foundation
import GateWindows

/// A small bank in a window: signs in with the fingerprint, and asks for it again before important actions.
///
///     biogate sandbox -- example-bank-window
///
/// `main` is synchronous, because an asynchronous one would give up the main thread, and GTK may be used only on that.
@main
struct ExampleBankWindow: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "example-bank-window")

    @Option(help: "The language of the window: en, ko or nb.")
    var locale = "en"

    @Option(
        help: "The file in which the bank's server keeps whom it knows; else it forgets them when the program ends.")
    var ledger: String?

    @Option(help: "From how many seconds out of sight on the bank asks again.")
    var away = 30

    @Flag(help: "Offers the fingerprint before the first transfer, and not after the sign-in.")
    var offerLate = false

    func run() throws {
        let client = GateClient(locale: locale)
        // `main` is synchronous: this is the main thread.
        try MainActor.assumeIsolated {
            guard gtk_init_check() != 0 else { throw ExitCode(3) }
            g_set_prgname("org.example.Bank")
            g_set_application_name("Example Bank")
            adw_init()
            MainLoop.attach()
            for signal in [SIGINT, SIGTERM] { MainLoop.stop(at: signal) }
            guard
                let login = AppLogin(
                    app: "org.example.Bank", client: client, longestReuse: .seconds(300), label: Label("Example Bank")),
                let window = BankWindow(
                    login, server: BankServer(ledger: ledger), words: BankWords(locale: locale),
                    longestAbsence: .seconds(away), offersLate: offerLate)
            else { throw ExitCode.failure }
            window.open()
            MainLoop.run()
        }
    }
}
