// Which sentences the settings' window says; those that the other programs have, too, are `GateGuidance`'s.

internal import GateGuidance
internal import GateModel

extension ScreenWords {
    func nothingOpens(_ cause: Item.Invalidation) -> String { nothingOpens(reason(cause)) }

    /// That a finger could open it, and does not until it was renewed.
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

    /// What is kept of the user, for how long, and how it is erased.
    var kept: [String] { [keptNumbers, keptMisses, keptUntil, keptJournal, keptNowhere] }

    /// What is kept of a finger, where, and that it is sent nowhere: one sentence a line.
    var disclosure: [String] { [disclosedNumbers, disclosedNowhere, disclosedChoice] }

    // As the terminal has them, too.
    var wouldDestroy: String { text(.wouldDestroy) }
    var wouldNeedRenewal: String { text(.wouldNeedRenewal) }
    func destroyed(_ count: Int) -> String { text(.destroyed(count)) }
    func added(_ finger: String) -> String { text(.added(finger)) }
    func vouched(_ fingers: String) -> String { text(.vouched(fingers)) }
    func removed(_ name: String) -> String { text(.removed(name)) }
    func renewed(_ items: String) -> String { text(.renewed(items)) }
    var pinRule: String { text(.pinRule) }
    var pinsDiffer: String { text(.pinsDiffer) }
    var pinSet: String { text(.pinSet) }
    var pinRemoved: String { text(.pinRemoved) }
    var revoked: String { text(.revoked) }

    private func text(_ words: ChangeWords) -> String { words.text(in: language) }
}
