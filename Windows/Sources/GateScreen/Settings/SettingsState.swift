// The user's fingers, PIN and items: the only place that decides what the settings window shows.

public import GateGuidance
public import GateModel
public import GateWire

/// Everything that the settings window knows.
public struct SettingsState: Sendable {
    /// Whether the service answers.
    public enum Service: Hashable, Sendable {
        /// It has not answered yet.
        case connecting
        case serving
        /// It does not answer, or another program does.
        case gone(ScreenMessage)
    }

    public var service = Service.connecting
    public var report: AvailabilityReport?
    public var settings: Settings?
    public var prints: [Print] = []
    public var items: [Item] = []
    /// The user's answers to individual apps: whether they may use the finger.
    public var apps: [(name: AppName, isAllowed: Bool)] = []
    public private(set) var readers: [Reader] = []
    /// fprintd was used on this machine, and the service now answers in its place: its fingers can be imported.
    public var hasFprintdFingers = false
    /// The system's logins by finger ask the service.
    public var servesLogins = false
    public let language: Language
    private let clock: @Sendable (WallTime) -> LocalMoment

    /// `clock` gives the local time of a moment.
    public init(in language: Language, clock: @escaping @Sendable (WallTime) -> LocalMoment) {
        self.language = language
        self.clock = clock
    }

    // MARK: Events

    /// A reader appeared or changed.
    public mutating func take(_ reader: Reader) {
        if let index = readers.firstIndex(where: { $0.id == reader.id }) {
            readers[index] = reader
        } else {
            readers.append(reader)
        }
    }

    /// A reader is gone.
    public mutating func remove(_ reader: ReaderID) { readers.removeAll { $0.id == reader } }

    /// All readers will be reported again.
    public mutating func forgetReaders() { readers = [] }

    // MARK: Derived facts

    /// The credential that is asked for first; nil if the user has none.
    public var factor: Factor? {
        guard let settings else { return nil }
        return settings.pinSet ? .pin : settings.passwordAvailable ? .password : nil
    }

    /// The other credential, if there are two.
    public func alternative(to factor: Factor) -> Factor? {
        guard let settings, settings.pinSet, settings.passwordAvailable else { return nil }
        return factor == .pin ? .password : .pin
    }

    /// An item's name for people.
    public func shownName(of item: ItemName) -> String {
        items.first { $0.name == item }.map(shownName) ?? item.rawValue.escapingControls
    }

    private func shownName(_ item: Item) -> String { item.opensLogin ? words.keyringItem : item.shownName }

    /// The password that opens the keyring at a login, even if it is destroyed.
    public var loginItem: Item? { items.first(where: \.opensLogin) }

    /// Whether the first steps offer to open the keyring at a login.
    public var offersKeyring: Bool { servesLogins && loginItem == nil && canOpenKeyring }

    private var canOpenKeyring: Bool {
        guard let settings else { return false }
        return settings.fingerprintEnabled && settings.enrolledPrints > 0 && settings.passwordAvailable
    }

    /// A finger's name for people.
    public func shownName(of print: PrintID) -> String? {
        prints.first { $0.id == print }.map { $0.shownName(in: language) }
    }

    /// The fingers added through the system's settings, which open nothing yet.
    public var unvouchedPrints: [Print] { prints.filter { !$0.vouched } }

    private var hasVouchedFinger: Bool { prints.contains(where: \.vouched) }

    /// The fingers already added on the only reader; with several readers, the right one is not known yet.
    public var takenFingers: Set<Finger> {
        guard readers.count == 1 else { return [] }
        return Set(prints.filter { $0.reader == readers.first?.id }.map(\.finger))
    }

    // MARK: Display

    /// The window's present content.
    public var screen: SettingsScreen {
        let groups = settings.map { settings in
            [unlock(settings), fingers, pin(settings), stored, signIns, plugged, more(settings)].compactMap(\.self)
        }
        return SettingsScreen(title: words.title, status: status, groups: isServing ? groups ?? [] : [])
    }

    private var isServing: Bool { service == .serving }
    var words: any ScreenWords { language.words }

