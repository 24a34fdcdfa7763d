public import GateModel
public import GatePolicy
public import GateSecret

/// Stores users' prints, PINs, settings and sealed items for the daemon.
///
/// A change is durable when its call returns; a call that throws has changed nothing. Calls with a `User` throw
/// `userChanged` if the number had another name, `rolledBack` if its rows come from an old copy, and `tampered` if a
/// record was altered from outside. Every call throws `storageFailed`.
public protocol CredentialStore: Sendable {
    /// Whether a change that was reported as failed may stand, so that cached users must be read again. Clears the
    /// doubt; never waits.
    func takeDoubt() -> Bool

    // MARK: Users

    /// The user's state without templates and items. Writes nothing, even for an unknown user.
    func state(of user: User) async throws(KeystoreError) -> UserState

    /// The users with a row, by number.
    func knownUsers() async throws(KeystoreError) -> [User]

    /// Saves the policy's state of the user: misses, throttles, and when a credential was last given.
    ///
    /// `isSetback`: the state is worse for the user than before, so an old copy of the database must not undo it.
    /// `mayBeRefused`: the change has not happened yet; throws `limit` if the user makes such changes too often.
    func savePolicy(
        _ blob: [UInt8], of user: User, isSetback: Bool, mayBeRefused: Bool
    ) async throws(KeystoreError)

    /// Writes the results of answers in one change. Skips notes about a print, item or user that no longer exists.
    func note(_ notes: AnswerNotes, of user: User) async throws(KeystoreError)

    /// Records an answer to the offer of fingerprint unlocking. An answer for an app concerns that app only. An answer
    /// for no app decides whether the first print turns the fingerprint on: not after declining. Accepting later turns
    /// on what the first print would have.
    func answerOnboarding(app: AppName?, accepted: Bool, of user: User) async throws(KeystoreError)

    // MARK: Settings

    /// Turns fingerprint unlocking on with fresh keys, or off, which destroys every fingerprint slot and the items
    /// without another. Setting it to its present state changes nothing. Prints stay. Returns the number of items that
    /// nothing opens any more.
    @discardableResult
    func setFingerprint(_ on: Bool, of user: User) async throws(KeystoreError) -> Int

    /// Destroys all of the user's items, which stay as invalidated, and every key that opened them. Returns the number
    /// of items.
    @discardableResult
    func revokeAll(of user: User) async throws(KeystoreError) -> Int

    /// Destroys everything of a user number, whatever its name and even if it does not authenticate.
    ///
    /// `chipCopies` are the prints still in a reader's storage; those with a readable record are queued for deletion.
    func reset(_ user: UserID, chipCopies: Set<PrintID>) async throws(KeystoreError)

    /// Previews the cost of a change without making it.
    func preview(_ change: KeystoreChange, of user: User) async throws(KeystoreError) -> ChangePreview

    // MARK: PINs

    /// Tries a PIN; nil if it is wrong. Takes as long as scrypt, one at a time.
    ///
    /// Throws `noPIN`.
    func unlock(pin: borrowing SecretBytes, of user: User) async throws(KeystoreError) -> UnlockedPIN?

    /// Sets or changes the PIN; the policy checks its rules. Returns the number of items that nothing opens any more.
    ///
    /// Throws `pinChanged` if the authority does not fit: it claims a first PIN although one is set, or its old PIN was
    /// changed since.
    @discardableResult
    func setPIN(
        _ pin: borrowing SecretBytes, of user: User, authorizedBy authority: consuming PINAuthority
    ) async throws(KeystoreError) -> Int

    /// Removes the PIN and every PIN slot. Returns the number of items that nothing opens any more. Throws `noPIN`.
    @discardableResult
    func removePIN(of user: User) async throws(KeystoreError) -> Int

    // MARK: Prints

    /// The user's prints with their templates, in the order of enrolment.
    func gallery(of user: User) async throws(KeystoreError) -> Gallery

