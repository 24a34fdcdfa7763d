/** The base of all errors, and the failures that are not of the contract. */

import type { Factor, Guidance } from "./types.js";

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

/** A parameter is not as the contract says: which one, and what is expected. */
export class InvalidParameter extends Refused<{ parameter: string; rule: string }> {}
export class MethodNotFound extends Refused<{ method: string }> {}
