/// The contract's `Request`: a call that waits for its user, as prompts and panels get it.
public struct Request: Hashable, Sendable {
    public let id: RequestID
    public let processID: ProcessID
    /// The process's name in the kernel.
    public let command: String
    /// Nil if the daemon may not read it.
    public let executable: String?
    /// The systemd unit or sandboxed app.
    public let unit: String?
    public let operation: Operation
    /// Nil if the call concerns no item.
    public let item: ItemName?
    public let reason: Reason?
    /// The factors that can answer the call.
    public let factors: [Factor]
    /// Nil before the first progress.
    public var progress: Progress?
    /// The item's label.
    public let label: Label?
    /// The program that shows the request to the user.
    public var interaction: Interaction
    /// The program for which the asking one says that it asks; nil if it said none, or none that runs as the same user.
    public let onBehalfOf: ClaimedProgram?
    /// What the user does by confirming it, if it is an `authenticate`.
    public let verb: Verb
    /// The place of its prompt.
    public var placement: PromptPlacement
    /// The time that the user has left when this is sent; nil while the call waits for something else.
    public let remaining: Duration?
    /// How the request ended; nil before that.
    public var outcome: RequestOutcome?
    /// The content to sign, if the call signs for ssh or with a passkey.
    public let subject: SignatureSubject?
    /// All items of a call about several, by name; `item` is then nil.
    public let items: [RequestedItem]
    /// The accounts of a sign-in with a passkey, if there are several: the user may choose one.
    public let accounts: [PasskeyAccount]
    /// The password's prompt that also takes a finger; nil for an app's call.
    public let passwordPrompt: PasswordPrompt?

    public init(
        id: RequestID, processID: ProcessID, command: String, executable: String?, unit: String?, operation: Operation,
        item: ItemName?, reason: Reason?, factors: [Factor], progress: Progress?, label: Label? = nil,
        interaction: Interaction = .caller, onBehalfOf: ClaimedProgram? = nil,
        verb: Verb = .confirm, placement: PromptPlacement = PromptPlacement(), remaining: Duration? = nil,
        outcome: RequestOutcome? = nil, subject: SignatureSubject? = nil, items: [RequestedItem] = [],
        accounts: [PasskeyAccount] = [], passwordPrompt: PasswordPrompt? = nil
    ) {
        self.id = id
        self.processID = processID
        self.command = command
        self.executable = executable
        self.unit = unit
        self.operation = operation
        self.item = item
        self.reason = reason
        self.factors = factors
        self.progress = progress
        self.label = label
        self.interaction = interaction
        self.onBehalfOf = onBehalfOf
        self.verb = verb
        self.placement = placement
        self.remaining = remaining
        self.outcome = outcome
        self.subject = subject
        self.items = items
        self.accounts = accounts
        self.passwordPrompt = passwordPrompt
    }
}

/// A program of root's that asks for a password, and also takes a finger: sudo, for example.
public struct PasswordPrompt: Hashable, Sendable {
    /// Its PAM service.
    public let service: String
    /// The name of the account whose password or finger it takes.
    public let account: String

    public init(service: String, account: String) {
        self.service = service
        self.account = account
    }
}

/// One of the items that a request is about.
public struct RequestedItem: Hashable, Sendable {
    public let name: ItemName
    public let label: Label?
    /// The program that stored it.
    public let owner: String?

    public init(name: ItemName, label: Label? = nil, owner: String? = nil) {
        self.name = name
        self.label = label
        self.owner = owner
    }
}
