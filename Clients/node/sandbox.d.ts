import type { Finger } from "./index.js";

/** The sandbox, or a touch, failed; says what `biogate` said. */
export class SandboxError extends Error {}

/** What `biogate sandbox` runs: a daemon of one's own, with no PIN, no finger, no item and no passwords. */
export class Sandbox {
  /** `program` is else `BIOGATE`, or the `biogate` on the path; `timeout`: seconds that the reader waits for a touch. */
  static start(options?: { program?: string; timeout?: number }): Promise<Sandbox>;
  readonly socket: string;
  readonly directory: string;
  /** The daemon's. */
  readonly processId: number;
  /** What a program needs in its environment to use this sandbox. */
  readonly environment: Record<string, string | undefined>;

  /** Touches the reader as soon as something waits for it; settled once the touch was judged. `finger` may be
   * "stranger" or "poor" (a scan that nobody can judge); `all` makes as many touches as adding a finger takes. */
  touch(finger: Finger, options?: { times?: number; all?: boolean }): Promise<unknown>;
  /** Pulls the reader out as soon as something waits for it. */
  unplug(): Promise<unknown>;
  /** Plugs it in again. The daemon is started anew: connections end. */
  plug(): Promise<unknown>;
  /** A PIN and a finger to begin with: 274916 and the right index finger. */
  prepare(options?: { pin?: string; finger?: Finger }): Promise<void>;
  close(): Promise<void>;
}
