internal import GateModel

/// Norwegian texts, in bokmål.
struct Norwegian: Phrasebook {
    func words(for error: GateError, in situation: Situation) -> Words {
        switch error {
        case .noHardware: Words("Ingen fingeravtrykkleser", "Fant ingen leser som virker på denne maskinen.")
        case .hardwareUnavailable(let reason, let retryAfter, _): unavailable(reason, retryAfter)
        case .notEnrolled(printsVanished: false, _):
            Words("Ingen fingeravtrykk er lagt til", "Legg til ett for å bruke det neste gang.")
        case .notEnrolled(printsVanished: true, _):
            Words("Fingeravtrykkene er borte fra leseren", "Legg til ett for å bruke det igjen.")
        case .disabled: Words("Fingeravtrykk er slått av", "Du kan slå det på i innstillingene.")
        case .lockout(let retryAfter, _, _):
            Words(
                "Fingeravtrykk er satt på pause",
                "De siste skanningene ga ikke treff. Prøv igjen om \(wait(retryAfter)).")
        case .lockoutPermanent(let reason, let clearedBy, _):
            locked(reason, Fallback(among: clearedBy), Routine(situation.maximumCredentialAge))
        case .authenticationFailed: Words("Ingen treff", "")
        case .timedOut: Words("Tiden er ute", "Ingen finger berørte leseren. Prøv igjen.")
        case .cancelled(let canceller): cancelled(by: canceller)
        case .credentialRequired(let accepted): required(Fallback(among: accepted))
        case .credentialNotSet:
            Words("Ingen PIN-kode er valgt", "Velg en PIN-kode først. Den brukes når fingeravtrykk ikke virker.")
        case .credentialWrong(.fingerprint, let remaining, let retryAfter):
            Words("Ingen treff", tries(remaining, retryAfter))
        case .credentialWrong(.pin, let remaining, let retryAfter):
            Words("PIN-koden stemte ikke", tries(remaining, retryAfter))
        case .credentialWrong(.password, let remaining, let retryAfter):
            Words("Passordet stemte ikke", tries(remaining, retryAfter))
        case .credentialUnavailable(let factor):
            Words(
                "\(definite(factor)) kan ikke kontrolleres nå",
                "Tjenesten som kontrollerer det, svarer ikke. Prøv igjen, eller spør en administrator.")
        case .credentialThrottled(let factor, let retryAfter):
            Words(
                "\(definite(factor)) er satt på pause",
                "De siste forsøkene stemte ikke. Prøv igjen om \(wait(retryAfter)).")
        case .signInRequired:
            Words("PIN-koden er låst", "Mange forsøk stemte ikke. Logg inn på nytt for å fortsette.")
        case .pinUnacceptable(let rule, let minimumLength): unacceptable(rule, minimumLength)
        case .factorNotAllowed(let allowed):
            Words("Det virker ikke her", allowed.isEmpty ? sentence(for: .signIn) : "Bruk \(either(allowed)).")
        case .itemNotFound(let name):
            Words("Ingenting er lagret som \(marked(name.rawValue))", "Se listen over det som er lagret.")
        case .itemExists(let name):
            Words("\(marked(name.rawValue)) er lagret fra før", "Velg et annet navn, eller erstatt det.")
        case .itemInvalidated(_, let cause): invalidated(by: cause)
        case .printNotFound: Words("Fant ikke fingeravtrykket", "Se listen over fingeravtrykkene dine.")
        case .fingerAlreadyEnrolled(let print):
            Words(
                "Denne fingeren er lagt til fra før",
                "Den er lagret som \(name(of: print.finger)). Bruk en annen finger.")
        case .fingerKnownToReader:
            Words(
                "Leseren kjenner denne fingeren fra før",
                "Et annet system eller en annen bruker la den til. Bruk en annen finger, eller spør en administrator.")
        case .readerNotFound: Words("Fant ikke leseren", "Koble den til, eller velg en annen.")
        case .readerFull: Words("Leseren er full", "Fjern et fingeravtrykk, og prøv igjen.")
        case .requestNotFound: Words("Ingenting venter", "Forespørselen er allerede avsluttet.")
        case .limitExceeded(let limit): exceeded(limit)
        case .sealingUnavailable(let reason): sealed(reason)
        case .storageFailed:
            Words("Det lot seg ikke lagre", "Ingenting ble endret. Se etter at disken har plass, og prøv igjen.")
        case .notPermitted(.administratorOnly): Words("Ikke tillatt", "Bare en administrator kan gjøre dette.")
        case .notPermitted(.accountChanged):
            Words(
                "Kontoen har et annet navn enn før",
                "Det som er lagret her, tilhører det forrige navnet. En administrator kan nullstille det.")
        }
    }

