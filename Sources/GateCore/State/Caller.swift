package import GateModel
package import GatePolicy

/// The calling process: the peer of the connection, and its program as the kernel reports it.
package struct Caller: Sendable {
    package let connection: ConnectionID
    package let peer: Peer
    package let program: CallerProgram
    package let life: CallLife
    /// The call that this call refers to: the one sent before it on the same connection.
    package let about: CallLife?
    /// Receives the call's progress and the item's label. Drops progress that the client did not ask for.
    package let report: @Sendable (Progress, Label?) -> Void

    package init(
        connection: ConnectionID, peer: Peer, program: CallerProgram, life: CallLife, about: CallLife?,
        report: @escaping @Sendable (Progress, Label?) -> Void
    ) {
        self.connection = connection
        self.peer = peer
        self.program = program
        self.life = life
        self.about = about
        self.report = report
    }
}

extension CallerPlace {
    /// The user whose session or services are there; nil elsewhere.
    var user: UserID? {
        switch self {
        case .session(_, let user), .userService(let user): user
        case .elsewhere, .unknown: nil
        }
    }
}

extension Caller {
    /// The same call, judged by another process's place.
    package func placed(at place: CallerPlace) -> Caller {
        Caller(
            connection: connection, peer: peer, program: program.moved(to: place), life: life, about: about,
            report: report)
    }
}

/// The program behind a connection, as the kernel reported it when the connection was accepted.
///
/// A process can replace its program later, so this is for showing, never for trust.
package struct CallerProgram: Hashable, Sendable {
    /// The process's name (`/proc/PID/comm`).
    package let command: String
    /// Nil if the daemon may not read it.
    package let executable: String?
    /// The systemd unit or scope from the process's control group.
    package let unit: String?
    /// The sandboxed app, `flatpak:org.example.App` or `snap:example`, from the unit's name.
    ///
    /// A user's programs can start units under any name in the user's own service manager.
    package let app: String?
    package let place: CallerPlace

    package init(command: String, executable: String?, unit: String?, app: String?, place: CallerPlace) {
        self.command = command
        self.executable = executable
        self.unit = unit
        self.app = app
        self.place = place
    }

    package static let unknown = CallerProgram(
        command: "unknown", executable: nil, unit: nil, app: nil, place: .unknown)

    /// Whether it is polkit's helper as a unit, whose own place is not that of the process it serves.
    package var isPolkitHelper: Bool { place.user == nil && unit?.hasPrefix("polkit-agent-helper@") == true }

    /// The same program, in another place.
    package func moved(to place: CallerPlace) -> CallerProgram {
        CallerProgram(command: command, executable: executable, unit: unit, app: app, place: place)
    }

    /// The text stored as an item's `owner`. A sandboxed app is identified by name, because its path is one of the
    /// sandbox's.
    var owner: String? { app ?? executable ?? (command == Self.unknown.command ? nil : command) }
}

