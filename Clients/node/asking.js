// Credentials: the function that asks for one, and its answer.

import { isUtf8 } from "node:buffer";
import { CredentialRequired, CredentialWrong } from "./errors.js";
import { encode } from "./wire.js";

// The daemon does not count malformed PINs, so it never ends a call whose asker only gives those.
const UNCOUNTED_ANSWERS = 2;
const LONGEST = { pin: 512, password: 4096 };

// Asks for a credential, while the reader waits for a finger and after the finger failed.
export class Asking {
  #sources;
  #racer;
  #task;
  #hasDeclined = false;
  #isDecided = true;
  #over = new AbortController();
  #outer;
  #asked = new Set();
  #uncounted = 0;
  #left;
  #refusal;
  #message = "";

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

  // Asks as soon as the reader waits for a finger, and again after a wrong answer, unless the next would have to wait.
  progress(progress, connection, giveUp) {
    const { event, retryAfterMilliseconds } = progress;
    this.#isDecided = false;
    if (event === "credentialWrong") {
      const { factor, attemptsRemaining, message } = progress;
      this.#refused(new CredentialWrong("org.biometricgate.Gate.CredentialWrong", { factor, attemptsRemaining }), message);
    }
    if (!this.#racer || this.#task || this.#hasDeclined || retryAfterMilliseconds) return;
    if (!["queued", "waitingForFinger", "credentialWrong"].includes(event)) return;
    const task = this.#start(this.#racer);
    if (!task) return;
    this.#task = task;
    task.then((value) => {
      if (this.#isDecided || this.#task !== task) return; // `ask` starts a task that outlives the finger
      if (isGiven(value)) {
        this.#task = undefined;
        connection.sendBehind(answering(present(this.#racer, value)));
      } else {
        this.#hasDeclined = true;
      }
    }).catch((error) => { if (!this.#isDecided) giveUp(error); });
  }

  // From here on no answer goes to the connection.
  decided() { this.#isDecided = true; }

  // The user's answer after a refusal. A question that is still open is not asked again.
  askAfter(error) {
    this.#refused(error, error.guidance ? error.message : "");
    return this.ask(acceptedAfter(error));
  }

  async ask(factors) {
    const factor = this.#first(factors);
    if (!factor || this.#hasDeclined) return undefined;
    const open = factor === this.#racer ? this.#task : undefined;
    this.#task = undefined;
    const task = open ?? this.#start(factor);
    const value = task && await abortable(task, this.#over.signal);
    return isGiven(value) ? present(factor, value) : undefined;
  }

  #refused(error, message) {
    this.#refusal = error;
    this.#message = message ?? "";
    if (!(error instanceof CredentialWrong)) return;
    const left = error.parameters.attemptsRemaining;
    if (left == null || left >= this.#left) this.#uncounted += 1;
    this.#left = left;
  }

  // A function without a parameter cannot show what was wrong, so it is called once.
  #start(factor) {
    const asker = this.#sources[factor];
    if (this.#uncounted >= UNCOUNTED_ANSWERS || (this.#asked.has(factor) && asker.length === 0)) return undefined;
    this.#asked.add(factor);
    const refusal = this.#refusal;
    const question = {
      factor, refusal, message: this.#message, attemptsRemaining: refusal?.parameters.attemptsRemaining ?? undefined,
      signal: this.#over.signal,
    };
    return (async () => asker(question))();
  }

  end() {
    this.#outer?.removeEventListener("abort", this.#abort);
    this.#task?.catch(() => {});
    this.#over.abort();
  }
}

// Nothing, or an empty line, means "not now".
function isGiven(value) {
  return value != null && !((typeof value === "string" || value instanceof Uint8Array) && value.length === 0);
}

function abortable(promise, signal) {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

// A copy that can be overwritten. A Uint8Array is overwritten at once, because the caller handed it over.
export function present(factor, value) {
  const copy = typed(factor, value);
  if (value instanceof Uint8Array) value.fill(0);
  return { factor, value: copy };
}

// A copy of a PIN or a password. Throws a TypeError or RangeError if it cannot be sent; neither message contains it.
export function typed(factor, value) {
  const name = factor === "pin" ? "a PIN" : "a password";
  if (typeof value !== "string" && !(value instanceof Uint8Array)) {
    throw new TypeError(`${name} is a string or a Uint8Array`);
  }
  if (typeof value === "string" && /\p{Surrogate}/u.test(value)) throw new TypeError(`${name} has no lone surrogates`);
  if (value instanceof Uint8Array && !isUtf8(value)) throw new TypeError(`${name} is UTF-8`);
  const given = bytes(value);
  if (given.length > LONGEST[factor]) throw new RangeError(`${name} has at most ${LONGEST[factor]} bytes`);
  const copy = Buffer.alloc(given.length);
  copy.set(given);
  return copy;
}

export function answering(credential) {
  const frame = encode("AnswerRequest", {}, { credential, oneway: true });
  credential.value.fill(0);
  return frame;
}

// A secret or a challenge.
export function sealable(value) {
  if (typeof value === "string" && /\p{Surrogate}/u.test(value)) throw new TypeError("a text has no lone surrogates");
  const given = bytes(value);
  if (given.length < 1 || given.length > 65536) throw new RangeError("what is sealed or signed has 1 to 65536 bytes");
  return given;
}

function bytes(value) {
  if (typeof value === "string") return Buffer.from(value);
  if (value instanceof Uint8Array) return value;
  throw new TypeError("what is sealed or signed is a string or a Uint8Array");
}

function acceptedAfter(error) {
  const { accepted, factor } = error.parameters;
  if (error instanceof CredentialRequired) return Array.isArray(accepted) ? accepted : [];
  if (error instanceof CredentialWrong && !error.retryAfter) return [factor];
  return error.fallbacks;
}