    private func unavailable(_ reason: HardwareReason, _ retryAfter: Duration?) -> Words {
        switch reason {
        case .busy, .inUse: Words("Leseren er i bruk", "Et annet program bruker den. Prøv igjen om litt.")
        case .suspended: Words("Leseren er i dvale", "Prøv igjen når maskinen er våken.")
        case .overheated:
            Words(
                "Leseren er for varm",
                retryAfter.map { "Prøv igjen om \(wait($0))." } ?? "Prøv igjen når den er avkjølt.")
        case .disconnected: Words("Leseren er ikke koblet til", "Koble til fingeravtrykkleseren.")
        case .faulted:
            Words("Leseren svarer ikke", "Prøv igjen. Hvis det ikke hjelper, kan du starte maskinen på nytt.")
        case .notInteractive:
            Words("Fingeravtrykk virker ikke herfra", "Det virker bare når du sitter ved maskinen.")
        case .administrator:
            Words("Fingeravtrykk er ikke i bruk her", "En administrator har slått det av på denne maskinen.")
        }
    }

    private func locked(_ reason: CredentialReason, _ fallback: Fallback, _ routine: Routine) -> Words {
        let credential =
            switch fallback {
            case .pin: "bruke PIN-koden"
            case .password: "bruke passordet"
            case .signIn: "logge inn på nytt"
            }
        let time = "På tide å \(credential)"
        switch (reason, fallback) {
        case (.attempts, .pin):
            return Words(
                "Fingeravtrykk er låst", "Mange skanninger ga ikke treff. Oppgi PIN-koden én gang, så virker det igjen."
            )
        case (.attempts, .password):
            return Words(
                "Fingeravtrykk er låst", "Mange skanninger ga ikke treff. Oppgi passordet én gang, så virker det igjen."
            )
        case (.attempts, .signIn):
            return Words("Fingeravtrykk er låst", "Mange skanninger ga ikke treff. \(sentence(for: .signIn))")
        case (.credentialAge, .pin), (.credentialAge, .password):
            return Words(time, "Dette er rutine \(every(routine)). Så virker fingeravtrykket igjen.")
        case (.credentialAge, .signIn):
            return Words(time, "Dette er rutine \(every(routine)). \(sentence(for: .signIn))")
        case (.boot, .pin), (.boot, .password):
            return Words(time, "Dette er rutine etter en omstart. Så virker fingeravtrykket igjen.")
        case (.boot, .signIn):
            return Words(time, "Dette er rutine etter en omstart. \(sentence(for: .signIn))")
        }
    }

    private func every(_ routine: Routine) -> String {
        switch routine {
        case .days(1): "hver dag"
        case .days(2): "annenhver dag"
        case .days(3): "hver tredje dag"
        case .days(let count): "hver \(count). dag"
        case .hours(1): "hver time"
        case .hours(let count): "hver \(count). time"
        }
    }

    private func cancelled(by canceller: Canceller) -> Words {
        switch canceller {
        case .client, .user: Words("Avbrutt", "Du kan prøve igjen når som helst.")
        case .sessionLocked: Words("Skjermen ble låst", "Lås den opp, og prøv igjen.")
        case .suspend: Words("Maskinen gikk i dvale", "Prøv igjen når den er våken.")
        case .revoked: Words("Tilgangen er avsluttet", sentence(for: .signIn))
        case .shutdown: Words("Fingeravtrykktjenesten stopper", "Prøv igjen om litt.")
        }
    }

    private func required(_ fallback: Fallback) -> Words {
        switch fallback {
        case .pin: Words("PIN-koden trengs", "Oppgi PIN-koden for å fortsette.")
        case .password: Words("Passordet trengs", "Oppgi passordet for å fortsette.")
        case .signIn: Words("Bekreft at det er deg", sentence(for: .signIn))
        }
    }

    private func tries(_ remaining: Int?, _ retryAfter: Duration?) -> String {
        if let retryAfter { return "Prøv igjen om \(wait(retryAfter))." }
        if remaining == 0 { return "Ingen forsøk igjen. Bruk passordet, eller logg inn på nytt." }
        return remaining.map { "Prøv igjen. \(triesLeft($0))." } ?? "Prøv igjen."
    }

    func triesLeft(_ count: Int) -> String { "\(count) forsøk igjen" }

