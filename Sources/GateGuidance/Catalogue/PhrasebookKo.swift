// swift-format-ignore-file
// Made by Languages/generate.py from Languages/ko.po: change that file.

struct PhrasebookKo: Phrasebook {
    var language: Language { .ko }
    var noHardwareTitle: String { "지문 인식기가 없어요" }
    var noHardwareBody: String { "이 컴퓨터에서 쓸 수 있는 지문 인식기를 찾지 못했어요." }
    var loginOnlyTitle: String { "아직은 지문을 로그인에만 쓸 수 있어요" }
    var loginOnlyBody: String { "시스템 설정에서 등록한 지문이에요. PIN이나 비밀번호로 확인하면 여기에서도 쓸 수 있어요." }
    var notEnrolledTitle: String { "등록된 지문이 없어요" }
    var notEnrolledBody: String { "지문을 등록하면 다음부터 쓸 수 있어요." }
    var printsVanishedTitle: String { "인식기에 저장된 지문이 없어졌어요" }
    var printsVanishedBody: String { "지문을 다시 등록하면 쓸 수 있어요." }
    var disabledTitle: String { "지문 사용이 꺼져 있어요" }
    var disabledBody: String { "설정에서 다시 켤 수 있어요." }
    var lockoutTitle: String { "지문을 잠시 쓸 수 없어요" }
    func lockoutBody(_ wait: String) -> String { "지문이 여러 번 일치하지 않았어요. \(wait) 뒤에 다시 시도해 주세요." }
    var noMatchTitle: String { "지문이 일치하지 않았어요" }
    var callsFirstTitle: String { "먼저 온 요청이 있어요" }
    var callsFirstBody: String { "시간 안에 차례가 오지 않았어요. 잠시 후 다시 시도해 주세요." }
    var readerInUseTitle: String { "지문 인식기를 사용 중이에요" }
    var readerHeldBody: String { "그동안 다른 곳에서 계속 쓰고 있었어요. 잠시 후 다시 시도해 주세요." }
    var enrollTimedOutTitle: String { "시간이 지났어요" }
    var enrollTimedOutBody: String { "아무것도 등록되지 않았어요. 다시 시도해 주세요." }
    var timedOutTitle: String { "시간 안에 일치하는 지문이 없었어요" }
    var userNeededTitle: String { "직접 확인해야 해요" }
    var userNeededBody: String { "프로그램이 묻지 않고 시도했어요. 직접 시작해 주세요." }
    var noPasswordTitle: String { "확인할 수 있는 비밀번호가 없어요" }
    var noPasswordResetBody: String { "저장된 것은 관리자만 지울 수 있어요." }
    var noPasswordBody: String { "계정에 비밀번호가 없거나 관리자가 비밀번호 확인을 꺼 두었어요." }
    var noPINTitle: String { "아직 PIN이 없어요" }
    var noPINBody: String { "먼저 PIN을 설정해 주세요. 지문을 쓸 수 없을 때 필요해요." }
    var pinWrongTitle: String { "PIN이 일치하지 않았어요" }
    var passwordWrongTitle: String { "비밀번호가 일치하지 않았어요" }
    var credentialUnavailableBody: String { "확인하는 서비스가 응답하지 않아요." }
    func credentialThrottledBody(_ wait: String) -> String { "여러 번 일치하지 않았어요. \(wait) 뒤에 다시 시도해 주세요." }
    var pinLockedTitle: String { "PIN이 잠겨 있어요" }
    var manyTries: String { "여러 번 일치하지 않았어요." }
    func isKeyTitle(_ item: String) -> String { "\(item.quoted(in: .ko)) 항목은 비밀 값이 아니라 키예요" }
    var isKeyBody: String { "키로는 서명만 할 수 있고, 꺼내 볼 수는 없어요." }
    func isSecretTitle(_ item: String) -> String { "\(item.quoted(in: .ko)) 항목은 키가 아니라 비밀 값이에요" }
    var isSecretBody: String { "비밀 값은 열어 볼 수 있지만, 서명에는 쓸 수 없어요." }
    func itemNotFoundTitle(_ item: String) -> String { "\(item.quoted(in: .ko)) 항목이 없어요" }
    var itemNotFoundBody: String { "저장된 항목을 확인해 주세요." }
    func itemExistsTitle(_ item: String) -> String { "\(item.quoted(in: .ko)) 항목이 이미 있어요" }
    var itemExistsBody: String { "다른 이름을 쓰거나 새 내용으로 바꿔 주세요." }
    var signatureRefusedTitle: String { "이 키로는 서명할 수 없어요" }
    var otherUsageBody: String { "ssh 키는 ssh용으로만, 패스키는 그 사이트용으로만 서명하고, 나머지는 다른 키로 서명해요." }
    var notSSHDataBody: String { "ssh가 서명하는 형식이 아니에요." }
    var serverNotProvedBody: String { "연결된 서버와 맞지 않아요." }
    var unknownServerBody: String { "요청한 서버가 어디로 이어지는지 밝히지 않았어요." }
    var otherServerBody: String { "이 키는 다른 서버에만 쓰도록 고정되어 있거나, 고정된 서버가 방금 바뀌었어요." }
    func signInTo(host: String, user: String) -> String { "\(user) 계정으로 \(host)에 로그인" }
    func signInThrough(host: String, user: String, way: String) -> String { "\(way) 서버를 거쳐 \(user) 계정으로 \(host)에 로그인" }
    func signInToUnnamed(_ user: String) -> String { "프로그램이 밝히지 않은 서버에 \(user) 계정으로 로그인" }
    func unknownServer(_ fingerprint: String) -> String { "알 수 없는 서버(\(fingerprint))" }
    var loginByCertificate: String { "키의 인증서로 로그인" }
    var titleProved: String { "서명하는 커밋의 제목이 맞아요" }
    func namedByProgram(_ host: String) -> String { "\(host.quoted(in: .ko)) 이름은 프로그램이 알려 준 것이고, 키만 확인됐어요" }
    func allowsMore(_ time: String) -> String { "확인하면 비슷한 서명도 \(time) 동안 허용돼요." }
    func touchAllowsMore(_ time: String) -> String { "지문으로 확인하면 비슷한 서명도 \(time) 동안 허용돼요." }
    func signCommit(_ title: String) -> String { "\(title.quoted(in: .ko)) 커밋에 서명" }
    func signTag(_ tag: String) -> String { "\(tag.quoted(in: .ko)) 태그에 서명" }
    func signTagWithTitle(tag: String, title: String) -> String { "\(tag.quoted(in: .ko)) 태그에 서명: \(title.quoted(in: .ko))" }
    func signMessage(_ namespace: String) -> String { "\(namespace.quoted(in: .ko)) 용도로 서명(내용은 표시되지 않음)" }
    func askedFromServer(act: String, way: String) -> String { "\(act) (\(way)에서 요청)" }
    var printNotFoundTitle: String { "지문을 찾지 못했어요" }
    var printNotFoundBody: String { "등록된 지문을 확인해 주세요." }
    var fingerAddedTitle: String { "이미 등록된 손가락이에요" }
    func fingerAddedBody(_ finger: String) -> String { "\(KoreanNoun.object(finger)) 이미 등록했어요. 다른 손가락을 써 주세요." }
    var fingerKnownTitle: String { "인식기에 이미 저장된 지문이에요" }
    var fingerKnownBody: String { "다른 프로그램이나 시스템, 다른 사용자가 등록했어요. 다른 손가락을 쓰거나 인식기에 저장된 모든 사람의 지문을 지워 주세요." }
    var readerNotFoundTitle: String { "지문 인식기를 찾지 못했어요" }
    var readerNotFoundBody: String { "인식기를 연결하거나 다른 인식기를 선택해 주세요." }
    var readerFullTitle: String { "인식기가 가득 찼어요" }
    var readerFullBody: String { "등록된 내 지문을 하나 지워 주세요. 다른 시스템 등의 지문으로 찼다면 인식기에 저장된 지문을 모두 지워 주세요." }
    var requestNotFoundTitle: String { "기다리는 요청이 없어요" }
    var requestNotFoundBody: String { "요청이 이미 끝났어요." }
    var storageFailedTitle: String { "지금은 서비스가 데이터를 쓸 수 없어요" }
    var storageFailedBody: String { "바뀐 것은 없어요. 디스크가 가득 찼거나 읽기 전용이거나 저장된 것이 손상되었을 수 있어요." }
    var administratorOnlyTitle: String { "권한이 없어요" }
    var administratorOnlyBody: String { "관리자만 할 수 있어요." }
    var noAccountTitle: String { "여기에는 저장할 수 없어요" }
    var noAccountBody: String { "이 사용자 번호의 계정을 찾지 못했어요. 관리자가 허용할 수 있어요." }
    var systemOnlyTitle: String { "로그인할 때만 열려요" }
    var systemOnlyBody: String { "앱은 읽을 수 없어요. 끄려면 삭제해 주세요." }
    var keyringLockedTitle: String { "키링이 잠겨 있어요" }
    var keyringFingersChanged: String { "지문이 바뀌어 로그인용으로 저장된 비밀번호가 삭제되었어요. 다시 켜 주세요." }
    var keyringPasswordChanged: String { "계정 비밀번호가 바뀌었어요. 새 비밀번호로 한 번 로그인하면 다시 지문으로 키링이 열려요." }
    var keyringPasswordNeeded: String { "비밀번호로 한 번 로그인하면 다시 지문으로 키링이 열려요." }
    var keyringFingerprintOff: String { "지문 사용이 꺼져 있어요. 다시 켜 주세요." }
    var keyringPasswordLocked: String { "계정 비밀번호가 잠겨 있어요. 관리자에게 문의해 주세요." }
    var keyringPasswordUnknown: String { "비밀번호를 확인하지 못했어요. 관리자에게 문의해 주세요." }
    var keyringDiffers: String { "키링 비밀번호가 계정 비밀번호와 달라요. 같게 바꿔 주세요." }
    var loginUnsealedTitle: String { "비밀번호를 저장하지 않았어요" }
    var loginUnsealedBody: String { "이 컴퓨터에는 보안 칩(TPM)이 없고 디스크도 암호화되지 않아서, 디스크를 훔친 사람이 비밀번호를 읽을 수 있어요." }
    var loginNotPersonBody: String { "로그인할 때 열리는 키링은 사람의 계정에만 있어요." }
    var accountChangedTitle: String { "계정 이름이 바뀌었어요" }
    var accountChangedBody: String { "관리자가 이전 이름으로 되돌리거나 저장된 것을 지울 수 있어요." }
    var accountUnknownTitle: String { "지금은 계정을 확인할 수 없어요" }
    var accountUnknownBody: String { "바뀐 것은 없어요." }
    var fingerprintUnavailableTitle: String { "지금은 지문을 확인할 수 없어요" }
    var pinUnavailableTitle: String { "지금은 PIN을 확인할 수 없어요" }
    var passwordUnavailableTitle: String { "지금은 비밀번호를 확인할 수 없어요" }
    var fingerprintThrottledTitle: String { "지문을 잠시 쓸 수 없어요" }
    var pinThrottledTitle: String { "PIN을 잠시 쓸 수 없어요" }
    var passwordThrottledTitle: String { "비밀번호를 잠시 쓸 수 없어요" }
    var sessionLockedTitle: String { "화면이 잠겨 있어요" }
    var sessionLockedBody: String { "잠금을 풀면 지문을 쓸 수 있어요." }
    var lidClosedTitle: String { "노트북 덮개가 닫혀 있어요" }
    var lidClosedBody: String { "덮개를 열면 지문을 쓸 수 있어요." }
    var readerInUseBody: String { "다른 앱이 쓰고 있어요. 잠시 후 다시 시도해 주세요." }
    var suspendedTitle: String { "지문 인식기가 절전 상태예요" }
    var suspendedBody: String { "컴퓨터가 깨어나면 다시 시도해 주세요." }
    var overheatedTitle: String { "지문 인식기가 너무 뜨거워요" }
    func tryAgainIn(_ wait: String) -> String { "\(wait) 뒤에 다시 시도해 주세요." }
    var overheatedBody: String { "조금 식으면 다시 시도해 주세요." }
    var disconnectedTitle: String { "지문 인식기가 연결되어 있지 않아요" }
    var disconnectedBody: String { "인식기를 연결해 주세요." }
    var faultedTitle: String { "지문 인식기가 응답하지 않아요" }
    var faultedBody: String { "다시 시도해 주세요. 그래도 안 되면 컴퓨터를 다시 시작해 주세요." }
    var notInteractiveTitle: String { "여기에서는 지문을 쓸 수 없어요" }
    var notInteractiveBody: String { "컴퓨터 앞에서 시작한 세션에서만 쓸 수 있고, 원격으로 시작한 세션에서는 쓸 수 없어요." }
    var fingerprintForbiddenTitle: String { "이 컴퓨터에서는 지문을 쓰지 않아요" }
    var fingerprintForbiddenBody: String { "관리자가 지문 사용을 껐어요." }
    var timeForPINTitle: String { "PIN을 입력할 때가 되었어요" }
    var timeForPasswordTitle: String { "비밀번호를 입력할 때가 되었어요" }
    var timeForSignInTitle: String { "다시 로그인할 때가 되었어요" }
    var timeForCredentialTitle: String { "PIN이나 비밀번호를 입력할 때가 되었어요" }
    var lockedTitle: String { "지문이 잠겨 있어요" }
    var lockedPINBody: String { "지문이 여러 번 일치하지 않았어요. PIN을 입력하면 지문을 다시 쓸 수 있어요." }
    var lockedPasswordBody: String { "지문이 여러 번 일치하지 않았어요. 비밀번호를 입력하면 지문을 다시 쓸 수 있어요." }
    var manyScans: String { "지문이 여러 번 일치하지 않았어요." }
    var routineDaily: String { "하루에 한 번 하는 정기 확인이에요." }
    var routineTwoDays: String { "2일에 한 번 하는 정기 확인이에요." }
    var routineThreeDays: String { "3일에 한 번 하는 정기 확인이에요." }
    func routineDays(_ days: Int) -> String { "\(days)일에 한 번 하는 정기 확인이에요." }
    var routineHourly: String { "1시간에 한 번 하는 정기 확인이에요." }
    func routineHours(_ hours: Int) -> String { "\(hours)시간에 한 번 하는 정기 확인이에요." }
    var routineRestart: String { "컴퓨터를 다시 켠 뒤에 한 번 하는 확인이에요." }
    var thenFingerWorks: String { "입력하면 다시 지문을 쓸 수 있어요." }
    var cancelledTitle: String { "취소되었어요" }
    var anyTimeBody: String { "언제든지 다시 시도할 수 있어요." }
    var screenLockedTitle: String { "화면이 잠겼어요" }
    var screenLockedBody: String { "잠금을 풀고 다시 시도해 주세요." }
    var asleepTitle: String { "컴퓨터가 절전 상태로 들어갔어요" }
    var asleepBody: String { "컴퓨터가 깨어나면 다시 시도해 주세요." }
    var accessEndedTitle: String { "접근 권한이 해제되었어요" }
    var stoppingTitle: String { "지문 서비스가 종료되고 있어요" }
    var tryAgainSoon: String { "잠시 후 다시 시도해 주세요." }
    var pinBlockedBody: String { "PIN이 여러 번 일치하지 않았어요. 비밀번호를 입력하면 PIN을 다시 쓸 수 있어요." }
    var pinNeededTitle: String { "PIN이 필요해요" }
    var pinNeededBody: String { "계속하려면 PIN을 입력해 주세요." }
    var passwordNeededTitle: String { "비밀번호가 필요해요" }
    var passwordNeededBody: String { "계속하려면 비밀번호를 입력해 주세요." }
    var verifyTitle: String { "본인 확인이 필요해요" }
    var noTriesLeft: String { "더 시도할 수 없어요." }
    var passwordOrSignIn: String { "비밀번호를 쓰거나 다시 로그인해 주세요." }
    var passwordOrAdministrator: String { "비밀번호를 쓰거나 관리자에게 문의해 주세요." }
    var resetIsLeft: String { "관리자가 초기화하는 방법만 남았고, 그러면 모두 지워져요." }
    var tryAgainOrPIN: String { "다시 시도하거나 PIN을 입력해 주세요." }
    var tryAgainOrPassword: String { "다시 시도하거나 비밀번호를 입력해 주세요." }
    var tryAgain: String { "다시 시도해 주세요." }
    var askAdministrator: String { "관리자에게 문의해 주세요." }
    var tryAgainOrAsk: String { "다시 시도하거나 관리자에게 문의해 주세요." }
    var tryAgainSoonOrAsk: String { "잠시 후 다시 시도하거나 관리자에게 문의해 주세요." }
    func triesLeft(_ count: Int) -> String { "\(count)번 더 시도할 수 있어요." }
    func pinTooShort(_ digits: Int) -> String { "숫자 \(digits)자리 이상으로 정해 주세요." }
    var pinTooLong: String { "더 짧게 정해 주세요." }
    var pinNotDigits: String { "숫자만 쓸 수 있어요." }
    var pinTooSimple: String { "같은 숫자만 반복하거나 123456처럼 이어지는 숫자는 피해 주세요." }
    var otherPINTitle: String { "다른 PIN을 정해 주세요" }
    func orElse(first: String, second: String) -> String { "\(first) 또는 \(second)" }
    func onlyTitle(_ factors: String) -> String { "여기에는 \(factors)만 쓸 수 있어요" }
    func useOneOf(_ factors: String) -> String { "\(KoreanNoun.object(factors)) 써 주세요." }
    var neverByFingerTitle: String { "지문으로 여는 항목이 아니에요" }
    var neverByFingerBody: String { "지문으로 열지 않도록 저장했어요. 바꾸려면 다시 저장해 주세요." }
    var makeAgain: String { "다시 만들어 주세요." }
    var makePasskeyAgain: String { "다른 방법으로 사이트에 로그인한 뒤 새 패스키를 만들어 주세요." }
    var storeAgain: String { "다시 저장해 주세요." }
    var signInForFinger: String { "한 번 로그인하면 다시 쓸 수 있어요." }
    var signInOnce: String { "한 번 로그인하면 다시 쓸 수 있어요." }
    func destroyedByFingersTitle(_ item: String) -> String { "등록된 지문이 바뀌면서 \(item.quoted(in: .ko)) 항목이 삭제되었어요" }
    func destroyedByTurningOffTitle(_ item: String) -> String { "지문 사용이 꺼지면서 \(item.quoted(in: .ko)) 항목이 삭제되었어요" }
    func destroyedByRemovalTitle(_ item: String) -> String { "PIN이 삭제되면서 \(item.quoted(in: .ko)) 항목이 삭제되었어요" }
    func destroyedByResetTitle(_ item: String) -> String { "PIN이 다시 설정되면서 \(item.quoted(in: .ko)) 항목이 삭제되었어요" }
    func destroyedByRevocationTitle(_ item: String) -> String { "접근 권한이 해제되면서 \(item.quoted(in: .ko)) 항목이 삭제되었어요" }
    var fingersChangedTitle: String { "등록된 지문이 바뀌었어요" }
    var turnedOffTitle: String { "지문 사용이 꺼졌어요" }
    var pinRemovedTitle: String { "PIN이 삭제되었어요" }
    var pinResetTitle: String { "PIN이 다시 설정되었어요" }
    var itemsFullTitle: String { "더 저장할 수 없어요" }
    func itemsFullBody(_ maximum: Int) -> String { "항목은 \(maximum)개까지 저장할 수 있어요. 먼저 하나를 지워 주세요." }
    var spaceFullTitle: String { "더 저장할 수 없어요" }
    var spaceFullBody: String { "저장 공간이 가득 찼어요. 먼저 항목을 하나 지워 주세요." }
    var everybodyFullBody: String { "모든 사용자의 항목이 저장 공간을 다 썼어요." }
    var changesTitle: String { "변경이 너무 많아요" }
    var changesBody: String { "나중에 다시 시도해 주세요." }
    var waitingTitle: String { "다른 요청이 기다리고 있어요" }
    var connectionsTitle: String { "연결된 앱이 너무 많아요" }
    var connectionsBody: String { "앱을 하나 닫거나 잠시 후 다시 시도해 주세요." }
    var tooLargeTitle: String { "내용이 너무 커요" }
    func tooLargeBody(_ maximum: Int) -> String { "한 번에 \(maximum)바이트까지 보낼 수 있어요." }
    var limitTitle: String { "한도를 넘었어요" }
    func limitBody(_ maximum: Int) -> String { "여기에서는 \(maximum)까지 쓸 수 있어요." }
    var noTPMBody: String { "컴퓨터의 보안 칩을 찾지 못했어요." }
    var tpmBusyBody: String { "컴퓨터의 보안 칩이 사용 중이에요. 잠시 후 다시 시도해 주세요." }
    var tpmPausedBody: String { "컴퓨터의 보안 칩을 잠시 쓸 수 없어요. 나중에 다시 시도해 주세요." }
    var otherMachineBody: String { "다른 컴퓨터에서 저장했거나 이 컴퓨터의 보안 칩이 초기화되었어요." }
    var oldCopyBody: String { "예전 사본으로 되돌려졌거나 보안 칩 설정이 달라졌어요." }
    var noRootKeyBody: String { "키 파일이 없어졌어요. 관리자가 백업에서 되돌릴 수 있어요." }
    var tpmFaultedBody: String { "컴퓨터의 보안 칩이 응답하지 않아요. 다시 시도하거나 컴퓨터를 다시 시작해 주세요." }
    var sealedTitle: String { "지금은 열 수 없어요" }
    var noFingerYetTitle: String { "아직 지문으로 열 수 없어요" }
    var renewWithPIN: String { "PIN으로 이 항목을 갱신하면 다시 지문을 쓸 수 있어요." }
    var renewWithPassword: String { "비밀번호로 이 항목을 갱신하면 다시 지문을 쓸 수 있어요." }
    var firstRenewWithPIN: String { "PIN으로 이 항목을 갱신하면 지문도 쓸 수 있어요." }
    var firstRenewWithPassword: String { "비밀번호로 이 항목을 갱신하면 지문도 쓸 수 있어요." }
    var insteadPIN: String { "대신 PIN을 입력해 주세요." }
    var insteadPassword: String { "대신 비밀번호를 입력해 주세요." }
    var signInAgain: String { "계속하려면 다시 로그인해 주세요." }
    var captionVerify: String { "본인 확인" }
    var captionBiometrics: String { "생체 인증" }
    var captionUseFingerprint: String { "지문 사용" }
    var captionUsePIN: String { "PIN 입력" }
    var captionUsePassword: String { "비밀번호로 로그인" }
    var captionSignIn: String { "로그인" }
    var captionAddFingerprint: String { "지문 등록" }
    var captionTurnOn: String { "지문 사용" }
    var captionNotNow: String { "나중에" }
    var captionConnectReader: String { "인식기 연결" }
    var captionTryAgain: String { "다시 시도" }
    var captionCancel: String { "취소" }
    var offerTitle: String { "지문으로 더 빠르게 로그인할까요?" }
    var offerBody: String { "지문 정보는 이 컴퓨터 밖으로 나가지 않아요. 언제든지 끌 수 있어요." }
    var touch: String { "지문으로 인증해 주세요" }
    func touchWith(_ finger: String) -> String { "\(KoreanNoun.object(finger)) 인식기에 대 주세요." }
    func touchToStore(_ item: String) -> String { "\(item.quoted(in: .ko)) 항목을 저장하려면 지문으로 인증해 주세요." }
    func touchWithToStore(finger: String, item: String) -> String { "\(item.quoted(in: .ko)) 항목을 저장하려면 \(KoreanNoun.object(finger)) 인식기에 대 주세요." }
    func touchToRetrieveSeveral(_ count: Int) -> String { "항목 \(count)개를 열려면 지문으로 인증해 주세요." }
    func touchToRetrieve(_ item: String) -> String { "\(item.quoted(in: .ko)) 항목을 열려면 지문으로 인증해 주세요." }
    func touchWithToRetrieve(finger: String, item: String) -> String { "\(item.quoted(in: .ko)) 항목을 열려면 \(KoreanNoun.object(finger)) 인식기에 대 주세요." }
    func touchToCreateKey(_ item: String) -> String { "\(item.quoted(in: .ko)) 키를 만들려면 지문으로 인증해 주세요." }
    func touchWithToCreateKey(finger: String, item: String) -> String { "\(item.quoted(in: .ko)) 키를 만들려면 \(KoreanNoun.object(finger)) 인식기에 대 주세요." }
    func touchToSign(_ item: String) -> String { "\(item.quoted(in: .ko)) 키로 서명하려면 지문으로 인증해 주세요." }
    func touchWithToSign(finger: String, item: String) -> String { "\(item.quoted(in: .ko)) 키로 서명하려면 \(KoreanNoun.object(finger)) 인식기에 대 주세요." }
    func touchToRenew(_ item: String) -> String { "\(item.quoted(in: .ko)) 항목을 갱신하려면 지문으로 인증해 주세요." }
    func touchWithToRenew(finger: String, item: String) -> String { "\(item.quoted(in: .ko)) 항목을 갱신하려면 \(KoreanNoun.object(finger)) 인식기에 대 주세요." }
    var touchToEnable: String { "지문 사용을 켜려면 지문으로 인증해 주세요." }
    func touchWithToEnable(_ finger: String) -> String { "지문 사용을 켜려면 \(KoreanNoun.object(finger)) 인식기에 대 주세요." }
    var askToEnroll: String { "지문을 등록할까요?" }
    var askToEnable: String { "지문 사용을 켤까요?" }
    func askToStore(_ item: String) -> String { "\(item.quoted(in: .ko)) 항목을 저장할까요?" }
    func askToRetrieve(_ item: String) -> String { "\(item.quoted(in: .ko)) 항목을 열까요?" }
    func askToRetrieveSeveral(_ count: Int) -> String { "항목 \(count)개를 열까요?" }
    func askToCreateKey(_ item: String) -> String { "\(item.quoted(in: .ko)) 키를 만들까요?" }
    func askToSign(_ item: String) -> String { "\(item.quoted(in: .ko)) 키로 서명할까요?" }
    func askToRenew(_ item: String) -> String { "\(item.quoted(in: .ko)) 항목을 갱신할까요?" }
    func askToSignInTo(host: String, user: String) -> String { "\(user) 계정으로 \(host)에 로그인할까요?" }
    func askToSignIn(_ user: String) -> String { "\(user) 계정으로 로그인할까요?" }
    func askToSignCommit(_ title: String) -> String { "\(title.quoted(in: .ko)) 커밋에 서명할까요?" }
    func askToSignTag(_ tag: String) -> String { "\(tag.quoted(in: .ko)) 태그에 서명할까요?" }
    func askToSignMessage(_ namespace: String) -> String { "\(namespace.quoted(in: .ko)) 용도로 서명할까요?" }
    func askToMakePasskey(_ site: String) -> String { "\(site)의 패스키를 만들까요?" }
    func askToMakePasskeyAs(site: String, account: String) -> String { "\(account.quoted(in: .ko)) 계정으로 \(site)의 패스키를 만들까요?" }
    func siteSigned(_ site: String) -> String { "사이트: \(site)" }
    func accountNumbered(_ number: Int) -> String { "계정 \(number)" }
    func askToSignInToSite(_ site: String) -> String { "\(site)에 로그인할까요?" }
    var passkeyOfEveryFinger: String { "PIN이나 비밀번호로 확인한 손가락이면 지금이든 나중이든 모두 쓸 수 있어요." }
    var passkeyOfTheseFingersOnly: String { "손가락을 추가하거나 삭제하면 이 패스키를 잃어요. 갱신할 PIN이 없기 때문이에요." }
    var passkeyOfTheseFingers: String { "손가락을 추가하거나 삭제하면, PIN으로 갱신할 때까지 손가락으로는 쓸 수 없어요." }
    var passkeyDerivesSecret: String { "이 패스키로만 만들 수 있는 비밀 값도 사이트에 전달돼요. 데이터를 복호화하는 데 쓰일 수 있어요." }
    func askBesidePassword(service: String, account: String) -> String { "\(service.quoted(in: .ko))에서 \(account.quoted(in: .ko)) 계정의 비밀번호나 지문을 요청해요" }
    var notYoursNoTouch: String { "직접 시작한 작업이 아니면 지문 인식기에 손을 대지 마세요." }
    var contentNotShown: String { "내용은 표시되지 않아요." }
    var verifiedBlock: String { "확인됨" }
    var claimedBlock: String { "프로그램의 주장" }
    func appName(_ name: String) -> String { "앱: \(name.quoted(in: .ko))" }
    func programFile(_ path: String) -> String { "프로그램 파일: \(path.quoted(in: .ko))" }
    func keyUsed(_ item: String) -> String { "키: \(item.quoted(in: .ko))" }
    func serverPinned(host: String, fingerprint: String) -> String { "서버: 직접 고정한 \(host)(\(fingerprint))" }
    func serverKey(_ fingerprint: String) -> String { "서버 키: \(fingerprint)" }
    func wayKey(_ fingerprint: String) -> String { "거쳐 가는 서버의 키: \(fingerprint)" }
    func tagTitle(_ title: String) -> String { "태그 메시지: \(title.quoted(in: .ko))" }
    var serverUnnamed: String { "프로그램이 서버를 밝히지 않았어요" }
    func wayName(_ host: String) -> String { "거쳐 가는 서버: \(host.quoted(in: .ko))" }
    func callsItself(_ name: String) -> String { "스스로 밝힌 이름: \(name.quoted(in: .ko))" }
    func claimedFile(_ path: String) -> String { "프로그램 파일(확인되지 않음): \(path.quoted(in: .ko))" }
    func asksFor(_ program: String) -> String { "대신한다고 주장하는 프로그램: \(program.quoted(in: .ko))" }
    func requestEnded(_ program: String) -> String { "\(program.quoted(in: .ko)) 프로그램이 더 이상 기다리지 않아요." }
    func confirmedByFinger(_ program: String) -> String { "\(program.quoted(in: .ko)): 지문으로 확인했어요." }
    func confirmedByPIN(_ program: String) -> String { "\(program.quoted(in: .ko)): PIN으로 확인했어요." }
    func confirmedByPassword(_ program: String) -> String { "\(program.quoted(in: .ko)): 비밀번호로 확인했어요." }
    var queued: String { "다른 요청이 인식기를 쓰고 있어요. 잠시 기다려 주세요." }
    func queuedBehind(_ request: String) -> String { "다른 요청이 먼저예요. \(request)" }
    var reading: String { "지문을 읽고 있어요. 잠시 기다려 주세요." }
    var noMatch: String { "지문이 일치하지 않았어요." }
    var matched: String { "지문이 일치해요." }
    func touchesDone(stage: Int, stages: Int) -> String { "\(stages)번 중 \(stage)번 완료했어요." }
    var goodTouch: String { "잘 읽었어요." }
    var fingerprintNotTaken: String { "여기에는 지문을 쓸 수 없어요." }
    var pinNotTaken: String { "여기에는 PIN을 쓸 수 없어요." }
    var passwordNotTaken: String { "여기에는 비밀번호를 쓸 수 없어요." }
    var credentialNotTaken: String { "여기에는 PIN이나 비밀번호를 쓸 수 없어요." }
    var fingerprintLocked: String { "지문이 잠겨 있어요." }
    var pinLocked: String { "PIN이 잠겨 있어요." }
    var passwordLocked: String { "비밀번호가 잠겨 있어요." }
    var credentialLocked: String { "PIN이나 비밀번호가 잠겨 있어요." }
    var fingerprintPaused: String { "지문을 잠시 쓸 수 없어요." }
    var pinPaused: String { "PIN을 잠시 쓸 수 없어요." }
    var passwordPaused: String { "비밀번호를 잠시 쓸 수 없어요." }
    var credentialPaused: String { "PIN이나 비밀번호를 잠시 쓸 수 없어요." }
    var fingerprintWrong: String { "지문이 일치하지 않았어요." }
    var pinWrong: String { "PIN이 일치하지 않았어요." }
    var passwordWrong: String { "비밀번호가 일치하지 않았어요." }
    var credentialWrong: String { "PIN이나 비밀번호가 일치하지 않았어요." }
    var fingerprintUnchecked: String { "지문을 확인하지 못했어요." }
    var pinUnchecked: String { "PIN을 확인하지 못했어요." }
    var passwordUnchecked: String { "비밀번호를 확인하지 못했어요." }
    var credentialUnchecked: String { "PIN이나 비밀번호를 확인하지 못했어요." }
    var touchReader: String { "지문으로 인증해 주세요." }
    func typeAgainIn(_ wait: String) -> String { "\(wait) 뒤에 다시 입력해 주세요." }
    func typeAgainInOrTouch(_ wait: String) -> String { "\(wait) 뒤에 다시 입력하거나 지문으로 인증해 주세요." }
    func typeAgainTriesLeft(_ count: Int) -> String { "\(count)번 더 시도할 수 있어요. 다시 입력해 주세요." }
    func typeAgainOrTouchTriesLeft(_ count: Int) -> String { "\(count)번 더 시도할 수 있어요. 다시 입력하거나 지문으로 인증해 주세요." }
    var typeAgain: String { "다시 입력해 주세요." }
    var typeAgainOrTouch: String { "다시 입력하거나 지문으로 인증해 주세요." }
    var hintPoorScan: String { "지문이 잘 읽히지 않았어요. 다시 대 주세요." }
    var hintTooShort: String { "너무 빨리 뗐어요. 조금 더 오래 대 주세요." }
    var hintNotCentered: String { "손가락을 인식기 가운데에 대 주세요." }
    var hintTooFast: String { "너무 빨랐어요. 손가락을 더 천천히 움직여 주세요." }
    var touchAgain: String { "손가락을 뗐다가 다시 대 주세요." }
    func keyringChangeReason(_ item: String) -> String { "키링의 \(item.quoted(in: .ko)) 바꾸기" }
    func keyringDeletionReason(_ item: String) -> String { "키링에서 \(item.quoted(in: .ko)) 지우기" }
    func keyringAdditionReason(_ item: String) -> String { "프로그램이 \(item.quoted(in: .ko)) 대신 찾을 수 있는 항목을 키링에 추가하기" }
    var keyringReason: String { "키링의 비밀 읽기" }
    var passkeyTouchReason: String { "이 컴퓨터를 보안 키로 사용" }
    var passkeyManagementReason: String { "이 컴퓨터의 패스키 보기 및 관리" }
    var unlockReason: String { "지문 다시 사용" }
    var leftThumb: String { "왼손 엄지" }
    var leftIndex: String { "왼손 검지" }
    var leftMiddle: String { "왼손 중지" }
    var leftRing: String { "왼손 약지" }
    var leftLittle: String { "왼손 새끼손가락" }
    var rightThumb: String { "오른손 엄지" }
    var rightIndex: String { "오른손 검지" }
    var rightMiddle: String { "오른손 중지" }
    var rightRing: String { "오른손 약지" }
    var rightLittle: String { "오른손 새끼손가락" }
    var ready: String { "쓸 수 있어요" }
    var fingerprint: String { "지문" }
    var pin: String { "PIN" }
    var password: String { "비밀번호" }
    func seconds(_ count: Int) -> String { "\(count)초" }
    func minutes(_ count: Int) -> String { "\(count)분" }
    var changeWouldDestroy: String { "이 항목은 영구히 삭제돼요:" }
    var changeWouldNeedRenewal: String { "이 항목은 PIN이나 비밀번호를 한 번 입력해야 다시 지문으로 열 수 있어요:" }
    func changeDestroyed(_ count: Int) -> String { "항목 \(count)개가 삭제되었어요." }
    func changeAdded(_ finger: String) -> String { "등록했어요: \(finger)." }
    func changeVouched(_ fingers: String) -> String { "이제 항목도 열 수 있어요: \(fingers)." }
    func changeRemoved(_ name: String) -> String { "삭제했어요: \(name)." }
    func changeRenewed(_ items: String) -> String { "다시 지문으로 열 수 있어요: \(items)." }
    func pinRule(_ digits: Int) -> String { "숫자 \(digits)~64자리로 정해 주세요. 같은 숫자만 쓰거나 123456처럼 이어지는 숫자는 쓸 수 없어요." }
    var pinsDiffer: String { "두 PIN이 달라요." }
    var changePINSet: String { "PIN을 설정했어요." }
    var changePINRemoved: String { "PIN을 삭제했어요." }
    var changeRevoked: String { "모든 접근 권한을 해제했어요." }
    var screenConfirmed: String { "확인했어요." }
    var screenNotRunning: String { "지금은 지문을 쓸 수 없어요." }
    var screenUntrusted: String { "지문 서비스가 아닌 다른 프로그램이 응답하고 있어요." }
    var screenCheckRefused: String { "본인인지 확인하지 못했어요." }
    var screenLockoutOver: String { "지문이 여러 번 일치하지 않았어요." }
    var screenNoMatch: String { "인증에 실패했습니다." }
    var screenNoMatchPIN: String { "PIN을 사용해 주세요." }
    var screenNoMatchPassword: String { "비밀번호를 사용해 주세요." }
    var screenUsePassword: String { "비밀번호 사용" }
    var screenUnexpected: String { "처리하지 못했어요." }
    var switchEnabled: String { "지문 사용 중" }
    var switchOff: String { "지문 사용 안 함" }
    var switchUnavailable: String { "이 컴퓨터에서는 지문을 쓸 수 없어요" }
    var switchNeedsRenewal: String { "등록된 지문이 바뀌어 지문 사용이 꺼졌어요" }
    var waitsForService: String { "지문 서비스가 실행되고 있지 않아요. 시작될 때까지 기다릴게요." }
    var quotationMarks: String { "\"\"" }
    var monthJanuary: String { "1월" }
    var monthFebruary: String { "2월" }
    var monthMarch: String { "3월" }
    var monthApril: String { "4월" }
    var monthMay: String { "5월" }
    var monthJune: String { "6월" }
    var monthJuly: String { "7월" }
    var monthAugust: String { "8월" }
    var monthSeptember: String { "9월" }
    var monthOctober: String { "10월" }
    var monthNovember: String { "11월" }
    var monthDecember: String { "12월" }
    func dayAndTime(day: Int, month: String, year: Int, hour: String, minute: String) -> String { "\(year)년 \(month) \(day)일 \(hour):\(minute)" }
}
