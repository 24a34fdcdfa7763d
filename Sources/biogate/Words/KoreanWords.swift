import GateGuidance
import GateModel

/// Korean, in 해요체.
struct KoreanWords: CommandWords {
    var language: Language { .ko }

    func next(_ command: String) -> String { "다음: \(command)" }
    func notRunning(_ socket: String) -> String {
        "지문 서비스가 실행되고 있지 않아요: \(socket). 이렇게 시작해 주세요: sudo systemctl start biogated.socket"
    }
    func nobodyListens(_ socket: String) -> String {
        "\(socket)에서 응답하는 서비스가 없어요. 경로를 확인해 주세요. --socket이나 BIOGATE_SOCKET에서 온 경로예요."
    }
    var hungUp: String { "지문 서비스가 응답 없이 연결을 끝냈어요." }
    var nameless: String {
        "여기에는 사용자 번호가 없어서 지문 서비스가 누구인지 알 수 없어요."
    }
    func untrusted(_ socket: String) -> String {
        "지문 서비스가 아닌 다른 프로그램이 \(socket) 소켓을 열어 두어서 아무것도 보내지 않았어요."
    }
    func invalid(_ parameter: String) -> String { "\(parameter) 값을 사용할 수 없어요." }
    var tooOld: String { "실행 중인 서비스가 이 기능을 지원하지 않아요. 업데이트해 주세요." }
    func noCommand(_ name: String, nearest: String?, help: String) -> String {
        let advice = nearest.map { "\(quoted($0)) 명령을 찾으세요?" } ?? "도움말: \(help)"
        return "\(quoted(name)) 명령은 없어요. \(advice)"
    }
    var yes: Set<String> { ["y", "네", "예", "응"] }
    var startNow: String { "지금 시작할까요?" }
    func question(_ act: Act) -> String {
        switch act {
        case .addFinger: "지문을 등록할까요?"
        case .removeFinger, .delete: "삭제할까요?"
        case .turnOff: "끌까요?"
        case .changePIN: "PIN을 바꿀까요?"
        case .removePIN: "PIN을 삭제할까요?"
        case .erase: "지울까요?"
        case .importFingers: "가져올까요?"
        case .exportFingers: "내보낼까요?"
        }
    }
    var mustSayYes: String { "아무것도 바뀌지 않았어요. 이 질문을 건너뛰려면 --yes를 붙여 주세요." }
    var nothingChanged: String { "아무것도 바뀌지 않았어요." }
    var cancelled: String { "취소했어요." }
    func waysOut(_ alternative: Factor?) -> String {
        switch alternative {
        case .pin: "Enter: PIN 입력. Ctrl-C: 취소."
        case .password: "Enter: 비밀번호 입력. Ctrl-C: 취소."
        case .fingerprint, nil: "Ctrl-C: 취소."
        }
    }
    func credentialPrompt(_ factor: Factor) -> String {
        switch factor {
        case .pin: "PIN:"
        case .password, .fingerprint: "비밀번호:"
        }
    }
    var noCredential: String { "PIN이나 비밀번호가 필요한데 물어볼 터미널이 없어요. --pin-from FILE로 알려 주세요." }
    var jsonAsksNothing: String { "PIN이나 비밀번호가 필요한데 --json에서는 묻지 않아요. --pin-from FILE로 알려 주세요." }
    func tooLong(_ bytes: Int) -> String { "너무 커요. 최대 \(bytes)바이트까지 쓸 수 있어요." }
    var fingerprintReady: String { "지문을 쓸 수 있어요. 앱이 요청하면 인식기에 손가락을 대 주세요." }
    func counts(_ settings: Settings) -> String {
        "지문: \(settings.enrolledPrints)개. PIN: \(settings.pinSet ? "설정됨" : "설정 안 됨"). 저장된 항목: \(settings.items)개."
    }
    func waiting(_ count: Int) -> String { "갱신할 항목: \(count)개." }
    func rows(_ settings: Settings) -> [[String]] {
        [
            ["지문 사용", settings.fingerprintEnabled ? "켜짐" : "꺼짐"],
            ["등록된 지문", "\(settings.enrolledPrints)"],
            ["PIN", settings.pinSet ? "설정됨" : "설정 안 됨"],
            ["비밀번호", settings.passwordAvailable ? "사용 가능" : "사용 안 함"],
            ["저장된 항목", "\(settings.items)"],
        ]
    }
    func loginsLocked(_ lockout: LoginLockout, _ end: LockoutEnd) -> String {
        guard let wait = lockout.retryAfter else {
            let wayOut =
                switch end {
                case .pin: "PIN을 입력하면 다시 쓸 수 있어요."
                case .password: "비밀번호를 입력하면 다시 쓸 수 있어요."
                case .pinOrPassword: "PIN이나 비밀번호를 입력하면 다시 쓸 수 있어요."
                case .newPIN: "PIN을 설정하면 다시 쓸 수 있어요."
                case .later: "지금은 PIN이나 비밀번호를 쓸 수 없어요. 나중에 다시 시도하거나 관리자에게 문의해 주세요."
                }
            return "지문이 너무 많이 일치하지 않아서 로그인할 때 지문을 쓸 수 없어요. \(wayOut)"
        }
        let wayOut =
            switch end {
            case .pin: " PIN을 입력하면 바로 쓸 수 있어요."
            case .password: " 비밀번호를 입력하면 바로 쓸 수 있어요."
            case .pinOrPassword: " PIN이나 비밀번호를 입력하면 바로 쓸 수 있어요."
            case .newPIN, .later: ""
            }
        return "지문이 여러 번 일치하지 않아서 로그인할 때 \(wait.wait(in: language)) 동안 지문을 쓸 수 없어요.\(wayOut)"
    }
    var noReaders: String { "지문 인식기가 없어요." }
    func touches(_ count: Int) -> String { "\(count)번 터치" }
    var privacy: [String] {
        [
            "서비스가 보관하는 정보예요. 관리자가 바꾸지 않았다면 /var/lib/biogate에 있어요:",
            "  지문 템플릿(사진이 아닌 숫자). 이 컴퓨터의 키로 봉인돼요. 인식기 칩에 저장되기도 해요.",
            "  저장한 항목, PIN으로만 열리는 키, 지문이 일치하지 않은 횟수.",
            "보관 기간: 지울 때까지예요.",
            """
            지우는 방법: biogate finger remove --all, biogate rm NAME, biogate pin remove, biogate revoke-all. \
            모두 지우기: biogate reset.
            """,
            "시스템 기록에는 누가 무엇을 요청했고 허용되었는지가 남아요. 비밀 값과 어느 손가락인지는 남지 않아요.",
            "어디로도 보내지 않아요.",
        ]
    }
    func wouldClear(_ reader: ReaderID) -> String { "인식기 \(quoted(reader.rawValue))에 있는 지문이 누구의 것이든 모두 지워져요." }
    func wouldReset(_ user: String) -> String { "\(quoted(user)) 사용자의 지문, PIN, 항목, 설정이 모두 지워져요." }
    var wouldResetAll: String { "지문, PIN, 항목, 설정이 모두 지워져요." }
    func waitForRenewal(_ items: [ItemName]) -> String { "다시 지문으로 열 수 있게 할 항목: \(list(items))." }
    func renewNow(_ count: Int) -> String { "지금 갱신할까요?" }
    var nothingToRenew: String { "갱신할 항목이 없어요." }
    func nothingToRenew(_ item: Item) -> String { "갱신할 것이 없어요. \(list([item.name])) 여는 방법: \(opening(item))." }
    var noFingers: String { "등록된 지문이 없어요." }
    func renamed(_ finger: String, _ label: String?) -> String {
        label.map { "이름을 바꿨어요: \(finger) → \($0)." } ?? "이름을 지웠어요: \(finger)."
    }
    var removedAll: String { "지문을 모두 삭제했어요." }
    func notAdded(_ finger: String) -> String { "등록된 지문이 아니에요: \(finger)." }
    var unvouched: String { "로그인 전용" }
    var unvouchedOpensNothing: String { "‘로그인 전용’ 지문은 시스템 설정에서 등록했어요. 확인하기 전에는 항목을 열 수 없어요." }
    func addedOn(_ finger: String, _ date: String, reader: String) -> String {
        "\(finger), 등록: \(date), 인식기: \(reader)"
    }
    var mayOpenItems: String { "이 손가락으로 항목도 열 수 있게 할까요?" }
    var nameOneFinger: String { "손가락 이름을 쓰고, 필요하면 --reader로 인식기를 정해 주세요." }
    var nothingToVouch: String { "확인할 지문이 없어요." }
    func onSeveralReaders(_ finger: String, _ readers: [ReaderID]) -> String {
        let readers = readers.map(\.rawValue).joined(separator: ", ")
        return "여러 인식기에 등록되어 있어요: \(finger). --reader로 골라 주세요: \(readers)"
    }
    var cleared: String { "인식기를 비웠어요." }
    var currentPINPrompt: String { "지금 PIN:" }
    var newPINPrompt: String { "새 PIN:" }
    var repeatPINPrompt: String { "새 PIN 다시 입력:" }
    var pinIsNeeded: String { "지문을 쓰려면 PIN이 있어야 하고, 다른 방법이 없어요. 지문을 먼저 삭제해 주세요: biogate finger remove --all" }
    var fingerprintOn: String { "지문 사용을 켰어요." }
    var fingerprintOff: String { "지문 사용을 껐어요." }
    var fingerprintStaysOff: String { "지문 사용이 아직 꺼져 있어요. 켜야 지문으로 열 수 있어요." }
    var turnOn: String { "켜려면: biogate enable" }
    var everythingErased: String { "모두 지웠어요." }
    var noItems: String { "저장된 항목이 없어요." }
    func opening(_ item: Item) -> String {
        switch item.state {
        case .valid: names(item.openableBy)
        case .invalidated(let cause): "열 수 없음 (\(self.cause(cause)))"
        }
    }