    private func unacceptable(_ rule: PINRule, _ minimumLength: Int) -> Words {
        let body =
            switch rule {
            case .tooShort: "Bruk minst \(minimumLength) sifre."
            case .tooLong: "Bruk færre sifre."
            case .notDigits: "Bruk bare sifre."
            case .tooSimple: "Unngå ett siffer som gjentas, og rekker som 123456."
            }
        return Words("Velg en annen PIN-kode", body)
    }

    private func either(_ factors: [Factor]) -> String {
        factors.map(name(of:)).joined(separator: " eller ")
    }

    /// The factor in the definite form, at the beginning of a sentence.
    private func definite(_ factor: Factor) -> String {
        switch factor {
        case .fingerprint: "Fingeravtrykket"
        case .pin: "PIN-koden"
        case .password: "Passordet"
        }
    }

    private func invalidated(by cause: Item.Invalidation) -> Words {
        let body = "Logg inn én gang, så virker det igjen."
        return switch cause {
        case .enrollmentChanged: Words("Fingeravtrykkene er endret", body)
        case .fingerprintDisabled: Words("Fingeravtrykk ble slått av", body)
        case .pinRemoved: Words("PIN-koden er fjernet", body)
        case .pinReset: Words("PIN-koden er valgt på nytt", body)
        case .revoked: Words("Tilgangen er avsluttet", body)
        }
    }

    private func exceeded(_ limit: Limit) -> Words {
        switch Limit.Kind(limit) {
        case .items: Words("Ikke plass til flere", "Det er plass til \(limit.maximum). Fjern noe først.")
        case .itemBytes: Words("Ikke plass til mer", "Det du har lagret, fyller plassen. Fjern noe først.")
        case .waiting: Words("Andre forespørsler venter", "Prøv igjen om litt.")
        case .connections: Words("For mange programmer er koblet til", "Lukk ett, eller prøv igjen om litt.")
        case .message: Words("Det er for stort", "Høyst \(limit.maximum) byte kan sendes om gangen.")
        case .other: Words("Det er for mye", "Høyst \(limit.maximum) er mulig her.")
        }
    }

    private func sealed(_ reason: SealingReason) -> Words {
        let body =
            switch reason {
            case .noTPM: "Fant ikke sikkerhetsbrikken i maskinen. Spør en administrator."
            case .busy: "Sikkerhetsbrikken i maskinen er opptatt. Prøv igjen om litt."
            case .dictionaryLockout: "Sikkerhetsbrikken i maskinen er satt på pause. Prøv igjen senere."
            case .otherMachine: "Dette ble lagret på en annen maskin. Åpne det der, eller spør en administrator."
            case .policyFailed:
                "En gammel kopi er lagt tilbake, eller sikkerhetsbrikken er satt opp annerledes. Spør en administrator."
            case .rootKeyMissing: "Nøkkelfilen mangler. En administrator kan hente den fra en sikkerhetskopi."
            case .faulted: "Sikkerhetsbrikken i maskinen svarer ikke. Prøv igjen, eller start maskinen på nytt."
            }
        return Words("Dette kan ikke åpnes nå", body)
    }

    func renewal(by fallback: Fallback) -> Words {
        let body =
            switch fallback {
            case .pin: "Forny dette med PIN-koden, så virker fingeravtrykket igjen."
            case .password: "Forny dette med passordet, så virker fingeravtrykket igjen."
            case .signIn: sentence(for: .signIn)
            }
        return Words("Fingeravtrykkene er endret", body)
    }

    func sentence(for fallback: Fallback) -> String {
        switch fallback {
        case .pin: "Bruk PIN-koden i stedet."
        case .password: "Bruk passordet i stedet."
        case .signIn: "Logg inn på nytt for å fortsette."
        }
    }

    func caption(_ caption: Caption) -> String {
        switch caption {
        case .verifyIdentity: "Bekreft at det er deg"
        case .biometrics: "Biometri"
        case .useFingerprint: "Bruk fingeravtrykk"
        case .usePIN: "Bruk PIN-kode"
        case .usePassword: "Bruk passord"
        case .signIn: "Logg inn"
        case .addFingerprint: "Legg til"
        case .turnOn: "Slå på"
        case .notNow: "Ikke nå"
        case .connectReader: "Koble til"
        case .tryAgain: "Prøv igjen"
        case .cancel: "Avbryt"
        }
    }

