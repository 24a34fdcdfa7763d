import GateGuidance
public import GateModel
public import GateSecret
import GateWire

/// An app's fingerprint sign-in: a token from the app's server, sealed in one item.
///
/// The item is the switch; no second place records whether the sign-in is on. It is on while the item opens, and off as
/// soon as the item is destroyed, by the app, by the user or by a change of the user's prints.
public struct AppLogin: Sendable {
    /// The state for an app's settings screen.
    public enum Status: Hashable, Sendable {
        case enabled
        case off
        /// It was on until this happened; `reenroll` turns it on again.
        case invalidated(Item.Invalidation)
        /// At present it can be neither used nor turned on.
        case unavailable(Obstacle)
    }

    public let app: AppName
    public let client: GateClient
    /// The item with the token: the app's name and `/login`.
    public let item: ItemName
    /// The fallback that the item also accepts.
    public let fallback: GateFlow.Fallback
    /// The largest age of an authentication that opens the item, if a call allows that, too.
    public let longestReuse: Duration
    /// The item's name for people; nil shows the item's own name.
    public let label: Label?

    /// An app by its reverse-domain name, such as `org.example.Bank`; nil unless it has at most 249 bytes without
    /// control characters. `longestReuse` is whole seconds, at most 300; zero asks at every use.
    public init?(
        app: String, client: GateClient = GateClient(), fallback: GateFlow.Fallback = .pin,
        longestReuse: Duration = .zero, label: Label? = nil
    ) {
        guard let name = AppName(app), let item = ItemName(app + "/login") else { return nil }
        self.app = name
        self.client = client
        self.item = item
        self.fallback = fallback
        self.longestReuse = longestReuse
        self.label = label
    }

    // MARK: The switch

    /// Whether the sign-in is on. Does not ask the user. Without a daemon the status is `unavailable`, not an error.
    public func status() async throws(GateClientError) -> Status {
        let availability: Availability
        let found: Item?
        do throws(GateClientError) {
            availability = try await client.availability().availability
            found = try await client.items().first { $0.name == item }
        } catch {
            guard error.code == .notRunning else { throw error }
            return .unavailable(.notRunning)
        }
        if availability == .noHardware { return .unavailable(.noHardware) }
        switch found?.state {
        case .invalidated(let cause): return .invalidated(cause)
        case .valid:
            // Without the fingerprint's slot, only the fallback opens it.
            return found?.openableBy.contains(.fingerprint) == true
                ? .enabled : .invalidated(found?.fingerprintLostBy ?? .enrollmentChanged)
        case nil:
            switch availability {
            case .hardwareUnavailable(.disconnected, let retryAfter):
                return .unavailable(.hardwareUnavailable(.disconnected, retryAfter: retryAfter))
            case .hardwareUnavailable(.administrator, let retryAfter):
                return .unavailable(.hardwareUnavailable(.administrator, retryAfter: retryAfter))
            // Obstacles that pass, or that the user can remove, leave the sign-in off rather than unavailable.
            case .available, .noHardware, .hardwareUnavailable, .notEnrolled, .disabled, .lockout, .lockoutPermanent:
                return .off
            }
        }
    }

    /// The text of a status, in the client's language.
    public func text(of status: Status) -> String {
        let row: SignInSwitch =
            switch status {
            case .enabled: .enabled
            case .invalidated(.enrollmentChanged): .needsRenewal
            case .off, .invalidated: .off
            case .unavailable: .unavailable
            }
        return row.text(in: language)
    }

    /// Turns the sign-in on: asks the user for a finger, and seals the token only if it matches. Throws `itemExists` if
    /// it is on already, and `notEnrolled` if no finger is enrolled.
    public func enable(
        token: consuming SecretBytes, reason: Reason, options: PromptOptions = PromptOptions(),
        progress: ProgressHandler? = nil
    ) async throws(GateClientError) {
        try await seal(token, replacing: false, reason, options, progress)
    }

    /// Turns the sign-in on again, for the prints enrolled now or with another token.
    ///
    /// `freshToken` must be new, and the server has to revoke the old one: a person who changed the prints may have
    /// seen it. Asks the user for a finger; the old token stays until the new one is on disk.
    public func reenroll(
        freshToken: consuming SecretBytes, reason: Reason, options: PromptOptions = PromptOptions(),
        progress: ProgressHandler? = nil
    ) async throws(GateClientError) {
        try await seal(freshToken, replacing: true, reason, options, progress)
    }

    /// Turns the sign-in off; the token is destroyed on disk when this returns. Does not ask the user, and does nothing
    /// if the sign-in was off.
    public func disable() async throws(GateClientError) {
        do throws(GateClientError) {
            try await client.deleteItem(item)
        } catch {
            guard error.code == .itemNotFound else { throw error }
        }
    }

    /// The gate before the app, which opens the token. It makes no offer, since the user has turned the switch on; for
    /// other behaviour use `GateFlow(.secret(login.item), …)`.
    public func gate(
        reason: Reason, isRequired: Bool = true, autoTrigger: Bool = true, maximumAge: Duration = .zero
    ) -> GateFlow {
        GateFlow(
            .secret(item), reason: reason, client: client,
            options: GateFlow.Options(
                isRequired: isRequired, autoTrigger: autoTrigger, fallback: fallback,
                prompt: PromptOptions(maximumAge: maximumAge)))
    }

    // MARK: The offer

    /// The offer to a user who has not answered yet; nil after an answer, or if fingerprint cannot be offered.
    public func onboardingOffer() async throws(GateClientError) -> GateFlow.Offer? {
        do throws(GateClientError) {
            guard try await client.availability().canBeOffered,
                try await client.settings(app: app).onboarding == .pending
            else { return nil }
        } catch {
            guard error.code == .notRunning else { throw error }
            return nil
        }
        return FlowWords(locale: client.locale, fallback: fallback).offer
    }

    /// Records that the user declines for now: `onboardingOffer` is nil from then on; `enable` still works.
    public func skip() async throws(GateClientError) {
        _ = try await client.answerOnboarding(.skipped, app: app)
    }

    // MARK: Steps

    private var language: Language { Language(matching: client.locale) }

    private func seal(
        _ token: consuming SecretBytes, replacing isReplacing: Bool, _ reason: Reason, _ options: PromptOptions,
        _ progress: ProgressHandler?
    ) async throws(GateClientError) {
        let settings = try await client.settings(app: app)
        // Without a print, the daemon would seal the token for the fallback alone, without asking.
        guard settings.enrolledPrints > 0 else { throw .notEnrolled }
        var factors: [Factor] = [.fingerprint]
        // The daemon would refuse a factor that the user lacks.
        if fallback == .pin && settings.pinSet { factors.append(.pin) }
        if fallback == .password && settings.passwordAvailable { factors.append(.password) }
        let access = Access(factors: factors, enrollment: .current, maximumAge: longestReuse)
        let sealed = try await client.store(
            token, as: item, ItemOptions(label: label, access: access, replaces: isReplacing, reason: reason),
            options: options,
            progress: progress)
        guard sealed.openableBy.contains(.fingerprint) else {
            try await disable()
            throw .notEnrolled
        }
        _ = try await client.answerOnboarding(.accepted, app: app)
    }
}
