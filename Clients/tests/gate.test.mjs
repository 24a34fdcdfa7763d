// The client for Node against the real daemon, on a virtual reader.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { openSync, readFileSync, readSync, closeSync, mkdtempSync, rmSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import { after, before, test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import * as biometricgate from "biometricgate";
import keytar from "biometricgate/keytar";
import { Sandbox } from "biometricgate/sandbox";

const { Gate } = biometricgate;
const PIN = "274916", WRONG = "111222", NAME = "org.example/token";
const SECRET = Buffer.from("s3cret-from-a-client");
const access = { factors: ["fingerprint", "pin"] };
let sandbox, gate;

before(async () => {
  sandbox = await Sandbox.start();
  await sandbox.prepare();
  process.env.BIOGATE_SOCKET = sandbox.socket;
  gate = new Gate();
  await gate.store(NAME, SECRET, { access, pin: PIN });
});
after(() => sandbox.close());

// Records a call's progress, and waits for one of its events.
function shown() {
  const events = [], waits = [];
  const show = ({ event }) => {
    events.push(event);
    for (const [wanted, seen] of waits) if (wanted === event) seen();
  };
  const until = (event) => new Promise((seen) => { events.includes(event) ? seen() : waits.push([event, seen]); });
  return { show, events, until };
}

test("a finger opens a stored secret", async () => {
  const { show, events } = shown();
  const [secret] = await Promise.all([gate.open(NAME, { reason: "Sign in", onProgress: show }), sandbox.touch("rightIndex")]);
  assert.deepEqual([...secret], [...SECRET]);
  assert.deepEqual(events, ["waitingForFinger", "fingerPresent", "matched"]);
  assert.equal(JSON.stringify({ secret }), '{"secret":"<Secret of 20 bytes>"}');
  assert.equal((await gate.lastAuthentication()).factor, "fingerprint");
  await gate.authenticate({ reason: "Show the card", maxAge: 120 });
  await gate.forgetAuthentication();
  assert.equal(await gate.lastAuthentication(), null);
});

test("the line that asks for a touch contains the given reason", async () => {
  const line = (reason) => new Promise((resolve) => {
    const onProgress = ({ message }) => { resolve(message); throw new RangeError(); };
    gate.open(NAME, { reason, onProgress }).catch(() => {});
  });
  assert.match(await line("Pay"), /^Pay: touch the .*org\.example/);
  assert.match(await line("Pay now?"), /^Pay now\? Touch the .*org\.example/);
});

test("the client asks for a PIN while the reader waits for a finger, and again after a wrong one", async () => {
  const given = [Buffer.from(WRONG), Buffer.from(PIN)], left = [...given];
  const { show, events } = shown();
  const secret = await gate.open(NAME, { reason: "Sign in", onProgress: show, pin: async (_) => left.shift() });
  assert.deepEqual([...secret], [...SECRET]);
  assert.deepEqual(events, ["waitingForFinger", "credentialWrong"]);
  assert.deepEqual(given.map((each) => each.every((byte) => byte === 0)), [true, true]);
});

// An asker that gives the same answer each time; it fails on more questions than a client that stops would ask.
function asker(answer) {
  const questions = [];
  const ask = async (question) => {
    questions.push(question);
    assert.ok(questions.length < 50, "asked for ever");
    return answer;
  };
  return { questions, ask };
}

// Opens the item, and gives up after this many wrong answers, once the client has handled the last one.
async function untilWrong(times, pin) {
  const controller = new AbortController();
  const onProgress = ({ event }) => {
    if (event === "credentialWrong" && (times -= 1) === 0) setImmediate(() => controller.abort(new RangeError()));
  };
  const opening = gate.open(NAME, { reason: "Sign in", onProgress, pin, signal: controller.signal });
  await assert.rejects(opening, RangeError);
}

for (const answer of [null, undefined, "", new Uint8Array()]) {
  test(`an empty answer, ${JSON.stringify(answer)}, means "not now", and the reader keeps waiting`, async () => {
    const { questions, ask } = asker(answer);
    const { show, events } = shown();
    const opening = gate.open(NAME, { reason: "Sign in", onProgress: show, pin: ask });
    await Promise.all([opening, sandbox.touch("rightIndex")]);
    assert.equal(questions.length, 1);
    assert.ok(!events.includes("credentialWrong"));
  });
}

