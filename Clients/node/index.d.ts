/** The client of BiometricGate. Objects are the contract's; durations of this library's own are seconds. */

/** Allows values of a newer daemon that this version does not know. */
type Open<Known extends string> = Known | (string & {});

export const SYSTEM_SOCKET: string;

export type Factor = Open<"fingerprint" | "pin" | "password">;
export type Finger = Open<
  | "leftThumb" | "leftIndex" | "leftMiddle" | "leftRing" | "leftLittle"
  | "rightThumb" | "rightIndex" | "rightMiddle" | "rightRing" | "rightLittle"
>;

/** Text for the user: what is wrong, and the one next step. */
export interface Guidance {
  title: string;
  body: string;
  action: Open<
    | "none" | "useFingerprint" | "usePIN" | "usePassword" | "enroll" | "enable" | "connectReader" | "wait" | "retry"
    | "signInAgain"
  >;
  actionLabel: string;
  command?: string | null;
  locale: string;
}

/** Whether a fingerprint can be asked for now. */
export interface Availability {
  state: Open<
    "available" | "noHardware" | "hardwareUnavailable" | "notEnrolled" | "disabled" | "lockout" | "lockoutPermanent"
  >;
  reason?: Open<
    | "busy" | "inUse" | "suspended" | "overheated" | "disconnected" | "faulted" | "notInteractive" | "administrator"
    | "printsVanished" | "attempts" | "credentialAge" | "boot"
  > | null;
  retryAfterMilliseconds?: number | null;
  fallbacks: Factor[];
  guidance: Guidance;
  /** Whether misses lock fingers at logins; absent if they do not, and if logins do not ask here. */
  loginLockout?: LoginLockout | null;
}

/** Programs that use fprintd's interface get no finger until the PIN or the password ends this. */
export interface LoginLockout {
  /** Absent if only the PIN or the password ends it. */
  retryAfterMilliseconds?: number | null;
}

/** What happens while a call waits for the user; `message` is for display. */
export interface Progress {
  event: Open<
    | "queued" | "waitingForFinger" | "fingerPresent" | "retry" | "noMatch" | "matched" | "stagePassed"
    | "credentialWrong" | "credentialWanted"
  >;
  hint?: Open<"poorScan" | "tooShort" | "notCentered" | "removeFinger" | "tooFast"> | null;
  attemptsRemaining?: number | null;
  stage?: number | null;
  stages?: number | null;
  finger?: Finger | null;
  readerId?: string | null;
  /** All readers that wait for a touch, if there are several; any of them will do. */
  readerIds?: string[] | null;
  message: string;
  requestId?: string | null;
  factor?: Factor | null;
  retryAfterMilliseconds?: number | null;
  interaction?: Interaction | null;
}

/** Who shows the request to the user: the calling program, the desktop's prompt, or nobody: such a call asks nobody. */
export type Interaction = Open<"caller" | "prompt" | "none">;

/** What the user does by confirming an authentication: the caption of the prompt's button. */
export type Verb = Open<"confirm" | "approve" | "pay" | "signIn">;

export interface Authentication {
  factor: Factor;
  /** RFC 3339, UTC. */
  at: string;
  ageMilliseconds: number;
  readerId?: string | null;
  printId?: string | null;
}

export interface Reader {
  id: string;
  name: string;
  driver: string;
  /** Whether it is part of the machine, so that a closed lid covers it. */
  builtIn?: boolean | null;
  bus: Open<"usb" | "spi" | "virtual">;
  scanType: Open<"press" | "swipe">;
  enrollStages: number;
  matching: Open<"onHost" | "onChip">;
  capabilities: Open<
    | "capture" | "identify" | "verify" | "storage" | "storageList" | "storageDelete" | "storageClear"
    | "duplicatesCheck" | "alwaysOn" | "updatePrint"
  >[];
  state: Open<"ready" | "busy" | "inUse" | "suspended" | "overheated" | "faulted">;
}

/** An enrolled finger. */
export interface Print {
  id: string;
  finger: Finger;
  label?: string | null;
  readerId: string;
  enrolledAt: string;
  /** false: the system's settings added it, and it opens nothing before `vouchPrints`. */
  vouched?: boolean | null;
}

