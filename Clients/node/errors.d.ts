/** The daemon's refusals, with a class for each error of the contract, and all other failures. */
// Made by Clients/generate.py from org.biometricgate.Gate.varlink: change that file.

import { Refused } from "./failures.js";
import type { Factor, Open, Print } from "./types.js";

export * from "./failures.js";

/** There is no reader, and the user has no prints. */
export class NoHardware extends Refused {}

/** There is a reader, or was; it cannot be used now. */
export class HardwareUnavailable extends Refused<{
  /** As in Availability. */
  reason: Open<"busy" | "inUse" | "suspended" | "overheated" | "disconnected" | "faulted" | "notInteractive" | "administrator">;
}> {}

/**
 * No finger is enrolled that this reader knows. printsVanished: there were prints, but the reader's own storage no
 * longer has them.
 */
export class NotEnrolled extends Refused<{
  printsVanished: boolean;
}> {}

/** The user turned fingerprint unlocking off, or declined it: `enableFingerprint` turns it on. */
export class Disabled extends Refused {}

/** Too many fingers in a row did not match. */
export class Lockout extends Refused<{
  clearedBy: Factor[];
}> {}

/**
 * Locked until the PIN or the password is given: too many misses (attempts), too long since one of the two
 * (credentialAge), or none since boot.
 */
export class LockoutPermanent extends Refused<{
  reason: Open<"attempts" | "credentialAge" | "boot">;
  clearedBy: Factor[];
}> {}

/** The number of misses that one call allows (3, unless the administrator sets another) was reached. */
export class AuthenticationFailed extends Refused {}

/**
 * The call's time is over. `waitedFor`: present if it did not get its turn within `waitSeconds`: the user's own calls
 * came first (calls), or the reader was in use (reader). Absent: no finger matched, and no right credential was given,
 * within `timeoutSeconds`.
 */
export class TimedOut extends Refused<{
  waitedFor: Open<"calls" | "reader">;
}> {}

/**
 * The call was ended from outside. by: client: its connection closed, or `cancelRequest` on it; user: `cancelRequest`
 * on another connection, for example by a prompt; sessionLocked: the session was locked; suspend: the machine suspends;
 * revoked: `revokeAll`, `reset`, or a change of the PIN or of fingerprint unlocking on which the call depended;
 * shutdown: the daemon stops.
 */
export class Cancelled extends Refused<{
  by: Open<"client" | "user" | "sessionLocked" | "suspend" | "revoked" | "shutdown">;
}> {}

/** The call would have to ask the user, and has the interaction "none". */
export class UserNeeded extends Refused {}

/**
 * This change needs one of these (accepted), in "credential". `clearedBy`: if there is none, because the PIN is
 * blocked, what opens the PIN again, in a call that takes it, for example `authenticate`.
 */
export class CredentialRequired extends Refused<{
  accepted: Factor[];
  clearedBy: Factor[];
}> {}

/**
 * The user does not have the needed credential. factor: pin, if there is no PIN (`setPIN`), or nothing that could be
 * checked, so a PIN must be set first; password, if the password is missing, or the daemon does not check it.
 */
export class CredentialNotSet extends Refused<{
  factor: Factor;
}> {}

/**
 * The credential was checked and wrong, or is malformed and cannot be right. factor: which one was given.
 * `attemptsRemaining`: see Tries.
 */
export class CredentialWrong extends Refused<{
  factor: Factor;
  attemptsRemaining: number;
}> {}

/**
 * The password cannot be checked at present: the helper is down or does not answer. factor: the one given, or needed.
 */
export class CredentialUnavailable extends Refused<{
  factor: Factor;
}> {}

/** Too many were wrong: no other is compared before the wait is over. factor: which of the two is paused. */
export class CredentialThrottled extends Refused<{
  factor: Factor;
}> {}

/**
 * The PIN is blocked after too many wrong tries, or fingers are locked until a credential is given, and no other
 * credential is left: the app must sign the user in again; `reset` is the way to start over here.
 */
export class SignInRequired extends Refused {}

/**
 * `setPIN` does not accept that PIN. rule: the rule that it violates (tooSimple: one digit repeated, or a straight
 * run). `minimumLength`: the minimum number of digits; the maximum is 64.
 */
export class PINUnacceptable extends Refused<{
  rule: Open<"tooShort" | "tooLong" | "notDigits" | "tooSimple">;
  minimumLength: number;
}> {}

