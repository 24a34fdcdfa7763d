extension NorwegianWords {
    func text(_ finding: Finding) -> String {
        switch finding {
        case .served: "noen lytter på den."
        case .socketMissing:
            "den finnes ikke. Tjenesten er ikke installert, sokkelen er ikke på, eller den kunne ikke starte. Hvorfor, sier: journalctl --unit=biogated.service"
        case .nobodyListens: "ingen lytter på den."
        case .pathUnserved(let path): nobodyListens(path)
        case .socketForbidden: "du har ikke lov til å bruke den."
        case .answers(let version): "versjon \(version) svarer."
        case .silent: "den svarer ikke. Hvorfor, sier: journalctl --unit=biogated.service"
        case .nameless: nameless
        case .untrusted: "noen annen enn tjenesten svarer der. Ingenting ble sendt."
        case .masked: "den er maskert, så ingenting starter den."
        case .otherVersion(let version, let own): "versjon \(version) kjører, og dette programmet er \(own)."
        case .configured: "det er ingen feil i den."
        case .misconfigured(let mistake): "tjenesten starter ikke med den. \(mistake)."
        case .memoryUnlocked:
            "den får ikke låse minnet, så hemmeligheter kan havne i vekselfilen. LimitMEMLOCK= i biogated.service sier hvor mye den får låse."
        case .readers(let names): "\(names.joined(separator: ", "))."
        case .noReader: "ingen som virker her. Koble til en; er det en der, har libfprint ingen driver for den."
        case .readerInUse(let name): "\(name) er åpen i et annet program."
        case .readerFaulted(let name, let driver):
            "\(name) (driver \(driver)) virker ikke. Ta den ut og koble den til igjen, eller start tjenesten på nytt."
        case .fprintdHasFingers(let name, let count):
            "den har \(count) av fingrene dine på brikken i \(name). En slik finger kan legges til her når den er slettet der."
        case .fprintdHasNone(let name): "den har ingen av fingrene dine på brikken i \(name)."
        case .fprintdKeepsQuiet(let name):
            "om den har fingre av deg på brikken i \(name), sier den bare i en økt ved maskinen, eller til root."
        case .readersPermitted: "tjenesten kan åpne alle lesere på USB."
        case .noReaderGroup: "det finnes ingen gruppe biogate-reader for leserne."
        case .rulesMissing: "det finnes ingen udev-regel som gir lesere til tjenesten."
        case .readerForbidden(let node): "tjenesten kan ikke åpne leseren \(node)."
        case .readerSocketMissing: "tjenesten har ingen til å drive leserne: sokkelen til prosessen deres er ikke på."
        case .tpmPermitted: "det finnes en, og tjenesten kan bruke den."
        case .noTPM: "det finnes ingen: rotnøkkelen ligger i en fil, og følger med en stjålet disk."
        case .oldTPM: "det er ikke en TPM 2.0: rotnøkkelen ligger i en fil, og følger med en stjålet disk."
        case .tpmForbidden: "det finnes en, men tjenesten er ikke i gruppen tss."
        case .passwordsChecked: "passord kan sjekkes."
        case .helperMissing: "ingen sjekker passord: hjelperens sokkel er ikke på."
        case .pamFileMissing: "ingen sjekker passord: /etc/pam.d/biogate mangler."
        case .logind: "låsing og dvale blir sett."
        case .noLogind: "den kjører ikke: låsing og dvale avslutter ingenting."
        case .noSystemd: "maskinen kjører uten systemd: låsing og dvale avslutter ingenting."
        }
    }

    func weight(_ weight: Finding.Weight) -> String {
        switch weight {
        case .fine: "ok"
        case .note: "merk"
        case .wrong: "FEIL"
        }
    }

    var mendFirst: String { "Det som er merket FEIL, må rettes." }
}
