// One connection to the daemon, and the check of who serves the socket.

import { lstat, readFile, realpath, stat } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import process from "node:process";
import { Disconnected, NotRunning, ProtocolViolation, Untrusted } from "./errors.js";
import { Inbox } from "./wire.js";

export const SYSTEM_SOCKET = "/run/biogate/org.biometricgate.Gate";

// The environment is the caller's, who may have fewer rights than this program.
export function defaultSocket() {
  const isCallers = process.getuid?.() === process.geteuid?.() && process.getgid?.() === process.getegid?.();
  return (isCallers && process.env.BIOGATE_SOCKET) || SYSTEM_SOCKET;
}

// The listener gets secrets and PINs, and Node cannot ask the kernel who it is (SO_PEERCRED). So the socket's file must
// belong to the daemon's account, root or this program's user, in directories where no other user can put another file
// in its place. Resolves to the file's own path, which no link can redirect.
export async function checkServer(socket, trustedUids) {
  if (process.platform !== "linux") {
    throw new NotRunning(`BiometricGate is a service for Linux, and this is ${process.platform}`);
  }
  const unnamed = await unnamedUser();
  const own = process.geteuid() === unnamed ? [] : [process.geteuid()];
  // If neither root nor the daemon's account has a number here, only root can have made the system's socket.
  const standIn = socket === SYSTEM_SOCKET ? [unnamed] : [];
  const trusted = new Set([0, ...own, ...standIn, ...trustedUids, ...(await daemonAccount())]);
  const refuse = (file, { uid }) => {
    throw new Untrusted(`${file} is in the hands of user number ${uid}, who is none to trust with secrets`);
  };
  let file;
  try {
    file = await realpath(socket);
    const found = await lstat(file);
    if (!trusted.has(found.uid)) refuse(file, found);
  } catch (error) {
    throw error instanceof Untrusted ? error : new NotRunning(`no service listens on ${socket}: ${error.code}`);
  }
  for (let directory = path.dirname(file); ; directory = path.dirname(directory)) {
    const found = await stat(directory);
    // The user's own directory may be writable for the user's own group; in a sticky one, files of others cannot be
    // replaced.
    const others = own.includes(found.uid) ? 0o002 : 0o022;
    if (!trusted.has(found.uid) || (found.mode & others && !(found.mode & 0o1000))) refuse(directory, found);
    if (directory === path.dirname(directory)) return file;
  }
}

async function daemonAccount() {
  const accounts = await readFile("/etc/passwd", "utf8").catch(() => "");
  return accounts.split("\n").filter((line) => line.startsWith("biogate:")).map((line) => Number(line.split(":")[2]));
}

// The kernel's stand-in for every user without a number in this process's namespace.
async function unnamedUser() {
  return Number(await readFile("/proc/sys/kernel/overflowuid", "utf8").catch(() => NaN));
}

export class Connection {
  hasServed = false;
  hasEnded = false;
  #socket;
  #inbox = new Inbox();
  #replies = [];
  #failure;
  #wake = () => {};

  static async open(socket, trustedUids) {
    const file = await checkServer(socket, trustedUids);
    const connection = new Connection();
    await new Promise((resolve, reject) => {
      // One buffer for all received data, so that it can be overwritten.
      const buffer = Buffer.alloc(65536);
      const callback = (count) => {
        connection.#received(buffer.subarray(0, count));
        buffer.fill(0, 0, count);
        return true;
      };
      connection.#socket = net.connect({ path: file, onread: { buffer, callback } }, resolve);
      connection.#socket.on("error", (error) => reject(new NotRunning(`no service listens on ${socket}: ${error.code}`)));
      connection.#socket.on("close", () => connection.#end(new Disconnected("the connection ended before the answer")));
    });
    return connection;
  }

  #received(bytes) {
    try {
      for (const reply of this.#inbox.received(bytes)) this.#replies.push(reply);
    } catch (error) {
      this.#end(error);
      this.destroy();
    }
    this.#wake();
  }

  #end(failure) {
    this.hasEnded = true;
    this.#failure ??= failure;
    this.#wake();
  }

  // Settled when the kernel has the whole frame; the frame is overwritten then.
  send(frame) {
    return new Promise((resolve, reject) => {
      this.#socket.write(frame, (error) => {
        frame.fill(0);
        error ? reject(error) : resolve();
      });
    });
  }

  // Sent after a whole call; does nothing if the connection has ended.
  sendBehind(frame) {
    this.send(frame).catch(() => {});
  }

  async receive() {
    while (!this.#replies.length) {
      if (this.#failure) throw this.#failure;
      await new Promise((resolve) => { this.#wake = resolve; });
    }
    this.hasServed = true;
    return this.#replies.shift();
  }

  // Sets whether the process stays alive to receive data.
  hold(isAwaited) {
    this.#socket[isAwaited ? "ref" : "unref"]();
  }

  destroy() {
    this.#socket.destroy();
  }
}
