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
    # New since 0.1.0: GetItem, AccessChoice (what StoreSecret and CreateKey take; each of its members may be left out);
    # Progress: requestId, factor, retryAfterMilliseconds; Request: label; Item: fingerprintLostBy; FactorNotAllowed:
    # reason, renewable, fallbacks; CredentialNotSet: factor; ItemNotFound: kind; RenewItem: maxAgeSeconds; "rule" in an
    # InvalidParameter. attemptsRemaining of a PIN or password is its own, and exact.
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
    # Tries: a PIN or password counts as wrong before it is compared, and no more once it was right. attemptsRemaining is how
    # many more may be wrong before a wait or a block: with four free ones 4, 3, 2, 1, 0. At 0 there is a wait
    # (retryAfterMilliseconds) before each further try, or none is possible (no retryAfterMilliseconds). What is not 1 to 64
    # digits is no PIN: it is wrong, and neither compared nor counted; nor is what is given during a wait.
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
    # What is wrong with a call itself is an error of org.varlink.service. InvalidParameter names the parameter, with the
    # way to it ("access.maxAgeSeconds", "factors[1]"), and has one member more, for developers: "rule", a string that says
    # in English what is expected ("0 to 300"). A message that is a JSON object but no call (a member that a call does not
    # have, a member given twice, "more" that is no bool) is answered with InvalidParameter, which names the member, and ends
    # the connection; what is no JSON at all ends it without an answer. The journal tells of both.
    #
    # Times are RFC 3339 in UTC. Byte strings are base64 with padding. "locale" is a BCP 47 tag, or a POSIX locale name;
    # texts for people come in it, or in English. Identifiers are opaque. "reason" is shown to the user: 1 to 200
    # characters, no control characters. "timeoutSeconds" is 1 to 120 (default 30, unless the administrator says otherwise):
    # the time that the reader is armed for the call, in enrolment for each touch; once a call of another user's waits for the
    # reader, at most the default, in all. "readerId" absent: the reader that matched last, else the first with the user's
    # prints. Clients ignore members and enum values that they do not know.
    #
    # Members that mean the same in every method and error:
    #   uid: the user whom the call is about; absent, the caller. Another one is root's to name (NotPermitted).
    #   locale: the language of what comes back for people, en, ko or nb; absent, en.
    #   reason: in a call, why the app asks, in its own words; in an error, why it was refused.
    #   credential: the PIN or password that is to be checked; absent, a finger is asked for, or CredentialRequired.
    #   maxAgeSeconds: how old an authentication may be to serve instead of a new one, 0 to 300; absent, 0: none may.
    #   readerId: the reader, as ListReaders names it.
    #   timeoutSeconds: how long the user may take, 1 to 120.
    #   progress: how far the call is; in every reply to a call with "more" but the last, and there alone.
    #   authentication: by what the user was verified, and when.
    #   invalidatedItems: how many items nothing opens any more since the change.
    #   settings: the user's settings after the call.
    #   retryAfterMilliseconds: how long to wait before it can work again; absent, nobody knows, or nothing needs to pass.
    #   fallbacks, clearedBy: as above; the PIN is not among fallbacks while it is paused or blocked.
    #   guidance: what to tell a person, in the call's locale.
    interface org.biometricgate.Gate

    # What opens: a finger of the user's, the PIN of this service, or the password of the system's account.
    type Factor (fingerprint, pin, password)

    # A finger as it is named when it is added; which one it is in truth, nobody checks.
    type Finger (
      leftThumb, leftIndex, leftMiddle, leftRing, leftLittle,
      rightThumb, rightIndex, rightMiddle, rightRing, rightLittle
    )

    # Exactly one member is given.
    type Credential (
      # 1 to 64 digits.
      pin: ?string,
      # The password of the system's account.
      password: ?string
    )

    # What to tell a person, in plain words: what is the matter, and the one next step.
    type Guidance (
      # One line, for a heading.
      title: string,
      # One or two sentences; may be empty.
      body: string,
      # The next step, for a button: none where there is nothing to press.
      action: (none, useFingerprint, usePIN, usePassword, enroll, enable, connectReader, wait, retry, signInAgain),
      # What the button says; empty where there is none.
      actionLabel: string,
      # The next step for somebody at a terminal, as a line for the shell; absent where no one command is it.
      command: ?string,
      # The language of these texts: en, ko or nb.
      locale: string
    )

    # Whether a fingerprint can be asked for now. Where several states hold, the first of this list is
    # reported: noHardware, disabled, notEnrolled, lockoutPermanent, lockout, hardwareUnavailable, available.
    # With no reader present, a user with prints has hardwareUnavailable (disconnected), not noHardware; with another
    # reader present, notEnrolled. "disabled" holds after DisableFingerprint, and before the first EnableFingerprint for a
    # user who declined (AnswerOnboarding without "app"), only. A fault or heat is reported for 5 s or until the next
    # request: every request tries the reader again.
    type Availability (
      # "available" is the only state in which a finger can be asked for.
      state: (available, noHardware, hardwareUnavailable, notEnrolled, disabled, lockout, lockoutPermanent),
      # Goes with hardwareUnavailable (the first eight), with notEnrolled (printsVanished: the reader's own storage lost
      # them) and with lockoutPermanent (attempts: too many misses; credentialAge: too long since the PIN or password; boot:
      # neither was given since the machine started). notInteractive: the caller is not in front of the machine;
      # administrator: the configuration turned fingerprints off.
      reason: ?(
        busy, inUse, suspended, overheated, disconnected, faulted, notInteractive, administrator,
        printsVanished, attempts, credentialAge, boot
      ),
      # How long a lockout lasts, or a reader cools.
      retryAfterMilliseconds: ?int,
      # The credentials with which an Authenticate would succeed now.
      fallbacks: []Factor,
      # What to tell a person of this state.
      guidance: Guidance
    )

    # How far a call is that waits for its user.
    type Progress (
      # "queued": another call has the reader. "waitingForFinger" comes each time a touch is wanted and the reader is ready
      # for it: once for the first touch, and again after every "retry", "noMatch" or "stagePassed" that is not the last.
      # "fingerPresent": a finger is on the reader. "retry" is a scan too poor to judge: it never counts as a failure.
      # "noMatch" is a good scan of a finger that is not enrolled: it does. "matched": the finger is the user's; the result
      # follows. "stagePassed": a touch of an enrolment was good. "credentialWrong" follows each AnswerRequest that did not
      # decide the call: the PIN or password was wrong, malformed, paused or blocked, the user has none, or the call does
      # not take it.
      event: (queued, waitingForFinger, fingerPresent, retry, noMatch, matched, stagePassed, credentialWrong),
      # With "retry": what was wrong with the scan.
      hint: ?(poorScan, tooShort, notCentered, removeFinger, tooFast),
      # Touches that this call still allows, or that are left before the lockout, the smaller number. With "credentialWrong"
      # it is the credential's own (see Tries); absent there, the credential could not be checked.
      attemptsRemaining: ?int,
      # In enrolment: touches passed; 0 is the touch that looks for a duplicate, where one is needed.
      stage: ?int,
      # In enrolment: how many touches the reader takes.
      stages: ?int,
      # The finger that is asked for: in enrolment, and on a reader that cannot identify.
      finger: ?Finger,
      # The reader that waits.
      readerId: ?string,
      # What to tell the user, one complete line. A touch is asked for with the item's label, or its name; an
      # Authenticate, with the reason of the call.
      message: string,
      # Names the waiting call, for AnswerRequest and CancelRequest on another connection of the user's.
      requestId: ?string,
      # With "credentialWrong": what was given.
      factor: ?Factor,
      # With "credentialWrong": how long no other try is made.
      retryAfterMilliseconds: ?int
    )

    # That the user was there.
    type Authentication (
      # By what.
      factor: Factor,
      # When.
      at: string,
      # How long that was ago when the reply was made.
      ageMilliseconds: int,
      # On which reader, where it was a finger.
      readerId: ?string
    )

    # A fingerprint reader that is plugged in.
    type Reader (
      # The same for as long as it is plugged into the same place.
      id: string,
      # The maker's name of it.
      name: string,
      # libfprint's driver.
      driver: string,
      # How it is connected; virtual ones are played by libfprint, for tests.
      bus: (usb, spi, virtual),
      # Whether a finger is put on it, or drawn across it.
      scanType: (press, swipe),
      # How many touches an enrolment takes.
      enrollStages: int,
      # Where the comparison is made: by libfprint in the daemon, or in the reader's own chip.
      matching: (onHost, onChip),
      # What the driver can do, as libfprint names it.
      capabilities: [](capture, identify, verify, storage, storageList, storageDelete, storageClear, duplicatesCheck, alwaysOn, updatePrint),
      # ready: it waits for nothing but a call; busy: a call of ours; inUse: another program; the others as Availability.
      state: (ready, busy, inUse, suspended, overheated, faulted)
    )

    # A finger that was added.
    type Print (
      # For DeletePrint.
      id: string,
      # The name under which it was added. A user has at most one print of each name on a reader.
      finger: Finger,
      # What its user calls it.
      label: ?string,
      # The reader that knows it; no other one does.
      readerId: string,
      # When it was added.
      enrolledAt: string
    )

    # What the user has, and has chosen.
    type Settings (
      # Whether a finger may open anything.
      fingerprintEnabled: bool,
      # The biometric method in use: fingerprint where it is enabled, enrolled and not unavailable for good.
      method: (none, fingerprint),
      # The answer given for the asked app.
      onboarding: (pending, accepted, skipped),
      # Whether there is a PIN.
      pinSet: bool,
      # Whether the system has a password for the user that could be checked.
      passwordAvailable: bool,
      # How many prints there are.
      enrolledPrints: int,
      # How many items there are, invalidated ones too.
      items: int
    )

    # Which factors open an item, and on what conditions.
    type Access (
      # Any one of them opens it.
      factors: []Factor,
      # What becomes of its fingerprint access when a finger is added or removed: "current": it is destroyed for good;
      # "any": it survives.
      enrollment: (current, any),
      # How old an authentication on the same connection may be to serve instead of a new one, 0 to 300; 0: never.
      maxAgeSeconds: int
    )

    # An Access as a call states it: what is left out is as below. A whole Access is one, too.
    type AccessChoice (
      # At least one, none twice; absent, fingerprint alone.
      factors: ?[]Factor,
      # Absent, current.
      enrollment: ?(current, any),
      # 0 to 300; absent, 0.
      maxAgeSeconds: ?int
    )

    # What is known of a sealed secret or key without opening it.
    type Item (
      # What it is asked for by.
      name: string,
      # What people are shown instead of the name.
      label: ?string,
      # "key" signs; "secret" is handed out.
      kind: (secret, key),
      # As it was stored.
      access: Access,
      # The factors whose slot exists; fingerprint leaves it when the epoch ends, until RenewItem.
      openableBy: []Factor,
      # An item that nothing opens any more is invalidated: its secret is gone, its row stays, so that an app can
      # tell it from one that never was.
      state: (valid, invalidated),
      # What took the last slot of an invalidated item: a finger was added or removed, fingerprints were turned off, the PIN
      # was removed or set anew without the old one, or everything was revoked.
      invalidatedBy: ?(enrollmentChanged, fingerprintDisabled, pinRemoved, pinReset, revoked),
      # Of a key.
      algorithm: ?(p256, ed25519),
      # Of a key: a DER SubjectPublicKeyInfo, in base64.
      publicKey: ?string,
      # What holds the root key.
      sealedBy: (tpm, file, credential),
      # The program that stored it, as the kernel named it then.
      owner: ?string,
      # When it was stored.
      createdAt: string,
      # When it was opened last.
      lastUsedAt: ?string,
      # What took its fingerprint slot, where the item is valid without one; RenewItem makes it anew.
      fingerprintLostBy: ?(enrollmentChanged, fingerprintDisabled)
    )

    # A call of the same user that is waiting for them: who asks, for what, and how far it is.
    type Request (
      # For AnswerRequest and CancelRequest.
      id: string,
      # The process that asks.
      processId: int,
      # Its name, as the kernel has it.
      command: string,
      # Its program's file; absent where the daemon may not read it.
      executable: ?string,
      # Its systemd unit or sandboxed app.
      unit: ?string,
      # What it asks for.
      operation: (authenticate, enroll, enable, store, retrieve, createKey, sign, renew),
      # The item's name.
      item: ?string,
      # The call's reason, in the app's words.
      reason: ?string,
      # With which it can be answered now, the finger or, by AnswerRequest, a PIN or password that the user has.
      factors: []Factor,
      # The last that was told of it; absent where nothing was.
      progress: ?Progress,
      # The item's label.
      label: ?string
    )

    # ---- Readers ----

    # The readers that are plugged in: readers.
    method ListReaders() -> (readers: []Reader)

    # With "more" only: one reply for each reader present, then one for each change. change: present, added, removed, or
    # changed, where the reader has another state now. reader: as it is now, or as it was last.
    method WatchReaders() -> (change: (present, added, removed, changed), reader: Reader)

    # Root only: erases every print in the reader's own storage, whoever enrolled it, fprintd or another system.
    method ClearReader(readerId: string) -> ()

    # ---- Availability and authentication ----

    # Whether a fingerprint can be asked for now: availability. There is no need to ask beforehand: ask for the thing, and
    # the error says why not.
    method GetAvailability(uid: ?int, locale: ?string) -> (availability: Availability)

    # With "more" only: the availability now, then whenever it changes.
    method WatchAvailability(uid: ?int, locale: ?string) -> (availability: Availability)

    # Asks the user. An authentication on this connection that is no older than maxAgeSeconds is returned at once instead.
    # factors: those that will do, none twice; absent, all. Without fingerprint among them, "credential" is needed.
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

    # Ends the authentications of this connection.
    method ForgetAuthentication() -> ()

    # With "more" only: the waiting calls of the calling user, then each change, for prompts and panels. change: present,
    # added, changed (it has other progress), or ended, the last of a request. request: as it is then.
    method WatchRequests(locale: ?string) -> (change: (present, added, changed, ended), request: Request)

    # Gives a PIN or password to a waiting call: of this connection (sent "oneway" behind it), or, with requestId, of
    # another connection of the same user. Right, it decides the call. Whatever else becomes of it, the call goes on, and is
    # told by the progress "credentialWrong"; sent without "oneway", this call has an error besides: CredentialWrong,
    # CredentialThrottled, CredentialRequired (the PIN is blocked), SignInRequired, CredentialNotSet, CredentialUnavailable
    # or FactorNotAllowed; RequestNotFound where the call has ended.
    method AnswerRequest(requestId: ?string, credential: Credential) -> ()

    # Ends a waiting call: of this connection (sent "oneway" behind it), with Cancelled (client), or, with requestId, of
    # another connection of the same user, with Cancelled (user). A finger that was on the reader before is still judged,
    # for 3 s at most, opens nothing, and counts where it does not match; otherwise nothing is counted. Authentications
    # stay.
    method CancelRequest(requestId: ?string) -> ()

    # ---- Enrolment ----

    # prints: the user's. enrollmentId changes with every finger added or removed, and never comes back to an earlier value;
    # it differs from user to user and tells nothing else.
    method ListPrints(uid: ?int) -> (prints: []Print, enrollmentId: string)

    # Asks the user for "stages" touches. Needs the PIN or the password as credential: a finger never
    # authorises another finger. The first print turns fingerprint unlocking on, unless it was turned off, or
    # the user declined it (AnswerOnboarding without "app"). finger: which one it is. label: what its user calls it, 1 to
    # 200 characters. print: what was added. A finger that is added already, or whose name has a print on that reader, is
    # FingerAlreadyEnrolled: delete that first.
    method Enroll(
      finger: Finger,
      label: ?string,
      readerId: ?string,
      credential: ?Credential,
      timeoutSeconds: ?int,
      uid: ?int,
      locale: ?string
    ) -> (progress: ?Progress, print: ?Print, invalidatedItems: ?int)

    # Removes the print printId. Needs the PIN or the password as credential.
    method DeletePrint(printId: string, credential: ?Credential, uid: ?int, locale: ?string) -> (invalidatedItems: int)

    # Removes all prints. Needs the PIN or the password as credential.
    method DeleteAllPrints(credential: ?Credential, uid: ?int, locale: ?string) -> (invalidatedItems: int)

    # ---- Settings ----

    # app: whose onboarding is meant, 1 to 255 bytes; absent, that of all apps.
    method GetSettings(app: ?string, uid: ?int) -> (settings: Settings)

    # Asks the user for an enrolled finger; fingerprint unlocking, off until then, is on only if it matched.
    method EnableFingerprint(reason: ?string, readerId: ?string, timeoutSeconds: ?int, locale: ?string) -> (progress: ?Progress, settings: ?Settings)

    # When this returns, everything that a fingerprint could open is destroyed on disk. Prints stay enrolled.
    method DisableFingerprint() -> (invalidatedItems: int, settings: Settings)

    # The user was offered fingerprint unlocking and answered; the newest answer holds. With "app" it is that app's alone
    # and turns nothing on or off. Without, "skipped" declines it for all apps: the first print does not turn it on, and
    # the availability is "disabled"; "accepted" takes that back. Neither answer undoes EnableFingerprint or
    # DisableFingerprint.
    method AnswerOnboarding(app: ?string, answer: (accepted, skipped)) -> (settings: Settings)

    # The first PIN needs the password where the daemon is configured to check one (also while it cannot be reached:
    # CredentialUnavailable); a later one needs the old PIN or the password. Given the old PIN, every PIN slot is kept; given the
    # password, items with a password slot get a new PIN slot and the others lose theirs (pinReset). pin: 6 to 64 digits
    # (the administrator may want more), else PINUnacceptable.
    method SetPIN(pin: string, credential: ?Credential, locale: ?string) -> (invalidatedItems: int)

    # CredentialNotSet (pin) where there is none; (password) where prints exist and no password could be checked afterwards.
    method RemovePIN(credential: ?Credential, locale: ?string) -> (invalidatedItems: int)

    # What the next change would cost: the names of the items that would be invalidated, and of those that would
    # lose their fingerprint until renewed (losingFingerprint).
    method PreviewChange(
      # The change: the method of that name.
      change: (enroll, deletePrint, deleteAllPrints, disableFingerprint, setPIN, removePIN, revokeAll, reset)
    ) -> (invalidated: []string, losingFingerprint: []string)

    # Ends every authentication of the user on every connection and destroys all of the user's items.
    method RevokeAll() -> (invalidatedItems: int)

    # Everything of the user: prints (the reader's own storage too), PIN, items, settings, counters. Needs the
    # password, or root: the way out when the PIN is forgotten.
    method Reset(credential: ?Credential, uid: ?int) -> ()

    # ---- Items: sealed secrets and signing keys ----

    # All of the user's items, by name, invalidated ones too: items.
    method ListItems(uid: ?int) -> (items: []Item)

    # The item of that name, invalidated or not; opens nothing, and asks nobody.
    method GetItem(name: string, uid: ?int) -> (item: Item)

    # Asks the user, unless the access names no fingerprint or no finger is enrolled; the secret is written only
    # if that succeeded. With factors that include fingerprint and nothing enrolled, the other slots are made; with
    # none to make, NotEnrolled. A credential, if given, is one of the access's factors (else FactorNotAllowed); all slots are
    # written whichever factor was presented. A factor in access that the user does not have is CredentialNotSet.
    method StoreSecret(
      # 1 to 255 bytes of UTF-8 without control characters ("org.example.App/token" keeps apps apart).
      name: string,
      # 1 to 65536 bytes, in base64.
      secret: string,
      # What people are shown instead of the name, 1 to 200 characters.
      label: ?string,
      # Absent, as an AccessChoice without members.
      access: ?AccessChoice,
      # Whether an item of that name gives way; absent, no: ItemExists. Not needed for an invalidated item; a replaced one
      # is as it was until the new one is on disk.
      replace: ?bool,
      reason: ?string,
      credential: ?Credential,
      maxAgeSeconds: ?int,
      readerId: ?string,
      timeoutSeconds: ?int,
      locale: ?string
    ) -> (
      progress: ?Progress,
      # What was stored.
      item: ?Item
    )

    # Asks the user. Of a key of that name it is ItemNotFound, for a key is handed out to nobody.
    method RetrieveSecret(
      # Of the item.
      name: string,
      reason: string,
      credential: ?Credential,
      maxAgeSeconds: ?int,
      readerId: ?string,
      timeoutSeconds: ?int,
      uid: ?int,
      locale: ?string
    ) -> (
      progress: ?Progress,
      # In base64.
      secret: ?string,
      authentication: ?Authentication
    )

    # As StoreSecret. The private key is made in the daemon (or its TPM) and never leaves it.
    method CreateKey(
      # As for StoreSecret, with which keys share their names.
      name: string,
      # What it signs with; see Sign.
      algorithm: (p256, ed25519),
      # As for StoreSecret.
      label: ?string,
      # As for StoreSecret.
      access: ?AccessChoice,
      # As for StoreSecret.
      replace: ?bool,
      reason: ?string,
      credential: ?Credential,
      maxAgeSeconds: ?int,
      readerId: ?string,
      timeoutSeconds: ?int,
      locale: ?string
    ) -> (
      progress: ?Progress,
      # The key, with publicKey.
      item: ?Item
    )

    # Asks the user. Of a secret of that name it is ItemNotFound.
    method Sign(
      # Of the key.
      name: string,
      # 1 to 65536 bytes, in base64.
      challenge: string,
      reason: string,
      credential: ?Credential,
      maxAgeSeconds: ?int,
      readerId: ?string,
      timeoutSeconds: ?int,
      locale: ?string
    ) -> (
      progress: ?Progress,
      # In base64. p256: ECDSA with SHA-256, DER. ed25519: 64 bytes.
      signature: ?string,
      authentication: ?Authentication
    )

    # After an enrolment changed: opens the item with the PIN or password given, asks the user for a finger, and
    # makes its fingerprint slot anew under the present enrolment. What it was sealed with before is on no file.
    method RenewItem(
      # Of the item.
      name: string,
      # One of the item's.
      credential: Credential,
      # How old a finger of the same connection may be that is not asked for again: one touch renews many items.
      maxAgeSeconds: ?int,
      reason: ?string,
      readerId: ?string,
      timeoutSeconds: ?int,
      locale: ?string
    ) -> (
      progress: ?Progress,
      # As it is now.
      item: ?Item
    )

    # Destroys the item of that name and what is in it; asks nobody.
    method DeleteItem(name: string) -> ()

    # ---- Errors. Each names the next step. ----

    # No reader is here, and the user has no prints.
    error NoHardware (fallbacks: []Factor, guidance: Guidance)

    # There is a reader, or was; it cannot be asked now.
    error HardwareUnavailable (
      # As in Availability.
      reason: (busy, inUse, suspended, overheated, disconnected, faulted, notInteractive, administrator),
      retryAfterMilliseconds: ?int,
      fallbacks: []Factor,
      guidance: Guidance
    )

    # No finger is enrolled that this reader knows. printsVanished: there were prints, and the reader's own storage no
    # longer has them.
    error NotEnrolled (printsVanished: bool, fallbacks: []Factor, guidance: Guidance)

    # The user turned fingerprint unlocking off, or declined it: EnableFingerprint.
    error Disabled (fallbacks: []Factor, guidance: Guidance)

    # Too many fingers in a row did not match.
    error Lockout (retryAfterMilliseconds: int, clearedBy: []Factor, fallbacks: []Factor, guidance: Guidance)

    # Until the PIN or the password was given: too many misses (attempts), or too long since one of the two (credentialAge),
    # or none since boot.
    error LockoutPermanent (
      reason: (attempts, credentialAge, boot),
      clearedBy: []Factor,
      fallbacks: []Factor,
      guidance: Guidance
    )

    # As many fingers did not match as one call allows (3).
    error AuthenticationFailed (fallbacks: []Factor, guidance: Guidance)

    # Nobody touched the reader in the call's time.
    error TimedOut (fallbacks: []Factor, guidance: Guidance)

    # The call was ended from elsewhere, by: CancelRequest on its own connection (client) or from another, as a prompt
    # (user), or because the session was locked (sessionLocked), the machine suspends (suspend), access was revoked
    # (revoked), the daemon stops (shutdown).
    error Cancelled (by: (client, user, sessionLocked, suspend, revoked, shutdown), guidance: Guidance)

    # This change needs one of these (accepted), in "credential".
    error CredentialRequired (accepted: []Factor, guidance: Guidance)

    # The user does not have what is needed. factor: pin, where there is no PIN (SetPIN), or nothing that could be checked,
    # so that a PIN is to be set first; password, where it is the password that is missing, or that the daemon does not check.
    error CredentialNotSet (factor: ?Factor, guidance: Guidance)

    # It was checked, or could not be right. factor: what was given. attemptsRemaining: see Tries.
    error CredentialWrong (factor: Factor, attemptsRemaining: ?int, retryAfterMilliseconds: ?int, guidance: Guidance)

    # The password cannot be checked at present: the helper is down or does not answer. factor: what was given, or needed.
    error CredentialUnavailable (factor: Factor, guidance: Guidance)

    # Too many were wrong: no other is compared before the wait is over. factor: which of the two is paused.
    error CredentialThrottled (factor: Factor, retryAfterMilliseconds: int, guidance: Guidance)

    # The PIN is blocked after too many wrong tries, and nothing else is left: the app signs in afresh; Reset is the
    # way to begin again here.
    error SignInRequired (guidance: Guidance)

    # SetPIN does not take that PIN. rule: the one that it breaks (tooSimple: one digit repeated, or a straight run).
    # minimumLength: how many digits it takes at least; 64 at most.
    error PINUnacceptable (rule: (tooShort, tooLong, notDigits, tooSimple), minimumLength: int, guidance: Guidance)

    # The factor that was given, or the finger that would be asked for, opens nothing here.
    error FactorNotAllowed (
      # Those that do.
      allowed: []Factor,
      # Why the factor does not. notInAccess: the item, or the call, was never to take it. The others are about an item that
      # is to take it, and lost its slot: enrollmentChanged: a finger was added or removed since; fingerprintDisabled:
      # fingerprints were turned off since, or are off now; notEnrolled: no finger was enrolled when it was stored, or none
      # is now; pinChanged: the PIN was removed, or set anew without the old one.
      reason: ?(notInAccess, enrollmentChanged, fingerprintDisabled, notEnrolled, pinChanged),
      # Whether RenewItem, with one of those allowed, can give the item its fingerprint back.
      renewable: ?bool,
      # The credentials with which this call would succeed now.
      fallbacks: ?[]Factor,
      guidance: Guidance
    )

    # Nothing of that name, or nothing of that kind: RetrieveSecret of a key, Sign with a secret. name: as it was asked
    # for. kind: what is stored under the name, where it is the other kind.
    error ItemNotFound (name: string, kind: ?(secret, key), guidance: Guidance)

    # Something of that name is stored, secret or key; see "replace". name: as it was given.
    error ItemExists (name: string, guidance: Guidance)

    # The item is there, and nothing opens it any more: store it anew.
    error ItemInvalidated (
      # Of the item.
      name: string,
      # As Item.invalidatedBy.
      by: (enrollmentChanged, fingerprintDisabled, pinRemoved, pinReset, revoked),
      guidance: Guidance
    )

    # The user has no such print. printId: as it was asked for.
    error PrintNotFound (printId: string, guidance: Guidance)

    # The finger is one of the user's own prints, or has the name of one. print: that one.
    error FingerAlreadyEnrolled (print: Print, guidance: Guidance)

    # The reader's own storage knows the finger, and not from this user's prints here: fprintd, another system or
    # another user enrolled it.
    error FingerKnownToReader (readerId: string, guidance: Guidance)

    # No such reader is plugged in.
    error ReaderNotFound (readerId: string, guidance: Guidance)

    # The reader's own storage has no room for another print.
    error ReaderFull (readerId: string, guidance: Guidance)

    # No such call waits, any more or of this user. requestId: as it was given, empty where none was.
    error RequestNotFound (requestId: string, guidance: Guidance)

    # A number of the configuration was reached. limit: its name, as "limits.itemsPerUser". maximum: the number.
    error LimitExceeded (limit: string, maximum: int, guidance: Guidance)

    # The root key cannot be had.
    error SealingUnavailable (
      # noTPM: there is none any more; busy: try again; dictionaryLockout: the TPM refuses for a while; otherMachine: sealed
      # elsewhere; policyFailed: an old copy was put back, or the TPM set up otherwise; rootKeyMissing: the key file is
      # gone; faulted: anything else.
      reason: (noTPM, busy, dictionaryLockout, otherMachine, policyFailed, rootKeyMissing, faulted),
      guidance: Guidance
    )

    # Nothing was changed: the disk is full, read-only or broken.
    error StorageFailed (guidance: Guidance)

    # This is root's to do, or the account has changed its name.
    error NotPermitted (guidance: Guidance)

    """#
