import GateGuidance
import GateModel

/// Chooses the command line's sentences by switches without `default`. Problems and next steps are the daemon's
/// sentences.
extension CommandWords {
    // MARK: Typed input

    func noCommand(_ name: String, nearest: String?, help: String) -> String {
        "\(noCommandNamed(name)) \(nearest.map { didYouMean($0) } ?? seeHelp(help))"
    }

    func noOption(_ argument: String) -> String { noOption(option: argument, argument: argument) }

    /// Which value is not accepted, and which are.
    func text(_ fault: ValueFault) -> String {
        "\(misfit(quoted(Table.cut(fault.value, to: 60)))) \(text(fault.rule))"
    }

    func text(_ rule: ValueRule) -> String {
        let fingers = Finger.allValueStrings.joined(separator: ", ")
        return switch rule {
        case .timeout: ruleTimeout
        case .reuse: ruleReuse
        case .lineCount: ruleLineCount
        case .touchCount: ruleTouchCount
        case .itemName: ruleItemName
        case .label: ruleLabel
        case .reason: ruleReason
        case .reader: ruleReader
        case .user: ruleUser
        case .finger: ruleFinger(fingers)
        case .touch: ruleTouch(fingers)
        case .verb: ruleVerb(Verb.allValueStrings.joined(separator: ", "))
        case .path: rulePath
        case .file: ruleFile
        case .variable: ruleVariable
        case .descriptor: ruleDescriptor
        }
    }

    // MARK: Questions

    /// Initial letters of "yes", in lower case.
    var yes: Set<String> { Set(yesLetters.split(separator: " ").map(String.init)) }

    func question(_ act: Act) -> String {
        switch act {
        case .addFinger: questionAddFinger
        case .removeFinger: questionRemoveFinger
        case .turnOff: questionTurnOff
        case .changePIN: questionChangePIN
        case .removePIN: questionRemovePIN
        case .delete: questionDelete
        case .erase: questionErase
        case .importFingers: questionImportFingers
        case .exportFingers: questionExportFingers
        case .protect: questionProtect
        }
    }

    /// The alternatives to touching the reader.
    func waysOut(_ alternative: Factor?) -> String {
        switch alternative {
        case .pin: waysOutPIN
        case .password: waysOutPassword
        case .fingerprint, nil: waysOutNone
        }
    }

    func credentialPrompt(_ factor: Factor) -> String {
        switch factor {
        case .pin: pinPrompt
        case .password, .fingerprint: passwordPrompt
        }
    }

    /// The wait until a finger may be tried again.
    func paused(_ wait: Duration) -> String { paused(wait.wait(in: language)) }

    // MARK: Status

    func counts(_ settings: Settings) -> String {
        settings.pinSet
            ? countsWithPIN(fingers: settings.enrolledPrints, items: settings.items)
            : countsWithoutPIN(fingers: settings.enrolledPrints, items: settings.items)
    }

    func rows(_ settings: Settings) -> [[String]] {
        [
            [rowFingerprint, settings.fingerprintEnabled ? valueOn : valueOff],
            [rowFingers, "\(settings.enrolledPrints)"],
            [rowPIN, settings.pinSet ? valueSet : valueNotSet],
            [rowPassword, settings.passwordAvailable ? valueUsable : valueUnused],
            [rowItems, "\(settings.items)"],
        ]
    }

    /// Fingers are locked at logins, for a time or until the user ends it.
    func loginsLocked(_ lockout: LoginLockout, _ end: LockoutEnd) -> String {
        guard let wait = lockout.retryAfter?.wait(in: language) else { return "\(loginsLocked) \(unlocking(end))" }
        let ending: String? =
            switch end {
            case .pin: pauseEndsByPIN
            case .password: pauseEndsByPassword
            case .pinOrPassword: pauseEndsByEither
            case .newPIN, .later: nil
            }
        return ([loginsPaused(wait)] + [ending].compactMap(\.self)).joined(separator: " ")
    }

    private func unlocking(_ end: LockoutEnd) -> String {
        switch end {
        case .pin: unlockByPIN
        case .password: unlockByPassword
        case .pinOrPassword: unlockByEither
        case .newPIN: unlockByNewPIN
        case .later: unlockLater
        }
    }

    var privacy: [String] {
        [
            privacyKept, privacyTemplates, privacyStored, privacyHowLong, privacyHowToErase, privacyJournal,
            privacyNotSent,
        ]
    }

    // MARK: Costs, and what came of a change

    func wouldClear(_ reader: ReaderID) -> String { wouldClear(reader.rawValue) }
    func waitForRenewal(_ items: [ItemName]) -> String { waitForRenewal(list(items)) }
    func nothingToRenew(_ item: Item) -> String { cannotBeRenewed(item: item.name.rawValue, opening: opening(item)) }

    /// The label is nil if it was removed.
    func renamed(_ finger: String, _ label: String?) -> String {
        label.map { renamedTo(finger: finger, name: $0) } ?? renamedBack(finger)
    }

