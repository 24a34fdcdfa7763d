// Opens a sealed secret with a finger: node client.mjs NAME
import net from "node:net";

const path = process.env.BIOGATE_SOCKET ?? "/run/biogate/org.biometricgate.Gate";
const call = { method: "org.biometricgate.Gate.RetrieveSecret", more: true,
  parameters: { name: process.argv[2], reason: "Sign in to the example" } };
const gate = net.connect(path, () => gate.write(JSON.stringify(call) + "\0"));
let buffer = Buffer.alloc(0);
gate.on("data", (chunk) => {
  buffer = Buffer.concat([buffer, chunk]);
  for (let end; (end = buffer.indexOf(0)) >= 0; buffer = buffer.subarray(end + 1)) {
    const reply = JSON.parse(buffer.subarray(0, end));
    if (reply.error) {
      const { guidance, ...details } = reply.parameters;
      console.error(`${reply.error}: ${guidance ? `${guidance.title}. ${guidance.body}` : JSON.stringify(details)}`);
      process.exitCode = 1;
      gate.end();
    } else if (reply.continues) {
      console.error(reply.parameters.progress.message);
    } else {
      process.stdout.write(Buffer.from(reply.parameters.secret, "base64"));
      gate.end();
    }
  }
});
gate.on("error", (error) => { console.error(error.message); process.exitCode = 1; });
