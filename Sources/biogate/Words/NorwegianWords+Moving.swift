/// Norsk bokmål.
extension NorwegianWords {
    func text(_ notice: MoveNotice) -> String {
        switch notice {
        case .importCosts:
            "Det som åpnes med fingrene slik de er nå, må fornyes av brukeren, som får en finger til. Ingenting slettes uten at du ber om det."
        case .wouldImport(let finger, let user): "\(user): \(finger) kan hentes inn."
        case .imported(let finger, let user): "\(user): \(finger) er hentet inn, bare for innlogging."
        case .known(let finger, let user): "\(user): \(finger) er her allerede."
        case .notImported(let finger, let user, let fault): "\(user): \(finger) er ikke hentet inn. \(text(fault))"
        case .noUser(let name): "\(quoted(name)) er ingen bruker her. Det som ligger der, er latt i fred."
        case .strange(let path): "Latt i fred: \(path) er ikke bare root sin, eller er en lenke."
        case .nothingThere(let directory): "Det er ingen fingre fra fprintd i \(directory)."
        case .originalRemoved(let path): "Slettet: \(path)"
        case .exportCosts(let directory):
            "Dette skriver fingeravtrykksmaler til \(directory), der den som har disken, kan lese dem: der er de ikke forseglet."
        case .exported(let path): "Skrevet: \(path)"
        case .exportedBefore(let path): "Finnes allerede: \(path)"
        case .inTheWay(let path): "Ikke skrevet: noe annet ligger på \(path), og blir liggende."
        case .notExported(let finger, let user, let fault): "\(user): \(finger) er ikke skrevet. \(text(fault))"
        case .nothingToExport(let user): "Det er ingen fingre for \(quoted(user)) her."
        case .noFace(let socket): "Ingen svarer på \(socket). Er pakken biogate-fprintd installert?"
        }
    }

    private func text(_ fault: MoveNotice.Fault) -> String {
        switch fault {
        case .unreadable: "Det er ikke et avtrykk som libfprint kan lese."
        case .misplaced: "Det sier selv at det tilhører en annen finger, bruker eller leser."
        case .noReader: "Leseren er ikke koblet til."
        case .severalReaders: "Det passer til flere lesere. Velg en med --reader."
        case .fingerTaken: "Det finnes et annet avtrykk av den fingeren her."
        case .duplicate: "Det samme avtrykket er her som en annen finger."
        case .full: "Det er ikke plass til en finger til."
        case .notStored: "Leserens eget lager har det ikke lenger."
        case .administrator: "Fingeravtrykk er slått av på denne maskinen."
        case .notNow: "Det går ikke nå: se journalctl -u biogated."
        }
    }
}
