import GateModel
import GatePolicy

/// The calling process: the peer of the connection, and its program as the kernel reports it.
struct Caller: Sendable {
    let connection: ConnectionID
    let peer: Peer
    let program: CallerProgram
    let life: CallLife
    /// The call that this call refers to: the one sent before it on the same connection.
    let about: CallLife?
    /// Receives the call's progress and the item's label. Drops progress that the client did not ask for.
    let report: @Sendable (Progress, Label?) -> Void
}

/// The program behind a connection, as the kernel reported it when the connection was accepted.
///
/// A process can replace its program later, so this is for showing, never for trust.
struct CallerProgram: Hashable, Sendable {
    /// The process's name (`/proc/PID/comm`).
    let command: String
    /// Nil if the daemon may not read it.
    let executable: String?
    /// The systemd unit or scope from the process's control group.
    let unit: String?
    /// The sandboxed app, `flatpak:org.example.App` or `snap:example`, from the unit's name.
    ///
    /// A user's programs can start units under any name in the user's own service manager.
    let app: String?
    let place: CallerPlace
}

/// A call that asks the user, with the parameters of its method.
struct Ask: Sendable {
    let caller: Caller
    let user: UserID
    let operation: Operation
    let item: ItemName?
    /// The item's name for people.
    private(set) var label: Label?
    let reason: Reason?
    private(set) var factors: [Factor]
    let reader: ReaderID?
    /// How long a reader is armed for the call.
    let timeout: Duration
    /// How long the call may wait for anything but its user; nil: until it is ended.
    let wait: Duration?
    /// Who shows the request, if a prompt is running.
    let interaction: Interaction
    /// Where the prompt appears.
    let placement: PromptPlacement
    private(set) var reuse: ReuseRule
    /// Whether it came through the face interface: it opens nothing, is shown to no watcher, and biogate-fprintd
    /// decided who may ask.
    let isForFace: Bool
    /// The item as it was read for this call; nil for an item to store.
    private(set) var opened: Item?

    /// Which authentications may count instead of a new one.
    enum ReuseRule: Sendable {
        case never
        /// One of the factors, at most this old.
        case recent(Duration)
        /// Like `recent`, except by PIN: a PIN is not reused for items.
        case storing(Duration)
        /// Like `storing`, and only as far as the item allows it.
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

    /// The call once its item is known: the item's slots determine the factors, and its access limits the reuse.
    func opening(_ item: Item, maximumAge: Duration) -> Ask {
        var ask = about(item)
        ask.factors = item.openableBy
        ask.reuse = .opening(item.access, maximumAge)
        return ask
    }

    /// The call once its item is known.
    func about(_ item: Item) -> Ask {
        var ask = self
        ask.opened = item
        ask.label = item.label
        return ask
    }

    var purpose: Purpose { Purpose(operation, item: item) }

    /// The user with whose calls this one is counted and queued. Calls of root count for the user whom they are about,
    /// because the kernel does not tell root's programs apart. All calls of the face interface count as one party, so
    /// that a user's own calls take turns with them.
    var party: UserID { caller.peer.user == .root && !isForFace ? user : caller.peer.user }
}
