import GateModel

/// A message about prints moved from fprintd or back. Fingers are in the user's language, users by name.
enum MoveNotice: Hashable {
    case importCosts
    case wouldImport(finger: String, user: String)
    case imported(finger: String, user: String)
    case known(finger: String, user: String)
    case notImported(finger: String, user: String, Fault)
    case noUser(String)
    case strange(path: String)
    case nothingThere(directory: String)
    case originalRemoved(path: String)
    case exportCosts(directory: String)
    case exported(path: String)
    case exportedBefore(path: String)
    case inTheWay(path: String)
    case notExported(finger: String, user: String, Fault)
    case nothingToExport(user: String)
    /// Nothing serves the face socket.
    case noFace(socket: String)

    /// Why a print is not imported or exported.
    enum Fault: Hashable, CaseIterable {
        case unreadable, misplaced, noReader, severalReaders, fingerTaken, duplicate, full, notStored, administrator
        /// The daemon, its disk or the reader cannot do it now.
        case notNow

        init(_ failure: FaceFailure) {
            guard case .failed(let cause) = failure else {
                self = .notNow
                return
            }
            self =
                switch cause {
                case .unreadable: .unreadable
                case .misplaced: .misplaced
                case .noReader: .noReader
                case .severalReaders: .severalReaders
                case .fingerTaken: .fingerTaken
                case .duplicate: .duplicate
                case .full: .full
                case .notStored: .notStored
                case .administrator: .administrator
                case .cancelled, .lockedOut, .passwordFirst, .suspended, .disconnected, .covered, .overheated, .inUse,
                    .busy, .faulted,
                    .protocolBroken, .unavailable, .notDeleted, .notDeletedFromReader, .absent:
                    .notNow
                }
        }
    }
}
