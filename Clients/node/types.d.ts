/** The contract's types. */
// Made by Clients/generate.py from org.biometricgate.Gate.varlink: change that file.

/** Allows values of a newer daemon that this version does not know. */
export type Open<Known extends string> = Known | (string & {});

/** What can open an item: a finger of the user's, the PIN of this service, or the password of the system's account. */
export type Factor = Open<"fingerprint" | "pin" | "password">;

/** The finger's name when it is added; no one checks which finger it really is. */
export type Finger = Open<"leftThumb" | "leftIndex" | "leftMiddle" | "leftRing" | "leftLittle" | "rightThumb" | "rightIndex" | "rightMiddle" | "rightRing" | "rightLittle">;

/** Text for the user, in plain words: what is wrong, and the one next step. */
export interface Guidance {
  /** One line, for a heading. */
  title: string;
  /** A few sentences; may be empty. */
  body: string;
  /** The next step, for a button: none if there is nothing to press. */
  action: Open<"none" | "useFingerprint" | "usePIN" | "usePassword" | "enroll" | "enable" | "connectReader" | "wait" | "retry" | "signInAgain">;
  /** The button's caption; empty if there is no button. */
  actionLabel: string;
  /** The next step at a terminal, as a line for the shell; absent if no single command does it. */
  command?: string | null;
  /** The language of these texts: en, ko or nb. */
  locale: string;
}

/**
 * Whether a fingerprint can be asked for now. If several states apply, the first of this list is reported: noHardware,
 * disabled, notEnrolled, lockoutPermanent, lockout, hardwareUnavailable, available. With no reader present, a user with
 * prints has hardwareUnavailable (disconnected), not noHardware; with another reader present, notEnrolled. "disabled"
 * applies only after `disableFingerprint`, and before the first `enableFingerprint` for a user who declined
 * (`answerOnboarding` without "app"). A fault, heat or another program's use is reported for 5 s or until the next
 * request: every request tries the reader again.
 */
export interface Availability {
  /** "available" is the only state in which a finger can be asked for. */
  state: Open<"available" | "noHardware" | "hardwareUnavailable" | "notEnrolled" | "disabled" | "lockout" | "lockoutPermanent">;
  /**
   * With hardwareUnavailable (the first eight), with notEnrolled (printsVanished: the reader's own storage lost them)
   * and with lockoutPermanent (attempts: too many misses; credentialAge: too long since the PIN or password; boot:
   * neither has been given since the machine started). notInteractive: the caller is not in front of the machine, or
   * its lid is closed over the readers; administrator: the configuration turned fingerprints off.
   */
  reason?: Open<"busy" | "inUse" | "suspended" | "overheated" | "disconnected" | "faulted" | "notInteractive" | "administrator" | "printsVanished" | "attempts" | "credentialAge" | "boot"> | null;
  /** How long a lockout lasts, or a reader takes to cool. */
  retryAfterMilliseconds?: number | null;
  /** The credentials with which an `authenticate` would succeed now. */
  fallbacks: Factor[];
  /** Text for the user about this state. */
  guidance: Guidance;
  /** Whether misses lock fingers at logins; absent if they do not, and if logins do not ask here. */
  loginLockout?: LoginLockout | null;
}

/**
 * Programs that use fprintd's interface (logins, sudo, lock screens) get no finger, because of too many misses. They
 * have a separate count of misses. The PIN or the password ends the lockout.
 */
export interface LoginLockout {
  /** How long it lasts; absent if only the PIN or the password ends it. */
  retryAfterMilliseconds?: number | null;
}

