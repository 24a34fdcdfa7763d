/// 한국어.
extension KoreanWords {
    func text(_ notice: MoveNotice) -> String {
        switch notice {
        case .importCosts: "손가락이 늘어나므로, 지금의 지문으로 여는 항목은 사용자가 갱신해야 해요. 따로 지정하지 않으면 아무것도 지우지 않아요."
        case .wouldImport(let finger, let user): "\(user): \(finger) 지문을 가져올 수 있어요."
        case .imported(let finger, let user): "\(user): \(finger) 지문을 로그인 전용으로 가져왔어요."
        case .known(let finger, let user): "\(user): \(finger) 지문은 이미 있어요."
        case .notImported(let finger, let user, let fault): "\(user): \(finger) 지문을 가져오지 않았어요. \(text(fault))"
        case .noUser(let name): "\(quoted(name)) 사용자는 여기에 없어요. 그 안의 파일은 그대로 두었어요."
        case .strange(let path): "그대로 두었어요: \(path) 경로는 root만의 것이 아니거나 링크예요."
        case .nothingThere(let directory): "\(directory)에 fprintd의 지문이 없어요."
        case .originalRemoved(let path): "지웠어요: \(path)"
        case .exportCosts(let directory): "지문 템플릿을 \(directory)에 그대로 적어요. 봉인되지 않으므로 디스크를 가진 사람은 누구나 읽을 수 있어요."
        case .exported(let path): "적었어요: \(path)"
        case .exportedBefore(let path): "이미 있어요: \(path)"
        case .inTheWay(let path): "적지 않았어요. 다른 것이 이미 있어서 그대로 두었어요: \(path)"
        case .notExported(let finger, let user, let fault): "\(user): \(finger) 지문을 적지 않았어요. \(text(fault))"
        case .nothingToExport(let user): "\(quoted(user)) 사용자의 지문이 여기에 없어요."
        case .noFace(let socket): "\(socket) 소켓에 응답하는 프로그램이 없어요. biogate-fprintd 패키지가 설치되어 있나요?"
        }
    }

    private func text(_ fault: MoveNotice.Fault) -> String {
        switch fault {
        case .unreadable: "libfprint가 읽을 수 있는 지문이 아니에요."
        case .misplaced: "다른 손가락, 사용자 또는 인식기의 지문이라고 적혀 있어요."
        case .noReader: "해당 인식기가 연결되어 있지 않아요."
        case .severalReaders: "맞는 인식기가 여러 개예요. --reader로 골라 주세요."
        case .fingerTaken: "그 손가락의 다른 지문이 이미 있어요."
        case .duplicate: "같은 지문이 다른 손가락으로 등록되어 있어요."
        case .full: "손가락을 더 등록할 자리가 없어요."
        case .notStored: "인식기의 저장 공간에 더 이상 없어요."
        case .administrator: "이 컴퓨터에서는 지문이 꺼져 있어요."
        case .notNow: "지금은 할 수 없어요. 확인: journalctl -u biogated"
        }
    }
}
