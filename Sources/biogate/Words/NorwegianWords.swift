import GateGuidance
import GateModel

/// Norwegian bokmål.
struct NorwegianWords: CommandWords {
    var language: Language { .nb }

    func next(_ command: String) -> String { "Neste: \(command)" }
    func notRunning(_ socket: String) -> String {
        "Fingeravtrykktjenesten kjører ikke: ingen svarer på \(socket). Start den med: sudo systemctl start biogated.socket"
    }
    func nobodyListens(_ socket: String) -> String {
        "Ingen lytter på \(socket). Er stien riktig? Den kommer fra --socket eller BIOGATE_SOCKET."
    }
    var hungUp: String { "Fingeravtrykktjenesten avsluttet forbindelsen uten å svare." }
    var nameless: String {
        "Systemet har ikke noe nummer for brukeren din her, så fingeravtrykktjenesten vet ikke hvem som spør."
    }
    func untrusted(_ socket: String) -> String {
        "Ingenting ble sendt: noen annen enn fingeravtrykktjenesten lytter på \(socket)."
    }
    func invalid(_ parameter: String) -> String { "Tjenesten godtar ikke den verdien av \(parameter)." }
    var tooOld: String { "Tjenesten som kjører, kan ikke dette. Oppdater den." }
    func noCommand(_ name: String, nearest: String?, help: String) -> String {
        let advice = nearest.map { "Mente du \(quoted($0))?" } ?? "Se: \(help)"
        return "Det finnes ingen kommando \(quoted(name)). \(advice)"
    }
    var yes: Set<String> { ["j", "y"] }
    var startNow: String { "Begynne nå?" }
    func question(_ act: Act) -> String {
        switch act {
        case .addFinger: "Legge til fingeren?"
        case .removeFinger: "Fjerne?"
        case .turnOff: "Slå av?"
        case .changePIN: "Endre PIN-koden?"
        case .removePIN: "Fjerne PIN-koden?"
        case .delete, .erase: "Slette?"
        case .importFingers: "Importere?"
        case .exportFingers: "Eksportere?"
        }
    }
    var mustSayYes: String { "Ingenting ble endret. Bruk --yes for å hoppe over spørsmålet." }
    var nothingChanged: String { "Ingenting ble endret." }
    var cancelled: String { "Avbrutt." }
    func waysOut(_ alternative: Factor?) -> String {
        switch alternative {
        case .pin: "Enter: bruk PIN-kode. Ctrl-C: avbryt."
        case .password: "Enter: bruk passord. Ctrl-C: avbryt."
        case .fingerprint, nil: "Ctrl-C: avbryt."
        }
    }
    func credentialPrompt(_ factor: Factor) -> String {
        switch factor {
        case .pin: "PIN-kode:"
        case .password, .fingerprint: "Passord:"
        }
    }
    var noCredential: String {
        "PIN-kode eller passord trengs, og det er ingen terminal å spørre på. Oppgi det med --pin-from FIL."
    }
    var jsonAsksNothing: String {
        "PIN-kode eller passord trengs, og med --json blir det ikke spurt. Oppgi det med --pin-from FIL."
    }
    func tooLong(_ bytes: Int) -> String { "Det er for stort: høyst \(bytes) byte." }
    var fingerprintReady: String { "Fingeravtrykk virker. Legg fingeren på leseren når en app spør." }
    func counts(_ settings: Settings) -> String {
        "Fingre: \(settings.enrolledPrints). PIN-kode: \(settings.pinSet ? "satt" : "ikke satt"). Lagret: \(settings.items)."
    }
    func waiting(_ count: Int) -> String { "Venter på fornyelse: \(count)." }
    func rows(_ settings: Settings) -> [[String]] {
        [
            ["Fingeravtrykk", settings.fingerprintEnabled ? "på" : "av"],
            ["Fingre", "\(settings.enrolledPrints)"],
            ["PIN-kode", settings.pinSet ? "satt" : "ikke satt"],
            ["Passord", settings.passwordAvailable ? "kan brukes" : "ikke i bruk"],
            ["Lagret", "\(settings.items)"],
        ]
    }
    func loginsLocked(_ lockout: LoginLockout, _ end: LockoutEnd) -> String {
        guard let wait = lockout.retryAfter else {
            let wayOut =
                switch end {
                case .pin: "PIN-koden din låser det opp."
                case .password: "Passordet ditt låser det opp."
                case .pinOrPassword: "PIN-koden eller passordet ditt låser det opp."
                case .newPIN: "Sett en PIN-kode for å låse det opp."
                case .later:
                    "Verken PIN-kode eller passord kan brukes nå. Prøv igjen senere, eller spør en administrator."
                }
            return "Fingeravtrykk ved innlogging er låst etter for mange skanninger uten treff. \(wayOut)"
        }
        let wayOut =
            switch end {
            case .pin: " PIN-koden din avslutter pausen."
            case .password: " Passordet ditt avslutter pausen."
            case .pinOrPassword: " PIN-koden eller passordet ditt avslutter pausen."
            case .newPIN, .later: ""
            }
        return
            "Fingeravtrykk ved innlogging er satt på pause i \(wait.wait(in: language)) etter skanninger uten treff.\(wayOut)"
    }
    var noReaders: String { "Ingen fingeravtrykkleser." }
    func touches(_ count: Int) -> String { "\(count) berøringer" }
    var privacy: [String] {
        [
            """
            Tjenesten oppbevarer dette, i /var/lib/biogate hvis ikke en administrator har valgt et annet \
            sted:
            """,
            """
              malene av fingeravtrykkene dine (tall, ikke bilder), forseglet med en nøkkel på denne \
            maskinen; noen lesere har dem i sin egen brikke;
            """,
            """
              det du har lagret, og PIN-koden bare som en nøkkel den åpner; hvor ofte skanninger ikke ga \
            treff.
            """,
            "Hvor lenge: til du sletter det.",
            """
            Slik sletter du det: biogate finger remove --all, biogate rm NAVN, biogate pin remove, biogate \
            revoke-all; alt: biogate reset.
            """,
            """
            Systemloggen viser hvem som spurte om hva, og om det ble innvilget; aldri en hemmelighet, \
            aldri hvilken finger.
            """,
            "Ingenting sendes noe sted.",
        ]
    }
    func wouldClear(_ reader: ReaderID) -> String {
        "Dette sletter alle avtrykk i leseren \(quoted(reader.rawValue)), uansett hvem som la dem til."
    }
    func wouldReset(_ user: String) -> String {
        "Dette sletter alle fingre, PIN-koden, alt som er lagret og innstillingene til \(quoted(user))."
    }
    var wouldResetAll: String { "Dette sletter alle fingrene dine, PIN-koden, alt du har lagret og innstillingene." }
    func waitForRenewal(_ items: [ItemName]) -> String { "\(list(items)) kan åpnes med en finger igjen." }
    func renewNow(_ count: Int) -> String { count == 1 ? "Fornye det nå?" : "Fornye dem nå?" }
    var nothingToRenew: String { "Ingenting trenger å fornyes." }
    func nothingToRenew(_ item: Item) -> String {
        "Det er ingenting å fornye: \(list([item.name])) åpnes med \(opening(item))."
    }
    var noFingers: String { "Ingen fingre er lagt til." }
    func renamed(_ finger: String, _ label: String?) -> String {
        label.map { "\(finger) heter nå \($0)." } ?? "\(finger) har ikke noe annet navn nå."
    }
    var removedAll: String { "Alle fingre er fjernet." }
    func notAdded(_ finger: String) -> String { "Du har ikke lagt til \(finger)." }
    var unvouched: String { "bare innlogging" }
    var unvouchedOpensNothing: String {
        "Fingre for «bare innlogging» ble lagt til i systemets innstillinger. De åpner ingenting før du bekrefter dem."
    }
    func addedOn(_ finger: String, _ date: String, reader: String) -> String {
        "\(finger), lagt til \(date), på \(reader)"
    }
    var mayOpenItems: String { "La den åpne oppføringer også?" }
    var nameOneFinger: String { "Nevn fingeren du mener, og leseren med --reader." }
    var nothingToVouch: String { "Det er ingen finger å bekrefte." }
    func onSeveralReaders(_ finger: String, _ readers: [ReaderID]) -> String {
        let readers = readers.map(\.rawValue).joined(separator: ", ")
        return "Lagt til på flere lesere: \(finger). Velg en med --reader: \(readers)"
    }
    var cleared: String { "Leseren er tom." }
    var currentPINPrompt: String { "Nåværende PIN-kode:" }
    var newPINPrompt: String { "Ny PIN-kode:" }
    var repeatPINPrompt: String { "Samme PIN-kode igjen:" }
    var pinIsNeeded: String {
        "Fingre trenger PIN-koden som reserve, og du har ingen annen. Fjern fingrene først: biogate finger remove --all"
    }
    var fingerprintOn: String { "Fingeravtrykk er slått på." }
    var fingerprintOff: String { "Fingeravtrykk er slått av." }
    var fingerprintStaysOff: String { "Fingeravtrykk er fortsatt slått av: ingen finger åpner noe før det slås på." }
    var turnOn: String { "Slå det på med: biogate enable" }
    var everythingErased: String { "Alt er slettet." }
    var noItems: String { "Ingenting er lagret." }
    func opening(_ item: Item) -> String {
        switch item.state {
        case .valid: names(item.openableBy)
        case .invalidated(let cause): "ingenting åpner det (\(self.cause(cause)))"
        }
    }

