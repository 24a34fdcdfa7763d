internal import GateModel

/// Korean texts, in 해요체.
struct Korean: Phrasebook {
    func words(for error: GateError, in situation: Situation) -> Words {
        switch error {
        case .noHardware: Words("지문 인식기가 없어요", "이 컴퓨터에서 쓸 수 있는 지문 인식기를 찾지 못했어요.")
        case .hardwareUnavailable(.notInteractive, _, _) where situation.isSessionLocked: sessionLocked
        case .hardwareUnavailable(.notInteractive, _, _) where situation.isLidClosed: lidClosed
        case .hardwareUnavailable(let reason, let retryAfter, _): unavailable(reason, retryAfter)
        case .notEnrolled(printsVanished: false, _) where situation.hasUnvouchedPrints:
            Words("지문을 아직 로그인에만 쓸 수 있어요", "시스템 설정에서 등록한 지문이에요. PIN이나 비밀번호로 확인하면 여기에서도 쓸 수 있어요.")
        case .notEnrolled(printsVanished: false, _): Words("등록된 지문이 없어요", "지문을 등록하면 다음부터 쓸 수 있어요.")
        case .notEnrolled(printsVanished: true, _):
            Words("인식기에 저장된 지문이 없어졌어요", "지문을 다시 등록하면 쓸 수 있어요.")
        case .disabled: Words("지문 사용이 꺼져 있어요", "설정에서 다시 켤 수 있어요.")
        case .lockout(let retryAfter, _, _):
            Words("지문을 잠시 쓸 수 없어요", "지문이 여러 번 일치하지 않았어요. \(wait(retryAfter)) 뒤에 다시 시도해 주세요.")
        case .lockoutPermanent(let reason, let clearedBy, _):
            locked(reason, Fallback(among: clearedBy), situation)
        case .authenticationFailed: Words("지문이 일치하지 않았어요", "")
        case .timedOut(.calls?, _):
            Words("먼저 온 요청이 있어요", "시간 안에 차례가 오지 않았어요. 잠시 후 다시 시도해 주세요.")
        case .timedOut(.reader?, _):
            Words("지문 인식기를 사용 중이에요", "그동안 다른 곳에서 계속 쓰고 있었어요. 잠시 후 다시 시도해 주세요.")
        case .timedOut(nil, _) where situation.operation == .enroll: Words("시간이 지났어요", "등록된 것은 없어요. 다시 시도해 주세요.")
        case .timedOut(nil, let fallbacks): Words("시간 안에 일치한 지문이 없어요", tryAgain(or: Fallback(among: fallbacks)))
        case .cancelled(let canceller): cancelled(by: canceller, situation)
        case .credentialRequired(let accepted, let clearedBy):
            clearedBy.isEmpty ? required(Fallback(among: accepted), situation) : pinBlocked
        case .credentialNotSet(.password):
            Words(
                "확인할 비밀번호가 없어요",
                situation.isReset
                    ? "저장된 것은 관리자만 지울 수 있어요." : "계정에 비밀번호가 없거나 관리자가 비밀번호 확인을 꺼 두었어요.")
        case .credentialNotSet: Words("아직 PIN이 없어요", "먼저 PIN을 설정해 주세요. 지문을 쓸 수 없을 때 필요해요.")
        case .credentialWrong(.fingerprint, let remaining, let retryAfter):
            Words("지문이 일치하지 않았어요", tries(remaining, retryAfter, situation))
        case .credentialWrong(.pin, let remaining, let retryAfter):
            Words("PIN이 일치하지 않았어요", tries(remaining, retryAfter, situation))
        case .credentialWrong(.password, let remaining, let retryAfter):
            Words("비밀번호가 일치하지 않았어요", tries(remaining, retryAfter, situation))
        case .credentialUnavailable(let factor):
            Words(
                "지금은 \(object(name(of: factor))) 확인할 수 없어요",
                "확인하는 서비스가 응답하지 않아요. 다시 시도하거나 관리자에게 문의해 주세요.")
        case .credentialThrottled(let factor, let retryAfter):
            Words(
                "\(object(name(of: factor))) 잠시 쓸 수 없어요",
                "여러 번 일치하지 않았어요. \(wait(retryAfter)) 뒤에 다시 시도해 주세요.")
        case .signInRequired:
            Words(
                "PIN이 잠겨 있어요",
                "여러 번 일치하지 않았어요.", lastWay(situation))
        case .pinUnacceptable(let rule, let minimumLength): unacceptable(rule, minimumLength)
        case .factorNotAllowed(let allowed, let why): refusal(allowed, why?.reason, situation)
        case .itemNotFound(let name, .key?):
            Words("\(marked(name.rawValue)) 항목은 비밀 값이 아니라 키예요", "키로는 서명만 할 수 있고, 꺼내 볼 수는 없어요.")
        case .itemNotFound(let name, .secret?):
            Words("\(marked(name.rawValue)) 항목은 키가 아니라 비밀 값이에요", "비밀 값은 열어 볼 수 있지만, 서명에는 쓸 수 없어요.")
        case .itemNotFound(let name, nil): Words("\(marked(name.rawValue)) 항목이 없어요", "저장된 항목을 확인해 주세요.")
        case .itemExists(let name): Words("\(marked(name.rawValue)) 항목이 이미 있어요", "다른 이름을 쓰거나 새 내용으로 바꿔 주세요.")
        case .itemInvalidated(let name, let cause): invalidated(name, by: cause, situation)
        case .printNotFound: Words("지문을 찾지 못했어요", "등록된 지문을 확인해 주세요.")
        case .fingerAlreadyEnrolled(let print):
            Words("이미 등록된 손가락이에요", "\(object(name(of: print.finger))) 등록해 두었어요. 다른 손가락을 써 주세요.")
        case .fingerKnownToReader:
            Words(
                "인식기에 이미 저장된 지문이에요",
                "다른 프로그램이나 시스템, 다른 사용자가 등록했어요. 다른 손가락을 쓰거나 관리자에게 문의해 주세요.")
        case .readerNotFound: Words("지문 인식기를 찾지 못했어요", "인식기를 연결하거나 다른 인식기를 선택해 주세요.")
        case .readerFull: Words("인식기가 가득 찼어요", "등록된 지문을 하나 지우고 다시 시도해 주세요.")
        case .requestNotFound: Words("기다리는 요청이 없어요", "요청이 이미 끝났어요.")
        case .limitExceeded(let limit): exceeded(limit)
        case .sealingUnavailable(let reason): sealed(reason)
        case .storageFailed:
            Words(
                "지금은 서비스가 데이터를 쓸 수 없어요",
                "바뀐 것은 없어요. 디스크가 가득 찼거나 읽기 전용이거나 저장된 것이 손상되었을 수 있어요.")
        case .notPermitted(.administratorOnly): Words("권한이 없어요", "관리자만 할 수 있어요.")
        case .notPermitted(.noAccount):
            Words("여기에는 저장할 수 없어요", "이 사용자 번호의 계정을 찾지 못했어요. 관리자가 허용할 수 있어요.")
        case .notPermitted(.accountChanged):
            Words("계정 이름이 바뀌었어요", "관리자가 이전 이름으로 되돌리거나 저장된 것을 지울 수 있어요.")
        case .notPermitted(.accountUnknown):
            Words("지금은 계정을 확인할 수 없어요", "바뀐 것은 없어요. 잠시 후 다시 시도하거나 관리자에게 문의해 주세요.")
        }
    }

