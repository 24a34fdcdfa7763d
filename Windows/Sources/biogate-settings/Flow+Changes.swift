// The steps of each change.

import BiometricGate
import GateGuidance
import GateScreen
import GateSecret
import GateWindows

extension Flow {
    func make(_ action: SettingsAction) async throws(FlowEnd) {
        switch action {
        case .setUp: try await setUp()
        case .turnOn: try await turnOn()
        case .turnOff: try await turnOff()
        case .keyringOn: try await keyringOn()
        case .keyringOff: try await keyringOff()
        case .unlock(let factor): try await unlock(factor)
        case .addFinger: try await addFinger()
        case .vouch(let prints): try await vouch(prints)
        case .renameFinger(let print): try await renameFinger(print)
        case .removeFinger(let print): try await removeFinger(print)
        case .setPIN: try await setPIN()
        case .removePIN: try await removePIN()
        case .renew(let item): try await renew(keeper.state.items.filter { $0.name == item })
        case .renewAll: try await renew(keeper.state.itemsToRenew)
        case .removeItem(let item): try await removeItem(item)
        case .allow(let app, let isAllowed): try await allow(app, isAllowed)
        case .tryOut: try await tryOut()
        case .showActivity: try await showActivity()
        case .showPrivacy: try await ask(sheets.privacy)
        case .revokeAll: try await revokeAll()
        case .erase: try await erase()
        case .help: try await ask(sheets.help)
        case .shortcuts: try await ask(sheets.shortcuts)
        case .about: break
        }
    }

    // MARK: On and off

    private func turnOn() async throws(FlowEnd) {
        try await ask(sheets.turnOn)
        let options = PromptOptions(timeout: time)
        _ = try await touch(sheets.turningOnHeading) { client, progress throws(GateClientError) in
            try await client.enableFingerprint(options: options, progress: progress)
        }
        await keeper.load()
        report(.turnedOn)
    }

    private func turnOff() async throws(FlowEnd) {
        let screen = sheets.confirm(.turnOff, try await cost(of: .disableFingerprint))
        try await ask(screen)
        let change = try await make(screen.heading) { client throws(GateClientError) in
            try await client.disableFingerprint()
        }
        // The change is on disk, so the switch may move.
        await keeper.load()
        report(.turnedOff(destroyed: change.invalidatedItems))
    }

    /// Stores the account's password, which the daemon checks, by a touch.
    func keyringOn() async throws(FlowEnd) {
        try await ask(sheets.keyringOn)
        let stored = keeper.state.loginItem
        let heading = sheets.heading(for: .keyring)
        let options = PromptOptions(timeout: time)
        // The PIN or password of an earlier step is not it.
        if fresh?.factor != .password { fresh = nil }
        try await presenting(.password, for: .keyring, touching: heading) {
            client, typed, progress throws(GateClientError) in
            _ = try await client.store(
                typed.bytes, as: stored?.name ?? Self.loginItem,
                ItemOptions(access: .login, replaces: stored != nil), options: options, progress: progress)
        }
        await keeper.load()
        report(.keyringOn)
    }

    private func keyringOff() async throws(FlowEnd) {
        guard let name = keeper.state.loginItem?.name else { return }
        try await make(sheets.heading(for: .keyring)) { client throws(GateClientError) in
            try await client.deleteItem(name)
        }
        await keeper.load()
        report(.keyringOff)
    }

    /// The item's name, if the user has not stored it under another one: that of `biogate login on`.
    // A name that keeps the rule.
    // swift-format-ignore: NeverForceUnwrap
    private static let loginItem = ItemName("login")!

    private func unlock(_ factor: Factor) async throws(FlowEnd) {
        let reason = reason
        try await presenting(factor, for: .unlock) { client, typed, _ throws(GateClientError) in
            _ = try await client.authenticate(reason: reason, factors: [typed.factor], credential: typed.credential)
        }
        report(.unlocked)
    }

