// The steps of each change, as the user sees them.

public import GateGuidance
public import GateModel

/// The cost of a change, by the names of items.
public struct NamedCost: Hashable, Sendable {
    /// Items that nothing would open any more.
    public let destroyed: [String]
    /// Items that a finger would open only after renewal.
    public let needingRenewal: [String]

    public init(destroyed: [String], needingRenewal: [String]) {
        self.destroyed = destroyed
        self.needingRenewal = needingRenewal
    }

    public var isNothing: Bool { destroyed.isEmpty && needingRenewal.isEmpty }
}

/// A change that is confirmed before it is made.
public enum CostlyChange: Hashable, Sendable {
    case turnOff
    /// The finger's name.
    case addFinger(String)
    case vouch(String)
    case removeFinger(String)
    case setPINByPassword, removePIN
    /// The item's name.
    case removeItem(String)
    case revokeAll, erase
}

/// Makes the screens of a change in one language.
public struct Sheets: Sendable {
    public let language: Language
    var words: any ScreenWords { language.words }

    public init(in language: Language) { self.language = language }

    // MARK: Before

    /// Explains what is stored about a finger, before the reader asks for it.
    public var turnOn: SheetScreen {
        SheetScreen(
            picture: .fingerprint, heading: words.turnOnQuestion,
            paragraphs: (words.disclosure + [words.turnOnTouch]).map { .text($0) },
            buttons: [cancel, button(.goOn, words.goOn, .suggested)])
    }

    /// Explains what is stored for a login that opens the keyring, before the password is asked for.
    public var keyringOn: SheetScreen {
        SheetScreen(
            picture: .fingerprint, heading: words.keyringQuestion,
            paragraphs: [words.keyringStores, words.keyringStays, words.keyringEnds].map { .text($0) },
            buttons: [cancel, button(.goOn, words.goOn, .suggested)])
    }

    /// What is stored about the user, to read.
    public var privacy: SheetScreen {
        SheetScreen(
            heading: words.privacy, paragraphs: words.kept.map { .text($0) }, buttons: [close])
    }

    /// Names a change's cost, item by item, and asks for confirmation.
    public func confirm(_ change: CostlyChange, _ cost: NamedCost) -> SheetScreen {
        let isLoss = !cost.destroyed.isEmpty
        let style: SheetScreen.Button.Style =
            switch change {
            case .addFinger, .setPINByPassword: isLoss ? .destructive : .suggested
            case .vouch: .careful
            case .turnOff, .removeFinger, .removePIN, .removeItem, .revokeAll, .erase: .destructive
            }
        let (heading, meaning, caption): (String, String?, String) =
            switch change {
            case .turnOff: (words.turnOffQuestion, words.turnOffMeans, words.turnOff)
            case .addFinger(let finger): (words.addFinger(finger), nil, isLoss ? words.addAFinger : words.goOn)
            case .vouch(let fingers): (words.vouchQuestion(fingers), words.vouchMeans, words.confirm)
            case .removeFinger(let name): (words.removeQuestion(name), words.removeFingerMeans, words.remove)
            case .setPINByPassword: (words.changePIN, nil, isLoss ? words.changePIN : words.goOn)
            case .removePIN: (words.removePINQuestion, nil, words.remove)
            case .removeItem(let name): (words.removeQuestion(name), words.removeItemMeans, words.remove)
            case .revokeAll: (words.revokeAllQuestion, words.revokeAllMeans, words.revokeAll)
            case .erase: (words.eraseQuestion, words.eraseMeans, words.erase)
            }
        var paragraphs: [SheetScreen.Paragraph] = meaning.map { [.text($0)] } ?? []
        if !cost.destroyed.isEmpty { paragraphs += [.text(words.wouldDestroy), .names(cost.destroyed)] }
        if !cost.needingRenewal.isEmpty { paragraphs += [.text(words.wouldNeedRenewal), .names(cost.needingRenewal)] }
        switch change {
        case .removeItem, .erase: break
        case .turnOff, .addFinger, .vouch, .removeFinger, .setPINByPassword, .removePIN, .revokeAll:
            if cost.isNothing { paragraphs.append(.text(words.nothingLost)) }
        }
        return SheetScreen(
            heading: heading, paragraphs: paragraphs,
            buttons: [cancel, button(.goOn, caption, style)])
    }