    private var status: SettingsScreen.Status {
        switch service {
        case .connecting: return status(words.connecting, "")
        case .gone(let message):
            let isUsual = message == .notRunning
            return SettingsScreen.Status(
                title: isUsual ? words.gone : message.text(offering: .own, in: language),
                body: isUsual ? words.goneNext : "", isAlert: true, takesFocus: true, button: nil)
        case .serving: break
        }
        guard let report, settings != nil else { return status(words.connecting, "") }
        guard report.availability != .available else { return ready }
        let guidance = guidance(of: report)
        let isOff = report.availability == .disabled
        let off = hasVouchedFinger ? words.unlockOff : words.needsFinger(unvouchedPrints)
        let isFirst = report.availability == .notEnrolled(printsVanished: false)
        return SettingsScreen.Status(
            title: guidance.title.typographic(in: language),
            body: isOff ? off : guidance.body.typographic(in: language), isAlert: !isFirst,
            takesFocus: !isOff, button: button(for: report))
    }

    /// A finger can be asked for; whether it opens anything is another question.
    private var ready: SettingsScreen.Status {
        let isOpened = items.contains { $0.state == .valid && $0.openableBy.contains(.fingerprint) }
        guard !isOpened, !itemsToRenew.isEmpty else { return status(words.works, words.worksNext) }
        return SettingsScreen.Status(
            title: words.renewFirst, body: words.renewFirstMeans, isAlert: false, takesFocus: false,
            button: SettingsScreen.Button(.renewAll, words.renewAll, style: .suggested))
    }

    /// The daemon's guidance, which is for apps; leaves out the alternative to a state that this window can change.
    private func guidance(of report: AvailabilityReport) -> Guidance {
        switch report.availability {
        case .notEnrolled, .disabled:
            .for(
                report.availability, fallbacks: [],
                situation: Situation(hasUnvouchedPrints: !unvouchedPrints.isEmpty, hasSignIn: false), in: language)
        case .available, .noHardware, .hardwareUnavailable, .lockout, .lockoutPermanent:
            report.guidance.withoutSignIn(report.availability)
        }
    }

    private func status(_ title: String, _ body: String) -> SettingsScreen.Status {
        SettingsScreen.Status(title: title, body: body, isAlert: false, takesFocus: false, button: nil)
    }

    /// The remedy, if this window has one.
    private func button(for report: AvailabilityReport) -> SettingsScreen.Button? {
        switch report.availability {
        case .available, .noHardware: return nil
        case .hardwareUnavailable(let reason, _):
            switch reason {
            case .busy, .inUse, .faulted:
                return SettingsScreen.Button(.tryOut, Caption.tryAgain.text(in: language), style: .suggested)
            case .suspended, .overheated, .disconnected, .notInteractive, .administrator: return nil
            }
        case .notEnrolled:
            if !unvouchedPrints.isEmpty { return vouchOnlyButton }
            if settings?.pinSet != true { return SettingsScreen.Button(.setUp, words.setUpShort, style: .suggested) }
            return SettingsScreen.Button(.addFinger, words.addAFinger, style: .suggested)
        case .disabled:
            guard hasVouchedFinger else { return vouchOnlyButton }
            return SettingsScreen.Button(.turnOn, Caption.turnOn.text(in: language), style: .suggested)
        case .lockout, .lockoutPermanent:
            let factor: Factor? = [.pin, .password].first { report.fallbacks.contains($0) }
            return factor.map {
                SettingsScreen.Button(.unlock($0), $0.instead(in: language), style: .suggested)
            }
        }
    }

    /// Several are confirmed individually, in the list of fingers: one may belong to another person.
    private var vouchOnlyButton: SettingsScreen.Button? {
        unvouchedPrints.count == 1 ? vouchButton(unvouchedPrints, style: .suggested) : nil
    }

    private func unlock(_ settings: Settings) -> SettingsScreen.Group {
        let hasFinger = settings.enrolledPrints > 0
        let subtitle =
            if !hasFinger {
                words.needsFinger(unvouchedPrints)
            } else if !settings.fingerprintEnabled {
                words.unlockOff
            } else {
                obstacle ?? words.unlockOn
            }
        let row = SettingsScreen.Row(
            .unlock, words.unlock, subtitle,
            toggle: SettingsScreen.Row.Toggle(
                isOn: settings.fingerprintEnabled, isUsable: settings.fingerprintEnabled || hasFinger,
                action: settings.fingerprintEnabled ? .turnOff : .turnOn))
        let rows = [row, keyring(settings)].compactMap(\.self)
        return SettingsScreen.Group(id: .unlock, heading: nil, more: nil, rows: rows, button: nil)
    }

    /// Why no finger opens anything now although it is on; nil if nothing is in the way.
    private var obstacle: String? {
        switch report?.availability {
        case .noHardware, .hardwareUnavailable, .lockout, .lockoutPermanent:
            report.map { guidance(of: $0).title.typographic(in: language).asSentence }
        case .available, .notEnrolled, .disabled, nil: nil
        }
    }

