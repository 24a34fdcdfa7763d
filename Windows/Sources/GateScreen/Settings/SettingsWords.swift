// The sentences of the settings window; those shared with the other programs are from `GateGuidance`.

internal import GateGuidance
internal import GateModel

extension ScreenWords {
    func nothingOpens(_ cause: Item.Invalidation) -> String { nothingOpens(reason(cause)) }

    /// A finger could open it, but does not until it is renewed.
    func waitsForRenewal(_ cause: Item.Invalidation?) -> String {
        waitsForRenewal(cause.map { reason($0) } ?? neverOpened)
    }

    private func reason(_ cause: Item.Invalidation) -> String {
        switch cause {
        case .enrollmentChanged: causeFingersChanged
        case .fingerprintDisabled: causeTurnedOff
        case .pinRemoved: causePINRemoved
        case .pinReset: causePINReset
        case .revoked: causeRevoked
        }
    }

    /// What is stored about the user, for how long, and how it is erased.
    var kept: [String] { [keptNumbers, keptMisses, keptUntil, keptJournal, keptNowhere] }

    /// What is stored of a finger, where, and that it is sent nowhere: one sentence a line.
    var disclosure: [String] { [disclosedNumbers, disclosedNowhere, disclosedChoice] }

    // Shared with the terminal.
    var wouldDestroy: String { text(.wouldDestroy) }
    var wouldNeedRenewal: String { text(.wouldNeedRenewal) }
    func destroyed(_ count: Int) -> String { text(.destroyed(count)) }
    func added(_ finger: String) -> String { text(.added(finger)) }
    func vouched(_ fingers: String) -> String { text(.vouched(fingers)) }
    func removed(_ name: String) -> String { text(.removed(name)) }
    func renewed(_ items: String) -> String { text(.renewed(items)) }
    func pinRule(_ minimum: Int) -> String { text(.pinRule(minimumLength: minimum)) }
    var pinsDiffer: String { text(.pinsDiffer) }
    var pinSet: String { text(.pinSet) }
    var pinRemoved: String { text(.pinRemoved) }
    var revoked: String { text(.revoked) }

    private func text(_ words: ChangeWords) -> String { words.text(in: language).typographic(in: language) }
}
