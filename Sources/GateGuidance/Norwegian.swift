internal import GateModel

/// Norwegian texts, in bokmål.
struct Norwegian: Phrasebook {
    func words(for error: GateError, in situation: Situation) -> Words {
        switch error {
        case .noHardware: Words("Ingen fingeravtrykkleser", "Fant ingen leser som virker på denne maskinen.")
        case .hardwareUnavailable(.notInteractive, _, _) where situation.isSessionLocked: sessionLocked
        case .hardwareUnavailable(.notInteractive, _, _) where situation.isLidClosed: lidClosed
        case .hardwareUnavailable(let reason, let retryAfter, _): unavailable(reason, retryAfter)
        case .notEnrolled(printsVanished: false, _) where situation.hasUnvouchedPrints:
            Words(
                "Fingeravtrykket ditt kan foreløpig bare brukes til innlogging",
                "Det ble lagt til i systemets innstillinger. Bekreft det med PIN-koden eller passordet for å bruke det her også."
            )
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
            locked(reason, Fallback(among: clearedBy), situation)
        case .authenticationFailed: Words("Ingen treff", "")
        case .timedOut(.calls?, _):
            Words("De andre forespørslene dine kom først", "Turen kom ikke i tide. Prøv igjen om litt.")
        case .timedOut(.reader?, _):
            Words("Leseren er i bruk", "Noe annet brukte den hele tiden. Prøv igjen om litt.")
        case .timedOut(nil, _) where situation.operation == .enroll:
            Words("Tiden er ute", "Ingenting ble lagt til. Prøv igjen.")
        case .timedOut(nil, let fallbacks):
            Words("Ingen finger ga treff i tide", tryAgain(or: Fallback(among: fallbacks)))
        case .cancelled(let canceller): cancelled(by: canceller, situation)
        case .credentialRequired(let accepted, let clearedBy):
            clearedBy.isEmpty ? required(Fallback(among: accepted), situation) : pinBlocked
        case .credentialNotSet(.password):
            Words(
                "Ingen passord kan kontrolleres",
                situation.isReset
                    ? "Bare en administrator kan slette det som er lagret her."
                    : "Kontoen har ikke noe passord, eller en administrator har slått av kontrollen.")
        case .credentialNotSet:
            Words("Ingen PIN-kode er valgt", "Velg en PIN-kode først. Den brukes når fingeravtrykk ikke virker.")
        case .credentialWrong(.fingerprint, let remaining, let retryAfter):
            Words("Ingen treff", tries(remaining, retryAfter, situation))
        case .credentialWrong(.pin, let remaining, let retryAfter):
            Words("PIN-koden stemte ikke", tries(remaining, retryAfter, situation))
        case .credentialWrong(.password, let remaining, let retryAfter):
            Words("Passordet stemte ikke", tries(remaining, retryAfter, situation))
        case .credentialUnavailable(let factor):
            Words(
                "\(definite(factor)) kan ikke kontrolleres nå",
                "Tjenesten som kontrollerer det, svarer ikke. Prøv igjen, eller spør en administrator.")
        case .credentialThrottled(let factor, let retryAfter):
            Words(
                "\(definite(factor)) er satt på pause",
                "De siste forsøkene stemte ikke. Prøv igjen om \(wait(retryAfter)).")
        case .signInRequired:
            Words(
                "PIN-koden er låst",
                "Mange forsøk stemte ikke.", lastWay(situation))
        case .pinUnacceptable(let rule, let minimumLength): unacceptable(rule, minimumLength)
        case .factorNotAllowed(let allowed, let why): refusal(allowed, why?.reason, situation)
        case .itemNotFound(let name, .key?):
            Words("\(marked(name.rawValue)) er en nøkkel, ikke en hemmelighet", "Nøkler kan signere, men ikke leses.")
        case .itemNotFound(let name, .secret?):
            Words(
                "\(marked(name.rawValue)) er en hemmelighet, ikke en nøkkel",
                "Hemmeligheter kan åpnes, men ikke signere.")
        case .itemNotFound(let name, nil):
            Words("Ingenting er lagret som \(marked(name.rawValue))", "Se listen over det som er lagret.")
        case .itemExists(let name):
            Words("\(marked(name.rawValue)) er lagret fra før", "Velg et annet navn, eller erstatt det.")
        case .itemInvalidated(let name, let cause): invalidated(name, by: cause, situation)
        case .printNotFound: Words("Fant ikke fingeravtrykket", "Se listen over fingeravtrykkene dine.")
        case .fingerAlreadyEnrolled(let print):
            Words(
                "Denne fingeren er lagt til fra før",
                "Den er lagret som \(name(of: print.finger)). Bruk en annen finger.")
        case .fingerKnownToReader:
            Words(
                "Leseren kjenner denne fingeren fra før",
                "Et annet program, system eller en annen bruker la den til. Bruk en annen finger, eller spør en administrator."
            )
        case .readerNotFound: Words("Fant ikke leseren", "Koble den til, eller velg en annen.")
        case .readerFull: Words("Leseren er full", "Fjern et fingeravtrykk, og prøv igjen.")
        case .requestNotFound: Words("Ingenting venter", "Forespørselen er allerede avsluttet.")
        case .limitExceeded(let limit): exceeded(limit)
        case .sealingUnavailable(let reason): sealed(reason)
        case .storageFailed:
            Words(
                "Tjenesten kan ikke bruke dataene sine nå",
                "Ingenting ble endret. Disken kan være full eller skrivebeskyttet, eller det lagrede kan være skadet.")
        case .notPermitted(.administratorOnly): Words("Ikke tillatt", "Bare en administrator kan gjøre dette.")
        case .notPermitted(.noAccount):
            Words(
                "Ingenting lagres for deg her",
                "Fant ingen konto for brukernummeret. En administrator kan tillate det.")
        case .notPermitted(.accountChanged):
            Words(
                "Kontoen har fått et nytt navn",
                "En administrator kan gi den tilbake det forrige navnet, eller slette det som er lagret her.")
        case .notPermitted(.accountUnknown):
            Words(
                "Kontoen kan ikke slås opp nå",
                "Ingenting ble endret. Prøv igjen om litt, eller spør en administrator.")
        }
    }