    func key(_ opening: String) -> String { "키: \(opening)" }

    private func cause(_ cause: Item.Invalidation) -> String {
        switch cause {
        case .enrollmentChanged: "지문이 바뀜"
        case .fingerprintDisabled: "지문 사용이 꺼짐"
        case .pinRemoved: "PIN이 삭제됨"
        case .pinReset: "PIN이 재설정됨"
        case .revoked: "접근이 끝남"
        }
    }

    private func wait(_ item: Item) -> String { item.fingerprintLostBy.map(cause) ?? "아직 지문으로 연 적이 없음" }

    func rows(_ item: Item) -> [[String]] {
        let enrollment = item.access.enrollment == .current ? "지문으로 열 수 없음" : "지문으로 계속 열림"
        let rows: [(String, String?)] = [
            ("이름", item.name.rawValue), ("설명", item.label?.rawValue),
            ("종류", item.kind == .secret ? "비밀 값" : "키"),
            ("여는 방법", opening(item)), ("갱신 필요", item.waitsForRenewal ? wait(item) : nil),
            ("지문이 바뀌면", item.access.allows(.fingerprint) ? enrollment : nil),
            ("재사용", item.access.maximumAge > .zero ? item.access.maximumAge.wait(in: language) : nil),
            ("봉인", item.sealedBy.rawValue), ("저장한 앱", item.owner),
            ("저장한 때", LocalTime(item.createdAt).text(in: language)),
            ("마지막 사용", item.lastUsedAt.map { LocalTime($0).text(in: language) }),
        ]
        return rows.compactMap { row in row.1.map { [row.0, $0] } }
    }
    func stored(_ item: ItemName) -> String { "저장했어요: \(list([item]))." }
    func deleted(_ item: ItemName) -> String { "삭제했어요: \(list([item]))." }
    func secretPrompt(_ item: ItemName) -> String { "\(list([item]))에 저장할 비밀 값:" }
    var noSecret: String { "비밀 값이 없어요. --from FILE이나 표준 입력으로 알려 주세요." }
    func keyMade(_ key: ItemName, _ command: String) -> String { "키를 만들었어요: \(list([key])). 공개 키 보기: \(command)" }
    var noChallenge: String { "서명할 내용이 없어요. --from FILE이나 표준 입력으로 알려 주세요." }
    func saved(_ path: String) -> String { "저장했어요: \(quoted(path))." }
    func fileExists(_ path: String) -> String { "\(quoted(path)) 파일이 이미 있어요. 다른 이름을 쓰거나, 바꾸려면 --yes를 붙여 주세요." }
    func replaceFile(_ path: String) -> String { "\(quoted(path)) 파일이 이미 있어요. 바꿀까요?" }
    func notForVariable(_ item: ItemName) -> String { "\(list([item]))에 0바이트가 있어서 변수에 넣을 수 없어요. --fd를 써 주세요." }
    func noProgram(_ name: String) -> String { "\(quoted(name)) 프로그램이 없어요." }
    var openReason: String { "터미널에서 열기" }
    var signReason: String { "터미널에서 서명하기" }
    func runReason(_ program: String) -> String { "\(program) 실행" }
    var noJournal: String { "journalctl이 없어요. 이 컴퓨터에는 저널이 없어요." }
    func paused(_ wait: Duration) -> String { "\(wait.wait(in: language)) 뒤에 다시 지문을 쓸 수 있어요." }
    var setupNeedsTerminal: String {
        "질문에 답할 터미널이 없어요. 이렇게 해 주세요: biogate pin set, biogate finger add, biogate store."
    }
    var setupLater: String { "언제든지 시작할 수 있어요: biogate setup" }
    var setPINNow: String { "PIN을 설정할까요? 지문을 쓸 수 없을 때 PIN을 써요." }
    func addFingerNow(_ finger: String) -> String { "지문을 등록할까요? (\(finger))" }
    var vouchFingersNow: String { "시스템 설정에서 등록한 지문을 확인하고 여기서도 쓸까요?" }
    var tryNow: String { "지금 해 볼까요?" }
    var tryReason: String { "시험해 보기" }
    func works(_ factor: String) -> String { "잘 작동해요: \(factor)." }
    func noOption(_ argument: String) -> String {
        "\(quoted(argument)) 옵션이 없어요. \"-\"로 시작하는 이름을 쓰려면 앞에 --를 붙여 주세요: biogate store -- \(argument)"
    }
    func ownedByRoot(insteadOf user: String) -> String { "\(user) 사용자가 아니라 root의 지문, PIN, 항목이에요." }
    var tooManyArguments: String { "인수가 너무 많아요." }
    var secretsAreNoArguments: String {
        "인수가 너무 많아요. 다른 프로그램이 볼 수 있으니 비밀 값과 PIN은 인수로 쓰지 않아요. --from FILE, --pin-from FILE, 파이프를 쓰거나 물어볼 때 입력해 주세요."
    }
    func unknownLocale(_ tag: String) -> String { "\(quoted(tag)) 언어는 없어요. --locale에는 en, ko, nb를 쓸 수 있어요." }
    var notUTF8: String { "인수가 올바른 UTF-8이 아니에요." }
    var waitsForService: String { "지문 서비스가 실행되고 있지 않아요. 시작될 때까지 기다릴게요." }
    var nothingAdded: String { "등록된 지문이 없어요. 등록을 그만뒀어요." }
    var passwordNeeded: String { "이 PIN을 설정하려면 --password-from FILE로 본인임을 확인해 주세요." }
    var oldPINNeeded: String {
        "PIN이 이미 있어요. --old-pin-from FILE로 지금 PIN을 알려 주거나, --password-from FILE로 본인임을 확인해 주세요."
    }
    func notForTerminal(_ item: ItemName) -> String {
        "\(list([item])) 항목은 글이 아니거나 터미널을 움직이는 문자가 있어서 보여 주지 않아요. --out FILE이나 파이프를 써 주세요."
    }
    func notExecutable(_ name: String) -> String { "\(quoted(name)) 파일은 프로그램이 아니거나 권한이 없어서 실행할 수 없어요." }
    func noInterpreter(_ name: String) -> String {
        "\(quoted(name)) 파일의 첫 줄에 적힌 프로그램이 없어서 실행할 수 없어요."
    }
    var emptyCredential: String { "파일이나 파이프가 비어 있어서 PIN이나 비밀번호가 없어요." }
    var journalForbidden: String {
        "시스템 저널을 읽을 권한이 없어요. 이렇게 해 주세요: sudo biogate log. 계속 쓰려면: sudo usermod --append --groups systemd-journal \"$USER\", 그런 다음 다시 로그인해 주세요."
    }
}
