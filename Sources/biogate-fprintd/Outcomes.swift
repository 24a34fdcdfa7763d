import GateWire

extension FaceAnswer {
    /// What a result is told as.
    var status: DeviceEffect {
        switch self {
        case .match: .status(.match, done: true)
        case .enrolled: .enrollStatus(.completed, done: true)
        case .noMatch, .opened, .started, .queued, .waitingForFinger, .fingerPresent, .fingerLifted, .retry,
            .stagePassed,
            .settled:
            .status(.noMatch, done: true)
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

    /// What is said with an error of opening or closing a reader.
    var text: String {
        switch self {
        case .failed(.disconnected): "the reader is unplugged"
        case .failed(.inUse): "another program has the reader open"
        case .failed(.busy): "the reader is in use"
        case .failed(.suspended): "the machine is going to sleep"
        case .failed(.overheated): "the reader is too hot"
        case .failed(.unavailable): "BiometricGate's daemon does not answer"
        case .notEnrolled, .failed, .notPermitted: "the reader does not answer"
        }
    }
}
