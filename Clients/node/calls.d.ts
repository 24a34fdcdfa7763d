/** The methods of the contract. */
// Made by Clients/generate.py from org.biometricgate.Gate.varlink: change that file.

import type { AskOptions, Bytes, CallOptions, CredentialOptions, MakeOptions, PromptOptions, ScanOptions, Typed, UserOptions } from "./options.js";
import type { AppOnboarding, Authentication, Availability, Cost, Enrolled, Factor, Finger, Item, Limits, LoginResult, Print, Prints, Reader, ReaderChange, RequestChange, SSHDestination, Settings, TurnedOff, Usage, Verb } from "./types.js";

export class Calls {
  /** The readers that are plugged in. */
  readers(options?: CallOptions): Promise<Reader[]>;

  /**
   * One reply for each reader present, then one for each change. `change`: present, added, removed, or changed, if the
   * reader's description or state is different. Changes in quick succession may be reported as one. `reader`: its
   * present description, or the last one.
   */
  watchReaders(options?: CallOptions): AsyncGenerator<ReaderChange>;

  /**
   * Root only: erases every print in the reader's own storage, whoever enrolled it, even fprintd or another system. If
   * the reader compares in its chip, users lose the prints that they have on it.
   */
  clearReader(readerId: string, options?: CallOptions): Promise<void>;

  /**
   * Whether a fingerprint can be asked for now. There is no need to check before a call: its error gives the reason.
   */
  availability(options?: UserOptions): Promise<Availability>;

  /** The availability now, then whenever it changes. A wait that gets shorter is no change. */
  watchAvailability(options?: UserOptions): AsyncGenerator<Availability>;

  /**
   * Asks the user. Without a credential, if there is an authentication on this connection by one of the factors, no
   * older than `maxAgeSeconds`, returns that at once instead. `factors`: the acceptable ones, none twice; by default
   * all. If fingerprint is not among them, "credential" is needed, or a prompt (see Interaction). `verb`: what the
   * user does by confirming, by default confirm; only the caller knows, because this opens nothing. The other calls
   * have a verb of their own.
   */
  authenticate(options: AskOptions & UserOptions & { reason: string; verb?: Verb | undefined; factors?: Factor[] |
    undefined }): Promise<Authentication>;

  /**
   * The newest authentication on this connection, if it still counts. Locking the session, suspending, `revokeAll`,
   * `reset`, and any change of prints (other than a new name), PIN or settings ends it.
   */
  lastAuthentication(options?: CallOptions): Promise<Authentication | null>;

  /** Ends the authentications of this connection. */
  forgetAuthentication(options?: CallOptions): Promise<void>;

  /**
   * The waiting calls of the calling user, then each change, for prompts and panels. `change`: present, added, changed
   * (new progress), or ended, the last one of a request. `request`: its description at that time. A user can have 8 of
   * these calls at a time; more are refused with LimitExceeded. `prompts`: this client shows the desktop's prompt (see
   * Interaction). `remote`: with prompts, this client shows the requests of callers who are not in front of the
   * machine, too, as a terminal does. `several`: this client shows every one of a request's items: without it, a call
   * of `openAll` is no prompt's for this client. `passwordPrompts`: also a password's prompt that waits for a finger,
   * in the calling user's session, or of the calling user elsewhere; no method is about such a request.
   */
  watchRequests(options?: CallOptions & { prompts?: boolean | undefined; remote?: boolean | undefined; several?: boolean
    | undefined; passwordPrompts?: boolean | undefined }): AsyncGenerator<RequestChange>;

  /**
   * Gives a PIN or password to a waiting call: of this connection (sent "oneway" after it), or, with `requestId`, of
   * another connection of the same user. If it is right, it decides the call. In every other case the call goes on,
   * and reports the progress "credentialWrong"; without "oneway", this call also ends with an error: CredentialWrong,
   * CredentialThrottled, CredentialRequired (the PIN is blocked), SignInRequired, CredentialNotSet,
   * CredentialUnavailable or FactorNotAllowed; or RequestNotFound if the waiting call has ended. A fault in this call
   * itself (InvalidParameter, for example a PIN that is not a string or has more than 512 bytes) is reported only to
   * its sender, and not at all if it was sent oneway: the waiting call is not affected. `credentialId`: first chooses
   * that account of the request; without a credential, a finger or a later call then confirms it. An account that the
   * request does not list is an InvalidParameter. One of the two must be given.
   */
  answerRequest(requestId: string, options?: CredentialOptions & { credentialId?: Uint8Array | undefined }):
    Promise<void>;

  /**
   * Ends a waiting call: of this connection (sent "oneway" after it), with Cancelled (client), or, with `requestId`,
   * of another connection of the same user, with Cancelled (user). A finger that was already on the reader may still
   * be judged for 3 s; it opens nothing, and counts as a miss unless it matches in that time. Otherwise nothing is
   * counted. Authentications stay. Sent without "oneway" on the call's own connection, it waits for that call like any
   * other.
   */
  cancelRequest(requestId: string, options?: CallOptions): Promise<void>;