    private var sessionLocked: Words { Words("화면이 잠겨 있어요", "잠금을 풀면 지문을 쓸 수 있어요.") }
    private var lidClosed: Words { Words("노트북이 덮여 있어요", "덮개를 열면 지문을 쓸 수 있어요.") }

    private func unavailable(_ reason: HardwareReason, _ retryAfter: Duration?) -> Words {
        switch reason {
        case .busy, .inUse: Words("지문 인식기를 사용 중이에요", "다른 앱이 쓰고 있어요. 잠시 후 다시 시도해 주세요.")
        case .suspended: Words("지문 인식기가 쉬고 있어요", "컴퓨터가 깨어나면 다시 시도해 주세요.")
        case .overheated:
            Words(
                "지문 인식기가 너무 뜨거워요",
                retryAfter.map { "\(wait($0)) 뒤에 다시 시도해 주세요." } ?? "조금 식으면 다시 시도해 주세요.")
        case .disconnected: Words("지문 인식기가 연결되어 있지 않아요", "인식기를 연결해 주세요.")
        case .faulted: Words("지문 인식기가 응답하지 않아요", "다시 시도해 주세요. 그래도 안 되면 컴퓨터를 다시 시작해 주세요.")
        case .notInteractive: Words("여기에서는 지문을 쓸 수 없어요", "컴퓨터 앞에 있을 때만 쓸 수 있어요.")
        case .administrator: Words("이 컴퓨터에서는 지문을 쓰지 않아요", "관리자가 지문 사용을 껐어요.")
        }
    }

