package import GateModel
package import GatePolicy
package import GateSecret
import GateSystem
package import GateVault

/// Passes the methods of apps to the parts, which document them.
extension Gatekeeper {
    // MARK: Authentication

    package func authenticate(
        _ ask: Ask, credential: consuming PresentedCredential?
    ) async throws(GateError) -> Authentication {
        try await authority.authenticate(ask, credential: credential)
    }

    package func answer(
        _ id: RequestID?, _ credential: consuming PresentedCredential, by caller: Caller
    ) async throws(GateError) {
        try await credentials.answer(id, credential, by: caller)
    }

    /// Chooses one of the accounts that a request offers; false if it does not offer that one.
    package func choose(_ passkey: [UInt8], for id: RequestID?, by caller: Caller) throws(GateError) -> Bool {
        try calls.choose(passkey, for: id, by: caller)
    }

    package func cancelRequests(of user: UserID?, by canceller: Canceller) { calls.cancel(of: user, by: canceller) }

    package func cancelRequest(_ id: RequestID?, by caller: Caller) throws(GateError) {
        try calls.cancel(id, by: caller)
    }

    package func holdRequest(_ id: RequestID?, by caller: Caller) throws(GateError) { try calls.hold(id, by: caller) }

    /// The newest authentication of the connection's that may count again; nil if there is none.
    package func lastAuthentication(on connection: ConnectionID, of user: UserID) -> Authentication? {
        authentications.ledger(of: connection, user: user).newest
    }

    package func forgetAuthentications(on connection: ConnectionID) { authentications.forget(on: connection) }

    // MARK: Reports

    /// Whether the user is loaded, and everything for `knownView` is known.
    package func isKnown(_ user: UserID) -> Bool { knownView(of: user) != nil }

    package func knownView(of user: UserID) -> UserView? { situations.knownView(of: user) }

    package func view(of user: UserID) async throws(GateError) -> UserView { try await users.view(of: user) }

    package func obstacle(to caller: Caller) -> SeatObstacle? { situations.obstacle(to: caller) }

    package func watch(_ user: UserID?, _ wakeUp: Inbox<Void>, by caller: Caller) -> StatusWatcherID {
        situations.watch(user, wakeUp, by: caller)
    }

    package func forget(_ watcher: StatusWatcherID) { situations.forget(watcher) }

    package func watchRequests(
        of user: UserID, prompts: Bool, remote: Bool = false, several: Bool = false, passwordPrompts: Bool = false
    ) throws(GateError) -> (watcher: RequestWatcherID, changes: Inbox<RequestChange>) {
        try calls.watch(
            user, prompts: prompts, remote: remote, several: several, passwordPrompts: passwordPrompts)
    }

    package func forget(_ watcher: RequestWatcherID) { calls.forget(watcher) }

    // MARK: Items

    package func items(of user: UserID) async throws(GateError) -> [Item] { try await items.all(of: user) }

    package func item(_ name: ItemName, of user: UserID) async throws(GateError) -> Item {
        try await items.item(name, of: user)
    }

    package func store(
        _ secret: borrowing SecretBytes, _ sealing: SealParameters, _ ask: Ask,
        credential: consuming PresentedCredential?
    ) async throws(GateError) -> Item {
        try await newItems.store(secret, sealing, ask, credential: credential)
    }

    package func update(
        _ name: ItemName, to secret: borrowing SecretBytes, asking ask: Ask, maximumAge: Duration,
        credential: consuming PresentedCredential?
    ) async throws(GateError) -> Item {
        try await newItems.update(name, to: secret, asking: ask, maximumAge: maximumAge, credential: credential)
    }

    package func retrieve(
        _ name: ItemName, asking ask: Ask, maximumAge: Duration, credential: consuming PresentedCredential?
    ) async throws(GateError) -> OpenedSecret {
        try await items.retrieve(name, asking: ask, maximumAge: maximumAge, credential: credential)
    }

    package func retrieve(
        _ names: [ItemName], asking ask: Ask, maximumAge: Duration, credential: consuming PresentedCredential?
    ) async throws(GateError) -> OpenedSecrets {
        try await items.retrieve(names, asking: ask, maximumAge: maximumAge, credential: credential)
    }

    package func renew(
        _ ask: Ask, _ name: ItemName, credential: consuming PresentedCredential
    ) async throws(GateError) -> Item {
        try await items.renew(ask, name, credential: credential)
    }

    package func deleteItem(_ name: ItemName, of user: UserID, by caller: Caller) async throws(GateError) {
        try await items.delete(name, of: user, by: caller)
    }

    package func setDestinations(
        _ list: [SSHDestination], of name: ItemName, credential: consuming PresentedCredential?, of user: UserID,
        by caller: Caller
    ) async throws(GateError) -> Item {
        try await destinations.set(list, of: name, credential: credential, of: user, by: caller)
    }

    package func createKey(
        _ algorithm: Item.Algorithm, _ sealing: SealParameters, _ ask: Ask, credential: consuming PresentedCredential?
    ) async throws(GateError) -> Item {
        try await newItems.createKey(algorithm, sealing, ask, credential: credential)
    }

    package func importKey(
        _ privateKey: borrowing SecretBytes, _ algorithm: Item.Algorithm, _ sealing: SealParameters, _ ask: Ask,
        credential: consuming PresentedCredential?
    ) async throws(GateError) -> Item {
        try await newItems.importKey(privateKey, algorithm, sealing, ask, credential: credential)
    }

