import GateGuidance
public import GateModel
public import GateSecret
import GateWire

/// An app's fingerprint sign-in: a token of its server's, sealed in one item.
///
/// The item is the switch. There is no second place that says whether the sign-in is on: it is on while the item opens,
/// and off at the moment that the item is destroyed, by the app, by the user or by a change of the user's prints.
public struct AppLogin: Sendable {
    /// What an app's settings screen shows.
    public enum Status: Hashable, Sendable {
        case enabled
        case off
        /// It was on until that happened; `reenroll` turns it on again.
        case invalidated(Item.Invalidation)
        /// It can neither be used nor turned on at present.
        case unavailable(Obstacle)
    }

    public let app: AppName
    public let client: GateClient
    /// The item that holds the token: the app's name and `/login`.
    public let item: ItemName
    /// The way around the finger that the item takes as well.
    public let fallback: GateFlow.Fallback
    /// How old an authentication may be to open the item, where a call allows that too.
    public let longestReuse: Duration
    /// What people are shown for the item where they are asked; nil shows its name.
    public let label: Label?

    /// The app by its reverse-domain name, such as `org.example.Bank`: at most 249 bytes without control characters, else
    /// nil. `longestReuse` is whole seconds, at most 300; zero asks at every use.
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

    /// Whether the sign-in is on; asks nobody. Where no daemon is, it is unavailable, which is no error.
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
            // With the fingerprint's slot gone, only the fallback opens it.
            return found?.openableBy.contains(.fingerprint) == true
                ? .enabled : .invalidated(found?.fingerprintLostBy ?? .enrollmentChanged)
        case nil:
            switch availability {
            case .hardwareUnavailable(.disconnected, let retryAfter):
                return .unavailable(.hardwareUnavailable(.disconnected, retryAfter: retryAfter))
            case .hardwareUnavailable(.administrator, let retryAfter):
                return .unavailable(.hardwareUnavailable(.administrator, retryAfter: retryAfter))
            // What passes, or what the user can turn on, is no reason to say that this computer cannot.
            case .available, .noHardware, .hardwareUnavailable, .notEnrolled, .disabled, .lockout, .lockoutPermanent:
                return .off
            }
        }
    }

    /// A status in words, in the client's language.
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

    /// Turns the sign-in on: asks the user for a finger and seals the token only if it matched. Throws `itemExists` where it
    /// is on already, and `notEnrolled` where there is no finger to match.
    public func enable(
        token: consuming SecretBytes, reason: Reason, options: PromptOptions = PromptOptions(),
        progress: ProgressHandler? = nil
    ) async throws(GateClientError) {
        try await seal(token, replacing: false, reason, options, progress)
    }

    /// Turns the sign-in on once more, for the prints that are enrolled now, or with another token.
    ///
    /// `freshToken` is a new one of the server's: the one before may have been seen by whoever changed the prints, so that
    /// the server revokes it. Asks the user for a finger; what was sealed stays until the new token is on disk.
    public func reenroll(
        freshToken: consuming SecretBytes, reason: Reason, options: PromptOptions = PromptOptions(),
        progress: ProgressHandler? = nil
    ) async throws(GateClientError) {
        try await seal(freshToken, replacing: true, reason, options, progress)
    }

    /// Turns the sign-in off; when this returns, the token is destroyed on disk. Asks nobody, and is no error where it was
    /// off.
    public func disable() async throws(GateClientError) {
        do throws(GateClientError) {
            try await client.deleteItem(item)
        } catch {
            guard error.code == .itemNotFound else { throw error }
        }
    }

    /// The gate before the app: opens the token. It offers nothing first, for the user has turned the switch on; what else a
    /// gate can do, `GateFlow(.secret(login.item), …)` does.
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

    /// What to offer to a user who has not answered yet; nil once they have, and where fingerprint cannot be offered.
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

    /// Notes that the user does not want the sign-in now: `onboardingOffer` is nil from then on, `enable` still works.
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
        // The daemon would seal the token for the fallback alone, without asking anybody.
        guard settings.enrolledPrints > 0 else { throw .notEnrolled }
        var factors: [Factor] = [.fingerprint]
        // One that the user does not have would be refused.
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
