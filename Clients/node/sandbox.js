// A daemon of one's own, on a reader that libfprint plays: for tests on a machine without a reader.

import { spawn } from "node:child_process";
import { once } from "node:events";
import readline from "node:readline";
import { Gate } from "./index.js";

export class SandboxError extends Error {}

export class Sandbox {
  #program;
  #process;

  static async start({ program = process.env.BIOGATE || "biogate", timeout } = {}) {
    const limit = timeout === undefined ? [] : ["--timeout", String(timeout)];
    // cat ends with its input: nothing is left behind a test run that was killed.
    const words = ["sandbox", "--json", ...limit, "--", "sh", "-c", "cat >/dev/null"];
    const sandbox = new Sandbox();
    sandbox.#program = program;
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

  touch(finger, { times = 1, all = false } = {}) {
    const name = finger.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return this.#run("touch", name, ...(all ? ["--all"] : ["--times", String(times)]));
  }

  unplug() { return this.#run("unplug"); }
  plug() { return this.#run("plug"); }

  async prepare({ pin = "274916", finger = "rightIndex" } = {}) {
    const gate = new Gate({ socket: this.socket });
    try {
      await gate.setPIN(pin);
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
    done.catch(() => {}); // for whoever waits
    return done;
  }
}

// Fulfilled with nothing once a process has ended well; else rejected with what it said.
async function end(child) {
  let said = "";
  child.stderr.on("data", (part) => { said += part; });
  const [status] = await once(child, "close");
  if (status !== 0) throw new SandboxError(said.trim());
  return [];
}