    private func locked(_ reason: CredentialReason, _ fallback: Fallback, _ situation: Situation) -> Words {
        let routine = Routine(situation.maximumCredentialAge)
        let time =
            switch fallback {
            case .pin: "PIN을 입력할 때가 되었어요"
            case .password: "비밀번호를 입력할 때가 되었어요"
            case .signIn: situation.hasSignIn ? "다시 로그인할 때가 되었어요" : "PIN이나 비밀번호를 입력할 때가 되었어요"
            }
        switch (reason, fallback) {
        case (.attempts, .pin):
            return Words("지문이 잠겨 있어요", "지문이 여러 번 일치하지 않았어요. PIN을 한 번 입력하면 다시 쓸 수 있어요.")
        case (.attempts, .password):
            return Words("지문이 잠겨 있어요", "지문이 여러 번 일치하지 않았어요. 비밀번호를 한 번 입력하면 다시 쓸 수 있어요.")
        case (.attempts, .signIn):
            return Words("지문이 잠겨 있어요", "지문이 여러 번 일치하지 않았어요.", signIn(situation))
        case (.credentialAge, .pin), (.credentialAge, .password):
            return Words(time, "\(every(routine)) 한 번 하는 정기 확인이에요. 입력하면 다시 지문을 쓸 수 있어요.")
        case (.credentialAge, .signIn):
            return Words(time, "\(every(routine)) 한 번 하는 정기 확인이에요.", signIn(situation))
        case (.boot, .pin), (.boot, .password):
            return Words(time, "컴퓨터를 다시 켠 뒤에 한 번 하는 확인이에요. 입력하면 다시 지문을 쓸 수 있어요.")
        case (.boot, .signIn):
            return Words(time, "컴퓨터를 다시 켠 뒤에 한 번 하는 확인이에요.", signIn(situation))
        }
    }

    private func every(_ routine: Routine) -> String {
        switch routine {
        case .days(1): "하루에"
        case .days(let count): "\(count)일에"
        case .hours(let count): "\(count)시간에"
        }
    }

    private func cancelled(by canceller: Canceller, _ situation: Situation) -> Words {
        switch canceller {
        case .client, .user: Words("취소되었어요", "언제든지 다시 시도할 수 있어요.")
        case .sessionLocked: Words("화면이 잠겼어요", "잠금을 풀고 다시 시도해 주세요.")
        case .suspend: Words("컴퓨터가 절전 상태가 되었어요", "컴퓨터가 깨어나면 다시 시도해 주세요.")
        case .revoked where !situation.hasSignIn: Words("접근 권한이 취소되었어요", "언제든지 다시 시도할 수 있어요.")
        case .revoked: Words("접근 권한이 취소되었어요", sentence(for: .signIn))
        case .shutdown: Words("지문 서비스가 종료되고 있어요", "잠시 후 다시 시도해 주세요.")
        }
    }

    private var pinBlocked: Words {
        Words("PIN이 잠겨 있어요", "PIN이 여러 번 맞지 않았어요. 비밀번호를 한 번 입력하면 다시 쓸 수 있어요.")
    }

    private func required(_ fallback: Fallback, _ situation: Situation) -> Words {
        switch fallback {
        case .pin: Words("PIN이 필요해요", "계속하려면 PIN을 입력해 주세요.")
        case .password: Words("비밀번호가 필요해요", "계속하려면 비밀번호를 입력해 주세요.")
        case .signIn: Words("본인 확인이 필요해요", signIn(situation))
        }
    }

    private func tries(_ remaining: Int?, _ retryAfter: Duration?, _ situation: Situation) -> String {
        if let retryAfter { return "\(wait(retryAfter)) 뒤에 다시 시도해 주세요." }
        if remaining == 0 {
            guard situation.hasPassword else { return "더 시도할 수 없어요. \(lastWay(situation))" }
            return "더 시도할 수 없어요. 비밀번호를 쓰거나 \(situation.hasSignIn ? "다시 로그인해" : "관리자에게 문의해") 주세요."
        }
        return "다시 시도해 주세요." + (remaining.map { " \(triesLeft($0))" } ?? "")
    }

    private func lastWay(_ situation: Situation) -> String {
        situation.hasSignIn ? sentence(for: .signIn) : "관리자가 초기화하는 방법만 남았고, 그러면 모두 지워져요."
    }