export interface Settings {
  fingerprintEnabled: boolean;
  method: Open<"none" | "fingerprint">;
  onboarding: Open<"pending" | "accepted" | "skipped">;
  pinSet: boolean;
  passwordAvailable: boolean;
  enrolledPrints: number;
  items: number;
}

/** What became of the user's item for logins at a login. */
export interface LoginResult {
  opened: boolean;
  /** Why not. */
  reason?: Open<
    | "noLoginService" | "noTouch" | "otherProcess" | "touchTooOld" | "fingersChanged" | "fingerprintDisabled"
    | "administrator" | "suspending" | "lockedOut" | "credentialAge" | "boot" | "passwordChanged" | "passwordLocked"
    | "passwordUnknown" | "itemClosed"
  > | null;
  /** The time since then. */
  ageMilliseconds: number;
  /** Absent if there is nothing to do. */
  guidance?: Guidance | null;
}

/** The limits on this machine, the same for every user. */
export interface Limits {
  /** The misses after which one call ends. */
  attemptsPerCall: number;
  /** The `timeout` of a call that gives none. */
  timeoutSeconds: number;
  /** The fewest digits of a new PIN. */
  pinMinimumLength: number;
  printsPerUser: number;
  itemsPerUser: number;
}

/** The user's answer to one app's offer of fingerprint unlocking. */
export interface AppOnboarding {
  app: string;
  answer: Open<"accepted" | "skipped">;
}

/** What opens an item. */
export interface Access {
  factors: Factor[];
  enrollment: Open<"current" | "any">;
  maxAgeSeconds: number;
  openers?: Open<"user" | "system">[] | null;
  reusePIN?: boolean | null;
  alone?: boolean | null;
}

/** An Access as a call states it: by default as in `MakeOptions`, `current`, and 0. */
export interface AccessChoice {
  factors?: Factor[] | null;
  enrollment?: Open<"current" | "any"> | null;
  maxAgeSeconds?: number | null;
  openers?: Open<"user" | "system">[] | null;
  reusePIN?: boolean | null;
  alone?: boolean | null;
}

/** A sealed secret or a signing key, without its content. */
export interface Item {
  name: string;
  label?: string | null;
  kind: Open<"secret" | "key">;
  access: Access;
  openableBy: Factor[];
  state: Open<"valid" | "invalidated">;
  invalidatedBy?: Open<"enrollmentChanged" | "fingerprintDisabled" | "pinRemoved" | "pinReset" | "revoked"> | null;
  algorithm?: Open<"p256" | "ed25519"> | null;
  /** DER SubjectPublicKeyInfo, in base64. */
  publicKey?: string | null;
  sealedBy: Open<"tpm" | "file" | "credential">;
  owner?: string | null;
  createdAt: string;
  lastUsedAt?: string | null;
  updatedBy?: string | null;
  updatedAt?: string | null;
  fingerprintLostBy?: Open<"enrollmentChanged" | "fingerprintDisabled"> | null;
  usage?: Usage | null;
  destinations?: SSHDestination[] | null;
  servers?: SSHServer[] | null;
}

/** What a key signs, for all its life. */
export type Usage = Open<"general" | "ssh">;

/** A server, known by its key's fingerprint, which is verified. `claimedName` is the calling program's; `name` is that of
 * the key's destination, and verified. */
export interface SSHServer {
  fingerprint: string;
  claimedName?: string | null;
  name?: string | null;
}

/** A server that a key for ssh may sign in to, and for whose name the PIN or the password vouched. */
export interface SSHDestination {
  name: string;
  /** The server's public key in ssh's form or, with `authority`, that of who certifies it; in base64. */
  key: string;
  authority?: boolean | null;
  user?: string | null;
}

/** What `signSSH` is asked to sign. */
export interface SignatureSubject {
  kind: Open<"login" | "commit" | "tag" | "message">;
  user?: string | null;
  server?: SSHServer | null;
  title?: string | null;
  tag?: string | null;
  namespace?: string | null;
  through?: SSHServer[] | null;
  /** Of a login: whether it is by a certificate of the key. */
  certificate?: boolean | null;
  reuseSeconds?: number | null;
  reusePIN?: boolean | null;
}

