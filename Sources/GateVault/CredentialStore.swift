public import GateModel
public import GatePolicy
public import GateSecret

/// Users' prints, PINs, settings and sealed items, as the daemon asks for them.
///
/// Every call that changes something is durable when it returns; one that throws has changed nothing. Every call with a
/// `User` throws `userChanged` where the number had another name, `rolledBack` where its rows are of an old copy, and
/// `tampered` where a record was changed from outside; every call throws `storageFailed`.
public protocol CredentialStore: Sendable {
    /// Whether since the last time a change that was told as failed may stand nevertheless: what is known of users is to
    /// be read anew. Without a wait.
    func takeDoubt() -> Bool

    // MARK: Users

    /// Everything but templates and items. Writes nothing, also for a user of whom nothing is known.
    func state(of user: User) async throws(KeystoreError) -> UserState

    /// The users who have a row, by number.
    func knownUsers() async throws(KeystoreError) -> [User]

    /// Keeps what the policy remembers of the user: misses, throttles, when a credential was last given.
    ///
    /// `isSetback`: it is worse for the user than before, so that an old copy of the database shall not undo it.
    /// `mayBeRefused`: it has not happened yet, and `limit` is thrown where the user has such changes too often.
    func savePolicy(
        _ blob: [UInt8], of user: User, isSetback: Bool, mayBeRefused: Bool
    ) async throws(KeystoreError)

    /// Writes what came of answers, all of it at once. What it is about and is there no longer is passed over: a print, an
    /// item, or the user.
    func note(_ notes: AnswerNotes, of user: User) async throws(KeystoreError)

    /// Remembers an answer to the offer of fingerprint unlocking. An app's is that app's alone and turns nothing on or
    /// off. With no app in particular the first print does not turn the fingerprint on for a user who declined; who takes
    /// that back has on what the first print would have turned on.
    func answerOnboarding(app: AppName?, accepted: Bool, of user: User) async throws(KeystoreError)

    // MARK: Settings

    /// Turns fingerprint unlocking on, with fresh keys, or off: then everything that a fingerprint could open is
    /// destroyed. Turning it to where it is changes nothing. Prints stay. Returns how many items nothing opens any more.
    @discardableResult
    func setFingerprint(_ on: Bool, of user: User) async throws(KeystoreError) -> Int

    /// Destroys all of the user's items, which stay as invalidated ones, and every key that opened them. Returns how
    /// many there were.
    @discardableResult
    func revokeAll(of user: User) async throws(KeystoreError) -> Int

    /// Destroys everything of a number, whatever name it belongs to and whether or not it authenticates.
    ///
    /// `chipCopies` are the prints that a reader's own storage holds still; those that can be read are queued.
    func reset(_ user: UserID, chipCopies: Set<PrintID>) async throws(KeystoreError)

    /// What a change would cost now; nothing is changed.
    func preview(_ change: KeystoreChange, of user: User) async throws(KeystoreError) -> ChangePreview

    // MARK: PINs

    /// Tries a PIN; nil where it is wrong. Takes as long as scrypt takes, one at a time.
    ///
    /// Throws `noPIN`.
    func unlock(pin: borrowing SecretBytes, of user: User) async throws(KeystoreError) -> UnlockedPIN?

    /// Sets or changes the PIN; its rules are the policy's. Returns how many items nothing opens any more.
    ///
    /// Throws `pinChanged` where the authority does not fit: there is a PIN and it is said to be the first, or the old
    /// one is no longer the present one.
    @discardableResult
    func setPIN(
        _ pin: borrowing SecretBytes, of user: User, authorizedBy authority: consuming PINAuthority
    ) async throws(KeystoreError) -> Int

    /// Removes the PIN and every PIN slot. Returns how many items nothing opens any more. Throws `noPIN`.
    @discardableResult
    func removePIN(of user: User) async throws(KeystoreError) -> Int

    // MARK: Prints

    /// The user's prints with their templates, in the order of enrolment.
    func gallery(of user: User) async throws(KeystoreError) -> Gallery

