import GateModel

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
        case .startRefused(let reason): "서비스가 시작되지 않아요: \(reason)."
        case .sealed(let reason): sealed(reason)
        case .oldCopy:
            "저장된 것이 오래된 사본이에요. 백업이나 스냅샷으로 되돌린 것 같아요. 가장 새로운 사본을 되돌려 주세요. 사본이 없을 때만 관리자가 biogate reset으로 지워요."
        case .dataUnusable: "서비스가 저장된 것을 쓸 수 없어요. 이유를 보려면: journalctl --unit=biogated.service"
        case .accountRefused(let words): words
        case .loginsLocked(let lockout, let end, _): loginsLocked(lockout, end)
        case .diskFull(let path): "\(path) 디스크가 가득 찼어요. 공간을 비워 주세요."
        case .diskReadOnly(let path): "\(path) 디스크가 읽기 전용이에요. 쓸 수 있게 마운트해 주세요."
        case .stateDirectoryMissing(let path): "설정의 stateDirectory인 \(path) 디렉터리가 없어요."
        case .diskWritable: "디스크에 공간이 있어요."
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
        case .fprintdFingersWait(let count?):
            "/var/lib/fprint에 지문이 \(count)개 있어요. 가져오지 않은 지문으로는 로그인할 수 없어요."
        case .fprintdFingersWait(nil):
            "fprintd로 등록한 지문은 관리자가 가져올 때까지 로그인에 쓸 수 없어요."
        case .readersPermitted: "서비스가 USB 인식기를 모두 열 수 있어요."
        case .noReaderGroup: "인식기를 쓸 biogate-reader 그룹이 없어요."
        case .rulesMissing: "서비스에 인식기를 주는 udev 규칙이 없어요."
        case .readerForbidden(let node): "서비스가 \(node) 인식기를 열 수 없어요."
        case .readerSocketMissing: "서비스가 인식기를 쓸 수 없어요. 인식기 프로세스의 소켓이 꺼져 있어요."
        case .tpmPermitted: "있고, 서비스가 쓸 수 있어요."
        case .noTPM(let place): "없어요. \(withoutTPM(place))"
        case .oldTPM(let place): "TPM 2.0이 아니에요. \(withoutTPM(place))"
        case .tpmForbidden: "있지만 서비스가 tss 그룹에 없어요."
        case .passwordsChecked: "비밀번호를 확인할 수 있어요."
        case .helperMissing: "비밀번호를 확인할 수 없어요. 도우미 소켓이 꺼져 있어요."
        case .helperSilent: "비밀번호를 확인할 수 없어요. 도우미가 응답하지 않아요. 이유를 보려면: journalctl --unit='biogate-password@*'"
        case .passwordsOff: "설정의 password.enabled로 비밀번호 확인을 꺼 두었어요."
        case .noPassword: "이 계정에는 확인할 수 있는 비밀번호가 없어요."
        case .pamFileMissing: "비밀번호를 확인할 수 없어요. /etc/pam.d/biogate 파일이 없어요."
        case .logind: "화면 잠금과 절전을 알 수 있어요."
        case .noLogind: "실행되고 있지 않아요. 화면을 잠그거나 절전해도 인증이 끝나지 않아요."
        case .noSystemd: "systemd가 없어요. 화면을 잠그거나 절전해도 인증이 끝나지 않아요."
        }
    }

    private func sealed(_ reason: SealingReason) -> String {
        switch reason {
        case .noTPM: "루트 키를 봉인한 TPM을 찾지 못했어요. 펌웨어에서 켜거나 sealing.tcti를 확인해 주세요."
        case .busy: "루트 키를 봉인한 TPM이 사용 중이라서 기다리고 있어요."
        case .dictionaryLockout: "루트 키를 봉인한 TPM이 잘못된 시도 뒤에 멈춰 있어요."
        case .otherMachine: "루트 키를 봉인한 TPM이 아니거나 TPM이 초기화되었어요. 그 TPM이 있어야만 저장된 것을 열 수 있어요."
        case .policyFailed:
            "데이터가 오래된 사본이거나 TPM 소유자 계층에 인증이 걸려 있어요. 가장 새로운 사본을 되돌리거나 다음을 봐 주세요: journalctl --unit=biogated.service"
        case .rootKeyMissing: "루트 키가 없어요. 백업에서 되돌려 주세요."
        case .faulted: "루트 키를 봉인한 TPM이 작동하지 않아요. 이유를 보려면: journalctl --unit=biogated.service"
        }
    }

    private func withoutTPM(_ place: RootKeyPlace) -> String {
        switch place {
        case .besideData: "루트 키가 파일에 있어서 디스크를 도난당하면 함께 넘어가요."
        case .otherFile: "루트 키가 sealing.rootKeyFile 파일에 있어요."
        case .credential: "루트 키가 systemd 자격 증명에 있어요."
        case .tpm: "루트 키가 TPM으로 봉인되어 있어서 그것 없이는 아무것도 열 수 없어요."
        case .unknown: "봉인되지 않은 루트 키는 파일에 있어요."
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