/** How a call's request to the user ended: by `factor`, or with `error`, a name of the contract. */
export interface Outcome {
  factor?: Factor | null;
  error?: string | null;
  retryAfterMilliseconds?: number | null;
  guidance?: Guidance | null;
}

/** A process by its number and the time it started. */
export interface RunningProcess {
  processId: number;
  /** In clock ticks since the machine started: field 22 of /proc/PID/stat. */
  startTime: number;
}
/** The process that has this number now; throws if there is none. */
export function runningProcess(processId: number): RunningProcess;
/** The program for which another one says that it asks. It may be any of the user's: a claim, never a proof. */
export interface ClaimedProgram {
  processId: number;
  startTime: number;
  /** Its name, from the kernel. */
  command: string;
  executable?: string | null;
}
/** A call of the same user that waits for them, and the program that makes it. */
export interface Request {
  id: string;
  processId: number;
  command: string;
  executable?: string | null;
  unit?: string | null;
  operation: Open<"authenticate" | "enroll" | "enable" | "store" | "retrieve" | "createKey" | "sign" | "renew">;
  item?: string | null;
  reason?: string | null;
  factors: Factor[];
  progress?: Progress | null;
  label?: string | null;
  interaction?: Interaction | null;
  outcome?: Outcome | null;
  onBehalfOf?: ClaimedProgram | null;
  verb?: Verb | null;
  parentWindow?: string | null;
  activationToken?: string | null;
  remainingMilliseconds?: number | null;
  subject?: SignatureSubject | null;
  items?: RequestedItem[] | null;
}
/** One of the items that a request is about. */
export interface RequestedItem {
  name: string;
  label?: string | null;
  owner?: string | null;
}

export interface ServiceInfo {
  vendor: string;
  product: string;
  version: string;
  url: string;
  interfaces: string[];
}

/** A PIN or a password. Only a Uint8Array can be overwritten, and is, once it has been sent. */
export type Typed = string | Uint8Array;
/** The content of a question to the user. */
export interface Question {
  factor: "pin" | "password";
  /** Why the call has not succeeded so far, in words for the user; empty at the first question. */
  message: string;
  /** The error itself. */
  refusal?: Refused | undefined;
  /** How many more wrong answers there may be before a wait or a block; a malformed one does not count. */
  attemptsRemaining?: number | undefined;
  /** Fires once no answer is needed any more. */
  signal: AbortSignal;
}
/** Asks the user; nothing, or an empty line, means "not now". Without a parameter it cannot show what was wrong, so it
 * is called once. */
export type Asker = (question: Question) => Typed | null | undefined | Promise<Typed | null | undefined>;

/** A Buffer if Node's types are installed; otherwise the Uint8Array that it extends. */
export type Bytes = typeof globalThis extends { Buffer: { alloc(size: number): infer Buffer } } ? Buffer : Uint8Array;

declare global {
  interface SymbolConstructor {
    readonly asyncDispose: unique symbol;
  }
}

export interface CallOptions {
  /** Cancels the call and frees the reader. */
  signal?: AbortSignal | undefined;
}
export interface UserOptions extends CallOptions {
  /** Another user's, for root. */
  uid?: number | undefined;
}
/** One of the two, or functions that ask for them. */
export interface CredentialOptions extends CallOptions {
  pin?: Typed | Asker | undefined;
  password?: Typed | Asker | undefined;
}
export interface ScanOptions extends CallOptions {
  onProgress?: ((progress: Progress) => unknown) | undefined;
  readerId?: string | undefined;
  /** Seconds that the reader waits for a finger. */
  timeout?: number | undefined;
  /** Seconds that the call may wait for anything but its user, 300 by default. */
  wait?: number | undefined;
}
export interface PromptOptions {
  /** Who shows the request to the user; `caller` by default. */
  interaction?: Interaction | undefined;
  /** The program for which the call is made, shown to the user as a claim; ignored unless it runs as the same user. */
  onBehalfOf?: RunningProcess | undefined;
  /** The window of the request, `x11:` or `wayland:` and its handle, as in XDG portals. */
  parentWindow?: string | undefined;
  /** A token of `xdg_activation_v1`, or the startup ID of X11. */
  activationToken?: string | undefined;
}
export interface AskOptions extends CredentialOptions, ScanOptions, PromptOptions {
  /** How many good scans may miss before the call ends: 1 to the administrator's number (3), which is the default. */
  attempts?: number | undefined;
  /** How many seconds old an authentication on this connection may be to replace a touch. */
  maxAge?: number | undefined;
}
export interface MakeOptions extends AskOptions {
  label?: string | undefined;
  /** Without `factors` a finger opens the item, or the PIN; if the user has a password but no PIN, the password. An
   * item of the finger alone is destroyed when a finger is added or removed, unless `enrollment` is `any`. */
  access?: AccessChoice | undefined;
  replace?: boolean | undefined;
  reason?: string | undefined;
}

