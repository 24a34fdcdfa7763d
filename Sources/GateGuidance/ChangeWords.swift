/// The cost and the result of a change of fingers, PIN or items, for a terminal and for windows.
public enum ChangeWords: Hashable, Sendable {
    /// Comes before the names of items that nothing will open any more.
    case wouldDestroy
    /// Comes before the names of items that only a PIN or password will open, until they are renewed.
    case wouldNeedRenewal
    /// This number of items was destroyed.
    case destroyed(Int)
    /// The finger of this name was added.
    case added(String)
    /// The user vouched for these fingers, which the system's settings had added.
    case vouched(String)
    /// The finger or item of this name was removed.
    case removed(String)
    /// A finger opens these items again.
    case renewed(String)
    case pinRule(minimumLength: Int)
    case pinsDiffer, pinSet, pinRemoved
    /// All items were destroyed and all reusable authentications ended.
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
        case .pinRule(let minimum): phrasebook.pinRule(minimum)
        case .pinsDiffer: phrasebook.pinsDiffer
        case .pinSet: phrasebook.changePINSet
        case .pinRemoved: phrasebook.changePINRemoved
        case .revoked: phrasebook.changeRevoked
        }
    }
}
