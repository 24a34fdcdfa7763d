// Frames of the protocol, without a socket: JSON objects, each followed by a NUL byte.
//
// Secrets stay out of strings, which JavaScript cannot overwrite: a call is assembled in one buffer, a secret is cut
// out of its reply before the rest is parsed, and both buffers are overwritten.

import { inspect } from "node:util";
import { ProtocolViolation } from "./errors.js";

// No answer is this long: a thousand items take half a megabyte.
const LONGEST = 64 << 20;
// A longer call makes the daemon end the connection without an answer.
const LONGEST_CALL = 262144;
const ALPHABET = Buffer.from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");
const VALUES = new Uint8Array(256).fill(0xff);
ALPHABET.forEach((byte, value) => { VALUES[byte] = value; });
const EQUALS = 0x3d, QUOTE = 0x22, BACKSLASH = 0x5c, COLON = 0x3a, BRACKET = 0x5b, BRACKET_END = 0x5d;
const SPACES = [0x20, 0x09, 0x0a, 0x0d];

export function encodeBase64(data) {
  const text = Buffer.alloc(Math.ceil(data.length / 3) * 4, EQUALS);
  for (let at = 0, to = 0; at < data.length; at += 3, to += 4) {
    const [first, second = 0, third = 0] = [data[at], data[at + 1], data[at + 2]];
    text[to] = ALPHABET[first >> 2];
    text[to + 1] = ALPHABET[((first & 3) << 4) | (second >> 4)];
    if (at + 1 < data.length) text[to + 2] = ALPHABET[((second & 15) << 2) | (third >> 6)];
    if (at + 2 < data.length) text[to + 3] = ALPHABET[third & 63];
  }
  return text;
}

// Requires the padding, and refuses anything else around it.
export function decodeBase64(text) {
  let digits = text.length;
  while (digits > text.length - 2 && text[digits - 1] === EQUALS) digits -= 1;
  const secret = Buffer.alloc(Math.floor((digits * 3) / 4));
  const values = [0, 0, 0, 0];
  for (let at = 0, to = 0; at < digits; at += 4, to += 3) {
    for (let index = 0; index < 4; index += 1) {
      values[index] = at + index < digits ? VALUES[text[at + index]] : 0;
      if (values[index] === 0xff) throw new ProtocolViolation("what came is no answer");
    }
    const bytes = [(values[0] << 2) | (values[1] >> 4), (values[1] << 4) | (values[2] >> 2), (values[2] << 6) | values[3]];
    for (let index = 0; index < 3; index += 1) {
      if (to + index < secret.length) secret[to + index] = bytes[index];
      else if (bytes[index] & 0xff) throw new ProtocolViolation("what came is no answer");
    }
  }
  if (text.length % 4) throw new ProtocolViolation("what came is no answer");
  return hidden(secret);
}

// A buffer whose content does not show when it is printed.
function hidden(secret) {
  const shown = { value: () => `<Secret of ${secret.length} bytes>`, enumerable: false };
  return Object.defineProperties(secret, { [inspect.custom]: shown, toJSON: shown });
}

// The text as UTF-8, escaped for the inside of a JSON string.
export function escaped(text) {
  const escape = (byte) => byte < 0x20 || byte === QUOTE || byte === BACKSLASH;
  const result = Buffer.alloc(text.reduce((length, byte) => length + (escape(byte) ? 6 : 1), 0));
  let at = 0;
  for (const byte of text) {
    if (escape(byte)) at += result.write(`\\u${byte.toString(16).padStart(4, "0")}`, at);
    else result[at++] = byte;
  }
  return result;
}

// Refuses values that JSON would change, or that the daemon would not read.
function sendable(key, value) {
  if (typeof value === "string" && /\p{Surrogate}/u.test(value)) throw new TypeError(`${key} has a lone surrogate`);
  if (typeof value === "number" && !Number.isFinite(value)) throw new RangeError(`${key} is no finite number`);
  return value;
}