    /// Adds a print, which begins a new epoch. The first vouched print turns fingerprint unlocking on, unless it was
    /// turned off or the user declined it.
    ///
    /// Throws `printExists` and `limit`.
    ///
    /// - Parameter note: the note that `deleteLater` made of the unowned print; removed in the same change.
    func addPrint(
        _ print: Print, template: Template, insteadOf note: ChipDeletion.ID?, of user: User
    ) async throws(KeystoreError) -> EnrollmentChange

    /// Vouches for prints, which begins a new epoch as adding them would. Prints already vouched for stay as they are;
    /// if all are, nothing changes. Throws `printNotFound`, changing nothing.
    func vouchPrints(_ ids: Set<PrintID>, of user: User) async throws(KeystoreError) -> EnrollmentChange

    /// Sets the user's label of a print; nil removes it. Throws `printNotFound`.
    func renamePrint(_ id: PrintID, to label: Label?, of user: User) async throws(KeystoreError) -> Print

    /// Deletes a print, which ends the epoch; with `chipCopyRemains`, queues its copy in the reader's storage for
    /// deletion.
    ///
    /// Throws `printNotFound`.
    func removePrint(
        _ id: PrintID, chipCopyRemains: Bool, of user: User
    ) async throws(KeystoreError) -> EnrollmentChange

    /// Deletes the given prints that exist, as `removePrint` does, in one change; if none exists, nothing changes.
    func removePrints(
        _ ids: Set<PrintID>, chipCopies: Set<PrintID>, of user: User
    ) async throws(KeystoreError) -> EnrollmentChange

    /// Deletes every print, and queues those of `chipCopies` for deletion from readers. Without prints, nothing
    /// changes.
    func removeAllPrints(chipCopies: Set<PrintID>, of user: User) async throws(KeystoreError) -> EnrollmentChange

    /// Records that a reader's storage lost prints, which ends the epoch like their deletion. Ignores unknown prints;
    /// if all are unknown, nothing changes.
    func printsVanished(_ ids: [PrintID], of user: User) async throws(KeystoreError) -> EnrollmentChange

    // MARK: Copies in readers' storage

    /// The prints to delete from the storage of `reader`.
    func chipDeletions(on reader: ReaderID) async throws(KeystoreError) -> [ChipDeletion]

    /// Removes a deletion that the reader has carried out; an unknown one is already removed.
    func chipDeletionDone(_ id: ChipDeletion.ID) async throws(KeystoreError)

    /// Queues the deletion of a print that is in a reader's storage and belongs to no enrolment.
    @discardableResult
    func deleteLater(_ template: Template, on reader: ReaderID) async throws(KeystoreError) -> ChipDeletion.ID

    // MARK: Items

    /// All items, invalidated ones too, by name.
    func items(of user: User) async throws(KeystoreError) -> [Item]

    /// One item, invalidated or not. Throws `itemNotFound`.
    func item(_ name: ItemName, of user: User) async throws(KeystoreError) -> Item

    /// The factors that `store` would make slots for now; throws its errors except the proof's. Lets the daemon check
    /// before it asks the user.
    func slots(
        storing draft: ItemDraft, byteCount: Int, of user: User, passwordAvailable: Bool
    ) async throws(KeystoreError) -> [Factor]

    /// Seals a secret, with a slot for each factor that the access allows and the user has. An item that it replaces
    /// stays until the new one is on disk.
    ///
    /// `passwordAvailable`: whether the user's password can be checked. Throws `proofRejected`, `itemExists`, `limit`,
    /// and `slotMissing` if no slot can be made. An update keeps the item but for its content, and throws `itemNotFound` and
    /// `itemInvalidated` without one, and `proofRejected` if its access is another. Of items for logins, a user has at most one: a second one of another
    /// name throws `itemExists` with the first one's name.
    func store(
        _ secret: borrowing SecretBytes, as draft: ItemDraft, of user: User, passwordAvailable: Bool,
        proof: consuming PresenceProof, now: Moment
    ) async throws(KeystoreError) -> Item