    func onSeveralReaders(_ finger: String, _ readers: [ReaderID]) -> String {
        onSeveralReaders(finger: finger, readers: readers.map(\.rawValue).joined(separator: ", "))
    }

    // Shared with the windows.
    func wouldDestroy(_ items: [ItemName]) -> String { text(.wouldDestroy) + " \(list(items))." }
    func wouldNeedRenewal(_ items: [ItemName]) -> String { text(.wouldNeedRenewal) + " \(list(items))." }
    func destroyed(_ count: Int) -> String { text(.destroyed(count)) }
    func added(_ finger: String) -> String { text(.added(finger)) }
    func vouched(_ fingers: [String]) -> String { text(.vouched(fingers.joined(separator: ", "))) }
    func removed(_ finger: String) -> String { text(.removed(finger)) }
    func renewed(_ item: ItemName) -> String { text(.renewed(list([item]))) }
    func pinRule(_ minimum: Int) -> String { text(.pinRule(minimumLength: minimum)) }
    var pinsDiffer: String { text(.pinsDiffer) }
    var pinSet: String { text(.pinSet) }
    var pinRemoved: String { text(.pinRemoved) }
    var revoked: String { text(.revoked) }

    private func text(_ words: ChangeWords) -> String { words.text(in: language) }

    // MARK: Items

    /// The factors that open an item, and whether it is a key or a passkey.
    func listed(_ item: Item) -> String {
        if item.usage == .passkey { return passkey(opening(item)) }
        return item.kind == .key ? key(opening(item)) : opening(item)
    }

    func opening(_ item: Item) -> String {
        switch item.state {
        case .valid: item.openableBy.map { $0.name(in: language) }.joined(separator: ", ")
        case .invalidated(let cause): nothingOpens(reason(cause))
        }
    }

    private func reason(_ cause: Item.Invalidation) -> String {
        switch cause {
        case .enrollmentChanged: causeFingersChanged
        case .fingerprintDisabled: causeTurnedOff
        case .pinRemoved: causePINRemoved
        case .pinReset: causePINReset
        case .revoked: causeRevoked
        }
    }

    /// - Parameter details: rows about its content, below its kind.
    func rows(_ item: Item, details: [[String]] = []) -> [[String]] {
        let change = item.access.enrollment == .current ? changeEnds : changeStays
        let wait = item.fingerprintLostBy.map { reason($0) } ?? neverOpened
        let rows: [(String, String?)] = [
            (itemOpensWith, opening(item)), (itemWaits, item.waitsForRenewal ? wait : nil),
            (itemOnChange, item.access.allows(.fingerprint) ? change : nil),
            (itemReuse, item.access.maximumAge > .zero ? item.access.maximumAge.wait(in: language) : nil),
            (itemPinned, item.destinations.isEmpty ? nil : pinned(item).joined(separator: ", ")),
            (itemServers, item.servers.isEmpty ? nil : item.servers.map(\.label).joined(separator: ", ")),
            (itemSealedBy, item.sealedBy.rawValue), (itemStoredBy, item.owner),
            (itemStored, LocalTime(item.createdAt).text(in: language)),
            (itemUpdatedBy, item.updatedBy), (itemUpdated, item.updatedAt.map { LocalTime($0).text(in: language) }),
            (itemLastUsed, item.lastUsedAt.map { LocalTime($0).text(in: language) }),
        ]
        let kind = item.usage == .passkey ? kindPasskey : item.kind == .secret ? kindSecret : kindKey
        let names = [[itemName, item.name.rawValue]] + (item.label.map { [[itemLabel, $0.rawValue]] } ?? [])
        return names + [[itemKind, kind]] + details + rows.compactMap { row in row.1.map { [row.0, $0] } }
    }

    /// Several keys of a server are one.
    private func pinned(_ item: Item) -> [String] {
        var seen: Set<String> = []
        return item.destinations.map(label).filter { seen.insert($0).inserted }
    }

    func stored(_ item: ItemName) -> String { stored(item.rawValue) }
    func deleted(_ item: ItemName) -> String { deleted(item.rawValue) }
    func secretPrompt(_ item: ItemName) -> String { secretPrompt(item.rawValue) }
    func keyMade(_ key: ItemName, _ command: String) -> String { keyMade(key: key.rawValue, command: command) }
    func opensTogether(_ items: [ItemName]) -> String { opensTogether(list(items)) }
    func opensByItself(_ item: ItemName) -> String { opensByItself(item.rawValue) }
    func storedReference(variable: String, _ item: ItemName) -> String {
        storedReference(variable: variable, item: item.rawValue)
    }
    func notForVariable(_ item: ItemName) -> String { notForVariable(item.rawValue) }
    func notForTerminal(_ item: ItemName) -> String { notForTerminal(item.rawValue) }

    private func list(_ items: [ItemName]) -> String {
        items.map { quoted($0.rawValue) }.joined(separator: ", ")
    }

    /// In the language's quotation marks, which the text cannot close.
    private func quoted(_ text: String) -> String { text.quoted(in: language) }
}