/** The progress of a call that waits for its user. */
export interface Progress {
  /**
   * "queued": another call comes first, at the reader or in the user's line. "waitingForFinger" comes each time a touch
   * is needed and the reader is ready for it: for the first touch, after "queued", and after every "retry", "noMatch"
   * or "stagePassed" that is not the last. "fingerPresent": a finger is on the reader. "retry" is a scan too poor to
   * judge: it never counts as a failure. "noMatch" is a good scan of a finger that opens nothing, and does count.
   * "matched": the finger is the user's; the result follows. "stagePassed": a touch of an enrolment was good.
   * "credentialWrong" follows each `answerRequest` that did not decide the call: the PIN or password was wrong,
   * malformed, paused or blocked, it could not be checked, the user has none, or the call does not take it.
   * "credentialWanted": no finger is asked for any more, but a PIN or password still is (see Interaction).
   */
  event: Open<"queued" | "waitingForFinger" | "fingerPresent" | "retry" | "noMatch" | "matched" | "stagePassed" | "credentialWrong" | "credentialWanted">;
  /** With "retry": what was wrong with the scan. */
  hint?: Open<"poorScan" | "tooShort" | "notCentered" | "removeFinger" | "tooFast"> | null;
  /**
   * The misses that this call still allows, or those left before the lockout, whichever is fewer. With
   * "credentialWrong", the tries of the credential (see Tries), 0 during a wait; absent there if the credential is
   * blocked, cannot be checked, or is not taken.
   */
  attemptsRemaining?: number | null;
  /** In enrolment: the touches passed so far; 0 also during the touch that looks for a duplicate, if one is needed. */
  stage?: number | null;
  /** In enrolment: how many touches the reader takes. */
  stages?: number | null;
  /** The finger that is asked for: in enrolment, and on a reader that cannot identify. */
  finger?: Finger | null;
  /** The reader concerned. */
  readerId?: string | null;
  /** All readers that wait for a touch, if the call has several; any of them will do. */
  readerIds?: string[] | null;
  /**
   * One complete line for the user. A request for a touch names the item by its label, or its name; in an
   * `authenticate` it contains the call's reason.
   */
  message: string;
  /**
   * Names the waiting call, for `answerRequest`, `cancelRequest` and `holdRequest` on another connection of the user's.
   */
  requestId?: string | null;
  /** With "credentialWrong": the kind of credential that was given. */
  factor?: Factor | null;
  /** With "credentialWrong": how long no other try is accepted. */
  retryAfterMilliseconds?: number | null;
  /** Who asks the user, if the call wanted a prompt: "caller" if there is no prompt. */
  interaction?: Interaction | null;
}

/** Who shows the request to the user; none: the call asks nobody. */
export type Interaction = Open<"caller" | "prompt" | "none">;

/** Evidence that the user was there. */
export interface Authentication {
  /** The factor presented. */
  factor: Factor;
  /** The time. */
  at: string;
  /** The time since then, when the reply was made. */
  ageMilliseconds: number;
  /** The reader, if it was a finger. */
  readerId?: string | null;
  /** The print in `prints`, if it was a finger. */
  printId?: string | null;
}

/** A fingerprint reader that is plugged in. */
export interface Reader {
  /** Stays the same while the reader is plugged into the same place; anywhere, if the reader has a serial number. */
  id: string;
  /** The maker's name for it. */
  name: string;
  /** Libfprint's driver. */
  driver: string;
  /** Whether it is part of the machine, so that a closed lid covers it. */
  builtIn?: boolean | null;
  /** How it is connected; virtual ones are simulated by libfprint, for tests. */
  bus: Open<"usb" | "spi" | "virtual">;
  /** Whether a finger is placed on it, or drawn across it. */
  scanType: Open<"press" | "swipe">;
  /** How many touches an enrolment takes. */
  enrollStages: number;
  /** Where the comparison is made: by libfprint in the daemon's reader process, or in the reader's own chip. */
  matching: Open<"onHost" | "onChip">;
  /** What the driver can do, in libfprint's names. */
  capabilities: Open<"capture" | "identify" | "verify" | "storage" | "storageList" | "storageDelete" | "storageClear" | "duplicatesCheck" | "alwaysOn" | "updatePrint">[];
  /**
   * Ready: can take a call at once; busy: a call of this daemon has it; inUse: another program has it; the others as in
   * Availability.
   */
  state: Open<"ready" | "busy" | "inUse" | "suspended" | "overheated" | "faulted">;
}

