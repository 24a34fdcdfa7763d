/// The product's word list: one row per state, `title | body | label`.
///
/// `F` at the end of a body stands for the sentence that names the fallback; a row without a label takes the
/// fallback's.
struct GoldenTexts {
    let fallbacks: String
    let states: String

    static let english = GoldenTexts(
        fallbacks: """
            pin      | Use your PIN instead.      | Use PIN
            password | Use your password instead. | Use password
            none     | Sign in again to continue. | Sign in
            """,
        states: """
            available      | Touch the fingerprint reader | | Use fingerprint
            noHardware     | No fingerprint reader | This computer has no reader that works here. F |
            notEnrolled    | No fingerprint added yet | Add one to use it next time. F | Add fingerprint
            printsVanished | Your fingerprints are gone from the reader | Add one to use it again. F | Add fingerprint
            disabled       | Fingerprint is turned off | You can turn it on in settings. F | Turn on
            lockout        | Fingerprint is paused | The last scans did not match. Try again in 30 seconds. F |
            attempts.pin      | Fingerprint is locked for now | Too many failed scans. Enter your PIN to use your fingerprint again. |
            attempts.password | Fingerprint is locked for now | Too many failed scans. Enter your password to use your fingerprint again. |
            attempts.none     | Fingerprint is locked for now | Too many failed scans. F |
            credentialAge.pin      | Time to enter your PIN | This is routine, every three days. Then your fingerprint works again. |
            credentialAge.password | Time to enter your password | This is routine, every three days. Then your fingerprint works again. |
            credentialAge.none     | Time to sign in again | This is routine, every three days. F |
            boot.pin      | Time to enter your PIN | This is routine after a restart. Then your fingerprint works again. |
            boot.password | Time to enter your password | This is routine after a restart. Then your fingerprint works again. |
            boot.none     | Time to sign in again | This is routine after a restart. F |
            busy           | Reader is in use | Another app is using it. Try again in a moment. F | Try again
            inUse          | Reader is in use | Another app is using it. Try again in a moment. F | Try again
            suspended      | Reader is asleep | Try again when the computer is awake. F | Try again
            overheated     | Reader is too warm | Try again in 2 minutes. F |
            disconnected   | Reader not connected | Plug in the fingerprint reader. F |
            faulted        | Reader does not answer | Try again. If that does not help, restart the computer. F | Try again
            notInteractive | Fingerprint does not work from here | It works only in a session that began at the computer, not over the network. F |
            administrator  | Fingerprint is not in use here | An administrator has turned it off for this computer. F |
            failed         | No match | F |
            invalidated    | Your fingerprints changed | Sign in once, then fingerprint works again. | Sign in
            explaining     | Sign in faster with your fingerprint? | It never leaves this computer. You can turn it off at any time. | Turn on
            """)

    static let korean = GoldenTexts(
        fallbacks: """
            pin      | 대신 PIN을 입력해 주세요.       | PIN 입력
            password | 대신 비밀번호를 입력해 주세요.  | 비밀번호로 로그인
            none     | 계속하려면 다시 로그인해 주세요. | 로그인
            """,
        states: """
            available      | 지문으로 인증해 주세요 | | 지문 사용
            noHardware     | 지문 인식기가 없어요 | 이 컴퓨터에서 쓸 수 있는 지문 인식기를 찾지 못했어요. F |
            notEnrolled    | 등록된 지문이 없어요 | 지문을 등록하면 다음부터 쓸 수 있어요. F | 지문 등록
            printsVanished | 인식기에 저장된 지문이 없어졌어요 | 지문을 다시 등록하면 쓸 수 있어요. F | 지문 등록
            disabled       | 지문 사용이 꺼져 있어요 | 설정에서 다시 켤 수 있어요. F | 지문 사용
            lockout        | 지문을 잠시 쓸 수 없어요 | 지문이 여러 번 일치하지 않았어요. 30초 뒤에 다시 시도해 주세요. F |
            attempts.pin      | 지문이 잠겨 있어요 | 지문이 여러 번 일치하지 않았어요. PIN을 입력하면 지문을 다시 쓸 수 있어요. |
            attempts.password | 지문이 잠겨 있어요 | 지문이 여러 번 일치하지 않았어요. 비밀번호를 입력하면 지문을 다시 쓸 수 있어요. |
            attempts.none     | 지문이 잠겨 있어요 | 지문이 여러 번 일치하지 않았어요. F |
            credentialAge.pin      | PIN을 입력할 때가 되었어요 | 3일에 한 번 하는 정기 확인이에요. 입력하면 다시 지문을 쓸 수 있어요. |
            credentialAge.password | 비밀번호를 입력할 때가 되었어요 | 3일에 한 번 하는 정기 확인이에요. 입력하면 다시 지문을 쓸 수 있어요. |
            credentialAge.none     | 다시 로그인할 때가 되었어요 | 3일에 한 번 하는 정기 확인이에요. F |
            boot.pin      | PIN을 입력할 때가 되었어요 | 컴퓨터를 다시 켠 뒤에 한 번 하는 확인이에요. 입력하면 다시 지문을 쓸 수 있어요. |
            boot.password | 비밀번호를 입력할 때가 되었어요 | 컴퓨터를 다시 켠 뒤에 한 번 하는 확인이에요. 입력하면 다시 지문을 쓸 수 있어요. |
            boot.none     | 다시 로그인할 때가 되었어요 | 컴퓨터를 다시 켠 뒤에 한 번 하는 확인이에요. F |
            busy           | 지문 인식기를 사용 중이에요 | 다른 앱이 쓰고 있어요. 잠시 후 다시 시도해 주세요. F | 다시 시도
            inUse          | 지문 인식기를 사용 중이에요 | 다른 앱이 쓰고 있어요. 잠시 후 다시 시도해 주세요. F | 다시 시도
            suspended      | 지문 인식기가 절전 상태예요 | 컴퓨터가 깨어나면 다시 시도해 주세요. F | 다시 시도
            overheated     | 지문 인식기가 너무 뜨거워요 | 2분 뒤에 다시 시도해 주세요. F |
            disconnected   | 지문 인식기가 연결되어 있지 않아요 | 인식기를 연결해 주세요. F |
            faulted        | 지문 인식기가 응답하지 않아요 | 다시 시도해 주세요. 그래도 안 되면 컴퓨터를 다시 시작해 주세요. F | 다시 시도
            notInteractive | 여기에서는 지문을 쓸 수 없어요 | 컴퓨터 앞에서 시작한 세션에서만 쓸 수 있고, 원격으로 시작한 세션에서는 쓸 수 없어요. F |
            administrator  | 이 컴퓨터에서는 지문을 쓰지 않아요 | 관리자가 지문 사용을 껐어요. F |
            failed         | 지문이 일치하지 않았어요 | F |
            invalidated    | 등록된 지문이 바뀌었어요 | 한 번 로그인하면 다시 쓸 수 있어요. | 로그인
            explaining     | 지문으로 더 빠르게 로그인할까요? | 지문 정보는 이 컴퓨터 밖으로 나가지 않아요. 언제든지 끌 수 있어요. | 지문 사용
            """)

