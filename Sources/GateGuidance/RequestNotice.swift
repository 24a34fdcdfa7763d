public import GateModel

/// The texts about one waiting request, for a notification, a window or a terminal.
public struct RequestNotice: Hashable, Sendable {
    /// One sentence that says which program asks for what.
    public let title: String
    /// The program's reason in its own words, in quotation marks; nil if it gave none. For a signature for ssh, the
    /// service's own words about what is signed, and then what it verified and what it did not.
    public let reason: String?
    /// One sentence about the program for which that one says that it asks; nil if it said none.
    public let claim: String?

    /// One sentence that says that the program no longer waits.
    public let ending: String
    private let program: String
    private let language: Language

    /// Escapes control characters in names and in the reason, because they come from outside.
    ///
    /// - Parameters:
    ///   - program: the asking process's name.
    ///   - claimed: the program for which that one says that it asks.
    ///   - label: the item's name for people; shown instead of `item`.
    public init(
        program: String, for claimed: ClaimedProgram? = nil, operation: Operation, item: ItemName?, label: Label? = nil,
        reason: Reason?, subject: SignatureSubject? = nil,
        in language: Language
    ) {
        title = language.phrasebook.request(by: program, operation, label?.rawValue ?? item?.rawValue)
        ending = language.phrasebook.requestEnded(program)
        claim = claimed.map { language.phrasebook.asksFor($0.name(of: $0.executable)) }
        self.program = program
        self.language = language
        self.reason = subject?.told(in: language) ?? reason?.rawValue.quoted(in: language)
    }

    /// The result: the factor that confirmed the user, or the refusal. An older service reports neither.
    public func ending(confirmedBy factor: Factor?, refusal: Guidance?) -> String {
        if let factor { return language.phrasebook.confirmed(program, by: factor) }
        if let refusal { return "\(program.quoted(in: language)): \(refusal.title)." }
        return ending
    }
}

extension Language {
    /// The number of good scans that may still fail, for example `2 tries left.`.
    public func triesLeft(_ count: Int) -> String { phrasebook.triesLeft(count) }
}
