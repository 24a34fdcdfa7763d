import GateModel

extension NorwegianWords {
    func misfit(_ value: String) -> String { "\(value) kan ikke brukes her." }

    func text(_ rule: ValueRule) -> String {
        switch rule {
        case .timeout: "--timeout tar 1 til 120 sekunder: 90, 90s eller 2m."
        case .reuse: "--reuse tar høyst 5 minutter: 90, 90s eller 5m."
        case .lineCount: "--lines tar et helt tall fra 1 og oppover."
        case .touchCount: "--times tar et helt tall fra 1 til 100."
        case .itemName: "Et navn har 1 til 255 byte, uten linjeskift eller andre kontrolltegn."
        case .label: "--label tar 1 til 200 tegn, uten linjeskift eller andre kontrolltegn."
        case .reason: "En grunn har 1 til 200 tegn, uten linjeskift eller andre kontrolltegn."
        case .reader: "En leser har et navn. Se: biogate readers"
        case .user: "--user tar navnet på en konto, og denne maskinen har ingen med det navnet."
        case .finger: "En finger er en av \(Finger.allValueStrings.joined(separator: ", "))."
        case .touch: "En berøring er stranger, poor eller en av \(Finger.allValueStrings.joined(separator: ", "))."
        case .path: "Her trengs en sti, og den er tom."
        case .file: "Her trengs en fil, eller - for standard inn."
        case .variable: "--env tar en variabel og et element, som i GITHUB_TOKEN=github."
        case .descriptor: "--fd tar et tall fra 3 til 255 og et element, som i 3=cert."
        }
    }
}
