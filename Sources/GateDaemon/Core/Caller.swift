import GateModel
import GatePolicy

/// Who calls: the peer of a connection, and what the kernel says of its process.
struct Caller: Sendable {
    let connection: ConnectionID
    let peer: Peer
    let program: CallerProgram
    let life: CallLife
    /// The call behind which this one was sent, where it is about that one.
    let about: CallLife?
    /// Where a call's progress goes, with what people call the item; it drops what nobody expects.
    let report: @Sendable (Progress, Label?) -> Void
}

/// The program behind a connection, as the kernel named it when the connection was accepted.
///
/// A process can replace its program later, so this tells whom to show, never whom to trust.
struct CallerProgram: Hashable, Sendable {
    /// The process's name (`/proc/PID/comm`).
    let command: String
    /// Nil where the daemon may not read it.
    let executable: String?
    /// The systemd unit or scope from the process's control group.
    let unit: String?
    /// The sandboxed app, `flatpak:org.example.App` or `snap:example`, from the name of the unit.
    ///
    /// A user's own service manager starts what the user's programs tell it to, under whatever name they choose.
    let app: String?
    let place: CallerPlace
}

/// A call that asks the user, as its method states it.
struct Ask: Sendable {
    let caller: Caller
    let user: UserID
    let operation: Operation
    let item: ItemName?
    /// What people call the item.
    private(set) var label: Label?
    let reason: Reason?
    private(set) var factors: [Factor]
    let reader: ReaderID?
    /// How long the reader is armed.
    let timeout: Duration
    /// How long the call waits for anything but its user; nil: until somebody ends it.
    let wait: Duration?
    /// Who shows the user what is asked, where there is a prompt.
    let interaction: Interaction
    /// Where that prompt goes.
    let placement: PromptPlacement
    private(set) var reuse: ReuseRule
    /// It is asked through the face interface: it opens nothing, is shown to nobody, and who may ask was judged there.
    let isForFace: Bool
    /// The item as it was read for this call; nil for what is to be stored.
    private(set) var opened: Item?

    /// What may serve instead of asking.
    enum ReuseRule: Sendable {
        case never
        /// An authentication of at most this age by one of the factors.
        case recent(Duration)
        /// As `recent`, and for storing: a PIN is not reused for items.
        case storing(Duration)
        /// As `recent`, if the item allows it too.
        case opening(Access, Duration)
    }

    init(
        caller: Caller, user: UserID, operation: Operation, item: ItemName?, label: Label?, reason: Reason?,
        factors: [Factor], reader: ReaderID?, timeout: Duration, wait: Duration? = nil,
        interaction: Interaction = .caller,
        placement: PromptPlacement = PromptPlacement(), reuse: ReuseRule, isForFace: Bool = false
    ) {
        self.caller = caller
        self.user = user
        self.operation = operation
        self.item = item
        self.label = label
        self.reason = reason
        self.factors = factors
        self.reader = reader
        self.timeout = timeout
        self.wait = wait
        self.interaction = interaction
        self.placement = placement
        self.reuse = reuse
        self.isForFace = isForFace
    }

    /// The same, once the item is known: its slots say which factors there are, and it has a say in the reuse.
    func opening(_ item: Item, maximumAge: Duration) -> Ask {
        var ask = about(item)
        ask.factors = item.openableBy
        ask.reuse = .opening(item.access, maximumAge)
        return ask
    }

    /// The same, once the item is known that it is about.
    func about(_ item: Item) -> Ask {
        var ask = self
        ask.opened = item
        ask.label = item.label
        return ask
    }

    var purpose: Purpose { Purpose(operation, item: item) }

    /// Whose calls this one is counted and queued with: who is asked about, where root asks. The programs that ask for
    /// everybody as root are one to nobody but the kernel. The face interface's calls are counted together, whomever they are
    /// about: a user's own take turns with them.
    var party: UserID { caller.peer.user == .root && !isForFace ? user : caller.peer.user }
}
