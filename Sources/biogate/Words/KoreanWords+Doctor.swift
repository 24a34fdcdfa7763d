extension KoreanWords {
    func text(_ finding: Finding) -> String {
        switch finding {
        case .served: "연결을 기다리고 있어요."
        case .socketMissing:
            "없어요. 서비스가 설치되지 않았거나, 소켓이 꺼져 있거나, 시작하지 못했어요. 이유를 보려면: journalctl --unit=biogated.service"
        case .nobodyListens: "연결을 받는 서비스가 없어요."
        case .pathUnserved(let path): nobodyListens(path)
        case .socketForbidden: "사용할 권한이 없어요."
        case .answers(let version): "버전 \(version)이 응답해요."
        case .silent: "응답하지 않아요. 이유를 보려면: journalctl --unit=biogated.service"
        case .nameless: nameless
        case .untrusted: "서비스가 아닌 다른 프로그램이 응답해요. 아무것도 보내지 않았어요."
        case .masked: "마스크되어 있어서 시작되지 않아요."
        case .otherVersion(let version, let own): "실행 중인 버전은 \(version)이고 이 프로그램은 \(own)이에요."
        case .configured: "잘못된 곳이 없어요."
        case .misconfigured(let mistake): "이 설정으로는 서비스가 시작되지 않아요. \(mistake)."
        case .memoryUnlocked: "메모리를 잠글 수 없어서 비밀이 스왑에 남을 수 있어요. 한도는 biogated.service의 LimitMEMLOCK=이 정해요."
        case .readers(let names): "\(names.joined(separator: ", "))."
        case .noReader: "쓸 수 있는 인식기가 없어요. 인식기를 연결해 주세요. 연결되어 있다면 libfprint가 지원하지 않는 인식기예요."
        case .readerInUse(let name): "\(name) 인식기를 다른 프로그램이 쓰고 있어요."
        case .readerFaulted(let name, let driver):
            "\(name) 인식기(드라이버 \(driver))가 작동하지 않아요. 뺐다가 다시 연결하거나 서비스를 다시 시작해 주세요."
        case .fprintdHasFingers(let name, let count):
            "\(name) 인식기 칩에 등록된 손가락이 \(count)개 있어요. 그 손가락은 거기서 삭제한 뒤에 여기에 추가할 수 있어요."
        case .fprintdHasNone(let name): "\(name) 인식기 칩에 등록된 손가락이 없어요."
        case .fprintdKeepsQuiet(let name):
            "\(name) 인식기 칩에 등록된 손가락이 있는지는 이 컴퓨터에 직접 로그인했거나 root일 때만 알려 줘요."
        case .readersPermitted: "서비스가 USB 인식기를 모두 열 수 있어요."
        case .noReaderGroup: "인식기를 쓸 biogate-reader 그룹이 없어요."
        case .rulesMissing: "서비스에 인식기를 주는 udev 규칙이 없어요."
        case .readerForbidden(let node): "서비스가 \(node) 인식기를 열 수 없어요."
        case .readerSocketMissing: "서비스가 인식기를 쓸 수 없어요. 인식기 프로세스의 소켓이 꺼져 있어요."
        case .tpmPermitted: "있고, 서비스가 쓸 수 있어요."
        case .noTPM: "없어요. 루트 키가 파일에 있어서 디스크를 도난당하면 함께 넘어가요."
        case .oldTPM: "TPM 2.0이 아니에요. 루트 키가 파일에 있어서 디스크를 도난당하면 함께 넘어가요."
        case .tpmForbidden: "있지만 서비스가 tss 그룹에 없어요."
        case .passwordsChecked: "비밀번호를 확인할 수 있어요."
        case .helperMissing: "비밀번호를 확인할 수 없어요. 도우미 소켓이 꺼져 있어요."
        case .pamFileMissing: "비밀번호를 확인할 수 없어요. /etc/pam.d/biogate 파일이 없어요."
        case .logind: "화면 잠금과 절전을 알 수 있어요."
        case .noLogind: "실행되고 있지 않아요. 화면을 잠그거나 절전해도 인증이 끝나지 않아요."
        case .noSystemd: "systemd가 없어요. 화면을 잠그거나 절전해도 인증이 끝나지 않아요."
        }
    }

    func weight(_ weight: Finding.Weight) -> String {
        switch weight {
        case .fine: "정상"
        case .note: "참고"
        case .wrong: "문제"
        }
    }

    var mendFirst: String { "문제로 표시된 것을 고쳐 주세요." }
}