  /**
   * Restarts the user's `timeoutSeconds`, at most ten times for a request (LimitExceeded); for prompts in which the
   * user types, or asks for more time. `requestId` is as in `cancelRequest`.
   */
  holdRequest(requestId: string, options?: CallOptions): Promise<void>;

  /**
   * `prints`: the user's. `enrollmentId` changes with every finger added, removed or vouched for, and never returns to
   * an earlier value; it differs from user to user and reveals nothing else.
   */
  prints(options?: UserOptions): Promise<Prints>;

  /**
   * Asks the user for "stages" touches, and for one before them if the reader identifies, has prints, and does not
   * look for duplicates by itself. Needs the PIN or the password as credential: a finger never authorises another
   * finger. The first vouched print turns fingerprint unlocking on, unless it was turned off, or the user declined it
   * (`answerOnboarding` without "app"). `finger`: which one it is. `label`: the user's own name for it, 1 to 200
   * characters. `print`: the new print. If the finger is already enrolled, or its name has a print on that reader, the
   * error is FingerAlreadyEnrolled: delete that one first. A reader that can only verify cannot tell whether a finger
   * is enrolled under another name.
   */
  enroll(finger: Finger, options?: CredentialOptions & ScanOptions & UserOptions & { label?: string | undefined }):
    Promise<Enrolled>;

  /** Removes the print `printId`. Needs the PIN or the password as credential. */
  deletePrint(printId: string, options?: CredentialOptions & UserOptions): Promise<number>;

  /**
   * Vouches for the prints `printIds`, 1 to 64, which were added through the system's own settings: from now on they
   * are equal to prints added by `enroll`, and it costs the same (`previewChange`: enroll). Needs the PIN or the
   * password as credential. Prints that are already vouched for do not change.
   */
  vouchPrints(printIds: string[], options?: CredentialOptions & UserOptions): Promise<number>;

  /**
   * Sets the user's own name for the print `printId`: label, 1 to 200 characters; without one, removes it. Nothing
   * else of the print changes. Does not ask the user.
   */
  renamePrint(printId: string, options?: UserOptions & { label?: string | undefined }): Promise<Print>;

  /** Removes all prints. Needs the PIN or the password as credential. */
  deleteAllPrints(options?: CredentialOptions & UserOptions): Promise<number>;

  /** `app`: the app whose onboarding is meant, 1 to 255 bytes; by default that of all apps. */
  settings(options?: UserOptions & { app?: string | undefined }): Promise<Settings>;

  /**
   * The settings now, then after every change of the user's settings, prints, PIN or items, even one that does not
   * show in them; the same settings may be reported again.
   */
  watchSettings(options?: UserOptions): AsyncGenerator<Settings>;

  /** The apps whose offer of fingerprint unlocking the user has answered, by name. */
  onboardings(options?: UserOptions): Promise<AppOnboarding[]>;

  /** The limits that a call may meet. They stay the same until the daemon is started again. */
  limits(options?: CallOptions): Promise<Limits>;

  /**
   * What became of the user's item for logins at the newest login that asked for it; absent if none has since the
   * daemon started, or since the item was stored.
   */
  lastLogin(options?: UserOptions): Promise<LoginResult | null>;

  /**
   * Asks the user for an enrolled finger. Fingerprint unlocking, if it was off, is turned on only if the finger
   * matched.
   */
  enableFingerprint(options?: ScanOptions & PromptOptions & { reason?: string | undefined; attempts?: number | undefined
    }): Promise<Settings>;

  /**
   * When this returns, every fingerprint slot is destroyed on disk, and with it each item that has no other slot.
   * Prints stay enrolled.
   */
  disableFingerprint(options?: CallOptions): Promise<TurnedOff>;

  /**
   * Records that the user was offered fingerprint unlocking, and answered; the newest answer counts. With "app" it
   * concerns that app alone, turns nothing on or off and ends no authentication. Without, "skipped" declines it for
   * all apps: the first print does not turn it on, and the availability is "disabled"; "accepted" reverses that.
   * Neither answer undoes `enableFingerprint` or `disableFingerprint`.
   */
  answerOnboarding(answer: "accepted" | "skipped", options?: CallOptions & { app?: string | undefined }):
    Promise<Settings>;