test("a malformed PIN is reported, and the third one ends the asking", async () => {
  const { questions, ask } = asker("12ab");
  await untilWrong(3, ask);
  assert.deepEqual(questions.map(({ refusal }) => refusal?.name), [undefined, "CredentialWrong", "CredentialWrong"]);
  assert.deepEqual(questions.map(({ attemptsRemaining }) => attemptsRemaining), [undefined, 5, 5]);
});

test("a question states what was wrong, and how many tries are left", async () => {
  const answers = [WRONG, WRONG, PIN], questions = [];
  const pin = (question) => { questions.push(question); return answers.shift(); };
  assert.deepEqual([...(await gate.open(NAME, { reason: "Sign in", pin }))], [...SECRET]);
  assert.deepEqual(questions.map(({ attemptsRemaining }) => attemptsRemaining), [undefined, 4, 3]);
  assert.equal(questions[0].message, "");
  assert.match(questions[1].message, /4/);
  assert.ok(questions[1].refusal instanceof biometricgate.CredentialWrong);
});

test("a constant PIN is tried once", async () => {
  let asked = 0;
  await untilWrong(1, () => { asked += 1; return WRONG; });
  assert.equal(asked, 1);
  await gate.authenticate({ reason: "Test", pin: PIN });
});

test("an answer that cannot be sent cancels the call", async () => {
  for (const answer of [1234, "\ud800", new Uint8Array([255]), "1".repeat(513), {}]) {
    const opening = gate.open(NAME, { reason: "Sign in", timeout: 1, pin: (_) => answer });
    await assert.rejects(opening, ({ name }) => name === "TypeError" || name === "RangeError");
  }
  assert.equal((await gate.settings()).items, 1);
});

test("a finger that decides the call ends the question", async () => {
  let ended;
  const pin = ({ signal, factor }) => new Promise((_, reject) => {
    assert.equal(factor, "pin");
    ended = once(signal, "abort");
    signal.addEventListener("abort", () => reject(signal.reason));
    sandbox.touch("rightIndex");
  });
  assert.deepEqual([...(await gate.open(NAME, { reason: "Sign in", pin }))], [...SECRET]);
  await ended;
});

test("a finger that fails does not repeat an open question", async () => {
  let asked = 0, type;
  const { show, events } = shown();
  const typed = new Promise((resolve) => { type = resolve; });
  const pin = () => { asked += 1; return typed; };
  const opening = gate.open(NAME, { reason: "Sign in", onProgress: show, pin });
  await sandbox.touch("stranger", { times: 3 });
  await gate.settings(); // its turn comes when the finger has failed
  type(PIN);
  assert.deepEqual([...(await opening)], [...SECRET]);
  assert.equal(asked, 1);
  assert.equal(events.filter((event) => event === "noMatch").length, 3);
});

test("\"not now\" leaves the finger's error, and an exception of an asker cancels the call", async () => {
  const opening = gate.open(NAME, { reason: "Sign in", pin: () => null });
  const failure = assert.rejects(opening, (error) => error instanceof biometricgate.AuthenticationFailed
    && error.fallbacks.includes("pin") && error.guidance.title === "No match");
  await Promise.all([failure, sandbox.touch("stranger", { times: 3 })]);
  await gate.authenticate({ reason: "Forget the misses", pin: PIN });
  await assert.rejects(gate.open(NAME, { reason: "Test", pin: () => { throw new RangeError(); } }), RangeError);
  for (const onProgress of [() => { throw new RangeError(); }, async () => { throw new RangeError(); }]) {
    await assert.rejects(gate.open(NAME, { reason: "Test", onProgress }), RangeError);
  }
  // A rejection after the call's end concerns nobody.
  let end;
  const ended = new Promise((_, reject) => { end = () => reject(new RangeError()); });
  await Promise.all([gate.open(NAME, { reason: "Test", onProgress: () => ended }), sandbox.touch("rightIndex")]);
  end();
  assert.equal((await gate.lastAuthentication()).factor, "fingerprint");
});

