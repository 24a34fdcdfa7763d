// The words that a window has and the other programs have not; everything else that it says is `GateGuidance`'s.

internal import GateGuidance

/// A text of a window's own, in each language.
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
        switch language {
        case .en: english
        case .ko: korean
        case .nb: norwegian
        }
    }

    private var english: String {
        switch self {
        case .programFile(let path): "Program file: \(path)"
        case .claimedFile(let path): "Program file, not checked: \(path)"
        case .callsItself(let name): "Calls itself: \(name)"
        case .preparing: "Getting the reader ready. One moment."
        case .orTypePIN: "Or type your PIN"
        case .orTypePassword: "Or type your password"
        case .typePIN: "Type your PIN"
        case .typePassword: "Type your password"
        case .checking: "Checking. One moment."
        case .others(1): "1 other request waits."
        case .others(let count): "\(count) other requests wait."
        case .confirm: "OK"
        case .close: "Close"
        case .paused(1): "You can try again in 1 second."
        case .paused(let seconds): "You can try again in \(seconds) seconds."
        case .timeLeft(1): "1 second left."
        case .timeLeft(let seconds): "\(seconds) seconds left."
        case .moreTime: "More time"
        case .fingerAgain: "You can use your fingerprint again."
        }
    }

    private var korean: String {
        switch self {
        case .programFile(let path): "프로그램 파일: \(path)"
        case .claimedFile(let path): "프로그램 파일(확인되지 않음): \(path)"
        case .callsItself(let name): "스스로 밝힌 이름: \(name)"
        case .preparing: "인식기를 준비하고 있어요. 잠시 기다려 주세요."
        case .orTypePIN: "또는 PIN을 입력해 주세요"
        case .orTypePassword: "또는 비밀번호를 입력해 주세요"
        case .typePIN: "PIN을 입력해 주세요"
        case .typePassword: "비밀번호를 입력해 주세요"
        case .checking: "확인하고 있어요. 잠시 기다려 주세요."
        case .others(let count): "다른 요청 \(count)개가 기다리고 있어요."
        case .confirm: "확인"
        case .close: "닫기"
        case .paused(let seconds): "\(seconds)초 후에 다시 시도할 수 있어요."
        case .timeLeft(let seconds): "\(seconds)초 남았어요."
        case .moreTime: "시간 더 쓰기"
        case .fingerAgain: "이제 지문을 다시 쓸 수 있어요."
        }
    }

    private var norwegian: String {
        switch self {
        case .programFile(let path): "Programfil: \(path)"
        case .claimedFile(let path): "Programfil, ikke kontrollert: \(path)"
        case .callsItself(let name): "Kaller seg: \(name)"
        case .preparing: "Gjør leseren klar. Et øyeblikk."
        case .orTypePIN: "Eller skriv PIN-koden"
        case .orTypePassword: "Eller skriv passordet"
        case .typePIN: "Skriv PIN-koden"
        case .typePassword: "Skriv passordet"
        case .checking: "Kontrollerer. Et øyeblikk."
        case .others(1): "1 annen forespørsel venter."
        case .others(let count): "\(count) andre forespørsler venter."
        case .confirm: "OK"
        case .close: "Lukk"
        case .paused(1): "Du kan prøve igjen om 1 sekund."
        case .paused(let seconds): "Du kan prøve igjen om \(seconds) sekunder."
        case .timeLeft(1): "1 sekund igjen."
        case .timeLeft(let seconds): "\(seconds) sekunder igjen."
        case .moreTime: "Mer tid"
        case .fingerAgain: "Du kan bruke fingeravtrykket igjen."
        }
    }
}
