// @ts-check
// Calls every method of the Node client with every parameter: node probe.mjs SOCKET
import { Gate, Refused } from "biometricgate";

/** @type {any} */
const { process } = globalThis;
const gate = new Gate({ socket: process.argv[2], locale: "nb" });
const { signal } = new AbortController();
const uid = 1000, pin = "274916", readerId = "r", timeout = 3, wait = 5, maxAge = 4, reason = "Test", label = "l";
/** @param {import("biometricgate").Progress} progress */
const onProgress = (progress) => { if (progress.event === "matched") throw new Error(progress.message); };
const scan = { readerId, timeout, wait, onProgress, signal };
/** @type {import("biometricgate").MakeOptions} */
const nothing = { signal: undefined, pin: undefined, label: undefined, onProgress: undefined, access: undefined, maxAge: undefined };
/** @type {import("biometricgate").AskOptions} */
const ask = { ...scan, attempts: 2, interaction: "prompt", onBehalfOf: { processId: 7, startTime: 9 }, parentWindow: "x11:1f", activationToken: "t" };
/** @type {import("biometricgate").MakeOptions} */
const make = {
  ...ask, maxAge, pin, reason, label, replace: true,
  access: { factors: ["pin"], enrollment: "any", maxAgeSeconds: 5 },
};

const calls = [
  () => gate.readers(), () => gate.watchReaders().next(), () => gate.clearReader("r"),
  () => gate.availability({ uid, signal }), () => gate.watchAvailability({ uid }).next(),
  () => gate.authenticate({ ...ask, reason, verb: "pay", factors: ["pin"], pin, maxAge, uid }),
  () => gate.lastAuthentication(), () => gate.forgetAuthentication(), () => gate.watchRequests({ prompts: true, remote: true, several: true }).next(),
  () => gate.answerRequest("7", { pin }), () => gate.cancelRequest("7"),
  () => gate.holdRequest("7"),
  () => gate.prints({ uid }), () => gate.enroll("leftThumb", { ...scan, label, pin, uid }),
  () => gate.deletePrint("3", { pin, uid }), () => gate.vouchPrints(["3"], { pin, uid }),
  () => gate.renamePrint("3", { label, uid }), () => gate.deleteAllPrints({ pin, uid }),
  () => gate.settings({ app: "a", uid }), () => gate.watchSettings({ uid }).next(), () => gate.onboardings({ uid }),
  () => gate.limits({ signal }), () => gate.lastLogin({ uid }), () => gate.enableFingerprint({ ...ask, reason }),
  () => gate.disableFingerprint(), () => gate.answerOnboarding("skipped", { app: "a" }),
  () => gate.setPIN(new Uint8Array([0x31, 0x22, 0x0a]), { password: "päss" }), () => gate.removePIN({ pin }),
  () => gate.previewChange("reset"), () => gate.revokeAll(), () => gate.reset({ pin, uid }),
  () => gate.items({ uid }), () => gate.watchItems({ uid }).next(), () => gate.item("n", { uid }), () => gate.store("n", new Uint8Array([1, 2]), make),
  () => gate.openAll(["n", "m"], { ...ask, reason, maxAge, pin, uid }),
  () => gate.update("n", "s", { ...ask, reason, maxAge, pin }),
  () => gate.open("n", { ...ask, reason, maxAge, pin, uid }), () => gate.createKey("n", "p256", { ...make, usage: "ssh" }),
  () => gate.importKey("n", new Uint8Array([1, 2]), make),
  () => gate.sign("n", "challenge", { ...ask, reason, maxAge, pin }), () => gate.renew("n", { ...ask, reason, maxAge, pin }),
  () => gate.signSSH("n", new Uint8Array([1]), {
    ...ask, maxAge, pin, bindings: [new Uint8Array([2])], hostNames: ["h"], object: new Uint8Array([3]),
  }),
  () => gate.setDestinations("n", [{ name: "h", key: "aw==", authority: true, user: "u" }], { pin }),
  () => gate.deleteItem("n", nothing), () => gate.info(), () => gate.interfaceDescription(),
];
for (const call of calls) {
  try {
    await call();
    throw new Error(`answered: ${call}`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    /** @type {string} */
    const code = error.code;
    if (!code.endsWith(".StorageFailed")) throw error;
  }
}
gate.close();
