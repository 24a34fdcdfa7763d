public import GateModel

extension Finger {
    /// What the finger is called, for example `right index finger`.
    public func name(in language: Language) -> String { language.phrasebook.name(of: self) }
}

extension Factor {
    /// What the factor is called, for example `fingerprint`.
    public func name(in language: Language) -> String { language.phrasebook.name(of: self) }
}

extension Reader.State {
    /// How the reader is, in the words of the refusal that a call would get, for example `Reader is in use`.
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
    /// How long people are told to wait: `30 seconds`, from 60 s on in minutes; rounded up, at least one second.
    public func wait(in language: Language) -> String { language.phrasebook.wait(self) }
}

extension Language {
    /// That a program which shows requests waits until the service runs, two sentences.
    public var waitsForService: String { phrasebook.waitsForService }

    /// A day and a time of day, as they are written in the language; the month is one of 1 to 12.
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
