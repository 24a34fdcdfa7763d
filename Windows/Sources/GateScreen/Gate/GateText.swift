// The words of the parts that an app puts into its own screens.

internal import GateGuidance

/// A text of an app's parts, in each language.
enum GateText: Hashable {
    /// What leads to the settings of fingerprints.
    case settings
    /// What turning it on does.
    case whatItDoes
    /// What the row of an app's settings is called.
    case signIn
    /// What the row asks before it turns off, and what that costs.
    case turnOffQuestion, turnOffCost
    case turnOff
    /// Takes the fingers that are enrolled now, and a new token.
    case again
    /// Leaves the field of a PIN or a password.
    case back
    /// The app could not give what is to be kept.
    case noToken

    func words(in language: Language) -> String {
        switch language {
        case .en: english
        case .ko: korean
        case .nb: norwegian
        }
    }

    private var english: String {
        switch self {
        case .settings: "Fingerprint settings"
        case .whatItDoes: "You touch the reader instead of typing your password, which goes on working."
        case .signIn: "Fingerprint sign-in"
        case .turnOffQuestion: "Turn off fingerprint sign-in?"
        case .turnOffCost: "What is kept for it on this computer is destroyed. The next sign-in asks for your password."
        case .turnOff: "Turn off"
        case .again: "Set up again"
        case .back: "Back"
        case .noToken: "That did not work. Sign in with your password first."
        }
    }

    private var korean: String {
        switch self {
        case .settings: "지문 설정"
        case .whatItDoes: "비밀번호를 입력하는 대신 인식기에 손가락을 대면 돼요. 비밀번호도 계속 쓸 수 있어요."
        case .signIn: "지문 로그인"
        case .turnOffQuestion: "지문 로그인을 끌까요?"
        case .turnOffCost: "이 컴퓨터에 저장된 로그인 정보가 지워져요. 다음에는 비밀번호로 로그인해야 해요."
        case .turnOff: "끄기"
        case .again: "다시 설정"
        case .back: "뒤로"
        case .noToken: "잘되지 않았어요. 먼저 비밀번호로 로그인해 주세요."
        }
    }

    private var norwegian: String {
        switch self {
        case .settings: "Innstillinger for fingeravtrykk"
        case .whatItDoes: "Du tar på leseren i stedet for å skrive passordet, som fortsatt virker."
        case .signIn: "Innlogging med fingeravtrykk"
        case .turnOffQuestion: "Slå av innlogging med fingeravtrykk?"
        case .turnOffCost:
            "Det som er lagret for den på denne maskinen, blir slettet. Neste gang logger du inn med passord."
        case .turnOff: "Slå av"
        case .again: "Sett opp på nytt"
        case .back: "Tilbake"
        case .noToken: "Det virket ikke. Logg inn med passord først."
        }
    }
}
