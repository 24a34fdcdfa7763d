/// The bank's own texts, besides the gate's.
struct BankWords {
    let signInReason, usePassword, passwordLabel, signIn, wrongPassword: String
    let transfer, transferReason, card, cardReason, settings, signOut, back: String
    let turnOnReason, unknownToken, paid: String

    init(locale: String) {
        switch locale.prefix(2) {
        case "ko": self = .korean
        case "nb", "no": self = .norwegian
        default: self = .english
        }
    }

    private init(
        signInReason: String, usePassword: String, passwordLabel: String, signIn: String, wrongPassword: String,
        transfer: String, transferReason: String, card: String, cardReason: String, settings: String,
        signOut: String, back: String, turnOnReason: String, unknownToken: String, paid: String
    ) {
        self.signInReason = signInReason
        self.usePassword = usePassword
        self.passwordLabel = passwordLabel
        self.signIn = signIn
        self.wrongPassword = wrongPassword
        self.transfer = transfer
        self.transferReason = transferReason
        self.card = card
        self.cardReason = cardReason
        self.settings = settings
        self.signOut = signOut
        self.back = back
        self.turnOnReason = turnOnReason
        self.unknownToken = unknownToken
        self.paid = paid
    }

    private static let english = BankWords(
        signInReason: "Sign in to Example Bank", usePassword: "Sign in with password",
        passwordLabel: "Bank password", signIn: "Sign in", wrongPassword: "That password did not match.",
        transfer: "Send 200 kr to Kari", transferReason: "Send 200 kr to Kari", card: "Show card details",
        cardReason: "Show the details of your card", settings: "Settings", signOut: "Sign out", back: "Back",
        turnOnReason: "Turn on fingerprint sign-in to Example Bank",
        unknownToken: "The bank does not know this sign-in any more.", paid: "Sent.")

    private static let korean = BankWords(
        signInReason: "예시 은행에 로그인하려면 본인 확인이 필요합니다", usePassword: "비밀번호로 로그인",
        passwordLabel: "은행 비밀번호", signIn: "로그인", wrongPassword: "비밀번호가 일치하지 않아요.",
        transfer: "카리에게 200 kr 송금", transferReason: "송금을 위해 본인 확인이 필요합니다", card: "카드 정보 보기",
        cardReason: "카드 정보를 보려면 본인 확인이 필요합니다", settings: "설정", signOut: "로그아웃", back: "뒤로",
        turnOnReason: "예시 은행의 지문 로그인 켜기", unknownToken: "은행이 이 로그인을 더 이상 알지 못해요.",
        paid: "송금했어요.")

    private static let norwegian = BankWords(
        signInReason: "Logg inn i Eksempelbanken", usePassword: "Logg inn med passord",
        passwordLabel: "Passord til banken", signIn: "Logg inn", wrongPassword: "Passordet stemte ikke.",
        transfer: "Send 200 kr til Kari", transferReason: "Send 200 kr til Kari", card: "Vis kortopplysninger",
        cardReason: "Vis opplysninger om kortet ditt", settings: "Innstillinger", signOut: "Logg ut", back: "Tilbake",
        turnOnReason: "Slå på innlogging med fingeravtrykk i Eksempelbanken",
        unknownToken: "Banken kjenner ikke denne innloggingen lenger.", paid: "Sendt.")
}