    /// Nil where no login by finger asks the service.
    private func keyring(_ settings: Settings) -> SettingsScreen.Row? {
        guard servesLogins || loginItem != nil else { return nil }
        let isOn = loginItem?.state == .valid
        let subtitle =
            if isOn {
                words.keyringIsOn
            } else if !settings.passwordAvailable {
                words.keyringNeedsPassword
            } else if settings.enrolledPrints == 0 {
                words.needsFinger(unvouchedPrints)
            } else {
                loginItem == nil ? words.keyringIsOff : words.keyringDestroyed
            }
        return SettingsScreen.Row(
            .keyring, words.keyring, subtitle,
            toggle: SettingsScreen.Row.Toggle(
                isOn: isOn, isUsable: isOn || canOpenKeyring, action: isOn ? .keyringOff : .keyringOn))
    }

    private var fingers: SettingsScreen.Group {
        let rows = prints.map { print in
            let name = print.shownName(in: language)
            let reader = readers.first { $0.id == print.reader }?.name.escapingControls ?? unplugged
            let details =
                (print.label == nil ? [] : [print.finger.name(in: language)])
                + [words.addedAt(time(print.enrolledAt)), reader]
            return SettingsScreen.Row(
                .finger(print.id), name.withCapital,
                (print.vouched ? "" : words.onlyLogin + "\n") + details.joined(separator: " · "),
                buttons: (print.vouched ? [] : [vouchButton([print])]) + [
                    SettingsScreen.Button(
                        .renameFinger(print.id), words.renameNamed(name), style: .rename),
                    SettingsScreen.Button(
                        .removeFinger(print.id), words.remove, name: words.removeNamed(name), style: .remove),
                ])
        }
        return SettingsScreen.Group(
            id: .fingers, heading: words.fingers, more: rows.isEmpty ? "" : words.fingersMore,
            rows: rows.isEmpty
                ? [SettingsScreen.Row(.nothing, words.noFingers, hasFprintdFingers ? words.fprintdFingers : "")] : rows,
            button: SettingsScreen.Button(.addFinger, words.addAFinger))
    }

    private func vouchButton(
        _ prints: [Print], style: SettingsScreen.Button.Style = .plain
    ) -> SettingsScreen.Button {
        let names = prints.map { $0.shownName(in: language) }.joined(separator: ", ")
        return SettingsScreen.Button(
            .vouch(prints.map(\.id)), words.confirm, name: words.confirmNamed(names), style: style)
    }

    private func pin(_ settings: Settings) -> SettingsScreen.Group {
        var buttons = [SettingsScreen.Button(.setPIN, settings.pinSet ? words.changePIN : words.setPIN)]
        if settings.pinSet {
            buttons.append(
                SettingsScreen.Button(.removePIN, words.remove, name: words.removeNamed(words.pin), style: .remove))
        }
        let row = SettingsScreen.Row(
            .pin, settings.pinSet ? words.pinIsSet : words.pinIsNotSet, words.pinMore, buttons: buttons)
        return SettingsScreen.Group(id: .pin, heading: words.pin, more: nil, rows: [row], button: nil)
    }

    private var stored: SettingsScreen.Group {
        let rows = items.map { item in
            let name = shownName(item)
            var buttons = [
                SettingsScreen.Button(
                    item.opensLogin ? .keyringOff : .removeItem(item.name), words.remove, name: words.removeNamed(name),
                    style: .remove)
            ]
            if item.waitsForRenewal {
                buttons.insert(
                    SettingsScreen.Button(.renew(item.name), words.renew, name: words.renewNamed(name)), at: 0)
            }
            return SettingsScreen.Row(.item(item.name), name, details(of: item), buttons: buttons)
        }
        return SettingsScreen.Group(
            id: .items, heading: words.items, more: words.itemsMore,
            rows: rows.isEmpty ? [SettingsScreen.Row(.nothing, words.noItems)] : rows,
            button: itemsToRenew.count > 1 ? SettingsScreen.Button(.renewAll, words.renewAll) : nil)
    }

    /// The items that a finger could open, but does not.
    public var itemsToRenew: [Item] { items.filter(\.waitsForRenewal) }

