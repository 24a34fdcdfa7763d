// The client of BiometricGate: secrets and signing keys that open with a fingerprint, a PIN or the password.

import { Asking, answering, present, sealable, typed } from "./asking.js";
import { Connection, SYSTEM_SOCKET, defaultSocket } from "./connection.js";
import { Closed, CredentialRequired, Disconnected, Refused } from "./errors.js";
import {
  asking, invalidated, making, member, nothing, opened, openedAll, readable, refusal, signature, uid, whole, withReason,
} from "./parts.js";
import { encode, encodeBase64, isObject } from "./wire.js";

export * from "./errors.js";
export { runningProcess } from "./parts.js";
export { SYSTEM_SOCKET };

// The longest wait for a cancelled call to end: the daemon may judge a scan for up to three seconds.
const GRACE = 5000;

// Closes the connections of a Gate that was collected without `close`. Calls and watches in progress keep their Gate.
const dropped = new FinalizationRegistry((lines) => lines.close());

// The connections of a Gate, in an object that does not keep the Gate itself.
class Lines {
  calls;
  watched = new Set();

  endCalls() {
    this.calls?.destroy();
    this.calls = undefined;
  }

  close() {
    for (const connection of this.watched) connection.destroy();
    this.endCalls();
  }
}

export class Gate {
  #socket;
  #locale;
  #trustedUids;
  #turn = Promise.resolve();
  #lines = new Lines();
  #current;
  #isClosed = false;

