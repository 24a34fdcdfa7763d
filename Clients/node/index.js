// The client of BiometricGate: secrets and signing keys that open with a fingerprint, a PIN or the password.

import { Asking, answering, present, typed } from "./asking.js";
import { Connection, SYSTEM_SOCKET, defaultSocket } from "./connection.js";
import { Closed, CredentialRequired, Disconnected, Refused } from "./errors.js";
import { Calls } from "./calls.js";
import { asking, make, making, member, perform, readable, refusal, watch, whole, withReason, words } from "./parts.js";
import { encode, isObject } from "./wire.js";

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

export class Gate extends Calls {
  #socket;
  #locale;
  #trustedUids;
  #turn = Promise.resolve();
  #lines = new Lines();
  #current;
  #isClosed = false;

  constructor({ socket = defaultSocket(), locale, trustedUids = [] } = {}) {
    super();
    this.#socket = socket;
    this.#locale = locale;
    this.#trustedUids = trustedUids;
    dropped.register(this, this.#lines);
  }

  get socket() { return this.#socket; }

  // ---- The service ----

  info(options) { return this[perform]("org.varlink.service.GetInfo", {}, whole, options); }
  interfaceDescription(name = "org.biometricgate.Gate", options = {}) {
    const method = "org.varlink.service.GetInterfaceDescription";
    return this[perform](method, { interface: name }, member("description"), options);
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

  [words]() { return { locale: this.#locale }; }

  // Without a choice of the caller, a finger opens the item, or the PIN; if the user has a password but no PIN, the
  // password. The command line does the same.
  async [make](method, parameters, options, parts) {
    const access = { ...options.access };
    if (access.factors == null) {
      const { pinSet, passwordAvailable } = await this.settings({ signal: options.signal });
      access.factors = ["fingerprint", passwordAvailable && !pinSet ? "password" : "pin"];
    }
    const all = { ...parameters, ...making(options), access, ...asking(options), ...this[words]() };
    return this[perform](method, all, member("item"), options, parts);
  }

  async [perform](method, parameters, read, options = {}, { races, needsCredential, secret, ...parts } = {}) {
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

  async *[watch](method, parameters, read, { signal } = {}) {
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
