// swift-format-ignore-file
// Made by Languages/generate.py from Languages/nb.po: change that file.

internal import GateGuidance

struct ScreenWordsNb: ScreenWords {
    var language: Language { .nb }
    var title: String { "Fingeravtrykk og PIN-kode" }
    var connecting: String { "Henter innstillingene. Et øyeblikk." }
    var gone: String { "Fingeravtrykktjenesten svarer ikke" }
    var goneNext: String { "Det prøves på nytt av seg selv. Hjelper ikke det, så start maskinen på nytt." }
    var works: String { "Fingeravtrykk virker" }
    var worksNext: String { "Legg fingeren på leseren når en app spør." }
    var unlock: String { "Lås opp med fingeravtrykk" }
    var unlockOn: String { "Fingeravtrykket ditt åpner det apper har lagret for deg." }
    var unlockOff: String { "Fingeravtrykket ditt åpner ingenting før du slår dette på." }
    var unlockNeedsFinger: String { "Legg til en finger først." }
    var keyring: String { "Åpne nøkkelringen når jeg logger inn" }
    var keyringIsOn: String { "Nøkkelringen åpnes også når du logger inn med fingeravtrykk." }
    var keyringIsOff: String { "Etter en innlogging med fingeravtrykk spør nøkkelringen fortsatt om passordet ditt." }
    var keyringDestroyed: String { "Det lagrede passordet ble slettet da fingrene ble endret. Slå det på igjen." }
    var keyringNeedsPassword: String { "Kontoen din har ikke noe passord som kan kontrolleres." }
    var keyringItem: String { "Passordet til kontoen din" }
    var keyringItemOpens: String { "Bare innloggingen åpner det, med en finger, for nøkkelringen" }
    var keyringQuestion: String { "Åpne nøkkelringen når du logger inn?" }
    var keyringStores: String { "Passordet til kontoen din lagres forseglet på denne maskinen. Bare innloggingen åpner det, med en av fingrene du har nå." }
    var keyringStays: String { "Selve nøkkelringen endres ikke, og åpnes som før med passordet du skriver." }
    var keyringEnds: String { "Det lagrede passordet slettes når fingrene endres, eller når du slår dette av." }
    var keyringTurnedOff: String { "Det lagrede passordet er slettet. Nøkkelringen åpnes som før med passordet du skriver." }
    var setUp: String { "Sett opp fingeravtrykk" }
    var setUpMore: String { "Velg en PIN-kode, legg til en finger, prøv det. Hvert steg kan hoppes over." }
    var setUpShort: String { "Sett opp" }
    var fingers: String { "Fingre" }
    var fingersMore: String { "Du kan bruke hvilken som helst av disse fingrene." }
    var noFingers: String { "Ingen fingre er lagt til" }
    var fprintdFingers: String { "Fingre som ble lagt til i systemets innstillinger før, er ikke her ennå. En administrator henter dem over: sudo biogate import-fprintd" }
    var addAFinger: String { "Legg til en finger" }
    func addedAt(_ time: String) -> String { "Lagt til \(time)" }
    var onlyLogin: String { "Brukes bare til innlogging. Den åpner ingenting her før du bekrefter den." }
    var confirmFirst: String { "Bekreft en finger først." }
    var confirm: String { "Bekreft" }
    func confirmNamed(_ fingers: String) -> String { "Bekreft \(fingers)" }
    var pin: String { "PIN-kode" }
    var pinIsSet: String { "PIN-koden er satt" }
    var pinIsNotSet: String { "Ingen PIN-kode ennå" }
    var pinMore: String { "Bruk den når fingeravtrykket ikke virker." }
    var setPIN: String { "Velg PIN-kode" }
    var changePIN: String { "Endre PIN-koden" }
    var items: String { "Lagrede elementer" }
    var itemsMore: String { "Det apper har lagret her for deg. Innholdet vises aldri." }
    var noItems: String { "Ingenting er lagret" }
    func opensWith(_ factors: String) -> String { "Åpnes med \(factors)" }
    var sshKey: String { "Nøkkel for ssh og git" }
    func signsInOnlyTo(_ servers: String) -> String { "Logger bare inn på \(servers)" }
    func signedInTo(_ servers: String) -> String { "Har logget inn på \(servers)" }
    func nothingOpens(_ cause: String) -> String { "Ingenting åpner det lenger: \(cause)" }
    func waitsForRenewal(_ cause: String) -> String { "Forny det for å bruke fingeravtrykket: \(cause)" }
    var neverOpened: String { "ingen finger har åpnet det ennå" }
    func storedBy(_ program: String) -> String { "Lagret av \(program)" }
    func updatedBy(_ program: String) -> String { "Nytt innhold av \(program)" }
    func lastUsed(_ time: String) -> String { "Sist brukt \(time)" }
    var neverUsed: String { "Ikke brukt ennå" }
    var renew: String { "Forny" }
    var renewAll: String { "Forny alt" }
    func renewNamed(_ item: String) -> String { "Forny \(item)" }
    func renameNamed(_ name: String) -> String { "Gi \(name) nytt navn" }
    func renameQuestion(_ name: String) -> String { "Navn på \(name)" }
    var save: String { "Lagre" }
    func renamed(_ name: String) -> String { "Heter nå \(name)." }
    func touched(_ finger: String) -> String { "Det er \(finger)." }
    var remove: String { "Fjern" }
    func removeNamed(_ name: String) -> String { "Fjern \(name)" }
    var apps: String { "Innlogging i apper" }
    var appsMore: String { "Apper som har spurt om du vil logge inn med en finger. Det som er lagret, blir liggende." }
    var readers: String { "Lesere" }
    var noReaders: String { "Ingen fingeravtrykkleser" }
    var more: String { "Mer" }
    var tryOut: String { "Prøv det" }
    var tryOutMore: String { "Se om fingeren din blir gjenkjent." }
    var privacy: String { "Hva som oppbevares om deg" }
    var privacyMore: String { "Hvor det er, og hvordan det slettes." }
    var keptNumbers: String { "Tjenesten oppbevarer dette, forseglet med en nøkkel på denne maskinen: tall som beskriver fingrene dine, ikke bilder av dem, det apper har lagret for deg, og PIN-koden bare som en nøkkel den åpner." }
    var keptMisses: String { "Den husker hvor ofte skanninger ikke ga treff. Noen lesere har fingrene i sin egen brikke." }
    var keptUntil: String { "Det oppbevares til du sletter det: fjern fingre, det som er lagret, og PIN-koden her, eller slett alt på én gang." }
    var keptJournal: String { "Systemloggen viser hvem som spurte om hva, og om det ble innvilget; aldri en hemmelighet, aldri hvilken finger." }
    var keptNowhere: String { "Ingenting sendes noe sted." }
    var show: String { "Vis" }
    var revokeAll: String { "Avslutt all tilgang" }
    var revokeAllMore: String { "Sletter alt som apper har lagret for deg." }
    var erase: String { "Slett alt" }
    var eraseMore: String { "Fingrene dine, PIN-koden og alt som er lagret. Krever passordet ditt." }
    var unlockNow: String { "Lås opp" }
    var goOn: String { "Fortsett" }
    var done: String { "Ferdig" }
    var turnOnQuestion: String { "Slå på opplåsing med fingeravtrykk?" }
    var disclosedNumbers: String { "Det som oppbevares av en finger, er tall, ikke et bilde, forseglet på denne maskinen. Noen lesere har dem i sin egen brikke." }
    var disclosedNowhere: String { "De forlater aldri denne maskinen, og ingenting sendes noe sted." }
    var disclosedChoice: String { "Du kan når som helst fjerne en finger eller slå dette av." }
    var turnOnTouch: String { "Etterpå legger du en finger som er lagt til, på leseren." }
    var turnOff: String { "Slå av" }
    var turnOffQuestion: String { "Slå av opplåsing med fingeravtrykk?" }
    var turnOffMeans: String { "Fingeravtrykket ditt åpner da ingenting. Fingrene dine forblir lagret." }
    var nothingLost: String { "Ingenting som er lagret, går tapt." }
    var isOn: String { "Fingeravtrykk er slått på." }
    var isOff: String { "Fingeravtrykk er slått av." }
    var whichFinger: String { "Hvilken finger?" }
    var whichReader: String { "Hvilken leser?" }
    var leftHand: String { "Venstre hånd" }
    var rightHand: String { "Høyre hånd" }
    func taken(_ finger: String) -> String { "\(finger) (lagt til)" }
    var fingerLabel: String { "Navn på fingeren (valgfritt)" }
    func addFinger(_ finger: String) -> String { "Legg til \(finger)" }
    var showsYou: String { "Dette viser at det er deg, og ikke en annen ved den ulåste maskinen din." }
    func vouchQuestion(_ fingers: String) -> String { "La \(fingers) åpne elementer også?" }
    var vouchMeans: String { "Den ble lagt til i systemets innstillinger. Fra nå av åpner den alt en finger åpner: fortsett bare hvis det er din egen finger." }
    func touches(done: Int, all: Int) -> String { "\(done) av \(all) berøringer" }
    func removeQuestion(_ name: String) -> String { "Fjerne \(name)?" }
    var removeFingerMeans: String { "Du kan ikke bruke denne fingeren før du legger den til på nytt." }
    var pinUntilNow: String { "Nåværende PIN-kode" }
    var newPIN: String { "Ny PIN-kode" }
    var repeatPIN: String { "Bekreft PIN-koden" }
    var cancelling: String { "Avbryter. Et øyeblikk." }
    var unanswered: String { "Avbrutt uten svar" }
    var unansweredNext: String { "Tjenesten har ikke sagt om det ble gjort før det. Se her hvordan det er nå." }
    var removePINQuestion: String { "Fjerne PIN-koden?" }
    func renewMeans(_ item: String) -> String { "PIN-koden eller passordet åpner \(item) én gang. Legg så fingeren på leseren, så åpner en finger det igjen." }
    var removeItemMeans: String { "Innholdet slettes for godt." }
    var revokeAllQuestion: String { "Avslutte all tilgang?" }
    var revokeAllMeans: String { "Du må logge inn i apper på nytt. Fingrene og PIN-koden din blir værende." }
    var eraseQuestion: String { "Slette alt?" }
    var eraseMeans: String { "Da oppbevares ingenting om deg her, og apper må logge deg inn på nytt." }
    var erased: String { "Alt er slettet." }
    var unlockMeans: String { "Oppgi det én gang, så virker fingeravtrykket igjen." }
    var unlocked: String { "Fingeravtrykket ditt virker igjen." }
    var tryReason: String { "Prøv det ut" }
    func itWorks(_ factor: String) -> String { "Det virker: \(factor)." }
    var setUpPINMeans: String { "Bruk den når fingeravtrykket ikke virker." }
    var setUpDone: String { "Alt er satt opp" }
    var setUpStopped: String { "Noen steg gjenstår" }
    var setUpLater: String { "Du finner dette igjen under Mer." }
    func step(number: Int, all: Int) -> String { "Steg \(number) av \(all)" }
    var renewFirst: String { "Lagrede elementer må fornyes" }
    var renewFirstMeans: String { "Før du fornyer det, åpnes det bare med PIN-koden eller passordet." }
    var renewAgain: String { "Fingrene dine er endret. Legg fingeren på leseren én gang til, så åpner fingrene det som er lagret igjen." }
    var menu: String { "Hovedmeny" }
    var help: String { "Hjelp" }
    var shortcuts: String { "Tastatursnarveier" }
    var about: String { "Om Fingeravtrykk og PIN-kode" }
    var aboutMore: String { "Fingrene dine, PIN-koden og det apper lagrer for deg" }
    var closeWindow: String { "Lukk vinduet" }
    var leaveQuestion: String { "Avbryt uten endringer" }
    var helpTouch: String { "Når en app spør, legger du fingeren på leseren. Virker ikke det, bruker du PIN-koden eller passordet." }
    var helpRenew: String { "Når fingrene endres, åpnes det som er lagret bare med PIN-koden eller passordet til du fornyer det." }
    var helpLocked: String { "Etter flere skanninger uten treff er fingeravtrykk låst til du oppgir PIN-koden eller passordet." }
    var helpDoctor: String { "Hvis noe ikke virker, skriv dette i en terminal:" }
    var causeFingersChanged: String { "fingrene er endret" }
    var causeTurnedOff: String { "fingeravtrykk ble slått av" }
    var causePINRemoved: String { "PIN-koden ble fjernet" }
    var causePINReset: String { "PIN-koden ble tilbakestilt" }
    var causeRevoked: String { "tilgangen ble avsluttet" }
    var preparing: String { "Gjør leseren klar. Et øyeblikk." }
    var orTypePIN: String { "Eller skriv inn PIN-koden" }
    var orTypePassword: String { "Eller skriv inn passordet" }
    var typePIN: String { "Skriv inn PIN-koden" }
    var typePassword: String { "Skriv inn passordet" }
    var checking: String { "Kontrollerer. Et øyeblikk." }
    func othersWait(_ count: Int) -> String { count != 1 ? "\(count) andre forespørsler venter." : "\(count) annen forespørsel venter." }
    var verbConfirm: String { "Bekreft" }
    var verbApprove: String { "Godkjenn" }
    var verbPay: String { "Betal" }
    var verbSignIn: String { "Logg inn" }
    var verbAdd: String { "Legg til" }
    var verbStore: String { "Lagre" }
    var verbOpen: String { "Åpne" }
    var verbMake: String { "Lag" }
    var verbSign: String { "Signer" }
    var requestOver: String { "Forespørselen er over." }
    var close: String { "Lukk" }
    func tryAgainIn(_ count: Int) -> String { count != 1 ? "Du kan prøve igjen om \(count) sekunder." : "Du kan prøve igjen om \(count) sekund." }
    func timeLeft(_ count: Int) -> String { count != 1 ? "\(count) sekunder igjen." : "\(count) sekund igjen." }
    var moreTime: String { "Mer tid" }
    var chooseAccount: String { "Velg en konto" }
    var showWhole: String { "Vis i sin helhet" }
    var fingerAgain: String { "Du kan bruke fingeravtrykket igjen." }
    var gateSettings: String { "Innstillinger for fingeravtrykk" }
    var gateTitle: String { "Bekreft at det er deg" }
    var gateTouch: String { "Legg fingeren på leseren" }
    var gateWhatItDoes: String { "Du tar på leseren i stedet for å skrive passordet, som fortsatt virker." }
    var gateSignIn: String { "Innlogging med fingeravtrykk" }
    var gateTurnOffQuestion: String { "Slå av innlogging med fingeravtrykk?" }
    var gateTurnOffCost: String { "Det som er lagret for den på denne maskinen, blir slettet. Neste gang logger du inn med passord." }
    var gateTurnOff: String { "Slå av" }
    var gateAgain: String { "Sett opp på nytt" }
    var gateBack: String { "Tilbake" }
    var gateNoToken: String { "Det virket ikke. Logg inn med passord først." }
    var activityTitle: String { "Siste aktivitet" }
    var activityMore: String { "Hvem som spurte om hva, og hvordan det gikk." }
    var activityNewestFirst: String { "Det nyeste kommer først." }
    var activityNothing: String { "Ingen har spurt om noe ennå." }
    var activityForbidden: String { "Dette står i systemloggen, som du ikke har lov til å lese. En administrator kan tillate det med denne kommandoen; logg så inn på nytt." }
    var activityNoJournal: String { "Denne maskinen fører ingen logg der det kunne stått." }
    var activityAllowed: String { "Innvilget" }
    func activityAllowedBy(_ factor: String) -> String { "Innvilget: \(factor)" }
    var activityRefused: String { "Avslått" }
    func activityRefusedBecause(_ reason: String) -> String { "Avslått: \(reason)" }
    func didVerify(_ program: String) -> String { "\(program.quoted(in: .nb)) bekreftet at det er deg" }
    func didEnroll(_ program: String) -> String { "\(program.quoted(in: .nb)) la til en finger" }
    func didEnable(_ program: String) -> String { "\(program.quoted(in: .nb)) slo på fingeravtrykk" }
    func didStore(program: String, item: String) -> String { "\(program.quoted(in: .nb)) lagret \(item.quoted(in: .nb))" }
    func didRetrieve(program: String, item: String) -> String { "\(program.quoted(in: .nb)) åpnet \(item.quoted(in: .nb))" }
    func didCreateKey(program: String, item: String) -> String { "\(program.quoted(in: .nb)) laget nøkkelen \(item.quoted(in: .nb))" }
    func didSign(program: String, item: String) -> String { "\(program.quoted(in: .nb)) signerte med \(item.quoted(in: .nb))" }
    func didRenew(program: String, item: String) -> String { "\(program.quoted(in: .nb)) fornyet \(item.quoted(in: .nb))" }
    func activityAsked(program: String, request: String) -> String { "\(program.quoted(in: .nb)) spurte: \(request)" }
    func activityWantedChange(_ program: String) -> String { "\(program.quoted(in: .nb)) ville endre noe" }
    var eventEnrolled: String { "En finger ble lagt til" }
    var eventPrintsDeleted: String { "Fingre ble fjernet" }
    var eventPrintsVanished: String { "Fingre er borte fra en leser" }
    var eventTemplatesTampered: String { "Det som oppbevares om en finger, ble endret utenfra" }
    var eventPINSet: String { "PIN-koden ble satt" }
    var eventPINRemoved: String { "PIN-koden ble fjernet" }
    var eventFingerprintEnabled: String { "Fingeravtrykk ble slått på" }
    var eventFingerprintDisabled: String { "Fingeravtrykk ble slått av" }
    var eventOnboardingAnswered: String { "Et tilbud fra en app ble besvart" }
    func eventNamedItemDeleted(_ item: String) -> String { "\(item.quoted(in: .nb)) ble fjernet" }
    var eventItemDeleted: String { "Et lagret element ble fjernet" }
    var eventEverythingRevoked: String { "All tilgang ble avsluttet" }
    var eventReset: String { "Alt ble slettet" }
    var eventReaderCleared: String { "En leser ble tømt" }
    func eventDeniedOften(_ count: Int) -> String { "\(count) til ble avslått" }
    func eventDoneOften(_ count: Int) -> String { "\(count) til ble innvilget" }
}
