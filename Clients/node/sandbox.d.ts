import type { Finger } from "./index.js";

/** The sandbox, or a touch, failed; says what `biogate` said. */
export class SandboxError extends Error {}

/** What `biogate sandbox` runs: a daemon of one's own, with no PIN, no finger and no item, and a password where one is given. */
export class Sandbox {
  /** `program` is else `BIOGATE`, or the `biogate` on the path; `timeout`: seconds that the reader waits for a touch.
   * `shortLockouts`: the waits after misses and wrong PINs are a second, and the tenth try is the last. `password`: the
   * user's, which the first PIN takes. `verifyOnly`: the reader compares with one finger only. */
  static start(options?: {
    program?: string;
    timeout?: number;
    shortLockouts?: boolean;
    password?: string;
    verifyOnly?: boolean;
  }): Promise<Sandbox>;
  readonly socket: string;
  readonly directory: string;
  /** The daemon's. */
  readonly processId: number;
  /** What a program needs in its environment to use this sandbox. */
  readonly environment: Record<string, string | undefined>;

  /** Touches the reader as soon as something waits for it; settled once the touch was judged. `finger` may be
   * "stranger" or "poor" (a scan that nobody can judge); `all` makes as many touches as adding a finger takes. `calls`
   * serves so many calls, one after the other. `timeout`: seconds that a touch waits for its call, 30 where it is left
   * out. */
  touch(
    finger: Finger,
    options?: { times?: number; all?: boolean; calls?: number; timeout?: number },
  ): Promise<unknown>;
  /** Pulls the reader out as soon as something waits for it. */
  unplug(options?: { timeout?: number }): Promise<unknown>;
  /** Plugs it in again. The daemon is started again: connections end. */
  plug(): Promise<unknown>;
  /** Another program has the reader, until `free`. */
  inUse(): Promise<unknown>;
  free(): Promise<unknown>;
  /** Locks the session, which ends what waits. */
  lock(): Promise<unknown>;
  unlock(): Promise<unknown>;
  /** The machine sleeps, once the daemon has put everything away. */
  sleep(): Promise<unknown>;
  wake(): Promise<unknown>;
  /** A PIN and a finger to begin with: 274916 and the right index finger. */
  prepare(options?: { pin?: string; finger?: Finger }): Promise<void>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
