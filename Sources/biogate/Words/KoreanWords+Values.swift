import GateModel

extension KoreanWords {
    func misfit(_ value: String) -> String { "\(value) 값은 여기에 쓸 수 없어요." }

    func text(_ rule: ValueRule) -> String {
        switch rule {
        case .timeout: "--timeout에는 1초에서 120초까지 쓸 수 있어요: 90, 90s, 2m."
        case .reuse: "--reuse에는 최대 5분까지 쓸 수 있어요: 90, 90s, 5m."
        case .lineCount: "--lines에는 1 이상의 정수를 써 주세요."
        case .touchCount: "--times에는 1에서 100까지의 정수를 써 주세요."
        case .itemName: "이름은 1~255바이트이고 줄바꿈이나 제어 문자를 쓸 수 없어요."
        case .label: "--label에는 줄바꿈이나 제어 문자 없이 1~200자를 써 주세요."
        case .reason: "이유는 줄바꿈이나 제어 문자 없이 1~200자로 써 주세요."
        case .reader: "인식기 이름을 써 주세요. 목록: biogate readers"
        case .user: "--user에는 계정 이름을 써 주세요. 이 컴퓨터에 그런 계정이 없어요."
        case .finger: "손가락은 이 중 하나예요: \(Finger.allValueStrings.joined(separator: ", "))."
        case .touch: "터치는 stranger, poor 또는 이 중 하나예요: \(Finger.allValueStrings.joined(separator: ", "))."
        case .path: "경로가 비어 있어요. 경로를 써 주세요."
        case .file: "파일을 쓰거나, 표준 입력이면 -를 써 주세요."
        case .variable: "--env에는 변수와 항목을 써 주세요. 예: GITHUB_TOKEN=github."
        case .descriptor: "--fd에는 3에서 255까지의 숫자와 항목을 써 주세요. 예: 3=cert."
        }
    }
}