  /**
   * The first PIN needs the password if the user has one that the daemon checks; while that cannot be found out, the
   * error is CredentialUnavailable. A later PIN needs the old one or the password. With the old PIN, every PIN slot is
   * kept; with the password, items with a password slot get a new PIN slot and the others lose theirs (pinReset). A
   * user without a password can set a first PIN only while no vouched print exists (CredentialNotSet, password). It
   * destroys all fingerprint slots, even those for any enrolment (enrollmentChanged), because another person could set
   * the PIN and enrol a finger. `pin`: at least 6 digits, or the number that the administrator set (`limits`), and at
   * most 64, otherwise PINUnacceptable; with more than 512 bytes, InvalidParameter. The caller must overwrite
   * `newPIN`.
   */
  setPIN(newPIN: Typed, options?: CredentialOptions): Promise<number>;

  /**
   * Needs the PIN or the password as credential. CredentialNotSet (pin) if there is no PIN; (password) if vouched
   * prints exist and the user has no password that the daemon checks.
   */
  removePIN(options?: CredentialOptions): Promise<number>;

  /**
   * What the next change would cost: the names of the items that would be invalidated, and of those that would lose
   * their fingerprint until renewed (`losingFingerprint`). For setPIN, the cost with the password, if the user has
   * one.
   *
   * `change`: The change, by the name of its method.
   */
  previewChange(change: "enroll" | "deletePrint" | "deleteAllPrints" | "disableFingerprint" | "setPIN" | "removePIN" |
    "revokeAll" | "reset", options?: CallOptions): Promise<Cost>;

  /**
   * Ends every authentication and every waiting call of the user on every connection, and destroys all of the user's
   * items.
   */
  revokeAll(options?: CallOptions): Promise<number>;

  /**
   * Destroys everything of the user: prints (in the reader's own storage, too), PIN, items, settings, counters. Needs
   * the password, or root: the way out of a forgotten PIN.
   */
  reset(options?: CredentialOptions & UserOptions): Promise<void>;

  /** All of the user's items, by name, including invalidated ones. */
  items(options?: UserOptions): Promise<Item[]>;

  /**
   * Items as `items` returns them, then again after every change of the user's settings, prints, PIN or items; the
   * same items may be reported again. A use of an item, which changes `lastUsedAt`, is not reported.
   */
  watchItems(options?: UserOptions): AsyncGenerator<Item[]>;

  /** The item of that name, even if invalidated; opens nothing, and does not ask the user. */
  item(name: string, options?: UserOptions): Promise<Item>;

  /**
   * Asks the user, unless the access names no fingerprint or no finger is enrolled; the secret is written only if that
   * succeeded. If the access names fingerprint and no finger can open anything, the other slots are made; if there are
   * none to make, the error is NotEnrolled, NoHardware or Disabled. A credential, if given, must be one of the
   * access's factors (otherwise FactorNotAllowed); all slots are written, whichever factor was presented. A PIN or
   * password in the access that the user does not have is CredentialNotSet. Of an item that "system" opens, the secret
   * is the account's password; one with a NUL is CredentialRequired, behind all that would refuse the item without a
   * password. The caller must overwrite `secret`.
   *
   * `name`: 1 to 255 bytes of UTF-8 without control characters ("org.example.App/token" keeps apps apart).
   *
   * `secret`: 1 to 65536 bytes.
   *
   * `label`: The text that people are shown instead of the name, 1 to 200 characters.
   *
   * `replace`: Whether to replace an item of that name; by default no: ItemExists. Not needed for an invalidated item;
   * the old item is unchanged until the new one is on disk. A passkey is never replaced so.
   *
   * `access`: By default the fingerprint alone, bound to the current enrolment, like an AccessChoice without members:
   * when a finger is added or removed, the item is destroyed. BiometricGate's own clients and the command line pass a
   * finger or the PIN instead (or the password, if the user has one and no PIN).
   */
  store(name: string, secret: Uint8Array | string, options?: MakeOptions): Promise<Item>;

  /**
   * Retrieves several secrets by one confirmation: all of them, or none. The request lists every one of them. Asks the
   * user, as `open` does; a factor has to open each of the items, and the call takes the factors that do
   * (FactorNotAllowed, if there is none). An earlier authentication counts if it counts for each; a `maxAgeSeconds` of
   * 0 in an access forbids that, and not this call. Refused before anybody is asked: a name given twice, an item that
   * "system" opens or whose access has alone (InvalidParameter names it: "names[1]"), and more than 262144 bytes
   * together (LimitExceeded).
   *
   * `names`: 2 to 16 names of secrets, each once.
   */
  openAll(names: string[], options: AskOptions & UserOptions & { reason: string }): Promise<Map<string, Bytes>>;

  /**
   * Gives a secret new content, and keeps its label, access, owner and creation; `updatedBy` and `updatedAt` report
   * it. For a key the error is ItemNotFound, for an item that "system" opens NotPermitted. Asks the user, and makes
   * the slots, as `store` does with that access: an item of a PIN or a password alone gets new content without anybody
   * being asked. A factor of the access that the user has no more gets no slot. The caller must overwrite `secret`.
   *
   * `name`: The item's name.
   *
   * `secret`: As for `store`.
   */
  update(name: string, secret: Uint8Array | string, options?: AskOptions & { reason?: string | undefined }):
    Promise<Item>;