    func tryOut() async throws(FlowEnd) {
        let (reason, options) = (reason, PromptOptions(timeout: time))
        let receipt = try await touch(sheets.tryingHeading) { client, progress throws(GateClientError) in
            try await client.authenticate(
                reason: reason, factors: [.fingerprint], options: options, progress: progress)
        }
        report(.works(receipt.print.flatMap { keeper.state.shownName(of: $0) }))
    }

    /// How long the user may take for a touch.
    private var time: Duration { .seconds(60) }

    private var reason: Reason { Reason(sheets.tryReason) ?? "Try it out" }

    // MARK: Fingers

    func addFinger() async throws(FlowEnd) {
        guard let factor = try await factorOrPIN() else { return }
        try await ask(sheets.chooseFinger(taken: keeper.state.takenFingers, among: keeper.state.readers))
        guard let finger = sheet.chosenFinger else { return }
        let label = Label(sheet.typedName.asName)
        let options = PromptOptions(reader: sheet.chosenReader, timeout: time)
        let name = finger.name(in: sheets.language)
        let cost = try await cost(of: .enroll)
        if !cost.isNothing { try await ask(sheets.confirm(.addFinger(name), cost)) }
        let added = try await presenting(factor, for: .addFinger(name), touching: sheets.addingHeading(finger)) {
            client, typed, progress throws(GateClientError) in
            try await client.enroll(
                finger, label: label, credential: typed.credential, options: options, progress: progress)
        }
        await keeper.load()
        let isOn = keeper.state.settings?.fingerprintEnabled ?? true
        report(.added(name, isOn: isOn, destroyed: added.invalidatedItems))
        try await renewAgain()
    }

    /// It costs as much as adding a finger, and always asks for confirmation: another person's finger may be among
    /// them.
    func vouch(_ prints: [PrintID]) async throws(FlowEnd) {
        let fingers = prints.compactMap { keeper.state.shownName(of: $0) }.joined(separator: ", ")
        guard !fingers.isEmpty, let factor = try await factorOrPIN() else { return }
        try await ask(sheets.confirm(.vouch(fingers), try await cost(of: .enroll)))
        let destroyed = try await presenting(factor, for: .vouch(fingers)) {
            client, typed, _ throws(GateClientError) in
            try await client.vouchPrints(Set(prints), credential: typed.credential)
        }
        await keeper.load()
        let isOn = keeper.state.settings?.fingerprintEnabled ?? true
        report(.vouched(fingers, isOn: isOn, destroyed: destroyed))
        try await renewAgain()
    }

    private func renameFinger(_ id: PrintID) async throws(FlowEnd) {
        guard let print = keeper.state.prints.first(where: { $0.id == id }) else { return }
        let finger = print.finger.name(in: sheets.language)
        let screen = sheets.rename(finger, label: print.label?.rawValue ?? "")
        try await ask(screen)
        let label = Label(sheet.typedName.asName)
        guard label != print.label else { return }
        try await make(screen.heading) { client throws(GateClientError) in
            _ = try await client.renamePrint(id, to: label)
        }
        await keeper.load()
        report(.renamed(keeper.state.shownName(of: id) ?? finger))
    }

    private func removeFinger(_ print: PrintID) async throws(FlowEnd) {
        guard let name = keeper.state.shownName(of: print), let factor = try await factorOrPIN() else { return }
        try await ask(sheets.confirm(.removeFinger(name), try await cost(of: .deletePrint)))
        let destroyed = try await presenting(factor, for: .removeFinger(name)) {
            client, typed, _ throws(GateClientError) in
            try await client.deletePrint(print, credential: typed.credential)
        }
        await keeper.load()
        report(.removed(name, destroyed: destroyed))
        try await renewAgain()
    }

    // MARK: Items

    /// Asks once for each credential, and once for a touch, as far as they can be reused.
    private func renew(_ items: [Item]) async throws(FlowEnd) {
        for factor in [Factor.pin, .password] {
            let items = items.filter { $0.typedFactor == factor }
            if !items.isEmpty { try await renew(items, with: factor) }
        }
        await keeper.load()
        report(.renewed(items.map { keeper.state.shownName(of: $0.name) }))
    }