/** An enrolled finger. */
export interface Print {
  /** For `deletePrint`. */
  id: string;
  /** The name under which it was added. A user has at most one print of each name on a reader. */
  finger: Finger;
  /** The user's own name for it. */
  label?: string | null;
  /** The only reader that knows it. */
  readerId: string;
  /** When it was added. */
  enrolledAt: string;
  /**
   * False: it was added through the system's own settings, with polkit's permission, or imported from fprintd. Until
   * `vouchPrints` it opens nothing, authenticates no user and turns nothing on; it only works for programs that ask the
   * system for a finger (login, sudo). If absent, it is true.
   */
  vouched?: boolean | null;
}

/** What the user has, and has chosen. */
export interface Settings {
  /** Whether a finger may open anything. */
  fingerprintEnabled: boolean;
  /** The biometric method in use: fingerprint if it is enabled, enrolled and not turned off by the administrator. */
  method: Open<"none" | "fingerprint">;
  /** The answer given for that app; pending if there is none. */
  onboarding: Open<"pending" | "accepted" | "skipped">;
  /** Whether there is a PIN. */
  pinSet: boolean;
  /** Whether the system has a password for the user that could be checked. */
  passwordAvailable: boolean;
  /** The number of prints that are vouched for, and so may open something. */
  enrolledPrints: number;
  /** The number of items, including invalidated ones. */
  items: number;
}

/** The limits on this machine, the same for every user. */
export interface Limits {
  /** The misses after which one call ends with AuthenticationFailed. */
  attemptsPerCall: number;
  /** The `timeoutSeconds` of a call that gives none. */
  timeoutSeconds: number;
  /** The fewest digits of a new PIN; the most are 64. */
  pinMinimumLength: number;
  /** The most prints that a user can have, on all readers together, including those that are not vouched for. */
  printsPerUser: number;
  /** The most items that a user can have, including invalidated ones. */
  itemsPerUser: number;
}

/** The user's answer to one app's offer of fingerprint unlocking. */
export interface AppOnboarding {
  /** The app's own name for itself. */
  app: string;
  /** The newest answer. */
  answer: Open<"accepted" | "skipped">;
}

/** Which factors open an item, and on what conditions. */
export interface Access {
  /** Any one of them opens it. */
  factors: Factor[];
  /**
   * What happens to its fingerprint slot when a finger is added or removed: "current": it is destroyed, and only
   * `renew` makes a new one; "any": it survives.
   */
  enrollment: Open<"current" | "any">;
  /** How old an authentication on the same connection may be to count instead of a new one, 0 to 300; 0: never. */
  maxAgeSeconds: number;
  /** Who opens it (see Logins); absent: user. */
  openers?: Open<"user" | "system">[] | null;
  /** Whether a PIN counts again, too (see Reuse); absent: no. */
  reusePIN?: boolean | null;
  /** Whether a touch opens it only by itself, and never together with others (`openAll`); absent: no. */
  alone?: boolean | null;
}

/** An Access as a call states it, with the defaults below. A complete Access is one, too. */
export interface AccessChoice {
  /** At least one, none twice; by default fingerprint alone. */
  factors?: Factor[] | null;
  /** By default current. */
  enrollment?: Open<"current" | "any"> | null;
  /** 0 to 300; by default 0. */
  maxAgeSeconds?: number | null;
  /**
   * One of them; by default user. system: only in `store`, and with nothing but the defaults beside it (see Logins).
   */
  openers?: Open<"user" | "system">[] | null;
  /** By default no. */
  reusePIN?: boolean | null;
  /** By default no. */
  alone?: boolean | null;
}

