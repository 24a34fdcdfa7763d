import GateModel

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
        case .startRefused(let reason): "den starter ikke: \(reason)."
        case .sealed(let reason): sealed(reason)
        case .oldCopy:
            "det som er lagret for deg, er en gammel kopi: en sikkerhetskopi eller et øyeblikksbilde ble lagt tilbake. Legg tilbake den nyeste kopien. Bare når den ikke finnes, sletter en administrator alt med biogate reset."
        case .dataUnusable:
            "tjenesten kan ikke bruke det som er lagret for deg. Hvorfor, sier: journalctl --unit=biogated.service"
        case .accountRefused(let words): words
        case .loginsLocked(let lockout, let end, _): loginsLocked(lockout, end)
        case .diskFull(let path): "disken til \(path) er full. Frigjør plass på den."
        case .diskReadOnly(let path): "disken til \(path) er skrivebeskyttet. Monter den skrivbar."
        case .stateDirectoryMissing(let path): "\(path) finnes ikke, og er stateDirectory i oppsettet."
        case .diskWritable: "disken har plass."
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
        case .fprintdFingersWait(let count?):
            "fingre i /var/lib/fprint: \(count). De som ikke er hentet derfra, logger ingen inn."
        case .fprintdFingersWait(nil):
            "fingre som ble lagt til med fprintd, logger ingen inn før en administrator henter dem over."
        case .readersPermitted: "tjenesten kan åpne alle lesere på USB."
        case .noReaderGroup: "det finnes ingen gruppe biogate-reader for leserne."
        case .rulesMissing: "det finnes ingen udev-regel som gir lesere til tjenesten."
        case .readerForbidden(let node): "tjenesten kan ikke åpne leseren \(node)."
        case .readerSocketMissing: "tjenesten har ingen til å drive leserne: sokkelen til prosessen deres er ikke på."
        case .tpmPermitted: "det finnes en, og tjenesten kan bruke den."
        case .noTPM(let place): "det finnes ingen: \(withoutTPM(place))"
        case .oldTPM(let place): "det er ikke en TPM 2.0: \(withoutTPM(place))"
        case .tpmForbidden: "det finnes en, men tjenesten er ikke i gruppen tss."
        case .passwordsChecked: "passord kan sjekkes."
        case .helperMissing: "ingen sjekker passord: hjelperens sokkel er ikke på."
        case .helperSilent:
            "ingen sjekker passord: hjelperen svarer ikke. Hvorfor, sier: journalctl --unit='biogate-password@*'"
        case .passwordsOff: "passord er slått av med password.enabled i oppsettet."
        case .noPassword: "kontoen din har ikke noe passord som kan sjekkes."
        case .pamFileMissing: "ingen sjekker passord: /etc/pam.d/biogate mangler."
        case .logind: "låsing og dvale blir sett."
        case .noLogind: "den kjører ikke: låsing og dvale avslutter ingenting."
        case .noSystemd: "maskinen kjører uten systemd: låsing og dvale avslutter ingenting."
        }
    }

    private func sealed(_ reason: SealingReason) -> String {
        switch reason {
        case .noTPM:
            "den venter på TPM-en som rotnøkkelen er forseglet med, og finner ingen. Slå den på i fastvaren, eller se på sealing.tcti."
        case .busy: "den venter på TPM-en som rotnøkkelen er forseglet med, og den er opptatt."
        case .dictionaryLockout:
            "den venter på TPM-en som rotnøkkelen er forseglet med, og den tar pause etter feil forsøk."
        case .otherMachine:
            "TPM-en er ikke den som rotnøkkelen ble forseglet med, eller er tømt. Gå tilbake til den; ingenting annet åpner det som er lagret."
        case .policyFailed:
            "dataene er en gammel kopi, eller TPM-ens eierhierarki har en autorisasjon. Legg tilbake den nyeste kopien, eller se: journalctl --unit=biogated.service"
        case .rootKeyMissing: "rotnøkkelen mangler. Legg den tilbake fra en sikkerhetskopi."
        case .faulted:
            "TPM-en som rotnøkkelen er forseglet med, virker ikke. Hvorfor, sier: journalctl --unit=biogated.service"
        }
    }

    private func withoutTPM(_ place: RootKeyPlace) -> String {
        switch place {
        case .besideData: "rotnøkkelen ligger i en fil, og følger med en stjålet disk."
        case .otherFile: "rotnøkkelen ligger i filen som sealing.rootKeyFile nevner."
        case .credential: "rotnøkkelen er en systemd-legitimasjon."
        case .tpm: "rotnøkkelen er forseglet med en, og ingenting åpnes uten den."
        case .unknown: "en rotnøkkel som ikke er forseglet, ligger i en fil."
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
