// swift-format-ignore-file
// Made by Languages/generate.py from Languages/ko.po: change that file.

internal import GateGuidance

struct CommandWordsKo: CommandWords {
    var language: Language { .ko }
    func next(_ command: String) -> String { "다음: \(command)" }
    func notRunning(_ socket: String) -> String { "지문 서비스가 실행되고 있지 않아요: \(socket). 이렇게 시작해 주세요: sudo systemctl start biogated.socket" }
    func nobodyListens(_ socket: String) -> String { "\(socket)에서 응답하는 서비스가 없어요. 경로를 확인해 주세요. --socket이나 BIOGATE_SOCKET에서 온 경로예요." }
    var hungUp: String { "지문 서비스가 응답 없이 연결을 끝냈어요." }
    var nameless: String { "여기에는 사용자 번호가 없어서 지문 서비스가 누구인지 알 수 없어요." }
    func untrusted(_ socket: String) -> String { "지문 서비스가 아닌 다른 프로그램이 \(socket) 소켓을 열어 두어서 아무것도 보내지 않았어요." }
    func invalid(_ parameter: String) -> String { "\(parameter) 값을 사용할 수 없어요." }
    var tooOld: String { "실행 중인 서비스가 이 기능을 지원하지 않아요. 업데이트해 주세요." }
    func noCommandNamed(_ name: String) -> String { "\(name.quoted(in: .ko)) 명령은 없어요." }
    func didYouMean(_ command: String) -> String { "\(command.quoted(in: .ko)) 명령을 찾으세요?" }
    func seeHelp(_ help: String) -> String { "도움말: \(help)" }
    func noOption(option: String, argument: String) -> String { "\(option.quoted(in: .ko)) 옵션이 없어요. \"-\"로 시작하는 이름을 쓰려면 앞에 --를 붙여 주세요: biogate store -- \(argument)" }
    var tooManyArguments: String { "인수가 너무 많아요." }
    var secretsAreNoArguments: String { "인수가 너무 많아요. 다른 프로그램이 볼 수 있으니 비밀 값과 PIN은 인수로 쓰지 않아요. --from FILE, --pin-from FILE, 파이프를 쓰거나 물어볼 때 입력해 주세요." }
    var notUTF8: String { "인수가 올바른 UTF-8이 아니에요." }
    func unknownLocale(_ tag: String) -> String { "\(tag.quoted(in: .ko)) 언어의 메시지는 없어요. --locale에는 en, ko, nb를 쓸 수 있어요." }
    func ownedByRoot(_ user: String) -> String { "\(user) 사용자가 아니라 root의 지문, PIN, 항목이에요." }
    func misfit(_ value: String) -> String { "\(value) 값은 여기에 쓸 수 없어요." }
    var ruleTimeout: String { "--timeout에는 1초에서 120초까지 쓸 수 있어요: 90, 90s, 2m." }
    var ruleReuse: String { "--reuse에는 최대 5분까지 쓸 수 있어요: 90, 90s, 5m." }
    var ruleLineCount: String { "--lines에는 1 이상의 정수를 써 주세요." }
    var ruleTouchCount: String { "--times에는 1에서 100까지의 정수를 써 주세요." }
    var ruleItemName: String { "이름은 1~255바이트이고 줄바꿈이나 제어 문자를 쓸 수 없어요." }
    var ruleLabel: String { "--label에는 줄바꿈이나 제어 문자 없이 1~200자를 써 주세요." }
    var ruleReason: String { "이유는 줄바꿈이나 제어 문자 없이 1~200자로 써 주세요." }
    var ruleReader: String { "인식기 이름을 써 주세요. 목록: biogate readers" }
    var ruleUser: String { "--user에는 계정 이름을 써 주세요. 이 컴퓨터에 그런 계정이 없어요." }
    func ruleFinger(_ fingers: String) -> String { "손가락은 다음 중 하나예요: \(fingers)." }
    func ruleVerb(_ verbs: String) -> String { "동사는 다음 중 하나예요: \(verbs)." }
    func ruleTouch(_ fingers: String) -> String { "터치는 stranger, poor 또는 다음 중 하나예요: \(fingers)." }
    var rulePath: String { "경로가 비어 있어요. 경로를 써 주세요." }
    var ruleFile: String { "파일을 쓰거나, 표준 입력이면 -를 써 주세요." }
    var ruleVariable: String { "--env에는 변수와 항목을 써 주세요. 예: GITHUB_TOKEN=github." }
    var ruleDescriptor: String { "--fd에는 3에서 255까지의 숫자와 항목을 써 주세요. 예: 3=cert." }
    var yesLetters: String { "y 네 예 응" }
    var startNow: String { "지금 시작할까요?" }
    var questionAddFinger: String { "지문을 등록할까요?" }
    var questionRemoveFinger: String { "삭제할까요?" }
    var questionTurnOff: String { "끌까요?" }
    var questionChangePIN: String { "PIN을 바꿀까요?" }
    var questionRemovePIN: String { "PIN을 삭제할까요?" }
    var questionDelete: String { "삭제할까요?" }
    var questionErase: String { "지울까요?" }
    var questionImportFingers: String { "가져올까요?" }
    var questionExportFingers: String { "내보낼까요?" }
    var questionProtect: String { "그래도 보호할까요?" }
    var mustSayYes: String { "아무것도 바뀌지 않았어요. 이 질문을 건너뛰려면 --yes를 붙여 주세요." }
    var nothingChanged: String { "아무것도 바뀌지 않았어요." }
    var cancelled: String { "취소했어요." }
    var waysOutPIN: String { "Enter: PIN 입력. Ctrl-C: 취소." }
    var waysOutPassword: String { "Enter: 비밀번호 입력. Ctrl-C: 취소." }
    var waysOutNone: String { "Ctrl-C: 취소." }
    var pinPrompt: String { "PIN:" }
    var passwordPrompt: String { "비밀번호:" }
    var noCredential: String { "PIN이나 비밀번호가 필요한데 물어볼 터미널이 없어요. --pin-from FILE로 알려 주세요." }
    var jsonAsksNothing: String { "PIN이나 비밀번호가 필요한데 --json에서는 묻지 않아요. --pin-from FILE로 알려 주세요." }
    func tooLong(_ bytes: Int) -> String { "너무 커요. 최대 \(bytes)바이트까지 쓸 수 있어요." }
    var emptyCredential: String { "파일이나 파이프가 비어 있어서 PIN이나 비밀번호가 없어요." }
    var fingerprintReady: String { "지문을 쓸 수 있어요. 앱이 요청하면 인식기에 손가락을 대 주세요." }
    func countsWithPIN(fingers: Int, items: Int) -> String { "지문: \(fingers)개. PIN: 설정됨. 저장된 항목: \(items)개." }
    func countsWithoutPIN(fingers: Int, items: Int) -> String { "지문: \(fingers)개. PIN: 설정 안 됨. 저장된 항목: \(items)개." }
    func waiting(_ count: Int) -> String { "갱신할 항목: \(count)개." }
    var rowFingerprint: String { "지문 사용" }
    var valueOn: String { "켜짐" }
    var valueOff: String { "꺼짐" }
    var rowFingers: String { "등록된 지문" }
    var rowPIN: String { "PIN" }
    var valueSet: String { "설정됨" }
    var valueNotSet: String { "설정 안 됨" }
    var rowPassword: String { "비밀번호" }
    var valueUsable: String { "사용 가능" }
    var valueUnused: String { "사용 안 함" }
    var rowItems: String { "저장된 항목" }
    var unlockByPIN: String { "PIN을 입력하면 다시 쓸 수 있어요." }
    var unlockByPassword: String { "비밀번호를 입력하면 다시 쓸 수 있어요." }
    var unlockByEither: String { "PIN이나 비밀번호를 입력하면 다시 쓸 수 있어요." }
    var unlockByNewPIN: String { "PIN을 설정하면 다시 쓸 수 있어요." }
    var unlockLater: String { "지금은 PIN이나 비밀번호를 쓸 수 없어요. 나중에 다시 시도하거나 관리자에게 문의해 주세요." }
    var loginsLocked: String { "지문이 너무 여러 번 일치하지 않아서 로그인할 때 지문을 쓸 수 없어요." }
    var pauseEndsByPIN: String { "PIN을 입력하면 바로 쓸 수 있어요." }
    var pauseEndsByPassword: String { "비밀번호를 입력하면 바로 쓸 수 있어요." }
    var pauseEndsByEither: String { "PIN이나 비밀번호를 입력하면 바로 쓸 수 있어요." }
    func loginsPaused(_ wait: String) -> String { "지문이 여러 번 일치하지 않아서 로그인할 때 \(wait) 동안 지문을 쓸 수 없어요." }
    var noReaders: String { "지문 인식기가 없어요." }
    func touches(_ count: Int) -> String { "\(count)번 터치" }
    var privacyKept: String { "서비스가 보관하는 정보예요. 관리자가 바꾸지 않았다면 /var/lib/biogate에 있어요:" }
    var privacyTemplates: String { "  지문 템플릿(사진이 아닌 숫자). 이 컴퓨터의 키로 봉인돼요. 인식기 칩에 저장되기도 해요." }
    var privacyStored: String { "  저장한 항목, PIN으로만 열리는 키, 지문이 일치하지 않은 횟수." }
    var privacyHowLong: String { "보관 기간: 지울 때까지예요." }
    var privacyHowToErase: String { "지우는 방법: biogate finger remove --all, biogate rm NAME, biogate pin remove, biogate revoke-all. 모두 지우기: biogate reset." }
    var privacyJournal: String { "시스템 저널에는 누가 무엇을 요청했고 허용되었는지가 남아요. 비밀 값과 어느 손가락인지는 남지 않아요." }
    var privacyNotSent: String { "어디로도 보내지 않아요." }
    func wouldClear(_ reader: String) -> String { "인식기 \(reader.quoted(in: .ko))에 있는 지문이 누구의 것이든 모두 지워져요." }
    func wouldReset(_ user: String) -> String { "\(user.quoted(in: .ko)) 사용자의 지문, PIN, 항목, 설정이 모두 지워져요." }
    var wouldResetAll: String { "지문, PIN, 항목, 설정이 모두 지워져요." }
    func waitForRenewal(_ items: String) -> String { "다시 지문으로 열 수 있게 할 항목: \(items)." }
    func renewNow(_ count: Int) -> String { "지금 갱신할까요?" }
    var nothingToRenew: String { "갱신할 항목이 없어요." }
    func cannotBeRenewed(item: String, opening: String) -> String { "갱신할 것이 없어요. \(item.quoted(in: .ko)) 여는 방법: \(opening)." }
    var noFingers: String { "등록된 지문이 없어요." }
    func chipMayBeFull(_ reader: String) -> String { "\(reader)에는 지문이 인식기 안에 저장돼요. 가득 찼거나 이미 아는 지문이라고 하면 다른 시스템의 지문이에요. 이 명령은 모든 사람의 지문을 인식기에서 지워요." }
    var noPasskeys: String { "패스키가 없어요." }
    func passkeyUnknown(_ passkey: String) -> String { "\(passkey.quoted(in: .ko)) 패스키는 없어요. 목록 보기: biogate passkeys list" }
    func passkeySeveral(_ passkey: String) -> String { "\(passkey.quoted(in: .ko)) 패스키가 여러 개예요. 목록의 이름을 쓰세요: biogate passkeys list" }
    func passkeyLost(account: String, site: String) -> String { "\(site.quoted(in: .ko))의 \(account.quoted(in: .ko)) 패스키를 영구히 삭제해요. 다른 방법으로 로그인할 수 있는지 확인하세요. 사이트에는 이 패스키가 계속 등록되어 있어요." }
    var passkeysStay: String { "패스키는 이 컴퓨터에만 있고 내보낼 수 없어요. 다른 기기에서는 다른 방법으로 사이트에 로그인한 뒤 패스키를 새로 만들어 주세요." }
    func renamedTo(finger: String, name: String) -> String { "이름을 바꿨어요: \(finger) → \(name)." }
    func renamedBack(_ finger: String) -> String { "이름을 지웠어요: \(finger)." }
    var removedAll: String { "지문을 모두 삭제했어요." }
    func notAdded(_ finger: String) -> String { "등록된 지문이 아니에요: \(finger)." }
    var unvouched: String { "로그인 전용" }
    var unvouchedOpensNothing: String { "‘로그인 전용’ 지문은 시스템 설정에서 등록했어요. 확인하기 전에는 항목을 열 수 없어요." }
    var nothingToVouch: String { "확인할 지문이 없어요." }
    func addedOn(finger: String, date: String, reader: String) -> String { "\(finger), 등록: \(date), 인식기: \(reader)" }
    var mayOpenItems: String { "이 손가락으로 항목도 열 수 있게 할까요?" }
    var nameOneFinger: String { "손가락 이름을 쓰고, 필요하면 --reader로 인식기를 정해 주세요." }
    func onSeveralReaders(finger: String, readers: String) -> String { "여러 인식기에 등록되어 있어요: \(finger). --reader로 골라 주세요: \(readers)" }
    var cleared: String { "인식기를 비웠어요." }
    var nothingAdded: String { "지문을 등록하지 않았어요." }
    var passwordNeeded: String { "이 PIN을 설정하려면 --password-from FILE로 본인임을 확인해 주세요." }
    var oldPINNeeded: String { "PIN이 이미 있어요. --old-pin-from FILE로 현재 PIN을 알려 주거나, --password-from FILE로 본인임을 확인해 주세요." }
    var currentPINPrompt: String { "현재 PIN:" }
    var newPINPrompt: String { "새 PIN:" }
    var repeatPINPrompt: String { "새 PIN 다시 입력:" }
    var pinIsNeeded: String { "지문을 쓰려면 PIN이 있어야 하고, 다른 방법이 없어요. 지문을 먼저 삭제해 주세요: biogate finger remove --all" }
    var fingerprintOn: String { "지문 사용을 켰어요." }
    var fingerprintOff: String { "지문 사용을 껐어요." }
    var fingerprintStaysOff: String { "지문 사용이 아직 꺼져 있어요. 켜야 지문으로 열 수 있어요." }
    var turnOn: String { "켜려면: biogate enable" }
    var everythingErased: String { "모두 지웠어요." }
    func loginAddsFinger(_ finger: String) -> String { "등록한 지문이 없어서 먼저 지문을 등록해요. (\(finger))" }
    var loginOn: String { "이제 로그인할 때의 지문으로 키링도 열려요." }
    var loginKeyringDiffers: String { "하지만 키링이 이 비밀번호로 열리지 않아요. 키링 비밀번호를 같게 바꿔 주세요." }
    var noLoginAsks: String { "아직 로그인할 때 지문을 묻지 않아요." }
    var loginOff: String { "저장된 비밀번호를 삭제했어요. 키링은 전처럼 비밀번호를 입력하면 열려요." }
    var loginIsOn: String { "켬: 로그인할 때의 지문으로 키링이 열려요." }
    var loginIsOff: String { "끔: 로그인할 때의 지문으로는 키링이 열리지 않아요." }
    var loginIsDestroyed: String { "끔: 지문이 바뀌어 저장된 비밀번호가 삭제되었어요." }
    var eitherIsOn: String { "켬: sudo, su와 로그인에서 한 번에 비밀번호나 지문을 받아요." }
    var eitherIsOff: String { "끔: sudo, su와 로그인은 BiometricGate의 줄이 없을 때처럼 물어봐요." }
    var eitherNotInstalled: String { "pam-auth-update와 biogate-fprintd 패키지가 필요해요. 다른 시스템에서는 줄을 직접 추가해 주세요: man pam_biogate" }
    var eitherRefused: String { "바뀐 것이 없어요. common-auth를 직접 고친 적이 있어 pam-auth-update가 그대로 두었어요." }
    var noKeyring: String { "이 세션에서 GNOME 키링이 실행되고 있지 않아요." }
    var keyringPasswordPrompt: String { "키링의 현재 비밀번호:" }
    var keyringChanged: String { "이제 키링 비밀번호가 계정 비밀번호와 같아요." }
    var keyringRefuses: String { "키링의 비밀번호가 아니에요. 바뀐 것은 없어요." }
    var keyringSilent: String { "키링이 응답하지 않아요. 키링 설정에서 이전 비밀번호와 새 비밀번호를 모두 확인해 주세요." }
    var noItems: String { "저장된 항목이 없어요." }
    func nothingOpens(_ cause: String) -> String { "열 수 없음 (\(cause))" }
    func key(_ opening: String) -> String { "키: \(opening)" }
    var causeFingersChanged: String { "지문이 바뀜" }
    var causeTurnedOff: String { "지문 사용이 꺼짐" }
    var causePINRemoved: String { "PIN이 삭제됨" }
    var causePINReset: String { "PIN이 재설정됨" }
    var causeRevoked: String { "접근 권한이 해제됨" }
    var neverOpened: String { "아직 지문으로 연 적이 없음" }
    func passkey(_ opening: String) -> String { "패스키: \(opening)" }
    var changeEnds: String { "지문으로 열 수 없음" }
    var changeStays: String { "지문으로 계속 열림" }
    var itemName: String { "이름" }
    var itemLabel: String { "설명" }
    var itemKind: String { "종류" }
    var kindSecret: String { "비밀 값" }
    var kindKey: String { "키" }
    var kindPasskey: String { "패스키" }
    var passkeySite: String { "사이트" }
    var passkeyAccount: String { "계정" }
    var passkeyFindsAccount: String { "계정을 스스로 찾음" }
    var passkeyDerives: String { "사이트용 비밀 값 생성" }
    var valueYes: String { "예" }
    var valueNo: String { "아니요" }
    var itemOpensWith: String { "여는 방법" }
    var itemWaits: String { "갱신 필요" }
    var itemOnChange: String { "지문이 바뀌면" }
    var itemReuse: String { "재사용" }
    var itemPinned: String { "로그인할 서버" }
    var itemServers: String { "로그인한 서버" }
    var itemSealedBy: String { "봉인 방식" }
    var itemStoredBy: String { "저장한 앱" }
    var itemStored: String { "저장한 때" }
    var itemUpdatedBy: String { "내용을 바꾼 앱" }
    var itemUpdated: String { "내용을 바꾼 때" }
    var itemLastUsed: String { "마지막 사용" }
    func stored(_ item: String) -> String { "저장했어요: \(item.quoted(in: .ko))." }
    func deleted(_ item: String) -> String { "삭제했어요: \(item.quoted(in: .ko))." }
    func secretPrompt(_ item: String) -> String { "\(item.quoted(in: .ko))에 저장할 비밀 값:" }
    var noSecret: String { "비밀 값이 없어요. --from FILE이나 표준 입력으로 알려 주세요." }
    func keyMade(key: String, command: String) -> String { "키를 만들었어요: \(key.quoted(in: .ko)). 공개 키 보기: \(command)" }
    func sshKeyMade(key: String, path: String) -> String { "키를 만들었어요: \(key.quoted(in: .ko)). 공개 키 파일은 \(path)이에요:" }
    var keyringBareState: String { "보호되지 않음: 다시 보호해 주세요" }
    var keyringEmpty: String { "키링에 항목이 없어요." }
    var keyringNeedsPIN: String { "먼저 PIN을 설정해 주세요. 지문을 쓸 수 없을 때 PIN으로 보호된 항목을 열어요: biogate pin set" }
    var keyringAway: String { "키링이 응답하지 않아요." }
    func keyringChangedMeanwhile(_ item: String) -> String { "\(item.quoted(in: .ko)): 그사이 프로그램이 내용을 바꿨어요. 옮긴 것은 없으니 다시 시도하세요." }
    var keyringDiffers: String { "돌아온 비밀이 달라요. 키링은 바뀌지 않았어요." }
    func keyringForeignNote(_ item: String) -> String { "\(item.quoted(in: .ko)): 비밀 대신 다른 항목에 대한 메모가 들어 있어요. 비밀을 다시 저장해 주세요." }
    var keyringGoneState: String { "키링에 없음" }
    func keyringInTheClear(_ item: String) -> String { "\(item.quoted(in: .ko)): 보호하면 이 항목을 쓰는 프로그램이 더는 읽지 못할 수 있어요. Chromium, Electron, Go로 만든 여러 프로그램처럼 암호화하지 않고 읽기 때문이에요." }
    func keyringIsProtected(_ item: String) -> String { "\(item.quoted(in: .ko)): 이미 보호되고 있어요." }
    var keyringLocked: String { "키링이 잠겨 있어요. 잠금을 풀고 다시 시도하세요." }
    func keyringNoItem(_ item: String) -> String { "키링에 \(item.quoted(in: .ko)) 항목이 없어요. 모두 보기: biogate keyring list" }
    var keyringNoFront: String { "biogate-secrets가 실행 중이 아니에요. 시작하려면: systemctl --user enable --now biogate-secrets" }
    var keyringNoLeases: String { "지금 보호된 항목을 읽을 수 있는 프로그램이 없어요." }
    func keyringNotProtected(_ item: String) -> String { "\(item.quoted(in: .ko)): 보호되고 있지 않아요." }
    func keyringProtected(_ item: String) -> String { "\(item.quoted(in: .ko)): 이제 지문이나 PIN으로 열어요." }
    var keyringProtectedState: String { "보호됨" }
    func keyringError(_ error: String) -> String { "키링이 거부했어요: \(error)" }
    func keyringReleased(_ item: String) -> String { "\(item.quoted(in: .ko)): 보호 없이 다시 키링에 있어요." }
    func keyringSeveral(_ item: String) -> String { "\(item.quoted(in: .ko)) 항목이 여러 개예요. 목록의 이름을 쓰세요: biogate keyring list" }
    func noSSHKeys(_ command: String) -> String { "ssh 키가 없어요. 만들려면: \(command)" }
    func noSSHKey(_ key: String) -> String { "\(key.quoted(in: .ko)) 항목은 ssh 키가 아니에요. 목록 보기: biogate ssh list" }
    func answerByPIN(_ request: String) -> String { "\(request) PIN을 입력하고 Enter를 누르세요. Ctrl-D를 누르면 거절해요." }
    func answerByAccount(_ request: String) -> String { "\(request) 다른 계정을 선택하려면 번호를 입력하고 Enter를 누르세요. Ctrl-D를 누르면 거절해요." }
    func pinOpensToo(_ passkey: String) -> String { "이제 PIN으로도 열 수 있어요: \(passkey.quoted(in: .ko))" }
    var anotherAccount: String { "다른 계정을 선택하려면 번호를 입력하고 Enter를 누르세요." }
    var accountChosen: String { "선택됨" }
    var pinOrAccountPrompt: String { "PIN 또는 계정 번호:" }
    var accountPrompt: String { "계정 번호:" }
    func answerByPassword(_ request: String) -> String { "\(request) 암호를 입력하고 Enter를 누르세요. Ctrl-D를 누르면 거절해요." }
    func sshKeyImported(key: String, path: String) -> String { "키를 가져왔어요: \(key.quoted(in: .ko)). 공개 키 파일은 \(path)이에요:" }
    func sshFileStays(_ path: String) -> String { "\(path) 파일은 그대로 있고, 키도 그 안에 남아 있어요. ssh가 새 키로 잘 되면 파일을 지우세요." }
    func pinning(server: String, fingerprint: String) -> String { "\(server)의 키: \(fingerprint)" }
    func pinningAuthority(server: String, fingerprint: String) -> String { "\(server)의 인증 기관 키: \(fingerprint) (모든 포트)" }
    var pinnedByKey: String { "서버는 키로 구분해요. 이 키를 가진 서버는 포트와 관계없이 모두 같은 서버예요." }
    func pinnedByAuthority(_ server: String) -> String { "\(server)(모든 포트, 인증서로 확인)" }
    func pinnedAccount(server: String, user: String) -> String { "\(server)(\(user) 계정만)" }
    func pinned(key: String, servers: String) -> String { "이제 \(key.quoted(in: .ko)) 키는 \(servers)에만 로그인해요." }
    func unpinned(_ key: String) -> String { "이제 \(key.quoted(in: .ko)) 키는 모든 서버에 로그인해요." }
    func notPinned(key: String, server: String) -> String { "\(key.quoted(in: .ko)) 키는 \(server)에 고정되어 있지 않아요." }
    func serverNotKnown(server: String, command: String) -> String { "\(server) 서버가 known_hosts에 없어요. 한 번 접속해 주세요: \(command)" }
    var sshImportNeedsName: String { "파일 이름을 키 이름으로 쓸 수 없어요. 이름을 정해 주세요: biogate ssh import FILE NAME" }
    func sshNotOpenSSH(_ path: String) -> String { "\(path)은 OpenSSH 형식의 개인 키가 아니에요. 예전 형식의 키는 이렇게 바꿔 쓸 수 있어요: ssh-keygen -p -f \(path)" }
    func sshOtherAlgorithm(path: String, algorithm: String) -> String { "\(path)에는 \(algorithm) 키가 있어요. P-256 키와 Ed25519 키만 가져올 수 있어요. 새로 만드세요: biogate ssh new work" }
    func sshOtherProtection(path: String, names: String) -> String { "\(path)의 암호화 방식(\(names))은 지원하지 않아요. 먼저 바꾸세요: ssh-keygen -p -Z aes256-ctr -f \(path)" }
    func sshPassphrasePrompt(_ path: String) -> String { "\(path)의 암호 문구:" }
    func sshPassphraseMissing(_ path: String) -> String { "\(path)에 암호 문구가 있어요. 터미널에서 실행하거나 --passphrase-from을 쓰세요." }
    func sshPassphraseWrong(_ path: String) -> String { "\(path)의 암호 문구가 맞지 않아요." }
    func sshSet(path: String, command: String) -> String { "\(path) 파일 맨 앞에 다음 줄을 넣었어요. 지우려면: \(command)" }
    func sshUnset(_ path: String) -> String { "\(path) 파일에 BiometricGate의 줄이 더는 없어요." }
    func sshUpstreamSet(program: String, path: String) -> String { "에이전트가 \(program)의 키도 함께 제공해요: \(path)." }
    func sshEnterLines(_ path: String) -> String { "\(path) 파일은 읽기 전용이거나 하드 링크이거나 다른 사용자의 것이라서 바꾸지 않았어요. 파일 맨 앞에 다음 줄을 넣어 주세요:" }
    func removeLines(_ path: String) -> String { "\(path) 파일은 읽기 전용이거나 하드 링크이거나 다른 사용자의 것이라서 바꾸지 않았어요. 다음 줄을 지워 주세요:" }
    func gitSet(key: String, command: String) -> String { "이제 git이 \(key.quoted(in: .ko)) 키로 커밋과 태그에 서명해요. 되돌리려면: \(command)" }
    func gitEnterLines(_ path: String) -> String { "\(path) 파일은 읽기 전용이거나 하드 링크이거나 다른 사용자의 것이거나 includeIf 뒤에 서명 설정이 있어서 바꾸지 않았어요. 그 설정은 먼저 앞으로 옮기고, 서명 설정과 첫 includeIf 사이에 다음 줄을 넣어 주세요:" }
    func gitWins(file: String, line: String) -> String { "\(file) 파일의 다음 줄이 우선해요: \(line)" }
    func gitWinsWhere(condition: String, file: String, line: String) -> String { "\(condition) 조건이 맞는 곳에서는 \(file) 파일의 다음 줄이 우선해요: \(line)" }
    func gitSignersLine(_ file: String) -> String { "git은 \(file) 파일에서 서명자의 키를 읽어요. 내 키를 알 수 있게 다음 줄을 추가해 주세요:" }
    var gitUnset: String { "git 설정을 이전 상태로 되돌렸어요." }
    func gitFailed(_ setting: String) -> String { "git이 \(setting) 설정을 바꾸지 못했어요. git이 설치되어 있나요?" }
    func sshNoAgent(_ path: String) -> String { "\(path)에서 응답하는 ssh 에이전트가 없어요. 켜려면: systemctl --user enable --now biogate-ssh-agent.socket" }
    var sshVariableSet: String { "SSH_AUTH_SOCK가 이 에이전트를 가리켜요." }
    func sshVariableOther(program: String, path: String) -> String { "SSH_AUTH_SOCK이 다른 에이전트(\(program))를 가리켜요: \(path)." }
    func sshVariableUnnamed(_ path: String) -> String { "SSH_AUTH_SOCK이 다른 에이전트를 가리켜요: \(path)." }
    var sshVariableMissing: String { "SSH_AUTH_SOCK가 설정되지 않았어요. ssh가 에이전트를 찾게 하려면: biogate ssh setup" }
    func sshVariableSetIn(_ file: String) -> String { "\(file)에서 설정돼요." }
    func sshVariableForwarded(_ path: String) -> String { "SSH_AUTH_SOCK이 접속해 온 컴퓨터의 에이전트를 가리켜요: \(path)." }
    func sshVariableDead(_ path: String) -> String { "SSH_AUTH_SOCK이 가리키는 소켓에서 아무것도 응답하지 않아요: \(path)." }
    func sshRefusal(time: String, reason: String) -> String { "\(time)에 거부함: \(reason)" }
    func sshAgentAnswers(path: String, count: Int) -> String { "에이전트가 \(path)에서 응답해요. 키 \(count)개." }
    var noChallenge: String { "서명할 내용이 없어요. --from FILE이나 표준 입력으로 알려 주세요." }
    func saved(_ path: String) -> String { "저장했어요: \(path.quoted(in: .ko))." }
    func fileExists(_ path: String) -> String { "\(path.quoted(in: .ko)) 파일이 이미 있어요. 다른 이름을 쓰거나, 바꾸려면 --yes를 붙여 주세요." }
    func replaceFile(_ path: String) -> String { "\(path.quoted(in: .ko)) 파일이 이미 있어요. 바꿀까요?" }
    func noEnvLine(number: Int, path: String) -> String { "\(path) 파일의 \(number)번째 줄이 NAME=value나 NAME=biogate://ITEM 형식이 아니에요." }
    func reservedVariable(_ variable: String) -> String { "\(variable) 변수는 프로그램이 실행되는 방식을 바꿔요. --allow \(variable) 옵션을 써 주세요." }
    var injectsNoTerminal: String { "비밀은 터미널에 쓰지 않아요. --out FILE이나 파이프를 써 주세요." }
    func noTemplateItem(_ line: Int) -> String { "템플릿의 \(line)번째 줄에 biogate:// 뒤의 항목 이름이 없어요." }
    func storedReference(variable: String, item: String) -> String { "\(item.quoted(in: .ko)) 항목의 \(variable) 변수가 다른 항목을 가리켜요. 저장된 파일에서는 쓸 수 없으니 --env를 써 주세요." }
    func opensTogether(_ items: String) -> String { "한 번 인증하면 다음 항목이 열려요: \(items)" }
    func opensByItself(_ item: String) -> String { "\(item.quoted(in: .ko)) 항목은 따로 열어야 해요." }
    func notForVariable(_ item: String) -> String { "\(item.quoted(in: .ko))에 0바이트가 있어서 변수에 넣을 수 없어요. --fd를 써 주세요." }
    func notForTerminal(_ item: String) -> String { "\(item.quoted(in: .ko)) 항목은 텍스트가 아니거나 터미널을 제어하는 문자가 있어서 보여 주지 않아요. --out FILE이나 파이프를 써 주세요." }
    func noProgram(_ name: String) -> String { "\(name.quoted(in: .ko)) 프로그램이 없어요." }
    func notExecutable(_ name: String) -> String { "\(name.quoted(in: .ko)) 파일은 프로그램이 아니거나 권한이 없어서 실행할 수 없어요." }
    func noInterpreter(_ name: String) -> String { "\(name.quoted(in: .ko)) 파일의 첫 줄에 적힌 프로그램이 없어서 실행할 수 없어요." }
    var openReason: String { "터미널에서 열기" }
    var signReason: String { "터미널에서 서명하기" }
    func runReason(_ program: String) -> String { "\(program) 실행" }
    var injectReason: String { "템플릿 채우기" }
    var findingServed: String { "연결을 기다리고 있어요." }
    var findingSocketMissing: String { "없어요. 서비스가 설치되지 않았거나, 소켓이 꺼져 있거나, 시작하지 못했어요. 이유를 보려면: journalctl --unit=biogated.service" }
    var findingNobodyListens: String { "연결을 받는 서비스가 없어요." }
    var findingSocketForbidden: String { "사용할 권한이 없어요." }
    func findingAnswers(_ version: String) -> String { "\(version) 버전이 응답해요." }
    var findingSilent: String { "응답하지 않아요. 이유를 보려면: journalctl --unit=biogated.service" }
    func findingStartRefused(_ reason: String) -> String { "서비스가 시작되지 않아요: \(reason)." }
    var findingOldCopy: String { "저장된 것이 오래된 사본이에요. 백업이나 스냅샷으로 되돌린 것 같아요. 가장 새로운 사본을 되돌려 주세요. 사본이 없을 때만 이 명령을 쓰세요. 데이터가 지워져요." }
    var findingDataUnusable: String { "서비스가 저장된 것을 쓸 수 없어요. 이유를 보려면: journalctl --unit=biogated.service" }
    func findingDiskFull(_ path: String) -> String { "\(path) 디스크가 가득 찼어요. 공간을 비워 주세요." }
    func findingDiskReadOnly(_ path: String) -> String { "\(path) 디스크가 읽기 전용이에요. 쓸 수 있게 마운트해 주세요." }
    func findingStateDirectoryMissing(_ path: String) -> String { "설정의 stateDirectory인 \(path) 디렉터리가 없어요." }
    var findingDiskWritable: String { "디스크에 공간이 있어요." }
    var findingUntrusted: String { "서비스가 아닌 다른 프로그램이 응답해요. 아무것도 보내지 않았어요." }
    var findingMasked: String { "마스크되어 있어서 시작되지 않아요." }
    func findingOtherVersion(version: String, own: String) -> String { "실행 중인 서비스는 \(version) 버전이고 이 프로그램은 \(own) 버전이에요." }
    var findingConfigured: String { "잘못된 곳이 없어요." }
    func findingMisconfigured(_ mistake: String) -> String { "이 설정으로는 서비스가 시작되지 않아요. \(mistake)." }
    var findingMemoryUnlocked: String { "메모리를 잠글 수 없어서 비밀 값이 스왑에 남을 수 있어요. 한도는 biogated.service의 LimitMEMLOCK=이 정해요." }
    var findingNoReader: String { "쓸 수 있는 인식기가 없어요. 인식기를 연결해 주세요. 연결되어 있다면 libfprint가 지원하지 않는 인식기예요." }
    func findingReaderInUse(_ name: String) -> String { "\(name) 인식기를 다른 프로그램이 쓰고 있어요." }
    func findingReaderFaulted(name: String, driver: String) -> String { "\(name) 인식기(드라이버 \(driver))가 작동하지 않아요. 뺐다가 다시 연결하거나 서비스를 다시 시작해 주세요." }
    func findingFprintdHasFingers(count: Int, name: String) -> String { "\(name) 인식기 칩에 등록된 손가락이 \(count)개 있어요. 그 손가락은 거기서 삭제한 뒤에 여기에 등록할 수 있어요." }
    func findingFprintdHasNone(_ name: String) -> String { "\(name) 인식기 칩에 등록된 손가락이 없어요." }
    func findingFprintdKeepsQuiet(_ name: String) -> String { "\(name) 인식기 칩에 등록된 손가락이 있는지는 이 컴퓨터에 직접 로그인했거나 root일 때만 알려 줘요." }
    func findingFprintdFingersWait(_ count: Int) -> String { "/var/lib/fprint에 지문이 \(count)개 있어요. 가져오지 않은 지문으로는 로그인할 수 없어요." }
    var findingFprintdFingersWaitUnknown: String { "fprintd로 등록한 지문은 관리자가 가져올 때까지 로그인에 쓸 수 없어요." }
    var findingReadersPermitted: String { "서비스가 USB 인식기를 모두 열 수 있어요." }
    var findingNoReaderGroup: String { "인식기를 쓸 biogate-reader 그룹이 없어요." }
    var findingRulesMissing: String { "서비스에 인식기를 주는 udev 규칙이 없어요." }
    func findingReaderForbidden(_ node: String) -> String { "서비스가 \(node) 인식기를 열 수 없어요." }
    var findingReaderSocketMissing: String { "서비스가 인식기를 쓸 수 없어요. 인식기 프로세스의 소켓이 꺼져 있어요." }
    var findingTPMPermitted: String { "있고, 서비스가 쓸 수 있어요." }
    func findingNoTPM(_ consequence: String) -> String { "없어요. \(consequence)" }
    func findingTPMNamed(_ place: String) -> String { "설정의 sealing.tcti에 적혀 있어요: \(place)." }
    func findingOldTPM(_ consequence: String) -> String { "TPM 2.0이 아니에요. \(consequence)" }
    var findingTPMForbidden: String { "있지만 서비스가 tss 그룹에 없어요." }
    var findingPasswordsChecked: String { "비밀번호를 확인할 수 있어요." }
    var findingHelperMissing: String { "비밀번호를 확인할 수 없어요. 도우미 소켓이 꺼져 있어요." }
    var findingHelperSilent: String { "비밀번호를 확인할 수 없어요. 도우미가 응답하지 않아요. 이유를 보려면: journalctl --unit='biogate-password@*'" }
    var findingPasswordsOff: String { "설정의 password.enabled로 비밀번호 확인을 꺼 두었어요." }
    var findingNoPassword: String { "이 계정에는 확인할 수 있는 비밀번호가 없거나 비밀번호가 잠겨 있어요(usermod -L). 그동안 로그인할 때의 지문으로 키링이 열리지 않아요." }
    func findingLoginLineMissing(_ services: String) -> String { "로그인할 때의 지문으로 키링이 열리지 않아요. \(services)의 PAM 파일에 pam_biogate_login이 없어요." }
    func findingKeyringLineMissing(_ services: String) -> String { "로그인할 때의 지문으로 키링이 열리지 않아요. \(services)의 PAM 파일에 키링이 없어요." }
    func findingFingerLineMissing(_ services: String) -> String { "\(services) 로그인에서 지문을 묻지 않아요. PAM 파일에 pam_fprintd가 없어요." }
    var findingFingerModuleMissing: String { "로그인할 때 지문을 묻지 않아요. pam_fprintd가 설치되어 있지 않아요." }
    var findingPAMFileMissing: String { "비밀번호를 확인할 수 없어요. /etc/pam.d/biogate 파일이 없어요." }
    var findingLogind: String { "화면 잠금과 절전을 알 수 있어요." }
    var findingNoLogind: String { "실행되고 있지 않아요. 화면을 잠그거나 절전해도 인증이 끝나지 않아요." }
    var findingNoSystemd: String { "systemd가 없어요. 화면을 잠그거나 절전해도 인증이 끝나지 않아요." }
    var sealedNoTPM: String { "루트 키를 봉인한 TPM을 찾지 못했어요. 펌웨어에서 켜거나 sealing.tcti를 확인해 주세요." }
    var sealedBusy: String { "루트 키를 봉인한 TPM이 사용 중이라서 기다리고 있어요." }
    var sealedPaused: String { "루트 키를 봉인한 TPM이 잘못된 시도 뒤에 멈춰 있어요." }
    var sealedOtherMachine: String { "루트 키를 봉인한 TPM이 아니거나 TPM이 초기화되었어요. 그 TPM만 저장된 것을 열 수 있고, 없다면 모든 사용자의 데이터를 잃은 거예요. 이 명령은 데이터를 옆으로 옮기고 빈 상태로 시작해요." }
    var sealedOldCopy: String { "데이터가 오래된 사본이거나 TPM 소유자 계층에 인증이 걸려 있어요. 가장 새로운 사본을 되돌리거나 다음을 봐 주세요: journalctl --unit=biogated.service" }
    var sealedNoRootKey: String { "루트 키가 없어요. 백업에서 되돌려 주세요. 백업이 없다면 모든 사용자의 데이터를 잃은 거예요. 이 명령은 데이터를 옆으로 옮기고 빈 상태로 시작해요." }
    var sealedFaulted: String { "루트 키를 봉인한 TPM이 작동하지 않아요. 이유를 보려면: journalctl --unit=biogated.service" }
    var rootKeyBesideData: String { "루트 키가 파일에 있어서 디스크를 도난당하면 함께 넘어가요." }
    var rootKeyInOtherFile: String { "루트 키가 sealing.rootKeyFile 파일에 있어요." }
    var rootKeyIsCredential: String { "루트 키가 systemd 자격 증명에 있어요." }
    var rootKeyIsSealed: String { "루트 키가 TPM으로 봉인되어 있어서 그것 없이는 아무것도 열 수 없어요." }
    var rootKeyIsInFile: String { "봉인되지 않은 루트 키는 파일에 있어요." }
    var weightFine: String { "정상" }
    var weightNote: String { "참고" }
    var weightWrong: String { "문제" }
    var mendFirst: String { "문제로 표시된 것을 고쳐 주세요." }
    var noJournal: String { "journalctl이 없어요. 이 컴퓨터에는 저널이 없어요." }
    var journalForbidden: String { "시스템 저널을 읽을 권한이 없어요. 이렇게 해 주세요: sudo biogate log. 계속 쓰려면: sudo usermod --append --groups systemd-journal \"$USER\", 그런 다음 다시 로그인해 주세요." }
    func paused(_ wait: String) -> String { "\(wait) 동안 지문을 쓸 수 없어요. 그 뒤에 인식기에 손가락을 대 주세요." }
    var moveImportCosts: String { "손가락이 늘어나므로, 지금의 지문으로 여는 항목은 사용자가 갱신해야 해요. 따로 지정하지 않으면 아무것도 지우지 않아요." }
    func moveWouldImport(user: String, finger: String) -> String { "\(user): \(finger) 지문을 가져올 수 있어요." }
    func moveImported(user: String, finger: String) -> String { "\(user): \(finger) 지문을 로그인 전용으로 가져왔어요." }
    func moveKnown(user: String, finger: String) -> String { "\(user): \(finger) 지문은 이미 있어요." }
    func moveNotImported(user: String, finger: String) -> String { "\(user): \(finger) 지문을 가져오지 않았어요." }
    func moveNoUser(_ name: String) -> String { "\(name.quoted(in: .ko)) 사용자는 여기에 없어요. 그 안의 파일은 그대로 두었어요." }
    func moveStrange(_ path: String) -> String { "그대로 두었어요: \(path) 경로는 root만의 것이 아니거나 링크예요." }
    func moveNothingThere(_ directory: String) -> String { "\(directory)에 fprintd의 지문이 없어요." }
    func moveOriginalRemoved(_ path: String) -> String { "지웠어요: \(path)" }
    func moveExportCosts(_ directory: String) -> String { "지문 템플릿을 봉인하지 않고 \(directory)에 저장해요. 디스크를 가진 사람은 누구나 읽을 수 있어요." }
    func moveExported(_ path: String) -> String { "저장했어요: \(path)" }
    func moveExportedBefore(_ path: String) -> String { "이미 있어요: \(path)" }
    func moveInTheWay(_ path: String) -> String { "저장하지 않았어요. 다른 것이 이미 있어서 그대로 두었어요: \(path)" }
    func moveNotExported(user: String, finger: String) -> String { "\(user): \(finger) 지문을 저장하지 않았어요." }
    func moveNothingToExport(_ user: String) -> String { "\(user.quoted(in: .ko)) 사용자의 지문이 여기에 없어요." }
    func moveNoFace(_ socket: String) -> String { "\(socket) 소켓에 응답하는 프로그램이 없어요. biogate-fprintd 패키지가 설치되어 있나요?" }
    var printUnreadable: String { "libfprint가 읽을 수 있는 지문이 아니에요." }
    var printMisplaced: String { "다른 손가락, 사용자 또는 인식기의 지문이라고 적혀 있어요." }
    var printReaderMissing: String { "해당 인식기가 연결되어 있지 않아요." }
    var printOnSeveralReaders: String { "맞는 인식기가 여러 개예요. --reader로 골라 주세요." }
    var printFingerTaken: String { "그 손가락의 다른 지문이 이미 있어요." }
    var printDuplicate: String { "같은 지문이 다른 손가락으로 등록되어 있어요." }
    var printFull: String { "손가락을 더 등록할 자리가 없어요." }
    var printNotStored: String { "인식기의 저장 공간에 더 이상 없어요." }
    var printAdministrator: String { "이 컴퓨터에서는 지문 사용이 꺼져 있어요." }
    var printNotNow: String { "지금은 할 수 없어요. 확인: journalctl -u biogated" }
    var sandboxForgets: String { "샌드박스가 끝나면 안에 있는 것이 모두 지워져요." }
    func sandboxNoProgram(name: String, directories: String) -> String { "\(name) 프로그램이 없어요: \(directories)" }
    func sandboxDaemonEnded(_ said: String) -> String { "데몬이 시작되지 않았어요: \(said)" }
    func sandboxCommandNotFound(_ name: String) -> String { "\(name): 명령을 찾지 못했어요" }
    func sandboxInterrupted(_ signal: Int) -> String { "신호 \(signal) 때문에 끝났어요" }
    var sandboxNotInside: String { "BIOGATE_SANDBOX가 설정되어 있지 않아요. `biogate sandbox -- …` 안에서 실행해 주세요" }
    var sandboxEnded: String { "샌드박스가 끝났어요. `biogate sandbox -- …`의 명령이 실행되는 동안 쓸 수 있어요" }
    func sandboxNobodyWaiting(_ wait: String) -> String { "\(wait) 동안 지문을 기다리는 요청이 없었어요" }
    func sandboxCallEnded(_ touches: Int) -> String { "지문을 \(touches)번 댄 뒤에 요청이 끝났어요" }
    func sandboxUnwatched(_ reason: String) -> String { "데몬을 지켜볼 수 없어요: \(reason)" }
    var setupNeedsTerminal: String { "질문에 답할 터미널이 없어요. 이렇게 해 주세요: biogate pin set, biogate finger add, biogate store." }
    var setupLater: String { "언제든지 시작할 수 있어요: biogate setup" }
    var setPINNow: String { "PIN을 설정할까요? 지문을 쓸 수 없을 때 PIN을 써요." }
    func addFingerNow(_ finger: String) -> String { "지문을 등록할까요? (\(finger))" }
    var vouchFingersNow: String { "시스템 설정에서 등록한 지문을 확인하고 여기서도 쓸까요?" }
    var tryNow: String { "지금 해 볼까요?" }
    var openKeyringAtLogin: String { "로그인할 때 쓴 지문으로 키링도 열까요? 그러려면 비밀번호를 봉인해 저장해요." }
    var takeEither: String { "sudo, su와 로그인에서 한 번에 비밀번호나 지문을 받도록 할까요?" }
    var tryReason: String { "시험해 보기" }
    func works(_ factor: String) -> String { "잘 작동해요: \(factor)." }
    func findingFingerFirst(_ services: String) -> String { "\(services): pam_fprintd가 pam_biogate 앞에 있어서, 지문을 기다리는 동안 비밀번호를 입력할 수 없어요." }
}