/** The description of a sealed secret or key, available without opening it. */
export interface Item {
  /** The name that calls use. */
  name: string;
  /** The text that people are shown instead of the name. */
  label?: string | null;
  /** "key" signs; "secret" can be retrieved. */
  kind: Open<"secret" | "key">;
  /** As it was stored. */
  access: Access;
  /**
   * The factors that have a slot. The fingerprint loses its slot when the enrolment changes (see Access) or fingerprint
   * unlocking is turned off, until `renew`.
   */
  openableBy: Factor[];
  /**
   * An item that nothing opens any more is invalidated: its secret is gone, but its entry stays, so that an app can
   * tell it from one that never existed.
   */
  state: Open<"valid" | "invalidated">;
  /**
   * What removed the last slot of an invalidated item: a finger was added or removed, fingerprints were turned off, the
   * PIN was removed or replaced without the old one, or everything was revoked.
   */
  invalidatedBy?: Open<"enrollmentChanged" | "fingerprintDisabled" | "pinRemoved" | "pinReset" | "revoked"> | null;
  /** Of a key. */
  algorithm?: Open<"p256" | "ed25519"> | null;
  /** Of a key: a DER SubjectPublicKeyInfo, in base64. */
  publicKey?: string | null;
  /** What holds the root key. */
  sealedBy: Open<"tpm" | "file" | "credential">;
  /** The sandboxed app or the program that stored it, as the kernel named it then. */
  owner?: string | null;
  /** When it was stored. */
  createdAt: string;
  /** When it was opened, or signed, last. */
  lastUsedAt?: string | null;
  /** The program that gave it its present content, as the kernel named it then; absent if that is the owner's. */
  updatedBy?: string | null;
  /** When that was. */
  updatedAt?: string | null;
  /** What removed its fingerprint slot, if the item is valid without one; `renew` creates a new slot. */
  fingerprintLostBy?: Open<"enrollmentChanged" | "fingerprintDisabled"> | null;
  /** Of a key: what it signs, as `createKey` was told; absent for general. */
  usage?: Usage | null;
  /** Of a key for ssh: the only servers that it signs in to, as `setDestinations` was told; absent for all. */
  destinations?: SSHDestination[] | null;
  /**
   * Of a key for ssh: the servers that it signed in to, at most 16, the newest first. Each name is a claim of the
   * program that signed in.
   */
  servers?: SSHServer[] | null;
}

/** A server that a key for ssh may sign in to. The PIN or the password vouched for its name. */
export interface SSHDestination {
  /** 1 to 255 ASCII letters, digits and ".-_:[]%". */
  name: string;
  /** The server's public key, or an authority's, in base64: as in a line of known_hosts, and no certificate. */
  key: string;
  /** Whether the key is an authority's: then the server has a certificate of it for this name, whatever the port. */
  authority?: boolean | null;
  /** The only account on the server, 1 to 32 ASCII letters, digits and "._-@+$\"; absent for all. */
  user?: string | null;
}

/**
 * What a key signs, for all its life. general: what `sign` is given. ssh: what `signSSH` is given, and nothing else.
 * passkey: only sign-ins by org.biometricgate.Passkeys, where it is made.
 */
export type Usage = Open<"general" | "ssh" | "passkey">;

/** A server, known by the key that signed its session. */
export interface SSHServer {
  /** Verified: the SHA-256 of its key, as OpenSSH prints it ("SHA256:" and base64). */
  fingerprint: string;
  /** Claimed by the calling program: its name for the server. */
  claimedName?: string | null;
  /**
   * Verified: the name of the key's destination (see `setDestinations`) that the server is. An authority's certificate
   * is for a host and for no port, so that the name is then without the port.
   */
  name?: string | null;
}

/**
 * What `signSSH` or a passkey is asked to sign. Read in the signed bytes or verified by the daemon, but for the names
 * of servers, and a site's names for accounts; cut and cleaned for showing on one line.
 */