/** The given factor, or the finger that would be asked for, opens nothing here. */
export class FactorNotAllowed extends Refused<{
  /** The factors that do. */
  allowed: Factor[];
  /**
   * Why the factor does not. notInAccess: it was never among the factors of the item or the call. The others are about
   * an item that had the factor and lost its slot: enrollmentChanged: a finger was added or removed since;
   * fingerprintDisabled: fingerprints were turned off since, or are off now; notEnrolled: no finger was enrolled when
   * it was stored, or none is now; pinChanged: the PIN was removed, or replaced without the old one.
   */
  reason: Open<"notInAccess" | "enrollmentChanged" | "fingerprintDisabled" | "notEnrolled" | "pinChanged">;
  /** Whether `renew`, with one of those allowed, can restore the item's fingerprint slot. */
  renewable: boolean;
  /** Of `openAll`: the first item that no factor opens together with those before it. */
  name: string;
}> {}

/**
 * There is no item of that name, or it is of the other kind: `open` of a key, `sign` with a secret. name: as given.
 * kind: the kind of the stored item, if it is the other one.
 */
export class ItemNotFound extends Refused<{
  name: string;
  kind: Open<"secret" | "key">;
}> {}

/** A secret or key of that name is stored; see "replace". name: as given. */
export class ItemExists extends Refused<{
  name: string;
}> {}

/** The item exists, but nothing opens it any more: store it again. */
export class ItemInvalidated extends Refused<{
  /** The item's name. */
  name: string;
  /** As in Item.invalidatedBy. */
  by: Open<"enrollmentChanged" | "fingerprintDisabled" | "pinRemoved" | "pinReset" | "revoked">;
}> {}

/**
 * The key does not sign this. reason: otherUsage: the key is for another of `sign`, `signSSH` and GetAssertion;
 * notSSHData: the bytes are neither a login nor an SSHSIG; bindingUnsound: a server's proof of its key does not hold;
 * foreignSession: the login is for another session than the last binding; unknownServer: a server that the agent was
 * forwarded to wants to sign in to one that proved nothing; otherKey: the login contains another key of the server or
 * of the user; otherServer: the login is not to one of the key's destinations.
 */
export class SignatureRefused extends Refused<{
  reason: Open<"otherUsage" | "notSSHData" | "bindingUnsound" | "foreignSession" | "unknownServer" | "otherKey" | "otherServer">;
}> {}

/** The user has no such print. `printId`: as given. */
export class PrintNotFound extends Refused<{
  printId: string;
}> {}

/** The finger is one of the user's own prints, or has the name of one. print: that one. */
export class FingerAlreadyEnrolled extends Refused<{
  print: Print;
}> {}

/**
 * The reader's own storage knows the finger, but not from this user's prints here: fprintd, another system or another
 * user enrolled it.
 */
export class FingerKnownToReader extends Refused<{
  readerId: string;
}> {}

/** No such reader is plugged in. */
export class ReaderNotFound extends Refused<{
  readerId: string;
}> {}

/** The reader's own storage has no room for another print. */
export class ReaderFull extends Refused<{
  readerId: string;
}> {}

/** No such call waits, no longer or not of this user. `requestId`: as given, or empty. */
export class RequestNotFound extends Refused<{
  requestId: string;
}> {}

/**
 * A limit was reached. limit: its name: that of the setting, such as "limits.itemsPerUser", if the configuration sets
 * it. maximum: its value. The first call on a connection beyond limits.connectionsPerUser has this answer, then the
 * connection ends; beyond eight of those, and beyond limits.connections, it ends without an answer.
 */
export class LimitExceeded extends Refused<{
  limit: string;
  maximum: number;
}> {}

/** The root key is unavailable, or the TPM fails at its part of a change or a signature. */
export class SealingUnavailable extends Refused<{
  /**
   * NoTPM: the TPM is gone; busy: try again; dictionaryLockout: the TPM refuses for a while; otherMachine: sealed by
   * another machine or root key; policyFailed: an old copy was restored, or the TPM was set up differently;
   * rootKeyMissing: the key file is gone; faulted: anything else.
   */
  reason: Open<"noTPM" | "busy" | "dictionaryLockout" | "otherMachine" | "policyFailed" | "rootKeyMissing" | "faulted">;
}> {}

/** Nothing was changed: the disk is full, read-only or broken, or the stored data is damaged. */
export class StorageFailed extends Refused {}

/**
 * Only root may do this; or the user number has no account, its account has another name than before, or it cannot be
 * looked up now.
 */
export class NotPermitted extends Refused {}
