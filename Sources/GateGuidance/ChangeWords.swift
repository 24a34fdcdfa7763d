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
        switch language {
        case .en: english
        case .ko: korean
        case .nb: norwegian
        }
    }

    private var english: String {
        switch self {
        case .wouldDestroy: "This permanently deletes:"
        case .wouldNeedRenewal: "These will need your PIN or password once, before a finger opens them again:"
        case .destroyed(1): "1 item was destroyed."
        case .destroyed(let count): "\(count) items were destroyed."
        case .added(let finger): "Added: \(finger)."
        case .vouched(let fingers): "Now opens items, too: \(fingers)."
        case .removed(let name): "Removed: \(name)."
        case .renewed(let items): "A finger opens it again: \(items)."
        case .pinRule: "A PIN is 6 to 64 digits, not one repeated digit, not a sequence such as 123456."
        case .pinsDiffer: "The two differ. Try again."
        case .pinSet: "The PIN is set."
        case .pinRemoved: "The PIN is removed."
        case .revoked: "Access is ended everywhere."
        }
    }

    private var korean: String {
        switch self {
        case .wouldDestroy: "이 항목은 영구히 삭제돼요:"
        case .wouldNeedRenewal: "이 항목은 PIN이나 비밀번호를 한 번 입력해야 다시 지문으로 열 수 있어요:"
        case .destroyed(let count): "항목 \(count)개가 사라졌어요."
        case .added(let finger): "등록했어요: \(finger)."
        case .vouched(let fingers): "이제 항목도 열 수 있어요: \(fingers)."
        case .removed(let name): "삭제했어요: \(name)."
        case .renewed(let items): "다시 지문으로 열 수 있어요: \(items)."
        case .pinRule: "PIN은 숫자 6~64자리예요. 같은 숫자만 쓰거나 123456처럼 이어지는 숫자는 쓸 수 없어요."
        case .pinsDiffer: "두 PIN이 달라요. 다시 입력해 주세요."
        case .pinSet: "PIN을 설정했어요."
        case .pinRemoved: "PIN을 삭제했어요."
        case .revoked: "모든 접근을 끝냈어요."
        }
    }

    private var norwegian: String {
        switch self {
        case .wouldDestroy: "Dette slettes for godt:"
        case .wouldNeedRenewal: "Disse trenger PIN-koden eller passordet én gang før en finger åpner dem igjen:"
        case .destroyed(1): "1 element ble ødelagt."
        case .destroyed(let count): "\(count) elementer ble ødelagt."
        case .added(let finger): "Lagt til: \(finger)."
        case .vouched(let fingers): "Åpner nå også elementer: \(fingers)."
        case .removed(let name): "Fjernet: \(name)."
        case .renewed(let items): "En finger åpner det igjen: \(items)."
        case .pinRule: "En PIN-kode har 6 til 64 sifre, ikke ett siffer som gjentas, ikke en rekke som 123456."
        case .pinsDiffer: "De to er ulike. Prøv igjen."
        case .pinSet: "PIN-koden er satt."
        case .pinRemoved: "PIN-koden er fjernet."
        case .revoked: "All tilgang er avsluttet."
        }
    }
}