    /// Adds a print, which begins a new epoch. The first one that is vouched for turns fingerprint unlocking on, unless it
    /// was turned off or the user declined it.
    ///
    /// Throws `printExists` and `limit`.
    ///
    /// - Parameter note: what `deleteLater` noted of it while it was nobody's; it goes as the print comes.
    func addPrint(
        _ print: Print, template: Template, insteadOf note: ChipDeletion.ID?, of user: User
    ) async throws(KeystoreError) -> EnrollmentChange

    /// Vouches for prints that nobody vouched for, which begins a new epoch as adding them would. Those that somebody vouched
    /// for stay as they are; if there is no other, nothing changes. Throws `printNotFound`, and has changed nothing then.
    func vouchPrints(_ ids: Set<PrintID>, of user: User) async throws(KeystoreError) -> EnrollmentChange

    /// What its user calls a print; a label that is nil takes that away. Throws `printNotFound`.
    func renamePrint(_ id: PrintID, to label: Label?, of user: User) async throws(KeystoreError) -> Print

    /// Deletes a print, which ends the epoch; with `chipCopyRemains`, its copy in the reader's storage is queued for
    /// deletion.
    ///
    /// Throws `printNotFound`.
    func removePrint(
        _ id: PrintID, chipCopyRemains: Bool, of user: User
    ) async throws(KeystoreError) -> EnrollmentChange

    /// Deletes those of the prints that are there, as `removePrint`, in one change; if none is, nothing changes.
    func removePrints(
        _ ids: Set<PrintID>, chipCopies: Set<PrintID>, of user: User
    ) async throws(KeystoreError) -> EnrollmentChange

    /// Deletes every print, those of `chipCopies` from their readers' storage as well, later. Without prints, nothing
    /// changes.
    func removeAllPrints(chipCopies: Set<PrintID>, of user: User) async throws(KeystoreError) -> EnrollmentChange

    /// Notes that a reader's storage lost prints, which ends the epoch as their deletion would. Those that are not known
    /// count for nothing; if none is, nothing changes.
    func printsVanished(_ ids: [PrintID], of user: User) async throws(KeystoreError) -> EnrollmentChange

    // MARK: Copies in readers' storage

    /// What is to be deleted from the storage of `reader`.
    func chipDeletions(on reader: ReaderID) async throws(KeystoreError) -> [ChipDeletion]

    /// The reader's storage no longer has it. One that is not known is done already.
    func chipDeletionDone(_ id: ChipDeletion.ID) async throws(KeystoreError)

    /// Notes a print that a reader's storage has and nobody's enrolment, to be deleted when the reader lets it.
    @discardableResult
    func deleteLater(_ template: Template, on reader: ReaderID) async throws(KeystoreError) -> ChipDeletion.ID

    // MARK: Items

    /// All items, invalidated ones too, by name.
    func items(of user: User) async throws(KeystoreError) -> [Item]

    /// One item, invalidated or not. Throws `itemNotFound`.
    func item(_ name: ItemName, of user: User) async throws(KeystoreError) -> Item

    /// The factors that `store` would make slots for now; throws what it would, the proof apart. For asking before the
    /// user is asked.
    func slots(
        storing draft: ItemDraft, byteCount: Int, of user: User, passwordAvailable: Bool
    ) async throws(KeystoreError) -> [Factor]

    /// Seals a secret, with a slot for each factor that the access allows and the user has. An item of the name that is
    /// there already stays until the new one is on disk.
    ///
    /// `passwordAvailable`: whether the user's password can be checked. Throws `proofRejected`, `itemExists`, `limit`,
    /// and `slotMissing` where no slot can be made.
    func store(
        _ secret: borrowing SecretBytes, as draft: ItemDraft, of user: User, passwordAvailable: Bool,
        proof: consuming PresenceProof, now: Moment
    ) async throws(KeystoreError) -> Item

    /// Makes a signing key and seals it as `store` seals a secret; throws as that, and `sealing`.
    func createKey(
        _ algorithm: Item.Algorithm, as draft: ItemDraft, of user: User, passwordAvailable: Bool,
        proof: consuming PresenceProof, now: Moment
    ) async throws(KeystoreError) -> Item

    /// Deletes an item, also one that does not authenticate. Throws `itemNotFound`.
    func delete(_ name: ItemName, of user: User) async throws(KeystoreError)

    // MARK: Opening items