    /// Asks which finger to add, on which reader if there are several, and for its name.
    public func chooseFinger(taken: Set<Finger>, among readers: [Reader]) -> SheetScreen {
        func hand(_ heading: String, _ fingers: some Sequence<Finger>) -> SheetScreen.Hand {
            SheetScreen.Hand(
                heading: heading,
                choices: fingers.map { finger in
                    let name = finger.name(in: language).withCapital
                    let isTaken = taken.contains(finger)
                    return SheetScreen.Choice(
                        finger: finger, title: isTaken ? words.taken(name) : name, isFree: !isTaken)
                })
        }
        // As on the back of the hands, from left to right.
        let left = Finger.allCases.filter { $0.rawValue.hasPrefix("left") }.reversed()
        let right = Finger.allCases.filter { $0.rawValue.hasPrefix("right") }
        return SheetScreen(
            heading: words.whichFinger, hands: [hand(words.leftHand, left), hand(words.rightHand, right)],
            readersHeading: words.whichReader,
            readers: readers.count < 2
                ? [] : readers.map { SheetScreen.ReaderChoice(reader: $0.id, title: $0.name.escapingControls) },
            nameLabel: words.fingerLabel, buttons: [cancel, button(.goOn, words.goOn, .suggested)])
    }

    /// Asks for a finger's new name; `label` is the present one.
    public func rename(_ finger: String, label: String) -> SheetScreen {
        SheetScreen(
            heading: words.renameQuestion(finger), nameLabel: words.fingerLabel, name: label,
            buttons: [cancel, button(.goOn, words.save, .suggested)])
    }

    /// Why the PIN or password is asked for.
    public enum CredentialPurpose: Hashable, Sendable {
        /// The finger's name.
        case addFinger(String)
        case vouch(String)
        case removeFinger(String)
        case changePIN, setFirstPIN, removePIN
        /// The items' names.
        case renew([String])
        case unlock, keyring, erase
    }

    /// Asks for the PIN or password; `alternative` may be given instead.
    public func credential(
        _ factor: Factor, for purpose: CredentialPurpose, alternative: Factor?, alert: CallStory.Alert?
    ) -> SheetScreen {
        let text =
            switch purpose {
            case .addFinger, .vouch, .removeFinger, .changePIN, .setFirstPIN, .removePIN, .erase: words.showsYou
            case .renew(let items): words.renewMeans(items.joined(separator: ", "))
            case .unlock: words.unlockMeans
            case .keyring: words.keyringStores
            }
        let isPIN = factor == .pin
        let label = isPIN ? purpose == .changePIN ? words.pinUntilNow : words.typePIN : words.typePassword
        let other: [SheetScreen.Button] =
            alternative.map {
                [button(.otherCredential, $0.instead(in: language), .plain)]
            } ?? []
        return SheetScreen(
            heading: heading(for: purpose), paragraphs: [.text(text)],
            fields: [
                SheetScreen.Field(slot: .credential, takes: isPIN ? .pin : .password, label: label, alert: alert)
            ],
            buttons: [cancel] + other
                + [purpose == .erase ? button(.goOn, words.erase, .destructive) : button(.goOn, words.goOn, .suggested)]
        )
    }

    /// The heading of a step that asks for the PIN or password.
    public func heading(for purpose: CredentialPurpose) -> String {
        switch purpose {
        case .addFinger(let finger): words.addFinger(finger)
        case .vouch(let fingers): words.vouchQuestion(fingers)
        case .removeFinger(let name): words.removeQuestion(name)
        case .changePIN: words.changePIN
        case .setFirstPIN: words.setPIN
        case .removePIN: words.removePINQuestion
        case .renew(let items):
            items.count == 1 ? words.renewNamed(items.joined()) : words.renewAll
        case .unlock: words.unlockNow
        case .keyring: words.keyringQuestion
        case .erase: words.eraseQuestion
        }
    }

