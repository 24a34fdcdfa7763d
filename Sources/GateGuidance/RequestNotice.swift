public import GateModel

/// What to tell somebody of a program that waits for them: on a desktop, a panel or a terminal.
public struct RequestNotice: Hashable, Sendable {
    /// Who asks for what, one sentence.
    public let title: String
    /// What for, in the program's own words, between quotation marks; nil where it gave none.
    public let reason: String?

    /// That the program waits no longer, one sentence.
    public let ending: String
    private let program: String
    private let language: Language

    /// `program` is the asking process's name, `label` what people call the item; what a terminal would obey in it, and in the reason, is written out.
    public init(
        program: String, operation: Operation, item: ItemName?, label: Label? = nil, reason: Reason?,
        in language: Language
    ) {
        title = language.phrasebook.request(by: program, operation, label?.rawValue ?? item?.rawValue)
        ending = language.phrasebook.requestEnded(program)
        self.program = program
        self.language = language
        self.reason = reason?.rawValue.quoted(in: language)
    }

    /// What became of it: by what the user was confirmed, or what refused it. Neither is known of an older service.
    public func ending(confirmedBy factor: Factor?, refusal: Guidance?) -> String {
        if let factor { return language.phrasebook.confirmed(program, by: factor) }
        if let refusal { return "\(program.quoted(in: language)): \(refusal.title)." }
        return ending
    }
}

extension Language {
    /// How many good scans may still fail, for example `2 tries left.`.
    public func triesLeft(_ count: Int) -> String { phrasebook.triesLeft(count) }
}