    /// Makes a signing key and seals it like a secret; throws the errors of `store`, and `sealing`.
    func createKey(
        _ algorithm: Item.Algorithm, as draft: ItemDraft, of user: User, passwordAvailable: Bool,
        proof: consuming PresenceProof, now: Moment
    ) async throws(KeystoreError) -> Item

    /// Seals a private key that was made elsewhere: the 32 bytes of the P-256 scalar or of the Ed25519 seed. It is for ssh,
    /// and never in the TPM. Throws the errors of `store`.
    func importKey(
        _ privateKey: borrowing SecretBytes, _ algorithm: Item.Algorithm, as draft: ItemDraft, of user: User,
        passwordAvailable: Bool, proof: consuming PresenceProof, now: Moment
    ) async throws(KeystoreError) -> Item

    /// Makes the passkey of `draft`, as `createKey` makes a key, and has it sign its own data: with the hash of the client
    /// data, the attestation. Throws as `createKey`, and `proofRejected` without a factor.
    func createPasskey(
        _ algorithm: Item.Algorithm, as draft: ItemDraft, attesting clientDataHash: [UInt8], of user: User,
        passwordAvailable: Bool, proof: consuming PresenceProof, now: Moment
    ) async throws(KeystoreError) -> SignedPasskey

    /// Signs in with a passkey that is opened as `sign` opens a key. Its counter is on disk before it signs. With several
    /// `names`, its own among them, the proof is for one of those.
    ///
    /// Throws as `sign` does, and `keyChanged` if it is another passkey by now.
    func signIn(
        with closed: any ClosedItem, among names: [ItemName], _ clientDataHash: [UInt8],
        deriving derivation: SecretDerivation?,
        proof: consuming PresenceProof, key: KeptKey?, now: Moment
    ) async throws(KeystoreError) -> SignedPasskey

    /// Sets or removes an item's text for people; nothing else of it changes. Throws `itemNotFound`.
    func setLabel(_ label: Label?, of name: ItemName, of user: User) async throws(KeystoreError)

    /// Sets the servers that a key for ssh signs in to; empty for all. Throws `itemNotFound`, also for other items.
    func setDestinations(
        _ destinations: [SSHDestination], of name: ItemName, of user: User
    ) async throws(KeystoreError) -> Item

    /// Deletes an item, even one that does not authenticate. Throws `itemNotFound`.
    func delete(_ name: ItemName, of user: User) async throws(KeystoreError)

    // MARK: Opening items

    /// Reads an item before the user is asked, so that nothing is read between touch and answer. Throws `itemNotFound`
    /// and `itemInvalidated`.
    func itemToOpen(_ name: ItemName, of user: User) async throws(KeystoreError) -> any ClosedItem

    /// Opens a secret by the slot of the proof's factor, a fingerprint or the password; with the proof of a PIN by the item's
    /// key, and only then is there one. Writes nothing. Suspends only if the item may have changed since it was read, and
    /// then reads it again.
    ///
    /// Throws `proofRejected`, also for a key and if the item was sealed again since its key was read, `itemNotFound`,
    /// `itemInvalidated`, `slotMissing`, and `pinChanged` if the PIN was changed since.
    func open(
        _ closed: any ClosedItem, proof: consuming PresenceProof, key: KeptKey?, now: Moment
    ) async throws(KeystoreError) -> SecretBytes

    /// An item's key from its PIN slot, for the calls that open by it.
    ///
    /// Throws `proofRejected` if the PIN is another user's, `itemNotFound`, `itemInvalidated`, `slotMissing`, and
    /// `pinChanged` if the PIN was changed since.
    func key(
        of closed: any ClosedItem, unlocked pin: borrowing UnlockedPIN
    ) async throws(KeystoreError) -> KeptKey