// A whole call. The frame may hold a secret: the sender overwrites it. Throws a TypeError or RangeError if the call
// cannot be sent.
export function encode(method, parameters, { secret, newPIN, credential, more, oneway } = {}) {
  const full = method.includes(".") ? method : `org.biometricgate.Gate.${method}`;
  const members = [];
  if (secret) members.push(['"secret":"', encodeBase64(secret), '"']);
  if (newPIN) {
    members.push(['"pin":"', escaped(newPIN), '"']);
    newPIN.fill(0);
  }
  if (credential) members.push([`"credential":{"${credential.factor}":"`, escaped(credential.value), '"}']);
  const head = JSON.stringify({ method: full, more, oneway, parameters }, sendable).slice(0, -2);
  let separator = head.endsWith("{") ? "" : ",";
  const parts = [Buffer.from(head)];
  for (const [before, text, behind] of members) {
    parts.push(Buffer.from(separator + before), text, Buffer.from(behind));
    separator = ",";
  }
  parts.push(Buffer.from("}}\0"));
  const size = parts.reduce((length, part) => length + part.length, 0);
  if (size > LONGEST_CALL) {
    for (const [, text] of members) text.fill(0);
    throw new RangeError(`a call has at most ${LONGEST_CALL} bytes`);
  }
  const frame = Buffer.alloc(size);
  let at = 0;
  for (const part of parts) at += part.copy(frame, at);
  for (const [, text] of members) text.fill(0);
  return frame;
}

// The start of a member's value after these bytes: no JSON string contains unescaped quotes.
function startOfValue(message, key, ...before) {
  for (let at = message.indexOf(key); at >= 0; at = message.indexOf(key, at + 1)) {
    let next = at + key.length;
    for (const expected of before) {
      while (SPACES.includes(message[next])) next += 1;
      next = message[next] === expected ? next + 1 : NaN;
    }
    if (next) return next;
  }
  return -1;
}

// One answer to a call. The message is overwritten.
function decode(message) {
  try {
    let secret;
    const secrets = [];
    const cut = (start) => {
      const end = message.indexOf(QUOTE, start);
      const found = decodeBase64(message.subarray(start, end));
      message.fill("_", start, end);
      return found;
    };
    const start = startOfValue(message, '"secret"', COLON, QUOTE);
    if (start >= 0) secret = cut(start);
    const list = startOfValue(message, '"secrets"', COLON, BRACKET);
    for (let at = list; at >= 0 && message[at] !== BRACKET_END; at += 1) {
      if (message[at] !== QUOTE) continue;
      secrets.push(cut(at + 1));
      at = message.indexOf(QUOTE, at + 1);
    }
    const content = JSON.parse(message.toString());
    const { parameters = {}, error, continues } = content;
    if (!isObject(parameters) || !["string", "undefined"].includes(typeof error)) throw new Error("no reply");
    return { parameters, error, continues: continues === true, secret, secrets };
  } catch {
    throw new ProtocolViolation("what came is no answer");
  } finally {
    message.fill(0);
  }
}

export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// Received bytes that have not been read yet.
export class Inbox {
  #bytes = Buffer.alloc(65536);
  #end = 0;

  // The answers that these bytes complete.
  *received(bytes) {
    while (this.#end + bytes.length > this.#bytes.length) this.#grow();
    const searched = this.#end;
    this.#end += bytes.copy(this.#bytes, this.#end);
    let start = 0;
    for (let at = searched; (at = this.#bytes.indexOf(0, at)) >= 0 && at < this.#end; at += 1) {
      const message = this.#bytes.subarray(start, at);
      start = at + 1;
      yield decode(message);
    }
    this.#bytes.copyWithin(0, start, this.#end);
    this.#bytes.fill(0, this.#end - start, this.#end);
    this.#end -= start;
  }

  #grow() {
    if (this.#bytes.length >= LONGEST) throw new ProtocolViolation("the answer has no end");
    const grown = Buffer.alloc(2 * this.#bytes.length);
    this.#bytes.copy(grown);
    this.#bytes.fill(0);
    this.#bytes = grown;
  }
}