    private func tryAgain(or fallback: Fallback) -> String {
        switch fallback {
        case .pin: "다시 시도하거나 PIN을 입력해 주세요."
        case .password: "다시 시도하거나 비밀번호를 입력해 주세요."
        case .signIn: "다시 시도해 주세요."
        }
    }

    func triesLeft(_ count: Int) -> String { "\(count)번 더 시도할 수 있어요." }

    private func unacceptable(_ rule: PINRule, _ minimumLength: Int) -> Words {
        let body =
            switch rule {
            case .tooShort: "숫자 \(minimumLength)자리 이상으로 정해 주세요."
            case .tooLong: "더 짧게 정해 주세요."
            case .notDigits: "숫자만 쓸 수 있어요."
            case .tooSimple: "같은 숫자만 반복하거나 123456처럼 이어지는 숫자는 피해 주세요."
            }
        return Words("다른 PIN을 정해 주세요", body)
    }

    private func either(_ factors: [Factor]) -> String {
        factors.map(name(of:)).joined(separator: " 또는 ")
    }

    func only(_ factors: [Factor]) -> String { "여기에는 \(either(factors))만 쓸 수 있어요" }

    func use(_ factors: [Factor]) -> String { "\(object(either(factors))) 써 주세요." }

    var neverByFinger: Words { Words("지문으로 여는 항목이 아니에요", "지문 없이 저장했어요. 바꾸려면 새것으로 바꿔 주세요.") }

    private func invalidated(_ name: ItemName, by cause: Item.Invalidation, _ situation: Situation) -> Words {
        guard !situation.hasSignIn else { return Words(happened(cause), "한 번 로그인하면 다시 쓸 수 있어요.") }
        let again = situation.isAboutKey ? "다시 만들어 주세요." : "다시 저장해 주세요."
        return Words("\(happening(cause)) \(marked(name.rawValue)) 항목이 삭제되었어요", again)
    }

    private func happening(_ cause: Item.Invalidation) -> String {
        switch cause {
        case .enrollmentChanged: "등록된 지문이 바뀌면서"
        case .fingerprintDisabled: "지문 사용이 꺼지면서"
        case .pinRemoved: "PIN이 삭제되면서"
        case .pinReset: "PIN이 다시 설정되면서"
        case .revoked: "접근 권한이 취소되면서"
        }
    }

    func happened(_ cause: Item.Invalidation) -> String {
        switch cause {
        case .enrollmentChanged: "등록된 지문이 바뀌었어요"
        case .fingerprintDisabled: "지문 사용이 꺼졌어요"
        case .pinRemoved: "PIN이 삭제되었어요"
        case .pinReset: "PIN이 다시 설정되었어요"
        case .revoked: "접근 권한이 취소되었어요"
        }
    }

    private func exceeded(_ limit: Limit) -> Words {
        switch Limit.Kind(limit) {
        case .items: Words("더 저장할 수 없어요", "항목은 \(limit.maximum)개까지 저장할 수 있어요. 먼저 하나를 지워 주세요.")
        case .itemBytes: Words("더 저장할 수 없어요", "저장 공간이 가득 찼어요. 먼저 항목을 하나 지워 주세요.")
        case .everybody: Words("더 저장할 수 없어요", "모든 사용자의 항목이 저장 공간을 다 썼어요. 관리자에게 문의해 주세요.")
        case .changes: Words("변경이 너무 많아요", "나중에 다시 시도해 주세요.")
        case .waiting: Words("다른 요청이 기다리고 있어요", "잠시 후 다시 시도해 주세요.")
        case .connections: Words("연결된 앱이 너무 많아요", "앱을 하나 닫거나 잠시 후 다시 시도해 주세요.")
        case .message: Words("내용이 너무 커요", "한 번에 \(limit.maximum)바이트까지 보낼 수 있어요.")
        case .other: Words("한도를 넘었어요", "여기에서는 \(limit.maximum)까지 쓸 수 있어요.")
        }
    }

