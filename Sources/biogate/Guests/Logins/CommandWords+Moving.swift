/// Messages about moving prints from fprintd and back.
extension CommandWords {
    func text(_ notice: MoveNotice) -> String {
        switch notice {
        case .importCosts: moveImportCosts
        case .wouldImport(let finger, let user): moveWouldImport(user: user, finger: finger)
        case .imported(let finger, let user): moveImported(user: user, finger: finger)
        case .known(let finger, let user): moveKnown(user: user, finger: finger)
        case .notImported(let finger, let user, let fault):
            "\(moveNotImported(user: user, finger: finger)) \(text(fault))"
        case .noUser(let name): moveNoUser(name)
        case .strange(let path): moveStrange(path)
        case .nothingThere(let directory): moveNothingThere(directory)
        case .originalRemoved(let path): moveOriginalRemoved(path)
        case .exportCosts(let directory): moveExportCosts(directory)
        case .exported(let path): moveExported(path)
        case .exportedBefore(let path): moveExportedBefore(path)
        case .inTheWay(let path): moveInTheWay(path)
        case .notExported(let finger, let user, let fault):
            "\(moveNotExported(user: user, finger: finger)) \(text(fault))"
        case .nothingToExport(let user): moveNothingToExport(user)
        case .noFace(let socket): moveNoFace(socket)
        }
    }

    private func text(_ fault: MoveNotice.Fault) -> String {
        switch fault {
        case .unreadable: printUnreadable
        case .misplaced: printMisplaced
        case .noReader: printReaderMissing
        case .severalReaders: printOnSeveralReaders
        case .fingerTaken: printFingerTaken
        case .duplicate: printDuplicate
        case .full: printFull
        case .notStored: printNotStored
        case .administrator: printAdministrator
        case .notNow: printNotNow
        }
    }
}
