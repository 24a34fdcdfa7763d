/** The client of BiometricGate. Objects are the contract's; durations of this library's own are seconds. */

import { Calls } from "./calls.js";
import type { CallOptions, Typed } from "./options.js";
import type { RunningProcess } from "./types.js";

export * from "./errors.js";
export * from "./options.js";
export * from "./types.js";

export const SYSTEM_SOCKET: string;

/** The process that has this number now; throws if there is none. */
export function runningProcess(processId: number): RunningProcess;

export interface ServiceInfo {
  vendor: string;
  product: string;
  version: string;
  url: string;
  interfaces: string[];
}

/** An app's way to the gate: one connection, made by the first call, and again after it was lost. */
export class Gate extends Calls {
  constructor(options?: { socket?: string | undefined; locale?: string | undefined; trustedUids?: Iterable<number> | undefined });
  readonly socket: string;

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