/** An app's way to the gate: one connection, made by the first call, and again after it was lost. */
export class Gate {
  constructor(options?: { socket?: string | undefined; locale?: string | undefined; trustedUids?: Iterable<number> | undefined });
  readonly socket: string;

  readers(options?: CallOptions): Promise<Reader[]>;
  watchReaders(options?: CallOptions): AsyncGenerator<{
    change: Open<"present" | "added" | "removed" | "changed">;
    reader: Reader;
  }>;
  clearReader(readerId: string, options?: CallOptions): Promise<void>;

  availability(options?: UserOptions): Promise<Availability>;
  watchAvailability(options?: UserOptions): AsyncGenerator<Availability>;
  authenticate(options: AskOptions & UserOptions & { reason: string; verb?: Verb | undefined; factors?: Factor[] | undefined }): Promise<Authentication>;
  lastAuthentication(options?: CallOptions): Promise<Authentication | null>;
  forgetAuthentication(options?: CallOptions): Promise<void>;
  /** `prompts`: this program shows the desktop's prompt; with `remote`, also for callers who are not in front of the machine;
   * with `several`, also of requests about several items, each of which it shows. */
  watchRequests(options?: CallOptions & { prompts?: boolean | undefined; remote?: boolean | undefined; several?: boolean | undefined }): AsyncGenerator<{
    change: Open<"present" | "added" | "changed" | "ended">;
    request: Request;
  }>;
  answerRequest(requestId: string, options: CallOptions & { pin?: Typed | undefined; password?: Typed | undefined }): Promise<void>;
  cancelRequest(requestId: string, options?: CallOptions): Promise<void>;
  /** Restarts the time limit of a waiting call, at most ten times. */
  holdRequest(requestId: string, options?: CallOptions): Promise<void>;

  prints(options?: UserOptions): Promise<{ prints: Print[]; enrollmentId: string }>;
  enroll(
    finger: Finger,
    options?: CredentialOptions & ScanOptions & UserOptions & { label?: string | undefined },
  ): Promise<{ print: Print; invalidatedItems: number }>;
  /** Resolves to the number of items that this invalidated, like the other methods that resolve to a number. */
  deletePrint(printId: string, options?: CredentialOptions & UserOptions): Promise<number>;
  /** Vouches for fingers that the system's settings added. */
  vouchPrints(printIds: string[], options?: CredentialOptions & UserOptions): Promise<number>;
  /** Sets the user's own name for the finger; without a label, removes it. */
  renamePrint(printId: string, options?: UserOptions & { label?: string | undefined }): Promise<Print>;
  deleteAllPrints(options?: CredentialOptions & UserOptions): Promise<number>;

  settings(options?: UserOptions & { app?: string | undefined }): Promise<Settings>;
  /** The settings now, then after every change of settings, prints, PIN or items, even one that does not show in them.
   * */
  watchSettings(options?: UserOptions): AsyncGenerator<Settings>;
  /** The apps whose offer the user has answered. */
  onboardings(options?: UserOptions): Promise<AppOnboarding[]>;
  /** What became of the user's item for logins at the newest login that asked for it; null where none has. */
  lastLogin(options?: UserOptions): Promise<LoginResult | null>;
  /** The limits that a call may meet. They stay the same until the daemon is started again. */
  limits(options?: CallOptions): Promise<Limits>;
  enableFingerprint(options?: ScanOptions & PromptOptions & { reason?: string | undefined }): Promise<Settings>;
  disableFingerprint(options?: CallOptions): Promise<{ invalidatedItems: number; settings: Settings }>;
  answerOnboarding(answer: "accepted" | "skipped", options?: CallOptions & { app?: string | undefined }): Promise<Settings>;
  setPIN(pin: Typed, options?: CredentialOptions): Promise<number>;
  removePIN(options?: CredentialOptions): Promise<number>;
  previewChange(
    change:
      | "enroll" | "deletePrint" | "deleteAllPrints" | "disableFingerprint" | "setPIN" | "removePIN" | "revokeAll"
      | "reset",
    options?: CallOptions,
  ): Promise<{ invalidated: string[]; losingFingerprint: string[] }>;
  revokeAll(options?: CallOptions): Promise<number>;
  reset(options?: CredentialOptions & UserOptions): Promise<void>;

