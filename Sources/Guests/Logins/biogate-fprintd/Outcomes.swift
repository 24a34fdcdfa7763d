import GateModel

extension FaceAnswer {
    /// The status that reports a result.
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
    /// The error that refuses the call; nil if the call succeeds and a status reports the failure.
    func refusal(of action: DeviceAction) -> Fprint.Refusal? {
        switch self {
        case .notEnrolled: .nothing(to: action.kind, of: action.asked)
        case .failed(.notDeleted) where action.kind != .verification: .notDeleted
        case .failed(.notDeletedFromReader) where action.kind != .verification: .notDeletedFromReader
        case .failed, .notPermitted: nil
        }
    }

    func status(isEnrolment: Bool, in words: StatusWords) -> DeviceEffect {
        isEnrolment ? .enrollStatus(enrollStatus(in: words), done: true) : .status(verifyStatus(in: words), done: true)
    }

    /// Only the newer version reports an unplugged or overheated reader as "disconnected"; the older one uses that for
    /// a reader that breaks its protocol.
    private func isDisconnected(in words: StatusWords) -> Bool {
        switch self {
        case .failed(.protocolBroken): true
        case .failed(.disconnected), .failed(.overheated): words == .newer
        case .notEnrolled, .failed, .notPermitted: false
        }
    }

    /// A print missing on the reader does not match. A failure without a name counts as the reader's or the daemon's.
    private func verifyStatus(in words: StatusWords) -> Fprint.Status {
        switch self {
        case .failed(.notStored): .noMatch
        case _ where isDisconnected(in: words): .disconnected
        case .notEnrolled, .failed, .notPermitted: .unknownError
        }
    }

    private func enrollStatus(in words: StatusWords) -> Fprint.EnrollStatus {
        switch self {
        case .failed(.duplicate): .duplicate
        case .failed(.full): .dataFull
        case _ where isDisconnected(in: words): .disconnected
        case .failed(.cancelled), .failed(.unavailable): .failed
        case .notEnrolled, .failed, .notPermitted: .unknownError
        }
    }

    /// The text of an error in opening or closing a reader.
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