    private func sealed(_ reason: SealingReason) -> Words {
        let body =
            switch reason {
            case .noTPM: "컴퓨터의 보안 칩을 찾지 못했어요. 관리자에게 문의해 주세요."
            case .busy: "컴퓨터의 보안 칩이 사용 중이에요. 잠시 후 다시 시도해 주세요."
            case .dictionaryLockout: "컴퓨터의 보안 칩을 잠시 쓸 수 없어요. 나중에 다시 시도해 주세요."
            case .otherMachine: "다른 컴퓨터에서 저장했어요. 그 컴퓨터에서 열거나 관리자에게 문의해 주세요."
            case .policyFailed: "예전 사본으로 되돌려졌거나 보안 칩 설정이 달라졌어요. 관리자에게 문의해 주세요."
            case .rootKeyMissing: "키 파일이 없어졌어요. 관리자가 백업에서 되돌릴 수 있어요."
            case .faulted: "컴퓨터의 보안 칩이 응답하지 않아요. 다시 시도하거나 컴퓨터를 다시 시작해 주세요."
            }
        return Words("지금은 열 수 없어요", body)
    }

    func renewal(by fallback: Fallback, after reason: FactorRefusal.Reason) -> Words {
        let (title, outcome) =
            switch reason {
            case .enrollmentChanged: (happened(.enrollmentChanged), "다시 지문을 쓸 수 있어요")
            case .fingerprintDisabled: (happened(.fingerprintDisabled), "다시 지문을 쓸 수 있어요")
            case .notEnrolled, .notInAccess, .pinChanged: ("아직 지문으로 열 수 없어요", "지문도 쓸 수 있어요")
            }
        return switch fallback {
        case .pin: Words(title, "PIN으로 이 항목을 갱신하면 \(outcome).")
        case .password: Words(title, "비밀번호로 이 항목을 갱신하면 \(outcome).")
        case .signIn: Words(title, sentence(for: .signIn))
        }
    }

    func sentence(for fallback: Fallback) -> String {
        switch fallback {
        case .pin: "대신 PIN을 입력해 주세요."
        case .password: "대신 비밀번호를 입력해 주세요."
        case .signIn: "계속하려면 다시 로그인해 주세요."
        }
    }

    func caption(_ caption: Caption) -> String {
        switch caption {
        case .verifyIdentity: "본인 확인"
        case .biometrics: "생체 인증"
        case .useFingerprint, .turnOn: "지문 사용"
        case .usePIN: "PIN 입력"
        case .usePassword: "비밀번호로 로그인"
        case .signIn: "로그인"
        case .addFingerprint: "지문 등록"
        case .notNow: "나중에"
        case .connectReader: "인식기 연결"
        case .tryAgain: "다시 시도"
        case .cancel: "취소"
        }
    }

    var offer: Words {
        Words("지문으로 더 빠르게 로그인할까요?", "지문 정보는 이 컴퓨터 밖으로 나가지 않아요. 언제든지 끌 수 있어요.")
    }

    func prompt(_ situation: Situation, asking finger: Finger?) -> String {
        let touch = finger.map { "\(object(name(of: $0))) 인식기에 대 주세요" } ?? "지문으로 인증해 주세요"
        guard let purpose = purpose(situation) else { return finger == nil ? touch : touch + "." }
        return "\(purpose) \(touch)."
    }

    private func purpose(_ situation: Situation) -> String? {
        guard let operation = situation.operation else { return nil }
        switch (operation, situation.shownItem) {
        case (.store, let item?): return "\(marked(item)) 항목을 저장하려면"
        case (.retrieve, let item?): return "\(marked(item)) 항목을 열려면"
        case (.createKey, let item?): return "\(marked(item)) 키를 만들려면"
        case (.sign, let item?): return "\(marked(item)) 키로 서명하려면"
        case (.renew, let item?): return "\(marked(item)) 항목을 갱신하려면"
        case (.enable, _): return "지문 사용을 켜려면"
        case (.authenticate, _), (.enroll, _), (.store, nil), (.retrieve, nil), (.createKey, nil), (.sign, nil),
            (.renew, nil):
            return nil
        }
    }

    func request(by program: String, _ operation: Operation, _ item: String?) -> String {
        let item = marked(item ?? "")
        let wish =
            switch operation {
            case .authenticate: "본인 확인을 요청해요"
            case .enroll: "지문을 등록하려고 해요"
            case .enable: "지문 사용을 켜려고 해요"
            case .store: "\(item) 항목을 저장하려고 해요"
            case .retrieve: "\(item) 항목을 열려고 해요"
            case .createKey: "\(item) 키를 만들려고 해요"
            case .sign: "\(item) 키로 서명하려고 해요"
            case .renew: "\(item) 항목을 갱신하려고 해요"
            }
        return "\(marked(program)) 프로그램이 \(wish)."
    }