    var offer: Words {
        Words(
            "Logge inn raskere med fingeravtrykk?",
            "Det forlater aldri denne maskinen. Du kan slå det av når som helst.")
    }

    func prompt(_ situation: Situation, asking finger: Finger?) -> String {
        let touch = "Legg \(finger.map(name(of:)) ?? "fingeren") på leseren"
        guard let purpose = purpose(situation) else { return finger == nil ? touch : touch + "." }
        return "\(touch) for å \(purpose)."
    }

    private func purpose(_ situation: Situation) -> String? {
        guard let operation = situation.operation else { return nil }
        switch (operation, situation.item) {
        case (.store, let item?): return "lagre \(marked(item.rawValue))"
        case (.retrieve, let item?): return "åpne \(marked(item.rawValue))"
        case (.createKey, let item?): return "lage nøkkelen \(marked(item.rawValue))"
        case (.sign, let item?): return "signere med \(marked(item.rawValue))"
        case (.renew, let item?): return "fornye \(marked(item.rawValue))"
        case (.enable, _): return "slå på fingeravtrykk"
        case (.authenticate, _), (.enroll, _), (.store, nil), (.retrieve, nil), (.createKey, nil), (.sign, nil),
            (.renew, nil):
            return nil
        }
    }

    func request(by program: String, _ operation: Operation, _ item: String?) -> String {
        let item = marked(item ?? "")
        let wish =
            switch operation {
            case .authenticate: "ber deg bekrefte at det er deg"
            case .enroll: "vil legge til en finger"
            case .enable: "vil slå på fingeravtrykk"
            case .store: "vil lagre \(item)"
            case .retrieve: "vil åpne \(item)"
            case .createKey: "vil lage nøkkelen \(item)"
            case .sign: "vil signere med \(item)"
            case .renew: "vil fornye \(item)"
            }
        return "\(marked(program)) \(wish)."
    }

    private func marked(_ name: String) -> String { name.quoted(in: .nb) }

    func requestEnded(by program: String) -> String { "\(marked(program)) venter ikke lenger på deg." }

    func message(for progress: Progress) -> String {
        switch progress.event {
        case .queued: "En annen forespørsel bruker leseren. Vent litt."
        case .waitingForFinger: prompt(Situation(), asking: progress.finger)
        case .fingerPresent: "Leser fingeravtrykket. Et øyeblikk."
        case .retry: again(progress.hint ?? .poorScan)
        case .noMatch: progress.triesLeft.map { "Ingen treff. \(triesLeft($0))." } ?? "Ingen treff."
        case .matched: "Fingeravtrykket stemmer."
        case .stagePassed:
            if let stage = progress.stage, let stages = progress.stages, stage > 0 {
                "\(stage) av \(stages) berøringer er ferdige."
            } else {
                "Den berøringen var god."
            }
        case .credentialWrong: "PIN-koden eller passordet stemte ikke. Prøv igjen, eller legg fingeren på leseren."
        }
    }

    private func again(_ hint: ScanHint) -> String {
        switch hint {
        case .poorScan: "Skanningen ble utydelig. Legg fingeren på leseren igjen."
        case .tooShort: "Det gikk litt for fort. La fingeren ligge litt lenger."
        case .notCentered: "Legg fingeren midt på leseren."
        case .removeFinger: touchAgain
        case .tooFast: "Det gikk for fort. Beveg fingeren saktere."
        }
    }

    var touchAgain: String { "Løft fingeren, og legg den på leseren igjen." }

    var unlockReason: String { "Bruk fingeravtrykk igjen" }

    func name(of finger: Finger) -> String {
        switch finger {
        case .leftThumb: "venstre tommel"
        case .leftIndex: "venstre pekefinger"
        case .leftMiddle: "venstre langfinger"
        case .leftRing: "venstre ringfinger"
        case .leftLittle: "venstre lillefinger"
        case .rightThumb: "høyre tommel"
        case .rightIndex: "høyre pekefinger"
        case .rightMiddle: "høyre langfinger"
        case .rightRing: "høyre ringfinger"
        case .rightLittle: "høyre lillefinger"
        }
    }

    var ready: String { "Klar" }

    func name(of factor: Factor) -> String {
        switch factor {
        case .fingerprint: "fingeravtrykk"
        case .pin: "PIN-kode"
        case .password: "passord"
        }
    }

    func seconds(_ count: Int64) -> String { count == 1 ? "1 sekund" : "\(count) sekunder" }

    func minutes(_ count: Int64) -> String { count == 1 ? "1 minutt" : "\(count) minutter" }
}