/// A call that asks the user, with the parameters of its method.
package struct Ask: Sendable {
    package let caller: Caller
    package let user: UserID
    package let operation: Operation
    package private(set) var item: ItemName?
    /// All items of a call that opens several, by name.
    package private(set) var items: [RequestedItem] = []
    /// The item's name for people.
    package private(set) var label: Label?
    package let reason: Reason?
    package private(set) var factors: [Factor]
    package let reader: ReaderID?
    /// How long a reader is armed for the call.
    package let timeout: Duration
    /// How long the call may wait for anything but its user; nil: until it is ended.
    package let wait: Duration?
    /// How many misses end the call, if fewer than the configured number.
    package let attempts: Int?
    /// Who shows the request, if a prompt is running.
    package let interaction: Interaction
    /// The program for which the caller says that it asks.
    package let onBehalfOf: ClaimedProgram?
    /// What the user does by confirming, in the caller's word.
    package let verb: Verb
    /// Where the prompt appears.
    package let placement: PromptPlacement
    package private(set) var reuse: ReuseRule
    /// How it stands beside other calls.
    package let standing: Standing
    /// The item as it was read for this call; nil for an item to store.
    package private(set) var opened: Item?
    /// The content to sign for ssh or with a passkey.
    package private(set) var subject: SignatureSubject?
    /// The accounts of a sign-in with a passkey.
    private(set) var choice: AccountChoice?

    /// How a call stands beside others.
    package enum Standing: Hashable, Sendable {
        /// An app's: it is shown to its user, and has one of its user's places.
        case app
        /// A scan or an enrolment of the face interface: it opens nothing, comes before apps' calls, is shown to no
        /// watcher, and biogate-fprintd decided who may ask.
        case face
        /// A finger beside a typed password: it opens nothing, gives its readers to its user's apps at once, is shown
        /// only to watchers of one user that show such prompts, and otherwise is like an app's.
        case besidePassword(PasswordPrompt, shownTo: UserID)
    }

    /// Which authentications may count instead of a new one.
    package enum ReuseRule: Sendable {
        case never
        /// One of the factors, at most this old.
        case recent(Duration)
        /// Like `recent`, except by PIN: a PIN is not reused for items.
        case storing(Duration)
        /// Like `storing`, and only as far as the item allows it; or the PIN whose key of the item is kept.
        case opening(Access, Duration, pin: ItemAuthentication?)
        /// Like `opening`, and only that authentication, which counts for nothing else; nil: none.
        case signing(Access, Duration, ItemAuthentication?)
    }

    package init(
        caller: Caller, user: UserID, operation: Operation, item: ItemName?, label: Label?, reason: Reason?,
        factors: [Factor], reader: ReaderID?, timeout: Duration, wait: Duration? = nil,
        attempts: Int? = nil, interaction: Interaction = .caller, onBehalfOf: ClaimedProgram? = nil,
        verb: Verb = .confirm, placement: PromptPlacement = PromptPlacement(), reuse: ReuseRule,
        standing: Standing = .app
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
        self.attempts = attempts
        self.interaction = interaction
        self.onBehalfOf = onBehalfOf
        self.verb = verb
        self.placement = placement
        self.reuse = reuse
        self.standing = standing
    }

    /// Whether it comes before apps' calls, as a login does: its time is not shared, and it gives way to none.
    var comesFirst: Bool { standing == .face }

    /// Whether polkit has decided who may ask, so that neither the seats nor a changed PIN end it.
    var isPermittedElsewhere: Bool { standing == .face }

    /// Whether it is one of its user's apps' calls, which are limited in number and shown.
    var isAppsOwn: Bool { standing == .app }

    /// The user whose watchers may show it; nil if none may.
    var viewer: UserID? {
        switch standing {
        case .app: caller.peer.user
        case .face: nil
        case .besidePassword(_, let viewer): viewer
        }
    }

    var passwordPrompt: PasswordPrompt? {
        if case .besidePassword(let prompt, _) = standing { prompt } else { nil }
    }

    /// The call once its item is known: the item's slots determine the factors, and its access limits the reuse.
    func opening(_ item: Item, maximumAge: Duration, pin: ItemAuthentication? = nil) -> Ask {
        var ask = about(item)
        ask.factors = item.openableBy
        ask.reuse = .opening(item.access, maximumAge, pin: pin)
        return ask
    }

    /// The call once all of its items are known: it takes the factors that open each, and an authentication that counts for
    /// each. Throws `factorNotAllowed` if no factor opens all.
    func opening(_ items: [Item], maximumAge: Duration) throws(GateError) -> Ask {
        var ask = self
        ask.factors = Factor.allCases
        for item in items {
            ask.factors.removeAll { !item.openableBy.contains($0) }
            guard !ask.factors.isEmpty else {
                throw .factorNotAllowed(allowed: [], FactorRefusal(.notInAccess, fallbacks: [], item: item.name))
            }
        }
        ask.items = items.map { RequestedItem(name: $0.name, label: $0.label, owner: $0.owner) }
            .sorted { $0.name < $1.name }
        let age = items.map(\.access.maximumAge).min() ?? .zero
        ask.reuse = .opening(Access(factors: ask.factors, maximumAge: age), maximumAge, pin: nil)
        return ask
    }

    /// One item's part of a call that opens several, for the journal.
    func naming(_ item: Item) -> Ask {
        var ask = self
        ask.item = item.name
        ask.label = item.label
        return ask
    }

    /// A call with new content for an item, whose access limits who may confirm it.
    func updating(_ item: Item, maximumAge: Duration) -> Ask {
        var ask = self
        ask.label = item.label
        ask.factors = item.access.factors
        ask.reuse = .storing(maximumAge)
        return ask
    }

    /// The call once its key for ssh is known. `earlier`: how the user confirmed such a signature before.
    func signing(
        _ item: Item, _ subject: SignatureSubject, earlier: ItemAuthentication?, maximumAge: Duration
    ) -> Ask {
        var ask = opening(item, maximumAge: maximumAge)
        ask.subject = subject
        ask.reuse = .signing(item.access, min(maximumAge, earlier?.age ?? .zero), earlier)
        return ask
    }

    /// A call that makes a passkey, under a name that the service chose.
    func making(_ passkey: ItemName, by factors: [Factor], _ subject: SignatureSubject) -> Ask {
        var ask = self
        (ask.item, ask.factors, ask.subject) = (passkey, factors, subject)
        return ask
    }

    /// The call once the passkeys that it may sign in with are known: it takes the factors that open each of them. No
    /// earlier authentication counts.
    func signingIn(with items: [Item], _ subject: SignatureSubject) -> Ask {
        var ask = self
        if let only = items.first, items.count == 1 {
            ask = about(only)
            ask.item = only.name
        }
        ask.factors = Factor.allCases.filter { factor in items.allSatisfy { $0.openableBy.contains(factor) } }
        (ask.choice, ask.subject, ask.reuse) = (AccountChoice(items), subject, .never)
        return ask
    }

    /// The call once its item is known.
    package func about(_ item: Item) -> Ask {
        var ask = self
        ask.opened = item
        ask.label = item.label
        return ask
    }

    package var purpose: Purpose {
        if let choice, item == nil { return Purpose(signingWithOneOf: choice.names) }
        return items.isEmpty ? Purpose(operation, item: item) : Purpose(retrieving: items.map(\.name))
    }

    /// The user with whose calls this one is counted and queued. Calls of root count for the user whom they are about,
    /// because the kernel does not tell root's programs apart. All calls of the face interface count as one party, so
    /// that a user's own calls take turns with them.
    package var party: UserID { caller.peer.user == .root && !isPermittedElsewhere ? user : caller.peer.user }
}
