// swift-format-ignore-file
// Made by Languages/generate.py from Languages/nb.po: change that file.

struct PhrasebookNb: Phrasebook {
    var language: Language { .nb }
    var noHardwareTitle: String { "Ingen fingeravtrykkleser" }
    var noHardwareBody: String { "Fant ingen leser som virker på denne maskinen." }
    var loginOnlyTitle: String { "Fingeravtrykket ditt kan foreløpig bare brukes til innlogging" }
    var loginOnlyBody: String { "Det ble lagt til i systemets innstillinger. Bekreft det med PIN-koden eller passordet for å bruke det her også." }
    var notEnrolledTitle: String { "Ingen fingeravtrykk er lagt til" }
    var notEnrolledBody: String { "Legg til ett for å bruke det neste gang." }
    var printsVanishedTitle: String { "Fingeravtrykkene er borte fra leseren" }
    var printsVanishedBody: String { "Legg til ett for å bruke det igjen." }
    var disabledTitle: String { "Fingeravtrykk er slått av" }
    var disabledBody: String { "Du kan slå det på i innstillingene." }
    var lockoutTitle: String { "Fingeravtrykk er satt på pause" }
    func lockoutBody(_ wait: String) -> String { "De siste skanningene ga ikke treff. Prøv igjen om \(wait)." }
    var noMatchTitle: String { "Ingen treff" }
    var callsFirstTitle: String { "De andre forespørslene dine kom først" }
    var callsFirstBody: String { "Denne slapp ikke til i tide. Prøv igjen om litt." }
    var readerInUseTitle: String { "Leseren er i bruk" }
    var readerHeldBody: String { "Noe annet brukte den hele tiden. Prøv igjen om litt." }
    var enrollTimedOutTitle: String { "Tiden er ute" }
    var enrollTimedOutBody: String { "Ingenting ble lagt til. Prøv igjen." }
    var timedOutTitle: String { "Ingen finger ga treff i tide" }
    var userNeededTitle: String { "Du må bekrefte dette" }
    var userNeededBody: String { "Programmet prøvde uten å spørre deg. Start det selv." }
    var noPasswordTitle: String { "Ingen passord kan kontrolleres" }
    var noPasswordResetBody: String { "Bare en administrator kan slette det som er lagret her." }
    var noPasswordBody: String { "Kontoen har ikke noe passord, eller en administrator har slått av kontrollen." }
    var noPINTitle: String { "Ingen PIN-kode er valgt" }
    var noPINBody: String { "Velg en PIN-kode først. Bruk den når fingeravtrykket ikke virker." }
    var pinWrongTitle: String { "PIN-koden stemte ikke" }
    var passwordWrongTitle: String { "Passordet stemte ikke" }
    var credentialUnavailableBody: String { "Tjenesten som står for kontrollen, svarer ikke." }
    func credentialThrottledBody(_ wait: String) -> String { "De siste forsøkene stemte ikke. Prøv igjen om \(wait)." }
    var pinLockedTitle: String { "PIN-koden er låst" }
    var manyTries: String { "For mange feil forsøk." }
    func isKeyTitle(_ item: String) -> String { "\(item.quoted(in: .nb)) er en nøkkel, ikke en hemmelighet" }
    var isKeyBody: String { "Nøkler kan signere, men ikke leses." }
    func isSecretTitle(_ item: String) -> String { "\(item.quoted(in: .nb)) er en hemmelighet, ikke en nøkkel" }
    var isSecretBody: String { "Hemmeligheter kan åpnes, men ikke signere." }
    func itemNotFoundTitle(_ item: String) -> String { "Ingenting er lagret som \(item.quoted(in: .nb))" }
    var itemNotFoundBody: String { "Se listen over det som er lagret." }
    func itemExistsTitle(_ item: String) -> String { "\(item.quoted(in: .nb)) er lagret fra før" }
    var itemExistsBody: String { "Velg et annet navn, eller erstatt det." }
    var signatureRefusedTitle: String { "Nøkkelen signerer ikke dette" }
    var otherUsageBody: String { "Nøkler for ssh signerer bare for ssh, passnøkler bare for nettstedene sine, og andre nøkler signerer alt annet." }
    var notSSHDataBody: String { "Det er ikke noe som ssh ville signert." }
    var serverNotProvedBody: String { "Det passer ikke til serveren som forbindelsen går til." }
    var unknownServerBody: String { "Serveren som spør, viser ikke hvor den fører." }
    var otherServerBody: String { "Nøkkelen er festet til andre servere, eller serverne ble nettopp endret." }
    func signInTo(host: String, user: String) -> String { "Logg inn på \(host) som \(user)" }
    func signInThrough(host: String, user: String, way: String) -> String { "Logg inn på \(host) som \(user), gjennom \(way)" }
    func signInToUnnamed(_ user: String) -> String { "Logg inn som \(user) på en server som programmet ikke oppgir" }
    func unknownServer(_ fingerprint: String) -> String { "en ukjent server (\(fingerprint))" }
    var loginByCertificate: String { "Med et sertifikat for nøkkelen" }
    var titleProved: String { "Dette er tittelen på commiten som du signerer" }
    func namedByProgram(_ host: String) -> String { "Programmet oppga navnet \(host.quoted(in: .nb)); bare nøkkelen er kontrollert" }
    func allowsMore(_ time: String) -> String { "En bekreftelse tillater også lignende signaturer i \(time)." }
    func touchAllowsMore(_ time: String) -> String { "En bekreftelse med finger tillater også lignende signaturer i \(time)." }
    func signCommit(_ title: String) -> String { "Signer commiten \(title.quoted(in: .nb))" }
    func signTag(_ tag: String) -> String { "Signer taggen \(tag.quoted(in: .nb))" }
    func signTagWithTitle(tag: String, title: String) -> String { "Signer taggen \(tag.quoted(in: .nb)): \(title.quoted(in: .nb))" }
    func signMessage(_ namespace: String) -> String { "Signer for \(namespace.quoted(in: .nb)) (innholdet vises ikke)" }
    func askedFromServer(act: String, way: String) -> String { "\(act), på forespørsel fra \(way)" }
    var printNotFoundTitle: String { "Fant ikke fingeravtrykket" }
    var printNotFoundBody: String { "Se listen over fingeravtrykkene dine." }
    var fingerAddedTitle: String { "Denne fingeren er lagt til fra før" }
    func fingerAddedBody(_ finger: String) -> String { "Den er lagret som \(finger). Bruk en annen finger." }
    var fingerKnownTitle: String { "Leseren kjenner denne fingeren fra før" }
    var fingerKnownBody: String { "Et annet program, et annet system eller en annen bruker har lagt den til. Bruk en annen finger, eller slett alle avtrykk i leseren, også andres." }
    var readerNotFoundTitle: String { "Fant ikke leseren" }
    var readerNotFoundBody: String { "Koble den til, eller velg en annen." }
    var readerFullTitle: String { "Leseren er full" }
    var readerFullBody: String { "Fjern et av fingeravtrykkene dine. Er det andres som fyller den, for eksempel et annet systems, slett alle avtrykk i leseren." }
    var requestNotFoundTitle: String { "Ingenting venter" }
    var requestNotFoundBody: String { "Forespørselen er allerede avsluttet." }
    var storageFailedTitle: String { "Tjenesten kan ikke bruke dataene sine nå" }
    var storageFailedBody: String { "Ingenting ble endret. Disken kan være full eller skrivebeskyttet, eller det lagrede kan være skadet." }
    var administratorOnlyTitle: String { "Ikke tillatt" }
    var administratorOnlyBody: String { "Bare en administrator kan gjøre dette." }
    var noAccountTitle: String { "Ingenting lagres for deg her" }
    var noAccountBody: String { "Fant ingen konto for brukernummeret. En administrator kan tillate det." }
    var systemOnlyTitle: String { "Bare innloggingen din åpner dette" }
    var systemOnlyBody: String { "Ingen app kan lese det. Slett det for å slå det av." }
    var keyringLockedTitle: String { "Nøkkelringen forblir låst" }
    var keyringFingersChanged: String { "Fingeravtrykkene dine ble endret, så passordet som var lagret for innlogging, er slettet. Slå det på igjen." }
    var keyringPasswordChanged: String { "Passordet til kontoen din er endret. Logg inn med det én gang, så åpner fingeren nøkkelringen igjen." }
    var keyringPasswordNeeded: String { "Logg inn med passordet én gang, så åpner fingeren nøkkelringen igjen." }
    var keyringFingerprintOff: String { "Fingeravtrykk er av. Slå det på igjen." }
    var keyringPasswordLocked: String { "Passordet til kontoen din er låst. Spør en administrator." }
    var keyringPasswordUnknown: String { "Passordet ditt kunne ikke sjekkes. Spør en administrator." }
    var keyringDiffers: String { "Den har et annet passord enn kontoen din. Gi den det samme." }
    var loginUnsealedTitle: String { "Passordet ditt ble ikke lagret" }
    var loginUnsealedBody: String { "Den som stjeler disken, kan lese det: maskinen har ingen sikkerhetsbrikke (TPM), og disken er ikke kryptert." }
    var loginNotPersonBody: String { "Bare en persons konto har en nøkkelring som åpnes ved innlogging." }
    var accountChangedTitle: String { "Kontoen har fått et nytt navn" }
    var accountChangedBody: String { "En administrator kan gi den tilbake det forrige navnet, eller slette det som er lagret her." }
    var accountUnknownTitle: String { "Kontoen kan ikke slås opp nå" }
    var accountUnknownBody: String { "Ingenting ble endret." }
    var fingerprintUnavailableTitle: String { "Fingeravtrykket kan ikke kontrolleres nå" }
    var pinUnavailableTitle: String { "PIN-koden kan ikke kontrolleres nå" }
    var passwordUnavailableTitle: String { "Passordet kan ikke kontrolleres nå" }
    var fingerprintThrottledTitle: String { "Fingeravtrykket er satt på pause" }
    var pinThrottledTitle: String { "PIN-koden er satt på pause" }
    var passwordThrottledTitle: String { "Passordet er satt på pause" }
    var sessionLockedTitle: String { "Skjermen er låst" }
    var sessionLockedBody: String { "Fingeravtrykk virker når den er låst opp." }
    var lidClosedTitle: String { "Lokket er lukket" }
    var lidClosedBody: String { "Fingeravtrykk virker når det er åpent." }
    var readerInUseBody: String { "Et annet program bruker den. Prøv igjen om litt." }
    var suspendedTitle: String { "Leseren er i dvale" }
    var suspendedBody: String { "Prøv igjen når maskinen er våken." }
    var overheatedTitle: String { "Leseren er for varm" }
    func tryAgainIn(_ wait: String) -> String { "Prøv igjen om \(wait)." }
    var overheatedBody: String { "Prøv igjen når den er avkjølt." }
    var disconnectedTitle: String { "Leseren er ikke koblet til" }
    var disconnectedBody: String { "Koble til fingeravtrykkleseren." }
    var faultedTitle: String { "Leseren svarer ikke" }
    var faultedBody: String { "Prøv igjen. Hvis det ikke hjelper, kan du starte maskinen på nytt." }
    var notInteractiveTitle: String { "Fingeravtrykk virker ikke herfra" }
    var notInteractiveBody: String { "Det virker bare i en økt som begynte ved maskinen, ikke over nettet." }
    var fingerprintForbiddenTitle: String { "Fingeravtrykk er ikke i bruk her" }
    var fingerprintForbiddenBody: String { "En administrator har slått det av på denne maskinen." }
    var timeForPINTitle: String { "På tide å bruke PIN-koden" }
    var timeForPasswordTitle: String { "På tide å bruke passordet" }
    var timeForSignInTitle: String { "På tide å logge inn på nytt" }
    var timeForCredentialTitle: String { "På tide å bruke PIN-koden eller passordet" }
    var lockedTitle: String { "Fingeravtrykk er låst" }
    var lockedPINBody: String { "For mange skanninger uten treff. Skriv inn PIN-koden for å bruke fingeravtrykket igjen." }
    var lockedPasswordBody: String { "For mange skanninger uten treff. Skriv inn passordet for å bruke fingeravtrykket igjen." }
    var manyScans: String { "For mange skanninger uten treff." }
    var routineDaily: String { "Dette er rutine hver dag." }
    var routineTwoDays: String { "Dette er rutine annenhver dag." }
    var routineThreeDays: String { "Dette er rutine hver tredje dag." }
    func routineDays(_ days: Int) -> String { "Dette er rutine hver \(days). dag." }
    var routineHourly: String { "Dette er rutine hver time." }
    func routineHours(_ hours: Int) -> String { "Dette er rutine hver \(hours). time." }
    var routineRestart: String { "Dette er rutine etter en omstart." }
    var thenFingerWorks: String { "Så virker fingeravtrykket igjen." }
    var cancelledTitle: String { "Avbrutt" }
    var anyTimeBody: String { "Du kan prøve igjen når som helst." }
    var screenLockedTitle: String { "Skjermen ble låst" }
    var screenLockedBody: String { "Lås den opp, og prøv igjen." }
    var asleepTitle: String { "Maskinen gikk i dvale" }
    var asleepBody: String { "Prøv igjen når den er våken." }
    var accessEndedTitle: String { "Tilgangen er avsluttet" }
    var stoppingTitle: String { "Fingeravtrykktjenesten stopper" }
    var tryAgainSoon: String { "Prøv igjen om litt." }
    var pinBlockedBody: String { "For mange feil forsøk. Skriv inn passordet for å bruke PIN-koden igjen." }
    var pinNeededTitle: String { "PIN-kode kreves" }
    var pinNeededBody: String { "Skriv inn PIN-koden for å fortsette." }
    var passwordNeededTitle: String { "Passord kreves" }
    var passwordNeededBody: String { "Oppgi passordet for å fortsette." }
    var verifyTitle: String { "Bekreft at det er deg" }
    var noTriesLeft: String { "Ingen forsøk igjen." }
    var passwordOrSignIn: String { "Bruk passordet, eller logg inn på nytt." }
    var passwordOrAdministrator: String { "Bruk passordet, eller spør en administrator." }
    var resetIsLeft: String { "Det eneste som gjenstår, er at en administrator nullstiller, og det sletter alt." }
    var tryAgainOrPIN: String { "Prøv igjen, eller bruk PIN-koden." }
    var tryAgainOrPassword: String { "Prøv igjen, eller bruk passordet." }
    var tryAgain: String { "Prøv igjen." }
    var askAdministrator: String { "Spør en administrator." }
    var tryAgainOrAsk: String { "Prøv igjen, eller spør en administrator." }
    var tryAgainSoonOrAsk: String { "Prøv igjen om litt, eller spør en administrator." }
    func triesLeft(_ count: Int) -> String { count != 1 ? "\(count) forsøk igjen." : "\(count) forsøk igjen." }
    func pinTooShort(_ digits: Int) -> String { "Bruk minst \(digits) sifre." }
    var pinTooLong: String { "Bruk færre sifre." }
    var pinNotDigits: String { "Bruk bare sifre." }
    var pinTooSimple: String { "Ikke gjenta ett siffer, og unngå rekker som 123456." }
    var otherPINTitle: String { "Velg en annen PIN-kode" }
    func orElse(first: String, second: String) -> String { "\(first) eller \(second)" }
    func onlyTitle(_ factors: String) -> String { "Bare \(factors) virker her" }
    func useOneOf(_ factors: String) -> String { "Bruk \(factors)." }
    var neverByFingerTitle: String { "Dette åpnes ikke med fingeravtrykk" }
    var neverByFingerBody: String { "Det ble lagret uten fingeravtrykk. Erstatt det for å endre det." }
    var makeAgain: String { "Lag den på nytt." }
    var makePasskeyAgain: String { "Logg inn på nettstedet på en annen måte, og lag en ny passnøkkel der." }
    var storeAgain: String { "Lagre det på nytt." }
    var signInForFinger: String { "Logg inn én gang, så virker det igjen." }
    var signInOnce: String { "Logg inn én gang, så virker det igjen." }
    func destroyedByFingersTitle(_ item: String) -> String { "\(item.quoted(in: .nb)) ble slettet da fingeravtrykkene ble endret" }
    func destroyedByTurningOffTitle(_ item: String) -> String { "\(item.quoted(in: .nb)) ble slettet da fingeravtrykk ble slått av" }
    func destroyedByRemovalTitle(_ item: String) -> String { "\(item.quoted(in: .nb)) ble slettet da PIN-koden ble fjernet" }
    func destroyedByResetTitle(_ item: String) -> String { "\(item.quoted(in: .nb)) ble slettet da PIN-koden ble tilbakestilt" }
    func destroyedByRevocationTitle(_ item: String) -> String { "\(item.quoted(in: .nb)) ble slettet da tilgangen ble avsluttet" }
    var fingersChangedTitle: String { "Fingeravtrykkene er endret" }
    var turnedOffTitle: String { "Fingeravtrykk ble slått av" }
    var pinRemovedTitle: String { "PIN-koden er fjernet" }
    var pinResetTitle: String { "PIN-koden er tilbakestilt" }
    var itemsFullTitle: String { "Ikke plass til flere" }
    func itemsFullBody(_ maximum: Int) -> String { "Det er plass til \(maximum) elementer. Fjern ett først." }
    var spaceFullTitle: String { "Ikke plass til mer" }
    var spaceFullBody: String { "Lagringsplassen din er full. Fjern et element først." }
    var everybodyFullBody: String { "Det alle har lagret til sammen, fyller plassen." }
    var changesTitle: String { "For mange endringer" }
    var changesBody: String { "Prøv igjen senere." }
    var waitingTitle: String { "Andre forespørsler venter" }
    var connectionsTitle: String { "For mange programmer er koblet til" }
    var connectionsBody: String { "Lukk ett, eller prøv igjen om litt." }
    var tooLargeTitle: String { "Det er for stort" }
    func tooLargeBody(_ maximum: Int) -> String { "Høyst \(maximum) byte kan sendes om gangen." }
    var limitTitle: String { "Det er for mye" }
    func limitBody(_ maximum: Int) -> String { "Høyst \(maximum) er mulig her." }
    var noTPMBody: String { "Fant ikke sikkerhetsbrikken i maskinen." }
    var tpmBusyBody: String { "Sikkerhetsbrikken i maskinen er opptatt. Prøv igjen om litt." }
    var tpmPausedBody: String { "Sikkerhetsbrikken i maskinen er satt på pause. Prøv igjen senere." }
    var otherMachineBody: String { "Dette ble lagret på en annen maskin, eller sikkerhetsbrikken i denne er tømt." }
    var oldCopyBody: String { "En gammel kopi er lagt tilbake, eller sikkerhetsbrikken er satt opp annerledes." }
    var noRootKeyBody: String { "Nøkkelfilen mangler. En administrator kan hente den fra en sikkerhetskopi." }
    var tpmFaultedBody: String { "Sikkerhetsbrikken i maskinen svarer ikke. Prøv igjen, eller start maskinen på nytt." }
    var sealedTitle: String { "Dette kan ikke åpnes nå" }
    var noFingerYetTitle: String { "Ingen fingeravtrykk åpner dette ennå" }
    var renewWithPIN: String { "Forny dette med PIN-koden, så virker fingeravtrykket igjen." }
    var renewWithPassword: String { "Forny dette med passordet, så virker fingeravtrykket igjen." }
    var firstRenewWithPIN: String { "Forny dette med PIN-koden, så virker fingeravtrykket også." }
    var firstRenewWithPassword: String { "Forny dette med passordet, så virker fingeravtrykket også." }
    var insteadPIN: String { "Bruk PIN-koden i stedet." }
    var insteadPassword: String { "Bruk passordet i stedet." }
    var signInAgain: String { "Logg inn på nytt for å fortsette." }
    var captionVerify: String { "Bekreft at det er deg" }
    var captionBiometrics: String { "Biometri" }
    var captionUseFingerprint: String { "Bruk fingeravtrykk" }
    var captionUsePIN: String { "Bruk PIN-kode" }
    var captionUsePassword: String { "Bruk passord" }
    var captionSignIn: String { "Logg inn" }
    var captionAddFingerprint: String { "Legg til" }
    var captionTurnOn: String { "Slå på" }
    var captionNotNow: String { "Ikke nå" }
    var captionConnectReader: String { "Koble til" }
    var captionTryAgain: String { "Prøv igjen" }
    var captionCancel: String { "Avbryt" }
    var offerTitle: String { "Logge inn raskere med fingeravtrykk?" }
    var offerBody: String { "Det forlater aldri denne maskinen. Du kan slå det av når som helst." }
    var touch: String { "Legg fingeren på leseren" }
    func touchWith(_ finger: String) -> String { "Legg \(finger) på leseren." }
    func touchToStore(_ item: String) -> String { "Legg fingeren på leseren for å lagre \(item.quoted(in: .nb))." }
    func touchWithToStore(finger: String, item: String) -> String { "Legg \(finger) på leseren for å lagre \(item.quoted(in: .nb))." }
    func touchToRetrieveSeveral(_ count: Int) -> String { "Legg fingeren på leseren for å åpne \(count) elementer." }
    func touchToRetrieve(_ item: String) -> String { "Legg fingeren på leseren for å åpne \(item.quoted(in: .nb))." }
    func touchWithToRetrieve(finger: String, item: String) -> String { "Legg \(finger) på leseren for å åpne \(item.quoted(in: .nb))." }
    func touchToCreateKey(_ item: String) -> String { "Legg fingeren på leseren for å lage nøkkelen \(item.quoted(in: .nb))." }
    func touchWithToCreateKey(finger: String, item: String) -> String { "Legg \(finger) på leseren for å lage nøkkelen \(item.quoted(in: .nb))." }
    func touchToSign(_ item: String) -> String { "Legg fingeren på leseren for å signere med \(item.quoted(in: .nb))." }
    func touchWithToSign(finger: String, item: String) -> String { "Legg \(finger) på leseren for å signere med \(item.quoted(in: .nb))." }
    func touchToRenew(_ item: String) -> String { "Legg fingeren på leseren for å fornye \(item.quoted(in: .nb))." }
    func touchWithToRenew(finger: String, item: String) -> String { "Legg \(finger) på leseren for å fornye \(item.quoted(in: .nb))." }
    var touchToEnable: String { "Legg fingeren på leseren for å slå på fingeravtrykk." }
    func touchWithToEnable(_ finger: String) -> String { "Legg \(finger) på leseren for å slå på fingeravtrykk." }
    var askToEnroll: String { "Legge til en finger?" }
    var askToEnable: String { "Slå på fingeravtrykk?" }
    func askToStore(_ item: String) -> String { "Lagre \(item.quoted(in: .nb))?" }
    func askToRetrieve(_ item: String) -> String { "Åpne \(item.quoted(in: .nb))?" }
    func askToRetrieveSeveral(_ count: Int) -> String { "Åpne \(count) elementer?" }
    func askToCreateKey(_ item: String) -> String { "Lage nøkkelen \(item.quoted(in: .nb))?" }
    func askToSign(_ item: String) -> String { "Signere med \(item.quoted(in: .nb))?" }
    func askToRenew(_ item: String) -> String { "Fornye \(item.quoted(in: .nb))?" }
    func askToSignInTo(host: String, user: String) -> String { "Logge inn på \(host) som \(user)?" }
    func askToSignIn(_ user: String) -> String { "Logge inn som \(user)?" }
    func askToSignCommit(_ title: String) -> String { "Signere commiten \(title.quoted(in: .nb))?" }
    func askToSignTag(_ tag: String) -> String { "Signere taggen \(tag.quoted(in: .nb))?" }
    func askToSignMessage(_ namespace: String) -> String { "Signere for \(namespace.quoted(in: .nb))?" }
    func askToMakePasskey(_ site: String) -> String { "Lage en passnøkkel for \(site)?" }
    func askToMakePasskeyAs(site: String, account: String) -> String { "Lage en passnøkkel for \(site) som \(account.quoted(in: .nb))?" }
    func siteSigned(_ site: String) -> String { "Nettsted: \(site)" }
    func accountNumbered(_ number: Int) -> String { "Konto \(number)" }
    func askToSignInToSite(_ site: String) -> String { "Logge inn på \(site)?" }
    var passkeyOfEveryFinger: String { "Den virker med hver finger som du bekrefter med PIN-koden eller passordet, nå eller senere." }
    var passkeyOfTheseFingersOnly: String { "Hvis du legger til eller fjerner en finger, går denne passnøkkelen tapt, for du har ingen PIN-kode å fornye den med." }
    var passkeyOfTheseFingers: String { "Hvis du legger til eller fjerner en finger, virker ingen finger med den før du fornyer den med PIN-koden." }
    var passkeyDerivesSecret: String { "Nettstedet får også en hemmelighet som bare denne passnøkkelen lager, for eksempel for å dekryptere dataene dine." }
    func askBesidePassword(service: String, account: String) -> String { "\(service.quoted(in: .nb)) ber om passordet til \(account.quoted(in: .nb)), eller en finger" }
    var notYoursNoTouch: String { "Ikke rør leseren hvis du ikke startet dette selv." }
    var contentNotShown: String { "Innholdet vises ikke." }
    var verifiedBlock: String { "Kontrollert" }
    var claimedBlock: String { "Programmet påstår" }
    func appName(_ name: String) -> String { "App: \(name.quoted(in: .nb))" }
    func programFile(_ path: String) -> String { "Programfil: \(path.quoted(in: .nb))" }
    func keyUsed(_ item: String) -> String { "Nøkkel: \(item.quoted(in: .nb))" }
    func serverPinned(host: String, fingerprint: String) -> String { "Server: \(host), som du har festet (\(fingerprint))" }
    func serverKey(_ fingerprint: String) -> String { "Serverens nøkkel: \(fingerprint)" }
    func wayKey(_ fingerprint: String) -> String { "Nøkkelen til en server på veien: \(fingerprint)" }
    func tagTitle(_ title: String) -> String { "Taggens melding: \(title.quoted(in: .nb))" }
    var serverUnnamed: String { "Programmet oppgir ikke serveren" }
    func wayName(_ host: String) -> String { "En server på veien: \(host.quoted(in: .nb))" }
    func callsItself(_ name: String) -> String { "Kaller seg: \(name.quoted(in: .nb))" }
    func claimedFile(_ path: String) -> String { "Programfil, ikke kontrollert: \(path.quoted(in: .nb))" }
    func asksFor(_ program: String) -> String { "Handler på vegne av: \(program.quoted(in: .nb))" }
    func requestEnded(_ program: String) -> String { "\(program.quoted(in: .nb)) venter ikke lenger på deg." }
    func confirmedByFinger(_ program: String) -> String { "\(program.quoted(in: .nb)): bekreftet med en finger." }
    func confirmedByPIN(_ program: String) -> String { "\(program.quoted(in: .nb)): bekreftet med PIN-koden." }
    func confirmedByPassword(_ program: String) -> String { "\(program.quoted(in: .nb)): bekreftet med passordet." }
    var queued: String { "En annen forespørsel bruker leseren. Vent litt." }
    func queuedBehind(_ request: String) -> String { "En annen forespørsel kommer først: \(request)" }
    var reading: String { "Leser fingeravtrykket. Et øyeblikk." }
    var noMatch: String { "Ingen treff." }
    var matched: String { "Fingeravtrykket stemmer." }
    func touchesDone(stage: Int, stages: Int) -> String { "\(stage) av \(stages) berøringer er ferdige." }
    var goodTouch: String { "Berøringen var god." }
    var fingerprintNotTaken: String { "Fingeravtrykket virker ikke her." }
    var pinNotTaken: String { "PIN-koden virker ikke her." }
    var passwordNotTaken: String { "Passordet virker ikke her." }
    var credentialNotTaken: String { "PIN-koden eller passordet virker ikke her." }
    var fingerprintLocked: String { "Fingeravtrykket er låst." }
    var pinLocked: String { "PIN-koden er låst." }
    var passwordLocked: String { "Passordet er låst." }
    var credentialLocked: String { "PIN-koden eller passordet er låst." }
    var fingerprintPaused: String { "Fingeravtrykket er satt på pause." }
    var pinPaused: String { "PIN-koden er satt på pause." }
    var passwordPaused: String { "Passordet er satt på pause." }
    var credentialPaused: String { "PIN-koden eller passordet er satt på pause." }
    var fingerprintWrong: String { "Fingeravtrykket stemte ikke." }
    var pinWrong: String { "PIN-koden stemte ikke." }
    var passwordWrong: String { "Passordet stemte ikke." }
    var credentialWrong: String { "PIN-koden eller passordet stemte ikke." }
    var fingerprintUnchecked: String { "Fingeravtrykket ble ikke godtatt." }
    var pinUnchecked: String { "PIN-koden ble ikke godtatt." }
    var passwordUnchecked: String { "Passordet ble ikke godtatt." }
    var credentialUnchecked: String { "PIN-koden eller passordet ble ikke godtatt." }
    var touchReader: String { "Legg fingeren på leseren." }
    func typeAgainIn(_ wait: String) -> String { "Prøv igjen om \(wait)." }
    func typeAgainInOrTouch(_ wait: String) -> String { "Prøv igjen om \(wait), eller legg fingeren på leseren." }
    func typeAgainTriesLeft(_ count: Int) -> String { count != 1 ? "\(count) forsøk igjen." : "\(count) forsøk igjen." }
    func typeAgainOrTouchTriesLeft(_ count: Int) -> String { count != 1 ? "\(count) forsøk igjen, eller legg fingeren på leseren." : "\(count) forsøk igjen, eller legg fingeren på leseren." }
    var typeAgain: String { "Prøv igjen." }
    var typeAgainOrTouch: String { "Prøv igjen, eller legg fingeren på leseren." }
    var hintPoorScan: String { "Skanningen ble utydelig. Legg fingeren på leseren igjen." }
    var hintTooShort: String { "Det gikk litt for fort. La fingeren ligge litt lenger." }
    var hintNotCentered: String { "Legg fingeren midt på leseren." }
    var hintTooFast: String { "Det gikk for fort. Beveg fingeren saktere." }
    var touchAgain: String { "Løft fingeren, og legg den på leseren igjen." }
    func keyringChangeReason(_ item: String) -> String { "Endre \(item.quoted(in: .nb)) i nøkkelringen" }
    func keyringDeletionReason(_ item: String) -> String { "Slette \(item.quoted(in: .nb)) fra nøkkelringen" }
    func keyringAdditionReason(_ item: String) -> String { "Legge til noe i nøkkelringen som programmer kan finne i stedet for \(item.quoted(in: .nb))" }
    var keyringReason: String { "Lese en hemmelighet i nøkkelringen" }
    var passkeyTouchReason: String { "Bruke denne datamaskinen som sikkerhetsnøkkel" }
    var passkeyManagementReason: String { "Vise og administrere passnøklene på denne datamaskinen" }
    var unlockReason: String { "Bruk fingeravtrykk igjen" }
    var leftThumb: String { "venstre tommel" }
    var leftIndex: String { "venstre pekefinger" }
    var leftMiddle: String { "venstre langfinger" }
    var leftRing: String { "venstre ringfinger" }
    var leftLittle: String { "venstre lillefinger" }
    var rightThumb: String { "høyre tommel" }
    var rightIndex: String { "høyre pekefinger" }
    var rightMiddle: String { "høyre langfinger" }
    var rightRing: String { "høyre ringfinger" }
    var rightLittle: String { "høyre lillefinger" }
    var ready: String { "Klar" }
    var fingerprint: String { "fingeravtrykk" }
    var pin: String { "PIN-kode" }
    var password: String { "passord" }
    func seconds(_ count: Int) -> String { count != 1 ? "\(count) sekunder" : "\(count) sekund" }
    func minutes(_ count: Int) -> String { count != 1 ? "\(count) minutter" : "\(count) minutt" }
    var changeWouldDestroy: String { "Dette slettes for godt:" }
    var changeWouldNeedRenewal: String { "Før fingeravtrykket åpner disse igjen, må du oppgi PIN-koden eller passordet én gang:" }
    func changeDestroyed(_ count: Int) -> String { count != 1 ? "\(count) elementer ble slettet." : "\(count) element ble slettet." }
    func changeAdded(_ finger: String) -> String { "Lagt til: \(finger)." }
    func changeVouched(_ fingers: String) -> String { "Åpner nå også elementer: \(fingers)." }
    func changeRemoved(_ name: String) -> String { "Fjernet: \(name)." }
    func changeRenewed(_ items: String) -> String { "En finger åpner det igjen: \(items)." }
    func pinRule(_ digits: Int) -> String { "Bruk \(digits) til 64 sifre. Ikke gjenta ett siffer, og ikke bruk en rekke som 123456." }
    var pinsDiffer: String { "PIN-kodene er ulike." }
    var changePINSet: String { "PIN-koden er satt." }
    var changePINRemoved: String { "PIN-koden er fjernet." }
    var changeRevoked: String { "All tilgang er avsluttet." }
    var screenConfirmed: String { "Bekreftet." }
    var screenNotRunning: String { "Fingeravtrykk er ikke tilgjengelig akkurat nå." }
    var screenUntrusted: String { "Noe annet svarer i stedet for fingeravtrykktjenesten." }
    var screenCheckRefused: String { "Vi kunne ikke bekrefte at det er deg." }
    var screenLockoutOver: String { "De siste skanningene ga ikke treff." }
    var screenNoMatch: String { "Ingen treff." }
    var screenNoMatchPIN: String { "Bruk PIN-koden i stedet." }
    var screenNoMatchPassword: String { "Bruk passordet i stedet." }
    var screenUsePassword: String { "Bruk passord" }
    var screenUnexpected: String { "Det virket ikke." }
    var switchEnabled: String { "Fingeravtrykk er på" }
    var switchOff: String { "Fingeravtrykk er av" }
    var switchUnavailable: String { "Fingeravtrykk er ikke tilgjengelig på denne maskinen" }
    var switchNeedsRenewal: String { "Fingeravtrykk er av siden fingeravtrykkene ble endret" }
    var waitsForService: String { "Fingeravtrykktjenesten kjører ikke. Venter på den." }
    var quotationMarks: String { "«»" }
    var monthJanuary: String { "jan." }
    var monthFebruary: String { "feb." }
    var monthMarch: String { "mars" }
    var monthApril: String { "april" }
    var monthMay: String { "mai" }
    var monthJune: String { "juni" }
    var monthJuly: String { "juli" }
    var monthAugust: String { "aug." }
    var monthSeptember: String { "sep." }
    var monthOctober: String { "okt." }
    var monthNovember: String { "nov." }
    var monthDecember: String { "des." }
    func dayAndTime(day: Int, month: String, year: Int, hour: String, minute: String) -> String { "\(day). \(month) \(year) kl. \(hour).\(minute)" }
}