    /// Says why nothing is erased: only the password erases, and it cannot be checked.
    public var eraseRefused: SheetScreen {
        refused(.for(.credentialNotSet(.password), situation: Situation(hasSignIn: false, isReset: true), in: language))
    }

    /// The problem of a new PIN.
    public enum PINFault: Hashable, Sendable {
        case unacceptable(PINRule, minimumLength: Int)
        case different
    }

    /// Asks for a new PIN, twice.
    public func newPIN(isFirst: Bool, minimumLength: Int, _ fault: PINFault?, number: Int) -> SheetScreen {
        var hint: String? = words.pinRule(minimumLength)
        var refused: CallStory.Alert?
        var different: CallStory.Alert?
        switch fault {
        case .unacceptable(let rule, let minimumLength):
            let guidance = Guidance.for(.pinUnacceptable(rule, minimumLength: minimumLength), in: language)
            refused = alert(guidance.spoken, number: number)
            // The alert says what the rule is.
            hint = nil
        case .different: different = alert(words.pinsDiffer, number: number)
        case nil: break
        }
        return SheetScreen(
            heading: isFirst ? words.setPIN : words.changePIN, paragraphs: hint.map { [.text($0)] } ?? [],
            fields: [
                SheetScreen.Field(slot: .newPIN, takes: .pin, label: words.newPIN, alert: refused),
                SheetScreen.Field(slot: .repeatedPIN, takes: .pin, label: words.repeatPIN, alert: different),
            ], buttons: [cancel, button(.goOn, isFirst ? words.setPIN : words.changePIN, .suggested)])
    }

    /// A problem; `number` tells it apart from the one before.
    public func alert(_ text: String, number: Int) -> CallStory.Alert {
        CallStory.Alert(text: text, number: number).typographic(in: language)
    }

    // MARK: During a change

    /// A call in progress that asks for nothing.
    public func busy(_ heading: String) -> SheetScreen {
        SheetScreen(heading: heading, instruction: ScreenText.checking.words(in: language), buttons: [cancel])
    }

    /// The user has cancelled the call, and need not wait for its end.
    public func cancelling(_ heading: String) -> SheetScreen {
        SheetScreen(
            heading: heading, instruction: words.cancelling,
            buttons: [close])
    }

    /// The daemon's `instruction`, or what to do without the item's name for programs: the heading says what for.
    public func line(of progress: Progress, _ instruction: String) -> String {
        guard progress.event == .waitingForFinger, progress.stages == nil else { return instruction }
        return progress.message(for: Situation(operation: .authenticate), in: language)
    }

    /// A call waits for a finger.
    public func touching(_ heading: String, _ story: CallStory, below text: String? = nil) -> SheetScreen {
        var screen = SheetScreen(
            picture: .fingerprint, heading: heading, paragraphs: text.map { [.text($0)] } ?? [],
            alert: story.alert?.typographic(in: language), isAlertFollowed: story.isAlertFollowed,
            instruction: story.line?.typographic(in: language) ?? ScreenText.preparing.words(in: language),
            showsInstruction: story.alert == nil || story.needsStepBelowAlert, buttons: [cancel])
        if let touches = story.touches, touches.all > 1 {
            let done = min(max(0, touches.done), touches.all)
            screen.touches = SheetScreen.Touches(
                done: done, all: touches.all, text: words.touches(done: done, all: touches.all))
        }
        return screen
    }

    /// The heading of an enrolment's touches.
    public func addingHeading(_ finger: Finger) -> String { words.addFinger(finger.name(in: language)) }
    public var turningOnHeading: String { words.unlock }
    public var tryingHeading: String { words.tryOut }

    // MARK: Afterwards

