// Parts shared by the calls: building parameters and reading answers.

import { readFileSync } from "node:fs";

import * as errors from "./errors.js";

const { ProtocolViolation, Refused } = errors;

// The parts of a Gate that the methods of the contract need; no program can call these.
export const perform = Symbol("perform"), make = Symbol("make"), watch = Symbol("watch"), words = Symbol("words");

export function uid({ uid }) { return { uid }; }

export function asking({ maxAge, readerId, timeout, wait, attempts, interaction, onBehalfOf, parentWindow, activationToken }) {
  return {
    maxAgeSeconds: maxAge === undefined ? undefined : Math.floor(maxAge), readerId,
    timeoutSeconds: timeout === undefined ? undefined : Math.ceil(timeout),
    waitSeconds: wait === undefined ? undefined : Math.ceil(wait),
    attempts, interaction, onBehalfOf, parentWindow, activationToken,
  };
}

// A process by its number and the time it started, so that a later one of the same number is not taken for it.
export function runningProcess(processId) {
  const stat = readFileSync(`/proc/${processId}/stat`, "latin1");
  // The name in parentheses may itself have spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return { processId, startTime: Number(fields[19]) };
}

export function making({ label, replace, reason }) { return { label, replace, reason }; }

export function readable(method, read, reply) {
  const value = read(reply);
  if (value === undefined) throw new ProtocolViolation(`${method}: what was promised is not in the answer`);
  return value === nothing ? undefined : value;
}

export function nothing() { return nothing; }
export function whole({ parameters }) { return parameters; }
export function member(name) { return ({ parameters }) => parameters[name] ?? undefined; }
export function perhaps(name) { return ({ parameters }) => parameters[name] ?? null; }
export function opened({ secret }) { return secret; }

export function openedAll(names) {
  return ({ secrets }) => (secrets.length === names.length ? new Map(names.map((name, index) => [name, secrets[index]])) : undefined);
}

export function bytes(name) {
  return ({ parameters }) => (typeof parameters[name] === "string" ? Buffer.from(parameters[name], "base64") : undefined);
}

export function base64(data) { return Buffer.from(data).toString("base64"); }

// The error object for an error reply.
export function refusal(code, parameters) {
  const [, kind] = /^org\.(?:biometricgate\.Gate|varlink\.service)\.(\w+)$/.exec(code) ?? [];
  const known = kind && Object.hasOwn(errors, kind) && errors[kind].prototype instanceof Refused;
  return new (known ? errors[kind] : Refused)(code, parameters);
}

// The line that asks for a touch, preceded by the caller's reason unless the daemon's line contains it.
export function withReason(reason, progress) {
  const { event, message } = progress;
  if (!reason || event !== "waitingForFinger" || typeof message !== "string" || message.includes(reason)) return progress;
  const line = /[.!?…]$/.test(reason) ? `${reason} ${message}` : `${reason}: ${message.slice(0, 1).toLowerCase()}${message.slice(1)}`;
  return { ...progress, message: line };
}