export interface SignatureSubject {
  /**
   * Login: to sign in to a server; commit, tag: of git's; message: something else in the form SSHSIG, or a commit or
   * tag that the call did not carry; newPasskey: makes one for a site; passkey: signs in with one.
   */
  kind: Open<"login" | "commit" | "tag" | "message" | "newPasskey" | "passkey">;
  /** Of a login: the account on the server. Of a passkey: the account at the site, as the site calls it. */
  user?: string | null;
  /** Of a login: the server. Absent if no server proved its key on the program's connection. */
  server?: SSHServer | null;
  /** Of a commit or tag: the first line of its message. */
  title?: string | null;
  /** Of a tag: its name. */
  tag?: string | null;
  /** Of a message: what the signature is for, "git" or "file" for example. */
  namespace?: string | null;
  /** The servers on the way, the nearest first: those that a login leads through, or that the request came through. */
  through?: SSHServer[] | null;
  /** Of a login: whether it is by a certificate of the key; absent if not. */
  certificate?: boolean | null;
  /**
   * How many seconds the user's confirmation counts for further signatures of this kind (see `signSSH`); absent if it
   * counts once.
   */
  reuseSeconds?: number | null;
  /** Whether a PIN counts so, too; absent: only a touch. */
  reusePIN?: boolean | null;
  /** Of a passkey: the site, or another relying party, by its id; to be shown whole. */
  rpId?: string | null;
  /** Of a new passkey: the fingers that will open it, as in Access. */
  enrollment?: Open<"current" | "any"> | null;
  /** Of a passkey: whether the sign-in also derives a secret; absent if not. */
  derivesSecret?: boolean | null;
}

/** What the user does by confirming an `authenticate`: the caption of the prompt's button, in the user's language. */
export type Verb = Open<"confirm" | "approve" | "pay" | "signIn">;

/** A process of the caller's user. */
export interface RunningProcess {
  /** Its number. */
  processId: number;
  /**
   * The time it started, in clock ticks since the machine did: field 22 of /proc/PID/stat. Tells it from a later
   * process of the same number.
   */
  startTime: number;
}

/** The program for which another one says that it asks. It may be any of the user's: a claim, never a proof. */
export interface ClaimedProgram {
  /** As given in the call. */
  processId: number;
  /** As given in the call. */
  startTime: number;
  /** Its name, from the kernel. */
  command: string;
  /** Its program's file; absent if the daemon may not read it. */
  executable?: string | null;
}

/** A waiting call of the same user: who asks, for what, and its progress. */
export interface Request {
  /** For `answerRequest`, `cancelRequest` and `holdRequest`. */
  id: string;
  /** The process that asks. */
  processId: number;
  /** Its name, from the kernel. */
  command: string;
  /** Its program's file; absent if the daemon may not read it. */
  executable?: string | null;
  /** Its systemd unit or sandboxed app. */
  unit?: string | null;
  /** The kind of request. */
  operation: Open<"authenticate" | "enroll" | "enable" | "store" | "retrieve" | "createKey" | "sign" | "renew">;
  /** The item's name. */
  item?: string | null;
  /** The call's reason, in the app's words. */
  reason?: string | null;
  /** The factors that can answer it now: the finger or, by `answerRequest`, a PIN or password that the user has. */
  factors: Factor[];
  /** The last progress reported; absent if there was none. */
  progress?: Progress | null;
  /** The item's label. */
  label?: string | null;
  /** Who shows it to the user; by default the program that asks. */
  interaction?: Interaction | null;
  /**
   * With "ended": how the request to the user ended. The call itself may still fail for another reason, for example a
   * disk.
   */
  outcome?: Outcome | null;
  /** The program for which `processId` says that it asks; absent if it said none, or that one is not known to run. */
  onBehalfOf?: ClaimedProgram | null;
  /** As given in an `authenticate`; by default confirm. */
  verb?: Verb | null;
  /** As given in the call; only for a watcher that shows prompts. */
  parentWindow?: string | null;
  /** As given in the call; only for a watcher that shows prompts. */
  activationToken?: string | null;
  /**
   * The user's remaining time, at the time of this report; absent while the call does not wait for the user.
   * `holdRequest` restarts the time, which is reported as a change.
   */
  remainingMilliseconds?: number | null;
  /** What is signed, for a call of `signSSH`, or of org.biometricgate.Passkeys. */
  subject?: SignatureSubject | null;
  /** All items of a call of `openAll`, by name; item and label are then absent. */
  items?: RequestedItem[] | null;
  /**
   * Of a sign-in with a passkey: the accounts, if there are several. `answerRequest` chooses one; subject is about the
   * chosen one.
   */
  accounts?: PasskeyAccount[] | null;
  /** No app's call: a password's prompt waits for a finger, too (`watchRequests`, `passwordPrompts`). */
  passwordPrompt?: PasswordPrompt | null;
}

