public import GateModel
public import GateSecret
import GateWire

/// A change whose cost can be previewed; the raw value is the contract's name.
public enum PlannedChange: String, CaseIterable, Sendable {
    case enroll, deletePrint, deleteAllPrints, disableFingerprint, setPIN, removePIN, revokeAll, reset
}

/// The cost of a change.
public struct ChangeCost: Hashable, Sendable {
    /// Items that nothing would open any more.
    public let invalidated: [ItemName]
    /// Items that would open with a fingerprint again only after renewal.
    public let losingFingerprint: [ItemName]

    public init(invalidated: [ItemName], losingFingerprint: [ItemName]) {
        self.invalidated = invalidated
        self.losingFingerprint = losingFingerprint
    }
}

/// The user's settings after a change, with its cost.
public struct SettingsChange: Hashable, Sendable {
    public let settings: Settings
    /// Items that nothing opens any more.
    public let invalidatedItems: Int

    public init(settings: Settings, invalidatedItems: Int) {
        self.settings = settings
        self.invalidatedItems = invalidatedItems
    }
}

/// An answer to the offer of fingerprint unlocking; the raw value is the contract's name.
public enum OnboardingAnswer: String, CaseIterable, Sendable {
    case accepted, skipped
}

/// The user's answer to one app's offer.
public struct AppOnboarding: Hashable, Sendable {
    public let app: AppName
    public let answer: OnboardingAnswer

    public init(app: AppName, answer: OnboardingAnswer) {
        self.app = app
        self.answer = answer
    }

    /// Nil if the answer is unknown to this version.
    init?(wire: WireObject) {
        guard let app = wire["app"]?.stringValue.flatMap(AppName.init),
            let answer = wire["answer"]?.stringValue.flatMap(OnboardingAnswer.init(rawValue:))
        else { return nil }
        self.init(app: app, answer: answer)
    }
}

extension GateClient {
    /// The settings now, then after every change of the user's settings, prints, PIN or items, even one that they do
    /// not show; a slow reader gets only the newest.
    ///
    /// Uses its own connection, which ends with the stream. Throws `GateClientError`.
    public func settingsUpdates(of user: UserID? = nil) -> AsyncThrowingStream<Settings, any Error> {
        let parameters = WireObject(present: ["uid": .number(of: user)])
        return watch("WatchSettings", parameters, buffering: .bufferingNewest(1)) { reply in
            reply["settings"]?.objectValue.flatMap(Settings.init(wire:))
        }
    }

    /// The apps whose offer of fingerprint unlocking the user has answered, by name.
    public func onboardings(of user: UserID? = nil) async throws(GateClientError) -> [AppOnboarding] {
        try await call("ListOnboardings", .init(present: ["uid": .number(of: user)]))
            .list("apps", AppOnboarding.init(wire:))
    }

    /// The limits that a call may meet; they stay the same until the daemon is started again.
    public func limits() async throws(GateClientError) -> Limits {
        try await call("GetLimits").object("limits", Limits.init(wire:))
    }

    /// The result for the user's item for logins at the newest login; nil if none has asked for it. Only root may ask
    /// for another `user`'s.
    public func lastLogin(of user: UserID? = nil) async throws(GateClientError) -> LoginReport? {
        let parameters = WireObject(present: ["uid": .number(of: user), "locale": .text(locale)])
        let reply = try await call("GetLastLogin", parameters)
        switch reply.parameters["login"] {
        case nil, .null: return nil
        default: return try reply.object("login", LoginReport.init(wire:))
        }
    }

    /// The user's settings; with `app`, the onboarding is that app's.
    public func settings(
        app: AppName? = nil, of user: UserID? = nil
    ) async throws(GateClientError) -> Settings {
        let parameters = WireObject(present: ["app": .text(app?.rawValue), "uid": .number(of: user)])
        return try await call("GetSettings", parameters).object("settings", Settings.init(wire:))
    }

    /// Asks the user for an enrolled finger, and turns fingerprint unlocking on if it matches. Ignores
    /// `PromptOptions.maximumAge`.
    public func enableFingerprint(
        reason: Reason? = nil, options: PromptOptions = PromptOptions(), progress: ProgressHandler? = nil
    ) async throws(GateClientError) -> Settings {
        let parameters = WireObject(present: ["reason": .text(reason?.rawValue)])
        var options = options
        options.maximumAge = nil
        let reply = try await ask("EnableFingerprint", parameters, options: options, progress: progress)
        return try reply.object("settings", Settings.init(wire:))
    }

    /// Turns fingerprint unlocking off; when this returns, no finger opens an item, and items without another slot are
    /// gone.
    public func disableFingerprint() async throws(GateClientError) -> SettingsChange {
        let reply = try await call("DisableFingerprint")
        return SettingsChange(
            settings: try reply.object("settings", Settings.init(wire:)),
            invalidatedItems: try reply.number("invalidatedItems"))
    }

    /// Records the user's answer to the app's offer of fingerprint unlocking.
    public func answerOnboarding(
        _ answer: OnboardingAnswer, app: AppName? = nil
    ) async throws(GateClientError) -> Settings {
        let parameters = WireObject(present: ["app": .text(app?.rawValue), "answer": .name(answer)])
        return try await call("AnswerOnboarding", parameters).object("settings", Settings.init(wire:))
    }

    /// Sets the PIN, digits in UTF-8; returns the number of items that nothing opens any more.
    @discardableResult
    public func setPIN(
        _ pin: consuming SecretBytes, credential: consuming Credential? = nil
    ) async throws(GateClientError) -> Int {
        let payload: OutgoingCall.Payload? = OutgoingCall.Payload("pin", as: .text, pin)
        return try await call("SetPIN", localeParameters, payload: payload, credential: credential)
            .number("invalidatedItems")
    }

    /// Removes the PIN; returns the number of items that nothing opens any more.
    @discardableResult
    public func removePIN(credential: consuming Credential?) async throws(GateClientError) -> Int {
        try await call("RemovePIN", localeParameters, credential: credential).number("invalidatedItems")
    }

    /// Previews the cost of a change.
    public func previewChange(_ change: PlannedChange) async throws(GateClientError) -> ChangeCost {
        let reply = try await call("PreviewChange", ["change": .string(change.rawValue)])
        return ChangeCost(
            invalidated: try reply.itemNames("invalidated"), losingFingerprint: try reply.itemNames("losingFingerprint")
        )
    }

    /// Ends all of the user's authentications on every connection, and destroys all of the user's items; returns their
    /// number.
    @discardableResult
    public func revokeAll() async throws(GateClientError) -> Int {
        try await call("RevokeAll").number("invalidatedItems")
    }

    /// Destroys all data of the user: prints, PIN, items, settings, counters. Needs the password, or root.
    public func reset(credential: consuming Credential? = nil, user: UserID? = nil) async throws(GateClientError) {
        _ = try await call("Reset", .init(present: ["uid": .number(of: user)]), credential: credential)
    }

    private var localeParameters: WireObject { WireObject(present: ["locale": .text(locale)]) }
}

extension GateReply {
    fileprivate borrowing func itemNames(_ key: String) throws(GateClientError) -> [ItemName] {
        guard let names = parameters[key]?.arrayValue else { throw .unreadable(key) }
        return names.compactMap { $0.stringValue.flatMap(ItemName.init) }
    }
}