    private func details(of item: Item) -> String {
        let opening =
            switch item.state {
            case .valid where item.opensLogin: words.keyringItemOpens
            case .valid: words.opensWith(item.openableBy.map { $0.name(in: language) }.joined(separator: ", "))
            case .invalidated(let cause): words.nothingOpens(cause)
            }
        let name: [String?] = [item.label.map { _ in item.name.rawValue.escapingControls }]
        let lines: [String?] = [
            opening,
            item.waitsForRenewal ? words.waitsForRenewal(item.fingerprintLostBy) : nil,
            item.opensLogin ? nil : item.owner.map { words.storedBy($0.escapingControls) },
            item.updatedBy.map { words.updatedBy($0.escapingControls) },
            item.lastUsedAt.map { words.lastUsed(time($0)) } ?? words.neverUsed,
        ]
        return (name + sshDetails(of: item) + lines).compactMap(\.self).joined(separator: "\n")
    }

    /// Nil if no app has offered it yet.
    private var signIns: SettingsScreen.Group? {
        guard !apps.isEmpty else { return nil }
        let rows = apps.map { app in
            let name = app.name.rawValue.escapingControls
            let caption = app.isAllowed ? words.turnOff : Caption.turnOn.text(in: language)
            let button = SettingsScreen.Button(.allow(app.name, !app.isAllowed), caption, name: "\(caption): \(name)")
            let state: SignInSwitch = app.isAllowed ? .enabled : .off
            return SettingsScreen.Row(.app(app.name), name, state.text(in: language), buttons: [button])
        }
        return SettingsScreen.Group(id: .apps, heading: words.apps, more: words.appsMore, rows: rows, button: nil)
    }

    private var plugged: SettingsScreen.Group {
        let rows = readers.map {
            SettingsScreen.Row(.reader($0.id), $0.name.escapingControls, $0.state.name(in: language))
        }
        return SettingsScreen.Group(
            id: .readers, heading: words.readers, more: nil,
            rows: rows.isEmpty ? [SettingsScreen.Row(.nothing, words.noReaders)] : rows, button: nil)
    }

    private func more(_ settings: Settings) -> SettingsScreen.Group {
        var rows: [SettingsScreen.Row] = []
        func add(
            _ id: SettingsScreen.Row.ID, _ action: SettingsAction, _ title: String, _ subtitle: String,
            _ caption: String
        ) {
            let name = caption == title ? caption : "\(caption): \(title)"
            let button = SettingsScreen.Button(action, caption, name: name, style: .open)
            rows.append(SettingsScreen.Row(id, title, subtitle, buttons: [button]))
        }
        if !settings.pinSet || settings.enrolledPrints == 0 {
            add(.setUp, .setUp, words.setUp, words.setUpMore, words.setUpShort)
        }
        if settings.enrolledPrints > 0 { add(.tryOut, .tryOut, words.tryOut, words.tryOutMore, words.tryOut) }
        let activity = ActivityText.title.words(in: language)
        add(.activity, .showActivity, activity, ActivityText.more.words(in: language), words.show)
        add(.privacy, .showPrivacy, words.privacy, words.privacyMore, words.show)
        add(.revokeAll, .revokeAll, words.revokeAll, words.revokeAllMore, words.revokeAll)
        add(.erase, .erase, words.erase, words.eraseMore, words.erase)
        return SettingsScreen.Group(id: .more, heading: words.more, more: nil, rows: rows, button: nil)
    }

    private var unplugged: String {
        Guidance.for(.hardwareUnavailable(.disconnected, retryAfter: nil, fallbacks: []), in: language).title
    }

    private func time(_ moment: WallTime) -> String { clock(moment).text(in: language) }

    /// Everything stored about the user, by name.
    public var everything: [String] {
        prints.map { $0.shownName(in: language).withCapital } + (settings?.pinSet == true ? [words.pin] : [])
            + items.map(shownName)
    }
}

extension ScreenWords {
    /// What is missing if no finger opens anything.
    fileprivate func needsFinger(_ unvouched: [Print]) -> String {
        unvouched.isEmpty ? unlockNeedsFinger : confirmFirst
    }
}

extension Item {
    /// The name for people.
    var shownName: String { (label?.rawValue ?? name.rawValue).escapingControls }

    /// Whether only the system's login opens it.
    var opensLogin: Bool { access.openers == [.system] }
}

extension Print {
    /// The name for people: its label, or the finger.
    public func shownName(in language: Language) -> String {
        label?.rawValue.escapingControls ?? finger.name(in: language)
    }
}

extension String {
    /// With an initial capital, in scripts that have them.
    var withCapital: String { prefix(1).uppercased() + dropFirst() }
}