/** A program of root's, such as sudo, that asks for a password and also takes a finger (pam_biogate). */
export interface PasswordPrompt {
  /** Its PAM service, as it says. */
  service: string;
  /** Whose password or finger it takes. */
  account: string;
}

/** An account that a request offers. Its names are the site's. */
export interface PasskeyAccount {
  /** Its passkey, as org.biometricgate.Passkeys has it. */
  credentialId: string;
  /** The account's name. */
  userName?: string | null;
  /** The name of its owner. */
  userDisplayName?: string | null;
  /** Whether confirming now signs in to it; absent: no. */
  chosen?: boolean | null;
}

/** One of the items that a request is about. */
export interface RequestedItem {
  /** The name that calls use. */
  name: string;
  /** The text that people are shown instead of the name. */
  label?: string | null;
  /** As in Item. */
  owner?: string | null;
}

/** What became of the user's item for logins (see Logins) at a login. */
export interface LoginResult {
  /** Whether the login received it. */
  opened: boolean;
  /**
   * Why not. noLoginService, noTouch, otherProcess, touchTooOld: no touch of a vouched finger was for this login, or
   * any more; fingersChanged, itemClosed: the enrolment changed; fingerprintDisabled, administrator, suspending,
   * lockedOut, credentialAge, boot: as in Availability; passwordChanged, passwordLocked, passwordUnknown: the account's
   * password is another one, is locked or gone, or could not be looked at.
   */
  reason?: Open<"noLoginService" | "noTouch" | "otherProcess" | "touchTooOld" | "fingersChanged" | "fingerprintDisabled" | "administrator" | "suspending" | "lockedOut" | "credentialAge" | "boot" | "passwordChanged" | "passwordLocked" | "passwordUnknown" | "itemClosed"> | null;
  /** The time since then, when the reply was made. */
  ageMilliseconds: number;
  /** Text for the user, if there is something to do. */
  guidance?: Guidance | null;
}

/** How a call's request to the user ended: exactly one of factor and error is present. */
export interface Outcome {
  /** The factor that confirmed the user. */
  factor?: Factor | null;
  /** The name of the call's error, "org.biometricgate.Gate.Lockout". */
  error?: string | null;
  /** As in that error. */
  retryAfterMilliseconds?: number | null;
  /** With error: text for the user. */
  guidance?: Guidance | null;
}

/** The result of `watchReaders`. */
export interface ReaderChange {
  change: Open<"present" | "added" | "removed" | "changed">;
  reader: Reader;
}

/** The result of `watchRequests`. */
export interface RequestChange {
  change: Open<"present" | "added" | "changed" | "ended">;
  request: Request;
}

/** The result of `prints`. */
export interface Prints {
  prints: Print[];
  enrollmentId: string;
}

/** The result of `enroll`. */
export interface Enrolled {
  print: Print;
  invalidatedItems: number;
}

/** The result of `disableFingerprint`. */
export interface TurnedOff {
  invalidatedItems: number;
  settings: Settings;
}

/** The result of `previewChange`. */
export interface Cost {
  invalidated: string[];
  losingFingerprint: string[];
}