  items(options?: UserOptions): Promise<Item[]>;
  /** The items now, then after every change of settings, prints, PIN or items. */
  watchItems(options?: UserOptions): AsyncGenerator<Item[]>;
  item(name: string, options?: UserOptions): Promise<Item>;
  /** Seals 1 to 65536 bytes, which the caller must overwrite. */
  store(name: string, secret: Uint8Array | string, options?: MakeOptions): Promise<Item>;
  /** Gives a secret new content, and keeps its label and access; otherwise as `store`. */
  update(name: string, secret: Uint8Array | string, options?: AskOptions & { reason?: string | undefined }): Promise<Item>;
  /** A Buffer with its own memory: `fill(0)` overwrites it. */
  open(name: string, options: AskOptions & UserOptions & { reason: string }): Promise<Bytes>;
  /** Opens 2 to 16 secrets by one confirmation: all, or none. The user is shown every one of them. */
  openAll(names: string[], options: AskOptions & UserOptions & { reason: string }): Promise<Map<string, Bytes>>;
  createKey(name: string, algorithm: "p256" | "ed25519", options?: MakeOptions & { usage?: Usage | undefined }): Promise<Item>;
  /** Seals a copy of a private key for ssh, which the caller must overwrite: the bytes of an OpenSSH private key file of
   * P-256 or Ed25519, without a passphrase. */
  importKey(name: string, file: Uint8Array | string, options?: MakeOptions): Promise<Item>;
  /** Signs a login or an SSHSIG by a key for ssh, which the daemon reads, verifies and shows. `bindings`: the bodies of the
   * connection's session-bind requests; `object`: the commit or tag. */
  signSSH(
    name: string,
    data: Uint8Array,
    options?: AskOptions & { bindings?: Uint8Array[] | undefined; hostNames?: string[] | undefined; object?: Uint8Array | undefined },
  ): Promise<Bytes>;
  /** ECDSA over SHA-256 in DER, or 64 bytes of Ed25519. */
  sign(name: string, challenge: Uint8Array | string, options: AskOptions & { reason: string }): Promise<Bytes>;
  /** Sets the only servers that a key for ssh signs in to; none: it signs in to all. */
  setDestinations(name: string, destinations: SSHDestination[], options?: CredentialOptions): Promise<Item>;
  renew(name: string, options: AskOptions & { reason?: string | undefined }): Promise<Item>;
  deleteItem(name: string, options?: CallOptions): Promise<void>;

  info(options?: CallOptions): Promise<ServiceInfo>;
  interfaceDescription(name?: string, options?: CallOptions): Promise<string>;

