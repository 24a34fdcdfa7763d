// swift-format-ignore-file
// Made by Languages/generate.py from Languages/ko.po: change that file.

internal import GateGuidance

struct ScreenWordsKo: ScreenWords {
    var language: Language { .ko }
    var title: String { "지문과 PIN" }
    var connecting: String { "설정을 불러오고 있어요. 잠시 기다려 주세요." }
    var gone: String { "지문 서비스가 응답하지 않아요" }
    var goneNext: String { "자동으로 다시 연결해요. 계속되면 컴퓨터를 다시 시작해 주세요." }
    var works: String { "지문을 쓸 수 있어요" }
    var worksNext: String { "앱이 요청하면 인식기에 손가락을 대 주세요." }
    var unlock: String { "지문으로 열기" }
    var unlockOn: String { "앱이 저장한 항목을 지문으로 열 수 있어요." }
    var unlockOff: String { "켜기 전에는 지문으로 아무것도 열 수 없어요." }
    var unlockNeedsFinger: String { "먼저 지문을 등록해 주세요." }
    var keyring: String { "로그인할 때 키링 열기" }
    var keyringIsOn: String { "지문으로 로그인하면 키링도 열려요." }
    var keyringIsOff: String { "지문으로 로그인하면 키링이 비밀번호를 따로 물어봐요." }
    var keyringDestroyed: String { "지문이 바뀌어 저장된 비밀번호가 삭제되었어요. 다시 켜 주세요." }
    var keyringNeedsPassword: String { "확인할 수 있는 계정 비밀번호가 없어요." }
    var keyringItem: String { "계정 비밀번호" }
    var keyringItemOpens: String { "지문으로 로그인할 때만 열려요. 키링에 써요." }
    var keyringQuestion: String { "로그인할 때 키링도 열까요?" }
    var keyringStores: String { "계정 비밀번호를 이 컴퓨터에 봉인해 저장해요. 지금 등록된 지문으로 로그인할 때만 열려요." }
    var keyringStays: String { "키링 자체는 바뀌지 않고, 전처럼 비밀번호를 입력해도 열려요." }
    var keyringEnds: String { "지문이 바뀌거나 이 기능을 끄면 저장된 비밀번호를 삭제해요." }
    var keyringTurnedOff: String { "저장된 비밀번호를 삭제했어요. 키링은 전처럼 비밀번호를 입력하면 열려요." }
    var setUp: String { "지문 설정하기" }
    var setUpMore: String { "PIN을 정하고, 지문을 등록하고, 시험해 봐요. 단계마다 건너뛸 수 있어요." }
    var setUpShort: String { "시작" }
    var fingers: String { "지문" }
    var fingersMore: String { "이 중 어느 지문이든 쓸 수 있어요." }
    var noFingers: String { "등록된 지문이 없어요" }
    var fprintdFingers: String { "전에 시스템 설정에서 등록한 지문은 아직 여기에 없어요. 관리자가 가져올 수 있어요: sudo biogate import-fprintd" }
    var addAFinger: String { "지문 등록" }
    func addedAt(_ time: String) -> String { "\(time)에 등록" }
    var onlyLogin: String { "로그인에만 쓸 수 있어요. 사용을 허용하기 전에는 여기에서 아무것도 열 수 없어요." }
    var confirmFirst: String { "먼저 지문 사용을 허용해 주세요." }
    var confirm: String { "사용 허용" }
    func confirmNamed(_ fingers: String) -> String { "\(fingers) 사용 허용" }
    var pin: String { "PIN" }
    var pinIsSet: String { "PIN이 설정되어 있어요" }
    var pinIsNotSet: String { "아직 PIN이 없어요" }
    var pinMore: String { "지문을 쓸 수 없을 때 PIN을 써요." }
    var setPIN: String { "PIN 설정" }
    var changePIN: String { "PIN 변경" }
    var items: String { "저장된 항목" }
    var itemsMore: String { "앱이 여기에 보관한 항목이에요. 내용은 보여 주지 않아요." }
    var noItems: String { "저장된 항목이 없어요" }
    func opensWith(_ factors: String) -> String { "여는 방법: \(factors)" }
    var sshKey: String { "ssh와 git용 키" }
    func signsInOnlyTo(_ servers: String) -> String { "로그인할 서버: \(servers)" }
    func signedInTo(_ servers: String) -> String { "로그인한 서버: \(servers)" }
    func nothingOpens(_ cause: String) -> String { "이제 열 수 없어요 (\(cause))" }
    func waitsForRenewal(_ cause: String) -> String { "갱신하면 지문으로 열 수 있어요 (\(cause))" }
    var neverOpened: String { "아직 지문으로 연 적이 없음" }
    func storedBy(_ program: String) -> String { "저장한 앱: \(program)" }
    func updatedBy(_ program: String) -> String { "내용을 바꾼 앱: \(program)" }
    func lastUsed(_ time: String) -> String { "마지막 사용: \(time)" }
    var neverUsed: String { "아직 사용한 적이 없어요" }
    var renew: String { "갱신" }
    var renewAll: String { "모두 갱신" }
    func renewNamed(_ item: String) -> String { "\(item) 갱신" }
    func renameNamed(_ name: String) -> String { "\(name) 이름 바꾸기" }
    func renameQuestion(_ name: String) -> String { "\(name)의 이름" }
    var save: String { "저장" }
    func renamed(_ name: String) -> String { "이름을 바꿨어요: \(name)." }
    func touched(_ finger: String) -> String { "인식한 손가락: \(finger)." }
    var remove: String { "삭제" }
    func removeNamed(_ name: String) -> String { "\(name) 삭제" }
    var apps: String { "앱 로그인" }
    var appsMore: String { "지문으로 로그인할지 물어본 앱이에요. 저장된 항목은 그대로 있어요." }
    var readers: String { "인식기" }
    var noReaders: String { "지문 인식기가 없어요" }
    var more: String { "기타" }
    var tryOut: String { "시험해 보기" }
    var tryOutMore: String { "지문이 인식되는지 확인해요." }
    var privacy: String { "보관하는 정보" }
    var privacyMore: String { "어디에 있는지, 어떻게 지우는지 알려 줘요." }
    var keptNumbers: String { "이 컴퓨터의 키로 봉인해서 보관해요: 지문을 나타내는 숫자(사진이 아니에요), 앱이 저장한 항목, PIN으로만 열리는 키." }
    var keptMisses: String { "지문이 일치하지 않은 횟수도 보관해요. 지문이 인식기 칩에 저장되기도 해요." }
    var keptUntil: String { "지울 때까지 보관해요. 여기에서 지문, 항목, PIN을 삭제하거나 한 번에 모두 지울 수 있어요." }
    var keptJournal: String { "시스템 저널에는 누가 무엇을 요청했고 허용되었는지가 남아요. 비밀 값과 어느 손가락인지는 남지 않아요." }
    var keptNowhere: String { "어디로도 보내지 않아요." }
    var show: String { "보기" }
    var revokeAll: String { "모든 접근 권한 해제" }
    var revokeAllMore: String { "앱이 저장한 항목이 모두 삭제돼요." }
    var erase: String { "모두 지우기" }
    var eraseMore: String { "지문, PIN, 저장된 항목을 모두 지워요. 비밀번호가 필요해요." }
    var unlockNow: String { "잠금 풀기" }
    var goOn: String { "계속" }
    var done: String { "완료" }
    var turnOnQuestion: String { "‘지문으로 열기’를 켤까요?" }
    var disclosedNumbers: String { "지문은 사진이 아니라 숫자로 이 컴퓨터에 봉인돼요. 인식기의 칩에 보관되기도 해요." }
    var disclosedNowhere: String { "지문 정보는 이 컴퓨터 밖으로 나가지 않고, 어디로도 보내지 않아요." }
    var disclosedChoice: String { "언제든지 지문을 삭제하거나 이 기능을 끌 수 있어요." }
    var turnOnTouch: String { "다음 단계에서 등록된 손가락을 인식기에 대 주세요." }
    var turnOff: String { "끄기" }
    var turnOffQuestion: String { "‘지문으로 열기’를 끌까요?" }
    var turnOffMeans: String { "지문으로 아무것도 열 수 없게 돼요. 등록된 지문은 그대로 있어요." }
    var nothingLost: String { "사라지는 항목은 없어요." }
    var isOn: String { "지문 사용을 켰어요." }
    var isOff: String { "지문 사용을 껐어요." }
    var whichFinger: String { "어느 손가락인가요?" }
    var whichReader: String { "어느 인식기인가요?" }
    var leftHand: String { "왼손" }
    var rightHand: String { "오른손" }
    func taken(_ finger: String) -> String { "\(finger) (등록됨)" }
    var fingerLabel: String { "손가락 이름 (비워 두어도 돼요)" }
    func addFinger(_ finger: String) -> String { "\(finger) 등록" }
    var showsYou: String { "잠금이 풀린 컴퓨터 앞의 다른 사람이 아니라 본인인지 확인해요." }
    func vouchQuestion(_ fingers: String) -> String { "항목도 열 수 있게 할까요? (\(fingers))" }
    var vouchMeans: String { "시스템 설정에서 등록한 지문이에요. 이제부터 지문으로 여는 것을 모두 열 수 있으니, 본인의 지문일 때만 계속해 주세요." }
    func touches(done: Int, all: Int) -> String { "\(all)번 중 \(done)번" }
    func removeQuestion(_ name: String) -> String { "삭제할까요? (\(name))" }
    var removeFingerMeans: String { "다시 등록할 때까지 이 손가락은 쓸 수 없어요." }
    var pinUntilNow: String { "현재 PIN" }
    var newPIN: String { "새 PIN" }
    var repeatPIN: String { "새 PIN 다시 입력" }
    var cancelling: String { "취소하고 있어요. 잠시 기다려 주세요." }
    var unanswered: String { "응답 없이 취소했어요" }
    var unansweredNext: String { "이미 처리되었는지 서비스가 알려 주지 않았어요. 지금 상태를 여기에서 확인해 주세요." }
    var removePINQuestion: String { "PIN을 삭제할까요?" }
    func renewMeans(_ item: String) -> String { "PIN이나 비밀번호로 \(item) 항목을 한 번 연 다음 손가락을 대면 다시 지문으로 열 수 있어요." }
    var removeItemMeans: String { "들어 있는 내용이 영구히 삭제돼요." }
    var revokeAllQuestion: String { "모든 접근 권한을 해제할까요?" }
    var revokeAllMeans: String { "앱에 다시 로그인해야 해요. 지문과 PIN은 그대로 있어요." }
    var eraseQuestion: String { "모두 지울까요?" }
    var eraseMeans: String { "여기에 보관된 정보가 하나도 남지 않고, 앱에 다시 로그인해야 해요." }
    var erased: String { "모두 지웠어요." }
    var unlockMeans: String { "한 번 입력하면 다시 지문을 쓸 수 있어요." }
    var unlocked: String { "다시 지문을 쓸 수 있어요." }
    var tryReason: String { "시험해 보기" }
    func itWorks(_ factor: String) -> String { "잘 작동해요: \(factor)." }
    var setUpPINMeans: String { "지문을 쓸 수 없을 때 PIN을 써요." }
    var setUpDone: String { "모두 설정했어요" }
    var setUpStopped: String { "아직 남은 단계가 있어요" }
    var setUpLater: String { "‘기타’에서 다시 시작할 수 있어요." }
    func step(number: Int, all: Int) -> String { "\(all)단계 중 \(number)단계" }
    var renewFirst: String { "저장된 항목을 갱신해야 해요" }
    var renewFirstMeans: String { "갱신하기 전에는 PIN이나 비밀번호로만 열 수 있어요." }
    var renewAgain: String { "등록된 지문이 바뀌었어요. 인식기에 손가락을 한 번 더 대면 저장된 항목을 다시 지문으로 열 수 있어요." }
    var menu: String { "기본 메뉴" }
    var help: String { "도움말" }
    var shortcuts: String { "키보드 단축키" }
    var about: String { "지문과 PIN 정보" }
    var aboutMore: String { "지문, PIN, 앱이 저장한 항목" }
    var closeWindow: String { "창 닫기" }
    var leaveQuestion: String { "바꾸지 않고 취소" }
    var helpTouch: String { "앱이 요청하면 인식기에 손가락을 대 주세요. 안 되면 PIN이나 비밀번호를 입력해 주세요." }
    var helpRenew: String { "지문이 바뀌면, 저장된 항목은 갱신할 때까지 PIN이나 비밀번호로만 열 수 있어요." }
    var helpLocked: String { "지문이 여러 번 일치하지 않으면 PIN이나 비밀번호를 입력할 때까지 지문을 쓸 수 없어요." }
    var helpDoctor: String { "문제가 있으면 터미널에 이렇게 입력해 주세요:" }
    var causeFingersChanged: String { "지문이 바뀜" }
    var causeTurnedOff: String { "지문 사용이 꺼짐" }
    var causePINRemoved: String { "PIN이 삭제됨" }
    var causePINReset: String { "PIN이 재설정됨" }
    var causeRevoked: String { "접근 권한이 해제됨" }
    var preparing: String { "인식기를 준비하고 있어요. 잠시 기다려 주세요." }
    var orTypePIN: String { "또는 PIN을 입력해 주세요" }
    var orTypePassword: String { "또는 비밀번호를 입력해 주세요" }
    var typePIN: String { "PIN을 입력해 주세요" }
    var typePassword: String { "비밀번호를 입력해 주세요" }
    var checking: String { "확인하고 있어요. 잠시 기다려 주세요." }
    func othersWait(_ count: Int) -> String { "다른 요청 \(count)개가 기다리고 있어요." }
    var verbConfirm: String { "확인" }
    var verbApprove: String { "승인" }
    var verbPay: String { "결제" }
    var verbSignIn: String { "로그인" }
    var verbAdd: String { "추가" }
    var verbStore: String { "저장" }
    var verbOpen: String { "열기" }
    var verbMake: String { "만들기" }
    var verbSign: String { "서명" }
    var requestOver: String { "요청이 끝났어요." }
    var close: String { "닫기" }
    func tryAgainIn(_ count: Int) -> String { "\(count)초 후에 다시 시도할 수 있어요." }
    func timeLeft(_ count: Int) -> String { "\(count)초 남았어요." }
    var moreTime: String { "시간 연장" }
    var chooseAccount: String { "계정을 선택해 주세요" }
    var showWhole: String { "전체 보기" }
    var fingerAgain: String { "이제 지문을 다시 쓸 수 있어요." }
    var gateSettings: String { "지문 설정" }
    var gateTitle: String { "지문으로 인증해 주세요" }
    var gateTouch: String { "지문 인식기에 손가락을 대 주세요" }
    var gateWhatItDoes: String { "비밀번호를 입력하는 대신 인식기에 손가락을 대면 돼요. 비밀번호도 계속 쓸 수 있어요." }
    var gateSignIn: String { "지문 로그인" }
    var gateTurnOffQuestion: String { "지문 로그인을 끌까요?" }
    var gateTurnOffCost: String { "이 컴퓨터에 저장된 로그인 정보가 지워져요. 다음에는 비밀번호로 로그인해야 해요." }
    var gateTurnOff: String { "끄기" }
    var gateAgain: String { "다시 설정" }
    var gateBack: String { "뒤로" }
    var gateNoToken: String { "처리하지 못했어요. 먼저 비밀번호로 로그인해 주세요." }
    var activityTitle: String { "최근 활동" }
    var activityMore: String { "누가 무엇을 요청했고 어떻게 되었는지 보여 줘요." }
    var activityNewestFirst: String { "최근 활동부터 보여 줘요." }
    var activityNothing: String { "아직 아무 요청도 없었어요." }
    var activityForbidden: String { "최근 활동은 시스템 저널에 있는데, 저널을 읽을 권한이 없어요. 관리자가 이 명령으로 허용할 수 있어요. 그런 다음 다시 로그인해 주세요." }
    var activityNoJournal: String { "이 컴퓨터에는 활동을 남기는 저널이 없어요." }
    var activityAllowed: String { "허용됨" }
    func activityAllowedBy(_ factor: String) -> String { "허용됨: \(factor)" }
    var activityRefused: String { "거부됨" }
    func activityRefusedBecause(_ reason: String) -> String { "거부됨: \(reason)" }
    func didVerify(_ program: String) -> String { "\(program.quoted(in: .ko)) 프로그램이 본인 확인을 했어요" }
    func didEnroll(_ program: String) -> String { "\(program.quoted(in: .ko)) 프로그램이 지문을 등록했어요" }
    func didEnable(_ program: String) -> String { "\(program.quoted(in: .ko)) 프로그램이 지문 사용을 켰어요" }
    func didStore(program: String, item: String) -> String { "\(program.quoted(in: .ko)) 프로그램이 \(item.quoted(in: .ko)) 항목을 저장했어요" }
    func didRetrieve(program: String, item: String) -> String { "\(program.quoted(in: .ko)) 프로그램이 \(item.quoted(in: .ko)) 항목을 열었어요" }
    func didCreateKey(program: String, item: String) -> String { "\(program.quoted(in: .ko)) 프로그램이 \(item.quoted(in: .ko)) 키를 만들었어요" }
    func didSign(program: String, item: String) -> String { "\(program.quoted(in: .ko)) 프로그램이 \(item.quoted(in: .ko)) 키로 서명했어요" }
    func didRenew(program: String, item: String) -> String { "\(program.quoted(in: .ko)) 프로그램이 \(item.quoted(in: .ko)) 항목을 갱신했어요" }
    func activityAsked(program: String, request: String) -> String { "\(program.quoted(in: .ko)) 프로그램의 요청: \(request)" }
    func activityWantedChange(_ program: String) -> String { "\(program.quoted(in: .ko)) 프로그램이 변경을 요청했어요" }
    var eventEnrolled: String { "지문이 등록되었어요" }
    var eventPrintsDeleted: String { "지문이 삭제되었어요" }
    var eventPrintsVanished: String { "인식기에서 지문이 사라졌어요" }
    var eventTemplatesTampered: String { "보관된 지문 정보가 외부에서 바뀌었어요" }
    var eventPINSet: String { "PIN이 설정되었어요" }
    var eventPINRemoved: String { "PIN이 삭제되었어요" }
    var eventFingerprintEnabled: String { "지문 사용이 켜졌어요" }
    var eventFingerprintDisabled: String { "지문 사용이 꺼졌어요" }
    var eventOnboardingAnswered: String { "앱의 제안에 답했어요" }
    func eventNamedItemDeleted(_ item: String) -> String { "\(item.quoted(in: .ko)) 항목이 삭제되었어요" }
    var eventItemDeleted: String { "항목이 삭제되었어요" }
    var eventEverythingRevoked: String { "모든 접근 권한이 해제되었어요" }
    var eventReset: String { "모두 지워졌어요" }
    var eventReaderCleared: String { "인식기가 비워졌어요" }
    func eventDeniedOften(_ count: Int) -> String { "\(count)번 더 거부되었어요" }
    func eventDoneOften(_ count: Int) -> String { "\(count)번 더 허용되었어요" }
}
