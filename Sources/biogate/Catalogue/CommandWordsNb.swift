// swift-format-ignore-file
// Made by Languages/generate.py from Languages/nb.po: change that file.

internal import GateGuidance

struct CommandWordsNb: CommandWords {
    var language: Language { .nb }
    func next(_ command: String) -> String { "Neste: \(command)" }
    func notRunning(_ socket: String) -> String { "Fingeravtrykktjenesten kjører ikke: ingen svarer på \(socket). Start den med: sudo systemctl start biogated.socket" }
    func nobodyListens(_ socket: String) -> String { "Ingen lytter på \(socket). Er stien riktig? Den kommer fra --socket eller BIOGATE_SOCKET." }
    var hungUp: String { "Fingeravtrykktjenesten avsluttet forbindelsen uten å svare." }
    var nameless: String { "Systemet har ikke noe nummer for brukeren din her, så fingeravtrykktjenesten vet ikke hvem som spør." }
    func untrusted(_ socket: String) -> String { "Ingenting ble sendt: noen andre enn fingeravtrykktjenesten lytter på \(socket)." }
    func invalid(_ parameter: String) -> String { "Tjenesten godtar ikke den verdien av \(parameter)." }
    var tooOld: String { "Tjenesten som kjører, kan ikke dette. Oppdater den." }
    func noCommandNamed(_ name: String) -> String { "Det finnes ingen kommando \(name.quoted(in: .nb))." }
    func didYouMean(_ command: String) -> String { "Mente du \(command.quoted(in: .nb))?" }
    func seeHelp(_ help: String) -> String { "Se: \(help)" }
    func noOption(option: String, argument: String) -> String { "Det finnes ikke noe valg \(option.quoted(in: .nb)). Sett -- foran et navn som begynner med «-»: biogate store -- \(argument)" }
    var tooManyArguments: String { "Det er ett argument for mye." }
    var secretsAreNoArguments: String { "Det er ett argument for mye. Hemmeligheter og PIN-koder er aldri argumenter: andre programmer kan lese dem. Bruk --from FIL, --pin-from FIL, et rør, eller skriv den når du blir spurt." }
    var notUTF8: String { "Et argument er ikke gyldig UTF-8." }
    func unknownLocale(_ tag: String) -> String { "Det finnes ingen meldinger på \(tag.quoted(in: .nb)). --locale tar en, ko eller nb." }
    func ownedByRoot(_ user: String) -> String { "Dette gjelder fingrene, PIN-koden og det som er lagret for root, ikke for \(user)." }
    func misfit(_ value: String) -> String { "\(value) kan ikke brukes her." }
    var ruleTimeout: String { "--timeout tar 1 til 120 sekunder: 90, 90s eller 2m." }
    var ruleReuse: String { "--reuse tar høyst 5 minutter: 90, 90s eller 5m." }
    var ruleLineCount: String { "--lines tar et helt tall fra 1 og oppover." }
    var ruleTouchCount: String { "--times tar et helt tall fra 1 til 100." }
    var ruleItemName: String { "Et navn har 1 til 255 byte, uten linjeskift eller andre kontrolltegn." }
    var ruleLabel: String { "--label tar 1 til 200 tegn, uten linjeskift eller andre kontrolltegn." }
    var ruleReason: String { "En grunn har 1 til 200 tegn, uten linjeskift eller andre kontrolltegn." }
    var ruleReader: String { "En leser har et navn. Se: biogate readers" }
    var ruleUser: String { "--user tar navnet på en konto, og denne maskinen har ingen med det navnet." }
    func ruleFinger(_ fingers: String) -> String { "En finger er en av \(fingers)." }
    func ruleVerb(_ verbs: String) -> String { "Et verb er ett av \(verbs)." }
    func ruleTouch(_ fingers: String) -> String { "En berøring er stranger, poor eller en av \(fingers)." }
    var rulePath: String { "Stien er tom. Oppgi en sti." }
    var ruleFile: String { "Her trengs en fil, eller - for standard inn." }
    var ruleVariable: String { "--env tar en variabel og et element, som i GITHUB_TOKEN=github." }
    var ruleDescriptor: String { "--fd tar et tall fra 3 til 255 og et element, som i 3=cert." }
    var yesLetters: String { "j y" }
    var startNow: String { "Begynne nå?" }
    var questionAddFinger: String { "Legge til fingeren?" }
    var questionRemoveFinger: String { "Fjerne?" }
    var questionTurnOff: String { "Slå av?" }
    var questionChangePIN: String { "Endre PIN-koden?" }
    var questionRemovePIN: String { "Fjerne PIN-koden?" }
    var questionDelete: String { "Slette?" }
    var questionErase: String { "Slette?" }
    var questionImportFingers: String { "Importere?" }
    var questionExportFingers: String { "Eksportere?" }
    var questionProtect: String { "Beskytte likevel?" }
    var mustSayYes: String { "Ingenting ble endret. Bruk --yes for å hoppe over spørsmålet." }
    var nothingChanged: String { "Ingenting ble endret." }
    var cancelled: String { "Avbrutt." }
    var waysOutPIN: String { "Enter: bruk PIN-kode. Ctrl-C: avbryt." }
    var waysOutPassword: String { "Enter: bruk passord. Ctrl-C: avbryt." }
    var waysOutNone: String { "Ctrl-C: avbryt." }
    var pinPrompt: String { "PIN-kode:" }
    var passwordPrompt: String { "Passord:" }
    var noCredential: String { "PIN-kode eller passord kreves, og det er ingen terminal å spørre på. Oppgi det med --pin-from FIL." }
    var jsonAsksNothing: String { "PIN-kode eller passord kreves, og med --json blir det ikke spurt. Oppgi det med --pin-from FIL." }
    func tooLong(_ bytes: Int) -> String { "Det er for stort: høyst \(bytes) byte." }
    var emptyCredential: String { "Ingen PIN-kode eller passord ble oppgitt: filen eller røret er tomt." }
    var fingerprintReady: String { "Fingeravtrykk virker. Legg fingeren på leseren når en app spør." }
    func countsWithPIN(fingers: Int, items: Int) -> String { "Fingre: \(fingers). PIN-kode: satt. Lagret: \(items)." }
    func countsWithoutPIN(fingers: Int, items: Int) -> String { "Fingre: \(fingers). PIN-kode: ikke satt. Lagret: \(items)." }
    func waiting(_ count: Int) -> String { "Venter på fornyelse: \(count)." }
    var rowFingerprint: String { "Fingeravtrykk" }
    var valueOn: String { "på" }
    var valueOff: String { "av" }
    var rowFingers: String { "Fingre" }
    var rowPIN: String { "PIN-kode" }
    var valueSet: String { "satt" }
    var valueNotSet: String { "ikke satt" }
    var rowPassword: String { "Passord" }
    var valueUsable: String { "kan brukes" }
    var valueUnused: String { "ikke i bruk" }
    var rowItems: String { "Lagrede elementer" }
    var unlockByPIN: String { "PIN-koden din låser det opp." }
    var unlockByPassword: String { "Passordet ditt låser det opp." }
    var unlockByEither: String { "PIN-koden eller passordet ditt låser det opp." }
    var unlockByNewPIN: String { "Velg en PIN-kode for å låse det opp." }
    var unlockLater: String { "Verken PIN-kode eller passord kan brukes nå. Prøv igjen senere, eller spør en administrator." }
    var loginsLocked: String { "Fingeravtrykk ved innlogging er låst etter for mange skanninger uten treff." }
    var pauseEndsByPIN: String { "PIN-koden din avslutter pausen." }
    var pauseEndsByPassword: String { "Passordet ditt avslutter pausen." }
    var pauseEndsByEither: String { "PIN-koden eller passordet ditt avslutter pausen." }
    func loginsPaused(_ wait: String) -> String { "Fingeravtrykk ved innlogging er satt på pause i \(wait) etter skanninger uten treff." }
    var noReaders: String { "Ingen fingeravtrykkleser." }
    func touches(_ count: Int) -> String { "\(count) berøringer" }
    var privacyKept: String { "Tjenesten oppbevarer dette, i /var/lib/biogate hvis ikke en administrator har valgt et annet sted:" }
    var privacyTemplates: String { "  malene av fingeravtrykkene dine (tall, ikke bilder), forseglet med en nøkkel på denne maskinen; noen lesere har dem i sin egen brikke;" }
    var privacyStored: String { "  det du har lagret, og PIN-koden bare som en nøkkel den åpner; hvor ofte skanninger ikke ga treff." }
    var privacyHowLong: String { "Hvor lenge: til du sletter det." }
    var privacyHowToErase: String { "Slik sletter du det: biogate finger remove --all, biogate rm NAVN, biogate pin remove, biogate revoke-all; alt: biogate reset." }
    var privacyJournal: String { "Systemloggen viser hvem som spurte om hva, og om det ble innvilget; aldri en hemmelighet, aldri hvilken finger." }
    var privacyNotSent: String { "Ingenting sendes noe sted." }
    func wouldClear(_ reader: String) -> String { "Dette sletter alle avtrykk i leseren \(reader.quoted(in: .nb)), uansett hvem som la dem til." }
    func wouldReset(_ user: String) -> String { "Dette sletter alle fingre, PIN-koden, alt som er lagret, og innstillingene til \(user.quoted(in: .nb))." }
    var wouldResetAll: String { "Dette sletter alle fingrene dine, PIN-koden, alt du har lagret, og innstillingene." }
    func waitForRenewal(_ items: String) -> String { "\(items) kan åpnes med en finger igjen." }
    func renewNow(_ count: Int) -> String { count != 1 ? "Fornye dem nå?" : "Fornye det nå?" }
    var nothingToRenew: String { "Ingenting trenger å fornyes." }
    func cannotBeRenewed(item: String, opening: String) -> String { "Det er ingenting å fornye: \(item.quoted(in: .nb)) åpnes med \(opening)." }
    var noFingers: String { "Ingen fingre er lagt til." }
    func chipMayBeFull(_ reader: String) -> String { "\(reader) lagrer avtrykk selv. Er den full, eller kjenner den fingeren din, er de et annet systems. Kommandoen sletter alle avtrykkene i den, også andres." }
    var noPasskeys: String { "Du har ingen passnøkler." }
    func passkeyUnknown(_ passkey: String) -> String { "\(passkey.quoted(in: .nb)) er ingen av passnøklene dine. Se dem: biogate passkeys list" }
    func passkeySeveral(_ passkey: String) -> String { "\(passkey.quoted(in: .nb)) passer på flere passnøkler. Bruk navnet fra listen: biogate passkeys list" }
    func passkeyLost(account: String, site: String) -> String { "Dette sletter passnøkkelen til \(account.quoted(in: .nb)) hos \(site.quoted(in: .nb)) for godt. Vær sikker på at du kan logge på der på en annen måte: nettstedet ber fortsatt om denne passnøkkelen." }
    var passkeysStay: String { "Passnøkler blir på denne maskinen, og ingenting eksporterer dem. På en annen enhet logger du på nettstedet på en annen måte og lager en ny der." }
    func renamedTo(finger: String, name: String) -> String { "\(finger) heter nå \(name)." }
    func renamedBack(_ finger: String) -> String { "\(finger) har ikke noe annet navn nå." }
    var removedAll: String { "Alle fingre er fjernet." }
    func notAdded(_ finger: String) -> String { "Du har ikke lagt til \(finger)." }
    var unvouched: String { "bare innlogging" }
    var unvouchedOpensNothing: String { "Fingre for «bare innlogging» ble lagt til i systemets innstillinger. De åpner ingenting før du bekrefter dem." }
    var nothingToVouch: String { "Det er ingen finger å bekrefte." }
    func addedOn(finger: String, date: String, reader: String) -> String { "\(finger), lagt til \(date), på \(reader)" }
    var mayOpenItems: String { "La den åpne elementer også?" }
    var nameOneFinger: String { "Nevn fingeren du mener, og leseren med --reader." }
    func onSeveralReaders(finger: String, readers: String) -> String { "Lagt til på flere lesere: \(finger). Velg en med --reader: \(readers)" }
    var cleared: String { "Leseren er tom." }
    var nothingAdded: String { "Ingen finger er lagt til." }
    var passwordNeeded: String { "For å velge denne PIN-koden må du vise at det er deg, med --password-from FIL." }
    var oldPINNeeded: String { "En PIN-kode er satt fra før. Oppgi den med --old-pin-from FIL, eller vis at det er deg med --password-from FIL." }
    var currentPINPrompt: String { "Nåværende PIN-kode:" }
    var newPINPrompt: String { "Ny PIN-kode:" }
    var repeatPINPrompt: String { "Bekreft PIN-koden:" }
    var pinIsNeeded: String { "Fingre trenger PIN-koden som reserve, og du har ingen annen. Fjern fingrene først: biogate finger remove --all" }
    var fingerprintOn: String { "Fingeravtrykk er slått på." }
    var fingerprintOff: String { "Fingeravtrykk er slått av." }
    var fingerprintStaysOff: String { "Fingeravtrykk er fortsatt slått av: ingen finger åpner noe før det slås på." }
    var turnOn: String { "Slå det på med: biogate enable" }
    var everythingErased: String { "Alt er slettet." }
    func loginAddsFinger(_ finger: String) -> String { "Ingen finger er lagt til ennå, så fingeravtrykket (\(finger)) legges til først." }
    var loginOn: String { "Fingeren din åpner nøkkelringen også når du logger inn." }
    var loginKeyringDiffers: String { "Men nøkkelringen din åpnes ikke med dette passordet. Gi den det samme." }
    var noLoginAsks: String { "Ingen innlogging her spør etter finger ennå." }
    var loginOff: String { "Det lagrede passordet er slettet. Nøkkelringen åpnes som før med passordet du skriver." }
    var loginIsOn: String { "På: fingeren din åpner nøkkelringen når du logger inn." }
    var loginIsOff: String { "Av: fingeren din åpner ikke nøkkelringen når du logger inn." }
    var loginIsDestroyed: String { "Av: det lagrede passordet ble slettet da fingeravtrykkene dine ble endret." }
    var eitherIsOn: String { "På: sudo, su og innlogginger tar passordet eller en finger ved én forespørsel." }
    var eitherIsOff: String { "Av: sudo, su og innlogginger spør som uten linjen til BiometricGate." }
    var eitherNotInstalled: String { "Dette krever pam-auth-update og pakken biogate-fprintd. På andre systemer legger du til linjen selv: man pam_biogate" }
    var eitherRefused: String { "Ingenting ble endret: pam-auth-update lar common-auth være, fordi den er redigert for hånd." }
    var noKeyring: String { "GNOMEs nøkkelring kjører ikke i denne økten." }
    var keyringPasswordPrompt: String { "Nøkkelringens nåværende passord:" }
    var keyringChanged: String { "Nøkkelringen har nå passordet til kontoen din." }
    var keyringRefuses: String { "Nøkkelringen nekter: det er ikke passordet dens. Ingenting ble endret." }
    var keyringSilent: String { "Nøkkelringen svarer ikke. Prøv det gamle og det nye passordet i innstillingene for nøkkelringer." }
    var noItems: String { "Ingenting er lagret." }
    func nothingOpens(_ cause: String) -> String { "ingenting åpner det (\(cause))" }
    func key(_ opening: String) -> String { "nøkkel: \(opening)" }
    var causeFingersChanged: String { "fingrene er endret" }
    var causeTurnedOff: String { "fingeravtrykk ble slått av" }
    var causePINRemoved: String { "PIN-koden ble fjernet" }
    var causePINReset: String { "PIN-koden ble tilbakestilt" }
    var causeRevoked: String { "tilgangen ble avsluttet" }
    var neverOpened: String { "ingen finger har åpnet det ennå" }
    func passkey(_ opening: String) -> String { "passnøkkel: \(opening)" }
    var changeEnds: String { "fingeravtrykk slutter å virke" }
    var changeStays: String { "fingeravtrykk virker videre" }
    var itemName: String { "Navn" }
    var itemLabel: String { "Etikett" }
    var itemKind: String { "Type" }
    var kindSecret: String { "hemmelighet" }
    var kindKey: String { "nøkkel" }
    var kindPasskey: String { "passnøkkel" }
    var passkeySite: String { "Nettsted" }
    var passkeyAccount: String { "Konto" }
    var passkeyFindsAccount: String { "Finner kontoen selv" }
    var passkeyDerives: String { "Lager hemmeligheter for nettstedet" }
    var valueYes: String { "ja" }
    var valueNo: String { "nei" }
    var itemOpensWith: String { "Åpnes med" }
    var itemWaits: String { "Venter på fornyelse" }
    var itemOnChange: String { "Når fingre endres" }
    var itemReuse: String { "Gjenbruk" }
    var itemPinned: String { "Logger bare inn på" }
    var itemServers: String { "Har logget inn på" }
    var itemSealedBy: String { "Forseglet av" }
    var itemStoredBy: String { "Lagret av" }
    var itemStored: String { "Lagret" }
    var itemUpdatedBy: String { "Nytt innhold av" }
    var itemUpdated: String { "Nytt innhold" }
    var itemLastUsed: String { "Sist brukt" }
    func stored(_ item: String) -> String { "Lagret: \(item.quoted(in: .nb))." }
    func deleted(_ item: String) -> String { "Slettet: \(item.quoted(in: .nb))." }
    func secretPrompt(_ item: String) -> String { "Hemmelighet for \(item.quoted(in: .nb)):" }
    var noSecret: String { "Det er ingen hemmelighet. Oppgi en med --from FIL eller på standard inn." }
    func keyMade(key: String, command: String) -> String { "Laget: \(key.quoted(in: .nb)). Den offentlige delen: \(command)" }
    func sshKeyMade(key: String, path: String) -> String { "Laget: \(key.quoted(in: .nb)). Den offentlige delen er i \(path):" }
    var keyringBareState: String { "ikke beskyttet: beskytt på nytt" }
    var keyringEmpty: String { "Nøkkelringen er tom." }
    var keyringNeedsPIN: String { "Velg en PIN-kode først. Den åpner det som er beskyttet, når ingen finger kan: biogate pin set" }
    var keyringAway: String { "Nøkkelringen svarer ikke." }
    func keyringChangedMeanwhile(_ item: String) -> String { "Et program har endret \(item.quoted(in: .nb)) i mellomtiden. Ingenting ble flyttet; prøv igjen." }
    var keyringDiffers: String { "Hemmeligheten som kom tilbake, er en annen. Nøkkelringen ble ikke endret." }
    func keyringForeignNote(_ item: String) -> String { "\(item.quoted(in: .nb)) har en merknad om et annet element i stedet for hemmeligheten. Lagre hemmeligheten på nytt." }
    var keyringGoneState: String { "borte fra nøkkelringen" }
    func keyringInTheClear(_ item: String) -> String { "Når \(item.quoted(in: .nb)) er beskyttet, kan programmet som bruker den, sannsynligvis ikke lese den lenger, fordi det leser ukryptert, slik Chromium, Electron og mange programmer i Go gjør." }
    func keyringIsProtected(_ item: String) -> String { "\(item.quoted(in: .nb)) er beskyttet fra før." }
    var keyringLocked: String { "Nøkkelringen er låst. Lås den opp, og prøv igjen." }
    func keyringNoItem(_ item: String) -> String { "Nøkkelringen har ikke noe element \(item.quoted(in: .nb)). Se alle: biogate keyring list" }
    var keyringNoFront: String { "biogate-secrets kjører ikke. Start det: systemctl --user enable --now biogate-secrets" }
    var keyringNoLeases: String { "Ingen programmer kan lese et beskyttet element nå." }
    func keyringNotProtected(_ item: String) -> String { "\(item.quoted(in: .nb)) er ikke beskyttet." }
    func keyringProtected(_ item: String) -> String { "\(item.quoted(in: .nb)) er beskyttet: en finger eller PIN-koden åpner det." }
    var keyringProtectedState: String { "beskyttet" }
    func keyringError(_ error: String) -> String { "Nøkkelringen nekter: \(error)" }
    func keyringReleased(_ item: String) -> String { "\(item.quoted(in: .nb)) er i nøkkelringen igjen, uten beskyttelse." }
    func keyringSeveral(_ item: String) -> String { "Flere elementer heter \(item.quoted(in: .nb)). Bruk navnet fra listen: biogate keyring list" }
    func noSSHKeys(_ command: String) -> String { "Du har ingen nøkler for ssh. Lag en: \(command)" }
    func noSSHKey(_ key: String) -> String { "\(key.quoted(in: .nb)) er ikke en nøkkel for ssh. Se: biogate ssh list" }
    func answerByPIN(_ request: String) -> String { "\(request) Skriv inn PIN-koden, så Enter. Ctrl-D avslår." }
    func answerByAccount(_ request: String) -> String { "\(request) Skriv nummeret på en annen konto for å velge den, så Enter. Ctrl-D avslår." }
    func pinOpensToo(_ passkey: String) -> String { "Nå åpner PIN-koden den også: \(passkey.quoted(in: .nb))." }
    var anotherAccount: String { "Skriv nummeret på en annen konto for å velge den, så Enter." }
    var accountChosen: String { "valgt" }
    var pinOrAccountPrompt: String { "PIN-kode, eller nummeret på en konto:" }
    var accountPrompt: String { "Nummeret på en konto:" }
    func answerByPassword(_ request: String) -> String { "\(request) Skriv inn passordet, så Enter. Ctrl-D avslår." }
    func sshKeyImported(key: String, path: String) -> String { "Overtatt: \(key.quoted(in: .nb)). Den offentlige delen er i \(path):" }
    func sshFileStays(_ path: String) -> String { "\(path) blir liggende, og inneholder fortsatt nøkkelen. Slett filen når ssh virker med den nye." }
    func pinning(server: String, fingerprint: String) -> String { "\(server) har nøkkelen \(fingerprint)." }
    func pinningAuthority(server: String, fingerprint: String) -> String { "\(server) er sertifisert med nøkkelen \(fingerprint), også på andre porter." }
    var pinnedByKey: String { "En server kjennes på nøkkelen: enhver server med den nøkkelen er denne, på enhver port." }
    func pinnedByAuthority(_ server: String) -> String { "\(server) (enhver port, ved sertifikat)" }
    func pinnedAccount(server: String, user: String) -> String { "\(server) (bare som \(user))" }
    func pinned(key: String, servers: String) -> String { "\(key.quoted(in: .nb)) logger bare inn på \(servers)." }
    func unpinned(_ key: String) -> String { "\(key.quoted(in: .nb)) logger inn på alle servere." }
    func notPinned(key: String, server: String) -> String { "\(key.quoted(in: .nb)) er ikke festet til \(server)." }
    func serverNotKnown(server: String, command: String) -> String { "\(server) står ikke i noen known_hosts. Logg inn der én gang: \(command)" }
    var sshImportNeedsName: String { "Filens navn kan ikke være nøkkelens. Gi nøkkelen et navn: biogate ssh import FILE NAME" }
    func sshNotOpenSSH(_ path: String) -> String { "\(path) er ikke en privat nøkkel i OpenSSHs format. En nøkkel i et eldre format skrives om med: ssh-keygen -p -f \(path)" }
    func sshOtherAlgorithm(path: String, algorithm: String) -> String { "\(path) har en nøkkel av typen \(algorithm). Bare P-256 og Ed25519 kan overtas. Lag en ny: biogate ssh new work" }
    func sshOtherProtection(path: String, names: String) -> String { "\(path) er kryptert på en måte som ikke er kjent her (\(names)). Endre det først: ssh-keygen -p -Z aes256-ctr -f \(path)" }
    func sshPassphrasePrompt(_ path: String) -> String { "Passordfrase for \(path):" }
    func sshPassphraseMissing(_ path: String) -> String { "\(path) har en passordfrase. Kjør dette i en terminal, eller bruk --passphrase-from." }
    func sshPassphraseWrong(_ path: String) -> String { "Passordfrasen til \(path) er feil." }
    func sshSet(path: String, command: String) -> String { "Disse linjene står nå først i \(path). For å fjerne dem: \(command)" }
    func sshUnset(_ path: String) -> String { "\(path) har ikke lenger linjer for BiometricGate." }
    func sshUpstreamSet(program: String, path: String) -> String { "Agenten tilbyr også nøklene til \(program): \(path)." }
    func sshEnterLines(_ path: String) -> String { "\(path) endres ikke: den er skrivebeskyttet, hardlenket eller ikke din. Sett inn disse linjene først i den:" }
    func removeLines(_ path: String) -> String { "\(path) endres ikke: den er skrivebeskyttet, hardlenket eller ikke din. Fjern disse linjene fra den:" }
    func gitSet(key: String, command: String) -> String { "git signerer nå commiter og tagger med \(key.quoted(in: .nb)). For å angre: \(command)" }
    func gitEnterLines(_ path: String) -> String { "\(path) endres ikke: den er skrivebeskyttet, hardlenket, ikke din, eller signerer bak en includeIf (flytt det foran først). Sett inn disse linjene mellom signeringsinnstillingene og den første includeIf:" }
    func gitWins(file: String, line: String) -> String { "En linje i \(file) går foran: \(line)" }
    func gitWinsWhere(condition: String, file: String, line: String) -> String { "Der \(condition) gjelder, går en linje i \(file) foran: \(line)" }
    func gitSignersLine(_ file: String) -> String { "git leser nøklene til dem som signerer, fra \(file). Legg til denne linjen der, så git kjenner din:" }
    var gitUnset: String { "git har den tidligere konfigurasjonen igjen." }
    func gitFailed(_ setting: String) -> String { "git kunne ikke endre innstillingen \(setting). Er git installert?" }
    func sshNoAgent(_ path: String) -> String { "Ingen agent for ssh svarer på \(path). Slå den på: systemctl --user enable --now biogate-ssh-agent.socket" }
    var sshVariableSet: String { "SSH_AUTH_SOCK viser til den." }
    func sshVariableOther(program: String, path: String) -> String { "SSH_AUTH_SOCK viser til en annen agent, \(program): \(path)." }
    func sshVariableUnnamed(_ path: String) -> String { "SSH_AUTH_SOCK viser til en annen agent: \(path)." }
    var sshVariableMissing: String { "SSH_AUTH_SOCK er ikke satt; ssh finner agenten med: biogate ssh setup" }
    func sshVariableSetIn(_ file: String) -> String { "Den settes i \(file)." }
    func sshVariableForwarded(_ path: String) -> String { "SSH_AUTH_SOCK viser til agenten på maskinen som du kom fra: \(path)." }
    func sshVariableDead(_ path: String) -> String { "SSH_AUTH_SOCK viser til en socket der ingenting lytter: \(path)." }
    func sshRefusal(time: String, reason: String) -> String { "Avslått kl. \(time): \(reason)" }
    func sshAgentAnswers(path: String, count: Int) -> String { count != 1 ? "Agenten svarer på \(path), med \(count) nøkler." : "Agenten svarer på \(path), med \(count) nøkkel." }
    var noChallenge: String { "Det er ingenting å signere. Oppgi det med --from FIL eller på standard inn." }
    func saved(_ path: String) -> String { "Lagret i \(path.quoted(in: .nb))." }
    func fileExists(_ path: String) -> String { "\(path.quoted(in: .nb)) finnes allerede. Velg et annet navn, eller bruk --yes for å erstatte den." }
    func replaceFile(_ path: String) -> String { "\(path.quoted(in: .nb)) finnes allerede. Erstatte den?" }
    func noEnvLine(number: Int, path: String) -> String { "Linje \(number) i \(path) er ikke NAME=verdi eller NAME=biogate://ITEM." }
    func reservedVariable(_ variable: String) -> String { "\(variable) endrer hvordan programmer kjører. Bruk --allow \(variable)." }
    var injectsNoTerminal: String { "Hemmeligheter skrives ikke til en terminal. Bruk --out FILE eller et rør." }
    func noTemplateItem(_ line: Int) -> String { "Linje \(line) i malen navngir ikke noe element etter biogate://." }
    func storedReference(variable: String, item: String) -> String { "\(variable) i \(item.quoted(in: .nb)) viser til et annet element, og det kan ikke en lagret fil. Bruk --env." }
    func opensTogether(_ items: String) -> String { "Én bekreftelse åpner \(items)." }
    func opensByItself(_ item: String) -> String { "\(item.quoted(in: .nb)) åpnes bare alene." }
    func notForVariable(_ item: String) -> String { "\(item.quoted(in: .nb)) har en nullbyte, som ingen variabel kan ha. Bruk --fd." }
    func notForTerminal(_ item: String) -> String { "\(item.quoted(in: .nb)) vises ikke: det er ikke tekst, eller det har tegn som styrer terminalen. Bruk --out FIL, eller et rør." }
    func noProgram(_ name: String) -> String { "Det finnes ikke noe program \(name.quoted(in: .nb))." }
    func notExecutable(_ name: String) -> String { "\(name.quoted(in: .nb)) kan ikke kjøres: det er ikke noe program, eller du har ikke lov til å kjøre det." }
    func noInterpreter(_ name: String) -> String { "\(name.quoted(in: .nb)) kan ikke kjøres: programmet som den første linjen nevner, finnes ikke." }
    var openReason: String { "Åpne i terminalen" }
    var signReason: String { "Signere i terminalen" }
    func runReason(_ program: String) -> String { "Kjør \(program)" }
    var injectReason: String { "Fyll ut en mal" }
    var findingServed: String { "noen lytter på den." }
    var findingSocketMissing: String { "den finnes ikke. Tjenesten er ikke installert, sokkelen er ikke på, eller den kunne ikke starte. Se hvorfor: journalctl --unit=biogated.service" }
    var findingNobodyListens: String { "ingen lytter på den." }
    var findingSocketForbidden: String { "du har ikke lov til å bruke den." }
    func findingAnswers(_ version: String) -> String { "versjon \(version) svarer." }
    var findingSilent: String { "den svarer ikke. Se hvorfor: journalctl --unit=biogated.service" }
    func findingStartRefused(_ reason: String) -> String { "den starter ikke: \(reason)." }
    var findingOldCopy: String { "det som er lagret for deg, er en gammel kopi: en sikkerhetskopi eller et øyeblikksbilde ble lagt tilbake. Legg tilbake den nyeste. Bruk kommandoen bare hvis den ikke finnes: den sletter alt." }
    var findingDataUnusable: String { "tjenesten kan ikke bruke det som er lagret for deg. Se hvorfor: journalctl --unit=biogated.service" }
    func findingDiskFull(_ path: String) -> String { "disken til \(path) er full. Frigjør plass på den." }
    func findingDiskReadOnly(_ path: String) -> String { "disken til \(path) er skrivebeskyttet. Monter den skrivbar." }
    func findingStateDirectoryMissing(_ path: String) -> String { "\(path), som oppsettet har som stateDirectory, finnes ikke." }
    var findingDiskWritable: String { "disken har plass." }
    var findingUntrusted: String { "noen andre enn tjenesten svarer der. Ingenting ble sendt." }
    var findingMasked: String { "den er maskert, så ingenting starter den." }
    func findingOtherVersion(version: String, own: String) -> String { "versjon \(version) kjører, og dette programmet er \(own)." }
    var findingConfigured: String { "det er ingen feil i den." }
    func findingMisconfigured(_ mistake: String) -> String { "tjenesten starter ikke med den. \(mistake)." }
    var findingMemoryUnlocked: String { "den får ikke låse minnet, så hemmeligheter kan havne i vekselfilen. LimitMEMLOCK= i biogated.service sier hvor mye den får låse." }
    var findingNoReader: String { "ingen som virker her. Koble til en; er det en der, har libfprint ingen driver for den." }
    func findingReaderInUse(_ name: String) -> String { "\(name) er åpen i et annet program." }
    func findingReaderFaulted(name: String, driver: String) -> String { "\(name) (driver \(driver)) virker ikke. Ta den ut og koble den til igjen, eller start tjenesten på nytt." }
    func findingFprintdHasFingers(count: Int, name: String) -> String { "den har \(count) av fingrene dine på brikken i \(name). En slik finger kan legges til her når den er slettet der." }
    func findingFprintdHasNone(_ name: String) -> String { "den har ingen av fingrene dine på brikken i \(name)." }
    func findingFprintdKeepsQuiet(_ name: String) -> String { "den sier bare i en økt ved maskinen, eller til root, om den har noen av fingrene dine på brikken i \(name)." }
    func findingFprintdFingersWait(_ count: Int) -> String { "fingre i /var/lib/fprint: \(count). De som ikke er hentet derfra, logger ingen inn." }
    var findingFprintdFingersWaitUnknown: String { "fingre som ble lagt til med fprintd, logger ingen inn før en administrator henter dem over." }
    var findingReadersPermitted: String { "tjenesten kan åpne alle lesere på USB." }
    var findingNoReaderGroup: String { "det finnes ingen gruppe biogate-reader for leserne." }
    var findingRulesMissing: String { "det finnes ingen udev-regel som gir lesere til tjenesten." }
    func findingReaderForbidden(_ node: String) -> String { "tjenesten kan ikke åpne leseren \(node)." }
    var findingReaderSocketMissing: String { "tjenesten har ingen til å drive leserne: sokkelen til prosessen deres er ikke på." }
    var findingTPMPermitted: String { "det finnes en, og tjenesten kan bruke den." }
    func findingNoTPM(_ consequence: String) -> String { "det finnes ingen: \(consequence)" }
    func findingTPMNamed(_ place: String) -> String { "sealing.tcti i konfigurasjonen nevner den: \(place)." }
    func findingOldTPM(_ consequence: String) -> String { "det er ikke en TPM 2.0: \(consequence)" }
    var findingTPMForbidden: String { "det finnes en, men tjenesten er ikke i gruppen tss." }
    var findingPasswordsChecked: String { "passord kan kontrolleres." }
    var findingHelperMissing: String { "ingen kontrollerer passord: hjelperens sokkel er ikke på." }
    var findingHelperSilent: String { "ingen kontrollerer passord: hjelperen svarer ikke. Se hvorfor: journalctl --unit='biogate-password@*'" }
    var findingPasswordsOff: String { "passord er slått av med password.enabled i oppsettet." }
    var findingNoPassword: String { "kontoen din har ikke noe passord som kan kontrolleres, eller det er låst (usermod -L). Da åpner ikke fingeren nøkkelringen når du logger inn." }
    func findingLoginLineMissing(_ services: String) -> String { "fingeren åpner ikke nøkkelringen ved innlogging: pam_biogate_login står ikke i PAM-filen til \(services)." }
    func findingKeyringLineMissing(_ services: String) -> String { "fingeren åpner ikke nøkkelringen ved innlogging: ingen nøkkelring står i PAM-filen til \(services)." }
    func findingFingerLineMissing(_ services: String) -> String { "en innlogging med \(services) spør ikke etter finger: PAM-filen nevner ikke pam_fprintd." }
    var findingFingerModuleMissing: String { "ingen innlogging spør etter finger: pam_fprintd er ikke installert." }
    var findingPAMFileMissing: String { "ingen kontrollerer passord: /etc/pam.d/biogate mangler." }
    var findingLogind: String { "låsing og dvale blir fanget opp." }
    var findingNoLogind: String { "den kjører ikke: låsing og dvale avslutter ingenting." }
    var findingNoSystemd: String { "maskinen kjører uten systemd: låsing og dvale avslutter ingenting." }
    var sealedNoTPM: String { "den venter på TPM-en som rotnøkkelen er forseglet med, og finner ingen. Slå den på i fastvaren, eller se på sealing.tcti." }
    var sealedBusy: String { "den venter på TPM-en som rotnøkkelen er forseglet med, og den er opptatt." }
    var sealedPaused: String { "den venter på TPM-en som rotnøkkelen er forseglet med, og den tar pause etter feil forsøk." }
    var sealedOtherMachine: String { "TPM-en er ikke den som rotnøkkelen ble forseglet med, eller er tømt. Bare den åpner det som er lagret; er den borte, er alt tapt for alle. Kommandoen legger dataene til side og begynner uten noen." }
    var sealedOldCopy: String { "dataene er en gammel kopi, eller TPM-ens eierhierarki har en autorisasjon. Legg tilbake den nyeste kopien, eller se: journalctl --unit=biogated.service" }
    var sealedNoRootKey: String { "rotnøkkelen mangler. Legg den tilbake fra en sikkerhetskopi. Uten en er alt som er lagret, tapt for alle. Kommandoen legger dataene til side og begynner uten noen." }
    var sealedFaulted: String { "TPM-en som rotnøkkelen er forseglet med, virker ikke. Se hvorfor: journalctl --unit=biogated.service" }
    var rootKeyBesideData: String { "rotnøkkelen ligger i en fil, og følger med en stjålet disk." }
    var rootKeyInOtherFile: String { "rotnøkkelen ligger i filen som sealing.rootKeyFile nevner." }
    var rootKeyIsCredential: String { "rotnøkkelen er en systemd-legitimasjon." }
    var rootKeyIsSealed: String { "rotnøkkelen er forseglet med en, og ingenting åpnes uten den." }
    var rootKeyIsInFile: String { "en rotnøkkel som ikke er forseglet, ligger i en fil." }
    var weightFine: String { "ok" }
    var weightNote: String { "merk" }
    var weightWrong: String { "FEIL" }
    var mendFirst: String { "Det som er merket FEIL, må rettes." }
    var noJournal: String { "Det finnes ingen journalctl: denne maskinen fører ingen logg." }
    var journalForbidden: String { "Du har ikke lov til å lese systemets logg. Bruk: sudo biogate log. For godt: sudo usermod --append --groups systemd-journal \"$USER\", og logg så inn på nytt." }
    func paused(_ wait: String) -> String { "Fingeravtrykk er satt på pause i \(wait). Legg så fingeren på leseren." }
    var moveImportCosts: String { "Det som åpnes med fingrene slik de er nå, må fornyes av brukeren, som får en finger til. Ingenting slettes uten at du ber om det." }
    func moveWouldImport(user: String, finger: String) -> String { "\(user): \(finger) kan hentes inn." }
    func moveImported(user: String, finger: String) -> String { "\(user): \(finger) er hentet inn, bare for innlogging." }
    func moveKnown(user: String, finger: String) -> String { "\(user): \(finger) er her allerede." }
    func moveNotImported(user: String, finger: String) -> String { "\(user): \(finger) er ikke hentet inn." }
    func moveNoUser(_ name: String) -> String { "\(name.quoted(in: .nb)) er ingen bruker her. Det som ligger der, er latt i fred." }
    func moveStrange(_ path: String) -> String { "Latt i fred: \(path) er ikke bare root sin, eller er en lenke." }
    func moveNothingThere(_ directory: String) -> String { "Det er ingen fingre fra fprintd i \(directory)." }
    func moveOriginalRemoved(_ path: String) -> String { "Slettet: \(path)" }
    func moveExportCosts(_ directory: String) -> String { "Dette skriver fingeravtrykkmaler uforseglet til \(directory): den som har disken, kan lese dem." }
    func moveExported(_ path: String) -> String { "Skrevet: \(path)" }
    func moveExportedBefore(_ path: String) -> String { "Finnes allerede: \(path)" }
    func moveInTheWay(_ path: String) -> String { "Ikke skrevet: noe annet ligger på \(path), og blir liggende." }
    func moveNotExported(user: String, finger: String) -> String { "\(user): \(finger) er ikke skrevet." }
    func moveNothingToExport(_ user: String) -> String { "Det er ingen fingre for \(user.quoted(in: .nb)) her." }
    func moveNoFace(_ socket: String) -> String { "Ingen svarer på \(socket). Er pakken biogate-fprintd installert?" }
    var printUnreadable: String { "Det er ikke et avtrykk som libfprint kan lese." }
    var printMisplaced: String { "Det sier selv at det tilhører en annen finger, bruker eller leser." }
    var printReaderMissing: String { "Leseren er ikke koblet til." }
    var printOnSeveralReaders: String { "Det passer til flere lesere. Velg en med --reader." }
    var printFingerTaken: String { "Det finnes et annet avtrykk av den fingeren her." }
    var printDuplicate: String { "Det samme avtrykket er her som en annen finger." }
    var printFull: String { "Det er ikke plass til en finger til." }
    var printNotStored: String { "Leserens eget lager har det ikke lenger." }
    var printAdministrator: String { "Fingeravtrykk er slått av på denne maskinen." }
    var printNotNow: String { "Det går ikke nå: se journalctl -u biogated." }
    var sandboxForgets: String { "Alt i en sandkasse er borte når den avsluttes." }
    func sandboxNoProgram(name: String, directories: String) -> String { "det finnes ingen \(name) i \(directories)" }
    func sandboxDaemonEnded(_ said: String) -> String { "tjenesten startet ikke: \(said)" }
    func sandboxCommandNotFound(_ name: String) -> String { "\(name): finnes ikke" }
    func sandboxInterrupted(_ signal: Int) -> String { "avsluttet av signal \(signal)" }
    var sandboxNotInside: String { "BIOGATE_SANDBOX er ikke satt; kjør dette inne i `biogate sandbox -- …`" }
    var sandboxEnded: String { "sandkassen er avsluttet; kjør dette mens `biogate sandbox -- …` kjører kommandoen sin" }
    func sandboxNobodyWaiting(_ wait: String) -> String { "ingen forespørsel ventet på en berøring i \(wait)" }
    func sandboxCallEnded(_ touches: Int) -> String { "forespørselen var ferdig etter \(touches) av berøringene" }
    func sandboxUnwatched(_ reason: String) -> String { "tjenesten kan ikke følges: \(reason)" }
    var setupNeedsTerminal: String { "Dette stiller spørsmål, og det er ingen terminal. Bruk: biogate pin set, biogate finger add, biogate store." }
    var setupLater: String { "Du kan begynne når som helst med: biogate setup" }
    var setPINNow: String { "Vil du velge en PIN-kode? Bruk den når fingeravtrykket ikke virker." }
    func addFingerNow(_ finger: String) -> String { "Legge til fingeravtrykk (\(finger))?" }
    var vouchFingersNow: String { "Bekrefte fingeravtrykkene fra systemets innstillinger, så de kan brukes her også?" }
    var tryNow: String { "Prøve det?" }
    var openKeyringAtLogin: String { "Skal fingeren som logger deg inn, også åpne nøkkelringen? Passordet ditt lagres forseglet for det." }
    var takeEither: String { "Skal sudo, su og innlogginger ta passordet eller fingeren din ved én forespørsel?" }
    var tryReason: String { "Prøv det ut" }
    func works(_ factor: String) -> String { "Det virker: \(factor)." }
    func findingFingerFirst(_ services: String) -> String { "\(services): passordet kan ikke skrives før tiden for fingeren er ute, fordi pam_fprintd står foran pam_biogate." }
}