    package func sign(
        _ challenge: borrowing SecretBytes, with name: ItemName, asking ask: Ask, maximumAge: Duration,
        credential: consuming PresentedCredential?
    ) async throws(GateError) -> Signature {
        try await items.sign(challenge, with: name, asking: ask, maximumAge: maximumAge, credential: credential)
    }

    /// How long a confirmation of the user's may count again: not at all behind a locked screen or during sleep.
    package func reuse(atMost age: Duration, of user: UserID) -> Duration {
        authentications.isOnce(for: user) ? .zero : age
    }

    package func signSSH(
        _ signing: SSHSigning, with name: ItemName, asking ask: Ask, maximumAge: Duration,
        credential: consuming PresentedCredential?
    ) async throws(GateError) -> Signature {
        try await items.signSSH(signing, with: name, asking: ask, maximumAge: maximumAge, credential: credential)
    }

    // MARK: Passkeys

    package func passkeys(of user: UserID) async throws(GateError) -> [Item] { try await passkeys.all(of: user) }

    package func passkey(_ id: [UInt8], of user: UserID) async throws(GateError) -> Item? {
        try await passkeys.item(id, of: user)
    }

    package func knownPasskeys(
        among ids: [[UInt8]], to party: RelyingPartyID, of user: UserID
    ) async throws(GateError) -> [[UInt8]] {
        try await passkeys.known(ids, to: party, of: user)
    }

    package func renamePasskey(
        _ id: [UInt8], to label: Label?, of user: UserID, by caller: Caller
    ) async throws(GateError) -> Bool {
        try await passkeys.rename(id, to: label, of: user, by: caller)
    }

    package func makePasskey(
        _ creation: PasskeyCreation, _ ask: Ask, credential: consuming PresentedCredential?
    ) async throws(GateError) -> Result<PasskeyAnswer, PasskeyRefusal> {
        try await passkeys.make(creation, ask, credential: credential)
    }

    package func signIn(
        _ signIn: SignIn, _ ask: Ask, credential: consuming PresentedCredential?
    ) async throws(GateError) -> Result<PasskeyAnswer, PasskeyRefusal> {
        try await passkeys.signIn(signIn, ask, credential: credential)
    }

    // MARK: Prints and readers

    package var presentReaders: [Reader] { readers.all }

    package func prints(of user: UserID) async throws(GateError) -> ([Print], EnrollmentID) {
        let account = try await users.account(user)
        return (account.kept.prints, account.kept.enrollmentID)
    }

    package func enroll(
        _ finger: Finger, label: Label?, _ ask: Ask, credential: consuming PresentedCredential?
    ) async throws(GateError) -> (print: Print, invalidatedItems: Int) {
        try await enrolment.run(finger, label: label, ask, credential: credential)
    }

    package func vouchPrints(
        _ ids: Set<PrintID>, credential: consuming PresentedCredential?, of user: UserID, by caller: Caller
    ) async throws(GateError) -> Int {
        try await printChanges.vouch(ids, credential: credential, of: user, by: caller)
    }

    package func renamePrint(
        _ id: PrintID, to label: Label?, of user: UserID, by caller: Caller
    ) async throws(GateError) -> Print {
        try await printChanges.rename(id, to: label, of: user, by: caller)
    }

    package func deletePrint(
        _ id: PrintID, credential: consuming PresentedCredential?, of user: UserID, by caller: Caller
    ) async throws(GateError) -> Int {
        try await printChanges.delete(id, credential: credential, of: user, by: caller)
    }

    package func deleteAllPrints(
        credential: consuming PresentedCredential?, of user: UserID, by caller: Caller
    ) async throws(GateError) -> Int {
        try await printChanges.deleteAll(credential: credential, of: user, by: caller)
    }

    package func clearReader(_ id: ReaderID, by caller: Caller) async throws(GateError) {
        try await printChanges.clear(id, by: caller)
    }

    // MARK: Settings

    package func setPIN(
        _ pin: borrowing SecretBytes, credential: consuming PresentedCredential?, of user: UserID, by caller: Caller
    ) async throws(GateError) -> Int {
        try await settingsChanges.setPIN(pin, credential: credential, of: user, by: caller)
    }

    package func removePIN(
        credential: consuming PresentedCredential?, of user: UserID, by caller: Caller
    ) async throws(GateError) -> Int {
        try await settingsChanges.removePIN(credential: credential, of: user, by: caller)
    }

    package func lastLogin(of user: UserID) async -> LoginResult? { await loginItems.lastLogin(of: user) }

    package func enableFingerprint(_ ask: Ask) async throws(GateError) {
        try await settingsChanges.enableFingerprint(ask)
    }

    package func disableFingerprint(of user: UserID, by caller: Caller) async throws(GateError) -> Int {
        try await settingsChanges.disableFingerprint(of: user, by: caller)
    }

    package func answerOnboarding(
        app: AppName?, accepted: Bool, of user: UserID, by caller: Caller
    ) async throws(GateError) {
        try await settingsChanges.answerOnboarding(app: app, accepted: accepted, of: user, by: caller)
    }

    package func revokeAll(of user: UserID, by caller: Caller) async throws(GateError) -> Int {
        try await settingsChanges.revokeAll(of: user, by: caller)
    }

    package func reset(
        _ user: UserID, credential: consuming PresentedCredential?, by caller: Caller
    ) async throws(GateError) {
        try await settingsChanges.reset(user, credential: credential, by: caller)
    }

    package func preview(_ change: PreviewedChange, of user: UserID) async throws(GateError) -> ChangePreview {
        try await settingsChanges.preview(change, of: user)
    }
}