    static let norwegian = GoldenTexts(
        fallbacks: """
            pin      | Bruk PIN-koden i stedet.          | Bruk PIN-kode
            password | Bruk passordet i stedet.          | Bruk passord
            none     | Logg inn på nytt for å fortsette. | Logg inn
            """,
        states: """
            available      | Legg fingeren på leseren | | Bruk fingeravtrykk
            noHardware     | Ingen fingeravtrykkleser | Fant ingen leser som virker på denne maskinen. F |
            notEnrolled    | Ingen fingeravtrykk er lagt til | Legg til ett for å bruke det neste gang. F | Legg til
            printsVanished | Fingeravtrykkene er borte fra leseren | Legg til ett for å bruke det igjen. F | Legg til
            disabled       | Fingeravtrykk er slått av | Du kan slå det på i innstillingene. F | Slå på
            lockout        | Fingeravtrykk er satt på pause | De siste skanningene ga ikke treff. Prøv igjen om 30 sekunder. F |
            attempts.pin      | Fingeravtrykk er låst | For mange skanninger uten treff. Skriv inn PIN-koden for å bruke fingeravtrykket igjen. |
            attempts.password | Fingeravtrykk er låst | For mange skanninger uten treff. Skriv inn passordet for å bruke fingeravtrykket igjen. |
            attempts.none     | Fingeravtrykk er låst | For mange skanninger uten treff. F |
            credentialAge.pin      | På tide å bruke PIN-koden | Dette er rutine hver tredje dag. Så virker fingeravtrykket igjen. |
            credentialAge.password | På tide å bruke passordet | Dette er rutine hver tredje dag. Så virker fingeravtrykket igjen. |
            credentialAge.none     | På tide å logge inn på nytt | Dette er rutine hver tredje dag. F |
            boot.pin      | På tide å bruke PIN-koden | Dette er rutine etter en omstart. Så virker fingeravtrykket igjen. |
            boot.password | På tide å bruke passordet | Dette er rutine etter en omstart. Så virker fingeravtrykket igjen. |
            boot.none     | På tide å logge inn på nytt | Dette er rutine etter en omstart. F |
            busy           | Leseren er i bruk | Et annet program bruker den. Prøv igjen om litt. F | Prøv igjen
            inUse          | Leseren er i bruk | Et annet program bruker den. Prøv igjen om litt. F | Prøv igjen
            suspended      | Leseren er i dvale | Prøv igjen når maskinen er våken. F | Prøv igjen
            overheated     | Leseren er for varm | Prøv igjen om 2 minutter. F |
            disconnected   | Leseren er ikke koblet til | Koble til fingeravtrykkleseren. F |
            faulted        | Leseren svarer ikke | Prøv igjen. Hvis det ikke hjelper, kan du starte maskinen på nytt. F | Prøv igjen
            notInteractive | Fingeravtrykk virker ikke herfra | Det virker bare i en økt som begynte ved maskinen, ikke over nettet. F |
            administrator  | Fingeravtrykk er ikke i bruk her | En administrator har slått det av på denne maskinen. F |
            failed         | Ingen treff | F |
            invalidated    | Fingeravtrykkene er endret | Logg inn én gang, så virker det igjen. | Logg inn
            explaining     | Logge inn raskere med fingeravtrykk? | Det forlater aldri denne maskinen. Du kan slå det av når som helst. | Slå på
            """)
}