test("an aborted call frees the reader and keeps the connection", async () => {
  await gate.authenticate({ reason: "Test", pin: PIN });
  const { show, until } = shown();
  const controller = new AbortController();
  const { signal } = controller;
  const opening = gate.open(NAME, { reason: "Sign in", onProgress: show, signal });
  const waiting = gate.settings({ signal });
  await until("waitingForFinger");
  controller.abort(new RangeError("no window"));
  await assert.rejects(waiting, RangeError);
  await assert.rejects(opening, RangeError);
  await assert.rejects(gate.settings({ signal }), RangeError);
  assert.equal((await gate.lastAuthentication()).factor, "pin");
  await Promise.all([gate.open(NAME, { reason: "Sign in" }), sandbox.touch("rightIndex")]);
});

test("one touch opens several secrets, all or none", async () => {
  const access = { factors: ["fingerprint", "pin"] };
  await gate.store("a", "one", { access, pin: PIN });
  await gate.store("b", "two", { access: { ...access, alone: true }, pin: PIN });
  await assert.rejects(gate.openAll([NAME, "b"], { reason: "Test" }), ({ parameters }) => parameters.parameter === "names[1]");
  const [found] = await Promise.all([gate.openAll(["a", NAME], { reason: "Test" }), sandbox.touch("rightIndex")]);
  assert.deepEqual([...found].map(([name, secret]) => [name, String(secret)]), [["a", "one"], [NAME, String(SECRET)]]);
  await assert.rejects(gate.openAll(["a", "none"], { reason: "Test" }), biometricgate.ItemNotFound);
  for (const name of ["a", "b"]) await gate.deleteItem(name);
});

test("a cancelled call reports who cancelled it, and a watch sees it end", async () => {
  const cancelled = (call, by) => assert.rejects(call, (error) => error instanceof biometricgate.Cancelled
    && error.name === "Cancelled" && error.parameters.by === by);
  await cancelled(gate.open(NAME, { reason: "Sign in", onProgress: () => gate.cancel() }), "client");
  const opening = cancelled(gate.open(NAME, { reason: "Sign in" }), "user");
  const other = new Gate({ socket: sandbox.socket });
  for await (const { request } of other.watchRequests()) {
    assert.equal(request.item, NAME);
    await other.cancelRequest(request.id);
    break;
  }
  await opening;
  other.close();
  const { show } = shown();
  const answer = () => { show({}); gate.answer({ pin: PIN }); };
  assert.deepEqual([...(await gate.open(NAME, { reason: "Sign in", onProgress: answer }))], [...SECRET]);
});

test("a request names the program for which it is made, and none that has another start time", async () => {
  const parent = biometricgate.runningProcess(process.ppid);
  const watching = new biometricgate.Gate({ socket: sandbox.socket });
  for (const [onBehalfOf, claimed] of [[parent, parent.processId], [{ ...parent, startTime: 1 }, undefined]]) {
    const asking = assert.rejects(gate.authenticate({ reason: "Sign in", onBehalfOf }), biometricgate.Cancelled);
    for await (const { request } of watching.watchRequests()) {
      assert.equal(request.onBehalfOf?.processId, claimed);
      await watching.cancelRequest(request.id);
      break;
    }
    await asking;
  }
  watching.close();
  assert.throws(() => biometricgate.runningProcess(0));
});

test("the refusal of a parameter gives its name and its rule", async () => {
  await assert.rejects(gate.open(NAME, { reason: "" }), ({ name, parameters, message }) => name === "InvalidParameter"
    && parameters.parameter === "reason" && message === `reason: ${parameters.rule}`);
  assert.equal(new biometricgate.Refused("org.example.New").message, "org.example.New");
});

test("a time-out and a lockout name the credentials that help", async () => {
  await assert.rejects(gate.open(NAME, { reason: "Sign in", timeout: 1 }), biometricgate.TimedOut);
  for (const times of [3, 2]) {
    const opening = assert.rejects(gate.open(NAME, { reason: "Sign in" }), biometricgate.Refused);
    await Promise.all([opening, sandbox.touch("stranger", { times })]);
  }
  await assert.rejects(gate.open(NAME, { reason: "Sign in" }), (error) => error instanceof biometricgate.Lockout
    && error.retryAfter > 0 && error.retryAfter <= 30 && error.parameters.clearedBy.includes("pin"));
  assert.deepEqual([...(await gate.open(NAME, { reason: "Sign in", pin: PIN }))], [...SECRET]);
});

