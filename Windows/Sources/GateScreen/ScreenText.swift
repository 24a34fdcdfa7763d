// The sentences of windows that the other programs do not have; all others are from `GateGuidance`.

internal import GateGuidance

/// A window's own text.
enum ScreenText: Hashable {
    /// The asking process's program file, checked by device and inode.
    case programFile(String)
    /// The asking process's program file, unchecked.
    case claimedFile(String)
    /// The name of the asking process or its unit, unchecked.
    case callsItself(String)
    /// The user is not asked for anything yet.
    case preparing
    /// The field's label, if a finger would also do.
    case orTypePIN, orTypePassword
    /// The field's label, if no more specific one fits.
    case typePIN, typePassword
    /// The typed text is being compared.
    case checking
    /// Further requests wait behind this one.
    case others(Int)
    case confirm, close
    /// Nothing can be tried for this many seconds.
    case paused(seconds: Int)
    /// The user's time is nearly over.
    case timeLeft(seconds: Int)
    case moreTime
    /// A pause of the finger is over.
    case fingerAgain

    func words(in language: Language) -> String {
        let words = language.words
        return switch self {
        case .programFile(let path): words.programFile(path)
        case .claimedFile(let path): words.claimedFile(path)
        case .callsItself(let name): words.callsItself(name)
        case .preparing: words.preparing
        case .orTypePIN: words.orTypePIN
        case .orTypePassword: words.orTypePassword
        case .typePIN: words.typePIN
        case .typePassword: words.typePassword
        case .checking: words.checking
        case .others(let count): words.othersWait(count)
        case .confirm: words.ok
        case .close: words.close
        case .paused(let seconds): words.tryAgainIn(seconds)
        case .timeLeft(let seconds): words.timeLeft(seconds)
        case .moreTime: words.moreTime
        case .fingerAgain: words.fingerAgain
        }
    }
}
