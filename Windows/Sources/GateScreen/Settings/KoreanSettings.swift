// The settings' window in Korean.

internal import GateGuidance
internal import GateModel

/// Korean, in 해요체.
struct KoreanSettings: SettingsWords {
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
    var setUp: String { "지문 설정하기" }
    var setUpMore: String { "PIN을 정하고, 지문을 등록하고, 시험해 봐요. 단계마다 건너뛸 수 있어요." }
    var setUpShort: String { "시작" }
    var fingers: String { "지문" }
    var fingersMore: String { "등록된 지문이면 어느 것으로든 열 수 있어요." }
    var noFingers: String { "등록된 지문이 없어요" }
    var fprintdFingers: String {
        "전에 시스템 설정에서 등록한 지문은 아직 여기에 없어요. 관리자가 가져올 수 있어요: sudo biogate import-fprintd"
    }
    var addAFinger: String { "지문 등록" }
    func addedAt(_ time: String) -> String { "\(time)에 등록" }
    var onlyLogin: String { "로그인에만 쓸 수 있어요. 확인하기 전에는 여기에서 아무것도 열 수 없어요." }
    var confirmFirst: String { "먼저 지문을 확인해 주세요." }
    var confirm: String { "사용 허용" }
    func confirmNamed(_ fingers: String) -> String { "\(fingers) 사용 허용" }
    var pin: String { "PIN" }
    var pinIsSet: String { "PIN이 설정되어 있어요" }
    var pinIsNotSet: String { "PIN이 아직 없어요" }
    var pinMore: String { "지문을 쓸 수 없을 때 PIN을 써요." }
    var setPIN: String { "PIN 설정" }
    var changePIN: String { "PIN 변경" }
    var items: String { "저장된 항목" }
    var itemsMore: String { "앱이 여기에 보관한 항목이에요. 내용은 보여 주지 않아요." }
    var noItems: String { "저장된 항목이 없어요" }
    func opensWith(_ factors: String) -> String { "여는 방법: \(factors)" }
    func nothingOpens(_ cause: Item.Invalidation) -> String { "이제 열 수 없어요 (\(self.cause(cause)))" }
    func waitsForRenewal(_ cause: Item.Invalidation?) -> String {
        "갱신하면 지문으로 열 수 있어요 (\(cause.map(self.cause) ?? "아직 지문으로 연 적이 없음"))"
    }
    func storedBy(_ program: String) -> String { "저장한 앱: \(program)" }
    func lastUsed(_ time: String) -> String { "마지막 사용: \(time)" }
    var neverUsed: String { "아직 사용한 적이 없어요" }
    var renew: String { "갱신" }
    var renewAll: String { "모두 갱신" }
    func renewNamed(_ item: String) -> String { "\(item) 갱신" }
    func renameNamed(_ name: String) -> String { "\(name) 이름 바꾸기" }
    func renameQuestion(_ name: String) -> String { "어떻게 부를까요? (\(name))" }
    var save: String { "저장" }
    func renamed(_ name: String) -> String { "이름을 바꿨어요: \(name)." }
    func touched(_ finger: String) -> String { "인식한 손가락: \(finger)." }
    var remove: String { "삭제" }
    func removeNamed(_ name: String) -> String { "\(name) 삭제" }
    var apps: String { "앱 로그인" }
    var appsMore: String { "지문으로 로그인할지 물어본 앱이에요. 저장된 항목은 그대로 있어요." }
    var readers: String { "인식기" }
    var noReaders: String { "지문 인식기가 없어요" }
    var more: String { "더 보기" }
    var tryOut: String { "시험해 보기" }
    var tryOutMore: String { "지문이 인식되는지 확인해요." }
    var privacy: String { "보관하는 정보" }
    var privacyMore: String { "어디에 있는지, 어떻게 지우는지 알려 줘요." }
    var kept: [String] {
        [
            "이 컴퓨터의 키로 봉인해서 보관해요: 지문을 나타내는 숫자(사진이 아니에요), 앱이 저장한 항목, PIN으로만 열리는 키.",
            "지문이 일치하지 않은 횟수도 보관해요. 지문이 인식기 칩에 저장되기도 해요.",
            "지울 때까지 보관해요. 여기에서 지문, 항목, PIN을 삭제하거나 한 번에 모두 지울 수 있어요.",
            "시스템 기록에는 누가 무엇을 요청했고 허용되었는지가 남아요. 비밀 값과 어느 손가락인지는 남지 않아요.",
            "어디로도 보내지 않아요.",
        ]
    }
    var show: String { "보기" }
    var revokeAll: String { "모든 접근 끝내기" }
    var revokeAllMore: String { "앱이 저장한 항목이 모두 사라져요." }
    var erase: String { "모두 지우기" }
    var eraseMore: String { "지문, PIN, 저장된 항목을 모두 지워요. 비밀번호가 필요해요." }
    var unlockNow: String { "잠금 풀기" }