    /// What opening an item takes, read before the user is asked, so that nothing is read between the touch and the
    /// answer. Throws `itemNotFound` and `itemInvalidated`.
    func itemToOpen(_ name: ItemName, of user: User) async throws(KeystoreError) -> any ClosedItem

    /// Opens a secret by the slot of the proof's factor, a fingerprint or the password. Writes nothing, and suspends
    /// nowhere, unless the item may have changed since it was read: then it is read anew.
    ///
    /// Throws `proofRejected`, also for a key, `itemNotFound`, `itemInvalidated` and `slotMissing`.
    func open(
        _ closed: any ClosedItem, proof: consuming PresenceProof, now: Moment
    ) async throws(KeystoreError) -> SecretBytes

    /// Opens a secret by its PIN slot; as the other one, and throws `pinChanged` where the PIN was changed since.
    func open(
        _ closed: any ClosedItem, proof: consuming PresenceProof, unlocked pin: borrowing UnlockedPIN, now: Moment
    ) async throws(KeystoreError) -> SecretBytes

    /// Signs with the key that the slot of the proof's factor opens, a fingerprint or the password: ECDSA over SHA-256
    /// in DER for P-256, 64 bytes for Ed25519. Writes nothing; a key that is not in the TPM suspends as `open` does.
    ///
    /// Throws `proofRejected`, also for a secret, `itemNotFound`, `itemInvalidated`, `slotMissing` and `sealing`.
    func sign(
        _ challenge: borrowing SecretBytes, with closed: any ClosedItem, proof: consuming PresenceProof, now: Moment
    ) async throws(KeystoreError) -> [UInt8]

    /// Signs with the key that its PIN slot opens; as the other one, and throws `pinChanged` where the PIN was changed
    /// since.
    func sign(
        _ challenge: borrowing SecretBytes, with closed: any ClosedItem, proof: consuming PresenceProof,
        unlocked pin: borrowing UnlockedPIN, now: Moment
    ) async throws(KeystoreError) -> [UInt8]

    /// Makes the fingerprint slot anew, after the password was given: with a fresh data key and content, so that what
    /// the item was sealed with before is gone. `finger` is the proof of the present enrolment.
    ///
    /// Throws as `open`, and `slotMissing` where the item or the user has no fingerprint.
    func renew(
        _ name: ItemName, of user: User, credential: consuming PresenceProof, finger: consuming PresenceProof,
        now: Moment
    ) async throws(KeystoreError) -> Item

    /// Makes the fingerprint slot anew, after the PIN was given; as the other one.
    func renew(
        _ name: ItemName, of user: User, credential: consuming PresenceProof, unlocked pin: borrowing UnlockedPIN,
        finger: consuming PresenceProof, now: Moment
    ) async throws(KeystoreError) -> Item
}

extension CredentialStore {
    /// Keeps what is no worse for the user than before.
    public func savePolicy(_ blob: [UInt8], of user: User) async throws(KeystoreError) {
        try await savePolicy(blob, of: user, isSetback: false, mayBeRefused: false)
    }

    /// Keeps what has happened already.
    public func savePolicy(_ blob: [UInt8], of user: User, isSetback: Bool) async throws(KeystoreError) {
        try await savePolicy(blob, of: user, isSetback: isSetback, mayBeRefused: false)
    }

    /// Destroys everything of a number, and leaves readers' storage as it is.
    public func reset(_ user: UserID) async throws(KeystoreError) {
        try await reset(user, chipCopies: [])
    }

    /// Adds a print of which nothing was noted.
    public func addPrint(
        _ print: Print, template: Template, of user: User
    ) async throws(KeystoreError) -> EnrollmentChange {
        try await addPrint(print, template: template, insteadOf: nil, of: user)
    }

    /// Deletes a print, and leaves readers' storage as it is.
    public func removePrint(_ id: PrintID, of user: User) async throws(KeystoreError) -> EnrollmentChange {
        try await removePrint(id, chipCopyRemains: false, of: user)
    }

    /// Deletes every print, and leaves readers' storage as it is.
    public func removeAllPrints(of user: User) async throws(KeystoreError) -> EnrollmentChange {
        try await removeAllPrints(chipCopies: [], of: user)
    }
}