  /** Ends this Gate's waiting call with `Cancelled`. */
  cancel(): void;
  /** Gives a PIN or a password to this Gate's call that waits for a finger. */
  answer(credential: { pin?: Typed | undefined; password?: Typed | undefined }): void;
  /** Ends the connection. A waiting call ends with `Closed`, and so does every later one. */
  close(): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The base of every error of a call, except the reason of its `signal`, and TypeError or RangeError for arguments that
 * cannot be sent. */
export class GateError extends Error {
  /** Text for the user. */
  readonly guidance?: Guidance | undefined;
  /** The credentials with which this same call would have succeeded at that moment. */
  readonly fallbacks: Factor[];
  /** Seconds until another try makes sense. */
  readonly retryAfter?: number | undefined;
}
/** No service answers at the socket, or the system is not Linux. */
export class NotRunning extends GateError {}
/** The socket does not belong to the daemon's account, root or the caller. Nothing was sent. */
export class Untrusted extends GateError {}
/** The connection ended before the answer; it is unknown whether the call took effect. */
export class Disconnected extends GateError {}
/** This program closed the Gate: its waiting call ended, and it makes no others. */
export class Closed extends Disconnected {}
/** The answer violates the contract. */
export class ProtocolViolation extends GateError {}
/** The daemon refused. An error that this version does not know is an instance of this class itself. */
export class Refused<Parameters extends object = object> extends GateError {
  /** The error's full name in the contract. */
  readonly code: string;
  /** The error's parameters, as in the contract. */
  readonly parameters: Partial<Parameters> & Record<string, unknown>;
}

export class NoHardware extends Refused {}
export class HardwareUnavailable extends Refused<{
  reason: Open<
    | "busy" | "inUse" | "suspended" | "overheated" | "disconnected" | "faulted" | "notInteractive" | "administrator"
  >;
}> {}
export class NotEnrolled extends Refused<{ printsVanished: boolean }> {}
export class Disabled extends Refused {}
export class Lockout extends Refused<{ clearedBy: Factor[] }> {}
export class LockoutPermanent extends Refused<{
  reason: Open<"attempts" | "credentialAge" | "boot">;
  clearedBy: Factor[];
}> {}
export class AuthenticationFailed extends Refused {}
/** `waitedFor` is set if the call did not get its turn within `wait`. */
export class TimedOut extends Refused<{ waitedFor: Open<"calls" | "reader"> }> {}
export class Cancelled extends Refused<{
  by: Open<"client" | "user" | "sessionLocked" | "suspend" | "revoked" | "shutdown">;
}> {}
/** The call has the interaction `none`, and would have to ask the user. */
export class UserNeeded extends Refused {}
/** `clearedBy`: what opens the PIN again, if nothing is accepted because the PIN is blocked. */
export class CredentialRequired extends Refused<{ accepted: Factor[]; clearedBy: Factor[] }> {}
export class CredentialNotSet extends Refused<{ factor: Factor }> {}
export class CredentialWrong extends Refused<{ factor: Factor; attemptsRemaining: number }> {}
export class CredentialUnavailable extends Refused<{ factor: Factor }> {}
export class CredentialThrottled extends Refused<{ factor: Factor }> {}
export class SignInRequired extends Refused {}
export class PINUnacceptable extends Refused<{
  rule: Open<"tooShort" | "tooLong" | "notDigits" | "tooSimple">;
  minimumLength: number;
}> {}
export class FactorNotAllowed extends Refused<{
  allowed: Factor[];
  reason: Open<"notInAccess" | "enrollmentChanged" | "fingerprintDisabled" | "notEnrolled" | "pinChanged">;
  renewable: boolean;
  name: string;
}> {}
export class ItemNotFound extends Refused<{ name: string; kind: Open<"secret" | "key"> }> {}
export class ItemExists extends Refused<{ name: string }> {}
export class ItemInvalidated extends Refused<{
  name: string;
  by: Open<"enrollmentChanged" | "fingerprintDisabled" | "pinRemoved" | "pinReset" | "revoked">;
}> {}
export class PrintNotFound extends Refused<{ printId: string }> {}
export class FingerAlreadyEnrolled extends Refused<{ print: Print }> {}
export class FingerKnownToReader extends Refused<{ readerId: string }> {}
export class ReaderNotFound extends Refused<{ readerId: string }> {}
export class SignatureRefused extends Refused<{
  reason: Open<"otherUsage" | "notSSHData" | "bindingUnsound" | "foreignSession" | "unknownServer" | "otherKey" | "otherServer">;
}> {}
export class ReaderFull extends Refused<{ readerId: string }> {}
export class RequestNotFound extends Refused<{ requestId: string }> {}
export class LimitExceeded extends Refused<{ limit: string; maximum: number }> {}
export class SealingUnavailable extends Refused<{
  reason: Open<
    | "noTPM" | "busy" | "dictionaryLockout" | "otherMachine" | "policyFailed" | "rootKeyMissing" | "faulted"
  >;
}> {}
export class StorageFailed extends Refused {}
export class NotPermitted extends Refused {}
export class InvalidParameter extends Refused<{ parameter: string; rule: string }> {}
export class MethodNotFound extends Refused<{ method: string }> {}