    var goOn: String { "계속" }
    var done: String { "완료" }
    var back: String { "뒤로" }
    var turnOnQuestion: String { "지문으로 열기를 켤까요?" }
    var disclosure: [String] {
        [
            "지문은 사진이 아니라 숫자로 이 컴퓨터에 봉인돼요. 인식기의 칩에 보관되기도 해요.",
            "지문 정보는 이 컴퓨터 밖으로 나가지 않고, 어디로도 보내지 않아요.",
            "언제든지 지문을 삭제하거나 이 기능을 끌 수 있어요.",
        ]
    }
    var turnOnTouch: String { "다음 단계에서 등록된 손가락을 인식기에 대 주세요." }
    var turnOff: String { "끄기" }
    var turnOffQuestion: String { "지문으로 열기를 끌까요?" }
    var turnOffMeans: String { "지문으로 아무것도 열 수 없게 돼요. 등록된 지문은 그대로 있어요." }
    var nothingLost: String { "사라지는 항목은 없어요." }
    var isOn: String { "지문 사용을 켰어요." }
    var isOff: String { "지문 사용을 껐어요." }
    var whichFinger: String { "어느 손가락인가요?" }
    var whichReader: String { "어느 인식기인가요?" }
    var leftHand: String { "왼손" }
    var rightHand: String { "오른손" }
    func taken(_ finger: String) -> String { "\(finger) (등록됨)" }
    var fingerLabel: String { "부르는 이름 (비워 두어도 돼요)" }
    func addFinger(_ finger: String) -> String { "\(finger) 등록" }
    var fingerNeedsCredential: String { "먼저 본인인지 확인해요. 지문으로 다른 지문을 등록할 수는 없어요." }
    func vouchQuestion(_ fingers: String) -> String { "항목도 열 수 있게 할까요? (\(fingers))" }
    var vouchMeans: String {
        "시스템 설정에서 등록한 지문이에요. 이제부터 지문으로 여는 것을 모두 열 수 있으니, 본인의 지문일 때만 계속해 주세요."
    }
    func touches(_ done: Int, of all: Int) -> String { "\(all)번 중 \(done)번" }
    func removeQuestion(_ name: String) -> String { "삭제할까요? \(name)" }
    var removeFingerMeans: String { "다시 등록할 때까지 이 지문으로 아무것도 열 수 없어요." }
    var yourPIN: String { "PIN" }
    var yourPassword: String { "비밀번호" }
    var usePIN: String { "PIN 사용" }
    var usePassword: String { "비밀번호 사용" }
    var pinUntilNow: String { "지금 PIN" }
    var newPIN: String { "새 PIN" }
    var repeatPIN: String { "새 PIN 다시 입력" }
    var cancelling: String { "취소하고 있어요. 잠시 기다려 주세요." }
    var unanswered: String { "응답 없이 취소했어요" }
    var unansweredNext: String { "이미 처리되었는지 서비스가 알려 주지 않았어요. 지금 상태를 여기에서 확인해 주세요." }
    var removePINQuestion: String { "PIN을 삭제할까요?" }
    func renewMeans(_ item: String) -> String {
        "PIN이나 비밀번호로 \(item) 항목을 한 번 연 다음 손가락을 대면 다시 지문으로 열 수 있어요."
    }
    var removeItemMeans: String { "들어 있는 내용이 영구히 사라져요." }
    var revokeAllQuestion: String { "모든 접근을 끝낼까요?" }
    var revokeAllMeans: String { "앱에 다시 로그인해야 해요. 지문과 PIN은 그대로 있어요." }
    var eraseQuestion: String { "모두 지울까요?" }
    var eraseMeans: String { "여기에 보관된 정보가 하나도 남지 않고, 앱에 다시 로그인해야 해요." }
    var erased: String { "모두 지웠어요." }
    var unlockMeans: String { "한 번 입력하면 다시 지문을 쓸 수 있어요." }
    var unlocked: String { "다시 지문을 쓸 수 있어요." }
    var tryReason: String { "시험해 보기" }
    func itWorks(_ factor: String) -> String { "잘 작동해요: \(factor)." }
    var setUpPIN: String { "PIN을 설정할까요?" }
    var setUpPINMeans: String { "지문을 쓸 수 없을 때 PIN을 써요." }
    var setUpTry: String { "지금 해 볼까요?" }
    var setUpDone: String { "모두 설정했어요. 앱이 요청하면 인식기에 손가락을 대 주세요." }
    var setUpLater: String { "'더 보기'에서 다시 시작할 수 있어요." }

    private func cause(_ cause: Item.Invalidation) -> String {
        switch cause {
        case .enrollmentChanged: "지문이 바뀜"
        case .fingerprintDisabled: "지문 사용이 꺼짐"
        case .pinRemoved: "PIN이 삭제됨"
        case .pinReset: "PIN이 재설정됨"
        case .revoked: "접근이 끝남"
        }
    }
}
