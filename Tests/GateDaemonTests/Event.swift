import GateModel

/// Something that happens to a daemon; a call, a credential or an end that names nobody is alice's.
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

    /// Who does it, and to nobody else; nil for what is everybody's.
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

    /// Whether it is a finger's, which is the call's that has the reader.
    var isFingers: Bool {
        switch self {
        case .layFinger, .judgeRight, .judgeWrong, .judgeOthers, .scanPoorly: true
        default: false
        }
    }

    /// Whether it takes a socket that is served.
    var isCall: Bool { actor != nil && ![.leave, .bobLeaves, .promptGoes, .lock, .bobLocks].contains(self) }
}