test("a key signs, and a secret of any bytes is returned unchanged", async () => {
  const only = { factors: ["pin"] };
  const key = await gate.createKey("key", "ed25519", { access: only, pin: PIN });
  assert.equal(Buffer.from(key.publicKey, "base64").length, 44);
  assert.equal((await gate.sign("key", "challenge", { reason: "Test", pin: PIN })).length, 64);
  for (const size of [1, 2, 3, 65536]) {
    const secret = randomBytes(size);
    await gate.store("bytes", secret, { access: only, pin: PIN, replace: true });
    assert.ok(secret.equals(await gate.open("bytes", { reason: "Test", pin: PIN })));
  }
  assert.deepEqual((await gate.items()).map(({ name }) => name).sort(), ["bytes", "key", NAME]);
  await assert.rejects(gate.renew("key", { pin: () => null }), biometricgate.CredentialRequired);
});

test("killing the daemon ends the call, and a socket without a listener means that it is not running", async () => {
  await using(await Sandbox.start(), async (own) => {
    await own.prepare();
    const gate = new Gate({ socket: own.socket });
    const kill = () => process.kill(own.processId, "SIGKILL");
    await assert.rejects(gate.authenticate({ reason: "Test", onProgress: kill }), biometricgate.Disconnected);
    // Its sockets are closed one after the other.
    await assert.rejects(gate.settings(), ({ name }) => ["NotRunning", "Disconnected"].includes(name));
  });
  await assert.rejects(new Gate({ socket: "/nowhere/gate" }).settings(), biometricgate.NotRunning);
});

test("a client finds a restarted daemon again", async () => {
  await using(await Sandbox.start(), async (own) => {
    await own.prepare();
    const gate = new Gate({ socket: own.socket });
    const pulled = assert.rejects(gate.authenticate({ reason: "Test" }), biometricgate.HardwareUnavailable);
    await Promise.all([pulled, own.unplug()]);
    await own.plug();
    assert.equal((await gate.settings()).enrolledPrints, 1);
    const watch = gate.watchAvailability();
    assert.equal((await watch.next()).value.state, "available");
    const ended = assert.rejects(watch.next(), biometricgate.Closed);
    gate.close();
    await ended;
  });
});

test("the sandbox simulates a lock, sleep, another program, and one touch for several calls", async () => {
  await using(await Sandbox.start({ shortLockouts: true, password: "swordfish" }), async (own) => {
    await own.prepare();
    const gate = new Gate({ socket: own.socket });
    const { passwordAvailable } = await gate.settings();
    assert.equal(passwordAvailable, true);
    await Promise.all([
      own.touch("rightIndex", { calls: 2 }),
      gate.store("one", "x").then(() => gate.open("one", { reason: "Test" })),
    ]);
    const ends = (play, matches) => assert.rejects(
      gate.open("one", { reason: "Test", onProgress: ({ event }) => { if (event === "waitingForFinger") play?.(); } }),
      matches,
    );
    await ends(() => own.lock(), ({ parameters }) => parameters.by === "sessionLocked");
    await own.unlock();
    await own.away();
    await own.back();
    await ends(() => own.sleep(), ({ parameters }) => parameters.by === "suspend");
    await ends(undefined, ({ parameters }) => parameters.reason === "suspended");
    await own.wake();
    // The service hears of it as a machine's service does: a little later.
    for await (const { state } of gate.watchAvailability()) if (state === "available") break;
    await own.inUse();
    await ends(undefined, ({ parameters }) => parameters.reason === "inUse");
    await own.free();
    await assert.rejects(own.touch("rightIndex", { timeout: 1 }), { name: "Error" });
    gate.close();
  });
});