    /// A change of fingers ends their access to the items, so renewing follows at once, with the PIN or password that was
    /// just typed, as far as that opens them.
    private func renewAgain() async throws(FlowEnd) {
        guard let fresh, keeper.state.settings?.fingerprintEnabled == true else { return }
        let items = keeper.state.itemsToRenew.filter { $0.openableBy.contains(fresh.factor) }
        guard !items.isEmpty else { return }
        try await renew(items, with: fresh.factor, sheets.renewAgainLead)
        await keeper.load()
        report(.renewed(items.map { keeper.state.shownName(of: $0.name) }))
    }

    private func renew(_ items: [Item], with factor: Factor, _ text: String? = nil) async throws(FlowEnd) {
        let names = items.map { keeper.state.shownName(of: $0.name) }
        let purpose = Sheets.CredentialPurpose.renew(names)
        let options = PromptOptions(timeout: time, maximumAge: .seconds(300))
        try await presenting(factor, for: purpose, touching: sheets.heading(for: purpose), text) {
            client, typed, progress throws(GateClientError) in
            for item in items {
                try await client.renew(item.name, credential: typed.credential, options: options, progress: progress)
            }
        }
    }

    private func removeItem(_ item: ItemName) async throws(FlowEnd) {
        let name = keeper.state.shownName(of: item)
        let screen = sheets.confirm(.removeItem(name), NamedCost(destroyed: [], needingRenewal: []))
        try await ask(screen)
        try await make(screen.heading) { client throws(GateClientError) in try await client.deleteItem(item) }
        await keeper.load()
        report(.removed(name, destroyed: 0))
    }

    private func allow(_ app: AppName, _ isAllowed: Bool) async throws(FlowEnd) {
        _ = try await quietly { client throws(GateClientError) in
            try await client.answerOnboarding(isAllowed ? .accepted : .skipped, app: app)
        }
    }

    private func revokeAll() async throws(FlowEnd) {
        let screen = sheets.confirm(.revokeAll, try await cost(of: .revokeAll))
        try await ask(screen)
        let destroyed = try await make(screen.heading) { client throws(GateClientError) in
            try await client.revokeAll()
        }
        await keeper.load()
        report(.revoked(destroyed: destroyed))
    }

    /// Only the password erases everything; if it cannot be checked, an administrator does it.
    private func erase() async throws(FlowEnd) {
        guard keeper.state.settings?.passwordAvailable == true else { return await tell(sheets.eraseRefused) }
        try await ask(sheets.confirm(.erase, NamedCost(destroyed: keeper.state.everything, needingRenewal: [])))
        try await presenting(.password, for: .erase) { client, typed, _ throws(GateClientError) in
            try await client.reset(credential: typed.credential)
        }
        await keeper.load()
        report(.erased)
    }

    // MARK: Queries

    private func showActivity() async throws(FlowEnd) {
        show(sheets.busy(sheets.activityHeading))
        let activity = await untilLeft { await Journal.activity() }
        guard let activity else { throw .left }
        let state = keeper.state
        let screen = sheets.activity(activity, user: Journal.userName) {
            state.shownName(of: $0)
        } clock: {
            LocalMoment($0)
        }
        try await ask(screen)
    }

    // MARK: Cost

    func cost(of change: PlannedChange) async throws(FlowEnd) -> NamedCost {
        let cost = try await quietly { client throws(GateClientError) in try await client.previewChange(change) }
        let state = keeper.state
        return NamedCost(
            destroyed: cost.invalidated.map { state.shownName(of: $0) },
            needingRenewal: cost.losingFingerprint.map { state.shownName(of: $0) })
    }
}

extension String {
    /// The typed or pasted text as a valid name: on one line, without characters that reorder the text around it, and
    /// within the length limit. Empty means none.
    fileprivate var asName: String {
        let shown = unicodeScalars.map { Label(String($0)) == nil ? " " : $0 }
        let words = String(String.UnicodeScalarView(shown)).split(separator: " ").joined(separator: " ")
        return String(String.UnicodeScalarView(words.unicodeScalars.prefix(200)))
    }
}
