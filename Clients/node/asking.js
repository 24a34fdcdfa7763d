// Credentials: whoever is asked for one, and what becomes of what was given.

import { CredentialRequired, CredentialWrong } from "./errors.js";
import { encode } from "./wire.js";

// Whoever is asked for a credential, while the finger is awaited and behind it.
export class Asking {
  #sources;
  #racer;
  #task;
  #hasDeclined = false;
  #isDecided = true;
  #over = new AbortController();
  #outer;

  constructor(sources, races, signal) {
    this.#sources = sources;
    this.#racer = races ? this.#first(["pin", "password"]) : undefined;
    this.#outer = signal;
    signal?.addEventListener("abort", this.#abort, { once: true });
    if (signal?.aborted) this.#abort();
  }

  #abort = () => this.#over.abort(this.#outer.reason);

  get isRacing() { return this.#racer !== undefined; }

  #first(factors) { return factors.find((factor) => typeof this.#sources[factor] === "function"); }

  // Asks as soon as the finger is awaited, and again after a wrong answer, unless the next would have to wait.
  progress({ event, retryAfterMilliseconds }, connection, giveUp) {
    this.#isDecided = false;
    if (!this.#racer || this.#task || this.#hasDeclined || retryAfterMilliseconds) return;
    if (!["queued", "waitingForFinger", "credentialWrong"].includes(event)) return;
    const task = this.#start(this.#racer);
    this.#task = task;
    task.then((value) => {
      if (this.#isDecided || this.#task !== task) return; // whoever takes it up behind the finger sees what came
      if (value == null) {
        this.#hasDeclined = true;
      } else {
        this.#task = undefined;
        connection.sendBehind(answering(present(this.#racer, value)));
      }
    }, (error) => { if (!this.#isDecided) giveUp(error); });
  }

  // No answer goes to the connection any more.
  decided() { this.#isDecided = true; }

  // What the user gives instead of a finger; who was being asked is not asked anew.
  async ask(factors) {
    const factor = this.#first(factors);
    if (!factor || this.#hasDeclined) return undefined;
    const task = factor === this.#racer ? this.#task : undefined;
    this.#task = undefined;
    const value = await abortable(task ?? this.#start(factor), this.#over.signal);
    return value == null ? undefined : present(factor, value);
  }

  async #start(factor) { return this.#sources[factor]({ factor, signal: this.#over.signal }); }

  end() {
    this.#outer?.removeEventListener("abort", this.#abort);
    this.#task?.catch(() => {});
    this.#over.abort();
  }
}

function abortable(promise, signal) {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

// A copy that can be overwritten. A Uint8Array is overwritten at once: it was handed over.
export function present(factor, value) {
  const copy = Buffer.alloc(bytes(value).length);
  copy.set(bytes(value));
  if (value instanceof Uint8Array) value.fill(0);
  return { factor, value: copy };
}

export function answering(credential) {
  const frame = encode("AnswerRequest", {}, { credential, oneway: true });
  credential.value.fill(0);
  return frame;
}

export function bytes(value) {
  if (typeof value === "string") return Buffer.from(value);
  if (value instanceof Uint8Array) return value;
  throw new TypeError("bytes are a Uint8Array");
}

export function acceptedAfter(error) {
  const { accepted, factor } = error.parameters;
  if (error instanceof CredentialRequired) return Array.isArray(accepted) ? accepted : [];
  if (error instanceof CredentialWrong && !error.retryAfter) return [factor];
  return error.fallbacks;
}