  /**
   * Asks the user. For a key of that name the error is ItemNotFound, because keys cannot be retrieved.
   *
   * `name`: The item's name.
   */
  open(name: string, options: AskOptions & UserOptions & { reason: string }): Promise<Bytes>;

  /**
   * Like `store`. The private key is made in the daemon (or its TPM) and never leaves it.
   *
   * `name`: As for `store`; keys and secrets share their names.
   *
   * `algorithm`: The signature algorithm; see `sign`.
   *
   * `usage`: What the key signs, general or ssh; by default general. It cannot be changed.
   *
   * `label`: As for `store`.
   *
   * `replace`: As for `store`.
   *
   * `access`: As for `store`.
   */
  createKey(name: string, algorithm: "p256" | "ed25519", options?: MakeOptions & { usage?: Usage | undefined }):
    Promise<Item>;

  /**
   * Like `createKey`, for a key for ssh that exists: its usage is ssh. The daemon seals a copy of the private key, and
   * does not change the file. An imported key is never in the TPM. The caller must overwrite `file`.
   *
   * `name`: As for `store`; keys and secrets share their names.
   *
   * `file`: The content of an OpenSSH private key file with a key of P-256 or Ed25519, 1 to 65536 bytes; with the
   * lines around its own base64, or the bytes within them. Without a passphrase: the caller decrypts it. Every other
   * content is an InvalidParameter, whose rule states what is wrong with it.
   *
   * `label`: As for `store`.
   *
   * `replace`: As for `store`.
   *
   * `access`: As for `store`.
   */
  importKey(name: string, file: Uint8Array | string, options?: MakeOptions): Promise<Item>;

  /**
   * Asks the user. For a secret of that name the error is ItemNotFound; for a key for ssh and a passkey,
   * SignatureRefused.
   *
   * `name`: The key's name.
   *
   * `challenge`: 1 to 65536 bytes.
   */
  sign(name: string, challenge: Uint8Array | string, options: AskOptions & { reason: string }): Promise<Bytes>;

  /**
   * Signs for OpenSSH and the programs that use its agent, by a key whose usage is ssh. Asks the user. The daemon
   * reads what it signs: a login (RFC 4252, method publickey or publickey-hostbound-v00@openssh.com) or an SSHSIG.
   * Nothing else is signed, and no login for another session, server or key than the bindings prove: SignatureRefused.
   * The request's reason is the daemon's sentence about what is signed. Reuse: an authentication counts only for the
   * same key, and for the same server's key reached without others on the way, or the same namespace of an SSHSIG, as
   * the first call of the connection that a `maxAgeSeconds` was given in; never for a login whose server is not
   * proved.
   *
   * `name`: The key's name.
   *
   * `data`: The bytes to sign, 1 to 16384.
   *
   * `bindings`: The requests session-bind@openssh.com that the program's connection to its agent has carried, in their
   * order, each without the extension's name; at most 16.
   *
   * `hostNames`: The caller's names for the servers of the bindings, in their order; empty for none. They are shown as
   * its words.
   *
   * `object`: The commit or tag that is signed, at most 131072 bytes. Its title is shown if its digest is the one that
   * is signed.
   */
  signSSH(name: string, data: Uint8Array | string, options?: AskOptions & { bindings?: Uint8Array[] | undefined;
    hostNames?: string[] | undefined; object?: Uint8Array | undefined }): Promise<Bytes>;

  /**
   * Sets the servers that a key for ssh signs in to, in place of the ones before; an empty list: to all. A login to
   * another server, or to one that proves no key, is then SignatureRefused (otherServer). Messages are signed as
   * before. Needs the PIN or the password as credential: a finger vouches for no name. Ends the reuse of
   * authentications for this key.
   *
   * `name`: The key's name.
   *
   * `destinations`: At most 32.
   */
  setDestinations(name: string, destinations: SSHDestination[], options?: CredentialOptions): Promise<Item>;

  /**
   * For an item that a finger could open and does not, because the enrolment changed, fingerprint unlocking was off,
   * or no finger was enrolled when it was stored; also for a passkey that was made before the user had a PIN, which
   * the PIN opens from then on, too. Opens the item with the given PIN or password, asks the user for a finger, and
   * creates its fingerprint slot under the present enrolment. The content is sealed under a new key, and no file
   * contains the old one any more.
   *
   * `name`: The item's name.
   */
  renew(name: string, options: AskOptions & { reason?: string | undefined }): Promise<Item>;

  /** Destroys the item of that name and its content; does not ask the user. */
  deleteItem(name: string, options?: CallOptions): Promise<void>;
}