    private func marked(_ name: String) -> String { name.quoted(in: .ko) }

    func requestEnded(by program: String) -> String { "\(marked(program)) 프로그램이 더 이상 기다리지 않아요." }

    func confirmed(by factor: Factor) -> String {
        switch factor {
        case .fingerprint: "지문으로 확인했어요"
        case .pin: "PIN으로 확인했어요"
        case .password: "비밀번호로 확인했어요"
        }
    }

    func message(for progress: Progress) -> String {
        switch progress.event {
        case .queued: "다른 요청이 인식기를 쓰고 있어요. 잠시 기다려 주세요."
        case .waitingForFinger: prompt(Situation(), asking: progress.finger)
        case .fingerPresent: "지문을 읽고 있어요. 잠시 기다려 주세요."
        case .retry: again(progress.hint ?? .poorScan)
        case .noMatch: "지문이 일치하지 않았어요." + (progress.triesLeft.map { " \(triesLeft($0))" } ?? "")
        case .matched: "지문이 일치해요."
        case .stagePassed:
            if let stage = progress.stage, let stages = progress.stages, stage > 0 {
                "\(stages)번 중 \(stage)번 완료했어요."
            } else {
                "잘 읽었어요."
            }
        case .credentialWrong: wrong(progress)
        case .credentialWanted: use([.pin, .password])
        }
    }

    private func wrong(_ progress: Progress) -> String {
        let name = progress.factor.map(name(of:)) ?? "PIN이나 비밀번호"
        let subject = progress.factor == .pin ? "PIN이" : "\(name)가"
        let isFingerWanted = progress.denial == nil
        let finger = isFingerWanted ? " 지문으로 인증해 주세요." : ""
        let again = isFingerWanted ? "다시 입력하거나 지문으로 인증해 주세요." : "다시 입력해 주세요."
        if progress.refusal == .notTaken { return "여기에는 \(object(name)) 쓸 수 없어요.\(finger)" }
        if progress.isCredentialBlocked { return "\(subject) 잠겨 있어요.\(finger)" }
        switch (progress.attemptsRemaining, progress.retryAfter) {
        case (_, let retryAfter?): return "\(object(name)) 잠시 쓸 수 없어요. \(wait(retryAfter)) 뒤에 \(again)"
        case (let remaining?, nil): return "\(subject) 일치하지 않았어요. \(triesLeft(remaining)) \(again)"
        case (nil, nil): return "지금은 \(object(name)) 확인하지 못했어요. \(again)"
        }
    }

    private func again(_ hint: ScanHint) -> String {
        switch hint {
        case .poorScan: "지문이 잘 읽히지 않았어요. 다시 대 주세요."
        case .tooShort: "너무 빨리 뗐어요. 조금 더 오래 대 주세요."
        case .notCentered: "손가락을 인식기 가운데에 대 주세요."
        case .removeFinger: touchAgain
        case .tooFast: "너무 빨랐어요. 손가락을 더 천천히 움직여 주세요."
        }
    }

    var touchAgain: String { "손가락을 뗐다가 다시 대 주세요." }

    var unlockReason: String { "다시 지문 사용" }

    func name(of finger: Finger) -> String {
        switch finger {
        case .leftThumb: "왼손 엄지"
        case .leftIndex: "왼손 검지"
        case .leftMiddle: "왼손 중지"
        case .leftRing: "왼손 약지"
        case .leftLittle: "왼손 새끼손가락"
        case .rightThumb: "오른손 엄지"
        case .rightIndex: "오른손 검지"
        case .rightMiddle: "오른손 중지"
        case .rightRing: "오른손 약지"
        case .rightLittle: "오른손 새끼손가락"
        }
    }

    var ready: String { "쓸 수 있어요" }

    func name(of factor: Factor) -> String {
        switch factor {
        case .fingerprint: "지문"
        case .pin: "PIN"
        case .password: "비밀번호"
        }
    }

    func seconds(_ count: Int64) -> String { "\(count)초" }

    func minutes(_ count: Int64) -> String { "\(count)분" }

    /// The noun as an object: 를 after a vowel, 을 after a consonant, as which "PIN" is read (핀).
    private func object(_ noun: String) -> String {
        guard let last = noun.unicodeScalars.last?.value, (0xAC00...0xD7A3).contains(last) else { return noun + "을" }
        let endsInVowel = (last - 0xAC00).isMultiple(of: 28)
        return noun + (endsInVowel ? "를" : "을")
    }
}
