public import GateModel

/// A waiting request as its user reads it, in a window, a notification or at a terminal: what happens, what of it is
/// proved, and what its program claims.
///
/// Each foreign text stands in quotation marks that it cannot close, but for the names of servers and accounts, which have
/// only letters, digits and marks.
public struct RequestNotice: Hashable, Sendable {
    /// A line of a block, without a full stop.
    public struct Line: Hashable, Sendable {
        /// A long value, such as a key's digest, is cut in the middle.
        public let text: String
        /// With the whole value.
        public let whole: String

        init(_ text: String) {
            self.text = text
            whole = text
        }

        /// A sentence about a foreign text, which is cut if it is longer than a reason.
        init(_ value: String, keeping first: Int = 150, and last: Int = 50, _ sentence: (String) -> String) {
            let value = value.squeezingBlanks
            text = sentence(value.cutInTheMiddle(keeping: first, and: last))
            whole = sentence(value)
        }

        /// A sentence about a key's digest, as OpenSSH prints it.
        init(digest: String, _ sentence: (String) -> String) {
            self.init(digest, keeping: "SHA256:".count + 8, and: 8, sentence)
        }
    }

    /// An account that a sign-in offers. Its names are the site's.
    public struct Account: Hashable, Sendable {
        public let account: PasskeyAccount
        /// The account's name, and its owner's if that is another, each for a line of its own.
        public let lines: [String]
        /// The same in one line, in quotation marks.
        public let quoted: String

        init(_ account: PasskeyAccount, number: Int, in language: Language) {
            self.account = account
            let names = [account.userName, account.userDisplayName].compactMap { $0?.squeezingBlanks }
                .map { $0.cutInTheMiddle(keeping: 50, and: 20) }.filter { !$0.isEmpty && $0 != " " }
            let shown = names.first == names.last ? Array(names.prefix(1)) : names
            lines = shown.isEmpty ? [language.phrasebook.accountNumbered(number)] : shown.map(\.escapingControls)
            quoted = shown.isEmpty ? lines[0] : shown.map { $0.quoted(in: language) }.joined(separator: " ")
        }
    }

    /// Lines of one kind, under its name.
    public struct Block: Hashable, Sendable {
        public let name: String
        public let lines: [Line]

        /// In one line; nil if there are no lines.
        ///
        /// - Parameter isWhole: whether long values are whole.
        public func sentence(isWhole: Bool) -> String? {
            guard !lines.isEmpty else { return nil }
            return "\(name): \(lines.map { isWhole ? $0.whole : $0.text }.joined(separator: "; "))."
        }
    }

    /// The purpose, made of proved facts alone: a question, or for an app's own purpose a request.
    public let title: String
    /// Further facts that the user should know before confirming; sentences of the service.
    public let note: String?
    /// The facts that the service, or the watcher itself, has proved.
    public let verified: Block
    /// The program's own words, which it could have made up. The first line is about the purpose.
    public let claimed: Block
    /// The effect of confirming, as a button's caption.
    public let act: Act
    /// The accounts that the user may choose among; empty if there is no choice.
    public let accounts: [Account]

    private let program: String
    private let language: Language

    /// The notice of a request, of whose program `known` is known.
    public init(_ request: Request, _ known: AskerFacts = AskerFacts(), in language: Language) {
        let words = language.phrasebook
        self.language = language
        program = request.command
        act = Act(of: request)
        accounts = request.accounts.enumerated().map { Account($1, number: $0 + 1, in: language) }
        title = words.title(of: request)
        let isPasswordPrompt = request.passwordPrompt != nil
        let hasPIN = request.factors.contains(.pin)
        let notes = isPasswordPrompt ? [words.notYoursNoTouch] : request.subject?.notes(in: words, hasPIN: hasPIN) ?? []
        note = notes.isEmpty ? nil : notes.joined(separator: " ")
        // Every item of a request about several, in the service's order.
        var proofs = request.items.map { Line($0.told(in: language)) } + known.proofs(in: words)
        // The heading has root's word for the program.
        var claims = isPasswordPrompt ? [] : known.claims(of: request, in: words)
        if let subject = request.subject {
            // The title names a passkey better than its item's name does.
            let keys = subject.isOfPasskey ? [] : request.shownItems
            proofs += keys.map { Line($0, words.keyUsed) } + subject.proofs(in: words)
            claims = subject.claims(in: words) + claims
        } else if let reason = request.reason?.rawValue {
            claims.insert(Line(reason) { $0.quoted(in: language) }, at: 0)
        }
        verified = Block(name: words.verifiedBlock, lines: proofs)
        claimed = Block(name: words.claimedBlock, lines: claims)
    }

    /// Whether a long value is cut.
    public var isCut: Bool { (verified.lines + claimed.lines).contains { $0.text != $0.whole } }

    /// The note, and the blocks that have lines, each in one line.
    public func sentences(isWhole: Bool) -> [String] {
        [note, verified.sentence(isWhole: isWhole), claimed.sentence(isWhole: isWhole)].compactMap(\.self)
    }

    /// The result: the factor that confirmed the user, or the refusal. An older service reports neither.
    public func ending(confirmedBy factor: Factor? = nil, refusal: Guidance? = nil) -> String {
        if let factor { return language.phrasebook.confirmed(program, by: factor) }
        if let refusal { return "\(program.quoted(in: language)): \(refusal.title)." }
        return language.phrasebook.requestEnded(program)
    }

    /// The effect of confirming a request.
    public enum Act: Hashable, Sendable {
        case verb(Verb)
        case operation(Operation)

        init(of request: Request) {
            self =
                switch (request.operation, request.subject?.content) {
                case (.authenticate, _): .verb(request.verb)
                case (.sign, .login?), (.sign, .passkey?): .verb(.signIn)
                case (let operation, _): .operation(operation)
                }
        }
    }
}

extension Request {
    /// The names for people of the items that it is about.
    var shownItems: [String] { [label?.rawValue ?? item?.rawValue].compactMap { $0?.squeezingBlanks } }
}

extension Phrasebook {
    fileprivate func title(of request: Request) -> String {
        if let subject = request.subject { return title(of: subject) }
        if let prompt = request.passwordPrompt {
            return askBesidePassword(service: prompt.service.squeezingBlanks, account: prompt.account.squeezingBlanks)
        }
        if request.items.count > 1 { return askToRetrieveSeveral(request.items.count) }
        return question(request.operation, about: request.shownItems.first ?? "")
    }

    fileprivate func question(_ operation: Operation, about item: String) -> String {
        switch operation {
        case .authenticate: captionVerify
        case .enroll: askToEnroll
        case .enable: askToEnable
        case .store: askToStore(item)
        case .retrieve: askToRetrieve(item)
        case .createKey: askToCreateKey(item)
        case .sign: askToSign(item)
        case .renew: askToRenew(item)
        }
    }
}

extension RequestedItem {
    /// The label with the name, and the program that stored it.
    fileprivate func told(in language: Language) -> String {
        let names = [label?.rawValue, name.rawValue].compactMap { $0?.quoted(in: language) }.joined(separator: " ")
        return owner.map { "\(names) (\($0.quoted(in: language)))" } ?? names
    }
}

extension Language {
    /// The number of good scans that may still fail, for example `2 tries left.`.
    public func triesLeft(_ count: Int) -> String { phrasebook.triesLeft(count) }

    /// The effect of an operation, as its user is asked.
    public func question(_ operation: Operation, about item: String) -> String {
        phrasebook.question(operation, about: item.squeezingBlanks)
    }
}
