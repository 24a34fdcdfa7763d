// @ts-check
// Made by Clients/generate.py from org.biometricgate.Gate.varlink: change that file.

const { signal } = new AbortController();
/** @param {import("biometricgate").Progress} progress */
const onProgress = (progress) => { if (progress.event === "matched") throw new Error(progress.message); };

/**
 * Every call with every parameter.
 * @param {import("biometricgate").Gate} gate
 */
export const calls = (gate) => [
  () => gate.readers({ signal }),
  () => gate.watchReaders({ signal }).next(),
  () => gate.clearReader("aw==", { signal }),
  () => gate.availability({ uid: 1000, signal }),
  () => gate.watchAvailability({ uid: 1000, signal }).next(),
  () => gate.authenticate({ reason: "aw==", verb: "signIn", factors: ["password"], maxAge: 3, readerId: "aw==", timeout:
    3, wait: 3, attempts: 3, interaction: "none", onBehalfOf: { processId: 3, startTime: 3 }, parentWindow: "aw==",
    activationToken: "aw==", pin: "274916", uid: 1000, onProgress, signal }),
  () => gate.lastAuthentication({ signal }),
  () => gate.forgetAuthentication({ signal }),
  () => gate.watchRequests({ prompts: true, remote: true, several: true, passwordPrompts: true, signal }).next(),
  () => gate.answerRequest("aw==", { credentialId: new Uint8Array([0x31, 0x22, 0x0a]), pin: "274916", signal }),
  () => gate.cancelRequest("aw==", { signal }),
  () => gate.holdRequest("aw==", { signal }),
  () => gate.prints({ uid: 1000, signal }),
  () => gate.enroll("rightLittle", { label: "aw==", readerId: "aw==", timeout: 3, wait: 3, pin: "274916", uid: 1000,
    onProgress, signal }),
  () => gate.deletePrint("aw==", { pin: "274916", uid: 1000, signal }),
  () => gate.vouchPrints(["aw=="], { pin: "274916", uid: 1000, signal }),
  () => gate.renamePrint("aw==", { label: "aw==", uid: 1000, signal }),
  () => gate.deleteAllPrints({ pin: "274916", uid: 1000, signal }),
  () => gate.settings({ app: "aw==", uid: 1000, signal }),
  () => gate.watchSettings({ uid: 1000, signal }).next(),
  () => gate.onboardings({ uid: 1000, signal }),
  () => gate.limits({ signal }),
  () => gate.lastLogin({ uid: 1000, signal }),
  () => gate.enableFingerprint({ reason: "aw==", readerId: "aw==", timeout: 3, wait: 3, attempts: 3, interaction:
    "none", onBehalfOf: { processId: 3, startTime: 3 }, parentWindow: "aw==", activationToken: "aw==", onProgress,
    signal }),
  () => gate.disableFingerprint({ signal }),
  () => gate.answerOnboarding("skipped", { app: "aw==", signal }),
  () => gate.setPIN(new Uint8Array([0x31, 0x22, 0x0a]), { pin: "274916", signal }),
  () => gate.removePIN({ pin: "274916", signal }),
  () => gate.previewChange("reset", { signal }),
  () => gate.revokeAll({ signal }),
  () => gate.reset({ pin: "274916", uid: 1000, signal }),
  () => gate.items({ uid: 1000, signal }),
  () => gate.watchItems({ uid: 1000, signal }).next(),
  () => gate.item("aw==", { uid: 1000, signal }),
  () => gate.store("aw==", new Uint8Array([0x31, 0x22, 0x0a]), { label: "aw==", replace: true, reason: "aw==", maxAge:
    3, readerId: "aw==", timeout: 3, wait: 3, attempts: 3, interaction: "none", onBehalfOf: { processId: 3, startTime: 3
    }, parentWindow: "aw==", activationToken: "aw==", access: { factors: ["password"], enrollment: "any", maxAgeSeconds:
    3, openers: ["system"], reusePIN: true, alone: true }, pin: "274916", onProgress, signal }),
  () => gate.openAll(["aw=="], { reason: "aw==", maxAge: 3, readerId: "aw==", timeout: 3, wait: 3, attempts: 3,
    interaction: "none", onBehalfOf: { processId: 3, startTime: 3 }, parentWindow: "aw==", activationToken: "aw==", pin:
    "274916", uid: 1000, onProgress, signal }),
  () => gate.update("aw==", new Uint8Array([0x31, 0x22, 0x0a]), { reason: "aw==", maxAge: 3, readerId: "aw==", timeout:
    3, wait: 3, attempts: 3, interaction: "none", onBehalfOf: { processId: 3, startTime: 3 }, parentWindow: "aw==",
    activationToken: "aw==", pin: "274916", onProgress, signal }),
  () => gate.open("aw==", { reason: "aw==", maxAge: 3, readerId: "aw==", timeout: 3, wait: 3, attempts: 3, interaction:
    "none", onBehalfOf: { processId: 3, startTime: 3 }, parentWindow: "aw==", activationToken: "aw==", pin: "274916",
    uid: 1000, onProgress, signal }),
  () => gate.createKey("aw==", "ed25519", { usage: "passkey", label: "aw==", replace: true, reason: "aw==", maxAge: 3,
    readerId: "aw==", timeout: 3, wait: 3, attempts: 3, interaction: "none", onBehalfOf: { processId: 3, startTime: 3 },
    parentWindow: "aw==", activationToken: "aw==", access: { factors: ["password"], enrollment: "any", maxAgeSeconds: 3,
    openers: ["system"], reusePIN: true, alone: true }, pin: "274916", onProgress, signal }),
  () => gate.importKey("aw==", new Uint8Array([0x31, 0x22, 0x0a]), { label: "aw==", replace: true, reason: "aw==",
    maxAge: 3, readerId: "aw==", timeout: 3, wait: 3, attempts: 3, interaction: "none", onBehalfOf: { processId: 3,
    startTime: 3 }, parentWindow: "aw==", activationToken: "aw==", access: { factors: ["password"], enrollment: "any",
    maxAgeSeconds: 3, openers: ["system"], reusePIN: true, alone: true }, pin: "274916", onProgress, signal }),
  () => gate.sign("aw==", new Uint8Array([0x31, 0x22, 0x0a]), { reason: "aw==", maxAge: 3, readerId: "aw==", timeout: 3,
    wait: 3, attempts: 3, interaction: "none", onBehalfOf: { processId: 3, startTime: 3 }, parentWindow: "aw==",
    activationToken: "aw==", pin: "274916", onProgress, signal }),
  () => gate.signSSH("aw==", new Uint8Array([0x31, 0x22, 0x0a]), { bindings: [new Uint8Array([0x31, 0x22, 0x0a])],
    hostNames: ["aw=="], object: new Uint8Array([0x31, 0x22, 0x0a]), maxAge: 3, readerId: "aw==", timeout: 3, wait: 3,
    attempts: 3, interaction: "none", onBehalfOf: { processId: 3, startTime: 3 }, parentWindow: "aw==", activationToken:
    "aw==", pin: "274916", onProgress, signal }),
  () => gate.setDestinations("aw==", [{ name: "aw==", key: "aw==", authority: true, user: "aw==" }], { pin: "274916",
    signal }),
  () => gate.renew("aw==", { reason: "aw==", maxAge: 3, readerId: "aw==", timeout: 3, wait: 3, attempts: 3, interaction:
    "none", onBehalfOf: { processId: 3, startTime: 3 }, parentWindow: "aw==", activationToken: "aw==", pin: "274916",
    onProgress, signal }),
  () => gate.deleteItem("aw==", { signal }),
];