    func key(_ opening: String) -> String { "nøkkel: \(opening)" }

    private func cause(_ cause: Item.Invalidation) -> String {
        switch cause {
        case .enrollmentChanged: "fingrene er endret"
        case .fingerprintDisabled: "fingeravtrykk ble slått av"
        case .pinRemoved: "PIN-koden ble fjernet"
        case .pinReset: "PIN-koden ble tilbakestilt"
        case .revoked: "tilgangen ble avsluttet"
        }
    }

    private func wait(_ item: Item) -> String {
        item.fingerprintLostBy.map(cause) ?? "ingen finger har åpnet det ennå"
    }

    func rows(_ item: Item) -> [[String]] {
        let enrollment =
            item.access.enrollment == .current ? "fingeravtrykk slutter å virke" : "fingeravtrykk virker videre"
        let rows: [(String, String?)] = [
            ("Navn", item.name.rawValue), ("Etikett", item.label?.rawValue),
            ("Type", item.kind == .secret ? "hemmelighet" : "nøkkel"),
            ("Åpnes med", opening(item)), ("Venter på fornyelse", item.waitsForRenewal ? wait(item) : nil),
            ("Når fingre endres", item.access.allows(.fingerprint) ? enrollment : nil),
            ("Gjenbruk", item.access.maximumAge > .zero ? item.access.maximumAge.wait(in: language) : nil),
            ("Forseglet av", item.sealedBy.rawValue), ("Lagret av", item.owner),
            ("Lagret", LocalTime(item.createdAt).text(in: language)),
            ("Sist brukt", item.lastUsedAt.map { LocalTime($0).text(in: language) }),
        ]
        return rows.compactMap { row in row.1.map { [row.0, $0] } }
    }
    func stored(_ item: ItemName) -> String { "Lagret: \(list([item]))." }
    func deleted(_ item: ItemName) -> String { "Slettet: \(list([item]))." }
    func secretPrompt(_ item: ItemName) -> String { "Hemmelighet for \(list([item])):" }
    var noSecret: String { "Det er ingen hemmelighet. Oppgi en med --from FIL eller på standard inn." }
    func keyMade(_ key: ItemName, _ command: String) -> String {
        "Laget: \(list([key])). Den offentlige delen: \(command)"
    }
    var noChallenge: String { "Det er ingenting å signere. Oppgi det med --from FIL eller på standard inn." }
    func saved(_ path: String) -> String { "Lagret i \(quoted(path))." }
    func fileExists(_ path: String) -> String {
        "\(quoted(path)) finnes allerede. Velg et annet navn, eller bruk --yes for å erstatte den."
    }
    func replaceFile(_ path: String) -> String { "\(quoted(path)) finnes allerede. Erstatte den?" }
    func notForVariable(_ item: ItemName) -> String {
        "\(list([item])) har en nullbyte, som ingen variabel kan ha. Bruk --fd."
    }
    func noProgram(_ name: String) -> String { "Det finnes ikke noe program \(quoted(name))." }
    var openReason: String { "Åpne i terminalen" }
    var signReason: String { "Signere i terminalen" }
    func runReason(_ program: String) -> String { "Kjør \(program)" }
    var noJournal: String { "Det finnes ingen journalctl: denne maskinen fører ingen logg." }
    func paused(_ wait: Duration) -> String {
        "Fingeravtrykk er satt på pause i \(wait.wait(in: language)). Legg så fingeren på leseren."
    }
    var setupNeedsTerminal: String {
        "Dette stiller spørsmål, og det er ingen terminal. Bruk: biogate pin set, biogate finger add, biogate store."
    }
    var setupLater: String { "Du kan begynne når som helst med: biogate setup" }
    var setPINNow: String { "Vil du sette en PIN-kode? Den er veien inn når fingeravtrykk ikke virker." }
    func addFingerNow(_ finger: String) -> String { "Legge til fingeravtrykk (\(finger))?" }
    var vouchFingersNow: String { "Bekrefte fingeravtrykkene fra systemets innstillinger, så de kan brukes her også?" }
    var tryNow: String { "Prøve det?" }
    var tryReason: String { "Prøv det ut" }
    func works(_ factor: String) -> String { "Det virker: \(factor)." }
    func noOption(_ argument: String) -> String {
        "Det finnes ikke noe valg \(quoted(argument)). Sett -- foran et navn som begynner med «-»: biogate store -- \(argument)"
    }
    func ownedByRoot(insteadOf user: String) -> String {
        "Dette gjelder fingrene, PIN-koden og det som er lagret for root, ikke for \(user)."
    }
    var tooManyArguments: String { "Det er ett argument for mye." }
    var secretsAreNoArguments: String {
        "Det er ett argument for mye. Hemmeligheter og PIN-koder er aldri argumenter: andre programmer kan lese dem. Bruk --from FIL, --pin-from FIL, et rør, eller skriv den når du blir spurt."
    }
    func unknownLocale(_ tag: String) -> String {
        "Det finnes ingen meldinger på \(quoted(tag)). --locale tar en, ko eller nb."
    }
    var notUTF8: String { "Et argument er ikke gyldig UTF-8." }
    var waitsForService: String { "Fingeravtrykktjenesten kjører ikke. Venter på den." }
    var nothingAdded: String { "Ingen finger er lagt til." }
    var passwordNeeded: String { "For å velge denne PIN-koden må du vise at det er deg, med --password-from FIL." }
    var oldPINNeeded: String {
        "En PIN-kode er satt fra før. Oppgi den med --old-pin-from FIL, eller vis at det er deg med --password-from FIL."
    }
    func notForTerminal(_ item: ItemName) -> String {
        "\(list([item])) vises ikke: det er ingen tekst, eller har tegn som en terminal adlyder. Bruk --out FIL, eller et rør."
    }
    func notExecutable(_ name: String) -> String {
        "\(quoted(name)) kan ikke kjøres: det er ikke noe program, eller du har ikke lov til å kjøre det."
    }
    func noInterpreter(_ name: String) -> String {
        "\(quoted(name)) kan ikke kjøres: programmet som den første linjen nevner, finnes ikke."
    }
    var emptyCredential: String { "Ingen PIN-kode eller passord ble oppgitt: filen eller røret er tomt." }
    var journalForbidden: String {
        "Du har ikke lov til å lese systemets logg. Bruk: sudo biogate log. For godt: sudo usermod --append --groups systemd-journal \"$USER\", og logg så inn på nytt."
    }
}