    private var sessionLocked: Words { Words("Skjermen er låst", "Fingeravtrykk virker når den er låst opp.") }
    private var lidClosed: Words { Words("Lokket er lukket", "Fingeravtrykk virker når det er åpent.") }

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

    private func locked(_ reason: CredentialReason, _ fallback: Fallback, _ situation: Situation) -> Words {
        let routine = Routine(situation.maximumCredentialAge)
        let credential =
            switch fallback {
            case .pin: "bruke PIN-koden"
            case .password: "bruke passordet"
            case .signIn: situation.hasSignIn ? "logge inn på nytt" : "bruke PIN-koden eller passordet"
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
            return Words("Fingeravtrykk er låst", "Mange skanninger ga ikke treff.", signIn(situation))
        case (.credentialAge, .pin), (.credentialAge, .password):
            return Words(time, "Dette er rutine \(every(routine)). Så virker fingeravtrykket igjen.")
        case (.credentialAge, .signIn):
            return Words(time, "Dette er rutine \(every(routine)).", signIn(situation))
        case (.boot, .pin), (.boot, .password):
            return Words(time, "Dette er rutine etter en omstart. Så virker fingeravtrykket igjen.")
        case (.boot, .signIn):
            return Words(time, "Dette er rutine etter en omstart.", signIn(situation))
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

    private func cancelled(by canceller: Canceller, _ situation: Situation) -> Words {
        switch canceller {
        case .client, .user: Words("Avbrutt", "Du kan prøve igjen når som helst.")
        case .sessionLocked: Words("Skjermen ble låst", "Lås den opp, og prøv igjen.")
        case .suspend: Words("Maskinen gikk i dvale", "Prøv igjen når den er våken.")
        case .revoked where !situation.hasSignIn: Words("Tilgangen er avsluttet", "Du kan prøve igjen når som helst.")
        case .revoked: Words("Tilgangen er avsluttet", sentence(for: .signIn))
        case .shutdown: Words("Fingeravtrykktjenesten stopper", "Prøv igjen om litt.")
        }
    }

    private var pinBlocked: Words {
        Words("PIN-koden er låst", "Mange forsøk stemte ikke. Skriv inn passordet én gang, så virker den igjen.")
    }

    private func required(_ fallback: Fallback, _ situation: Situation) -> Words {
        switch fallback {
        case .pin: Words("PIN-koden trengs", "Oppgi PIN-koden for å fortsette.")
        case .password: Words("Passordet trengs", "Oppgi passordet for å fortsette.")
        case .signIn: Words("Bekreft at det er deg", signIn(situation))
        }
    }

    private func tries(_ remaining: Int?, _ retryAfter: Duration?, _ situation: Situation) -> String {
        if let retryAfter { return "Prøv igjen om \(wait(retryAfter))." }
        if remaining == 0 {
            guard situation.hasPassword else { return "Ingen forsøk igjen. \(lastWay(situation))" }
            return
                "Ingen forsøk igjen. Bruk passordet, eller \(situation.hasSignIn ? "logg inn på nytt" : "spør en administrator")."
        }
        return remaining.map { "Prøv igjen. \(triesLeft($0))." } ?? "Prøv igjen."
    }

    private func lastWay(_ situation: Situation) -> String {
        situation.hasSignIn
            ? sentence(for: .signIn) : "Det som gjenstår, er at en administrator nullstiller, og det sletter alt."
    }

    private func tryAgain(or fallback: Fallback) -> String {
        switch fallback {
        case .pin: "Prøv igjen, eller bruk PIN-koden."
        case .password: "Prøv igjen, eller bruk passordet."
        case .signIn: "Prøv igjen."
        }
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

    func only(_ factors: [Factor]) -> String { "Bare \(either(factors)) virker her" }

    func use(_ factors: [Factor]) -> String { "Bruk \(either(factors))." }

    var neverByFinger: Words {
        Words("Dette åpnes ikke med fingeravtrykk", "Det ble lagret uten. Erstatt det for å endre det.")
    }

    /// The factor in the definite form, at the beginning of a sentence.
    private func definite(_ factor: Factor) -> String {
        switch factor {
        case .fingerprint: "Fingeravtrykket"
        case .pin: "PIN-koden"
        case .password: "Passordet"
        }
    }

    private func invalidated(_ name: ItemName, by cause: Item.Invalidation, _ situation: Situation) -> Words {
        guard !situation.hasSignIn else { return Words(happened(cause), "Logg inn én gang, så virker det igjen.") }
        let again = situation.isAboutKey ? "Lag den på nytt." : "Lagre det på nytt."
        return Words("\(marked(name.rawValue)) ble ødelagt da \(happening(cause))", again)
    }

    private func happening(_ cause: Item.Invalidation) -> String {
        switch cause {
        case .enrollmentChanged: "fingeravtrykkene ble endret"
        case .fingerprintDisabled: "fingeravtrykk ble slått av"
        case .pinRemoved: "PIN-koden ble fjernet"
        case .pinReset: "PIN-koden ble tilbakestilt"
        case .revoked: "tilgangen ble avsluttet"
        }
    }

    func happened(_ cause: Item.Invalidation) -> String {
        switch cause {
        case .enrollmentChanged: "Fingeravtrykkene er endret"
        case .fingerprintDisabled: "Fingeravtrykk ble slått av"
        case .pinRemoved: "PIN-koden er fjernet"
        case .pinReset: "PIN-koden er tilbakestilt"
        case .revoked: "Tilgangen er avsluttet"
        }
    }

    private func exceeded(_ limit: Limit) -> Words {
        switch Limit.Kind(limit) {
        case .items: Words("Ikke plass til flere", "Det er plass til \(limit.maximum). Fjern noe først.")
        case .itemBytes: Words("Ikke plass til mer", "Det du har lagret, fyller plassen. Fjern noe først.")
        case .everybody:
            Words("Ikke plass til mer", "Det alle har lagret til sammen, fyller plassen. Spør en administrator.")
        case .changes: Words("For mange endringer", "Prøv igjen senere.")
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

    func renewal(by fallback: Fallback, after reason: FactorRefusal.Reason) -> Words {
        let (title, outcome) =
            switch reason {
            case .enrollmentChanged: (happened(.enrollmentChanged), "så virker fingeravtrykket igjen")
            case .fingerprintDisabled: (happened(.fingerprintDisabled), "så virker fingeravtrykket igjen")
            case .notEnrolled, .notInAccess, .pinChanged:
                ("Ingen fingeravtrykk åpner dette ennå", "så virker fingeravtrykket også")
            }
        return switch fallback {
        case .pin: Words(title, "Forny dette med PIN-koden, \(outcome).")
        case .password: Words(title, "Forny dette med passordet, \(outcome).")
        case .signIn: Words(title, sentence(for: .signIn))
        }
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
        switch (operation, situation.shownItem) {
        case (.store, let item?): return "lagre \(marked(item))"
        case (.retrieve, let item?): return "åpne \(marked(item))"
        case (.createKey, let item?): return "lage nøkkelen \(marked(item))"
        case (.sign, let item?): return "signere med \(marked(item))"
        case (.renew, let item?): return "fornye \(marked(item))"
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

    func confirmed(by factor: Factor) -> String {
        switch factor {
        case .fingerprint: "bekreftet med en finger"
        case .pin: "bekreftet med PIN-koden"
        case .password: "bekreftet med passordet"
        }
    }

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
        case .credentialWrong: wrong(progress)
        case .credentialWanted: use([.pin, .password])
        }
    }

    private func wrong(_ progress: Progress) -> String {
        let name = progress.factor.map(definite) ?? "PIN-koden eller passordet"
        let isFingerWanted = progress.denial == nil
        let touch = isFingerWanted ? " Legg fingeren på leseren." : ""
        let orTouch = isFingerWanted ? ", eller legg fingeren på leseren." : "."
        if progress.refusal == .notTaken { return "\(name) virker ikke her.\(touch)" }
        if progress.isCredentialBlocked { return "\(name) er låst.\(touch)" }
        switch (progress.attemptsRemaining, progress.retryAfter) {
        case (_, let retryAfter?): return "\(name) er satt på pause. Prøv igjen om \(wait(retryAfter))\(orTouch)"
        case (let remaining?, nil): return "\(name) stemte ikke. \(triesLeft(remaining))\(orTouch)"
        case (nil, nil): return "\(name) ble ikke godtatt. Prøv igjen\(orTouch)"
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
