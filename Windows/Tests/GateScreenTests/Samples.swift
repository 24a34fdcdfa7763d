// Requests to show.

import GateGuidance
import GateModel
import GateScreen
import GateWire

extension Request {
    /// A request of the program `gh` to open an item.
    static func sample(
        _ id: String = "r1", _ progress: Progress? = nil, factors: [Factor] = [.fingerprint, .pin],
        command: String = "gh", executable: String? = "/usr/bin/gh", unit: String? = nil,
        operation: Operation = .retrieve, interaction: Interaction = .caller, onBehalfOf: ClaimedProgram? = nil,
        verb: Verb = .confirm, remaining: Duration? = nil, subject: SignatureSubject? = nil,
        accounts: [PasskeyAccount] = []
    ) -> Request {
        Request(
            id: RequestID(rawValue: id), processID: ProcessID(rawValue: 7), command: command, executable: executable,
            unit: unit, operation: operation, item: ItemName("github"), reason: Reason("Push \"now\""),
            factors: factors, progress: progress, interaction: interaction, onBehalfOf: onBehalfOf,
            verb: verb, remaining: remaining, subject: subject, accounts: accounts)
    }
}

extension PromptState {
    /// A request after these reports, each with the daemon's message.
    init(_ reports: [Progress], factors: [Factor] = [.fingerprint, .pin], in language: Language = .en) {
        self.init(.sample(factors: factors), message: nil, in: language)
        for report in reports { self.report(report, factors: factors, in: language) }
    }

    mutating func report(_ progress: Progress, factors: [Factor] = [.fingerprint, .pin], in language: Language = .en) {
        let situation = Situation(operation: .retrieve, item: ItemName("github"))
        take(.sample("r1", progress, factors: factors), message: progress.message(for: situation, in: language))
    }
}

extension PromptScreen {
    /// The screen line by line: the picture, with `~` while it pulses, the texts, `+ ` before what is verified, `(x)`
    /// before the chosen account and `( )` before the others, `> ` before what the program claims, `! ` before an alert, `[field label]` and `<buttons>`.
    var lines: [String] {
        func marked(_ block: Block?, _ mark: String) -> [String?] {
            guard let block else { return [] }
            return "\(block.name):\n\(block.lines)".split(separator: "\n").map { mark + $0 }
        }
        let texts =
            [heading, note, choice] + accounts.map { "(\($0.isChosen ? "x" : " ")) \($0.name)" }
            + marked(verified, "+ ") + marked(claimed, "> ") + [
                showWhole.map { "<\($0)>" },
                alert.map { "! " + $0.text }, showsInstruction ? instruction : nil, details, moreTime.map { "<\($0)>" },
                field.map { "[\($0): \(fieldLabel ?? "")]" }, otherField.map { "<\($0)>" },
                buttons.isEmpty ? nil : buttons.map { "<\($0.caption)>" }.joined(separator: " "),
            ]
        return ["(\(isPulsing ? "~" : "")\(picture))"] + texts.compactMap(\.self)
    }
}
