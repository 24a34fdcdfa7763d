// The words of what was asked in the user's name.

internal import GateGuidance
internal import GateModel

/// A text about the recent activity, in each language.
enum ActivityText: Hashable {
    case title, more
    /// Stands over the entries.
    case newestFirst
    case nothing, forbidden, noJournal
    /// By what, where something was given.
    case allowed(String?)
    /// Why, where that is known.
    case refused(String?)
    /// Of a program whose call has no other name.
    case wantedChange(String)
    /// What happened besides; of an item with its name.
    case event(ActivityEntry.Event, item: String?, count: Int)

    func words(in language: Language) -> String {
        switch language {
        case .en: english
        case .ko: korean
        case .nb: norwegian
        }
    }

    private var english: String {
        switch self {
        case .title: "Recent activity"
        case .more: "Who asked for what, and what became of it."
        case .newestFirst: "The newest comes first."
        case .nothing: "Nothing was asked for yet."
        case .forbidden:
            "This stands in the system's journal, which you may not read. An administrator can allow it with this command; then sign in again."
        case .noJournal: "This computer keeps no journal in which it would stand."
        case .allowed(let factor): "Allowed" + behind(factor)
        case .refused(let why): "Refused" + behind(why)
        case .wantedChange(let program): "\(program.quoted(in: .en)) wanted a change."
        case .event(let event, let item, let count):
            switch event {
            case .granted: "Allowed"
            case .denied: "Refused"
            case .enrolled: "A finger was added"
            case .printsDeleted: "Fingers were removed"
            case .printsVanished: "Fingers are gone from a reader"
            case .templatesTampered: "What is kept of a finger was changed from outside"
            case .pinSet: "The PIN was set"
            case .pinRemoved: "The PIN was removed"
            case .fingerprintEnabled: "Fingerprint was turned on"
            case .fingerprintDisabled: "Fingerprint was turned off"
            case .onboardingAnswered: "An app's offer was answered"
            case .itemDeleted: item.map { "\($0.quoted(in: .en)) was removed" } ?? "An item was removed"
            case .everythingRevoked: "All access was ended"
            case .reset: "Everything was erased"
            case .readerCleared: "A reader was emptied"
            case .deniedOften: "\(count) more were refused"
            case .doneOften: "\(count) more were allowed"
            }
        }
    }

    private var korean: String {
        switch self {
        case .title: "최근 활동"
        case .more: "누가 무엇을 요청했고 어떻게 되었는지 보여 줘요."
        case .newestFirst: "최근 활동부터 보여 줘요."
        case .nothing: "아직 아무 요청도 없었어요."
        case .forbidden:
            "최근 활동은 시스템 저널에 있는데, 저널을 읽을 권한이 없어요. 관리자가 이 명령으로 허용할 수 있어요. 그런 다음 다시 로그인해 주세요."
        case .noJournal: "이 컴퓨터에는 활동을 남기는 저널이 없어요."
        case .allowed(let factor): "허용됨" + behind(factor)
        case .refused(let why): "거부됨" + behind(why)
        case .wantedChange(let program): "\(program.quoted(in: .ko)) 프로그램이 변경을 요청했어요."
        case .event(let event, let item, let count):
            switch event {
            case .granted: "허용됨"
            case .denied: "거부됨"
            case .enrolled: "지문이 등록되었어요"
            case .printsDeleted: "지문이 삭제되었어요"
            case .printsVanished: "인식기에서 지문이 사라졌어요"
            case .templatesTampered: "보관된 지문 정보가 외부에서 바뀌었어요"
            case .pinSet: "PIN이 설정되었어요"
            case .pinRemoved: "PIN이 삭제되었어요"
            case .fingerprintEnabled: "지문 사용이 켜졌어요"
            case .fingerprintDisabled: "지문 사용이 꺼졌어요"
            case .onboardingAnswered: "앱의 제안에 답했어요"
            case .itemDeleted: item.map { "\($0.quoted(in: .ko)) 항목이 삭제되었어요" } ?? "항목이 삭제되었어요"
            case .everythingRevoked: "모든 접근이 끝났어요"
            case .reset: "모두 지워졌어요"
            case .readerCleared: "인식기가 비워졌어요"
            case .deniedOften: "\(count)번 더 거부되었어요"
            case .doneOften: "\(count)번 더 허용되었어요"
            }
        }
    }

    private var norwegian: String {
        switch self {
        case .title: "Siste aktivitet"
        case .more: "Hvem som spurte om hva, og hvordan det gikk."
        case .newestFirst: "Det nyeste kommer først."
        case .nothing: "Ingen har spurt om noe ennå."
        case .forbidden:
            "Dette står i systemloggen, som du ikke har lov til å lese. En administrator kan tillate det med denne kommandoen; logg så inn på nytt."
        case .noJournal: "Denne maskinen fører ingen logg der det kunne stått."
        case .allowed(let factor): "Innvilget" + behind(factor)
        case .refused(let why): "Avslått" + behind(why)
        case .wantedChange(let program): "\(program.quoted(in: .nb)) ville endre noe."
        case .event(let event, let item, let count):
            switch event {
            case .granted: "Innvilget"
            case .denied: "Avslått"
            case .enrolled: "En finger ble lagt til"
            case .printsDeleted: "Fingre ble fjernet"
            case .printsVanished: "Fingre er borte fra en leser"
            case .templatesTampered: "Det som oppbevares om en finger, ble endret utenfra"
            case .pinSet: "PIN-koden ble satt"
            case .pinRemoved: "PIN-koden ble fjernet"
            case .fingerprintEnabled: "Fingeravtrykk ble slått på"
            case .fingerprintDisabled: "Fingeravtrykk ble slått av"
            case .onboardingAnswered: "Et tilbud fra en app ble besvart"
            case .itemDeleted: item.map { "\($0.quoted(in: .nb)) ble fjernet" } ?? "Noe som var lagret, ble fjernet"
            case .everythingRevoked: "All tilgang ble avsluttet"
            case .reset: "Alt ble slettet"
            case .readerCleared: "En leser ble tømt"
            case .deniedOften: "\(count) til ble avslått"
            case .doneOften: "\(count) til ble innvilget"
            }
        }
    }

    private func behind(_ text: String?) -> String { text.map { ": \($0)" } ?? "" }
}