test("a dropped Gate ends its connection", async () => {
  setFlagsFromString("--expose-gc");
  const directory = mkdtempSync(`${tmpdir()}/gate-`), socket = `${directory}/socket`;
  const server = net.createServer((peer) => peer.on("data", () => peer.write('{"parameters":{"settings":{}}}\0')));
  await once(server.listen(socket), "listening");
  for (const call of [(gate) => gate.settings(), (gate) => gate.watchSettings().next()]) {
    const [[peer]] = await Promise.all([once(server, "connection"), call(new Gate({ socket }))]);
    const collecting = setInterval(runInNewContext("gc"), 10);
    await once(peer, "close");
    clearInterval(collecting);
  }
  server.close();
  rmSync(directory, { recursive: true });
});

test("keytar's functions keep passwords by service and account", async () => {
  const touched = async (call) => (await Promise.all([call, sandbox.touch("rightIndex")]))[0];
  const pairs = [["api.example.org", "kari"], ["api.example.org", "a/b%\n"], ["api.example", "org/kari"]];
  assert.equal(await keytar.getPassword(...pairs[0]), null);
  for (const pair of pairs) await touched(keytar.setPassword(...pair, `of ${pair}`));
  assert.equal(await touched(keytar.getPassword(...pairs[2])), `of ${pairs[2]}`);
  assert.equal(await touched(keytar.findPassword("api.example")), `of ${pairs[2]}`);
  const found = keytar.findCredentials("api.example.org");
  await Promise.all([found, sandbox.touch("rightIndex")]);
  assert.deepEqual((await found).map(({ account, password }) => [account, password]).sort(),
    pairs.slice(0, 2).map(([service, account]) => [account, `of ${service},${account}`]).sort());
  for (const pair of pairs) assert.deepEqual([await keytar.deletePassword(...pair), await keytar.deletePassword(...pair)], [true, false]);
  assert.deepEqual(await keytar.findCredentials("api.example.org"), []);
  await assert.rejects(keytar.getPassword("a", undefined), TypeError);
  await assert.rejects(keytar.setPassword("a", "b", ""), RangeError);
});

const OPENING = `
import { Gate } from "biometricgate";
import { once } from "node:events";
const gate = new Gate();
for (let round = 0; round < 3; round += 1) {
  const [line] = await once(process.stdin, "data");
  const secret = await gate.open("random", { reason: "Test", pin: line.subarray(0, -1) });
  secret.fill(0);
  console.log("opened");
}
`;

test("a wiped secret is nowhere in memory", async () => {
  const secret = randomBytes(24);
  await gate.store("random", secret, { access: { factors: ["pin"] }, pin: PIN });
  const client = spawn(process.execPath, ["--input-type=module", "--eval", OPENING], {
    cwd: new URL(".", import.meta.url), env: sandbox.environment, stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(client, "close");
  for (let round = 0; round < 3; round += 1) {
    client.stdin.write(`${PIN}\n`);
    const [opened] = await Promise.race([once(client.stdout, "data"), ended]);
    assert.equal(String(opened), "opened\n");
  }
  const found = searched(client.pid, [secret, Buffer.from(secret.toString("base64")), Buffer.from("biometricgate.Gate")]);
  assert.deepEqual(found, [false, false, true]);
  client.stdin.end();
  assert.equal((await ended)[0], 0); // an idle connection does not keep the process alive
});

// Which of these patterns are in the process's writable memory.
function searched(pid, patterns) {
  const memory = openSync(`/proc/${pid}/mem`);
  const found = patterns.map(() => false);
  for (const line of readFileSync(`/proc/${pid}/maps`, "utf8").split("\n")) {
    const [, from, to, mode] = /^(\w+)-(\w+) (\S+)/.exec(line) ?? [];
    if (!mode?.includes("w") || !mode.includes("r") || line.includes("[v")) continue;
    const [start, end] = [Number(`0x${from}`), Number(`0x${to}`)];
    const part = Buffer.alloc(Math.min(end - start, 1 << 20) + 100);
    for (let at = start; at < end; at += 1 << 20) {
      const count = readSync(memory, part, 0, Math.min(part.length, end - at), at);
      patterns.forEach((pattern, index) => { found[index] ||= part.subarray(0, count).includes(pattern); });
    }
  }
  closeSync(memory);
  return found;
}

async function using(resource, body) {
  try {
    await body(resource);
  } finally {
    await resource.close();
  }
}
