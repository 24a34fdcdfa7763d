import GateGuidance

extension KoreanWords {
    var sandboxForgets: String { "샌드박스가 끝나면 안에 있는 것이 모두 지워져요." }

    func text(_ failure: SandboxFailure) -> String {
        switch failure {
        case .noProgram(let name, let searched): "\(name) 프로그램이 없어요: \(searched.joined(separator: ", "))"
        case .daemonEnded(let said): "데몬이 시작되지 않았어요: \(said)"
        case .commandNotFound(let name): "\(name): 명령을 찾지 못했어요"
        case .interrupted(let signal): "신호 \(signal) 때문에 끝났어요"
        case .system(let failure), .commandNotStarted(let failure): "\(failure)"
        case .notInSandbox: "BIOGATE_SANDBOX가 설정되어 있지 않아요. `biogate sandbox -- …` 안에서 실행해 주세요"
        case .ended: "샌드박스가 끝났어요. `biogate sandbox -- …`의 명령이 실행되는 동안 쓸 수 있어요"
        case .nobodyWaiting(let limit): "\(limit.wait(in: language)) 동안 지문을 기다리는 요청이 없었어요"
        case .callEnded(let touches): "지문을 \(touches)번 댄 뒤에 요청이 끝났어요"
        case .unwatched(let reason): "데몬을 지켜볼 수 없어요: \(reason)"
        }
    }
}
