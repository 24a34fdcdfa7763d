// Which sentences a window says that the other programs do not; everything else that it says is `GateGuidance`'s.

internal import GateGuidance

/// A text of a window's own.
enum ScreenText: Hashable {
    /// The file that the asking process runs, checked by its device and inode.
    case programFile(String)
    /// What the asking process's file is said to be.
    case claimedFile(String)
    /// What the asking process, or its unit, is named: nobody vouches for it.
    case callsItself(String)
    /// Nothing is asked of the user yet.
    case preparing
    /// What the field is for, where a finger would do as well.
    case orTypePIN, orTypePassword
    /// What the field is for, where nothing else would do.
    case typePIN, typePassword
    /// What was typed is being compared.
    case checking
    /// That further requests wait behind this one.
    case others(Int)
    case confirm, close
    /// Nothing can be tried for so long.
    case paused(seconds: Int)
    /// The user's time is nearly over.
    case timeLeft(seconds: Int)
    case moreTime
    /// A pause of the finger's is over.
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