    /// The result.
    public enum Outcome: Hashable, Sendable {
        case turnedOn, turnedOff(destroyed: Int)
        case keyringOn, keyringOff
        /// The finger's name, and whether fingers open anything.
        case added(String, isOn: Bool, destroyed: Int)
        case vouched(String, isOn: Bool, destroyed: Int)
        case removed(String, destroyed: Int)
        case pinSet(destroyed: Int), pinRemoved(destroyed: Int)
        /// The items' names.
        case renewed([String])
        case revoked(destroyed: Int)
        case unlocked, erased
        /// The name of the finger on the reader, if known.
        case works(String?)
        /// The finger's new name.
        case renamed(String)
    }

    /// The result, in one or more sentences.
    public func result(of outcome: Outcome) -> [String] {
        let (text, destroyed): (String, Int) =
            switch outcome {
            case .turnedOn: (words.isOn, 0)
            case .turnedOff(let destroyed): (words.isOff, destroyed)
            case .keyringOn: (words.keyringIsOn, 0)
            case .keyringOff: (words.keyringTurnedOff, 0)
            case .added(let finger, let isOn, let destroyed):
                (words.added(finger) + (isOn ? "" : " " + words.unlockOff), destroyed)
            case .vouched(let fingers, let isOn, let destroyed):
                (words.vouched(fingers) + (isOn ? "" : " " + words.unlockOff), destroyed)
            case .removed(let name, let destroyed): (words.removed(name), destroyed)
            case .pinSet(let destroyed): (words.pinSet, destroyed)
            case .pinRemoved(let destroyed): (words.pinRemoved, destroyed)
            case .renewed(let items): (words.renewed(items.joined(separator: ", ")), 0)
            case .revoked(let destroyed): (words.revoked, destroyed)
            case .unlocked: (words.unlocked, 0)
            case .erased: (words.erased, 0)
            case .works: (words.itWorks(Factor.fingerprint.name(in: language)), 0)
            case .renamed(let name): (words.renamed(name), 0)
            }
        var texts = [text]
        if destroyed > 0 { texts.append(words.destroyed(destroyed)) }
        if case .works(let finger?) = outcome { texts.append(words.touched(finger)) }
        return texts
    }

    /// Says why a change was not made; nothing else changed.
    public func refused(_ guidance: Guidance) -> SheetScreen {
        SheetScreen(
            picture: .ended, heading: guidance.title.typographic(in: language),
            paragraphs: guidance.body.isEmpty ? [] : [.text(guidance.body.typographic(in: language))],
            buttons: [close])
    }

    /// Says why a change was not made, if the daemon did not.
    public func refused(_ message: ScreenMessage) -> SheetScreen {
        SheetScreen(
            picture: .ended, heading: message.text(offering: .own, in: language).typographic(in: language),
            buttons: [close])
    }

    /// Says that it is unknown whether a cancelled change was made.
    public var unanswered: SheetScreen {
        SheetScreen(
            picture: .ended, heading: words.unanswered, paragraphs: [.text(words.unansweredNext)],
            buttons: [close])
    }

    /// The reason shown when trying the finger.
    public var tryReason: String { words.tryReason }

    // MARK: Buttons

    /// For a text that is read.
    var close: SheetScreen.Button { button(.close, ScreenText.close.words(in: language), .plain) }

    var cancel: SheetScreen.Button { button(.cancel, Caption.cancel.text(in: language), .plain) }

    func button(
        _ purpose: SheetScreen.Button.Purpose, _ caption: String, _ style: SheetScreen.Button.Style
    ) -> SheetScreen.Button {
        SheetScreen.Button(purpose: purpose, caption: caption, style: style)
    }
}

extension GateError {
    /// Whether it refuses the typed PIN or password: another one may be typed.
    public var isAboutWhatWasTyped: Bool {
        switch kind {
        case .wrong, .otherWay: true
        case .noFinger, .missed, .retry, .cancelled, .settle, .broken: false
        }
    }
}