    /// Opens several secrets by one proof for all of them, or none. `keys` are theirs, in the same order, with the proof of a
    /// PIN, and otherwise empty. Throws as above, and `proofRejected` for an item that opens alone.
    func open(
        _ closed: [any ClosedItem], proof: consuming PresenceProof, keys: [KeptKey], now: Moment
    ) async throws(KeystoreError) -> [HeldSecret]

    /// The user's item for logins, also read ahead; nil if there is none. Throws `itemInvalidated`.
    func itemForLogin(of user: User) async throws(KeystoreError) -> LoginItem?

    /// Opens an item for logins, as above; only the proof of a login opens it, and it opens nothing else.
    func openForLogin(
        _ closed: any ClosedItem, proof: consuming PresenceProof, now: Moment
    ) async throws(KeystoreError) -> SecretBytes

    /// Seals another password in an item for logins, under a fresh data key, for the same fingers. Only the proof of
    /// the account's password allows it.
    ///
    /// Throws `proofRejected`, also if the enrolment has ended or the item was replaced since it was read,
    /// `itemNotFound` and `itemInvalidated`.
    func renewForLogin(
        _ closed: any ClosedItem, to password: borrowing SecretBytes, boundBy binding: LoginBinding,
        proof: consuming PresenceProof, now: Moment
    ) async throws(KeystoreError)

    /// Signs with a key that is opened as `open` opens a secret: ECDSA over SHA-256 in DER for P-256, 64 bytes for Ed25519.
    /// Writes nothing; without the TPM it suspends only as `open` does.
    ///
    /// Throws as `open` does, `proofRejected` for a secret, `keyChanged` for a key that `terms` refuse, and `sealing`.
    func sign(
        _ challenge: borrowing SecretBytes, under terms: SigningTerms, with closed: any ClosedItem,
        proof: consuming PresenceProof, key: KeptKey?, now: Moment
    ) async throws(KeystoreError) -> [UInt8]

    /// Renews the fingerprint slot after the password was given. Data key and content are sealed afresh, so the item's
    /// old keys open nothing. `finger` is the proof of the present enrolment.
    ///
    /// Throws the errors of `open`, and `slotMissing` if the item or the user has no fingerprint.
    func renew(
        _ name: ItemName, of user: User, credential: consuming PresenceProof, finger: consuming PresenceProof,
        now: Moment
    ) async throws(KeystoreError) -> Item

    /// Renews the fingerprint slot after the PIN was given, as above.
    func renew(
        _ name: ItemName, of user: User, credential: consuming PresenceProof, unlocked pin: borrowing UnlockedPIN,
        finger: consuming PresenceProof, now: Moment
    ) async throws(KeystoreError) -> Item
}

extension CredentialStore {
    /// Saves a state that is no worse for the user than before.
    public func savePolicy(_ blob: [UInt8], of user: User) async throws(KeystoreError) {
        try await savePolicy(blob, of: user, isSetback: false, mayBeRefused: false)
    }

    /// Saves a change that has already happened.
    public func savePolicy(_ blob: [UInt8], of user: User, isSetback: Bool) async throws(KeystoreError) {
        try await savePolicy(blob, of: user, isSetback: isSetback, mayBeRefused: false)
    }

    /// Destroys everything of a user number; does not change the readers' storage.
    public func reset(_ user: UserID) async throws(KeystoreError) {
        try await reset(user, chipCopies: [])
    }

    /// Adds a print without a note.
    public func addPrint(
        _ print: Print, template: Template, of user: User
    ) async throws(KeystoreError) -> EnrollmentChange {
        try await addPrint(print, template: template, insteadOf: nil, of: user)
    }

    /// Deletes a print; does not change the readers' storage.
    public func removePrint(_ id: PrintID, of user: User) async throws(KeystoreError) -> EnrollmentChange {
        try await removePrint(id, chipCopyRemains: false, of: user)
    }

    /// Deletes every print; does not change the readers' storage.
    public func removeAllPrints(of user: User) async throws(KeystoreError) -> EnrollmentChange {
        try await removeAllPrints(chipCopies: [], of: user)
    }
}
