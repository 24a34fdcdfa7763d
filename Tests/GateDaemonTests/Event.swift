import GateModel

/// An event that happens to a daemon; a call, credential or end without a name is alice's.
enum Event: String, CaseIterable {
    case retrieve, sign, authenticate, retrieveAgain, enroll, enrollElsewhere, enable
    case layFinger, judgeRight, judgeWrong, judgeOthers, scanPoorly, readerFails, heat, cool, unplug, plug
    case answerRight, answerWrong, holdPINs, releasePINs, holdReader, releaseReader, holdDevice, releaseDevice
    case answerPassword, answerWrongPassword, holdHelper, releaseHelper, breakHelper, slowHelper, refusePassword,
        mendHelper
    case cancel, leave
    case retrievePrompted, promptComes, promptGoes, holdCall
    case bobRetrieves, bobAnswers, bobCancels, bobLeaves, bobLocks, bobDisables, bobResets
    case second, halfMinute
    case lock, sleep, wake, stop
    case disable, deletePrint, revokeAll, reset
    case holdDisk, releaseOne, releaseDisk, failWrite, failWriteThatStands

    /// The user who does it; nil for an event that affects everyone.
    var actor: User? {
        switch self {
        case .retrieve, .sign, .authenticate, .retrieveAgain, .enroll, .enrollElsewhere, .enable, .answerRight,
            .answerWrong, .answerPassword, .answerWrongPassword, .cancel, .leave, .retrievePrompted, .promptComes,
            .promptGoes, .holdCall, .lock, .disable, .deletePrint, .revokeAll, .reset:
            Scene.alice
        case .bobRetrieves, .bobAnswers, .bobCancels, .bobLeaves, .bobLocks, .bobDisables, .bobResets: Scene.bob
        case .layFinger, .judgeRight, .judgeWrong, .judgeOthers, .scanPoorly, .readerFails, .heat, .cool, .unplug,
            .plug, .holdPINs, .releasePINs, .holdReader, .releaseReader, .holdDevice, .releaseDevice, .holdHelper,
            .releaseHelper, .breakHelper, .slowHelper, .refusePassword,
            .mendHelper, .second, .halfMinute, .sleep, .wake, .stop, .holdDisk, .releaseOne, .releaseDisk, .failWrite,
            .failWriteThatStands:
            nil
        }
    }

    /// Whether a finger causes it, which goes to the call at the reader.
    var isFingers: Bool {
        switch self {
        case .layFinger, .judgeRight, .judgeWrong, .judgeOthers, .scanPoorly: true
        default: false
        }
    }

    /// Whether it needs a served socket.
    var isCall: Bool { actor != nil && ![.leave, .bobLeaves, .promptGoes, .lock, .bobLocks].contains(self) }
}
