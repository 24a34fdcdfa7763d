import GateModel
import GatePolicy
import GateSecret
import GateVault

/// The result of a call that opened an item, and what opened it.
struct Opened<Result: ~Copyable>: ~Copyable {
    let result: Result
    let authentication: Authentication
    /// The item's key, if a PIN has opened it now.
    let key: KeptKey?

    consuming func takeResult() -> Result { result }
}

/// Opens items for calls: asks for the user, then has the keystore open by the factor that was presented, or by the key
/// that an earlier PIN left.
///
/// Confined to the Gatekeeper's loop.
final class Opener {
    private let keystore: any CredentialStore
    private let authority: Authority
    private let situations: Situations
    private let authentications: Authentications
    private let afterAnswer: AfterAnswer
    private let clock: GateClock
    private let audit: Audit

    init(
        keystore: any CredentialStore, authority: Authority, situations: Situations, authentications: Authentications,
        afterAnswer: AfterAnswer, clock: GateClock, audit: Audit
    ) {
        self.keystore = keystore
        self.authority = authority
        self.situations = situations
        self.authentications = authentications
        self.afterAnswer = afterAnswer
        self.clock = clock
        self.audit = audit
    }

    /// Opens an item by a finger, a credential, or an authentication that may be reused. `use` has the keystore do what the
    /// call asks for.
    func open<Result: ~Copyable>(
        _ closed: any ClosedItem, _ ask: Ask, credential: consuming PresentedCredential?, of account: Account,
        _ use: (any CredentialStore, consuming PresenceProof, KeptKey?, Moment) async throws(KeystoreError) -> Result
    ) async throws(GateError) -> Opened<Result> {
        let presence = try await authority.presence(ask, credential: credential, of: account)
        return try await open(closed, ask, presence, of: account, use)
    }

    /// Opens an item by a presence for it, or for one of several.
    func open<Result: ~Copyable>(
        _ closed: any ClosedItem, _ ask: Ask, _ presence: consuming Presence, of account: Account,
        _ use: (any CredentialStore, consuming PresenceProof, KeptKey?, Moment) async throws(KeystoreError) -> Result
    ) async throws(GateError) -> Opened<Result> {
        let name = closed.item.name
        let (authentication, isReused) = (presence.authentication, presence.isReused)
        let kept = presence.kept
        let proof = presence.proof
        let unlocked = presence.unlocked
        var key: KeptKey?
        let result: Result
        do throws(KeystoreError) {
            if let unlocked { key = try await keystore.key(of: closed, unlocked: unlocked) }
            result = try await use(keystore, proof, key ?? kept, clock.now())
        } catch .slotMissing(let factor) {
            throw try await refusal(of: factor, by: name, of: account)
        } catch {
            throw audit.refused(error, item: name, fallbacks: situations.fallbacks(ask, account))
        }
        afterAnswer.granted(Grant(ask: ask, factor: authentication.factor, isReused: isReused, account: account), name)
        return Opened(result: result, authentication: authentication, key: key)
    }

    /// Opens several secrets by one proof: all, or none.
    func open(
        _ closed: [any ClosedItem], _ ask: Ask, _ presence: consuming Presence, of account: Account
    ) async throws(GateError) -> [HeldSecret] {
        let proof = presence.proof
        let unlocked = presence.unlocked
        do throws(KeystoreError) {
            var keys: [KeptKey] = []
            if let unlocked {
                for each in closed { keys.append(try await keystore.key(of: each, unlocked: unlocked)) }
            }
            return try await keystore.open(closed, proof: proof, keys: keys, now: clock.now())
        } catch .slotMissing {
            // A slot was destroyed while the call waited.
            throw .cancelled(by: .revoked)
        } catch {
            throw audit.refused(error, item: nil, fallbacks: situations.fallbacks(ask, account))
        }
    }

    /// A call to open an item, as it begins: what may count again for it, and what it may leave to count again.
    struct Opening {
        let ask: Ask
        let item: Item
        let maximumAge: Duration
        let era: AuthenticationEra
    }

    func opening(_ closed: any ClosedItem, _ ask: Ask, maximumAge: Duration) -> Opening {
        let item = closed.item
        let pin = authentications.pin(for: item.name, on: ask.caller.connection, of: ask.user)
            .flatMap { $0.key.map(closed.fits) == true ? $0 : nil }
        return Opening(
            ask: ask.opening(item, maximumAge: maximumAge, pin: pin), item: item,
            maximumAge: min(maximumAge, item.access.maximumAge), era: authentications.era(of: ask.user))
    }

    /// Keeps the key that a PIN has just opened, if call and item allow that.
    func keep(_ key: KeptKey?, by authentication: Authentication, _ opening: Opening) {
        guard let key, opening.item.access.reusesPIN, opening.ask.caller.life.endedBy == nil else { return }
        authentications.keep(
            ItemAuthentication(
                user: opening.ask.user, authentication: authentication, age: opening.maximumAge, key: key),
            for: opening.item.name, on: opening.ask.caller.connection, begunIn: opening.era)
    }

    /// The error of a call whose slot was destroyed while it waited.
    private func refusal(of factor: Factor, by name: ItemName, of account: Account) async throws(GateError) -> GateError
    {
        let item = try await self.item(name, of: account).item
        return situations.situation(of: account).refusal(
            of: factor, allowed: item.openableBy, item: item, at: clock.now())
    }

    /// The item, if it exists and something still opens it.
    func item(_ name: ItemName, of account: Account) async throws(GateError) -> any ClosedItem {
        do throws(KeystoreError) {
            return try await keystore.itemToOpen(name, of: account.user)
        } catch {
            throw audit.refused(error, item: name)
        }
    }
}
