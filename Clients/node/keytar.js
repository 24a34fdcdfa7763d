// Passwords by service and account, as npm's keytar has them. Each is an item, `keytar/SERVICE/ACCOUNT`.

import process from "node:process";
import { Gate, ItemInvalidated, ItemNotFound } from "./index.js";

const PREFIX = "keytar/";
// The most items that one touch opens.
const LONGEST = 16;

export async function getPassword(service, account) {
  return using((gate) => opened(gate, nameOf(service, account)));
}

export async function setPassword(service, account, password) {
  const name = nameOf(service, account), secret = Buffer.from(checked("a password", password));
  const label = [...`${account} (${service})`.replace(/\p{C}/gu, "")].slice(0, 200).join("");
  try {
    const options = { ...asking, reason: "Keep a password" };
    // An update keeps the access that the user gave the item.
    await using(async (gate) => (await nullIfMissing(gate.update(name, secret, options)))
      ?? gate.store(name, secret, { ...options, label, replace: true }));
  } finally {
    secret.fill(0);
  }
}

export async function deletePassword(service, account) {
  return using(async (gate) => (await nullIfMissing(gate.deleteItem(nameOf(service, account)))) !== null);
}

export async function findPassword(service) {
  return using(async (gate) => {
    const [first] = await items(gate, service);
    return first === undefined ? null : opened(gate, first.name);
  });
}

export async function findCredentials(service) {
  return using(async (gate) => {
    const stored = await items(gate, service), found = [];
    const [alone, all] = [true, false].map((each) => stored.filter(({ access }) => Boolean(access.alone) === each));
    const add = (name, password) => found.push({ account: decodeURIComponent(name.slice(nameOf(service, "").length)), password });
    while (alone.length || all.length) {
      const some = (alone.length ? alone.splice(0, 1) : all.splice(0, LONGEST)).map(({ name }) => name);
      if (some.length === 1) {
        const password = await opened(gate, some[0]);
        if (password !== null) add(some[0], password);
      } else {
        for (const [name, secret] of await gate.openAll(some, { ...asking, reason: "Use passwords" })) add(name, text(secret));
      }
    }
    return found;
  });
}

export default { getPassword, setPassword, deletePassword, findPassword, findCredentials };

// Without a desktop's prompt, a terminal shows what to do.
const asking = {
  interaction: "prompt",
  onProgress({ interaction, message }) {
    if (interaction !== "prompt" && process.stderr.isTTY) process.stderr.write(`${message}\n`);
  },
};

async function using(call) {
  const gate = new Gate();
  try {
    return await call(gate);
  } finally {
    gate.close();
  }
}

async function opened(gate, name) {
  const secret = await nullIfMissing(gate.open(name, { ...asking, reason: "Use a password" }));
  return secret === null ? null : text(secret);
}

function text(secret) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(secret);
  } catch {
    throw new TypeError("the password is not a text in UTF-8");
  } finally {
    secret.fill(0);
  }
}

async function nullIfMissing(call) {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ItemNotFound || error instanceof ItemInvalidated) return null;
    throw error;
  }
}

async function items(gate, service) {
  const prefix = nameOf(service, "");
  return (await gate.items()).filter(({ name, state }) => name.startsWith(prefix) && state === "valid");
}

// Escapes separators and control characters in both parts, so that no two pairs share a name.
function nameOf(service, account) {
  const escaped = (part) => part.replace(/[%/\p{Cc}]/gu, encodeURIComponent);
  return `${PREFIX}${escaped(checked("a service", service))}/${escaped(checked("an account", account))}`;
}

function checked(what, value) {
  if (typeof value !== "string" || /\p{Surrogate}/u.test(value)) throw new TypeError(`${what} is a string without lone surrogates`);
  return value;
}
