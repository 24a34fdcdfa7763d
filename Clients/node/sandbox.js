// A private daemon with a virtual reader, for tests on a machine without a reader.

import { spawn } from "node:child_process";
import { once } from "node:events";
import readline from "node:readline";
import { Gate } from "./index.js";

export class SandboxError extends Error {}

export class Sandbox {
  #program;
  #process;
  #password;

  static async start(options = {}) {
    const { program = process.env.BIOGATE || "biogate", timeout, shortLockouts, password, verifyOnly } = options;
    const words = ["sandbox", "--json", ...limit(timeout)];
    if (shortLockouts) words.push("--short-lockouts");
    if (verifyOnly) words.push("--verify-only");
    if (password !== undefined) words.push("--password", password);
    // cat ends with its input, so a killed test run leaves nothing behind.
    words.push("--", "sh", "-c", "cat >/dev/null");
    const sandbox = new Sandbox();
    sandbox.#program = program;
    sandbox.#password = password;
    sandbox.#process = spawn(program, words, { stdio: ["pipe", "pipe", "pipe"] });
    const ended = end(sandbox.#process);
    const [line] = await Promise.race([once(readline.createInterface(sandbox.#process.stdout), "line"), ended]);
    ended.catch(() => {});
    if (line === undefined) throw new SandboxError("the sandbox ended");
    Object.assign(sandbox, JSON.parse(line).parameters.sandbox);
    return sandbox;
  }

  get environment() {
    return { ...process.env, BIOGATE_SOCKET: this.socket, BIOGATE_SANDBOX: this.directory };
  }

  touch(finger, { times = 1, all = false, calls = 1, timeout } = {}) {
    const name = finger.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const words = ["touch", name, ...(all ? ["--all"] : ["--times", String(times)]), ...limit(timeout)];
    const done = (async () => { for (let call = 0; call < calls; call += 1) await this.#run(...words); })();
    done.catch(() => {}); // the waiting caller handles it
    return done;
  }

  unplug({ timeout } = {}) { return this.#run("unplug", ...limit(timeout)); }
  plug() { return this.#run("plug"); }
  inUse() { return this.#run("in-use"); }
  free() { return this.#run("free"); }
  lock() { return this.#run("lock"); }
  unlock() { return this.#run("unlock"); }
  away() { return this.#run("away"); }
  back() { return this.#run("back"); }
  sleep() { return this.#run("sleep"); }
  wake() { return this.#run("wake"); }

  async prepare({ pin = "274916", finger = "rightIndex" } = {}) {
    const gate = new Gate({ socket: this.socket });
    try {
      await gate.setPIN(pin, { password: this.#password });
      await Promise.all([this.touch(finger, { all: true }), gate.enroll(finger, { pin })]);
    } finally {
      gate.close();
    }
  }

  async close() {
    this.#process.stdin.end();
    if (this.#process.exitCode === null) await once(this.#process, "close");
  }

  async [Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose")]() { await this.close(); }

  #run(...words) {
    const stdio = ["ignore", "ignore", "pipe"];
    const done = end(spawn(this.#program, ["sandbox", ...words], { env: this.environment, stdio }));
    done.catch(() => {}); // the waiting caller handles it
    return done;
  }
}

function limit(timeout) { return timeout === undefined ? [] : ["--timeout", String(Math.ceil(timeout))]; }

// Resolves if the process ended successfully; otherwise rejects with its output.
async function end(child) {
  let said = "";
  child.stderr.on("data", (part) => { said += part; });
  const [status] = await once(child, "close");
  if (status !== 0) throw new SandboxError(said.trim());
  return [];
}
