public import GateModel

extension Finger {
    /// The finger's name, for example `right index finger`.
    public func name(in language: Language) -> String { language.phrasebook.name(of: self) }
}

extension Factor {
    /// The factor's name, for example `fingerprint`.
    public func name(in language: Language) -> String { language.phrasebook.name(of: self) }
}

extension Reader.State {
    /// The reader's state, in the words of the error that a call would get, for example `Reader is in use`.
    public func name(in language: Language) -> String {
        let reason: HardwareReason
        switch self {
        case .ready: return language.phrasebook.ready
        case .busy: reason = .busy
        case .inUse: reason = .inUse
        case .suspended: reason = .suspended
        case .overheated: reason = .overheated
        case .faulted: reason = .faulted
        }
        let refusal = GateError.hardwareUnavailable(reason, retryAfter: nil, fallbacks: [])
        return language.phrasebook.words(for: refusal, in: Situation()).title
    }
}

extension Duration {
    /// The time to wait, for example `30 seconds`: in minutes from 60 s on, rounded up, at least one second.
    public func wait(in language: Language) -> String { language.phrasebook.wait(self) }
}

extension Language {
    /// Two sentences: the service is not running, and the program that shows requests waits for it.
    public var waitsForService: String { phrasebook.waitsForService }

    /// The reason on the prompt of a program that reads a protected secret of the keyring.
    public var keyringReason: String { phrasebook.keyringReason }

    /// The reason on the prompt of a program that changes a protected item of the keyring.
    public func keyringChangeReason(_ item: String) -> String { phrasebook.keyringChangeReason(item) }
    public func keyringDeletionReason(_ item: String) -> String { phrasebook.keyringDeletionReason(item) }
    public func keyringAdditionReason(_ item: String) -> String { phrasebook.keyringAdditionReason(item) }

    /// The reason on the prompt for a touch that only chooses this computer among several security keys.
    public var passkeyTouchReason: String { phrasebook.passkeyTouchReason }
    /// The reason on the prompt of a program that lists passkeys and may delete them.
    public var passkeyManagementReason: String { phrasebook.passkeyManagementReason }

    /// A day and a time of day, as the language writes them; `month` is 1 to 12.
    public func text(year: Int, month: Int, day: Int, hour: Int, minute: Int) -> String {
        phrasebook.dayAndTime(
            day: day, month: phrasebook.name(ofMonth: month), year: year, hour: padded(hour), minute: padded(minute))
    }

    private func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension Phrasebook {
    fileprivate func name(ofMonth month: Int) -> String {
        let months = [
            monthJanuary, monthFebruary, monthMarch, monthApril, monthMay, monthJune, monthJuly, monthAugust,
            monthSeptember, monthOctober, monthNovember, monthDecember,
        ]
        return months[min(max(month, 1), 12) - 1]
    }
}
