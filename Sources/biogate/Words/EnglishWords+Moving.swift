/// English.
extension EnglishWords {
    func text(_ notice: MoveNotice) -> String {
        switch notice {
        case .importCosts:
            "What opens with the fingers of now is to be renewed by its user, who has a finger more then. Nothing is deleted unless you say so."
        case .wouldImport(let finger, let user): "\(user): \(finger) can be imported."
        case .imported(let finger, let user): "\(user): \(finger) is imported, for login only."
        case .known(let finger, let user): "\(user): \(finger) is here already."
        case .notImported(let finger, let user, let fault): "\(user): \(finger) is not imported. \(text(fault))"
        case .noUser(let name): "\(quoted(name)) is no user here. What lies there is left alone."
        case .strange(let path): "Left alone: \(path) is not root's alone, or is a link."
        case .nothingThere(let directory): "There are no fingers of fprintd's in \(directory)."
        case .originalRemoved(let path): "Removed: \(path)"
        case .exportCosts(let directory):
            "This writes fingerprint templates to \(directory), unsealed: anyone with the disk can read them."
        case .exported(let path): "Written: \(path)"
        case .exportedBefore(let path): "There already: \(path)"
        case .inTheWay(let path): "Not written: something else lies at \(path), and stays."
        case .notExported(let finger, let user, let fault): "\(user): \(finger) is not written. \(text(fault))"
        case .nothingToExport(let user): "No fingers of \(quoted(user)) are here."
        case .noFace(let socket): "Nobody serves \(socket). Is the package biogate-fprintd installed?"
        }
    }

    private func text(_ fault: MoveNotice.Fault) -> String {
        switch fault {
        case .unreadable: "It is no print that libfprint can read."
        case .misplaced: "It says of itself that it is another finger's, user's or reader's."
        case .noReader: "Its reader is not plugged in."
        case .severalReaders: "It fits several readers. Choose one with --reader."
        case .fingerTaken: "There is another print of that finger here."
        case .duplicate: "The same print is here as another finger."
        case .full: "There is no room for another finger."
        case .notStored: "The reader's own storage does not have it any more."
        case .administrator: "Fingerprint is turned off on this computer."
        case .notNow: "That cannot be done now: see journalctl -u biogated."
        }
    }
}
