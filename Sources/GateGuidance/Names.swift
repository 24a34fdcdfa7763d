public import GateModel

extension Finger {
    /// What the finger is called, for example `right index finger`.
    public func name(in language: Language) -> String { language.phrasebook.name(of: self) }
}

extension Factor {
    /// What the factor is called, for example `fingerprint`.
    public func name(in language: Language) -> String { language.phrasebook.name(of: self) }
}

extension Duration {
    /// How long people are told to wait: `30 seconds`, from 60 s on in minutes; rounded up, at least one second.
    public func wait(in language: Language) -> String { language.phrasebook.wait(self) }
}