  constructor({ socket = defaultSocket(), locale, trustedUids = [] } = {}) {
    this.#socket = socket;
    this.#locale = locale;
    this.#trustedUids = trustedUids;
    dropped.register(this, this.#lines);
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
  authenticate({ reason, verb, factors, ...options }) {
    const parameters = { reason, verb, factors, ...uid(options), ...asking(options), ...this.#words() };
    return this.#perform("Authenticate", parameters, member("authentication"), options, { races: true });
  }
  lastAuthentication(options) {
    return this.#perform("GetLastAuthentication", {}, ({ parameters }) => parameters.authentication ?? null, options);
  }
  forgetAuthentication(options) { return this.#perform("ForgetAuthentication", {}, nothing, options); }
  watchRequests({ prompts, remote, several, ...options } = {}) {
    return this.#watch("WatchRequests", { prompts, remote, several, ...this.#words() }, whole, options);
  }
  answerRequest(requestId, options) { return this.#perform("AnswerRequest", { requestId }, nothing, options); }
  cancelRequest(requestId, options) { return this.#perform("CancelRequest", { requestId }, nothing, options); }
  holdRequest(requestId, options) { return this.#perform("HoldRequest", { requestId }, nothing, options); }

  // ---- Enrolment ----

  prints(options = {}) { return this.#perform("ListPrints", uid(options), whole, options); }
  enroll(finger, { label, ...options } = {}) {
    const parameters = { finger, label, ...uid(options), ...asking(options), ...this.#words() };
    return this.#perform("Enroll", parameters, whole, options);
  }
  deletePrint(printId, options = {}) {
    return this.#perform("DeletePrint", { printId, ...uid(options), ...this.#words() }, invalidated, options);
  }
  vouchPrints(printIds, options = {}) {
    return this.#perform("VouchPrints", { printIds, ...uid(options), ...this.#words() }, invalidated, options);
  }
  renamePrint(printId, { label, ...options } = {}) {
    return this.#perform("RenamePrint", { printId, label, ...uid(options), ...this.#words() }, member("print"), options);
  }
  deleteAllPrints(options = {}) {
    return this.#perform("DeleteAllPrints", { ...uid(options), ...this.#words() }, invalidated, options);
  }

  // ---- Settings ----

  watchSettings(options = {}) { return this.#watch("WatchSettings", uid(options), member("settings"), options); }
  onboardings(options = {}) { return this.#perform("ListOnboardings", uid(options), member("apps"), options); }
  lastLogin(options = {}) {
    const read = ({ parameters }) => parameters.login ?? null;
    return this.#perform("GetLastLogin", { ...uid(options), ...this.#words() }, read, options);
  }
  limits(options) { return this.#perform("GetLimits", {}, member("limits"), options); }
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

  watchItems(options = {}) { return this.#watch("WatchItems", uid(options), member("items"), options); }
  items(options = {}) { return this.#perform("ListItems", uid(options), member("items"), options); }
  item(name, options = {}) { return this.#perform("GetItem", { name, ...uid(options) }, member("item"), options); }
  async store(name, secret, options = {}) {
    return this.#make("StoreSecret", { name }, options, { secret: sealable(secret) });
  }
  async update(name, secret, { reason, ...options } = {}) {
    const parameters = { name, reason, ...asking(options), ...this.#words() };
    return this.#perform("UpdateSecret", parameters, member("item"), options, { races: true, secret: sealable(secret) });
  }
  open(name, { reason, ...options }) {
    const parameters = { name, reason, ...uid(options), ...asking(options), ...this.#words() };
    return this.#perform("RetrieveSecret", parameters, opened, options, { races: true });
  }
  openAll(names, { reason, ...options }) {
    const parameters = { names, reason, ...uid(options), ...asking(options), ...this.#words() };
    return this.#perform("RetrieveSecrets", parameters, openedAll(names), options, { races: true });
  }
  createKey(name, algorithm, options = {}) {
    return this.#make("CreateKey", { name, algorithm, usage: options.usage }, options);
  }
  async importKey(name, file, options = {}) {
    return this.#make("ImportKey", { name }, options, { secret: sealable(file) });
  }
  async sign(name, challenge, { reason, ...options }) {
    const text = encodeBase64(sealable(challenge)).toString();
    const parameters = { name, challenge: text, reason, ...asking(options), ...this.#words() };
    return this.#perform("Sign", parameters, signature, options, { races: true });
  }
  signSSH(name, data, { bindings, hostNames, object, ...options } = {}) {
    const base64 = (bytes) => Buffer.from(bytes).toString("base64");
    const parameters = {
      name, data: base64(data), bindings: bindings?.map(base64), hostNames, object: object && base64(object),
      ...asking(options), ...this.#words(),
    };
    return this.#perform("SignSSH", parameters, signature, options, { races: true });
  }
  setDestinations(name, destinations, options = {}) {
    return this.#perform("SetDestinations", { name, destinations, ...this.#words() }, member("item"), options);
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
    this.#isClosed = true;
    this.#lines.close();
  }

  async [Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose")]() { this.close(); }

  // ---- A call ----

  #words() { return { locale: this.#locale }; }

  // Without a choice of the caller, a finger opens the item, or the PIN; if the user has a password but no PIN, the
  // password. The command line does the same.
  async #make(method, parameters, options, parts) {
    const access = { ...options.access };
    if (access.factors == null) {
      const { pinSet, passwordAvailable } = await this.settings({ signal: options.signal });
      access.factors = ["fingerprint", passwordAvailable && !pinSet ? "password" : "pin"];
    }
    const all = { ...parameters, ...making(options), access, ...asking(options), ...this.#words() };
    return this.#perform(method, all, member("item"), options, { races: true, ...parts });
  }

  async #perform(method, parameters, read, options = {}, { races, needsCredential, secret, ...parts } = {}) {
    const { pin, password, onProgress, signal } = options;
    const sources = { pin, password };
    if (pin != null && password != null && !(typeof pin === "function" && typeof password === "function")) {
      throw new TypeError("a call takes one credential: a PIN or a password");
    }
    const given = ["pin", "password"].find((factor) => sources[factor] != null && typeof sources[factor] !== "function");
    let credential = given && present(given, sources[given]);
    const asking = new Asking(sources, Boolean(races), signal);
    const show = onProgress && ((progress) => onProgress(withReason(parameters.reason, progress)));
    const frame = () => encode(method, parameters, {
      secret, newPIN: "newPIN" in parts ? typed("pin", parts.newPIN) : undefined, credential,
      more: onProgress || asking.isRacing ? true : undefined,
    });
    try {
      if (needsCredential && !credential) {
        credential = await asking.ask(["pin", "password"]);
        if (!credential) throw new CredentialRequired("org.biometricgate.Gate.CredentialRequired");
      }
      for (;;) {
        try {
          return readable(method, read, await this.#exchange(frame, { credential, asking, onProgress: show, signal }));
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          credential?.value.fill(0);
          credential = await asking.askAfter(error);
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
    let failure, timer, reply, isOver = false;
    try {
      const connection = await this.#sent(frame);
      this.#current = connection;
      connection.hold(true);
      const giveUp = (reason) => {
        if (failure || isOver) return;
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
            Promise.resolve(onProgress?.(progress)).catch(giveUp);
            if (!credential) asking.progress(progress, connection, giveUp);
          } catch (error) {
            giveUp(error);
          }
        }
      } catch (error) {
        this.#lines.endCalls();
        if (!failure) this.#checkOpen(error);
        throw failure ? failure.reason : error;
      } finally {
        isOver = true;
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
      for (const secret of [reply.secret, ...reply.secrets]) secret?.fill(0);
      throw failure.reason;
    }
    if (reply.error !== undefined) throw refusal(reply.error, reply.parameters);
    return reply;
  }

  // Calls of one connection are answered in order, so each call has it to itself.
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

  // A connection that has sent the frame. A call that cannot be sent throws before there is a connection.
  async #sent(frame) {
    for (;;) {
      const next = frame();
      try {
        const connection = await this.#connected();
        try {
          await connection.send(next);
          return connection;
        } catch (error) {
          this.#lines.endCalls();
          this.#checkOpen(error);
          // The daemon only reads whole calls, so it has not seen this one; but it may be a daemon that turns every
          // caller away.
          if (!connection.hasServed) {
            throw new Disconnected("the connection ended before the call was sent", { cause: error });
          }
        }
      } finally {
        next.fill(0);
      }
    }
  }

  async #connected() {
    this.#checkOpen();
    if (this.#lines.calls?.hasEnded) this.#lines.endCalls();
    this.#lines.calls ??= await Connection.open(this.#socket, this.#trustedUids);
    if (this.#isClosed) this.#lines.endCalls();
    this.#checkOpen();
    return this.#lines.calls;
  }

  #checkOpen(cause) { if (this.#isClosed) throw new Closed("this Gate was closed", { cause }); }

  async *#watch(method, parameters, read, { signal } = {}) {
    signal?.throwIfAborted();
    const frame = encode(method, parameters, { more: true });
    this.#checkOpen();
    const connection = await Connection.open(this.#socket, this.#trustedUids);
    this.#lines.watched.add(connection);
    const abort = () => connection.destroy();
    signal?.addEventListener("abort", abort, { once: true });
    try {
      await connection.send(frame);
      for (;;) {
        const reply = await connection.receive();
        if (reply.error !== undefined) throw refusal(reply.error, reply.parameters);
        yield readable(method, read, reply);
      }
    } catch (error) {
      if (!signal?.aborted) this.#checkOpen(error);
      throw signal?.aborted ? signal.reason : error;
    } finally {
      signal?.removeEventListener("abort", abort);
      this.#lines.watched.delete(connection);
      connection.destroy();
    }
  }
}
