import GateWire

extension FaceAnswer {
    /// What a result is told as.
    var status: DeviceEffect {
        switch self {
        case .match: .status(.match, done: true)
        case .enrolled: .enrollStatus(.completed, done: true)
        case .noMatch, .started, .waitingForFinger, .fingerPresent, .retry, .stagePassed: .status(.noMatch, done: true)
        }
    }
}

extension FaceFailure {
    /// The error that a call is refused with; nil where it succeeds, and a status tells.
    func refusal(isChange: Bool) -> Fprint.Refusal? {
        switch self {
        case .notEnrolled: .noEnrolledPrints
        case .failed(.notDeleted) where isChange: .printsNotDeleted
        case .failed(.notDeletedFromReader) where isChange: .printsNotDeletedFromDevice
        case .failed, .notPermitted: nil
        }
    }

    func status(isEnrolment: Bool) -> DeviceEffect {
        isEnrolment ? .enrollStatus(enrollStatus, done: true) : .status(verifyStatus, done: true)
    }

    /// A print that the reader does not have is one that does not match. Of a reader that is unplugged, version 1.94.2 has only
    /// an error that it does not name; "disconnected" is one that breaks its protocol. All else is the reader's, or the daemon's.
    private var verifyStatus: Fprint.Status {
        switch self {
        case .failed(.notStored): .noMatch
        case .failed(.protocolBroken): .disconnected
        case .notEnrolled, .failed, .notPermitted: .unknownError
        }
    }

    private var enrollStatus: Fprint.EnrollStatus {
        switch self {
        case .failed(.duplicate): .duplicate
        case .failed(.full): .dataFull
        case .failed(.protocolBroken): .disconnected
        case .failed(.cancelled), .failed(.unavailable): .failed
        case .notEnrolled, .failed, .notPermitted: .unknownError
        }
    }
}
