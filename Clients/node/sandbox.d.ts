import type { Finger } from "./index.js";

/** The sandbox, or a touch, failed; the message is the output of `biogate`. */
export class SandboxError extends Error {}

/** The equivalent of `biogate sandbox`: a private daemon, without a PIN, finger or item, and with a password if one is
 * given. */
export class Sandbox {
  /** `program` is by default `BIOGATE`, or the `biogate` on the path; `timeout`: seconds that the reader waits for a
   * touch. `shortLockouts`: the waits after misses and wrong PINs are a second, and the tenth try is the last.
   * `password`: the user's password, with which the first PIN is set. `verifyOnly`: the reader can only compare with
   * one finger at a time. */
  static start(options?: {
    program?: string | undefined;
    timeout?: number | undefined;
    shortLockouts?: boolean | undefined;
    password?: string | undefined;
    verifyOnly?: boolean | undefined;
  }): Promise<Sandbox>;
  readonly socket: string;
  readonly directory: string;
  /** The ID of the daemon's process. */
  readonly processId: number;
  /** The environment with which a program uses this sandbox. */
  readonly environment: Record<string, string | undefined>;

  /** Touches the reader as soon as a call waits for it; settled once the touch has been judged. `finger` may be
   * "stranger" or "poor" (a scan too bad to judge); `all` makes as many touches as adding a finger takes. `calls`
   * serves this many calls, one after the other. `timeout`: seconds that a touch waits for its call, 30 by default. */
  touch(
    finger: Finger,
    options?: { times?: number | undefined; all?: boolean | undefined; calls?: number | undefined; timeout?: number | undefined },
  ): Promise<unknown>;
  /** Unplugs the reader as soon as a call waits for it. */
  unplug(options?: { timeout?: number | undefined }): Promise<unknown>;
  /** Plugs the reader in again. This restarts the daemon, so connections end. */
  plug(): Promise<unknown>;
  /** Lets another program use the reader, until `free`. */
  inUse(): Promise<unknown>;
  free(): Promise<unknown>;
  /** Locks the session, which ends waiting calls. */
  lock(): Promise<unknown>;
  unlock(): Promise<unknown>;
  /** Gives the screen to another user, until `back`. */
  away(): Promise<unknown>;
  back(): Promise<unknown>;
  /** Puts the machine to sleep, after the daemon has prepared for it. */
  sleep(): Promise<unknown>;
  wake(): Promise<unknown>;
  /** Sets the PIN 274916 and adds the right index finger. */
  prepare(options?: { pin?: string | undefined; finger?: Finger | undefined }): Promise<void>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
