// @ts-check
// Calls every method of the Node client with every parameter: node probe.mjs SOCKET
import { Gate, Refused } from "biometricgate";
import { calls } from "./calls.mjs";

/** @type {any} */
const { process } = globalThis;
const gate = new Gate({ socket: process.argv[2], locale: "nb" });
/** @type {import("biometricgate").MakeOptions} */
const nothing = { signal: undefined, pin: undefined, label: undefined, onProgress: undefined, access: undefined, maxAge: undefined };
const others = [
  () => gate.setPIN(new Uint8Array([0x31, 0x22, 0x0a]), { password: "päss" }),
  () => gate.deleteItem("n", nothing), () => gate.info(), () => gate.interfaceDescription(),
];
for (const call of [...calls(gate), ...others]) {
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
