/// What a change of fingers, PIN and items costs, and what came of it, as people are told on a terminal and in windows.
public enum ChangeWords: Hashable, Sendable {
    /// Stands before the names of items that nothing will open any more.
    case wouldDestroy
    /// Stands before the names of items that only a PIN or password will open, until they are renewed.
    case wouldNeedRenewal
    /// So many items are gone.
    case destroyed(Int)
    /// A finger was added.
    case added(String)
    /// Fingers that the system's settings added were vouched for.
    case vouched(String)
    /// A finger, or an item, was removed.
    case removed(String)
    /// A finger opens these again.
    case renewed(String)
    case pinRule, pinsDiffer, pinSet, pinRemoved
    /// No item is left, and nobody is signed in.
    case revoked

    public func text(in language: Language) -> String {
        let phrasebook = language.phrasebook
        return switch self {
        case .wouldDestroy: phrasebook.changeWouldDestroy
        case .wouldNeedRenewal: phrasebook.changeWouldNeedRenewal
        case .destroyed(let count): phrasebook.changeDestroyed(count)
        case .added(let finger): phrasebook.changeAdded(finger)
        case .vouched(let fingers): phrasebook.changeVouched(fingers)
        case .removed(let name): phrasebook.changeRemoved(name)
        case .renewed(let items): phrasebook.changeRenewed(items)
        case .pinRule: phrasebook.pinRule
        case .pinsDiffer: phrasebook.pinsDiffer
        case .pinSet: phrasebook.changePINSet
        case .pinRemoved: phrasebook.changePINRemoved
        case .revoked: phrasebook.changeRevoked
        }
    }
}
