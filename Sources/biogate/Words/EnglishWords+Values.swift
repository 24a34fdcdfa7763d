import GateModel

extension EnglishWords {
    func misfit(_ value: String) -> String { "\(value) cannot be used here." }

    func text(_ rule: ValueRule) -> String {
        switch rule {
        case .timeout: "--timeout takes 1 to 120 seconds: 90, 90s or 2m."
        case .reuse: "--reuse takes 5 minutes at most: 90, 90s or 5m."
        case .lineCount: "--lines takes a whole number from 1 on."
        case .touchCount: "--times takes a whole number from 1 to 100."
        case .itemName: "A name has 1 to 255 bytes, and no line ends or other control characters."
        case .label: "--label takes 1 to 200 characters without line ends or other control characters."
        case .reason: "A reason has 1 to 200 characters without line ends or other control characters."
        case .reader: "A reader has a name. See: biogate readers"
        case .user: "--user takes the name of an account, and this machine has none of that name."
        case .finger: "A finger is one of \(Finger.allValueStrings.joined(separator: ", "))."
        case .touch: "A touch is stranger, poor, or one of \(Finger.allValueStrings.joined(separator: ", "))."
        case .path: "A path is needed, and it is empty."
        case .file: "A file is needed, or - for standard input."
        case .variable: "--env takes a variable and an item, as in GITHUB_TOKEN=github."
        case .descriptor: "--fd takes a number from 3 to 255 and an item, as in 3=cert."
        }
    }
}
