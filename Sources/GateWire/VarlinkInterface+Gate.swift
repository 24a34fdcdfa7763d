extension VarlinkInterface {
    /// The interface of the gate, with everything that it says about itself.
    public static let gate = constant(gateText)

    /// The gate's interface by name.
    static let gateName = "org.biometricgate.Gate"

    /// An interface whose text stands in this module.
    static func constant(_ text: String) -> VarlinkInterface {
        do {
            return try VarlinkInterface(parsing: text)
        } catch {
            // The texts are constants, and a test reads each of them.
            preconditionFailure("line \(error.line) of an interface of this module")
        }
    }
}

private let gateText = #"""
    # Secrets and signing keys that open with a fingerprint, and the enrolment, settings and fallbacks
    # around them.
    #
    # Whose data: everything belongs to the calling user, whom the kernel names (SO_PEERCRED). Only root may
    # pass "uid" to act for somebody else.
    #
    # Calls that need the user (marked "asks the user") may be sent with "more": they then answer with
    # Progress replies while they wait, and with their result as the last reply. Sent without "more", they
    # answer once. Closing the connection cancels whatever it is waiting for and frees the reader; so does
    # CancelRequest.
    #
    # Credential: a call that asks the user takes the fingerprint, unless "credential" is given: then that PIN
    # or password is checked instead and no reader is touched. AnswerRequest gives one while the finger is
    # awaited: whichever comes first decides.
    #
    # A call about an item takes the factors of that item only. "fallbacks" in an error are the credentials with which
    # this same call would succeed at that moment; where there is none, guidance says what else to do. "clearedBy" is
    # what ends a lockout.
    #
    # Order of checks: parameters, NotPermitted, ItemNotFound, ItemInvalidated, FactorNotAllowed; then the credential
    # that was given, or the reuse of an authentication; then the availability; then the queue. A reader that
    # another call of ours is using is no error: the call is queued; a full queue is LimitExceeded.
    #
    # Reuse: maxAgeSeconds absent is 0; outside 0 to 300 it is an InvalidParameter. An item opens by reuse only if the call's
    # and the item's number both allow it (0: never, not even at age 0; exactly the number: yes), on the same connection
    # and for the same user, and only the slot of the factor that was presented; a PIN opens its slot itself and is
    # not reused for items. StoreSecret, CreateKey and every right credential count as authentications too.
    #
    # Times are RFC 3339 in UTC. Byte strings are base64 with padding. "locale" is a BCP 47 tag; texts for
    # people come in it, or in English. Identifiers are opaque. "reason" is shown to the user: 1 to 200
    # characters, no control characters. "timeoutSeconds" is 1 to 120 (default 30): the time that the reader is armed
    # for the call, in enrolment for each touch. "readerId" absent: the reader that matched last, else the first with
    # the user's prints. Clients ignore members and enum values that they do not know.
    interface org.biometricgate.Gate

    type Factor (fingerprint, pin, password)

    type Finger (
      leftThumb, leftIndex, leftMiddle, leftRing, leftLittle,
      rightThumb, rightIndex, rightMiddle, rightRing, rightLittle
    )

    # Exactly one member is given.
    type Credential (pin: ?string, password: ?string)

    # What to tell a person, in plain words: what is the matter, and the one next step; "command" is that step
    # for somebody at a terminal.
    type Guidance (
      title: string,
      body: string,
      action: (none, useFingerprint, usePIN, usePassword, enroll, enable, connectReader, wait, retry, signInAgain),
      actionLabel: string,
      command: ?string,
      locale: string
    )

    # Whether a fingerprint can be asked for now. Where several states hold, the first of this list is
    # reported: noHardware, disabled, notEnrolled, lockoutPermanent, lockout, hardwareUnavailable, available.
    # With no reader present, a user with prints has hardwareUnavailable (disconnected), not noHardware; with another
    # reader present, notEnrolled. "disabled" holds after DisableFingerprint or a declined onboarding only. A fault or heat
    # is reported for 5 s or until the next request: every request tries the reader again.
    # "reason" goes with hardwareUnavailable, with notEnrolled (printsVanished) and with lockoutPermanent
    # (attempts, credentialAge, boot).
    type Availability (
      state: (available, noHardware, hardwareUnavailable, notEnrolled, disabled, lockout, lockoutPermanent),
      reason: ?(
        busy, inUse, suspended, overheated, disconnected, faulted, notInteractive, administrator,
        printsVanished, attempts, credentialAge, boot
      ),
      retryAfterMilliseconds: ?int,
      fallbacks: []Factor,
      guidance: Guidance
    )

    # "waitingForFinger" comes each time a touch is wanted and the reader is ready for it: once for the first touch,
    # and again after every "retry", "noMatch" or "stagePassed" that is not the last. "retry" is a scan too poor to
    # judge: it never counts as a failure. "noMatch" is a good scan of a finger that is not enrolled: it does.
    # "credentialWrong" follows an AnswerRequest that was wrong. attemptsRemaining: of those that this call still
    # allows, or of those before the lockout, the smaller number. "finger": the one asked for, on a reader that cannot
    # identify. "stage": touches passed, of "stages"; 0 is the touch that looks for a duplicate, where one is needed.
    type Progress (
      event: (queued, waitingForFinger, fingerPresent, retry, noMatch, matched, stagePassed, credentialWrong),
      hint: ?(poorScan, tooShort, notCentered, removeFinger, tooFast),
      attemptsRemaining: ?int,
      stage: ?int,
      stages: ?int,
      finger: ?Finger,
      readerId: ?string,
      message: string
    )

    type Authentication (
      factor: Factor,
      at: string,
      ageMilliseconds: int,
      readerId: ?string
    )

    # "matching" says where the comparison is made: in the reader's own chip, or by libfprint in the daemon.
    type Reader (
      id: string,
      name: string,
      driver: string,
      bus: (usb, spi, virtual),
      scanType: (press, swipe),
      enrollStages: int,
      matching: (onHost, onChip),
      capabilities: [](capture, identify, verify, storage, storageList, storageDelete, storageClear, duplicatesCheck, alwaysOn, updatePrint),
      state: (ready, busy, inUse, suspended, overheated, faulted)
    )

    type Print (
      id: string,
      finger: Finger,
      label: ?string,
      readerId: string,
      enrolledAt: string
    )

    # "method" is the biometric method in use: fingerprint where it is enabled, enrolled and not unavailable for
    # good. "onboarding" is the answer given for the asked app.
    type Settings (
      fingerprintEnabled: bool,
      method: (none, fingerprint),
      onboarding: (pending, accepted, skipped),
      pinSet: bool,
      passwordAvailable: bool,
      enrolledPrints: int,
      items: int
    )

    # Which factors open an item (any one of them does), what becomes of its fingerprint access when a finger
    # is added or removed ("current": it is destroyed for good; "any": it survives), and how old an
    # authentication on the same connection may be to serve instead of a new one (0: never, not even at age 0;
    # at most 300).
    type Access (
      factors: []Factor,
      enrollment: (current, any),
      maxAgeSeconds: int
    )

    # openableBy: the factors whose slot exists; fingerprint leaves it when the epoch ends, until RenewItem.
    # An item that nothing opens any more is invalidated: its secret is gone, its row stays, so that an app can
    # tell it from one that never was. publicKey is a DER SubjectPublicKeyInfo. owner is the program that stored
    # it, as the kernel named it then.
    type Item (
      name: string,
      label: ?string,
      kind: (secret, key),
      access: Access,
      openableBy: []Factor,
      state: (valid, invalidated),
      invalidatedBy: ?(enrollmentChanged, fingerprintDisabled, pinRemoved, pinReset, revoked),
      algorithm: ?(p256, ed25519),
      publicKey: ?string,
      sealedBy: (tpm, file, credential),
      owner: ?string,
      createdAt: string,
      lastUsedAt: ?string
    )

    # A call of the same user that is waiting for them: who asks (program, process, unit or sandboxed app, as the
    # kernel and systemd name it; "executable" is null where the daemon may not read it), for what, and how far it is.
    type Request (
      id: string,
      processId: int,
      command: string,
      executable: ?string,
      unit: ?string,
      operation: (authenticate, enroll, enable, store, retrieve, createKey, sign, renew),
      item: ?string,
      reason: ?string,
      factors: []Factor,
      progress: ?Progress
    )

    # ---- Readers ----

    method ListReaders() -> (readers: []Reader)

    # With "more" only: one reply for each reader present, then one for each change.
    method WatchReaders() -> (change: (present, added, removed, changed), reader: Reader)

    # Root only: erases every print in the reader's own storage, whoever enrolled it, fprintd or another system.
    method ClearReader(readerId: string) -> ()

    # ---- Availability and authentication ----

    method GetAvailability(uid: ?int, locale: ?string) -> (availability: Availability)

    # With "more" only: the availability now, then whenever it changes.
    method WatchAvailability(uid: ?int, locale: ?string) -> (availability: Availability)

    # Asks the user. An authentication on this connection that is no older than maxAgeSeconds (default 0, at most
    # 300) is returned at once instead.
    method Authenticate(
      reason: string,
      factors: ?[]Factor,
      credential: ?Credential,
      maxAgeSeconds: ?int,
      readerId: ?string,
      timeoutSeconds: ?int,
      uid: ?int,
      locale: ?string
    ) -> (progress: ?Progress, authentication: ?Authentication)

    # The newest authentication on this connection, if it still counts: locking the session, suspending,
    # revoking or any change of prints, PIN or settings ends it.
    method GetLastAuthentication() -> (authentication: ?Authentication)

    method ForgetAuthentication() -> ()

    # With "more" only: the waiting calls of the calling user, then each change; "ended" is the last of a request.
    # For prompts and panels.
    method WatchRequests(locale: ?string) -> (change: (present, added, changed, ended), request: Request)

    # Gives a PIN or password to a waiting call: of this connection (sent "oneway" behind it), or, with its id, of
    # another connection of the same user. Right, it decides the call; wrong, the call goes on, with the
    # progress "credentialWrong".
    method AnswerRequest(requestId: ?string, credential: Credential) -> ()

    # Ends a waiting call, of this connection (sent "oneway" behind it) or by its id, with Cancelled (client).
    # Nothing is counted, and authentications stay.
    method CancelRequest(requestId: ?string) -> ()

    # ---- Enrolment ----

    # enrollmentId changes with every finger added or removed, and never comes back to an earlier value; it
    # differs from user to user and tells nothing else.
    method ListPrints(uid: ?int) -> (prints: []Print, enrollmentId: string)

    # Asks the user for "stages" touches. Needs the PIN or the password as credential: a finger never
    # authorises another finger. The first print turns fingerprint unlocking on, unless it was turned off or
    # declined before.
    method Enroll(
      finger: Finger,
      label: ?string,
      readerId: ?string,
      credential: ?Credential,
      timeoutSeconds: ?int,
      uid: ?int,
      locale: ?string
    ) -> (progress: ?Progress, print: ?Print, invalidatedItems: ?int)

    method DeletePrint(printId: string, credential: ?Credential, uid: ?int, locale: ?string) -> (invalidatedItems: int)

    method DeleteAllPrints(credential: ?Credential, uid: ?int, locale: ?string) -> (invalidatedItems: int)

    # ---- Settings ----

    method GetSettings(app: ?string, uid: ?int) -> (settings: Settings)

    # Asks the user for an enrolled finger; fingerprint unlocking, off until then, is on only if it matched.
    method EnableFingerprint(reason: ?string, readerId: ?string, timeoutSeconds: ?int, locale: ?string) -> (progress: ?Progress, settings: ?Settings)

    # When this returns, everything that a fingerprint could open is destroyed on disk. Prints stay enrolled.
    method DisableFingerprint() -> (invalidatedItems: int, settings: Settings)

    # The user was offered fingerprint unlocking (by that app) and answered; both can be changed later.
    method AnswerOnboarding(app: ?string, answer: (accepted, skipped)) -> (settings: Settings)

    # The first PIN needs the password where the daemon is configured to check one (also while it cannot be reached:
    # CredentialUnavailable); a later one needs the old PIN or the password. Given the old PIN, every PIN slot is kept; given the
    # password, items with a password slot get a new PIN slot and the others lose theirs (pinReset).
    method SetPIN(pin: string, credential: ?Credential, locale: ?string) -> (invalidatedItems: int)

    # CredentialNotSet where prints exist and no password could be checked afterwards.
    method RemovePIN(credential: ?Credential, locale: ?string) -> (invalidatedItems: int)

    # What the next change would cost: the names of the items that would be invalidated, and of those that would
    # lose their fingerprint until renewed.
    method PreviewChange(
      change: (enroll, deletePrint, deleteAllPrints, disableFingerprint, setPIN, removePIN, revokeAll, reset)
    ) -> (invalidated: []string, losingFingerprint: []string)

    # Ends every authentication of the user on every connection and destroys all of the user's items.
    method RevokeAll() -> (invalidatedItems: int)

    # Everything of the user: prints (the reader's own storage too), PIN, items, settings, counters. Needs the
    # password, or root: the way out when the PIN is forgotten.
    method Reset(credential: ?Credential, uid: ?int) -> ()

    # ---- Items: sealed secrets and signing keys ----

    method ListItems(uid: ?int) -> (items: []Item)

    # Asks the user, unless the access names no fingerprint or no finger is enrolled; the secret is written only
    # if that succeeded. With factors that include fingerprint and nothing enrolled, the other slots are made; with
    # none to make, NotEnrolled. A credential, if given, is one of the access's factors (else FactorNotAllowed); all slots are
    # written whichever factor was presented. A factor in access that the user does not have is CredentialNotSet. "replace" is not
    # needed for an invalidated item; a replaced one is as it was until the new one is on disk. 1 to 65536 bytes. access:
    # [fingerprint], current, 0 where not given, without repetition; a name is 1 to 255 bytes of UTF-8 without control characters
    # ("org.example.App/token" keeps apps apart).
    method StoreSecret(
      name: string,
      secret: string,
      label: ?string,
      access: ?Access,
      replace: ?bool,
      reason: ?string,
      credential: ?Credential,
      maxAgeSeconds: ?int,
      readerId: ?string,
      timeoutSeconds: ?int,
      locale: ?string
    ) -> (progress: ?Progress, item: ?Item)

    # Asks the user.
    method RetrieveSecret(
      name: string,
      reason: string,
      credential: ?Credential,
      maxAgeSeconds: ?int,
      readerId: ?string,
      timeoutSeconds: ?int,
      uid: ?int,
      locale: ?string
    ) -> (progress: ?Progress, secret: ?string, authentication: ?Authentication)

    # As StoreSecret. The private key is made in the daemon (or its TPM) and never leaves it.
    method CreateKey(
      name: string,
      algorithm: (p256, ed25519),
      label: ?string,
      access: ?Access,
      replace: ?bool,
      reason: ?string,
      credential: ?Credential,
      maxAgeSeconds: ?int,
      readerId: ?string,
      timeoutSeconds: ?int,
      locale: ?string
    ) -> (progress: ?Progress, item: ?Item)

    # Asks the user. p256: ECDSA with SHA-256, DER. ed25519: 64 bytes. 1 to 65536 bytes of challenge.
    method Sign(
      name: string,
      challenge: string,
      reason: string,
      credential: ?Credential,
      maxAgeSeconds: ?int,
      readerId: ?string,
      timeoutSeconds: ?int,
      locale: ?string
    ) -> (progress: ?Progress, signature: ?string, authentication: ?Authentication)

    # After an enrolment changed: opens the item with the PIN or password given, asks the user for a finger, and
    # makes its fingerprint slot anew under the present enrolment. What it was sealed with before is on no file.
    method RenewItem(
      name: string,
      credential: Credential,
      reason: ?string,
      readerId: ?string,
      timeoutSeconds: ?int,
      locale: ?string
    ) -> (progress: ?Progress, item: ?Item)

    method DeleteItem(name: string) -> ()

    # ---- Errors. Each names the next step. ----

    error NoHardware (fallbacks: []Factor, guidance: Guidance)

    error HardwareUnavailable (
      reason: (busy, inUse, suspended, overheated, disconnected, faulted, notInteractive, administrator),
      retryAfterMilliseconds: ?int,
      fallbacks: []Factor,
      guidance: Guidance
    )

    # printsVanished: there were prints, and the reader's own storage no longer has them.
    error NotEnrolled (printsVanished: bool, fallbacks: []Factor, guidance: Guidance)

    error Disabled (fallbacks: []Factor, guidance: Guidance)

    error Lockout (retryAfterMilliseconds: int, clearedBy: []Factor, fallbacks: []Factor, guidance: Guidance)

    # Until the PIN or the password was given: too many misses, or too long since one of the two, or since boot.
    error LockoutPermanent (
      reason: (attempts, credentialAge, boot),
      clearedBy: []Factor,
      fallbacks: []Factor,
      guidance: Guidance
    )

    # As many fingers did not match as one call allows (3).
    error AuthenticationFailed (fallbacks: []Factor, guidance: Guidance)

    error TimedOut (fallbacks: []Factor, guidance: Guidance)

    # The call was ended from elsewhere: by CancelRequest on its own connection (client) or from a prompt (user), or
    # because the session was locked, the machine suspends, access was revoked, the daemon stops.
    error Cancelled (by: (client, user, sessionLocked, suspend, revoked, shutdown), guidance: Guidance)

    # This change needs one of these, in "credential".
    error CredentialRequired (accepted: []Factor, guidance: Guidance)

    # There is no PIN, and no password that could be checked: set a PIN first.
    error CredentialNotSet (guidance: Guidance)

    error CredentialWrong (factor: Factor, attemptsRemaining: ?int, retryAfterMilliseconds: ?int, guidance: Guidance)

    # The password cannot be checked at present: the helper is down or does not answer.
    error CredentialUnavailable (factor: Factor, guidance: Guidance)

    error CredentialThrottled (factor: Factor, retryAfterMilliseconds: int, guidance: Guidance)

    # The PIN is blocked after too many wrong tries, and nothing else is left: the app signs in afresh; Reset is the
    # way to begin again here.
    error SignInRequired (guidance: Guidance)

    error PINUnacceptable (rule: (tooShort, tooLong, notDigits, tooSimple), minimumLength: int, guidance: Guidance)

    error FactorNotAllowed (allowed: []Factor, guidance: Guidance)

    error ItemNotFound (name: string, guidance: Guidance)

    error ItemExists (name: string, guidance: Guidance)

    error ItemInvalidated (
      name: string,
      by: (enrollmentChanged, fingerprintDisabled, pinRemoved, pinReset, revoked),
      guidance: Guidance
    )

    error PrintNotFound (printId: string, guidance: Guidance)

    # The finger is one of the user's own prints.
    error FingerAlreadyEnrolled (print: Print, guidance: Guidance)

    # The reader's own storage knows the finger, and not from this user's prints here: fprintd, another system or
    # another user enrolled it.
    error FingerKnownToReader (readerId: string, guidance: Guidance)

    error ReaderNotFound (readerId: string, guidance: Guidance)

    error ReaderFull (readerId: string, guidance: Guidance)

    error RequestNotFound (requestId: string, guidance: Guidance)

    error LimitExceeded (limit: string, maximum: int, guidance: Guidance)

    error SealingUnavailable (reason: (noTPM, busy, dictionaryLockout, otherMachine, policyFailed, rootKeyMissing, faulted), guidance: Guidance)

    # Nothing was changed: the disk is full, read-only or broken.
    error StorageFailed (guidance: Guidance)

    error NotPermitted (guidance: Guidance)

    """#
