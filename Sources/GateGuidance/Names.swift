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
