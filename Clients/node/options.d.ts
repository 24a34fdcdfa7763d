/** The options of calls. */

import type { Refused } from "./errors.js";
import type { AccessChoice, Interaction, Progress, RunningProcess } from "./types.js";

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
