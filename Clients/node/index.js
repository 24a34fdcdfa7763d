// The client of BiometricGate: secrets and signing keys that open with a fingerprint, a PIN or the password.

import { Connection, SYSTEM_SOCKET, defaultSocket } from "./connection.js";
import * as errors from "./errors.js";
import { decodeBase64, encode, encodeBase64, isObject } from "./wire.js";

export * from "./errors.js";
export { SYSTEM_SOCKET };

// How long a cancelled call may take to say so: a finger that was seen is judged for up to three seconds.
const GRACE = 5000;

const { CredentialRequired, CredentialWrong, Disconnected, ProtocolViolation, Refused } = errors;

export class Gate {
  #socket;
  #locale;
  #trustedUids;
  #turn = Promise.resolve();
  #connection;
  #current;
  #watched = new Set();

  constructor({ socket = defaultSocket(), locale, trustedUids = [] } = {}) {
    this.#socket = socket;
    this.#locale = locale;
    this.#trustedUids = trustedUids;
  }

  get socket() { return this.#socket; }

  // ---- Readers ----

  readers(options) { return this.#perform("ListReaders", {}, member("readers"), options); }
  watchReaders(options) { return this.#watch("WatchReaders", {}, whole, options); }
  clearReader(readerId, options) { return this.#perform("ClearReader", { readerId }, nothing, options); }

  // ---- Availability and authentication ----

  availability(options = {}) {
    return this.#perform("GetAvailability", { ...uid(options), ...this.#words() }, member("availability"), options);
  }
  watchAvailability(options = {}) {
    return this.#watch("WatchAvailability", { ...uid(options), ...this.#words() }, member("availability"), options);
  }
  authenticate({ reason, factors, ...options }) {
    const parameters = { reason, factors, ...uid(options), ...asking(options), ...this.#words() };
    return this.#perform("Authenticate", parameters, member("authentication"), options, { races: true });
  }
  lastAuthentication(options) {
    return this.#perform("GetLastAuthentication", {}, ({ parameters }) => parameters.authentication ?? null, options);
  }
  forgetAuthentication(options) { return this.#perform("ForgetAuthentication", {}, nothing, options); }
  watchRequests(options) { return this.#watch("WatchRequests", this.#words(), whole, options); }
  answerRequest(requestId, options) { return this.#perform("AnswerRequest", { requestId }, nothing, options); }
  cancelRequest(requestId, options) { return this.#perform("CancelRequest", { requestId }, nothing, options); }

  // ---- Enrolment ----

  prints(options = {}) { return this.#perform("ListPrints", uid(options), whole, options); }
  enroll(finger, { label, ...options } = {}) {
    const parameters = { finger, label, ...uid(options), ...asking(options), ...this.#words() };
    return this.#perform("Enroll", parameters, whole, options);
  }
  deletePrint(printId, options = {}) {
    return this.#perform("DeletePrint", { printId, ...uid(options), ...this.#words() }, invalidated, options);
  }
  deleteAllPrints(options = {}) {
    return this.#perform("DeleteAllPrints", { ...uid(options), ...this.#words() }, invalidated, options);
  }

  // ---- Settings ----

  settings({ app, ...options } = {}) {
    return this.#perform("GetSettings", { app, ...uid(options) }, member("settings"), options);
  }
  enableFingerprint({ reason, ...options } = {}) {
    const parameters = { reason, ...asking(options), ...this.#words() };
    return this.#perform("EnableFingerprint", parameters, member("settings"), options);
  }
  disableFingerprint(options) { return this.#perform("DisableFingerprint", {}, whole, options); }
  answerOnboarding(answer, { app, ...options } = {}) {
    return this.#perform("AnswerOnboarding", { app, answer }, member("settings"), options);
  }
  setPIN(pin, options = {}) {
    return this.#perform("SetPIN", this.#words(), invalidated, options, { newPIN: pin });
  }
  removePIN(options = {}) { return this.#perform("RemovePIN", this.#words(), invalidated, options); }
  previewChange(change, options) { return this.#perform("PreviewChange", { change }, whole, options); }
  revokeAll(options) { return this.#perform("RevokeAll", {}, invalidated, options); }
  reset(options = {}) { return this.#perform("Reset", uid(options), nothing, options); }

  // ---- Items ----

  items(options = {}) { return this.#perform("ListItems", uid(options), member("items"), options); }
  item(name, options = {}) { return this.#perform("GetItem", { name, ...uid(options) }, member("item"), options); }
  store(name, secret, options = {}) {
    const parameters = { name, ...making(options), ...asking(options), ...this.#words() };
    return this.#perform("StoreSecret", parameters, member("item"), options, { races: true, secret });
  }
  open(name, { reason, ...options }) {
    const parameters = { name, reason, ...uid(options), ...asking(options), ...this.#words() };
    return this.#perform("RetrieveSecret", parameters, opened, options, { races: true });
  }
  createKey(name, algorithm, options = {}) {
    const parameters = { name, algorithm, ...making(options), ...asking(options), ...this.#words() };
    return this.#perform("CreateKey", parameters, member("item"), options, { races: true });
  }
  sign(name, challenge, { reason, ...options }) {
    const text = encodeBase64(bytes(challenge)).toString();
    const parameters = { name, challenge: text, reason, ...asking(options), ...this.#words() };
    return this.#perform("Sign", parameters, signature, options, { races: true });
  }
  renew(name, { reason, ...options }) {
    const parameters = { name, reason, ...asking(options), ...this.#words() };
    return this.#perform("RenewItem", parameters, member("item"), options, { needsCredential: true });
  }
  deleteItem(name, options) { return this.#perform("DeleteItem", { name }, nothing, options); }

  // ---- The service ----

  info(options) { return this.#perform("org.varlink.service.GetInfo", {}, whole, options); }
  interfaceDescription(name = "org.biometricgate.Gate", options = {}) {
    const method = "org.varlink.service.GetInterfaceDescription";
    return this.#perform(method, { interface: name }, member("description"), options);
  }

  // ---- This Gate and its waiting call ----

  cancel() { this.#current?.sendBehind(encode("CancelRequest", {}, { oneway: true })); }

  answer({ pin, password }) {
    if (pin != null) this.#current?.sendBehind(answering(present("pin", pin)));
    if (password != null) this.#current?.sendBehind(answering(present("password", password)));
  }

  close() {
    for (const connection of this.#watched) connection.destroy();
    this.#disconnect();
  }

  async [Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose")]() { this.close(); }

  // ---- A call ----

  #words() { return { locale: this.#locale }; }

  async #perform(method, parameters, read, options = {}, { races, needsCredential, secret, newPIN } = {}) {
    const { pin, password, onProgress, signal } = options;
    const sources = { pin, password };
    if (pin != null && password != null && !(typeof pin === "function" && typeof password === "function")) {
      throw new TypeError("a call takes one credential: a PIN or a password");
    }
    const given = ["pin", "password"].find((factor) => sources[factor] != null && typeof sources[factor] !== "function");
    let credential = given && present(given, sources[given]);
    const asking = new Asking(sources, Boolean(races), signal);
    const frame = () => encode(method, parameters, {
      secret: secret && bytes(secret), newPIN: newPIN && bytes(newPIN), credential,
      more: onProgress || asking.isRacing ? true : undefined,
    });
    try {
      if (needsCredential && !credential) {
        credential = await asking.ask(["pin", "password"]);
        if (!credential) throw new CredentialRequired("org.biometricgate.Gate.CredentialRequired");
      }
      for (;;) {
        try {
          return readable(method, read, await this.#exchange(frame, { credential, asking, onProgress, signal }));
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          credential?.value.fill(0);
          credential = await asking.ask(acceptedAfter(error));
          if (!credential) throw error;
        }
      }
    } finally {
      credential?.value.fill(0);
      asking.end();
    }
  }

  // The last reply to a call.
  async #exchange(frame, { credential, asking, onProgress, signal }) {
    const release = await this.#myTurn(signal);
    let failure, timer, reply;
    try {
      const connection = await this.#sent(frame);
      this.#current = connection;
      connection.hold(true);
      const giveUp = (reason) => {
        if (failure) return;
        failure = { reason };
        connection.sendBehind(encode("CancelRequest", {}, { oneway: true }));
        timer = setTimeout(() => connection.destroy(), GRACE);
      };
      const abort = () => giveUp(signal.reason);
      signal?.addEventListener("abort", abort, { once: true });
      if (signal?.aborted) abort();
      try {
        while ((reply = await connection.receive()).continues) {
          const { progress } = reply.parameters;
          if (failure || !isObject(progress)) continue;
          try {
            onProgress?.(progress);
            if (!credential) asking.progress(progress, connection, giveUp);
          } catch (error) {
            giveUp(error);
          }
        }
      } catch (error) {
        this.#disconnect();
        throw failure ? failure.reason : error;
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
        asking.decided();
        this.#current = undefined;
        connection.hold(false);
      }
    } finally {
      release();
    }
    if (failure) {
      reply.secret?.fill(0);
      throw failure.reason;
    }
    if (reply.error !== undefined) throw refusal(reply.error, reply.parameters);
    return reply;
  }

  // Calls of one connection are answered in order; each has it for itself.
  async #myTurn(signal) {
    const before = this.#turn;
    let release;
    const mine = new Promise((resolve) => { release = resolve; });
    this.#turn = before.then(() => mine);
    let abort;
    const aborted = new Promise((_, reject) => {
      abort = () => reject(signal.reason);
      signal?.addEventListener("abort", abort, { once: true });
      if (signal?.aborted) abort();
    });
    try {
      await Promise.race([aborted, before]);
      return release;
    } catch (error) {
      release();
      throw error;
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  // A connection over which the frame has gone.
  async #sent(frame) {
    if (this.#connection?.hasEnded) this.#disconnect();
    for (;;) {
      const connection = (this.#connection ??= await Connection.open(this.#socket, this.#trustedUids));
      try {
        await connection.send(frame());
        return connection;
      } catch (error) {
        this.#disconnect();
        // The daemon takes whole calls only, so it has not seen this one; but it may be one that turns everybody away.
        if (!connection.hasServed) {
          throw new Disconnected("the connection ended before the call was sent", { cause: error });
        }
      }
    }
  }

  #disconnect() {
    this.#connection?.destroy();
    this.#connection = undefined;
  }

  async *#watch(method, parameters, read, { signal } = {}) {
    signal?.throwIfAborted();
    const connection = await Connection.open(this.#socket, this.#trustedUids);
    this.#watched.add(connection);
    const abort = () => connection.destroy();
    signal?.addEventListener("abort", abort, { once: true });
    try {
      await connection.send(encode(method, parameters, { more: true }));
      for (;;) {
        const reply = await connection.receive();
        if (reply.error !== undefined) throw refusal(reply.error, reply.parameters);
        yield readable(method, read, reply);
      }
    } catch (error) {
      throw signal?.aborted ? signal.reason : error;
    } finally {
      signal?.removeEventListener("abort", abort);
      this.#watched.delete(connection);
      connection.destroy();
    }
  }
}

// Whoever is asked for a credential, while the finger is awaited and behind it.
class Asking {
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
function present(factor, value) {
  const copy = Buffer.alloc(bytes(value).length);
  copy.set(bytes(value));
  if (value instanceof Uint8Array) value.fill(0);
  return { factor, value: copy };
}

function answering(credential) {
  const frame = encode("AnswerRequest", {}, { credential, oneway: true });
  credential.value.fill(0);
  return frame;
}

function bytes(value) {
  if (typeof value === "string") return Buffer.from(value);
  if (value instanceof Uint8Array) return value;
  throw new TypeError("bytes are a Uint8Array");
}

function acceptedAfter(error) {
  const { accepted, factor } = error.parameters;
  if (error instanceof CredentialRequired) return Array.isArray(accepted) ? accepted : [];
  if (error instanceof CredentialWrong && !error.retryAfter) return [factor];
  return error.fallbacks;
}

function refusal(code, parameters) {
  const [, kind] = /^org\.(?:biometricgate\.Gate|varlink\.service)\.(\w+)$/.exec(code) ?? [];
  const known = kind && Object.hasOwn(errors, kind) && errors[kind].prototype instanceof Refused;
  return new (known ? errors[kind] : Refused)(code, parameters);
}

// ---- What is sent, and what is read ----

function uid({ uid }) { return { uid }; }

function asking({ maxAge, readerId, timeout }) {
  return {
    maxAgeSeconds: maxAge === undefined ? undefined : Math.floor(maxAge), readerId,
    timeoutSeconds: timeout === undefined ? undefined : Math.ceil(timeout),
  };
}

function making({ label, access, replace, reason }) { return { label, access, replace, reason }; }

function readable(method, read, reply) {
  const value = read(reply);
  if (value === undefined) throw new ProtocolViolation(`${method}: what was promised is not in the answer`);
  return value === nothing ? undefined : value;
}

function nothing() { return nothing; }
function whole({ parameters }) { return parameters; }
function member(name) { return ({ parameters }) => parameters[name] ?? undefined; }
function invalidated({ parameters }) { return parameters.invalidatedItems; }
function opened({ secret }) { return secret; }

function signature({ parameters }) {
  return typeof parameters.signature === "string" ? Buffer.from(parameters.signature, "base64") : undefined;
}
